"""What a speech model's folder must hold before Vosk sees it: Vosk itself answers with a crash."""

from __future__ import annotations

from pathlib import Path

_NEEDED = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/phones/word_boundary.int")
_DYNAMIC_GRAPH = ("graph/HCLr.fst", "graph/Gr.fst")
_STATIC_GRAPH = "graph/HCLG.fst"
_SPEAKERS = (
    "ivector/final.dubm",
    "ivector/final.ie",
    "ivector/final.mat",
    "ivector/global_cmvn.stats",
    "ivector/online_cmvn.conf",
    "ivector/splice.conf",
)
_CURE = "`delvebox models install` gets one that will do"


class ModelError(Exception):
    """A folder that is no usable speech model; the text names it, what is wrong and the cure."""


def check_model(folder: Path) -> None:
    """See that `folder` holds a whole Vosk model that heeds a grammar.

    Raises:
        ModelError: Files are missing or empty, or its graph is static: such models ignore grammars.
    """
    if not folder.is_dir():
        raise ModelError(f"there is no speech model at {folder}: {_CURE}")
    if (folder / _STATIC_GRAPH).exists() and not (folder / _DYNAMIC_GRAPH[0]).exists():
        raise ModelError(f"the speech model {folder} has a static graph, which ignores the list of phrases: {_CURE}")
    needed = _NEEDED + _DYNAMIC_GRAPH + (_SPEAKERS if (folder / "ivector").exists() else ())
    missing = [name for name in needed if not _has(folder / name)]
    if missing:
        raise ModelError(f"the speech model {folder} lacks {', '.join(missing)}: {_CURE}")


def _has(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except OSError:
        return False
