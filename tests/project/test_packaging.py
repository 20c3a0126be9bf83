"""Wheel, sdist and editable install: one top-level package, all its data, and no bare `engine`."""

from __future__ import annotations

import email
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BARE_NAMES = ("engine", "device", "models", "src", "tests", "hardware", "systemd")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def run_python(code: str, *, folder: Path, cwd: Path) -> str:
    """What `code` prints in a fresh Python that finds packages in `folder` as in site-packages."""
    prelude = f"import site, sys; site.addsitedir({str(folder)!r}); sys.path.insert(0, sys.path.pop())\n"
    done = subprocess.run([sys.executable, "-c", prelude + code], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's tree, links kept, so that building leaves nothing behind in the checkout."""
    copy = tmp_path_factory.mktemp("project") / "tree"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "engine", "device", "models", "src"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
            )
        else:
            shutil.copy(source, copy / name)
    return copy


@pytest.fixture(scope="module")
def built(project: Path) -> Path:
    """The folder with the sdist and the wheel built from it, by the build tool without a network."""
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."],
        cwd=project,
        check=True,
        capture_output=True,
    )
    return project / "dist"


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The one wheel."""
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed the wheel."""
    target = tmp_path_factory.mktemp("site-packages")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(target), str(wheel)]
    subprocess.run(command, check=True, capture_output=True)
    return target


def expected_files(project: Path) -> set[str]:
    """Every file of the package's folders, as the wheel should name it; read-me files are for the repository."""
    return {
        f"delvebox/{path.relative_to(project)}"
        for folder in ("engine", "device", "models")
        for path in (project / folder).rglob("*")
        if path.is_file() and path.name != "README.md"
    } | {"delvebox/__init__.py", "delvebox/py.typed"}


def test_the_wheel_holds_one_package_and_all_of_it(wheel: Path, project: Path) -> None:
    """Nothing but `delvebox` and its metadata reaches site-packages; YAML, fonts and all modules are in."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    assert {name.partition("/")[0] for name in names} == {"delvebox", "delvebox-0.1.0.dist-info"}
    assert {name for name in names if name.startswith("delvebox/")} == expected_files(project)


def test_the_sdist_holds_real_files(built: Path, project: Path) -> None:
    """Links would point outside the archive: it has the files themselves, read-me and licence with them."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        members = {member.name.partition("/")[2]: member for member in tar.getmembers()}
    assert not [name for name, member in members.items() if member.issym() or member.islnk()]
    assert {"README.md", "LICENSE", "pyproject.toml"} <= set(members)
    assert {f"src/{name}" for name in expected_files(project)} <= set(members)


def test_the_metadata_says_what_it_is(wheel: Path) -> None:
    """Name, licence, Python, command and extras are those of the project page."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = email.message_from_bytes(archive.read("delvebox-0.1.0.dist-info/METADATA"))
        commands = archive.read("delvebox-0.1.0.dist-info/entry_points.txt").decode()
    assert metadata["Name"] == "delvebox"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert {"web", "print", "mqtt", "dev", "mutants"} <= set(metadata.get_all("Provides-Extra") or [])
    assert "delvebox = delvebox.device.cli:main" in commands


def bare_names_found(folder: Path, cwd: Path) -> str:
    """The bare names that an installed copy makes importable."""
    return run_python(
        "import importlib.util, delvebox.engine, delvebox.device, delvebox.models\n"
        f"print([n for n in {BARE_NAMES!r} if n in sys.modules or importlib.util.find_spec(n)])",
        folder=folder,
        cwd=cwd,
    )


def test_no_bare_name_after_installing_the_wheel(installed: Path, tmp_path: Path) -> None:
    """`engine`, `device` and `models` belong to others: pip overwrites without a word."""
    assert bare_names_found(installed, tmp_path) == "[]"
    assert sorted(path.name for path in installed.iterdir() if "dist-info" not in path.name) == ["bin", "delvebox"]
    where = run_python("import delvebox; print(delvebox.__file__)", folder=installed, cwd=tmp_path)
    assert where == str(installed / "delvebox" / "__init__.py")


def test_the_installed_copy_finds_its_data(installed: Path, tmp_path: Path) -> None:
    """The default settings are read from the installed package."""
    code = (
        "from delvebox.device.settings import default_settings_text, load_settings; print(len(default_settings_text()))"
    )
    assert int(run_python(code, folder=installed, cwd=tmp_path)) > 1000


def test_no_bare_name_after_an_editable_install(project: Path, tmp_path: Path) -> None:
    """`pip install -e` sees new files at once and makes no bare name importable either."""
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run(
        [*command, "--ignore-installed", "--prefix", str(tmp_path), "-e", str(project)], check=True, capture_output=True
    )
    (folder,) = tmp_path.glob("**/site-packages")
    assert bare_names_found(folder, tmp_path) == "[]"
    (project / "engine" / "made_later.py").write_text("")
    where = run_python("import delvebox.engine.made_later as m; print(m.__file__)", folder=folder, cwd=tmp_path)
    assert Path(where).resolve() == (project / "engine" / "made_later.py").resolve()
    (project / "engine" / "made_later.py").unlink()


def test_no_bare_name_in_this_run() -> None:
    """The tests themselves run without the checkout on Python's path: there is one `State`, not two."""
    assert not {"engine", "device", "models"} & set(sys.modules)
    assert str(ROOT) not in sys.path
