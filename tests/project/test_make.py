"""`make help` and `make setup`: what they say and do on machines of many kinds, played by stand-in commands."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALL = "apt-get install -q -y -o DPkg::Lock::Timeout=120 --no-install-recommends --no-remove"
TOOLS = ("bash", "cat", "dirname", "env", "grep", "mkdir", "sha256sum", "touch", "chmod", "realpath")


class Machine:
    """A checkout on a machine whose commands are stand-ins; each call is a line of `calls`."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.checkout = folder / "checkout"
        self.log = folder / "log"
        self.bin.mkdir()
        shutil.copytree(ROOT / ".ci", self.checkout / ".ci")
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or "")
        self.has("id", "echo 0")  # root, whoever runs the tests
        # venv makes a Python that makes a delvebox; neither does more than write down its call
        self.has("python3", self._python())

    def _python(self) -> str:
        return f"""
case "$*" in
  *version_info*) exit 0;;
  --version) echo Python 3.11.2;;
  *"-m venv"*) mkdir -p .venv/bin; cat >.venv/bin/python <<'END'
#!{self.bin}/bash
echo "pip $*" >>{self.log}
printf '#!{self.bin}/bash\\necho "delvebox $*" >>{self.log}\\n[[ $2 == install ]]\\n' >.venv/bin/delvebox
chmod +x .venv/bin/delvebox
END
  chmod +x .venv/bin/python;;
esac"""

    def has(self, name: str, body: str) -> None:
        """The command `name` does `body`, after its call was written down."""
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f'#!{self.bin}/bash\necho "{name} $*" >>{self.log}\n{body}\n')
        path.chmod(0o755)

    def setup(self, kind: str = "run", **environ: str) -> subprocess.CompletedProcess[str]:
        """Run .ci/setup there."""
        return subprocess.run(
            [self.bin / "bash", self.checkout / ".ci" / "setup", kind],
            env={"PATH": str(self.bin), **environ},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        """The calls of stand-ins so far."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def called(self, start: str) -> list[str]:
        """The calls that begin so."""
        return [call for call in self.calls if call.startswith(start)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Debian machine of root's with a Python that will do, and every package installed."""
    machine = Machine(tmp_path)
    machine.has("apt-get", "")
    machine.has("dpkg-query", "printf installed")
    return machine


def test_make_without_a_target_is_help() -> None:
    """`make` lists every target of a person's with what it does, and does nothing."""
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = re.findall(r"^  make ([a-z-]+) +\S", shown, re.MULTILINE)
    assert targets == [
        *("help", "setup", "run", "test", "check", "demo", "bench", "bench-voice", "bench-panel", "mutants"),
        *("pictures", "samples", "wiring", "enclosure", "wheels", "install", "uninstall", "test-install", "clean"),
    ]
    assert shown == subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_setup_installs_nothing_that_is_there(machine: Machine) -> None:
    """With every system package in place, apt-get is not called at all."""
    assert machine.setup().returncode == 0
    assert machine.called("apt-get") == []
    assert machine.called("pip -m pip install")
    assert machine.called("delvebox models install")


def test_missing_packages_are_named_before_they_are_installed(machine: Machine) -> None:
    """The person reads what will be installed first, and only what is missing is."""
    machine.has("dpkg-query", "[[ $3 == espeak-ng || $3 == libatomic1 ]] || printf installed")
    machine.has("apt-get", 'echo "apt-get runs" >&2')
    done = machine.setup()
    assert done.returncode == 0
    named, _, after = done.stderr.partition("apt-get runs")
    assert "system packages to install: espeak-ng libatomic1" in named
    assert "system packages" not in after
    assert machine.called("apt-get install") == [
        f"{INSTALL} espeak-ng libatomic1",
    ]


def test_tests_bring_a_sound_server_and_the_box_does_not(machine: Machine) -> None:
    """`make run` never puts PulseAudio on a person's machine."""
    machine.has("dpkg-query", "exit 1")
    machine.setup("run")
    assert not [call for call in machine.called("apt-get install") if "pulseaudio" in call]
    machine.setup("test")
    assert [call for call in machine.called("apt-get install") if "pulseaudio" in call]


def test_nothing_is_taken_away_for_the_tests_sound_server(machine: Machine) -> None:
    """On a desktop with PipeWire, Debian's pulseaudio would remove it: refused, told, and the rest is installed."""
    machine.has("dpkg-query", "exit 1")
    machine.has("apt-get", 'case "$*" in *--no-remove*pulseaudio*) exit 100;; esac')
    done = machine.setup("test")
    assert done.returncode == 0
    box, tests = machine.called("apt-get install")
    assert "espeak-ng" in box
    assert "--no-remove" in box
    assert "--no-remove" in tests
    assert "pulseaudio" not in box
    assert "not installed: pulseaudio" in done.stderr
    assert machine.called("delvebox models install")
    assert machine.setup("test", CI="true").returncode == 1


def test_a_user_installs_through_sudo(machine: Machine) -> None:
    """Not root: apt-get runs by sudo."""
    machine.has("id", "echo 1000")
    machine.has("sudo", '"$@"')
    machine.has("dpkg-query", "exit 1")
    assert machine.setup().returncode == 0
    assert machine.called("sudo env DEBIAN_FRONTEND=noninteractive apt-get install")


def test_a_user_without_sudo_is_told_the_command(machine: Machine) -> None:
    """Neither root nor sudo: the command is told and the rest goes on; in CI that is a failure."""
    machine.has("id", "echo 1000")
    machine.has("dpkg-query", "exit 1")
    done = machine.setup()
    assert "as root run: apt-get install espeak-ng" in done.stderr
    assert done.returncode == 0
    assert machine.called("delvebox models install")
    assert machine.setup(CI="true").returncode == 1


def test_a_system_without_apt_is_told_what_is_needed(tmp_path: Path) -> None:
    """Elsewhere than on Debian the packages are named and the rest goes on."""
    machine = Machine(tmp_path)
    done = machine.setup()
    assert "no apt here" in done.stderr
    assert "libportaudio2" in done.stderr
    assert done.returncode == 0
    assert machine.called("delvebox models install")


def test_an_install_that_fails_does_not_stop_the_box(machine: Machine) -> None:
    """No network for apt-get: told, and the box runs without; in CI that is a failure."""
    machine.has("dpkg-query", "exit 1")
    machine.has("apt-get", "exit 100")
    done = machine.setup()
    assert "not installed: espeak-ng" in done.stderr
    assert done.returncode == 0
    assert machine.setup(CI="true").returncode == 1


def test_a_python_without_venv_is_told_before_anything_is_made(machine: Machine) -> None:
    """Where python3-venv is missing and cannot be installed, the cure is said, and no half environment is left."""
    body = (machine.bin / "python3").read_text().partition("\n")[2].partition("\n")[2]
    machine.has("python3", body.replace('case "$*" in', 'case "$*" in\n  *ensurepip*) exit 1;;', 1))
    machine.has("dpkg-query", "[[ $3 == python3-venv ]] || printf installed")
    machine.has("apt-get", "exit 100")
    done = machine.setup()
    assert done.returncode == 1
    assert "apt-get install python3-venv" in done.stderr
    assert machine.called("python3 -m venv") == []


def test_an_environment_left_half_made_is_made_again(machine: Machine) -> None:
    """Interrupted before pip was there, the next setup begins with a new environment instead of failing for ever."""
    half = machine.checkout / ".venv" / "bin" / "python"
    half.parent.mkdir(parents=True)
    half.write_text("#!/bin/sh\necho No module named pip >&2\nexit 1\n")
    half.chmod(0o755)
    assert machine.setup().returncode == 0
    assert machine.called("python3 -m venv") == ["python3 -m venv --clear .venv"]
    assert machine.called("pip -m pip install")


def test_a_checkout_that_lost_its_links_is_told(machine: Machine) -> None:
    """On a file system of Windows git writes text files instead of links: said before anything is installed."""
    package = machine.checkout / "src" / "delvebox"
    package.mkdir(parents=True)
    (package / "engine").write_text("../../engine")
    done = machine.setup()
    assert done.returncode == 1
    assert "src/delvebox/engine is a file and should be a link" in done.stderr
    assert machine.called("pip") == []


def test_an_old_python_is_told_in_a_sentence(machine: Machine) -> None:
    """Python 3.9 is refused with what to do, before anything is installed with it."""
    machine.has("python3", 'case "$*" in --version) echo Python 3.9.2;; *) exit 1;; esac')
    done = machine.setup()
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, found Python 3.9.2" in done.stderr
    assert machine.called("pip") == []


def test_a_newer_python_beside_the_old_one_is_taken(machine: Machine) -> None:
    """python3.12 beside an old python3 is found, and one named by the person is asked first."""
    body = (machine.bin / "python3").read_text().partition("\n")[2].partition("\n")[2]
    machine.has("python3", "exit 1")
    machine.has("python3.12", body)
    assert machine.setup().returncode == 0
    assert machine.called("python3.12 -m venv")
    machine.has("mine", body)
    (machine.checkout / ".venv" / ".set-up").unlink()
    shutil.rmtree(machine.checkout / ".venv")
    assert machine.setup(PYTHON=str(machine.bin / "mine")).returncode == 0
    assert machine.called("mine -m venv")


@pytest.fixture
def pi(machine: Machine) -> Machine:
    """A Raspberry Pi whose system has all but lgpio, which apt-get can install."""
    grep, mark = shutil.which("grep"), machine.bin / "lgpio"
    machine.has("grep", f'case "$*" in *device-tree*) exit 0;; esac; exec {grep} "$@"')
    machine.has("apt-get", f'case "$*" in *python3-lgpio*) echo >{mark};; esac')
    machine.has("dpkg-query", f"[[ $3 == python3-lgpio && ! -e {mark} ]] || printf installed")
    return machine


def test_a_pi_takes_lgpio_from_the_system(pi: Machine) -> None:
    """The release's own, which the environment then sees."""
    assert pi.setup().returncode == 0
    assert pi.called("apt-get install") == [f"{INSTALL} python3-lgpio"]
    assert pi.called("python3 -m venv") == ["python3 -m venv --clear --system-site-packages .venv"]


def test_a_pi_whose_release_has_no_lgpio_takes_the_wheel(pi: Machine) -> None:
    """Plain Debian has none: that is told, and everything else is installed."""
    pi.has("apt-get", 'case "$*" in *python3-lgpio*) exit 100;; esac')
    done = pi.setup()
    assert (done.returncode, "not installed: python3-lgpio" in done.stderr) == (0, True)
    assert pi.called("python3 -m venv") == ["python3 -m venv --clear .venv"]


def test_another_python_on_a_pi_takes_the_wheel(pi: Machine) -> None:
    """The system's lgpio was built for the release's own Python alone."""
    python = (pi.bin / "python3").read_text()
    (pi.bin / "python3").write_text(python.replace("*version_info*)", "*executable*) exit 1;;\n  *version_info*)"))
    assert pi.setup().returncode == 0
    assert pi.called("apt-get install") == []
    assert pi.called("python3 -m venv") == ["python3 -m venv --clear .venv"]


def test_an_ordinary_machine_takes_no_lgpio_from_the_system(machine: Machine) -> None:
    """It has no pins."""
    machine.has("dpkg-query", "[[ $3 == python3-lgpio ]] || printf installed")
    assert machine.setup().returncode == 0
    assert machine.called("apt-get install") == []


def test_a_second_setup_installs_nothing_again(machine: Machine) -> None:
    """Safe to run again, and quick: packages are fetched only after pyproject.toml changed."""
    machine.setup()
    before = machine.called("pip")
    assert machine.setup().returncode == 0
    assert machine.called("pip") == before
    with (machine.checkout / "pyproject.toml").open("a") as project:
        project.write("# changed\n")
    machine.setup()
    assert len(machine.called("pip")) == len(before) + 1
    assert len(machine.called("python3 -m venv")) == 1


def test_a_moved_checkout_gets_a_new_environment(machine: Machine, tmp_path: Path) -> None:
    """An environment names its own folder, so one that was moved is made again."""
    machine.setup()
    machine.checkout = machine.checkout.rename(tmp_path / "moved")
    assert machine.setup().returncode == 0
    assert len(machine.called("python3 -m venv --clear .venv")) == 2


def test_packages_that_cannot_be_fetched_are_told(machine: Machine) -> None:
    """Without a network for pip the person is told what to do, and nothing counts as set up."""
    script = (machine.bin / "python3").read_text().replace('echo "pip $*"', 'exit 1; echo "pip $*"')
    (machine.bin / "python3").write_text(script)
    done = machine.setup()
    assert done.returncode == 1
    assert "PIP_FIND_LINKS" in done.stderr
    assert not (machine.checkout / ".venv" / ".set-up").exists()


@pytest.mark.parametrize(("environ", "status"), [({}, 0), ({"CI": "true"}, 1)])
def test_a_missing_model_fails_in_ci_alone(machine: Machine, environ: dict[str, str], status: int) -> None:
    """No speech model: told, and the box runs without voice; in CI it is a failure."""
    script = (machine.bin / "python3").read_text().replace("[[ $2 == install ]]", "exit 1")
    (machine.bin / "python3").write_text(script)
    done = machine.setup(**environ)
    assert done.returncode == status
    assert "no speech model: the box runs without voice" in done.stderr


def test_the_model_comes_from_the_archive_that_is_named(machine: Machine) -> None:
    """DELVEBOX_MODEL_ARCHIVE says where the archive is."""
    machine.setup(DELVEBOX_MODEL_ARCHIVE="/media/my stick/model.zip")
    assert machine.called("delvebox models install") == ["delvebox models install --from /media/my stick/model.zip"]


@pytest.mark.parametrize("data_beside", [True, False])
def test_ci_points_the_tests_at_the_data_beside_the_checkout(
    machine: Machine, tmp_path: Path, data_beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """.ci/run names archive and recordings where they lie beside the checkout, reads nothing, and calls make test."""
    said = "$* CI=${CI:-} model=${DELVEBOX_MODEL_ARCHIVE:-} data=${DELVEBOX_SPEECH_DATA:-} input=$(cat)"
    machine.has("make", f'echo "made {said}" >>{machine.log}')
    if data_beside:
        (tmp_path / "shared" / "models").mkdir(parents=True)
        (tmp_path / "shared" / "models" / "vosk-model-en.aar").touch()
        (tmp_path / "shared" / "speech").mkdir()
    subprocess.run(
        [machine.bin / "bash", machine.checkout / ".ci" / "run"],
        env={"PATH": str(machine.bin)},
        input="nobody reads this",
        text=True,
        check=True,
    )
    beside = tmp_path / "shared"
    model, data = (beside / "models" / "vosk-model-en.aar", beside / "speech") if data_beside else ("", "")
    assert machine.called("made") == [f"made test CI=true model={model} data={data} input="]


def test_no_registry_and_no_machine_is_named() -> None:
    """The project fetches by package name: no host and no folder of one machine stands in its scripts."""
    for name in ("Makefile", ".ci/run", ".ci/setup", "pyproject.toml"):
        text = (ROOT / name).read_text()
        assert not re.search(r"https?://|\.org\b|\.io\b|/home/|/root/", text), name


def test_run_starts_the_box_with_its_page() -> None:
    """What `make run` does after the setup, with the words that a person gives it."""
    recipe = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "run", "ARGS=--seed 7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert recipe.splitlines() == [".ci/setup run", "exec .venv/bin/delvebox run --web --seed 7"]
