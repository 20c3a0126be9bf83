import os
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli.models import models

from ..speech_models.conftest import World, world

__all__ = ["world"]


def run(*arguments: str) -> Result:
    """Call `delvebox models` in this process."""
    return CliRunner().invoke(models, list(arguments))


def program(world: World) -> list[str]:
    """`delvebox models install` in a process of its own, with this world's catalogue."""
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from delvebox.device.speech_models import catalogue\n"
        "from delvebox.device.cli.models import models\n"
        f"catalogue.files = lambda _: Path({str(world.folder)!r})\n"
        "models(['install'])\n"
    )
    # A job started in the background has ctrl-c ignored, and all its children with it.
    return ["/usr/bin/env", "--default-signal=INT", sys.executable, "-c", script]


def test_the_list_shows_what_there_is_and_what_is_installed(world: World) -> None:
    """Each model has a line with language, licence, size and whether it is there, and the folder is named."""
    assert run("install").exit_code == 0
    lines = run("list").stdout.splitlines()
    assert lines[0].startswith("small  en  a small model, Apache-2.0, ")
    assert [line.split("  ")[-1] for line in lines[:2]] == ["installed", "not installed"]
    assert lines[2] == f"folder: {world.models}"


def test_the_list_shows_what_is_there_of_a_download(world: World) -> None:
    """Who comes back to a slow line sees how far it got."""
    world.hang_after = 200_000
    world.release.set()
    assert run("install").exit_code == 1
    assert run("list").stdout.splitlines()[0].endswith("  not installed, 200 kB of it are downloaded")
    world.hang_after = None
    assert run("install").exit_code == 0
    assert run("list").stdout.splitlines()[0].endswith("  installed")


def test_install_prints_the_folder_and_tells_the_way(world: World) -> None:
    """Standard output holds the folder alone; what happens goes to standard error."""
    result = run("install", "small")
    assert result.stdout == f"{world.models}/small\n"
    assert result.stderr.splitlines() == [
        f"downloading {world.address}/model.zip (303 kB)",
        "unpacking 300 kB",
        "the speech model small is installed",
    ]


def test_a_file_or_an_address_may_be_given(world: World) -> None:
    """`--from` takes an archive or an address."""
    assert run("install", "--from", str(world.archive("maven"))).exit_code == 0
    assert world.asked == []
    assert run("remove", "small").stdout == "the speech model small is removed\n"
    assert run("remove", "small").stdout == "the speech model small is not installed\n"
    assert run("install", "--from", f"{world.address}/model.zip").exit_code == 0
    assert world.asked == ["/model.zip"]


def test_path_prints_the_folder_or_fails_with_the_cure(world: World) -> None:
    """Scripts see by the exit status whether there is a model."""
    result = run("path")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: the speech model small is not installed: run delvebox models install small\n"
    run("install")
    assert run("path").stdout == run("path", "small").stdout == f"{world.models}/small\n"


def test_several_models_and_other_languages_are_installed_at_once(world: World) -> None:
    """By name, or by language; without either it is the settings' language."""
    result = run("install", "other", "small")
    assert result.exit_code == 1  # the server has one archive alone
    assert "the speech model other cannot be got" in result.stderr
    world.answers["/model.zip"] = world.archive("archive", b"other").read_bytes()
    assert run("install", "--language", "de").stdout == f"{world.models}/other\n"
    assert run("path", "--language", "de").stdout == f"{world.models}/other\n"
    world.answers["/model.zip"] = world.archive().read_bytes()
    assert run("install", "other", "small").stdout == f"{world.models}/other\n{world.models}/small\n"
    assert run("install", "--language", "fr").stderr == (
        "Error: no speech model is known for the language 'fr': there are some for de, en\n"
    )


def test_without_a_name_the_settings_language_is_meant(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has set the box to German gets the German model."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("language: de\n")
    monkeypatch.setenv("DELVEBOX_SETTINGS", str(file))
    world.answers["/model.zip"] = world.archive("archive", b"other").read_bytes()
    assert run("install").stdout == run("path").stdout == f"{world.models}/other\n"


@pytest.mark.parametrize("arguments", [("small", "--language", "de"), ("small", "other", "--from", "x")])
def test_what_cannot_be_meant_together_is_a_sentence(world: World, arguments: tuple[str, ...]) -> None:
    """An archive is of one model, and a model of one language."""
    result = run("install", *arguments)
    assert result.exit_code == 2
    assert "give either NAMEs or --language, and with --from at most one NAME" in result.stderr


@pytest.mark.parametrize("arguments", [("install", "large"), ("path", "large"), ("remove", "large")])
def test_an_unknown_model_is_an_error_in_a_sentence(world: World, arguments: tuple[str, ...]) -> None:
    """A name that is not known ends with status 1 and the names there are."""
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr == "Error: no speech model is called 'large': there are small, other\n"


def test_a_folder_that_cannot_be_is_an_error_in_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any folder for models, listing them says which variable to set."""
    for name in ("DELVEBOX_MODELS", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    result = run("list")
    assert result.exit_code == 1
    assert "set DELVEBOX_MODELS to a folder" in result.stderr


def test_a_download_has_a_bar_on_a_terminal_only(world: World) -> None:
    """On a terminal a bar moves with the bytes; elsewhere there is none."""
    assert "%" not in run("install").stderr
    run("remove", "small")
    world.hang_after = 100_000
    command, *arguments = program(world)
    child = pexpect.spawn(command, arguments, timeout=30, dimensions=(24, 80))
    child.expect(r"\d+%.*/303k")
    world.hang_after = None
    child.kill(signal.SIGINT)
    child.expect_exact("Error: interrupted: nothing was installed; what was downloaded is kept for the next")
    child.expect(pexpect.EOF)
    assert 0 < world.unfinished() <= 100_000  # as much as had come when it was interrupted
    run("remove", "small")
    assert world.nothing_left()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_installation_clears_up(world: World, how: signal.Signals) -> None:
    """Ctrl-c or a plain kill in mid-download ends with one sentence, status 1, and nothing left behind."""
    world.hang_after = 1000
    with subprocess.Popen(program(world), stderr=subprocess.PIPE, text=True, env=dict(os.environ)) as child:
        assert world.hanging.wait(30)
        while world.unfinished() < 1000:
            assert child.poll() is None
        child.send_signal(how)
        assert child.stderr is not None
        last = child.stderr.read().splitlines()[-1]
        assert last == "Error: interrupted: nothing was installed; what was downloaded is kept for the next time"
    assert child.returncode == 1
    assert world.unfinished() == 1000
    assert not [entry for entry in world.models.iterdir() if entry.name.startswith(".part-")]
