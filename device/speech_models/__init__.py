"""Speech models: which there are, getting them, and where they are.

A model is a folder of its own under `models_folder()`. It is there whole or not at all: it is unpacked aside
and then renamed, and what an interrupted run left behind goes with the next one. The box runs without any.
"""

from .catalogue import Model, Source, load_catalogue
from .errors import ModelError
from .install import Progress, install, remove
from .store import Listed, find, list_models, models_folder, path
from .words import words_of

__all__ = [
    "Listed",
    "Model",
    "ModelError",
    "Progress",
    "Source",
    "find",
    "install",
    "list_models",
    "load_catalogue",
    "models_folder",
    "path",
    "remove",
    "words_of",
]
