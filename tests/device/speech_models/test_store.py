from pathlib import Path

import pytest

from delvebox.device.speech_models import ModelError, find, install, list_models, models_folder, path

from .conftest import World
from .test_contents import model_at


def test_models_land_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One rule for everybody: DELVEBOX_MODELS, else XDG_DATA_HOME, else the home folder's own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for given, data, folder in (
        ("/srv/models", "/data", "/srv/models"),
        ("", "/data", "/data/delvebox/models"),
        ("", "relative", f"{tmp_path}/.local/share/delvebox/models"),
        ("", "", f"{tmp_path}/.local/share/delvebox/models"),
    ):
        monkeypatch.setenv("DELVEBOX_MODELS", given)
        monkeypatch.setenv("XDG_DATA_HOME", data)
        assert models_folder() == Path(folder)
    monkeypatch.setenv("DELVEBOX_MODELS", "relative")
    assert models_folder() == Path.cwd() / "relative"


def test_without_any_home_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home folder is told which variable to set."""
    for name in ("DELVEBOX_MODELS", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(ModelError, match="set DELVEBOX_MODELS to a folder"):
        models_folder()


def test_a_model_that_is_not_installed_is_none_or_a_sentence(world: World) -> None:
    """Without a model the box is told so, with the command that gets it."""
    assert path() is None
    assert path("small") is None
    assert [listed.folder for listed in list_models()] == [None, None]
    with pytest.raises(ModelError, match="small is not installed: run delvebox models install small"):
        find()
    with pytest.raises(ModelError, match="other is not installed"):
        find(language="de")
    with pytest.raises(ModelError, match="no speech model is called 'large'"):
        find("large")


def test_an_installed_model_is_found_by_name_and_language(world: World) -> None:
    """A model that is there whole is found; one that lost a file is not."""
    folder = install()
    assert path() == path("small") == find(language="en") == folder == world.models / "small"
    assert [(listed.model.name, listed.folder) for listed in list_models()] == [("small", folder), ("other", None)]
    (folder / "graph/Gr.fst").write_bytes(b"")
    assert path() is None
    assert list_models()[0].folder is None


def test_a_model_may_be_any_folder(world: World, tmp_path: Path) -> None:
    """Settings may name a folder of the table's own; what is wrong with it is said."""
    model = model_at(tmp_path / "mine")
    assert find(str(model)) == model
    (model / "am/final.mdl").unlink()
    with pytest.raises(ModelError, match=r"mine is no whole speech model, it lacks am/final.mdl"):
        find(str(model))
    with pytest.raises(ModelError, match="there is no speech model at /nowhere"):
        find("/nowhere")
