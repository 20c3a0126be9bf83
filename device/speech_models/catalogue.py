"""The catalogue as frozen records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import yaml

from .errors import ModelError


@dataclass(frozen=True, slots=True)
class Source:
    """An archive that holds a model."""

    kind: str
    """archive (`place` is the publisher's address) or maven (`place` is group:artifact:version:type)."""
    place: str
    folder: str
    """Where the model lies in the archive, with / between the names."""
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """A speech model of the catalogue."""

    name: str
    title: str
    language: str
    licence: str
    publisher: str
    unpacked_bytes: int
    sources: tuple[Source, ...]


def load_catalogue(text: str | None = None) -> Mapping[str, Model]:
    """The models by name, in the catalogue's order; `text` stands for the shipped catalogue."""
    shipped = files("delvebox.models").joinpath("catalogue.yaml")
    entries: dict[str, Any] = yaml.safe_load(shipped.read_text("utf-8") if text is None else text)
    return {name: _model(name, entry) for name, entry in entries.items()}


def choose(catalogue: Mapping[str, Model], name: str | None, language: str) -> Model:
    """The model of this name, or the language's own.

    Raises:
        ModelError: there is none.
    """
    if name is not None:
        if name in catalogue:
            return catalogue[name]
        raise ModelError(f"no speech model is called {name!r}: there are {', '.join(catalogue)}")
    for model in catalogue.values():
        if model.language == language:
            return model
    known = ", ".join(sorted({model.language for model in catalogue.values()}))
    raise ModelError(f"no speech model is known for the language {language!r}: there are some for {known}")


def _model(name: str, entry: Mapping[str, Any]) -> Model:
    rest = {key: value for key, value in entry.items() if key != "sources"}
    return Model(name=name, sources=tuple(_source(source) for source in entry["sources"]), **rest)


def _source(entry: Mapping[str, Any]) -> Source:
    (kind,) = entry.keys() & {"archive", "maven"}
    rest = {key: value for key, value in entry.items() if key != kind}
    return Source(kind=kind, place=entry[kind], **rest)
