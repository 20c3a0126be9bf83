"""The last utterances as sound, for diagnosis: off unless the settings ask for it, and never more than they say."""

from .folder import Clip, ClipFolder, ClipsError
from .keeper import ClipKeeper

__all__ = ["Clip", "ClipFolder", "ClipKeeper", "ClipsError"]
