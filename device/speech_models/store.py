"""Where models are, and which are there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from .catalogue import Model, choose, load_catalogue
from .contents import check_model, missing_files
from .errors import ModelError

UNFINISHED = ".downloads"
"""In this folder lies what is there of downloads that broke off, by model; it goes with the installation or removal."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A model of the catalogue, and its folder where it is installed whole."""

    model: Model
    folder: Path | None
    unfinished_bytes: int = 0
    """What is there of a download that broke off."""


def models_folder() -> Path:
    """Where models land, for root as for anybody: $DELVEBOX_MODELS, else $XDG_DATA_HOME/delvebox/models.

    Without the latter it is ~/.local/share/delvebox/models. A service has the first set to a folder that
    outlives it. The folder need not exist.

    Raises:
        ModelError: none of them can be had.
    """
    if given := os.environ.get("DELVEBOX_MODELS"):
        return Path(given).absolute()
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():  # the standard has relative ones ignored
        try:
            data = Path.home() / ".local/share"
        except RuntimeError as error:
            raise ModelError("there is no home folder for speech models: set DELVEBOX_MODELS to a folder") from error
    return data / "delvebox/models"


def list_models() -> tuple[Listed, ...]:
    """Every model of the catalogue, in its order."""
    root = models_folder()
    return tuple(
        Listed(
            model,
            None if missing_files(root / model.name) else root / model.name,
            sum(file.stat().st_size for file in root.glob(f"{UNFINISHED}/{model.name}/*/content")),
        )
        for model in load_catalogue().values()
    )


def find(name: str | None = None, *, language: str = "en") -> Path:
    """The folder of an installed model.

    Args:
        name: a model of the catalogue, or an absolute path to a folder; None for the language's own.
        language: whose own model is meant where there is no name.

    Raises:
        ModelError: it is not known, not installed, not whole or not one that takes grammars, with the cure.
    """
    if name is not None and Path(name).is_absolute():
        folder = Path(name)
        if not folder.is_dir():
            raise ModelError(f"there is no speech model at {folder}: see the path in the settings, or leave it out")
        check_model(folder, str(folder))
        return folder
    model = choose(load_catalogue(), name, language)
    folder = models_folder() / model.name
    if missing_files(folder):
        raise ModelError(f"the speech model {model.name} is not installed: run delvebox models install {model.name}")
    return folder


def path(name: str | None = None, *, language: str = "en") -> Path | None:
    """The folder of an installed model, as `find` has it, or None."""
    try:
        return find(name, language=language)
    except ModelError:
        return None
