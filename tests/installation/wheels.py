"""Every Python package that the box needs on another machine, in a folder, and one that is broken."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from debian import step
from here import ROOT, Release, cache
from packaging.requirements import Requirement

TAGS = {"amd64": "x86_64", "arm64": "aarch64"}


def gather_wheels(folder: Path, arch: str, release: Release) -> None:
    """Fill a folder that is not there yet: what the box needs there, and what builds the box itself.

    Raises:
        InstallError: something could not be had.
    """
    wanted = [*requirements(arch, release), "setuptools>=77"]
    of_what = hashlib.sha256(repr([wanted, arch, release]).encode()).hexdigest()[:12]
    kept = cache() / f"wheels-{release.name}-{arch}-{of_what}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        for older in kept.parent.glob(f"wheels-{release.name}-{arch}-*"):
            shutil.rmtree(older)
        with tempfile.TemporaryDirectory(dir=kept.parent) as unfinished:
            _gather(Path(unfinished) / "wheels", arch, release, wanted)
            (Path(unfinished) / "wheels").rename(kept)
    shutil.copytree(kept, folder)


def _gather(folder: Path, arch: str, release: Release, wanted: list[str]) -> None:
    """Some are published as sources alone: those are pure Python, so that wheels of them made here do everywhere."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    names = ("manylinux2010", "manylinux2014", *(f"manylinux_2_{libc}" for libc in range(5, release.glibc + 1)))
    of_arch = [f"--platform={name}_{TAGS[arch]}" for name in names]
    chosen = ["--only-binary=:all:", f"--python-version={release.python}", "--implementation=cp", *of_arch]
    with tempfile.TemporaryDirectory() as here:
        step("Python packages", [*pip, "wheel", "--wheel-dir", here, *wanted])
        step(
            f"Python packages for {arch}", [*pip, "download", "--dest", folder, "--find-links", here, *chosen, *wanted]
        )


def requirements(arch: str, release: Release) -> list[str]:
    """What the project says that the service needs there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    there = {"python_version": release.python, "platform_machine": TAGS[arch], "sys_platform": "linux"}
    extras = project["optional-dependencies"]
    named = [
        Requirement(each) for each in (*project["dependencies"], *extras["web"], *extras["print"], *extras["mqtt"])
    ]
    return [f"{each.name}{each.specifier}" for each in named if each.marker is None or each.marker.evaluate(there)]


def break_one(folder: Path) -> None:
    """Add a newer sounddevice that does not load."""
    facts = {
        "sounddevice.py": "raise ImportError('broken, for the trial')\n",
        "sounddevice-99.dist-info/METADATA": "Metadata-Version: 2.1\nName: sounddevice\nVersion: 99\n",
        "sounddevice-99.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "sounddevice-99.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(folder / "sounddevice-99-py3-none-any.whl", "w") as wheel:
        for name, text in facts.items():
            wheel.writestr(name, text)
