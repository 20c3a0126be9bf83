"""What comes from outside may be anything: a sentence with the thing and the cure, and nothing else changes.

`delvebox play` and `delvebox hear` as processes: exit status, standard error, and standard output, which
with --json holds whole objects and nothing else.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..device.inputs.speech import wavs
from .live_box import run

Done = subprocess.CompletedProcess[bytes]
Play = Callable[..., Done]


STEP = "say, note, press, double, hold, hear, wait, die, show, cut or #"


@pytest.fixture
def command(tmp_path: Path) -> Play:
    """Runs the command with nothing of the person's own around it."""

    def call(*arguments: str | Path, script: bytes | None = None, **options: Any) -> Done:
        if script is not None:
            options |= {"input": script, "stdin": None}
        return run(*arguments, home=tmp_path / "home", **options)

    return call


def objects(done: Done) -> list[dict[str, Any]]:
    """Standard output, every line of which must be an object."""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def complaint(done: Done) -> str:
    """Standard error, which must be no traceback."""
    text = done.stderr.decode()
    assert "Traceback" not in text, text
    return text


# -- scripts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "inputs"),
    [
        (b"press search", ["press search"]),
        (b"press search\r\nshow\r\n", ["press search", "show"]),
        (b"press search\rshow\r", ["press search", "show"]),
        (b"\xef\xbb\xbfpress search\nshow\n", ["press search", "show"]),
        (b"\n  \n# a comment\n", ["", "", "# a comment"]),
        (b"", []),
        (b"say caf\xe9\n", ["say caf\N{REPLACEMENT CHARACTER}"]),
        (b"say sear\0ch\n", ["say sear\0ch"]),
        (b"say " + b"a" * 1_000_000 + b"\nshow\n", ["say " + "a" * 1_000_000, "show"]),
        (b"die 99999999999999999999999999\n", ["die 99999999999999999999999999"]),
        ("say dé\u2028à vu\n".encode(), ["say dé\u2028à vu"]),
    ],
    ids=lambda each: repr(each[:24]) if isinstance(each, bytes) else "",
)
def test_a_script_in_any_dress_is_read(command: Play, script: bytes, inputs: list[str]) -> None:
    """No final newline, other line ends, a byte order mark, bytes that are no text, a line of a megabyte, nothing."""
    done = command("play", "-", "--json", script=script)
    assert (done.returncode, complaint(done)) == (0, "")
    assert [each["input"] for each in objects(done)] == inputs


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"dance", f"cannot read 'dance': a line begins with {STEP}"),
        (b"\0\0", f"cannot read '\\x00\\x00': a line begins with {STEP}"),
        (b"\xff\xfes\0h\0o\0w\0", f"a line begins with {STEP}"),
        (b"x" * 1_000_000, f"…': a line begins with {STEP}"),
        (b"press " + b"x" * 1_000_000, "…': there are turn, search, noise, light, rest, talk"),
        (b"die " + b"9" * 5000, "…'"),
        (b"hold turn " + b"x" * 5000, "…' for the seconds"),
        (b"wait 1e999", "'1e999' for the seconds: give 0 to 1000000"),
        (b"press trun", "no button 'trun': there are turn, search, noise, light, rest, talk"),
    ],
    ids=lambda each: repr(each[:24]),
)
def test_a_line_that_cannot_be_read_ends_the_run_with_its_number(command: Play, line: bytes, expected: str) -> None:
    """Exit status 2, the line's number, and what was expected, in a sentence short enough; before it all is done."""
    done = command("play", "-", "--json", script=b"press search\n" + line + b"\nshow\n")
    assert done.returncode == 2
    assert complaint(done).startswith("delvebox: line 2: ")
    assert expected in complaint(done)
    assert len(done.stderr) < 300
    assert [each["input"] for each in objects(done)] == ["press search"]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("none.txt", "none.txt: cannot be read (No such file or directory): check its name and who may read it"),
        (".", ": cannot be read (Is a directory): check its name and who may read it"),
        ("/proc/self/mem", "/proc/self/mem: cannot be read any further (Input/output error): see whether its disk"),
    ],
)
def test_a_script_that_cannot_be_opened_or_read_is_told(
    command: Play, tmp_path: Path, script: str, expected: str
) -> None:
    """Missing, a folder, a broken disk: exit status 2, and no state folder is made for a script that is not there."""
    state = tmp_path / "state"
    done = command("play", tmp_path / script, "--json", "--state-dir", state)
    assert (done.returncode, done.stdout) == (2, b"")
    assert expected in complaint(done)
    assert state.exists() == script.startswith("/proc")


def shell(redirections: str) -> list[str]:
    """A shell that starts the command with descriptors as nobody would wish them."""
    return ["sh", "-c", f'exec "$@" {redirections}', "sh"]


@pytest.mark.parametrize("arguments", [["play", "script.txt"], ["play", "script.txt", "--json"], ["settings"]])
def test_a_full_disk_behind_standard_output_is_told(command: Play, tmp_path: Path, arguments: list[str]) -> None:
    """Whatever writes there: a sentence, no traceback, exit status 1."""
    (tmp_path / "script.txt").write_text("show\n" * 50)
    done = command(*arguments, before=shell(">/dev/full"), cwd=tmp_path)
    assert done.returncode == 1
    cause = "standard output cannot be written (No space left on device)"
    assert complaint(done) == f"Error: {cause}: free some space there, or send it elsewhere\n"


def test_a_reader_that_goes_away_ends_the_run_without_a_word(command: Play, tmp_path: Path) -> None:
    """`delvebox play … | head -1`."""
    (tmp_path / "script.txt").write_text("show\n" * 50)
    done = command("play", tmp_path / "script.txt", before=shell("| head -1"))
    assert (done.stdout, complaint(done)) == (b"> show\n", "")


def test_closed_standard_streams_are_no_crash(command: Play, tmp_path: Path) -> None:
    """No standard input is told; without standard output the script is played all the same."""
    done = command("play", "-", before=shell("<&-"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert "standard input is closed: name a script file" in complaint(done)
    (tmp_path / "script.txt").write_text("press search\n")
    state = ("--state-dir", tmp_path / "state")
    done = command("play", tmp_path / "script.txt", *state, before=shell(">&-"))
    assert (done.returncode, complaint(done)) == (0, "")
    assert objects(command("play", "-", "--json", *state, script=b"show\n"))[0]["state"]["completed"] == 1


def test_json_is_utf_8_whatever_the_terminal_takes(command: Play) -> None:
    """An encoding without the panel's boxes: JSON stays whole, text gets question marks, neither fails."""
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = command("play", "-", "--json", script=b"show\n", changes=ascii_only)
    assert objects(done)[0]["panel"][1].startswith("turns □")
    assert "turns ??????????" in command("play", "-", script=b"show\n", changes=ascii_only).stdout.decode("ascii")


# -- sound files --------------------------------------------------------------------------------------


@pytest.fixture
def bad_wavs(tmp_path: Path) -> dict[Path, str]:
    """Files that cannot be heard, and what must be told of each."""
    good = wavs.write_wav(tmp_path / "good.wav", wavs.tone(1.0)).read_bytes()
    convert = "convert it with: ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le NEW.wav"
    sound = wavs.chunk(b"data", bytes(9600))
    made = {
        "empty": (b"", "is empty: record it again"),
        "header-only": (
            wavs.riff(wavs.fmt("pcm16"), wavs.chunk(b"data", b"")),
            "holds no sound, only a header: record it again",
        ),
        "text": (b"no sound at all\n" * 9, f"is no WAV file (it begins with b'no s'): {convert}"),
        "cut-short": (good[: len(good) // 2], "is cut short: 0.50 of 1.00 seconds are there: copy or record it again"),
        "cut-in-header": (good[:30], "its format has 10 of 16 bytes: copy or record it again"),
        "cut-before-sound": (good[:38], "is cut short before its sound: copy or record it again"),
        "mp3": (wavs.riff(wavs.fmt("pcm16", tag=85), sound), f"its format is MP3, not PCM or float: {convert}"),
        "surround": (wavs.riff(wavs.fmt("pcm16", 6), sound), f"has 6 channels, 1 or 2 can be read: {convert}"),
        "96-khz": (
            wavs.riff(wavs.fmt("pcm16", rate_hz=96_000), sound),
            f"has 96000 samples a second, 8000–48000 can be read: {convert}",
        ),
    }
    told = {}
    for name, (content, sentence) in made.items():
        (tmp_path / f"{name}.wav").write_bytes(content)
        told[tmp_path / f"{name}.wav"] = sentence
    told[tmp_path / "missing.wav"] = "cannot be opened (No such file or directory): check its name and who may read it"
    told[tmp_path] = "is a folder: name a WAV file"
    told[Path("/dev/zero")] = "is a device: name a WAV file"
    return told


@pytest.fixture
def bad_files(bad_wavs: dict[Path, str]) -> dict[Path, str]:
    """The same without the folder, of which `hear` takes the WAV files."""
    return {path: told for path, told in bad_wavs.items() if not path.is_dir()}


def test_a_bad_file_is_told_once(command: Play, bad_files: dict[Path, str], tmp_path: Path) -> None:
    """For a person the sentence is all there is to say; an empty folder is one too."""
    (tmp_path / "none").mkdir()
    done = command("hear", *bad_files, tmp_path / "none")
    assert (done.returncode, done.stdout) == (1, b"")
    told = [f"delvebox: {path}: {told}" for path, told in bad_files.items()]
    empty = f"delvebox: {tmp_path / 'none'}: holds no WAV file: name another"
    assert sorted(complaint(done).splitlines()) == sorted([*told, empty])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name a WAV file or a folder of them, or hear the microphone with --live"),
        (("--live", "one.wav", "two.wav"), "--live hears one file at a time"),
        (("--way", "shout", "one.wav"), "'shout' is not one of 'hold', 'tap', 'wake', 'open'"),
    ],
)
def test_what_hear_cannot_do_is_a_sentence(command: Play, arguments: tuple[str, ...], told: str) -> None:
    """Exit status 2, before anything is opened."""
    done = command("hear", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert told in complaint(done)


def test_hear_tells_every_bad_file_and_goes_on(command: Play, bad_files: dict[Path, str]) -> None:
    """One object a file all the same, with verdict none; one sentence a file; exit status 1."""
    done = command("hear", "--json", *bad_files)
    assert done.returncode == 1
    assert complaint(done).splitlines() == [f"delvebox: {path}: {told}" for path, told in bad_files.items()]
    found = objects(done)
    assert [each["file"] for each in found] == [str(path) for path in bad_files]
    assert {(each["verdict"], each["reason"], each["text"], each["intent"]) for each in found} == {
        ("none", "trouble", "", None)
    }


def test_a_bad_file_at_the_microphone_changes_nothing(command: Play, bad_wavs: dict[Path, str]) -> None:
    """In a script each is an answer: told on standard error, in the line and on the panel; the state is as before."""
    script = ["press search", *(f"hear {path}" for path in bad_wavs), "hear a\0b.wav", "press search"]
    done = command("play", "-", "--json", script="\n".join(script).encode())
    assert done.returncode == 0
    first, *heard, zero, last = objects(done)
    for each, (path, told) in zip(heard, bad_wavs.items(), strict=True):
        assert each["troubles"] == [f"{path}: {told}"]
        assert each["heard"] == [{"text": "", "verdict": "reject", "reason": "trouble"}]
        assert each["events"] == []
        assert each["state"] == first["state"]
        assert f"delvebox: {path}: {told}" in complaint(done)
    assert zero["troubles"] == ["'a\\x00b.wav': cannot be opened (embedded null byte): check its name"]
    assert last["state"]["completed"] == 2


@pytest.mark.speech
def test_any_common_wav_is_heard_as_what_it_is(command: Play, tmp_path: Path, speech_model: Path) -> None:
    """8 and 24 bits, float, 44.1 kHz in stereo: the same words, and a bad file between them costs none of them."""
    import numpy as np

    said = tmp_path / "said.wav"
    subprocess.run(["espeak-ng", "-w", said, "search the room"], check=True)
    samples = np.frombuffer(said.read_bytes()[44:], "<i2") / 32768
    kinds = ("pcm8", "pcm24", "float32")
    files = [wavs.write_wav(tmp_path / f"{kind}.wav", samples, kind, 22_050) for kind in kinds]
    files.append(wavs.write_wav(tmp_path / "cd.wav", np.repeat(samples, 2), "pcm16", 44_100, channels=2))
    (tmp_path / "empty.wav").touch()
    files.insert(2, tmp_path / "empty.wav")
    done = command("hear", "--json", *files)
    assert [each["intent"] for each in objects(done)] == ["search", "search", None, "search", "search"]
    assert complaint(done) == f"delvebox: {tmp_path}/empty.wav: is empty: record it again\n"
    script = "\n".join(f"hear {file}" for file in files).encode()
    played = objects(command("play", "-", "--json", script=script))
    assert [each["state"]["completed"] for each in played] == [1, 2, 2, 3, 4]


# -- phrasebooks, settings, models --------------------------------------------------------------------

SENTENCE = "language: en\nintents:\n  a:\n    data:\n      - sentences: ['{}']\n"


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        ("", ": empty; write `language`, `intents` and `lists` into it"),
        ("language: [en", ", line 2: not YAML: "),
        ("a story", ", line 1: a phrasebook is the text 'a story'; write it as `name: value` lines"),
        ("language: en\n", ": has no `intents`; write it at the left margin"),
        (SENTENCE.format("search (the room"), ", line 5: sentence 'search (the room' lacks a )"),
        (SENTENCE.format("search the {x}"), ", line 5: sentence 'search the {x}' refers to the unknown list {x}"),
        ("\0\1\2", ", line 1: not YAML: "),
        (None, ": cannot be read: No such file or directory; name a readable phrasebook file"),
    ],
    ids=lambda each: repr(each)[:30],
)
def test_a_bad_phrasebook_is_told_with_its_line(command: Play, tmp_path: Path, book: str | None, expected: str) -> None:
    """`hear` says which line is wrong and how to mend it, exit status 1, and hears nothing by another book."""
    path = tmp_path / "book.yaml"
    if book is not None:
        path.write_text(book)
    done = command("hear", "--json", "--phrasebook", path, tmp_path / "any.wav")
    assert (done.returncode, done.stdout) == (1, b"")
    assert complaint(done).startswith(f"Error: {path}{expected}")


def test_bad_settings_and_a_bad_phrasebook_never_stop_the_box(command: Play, tmp_path: Path) -> None:
    """Every problem is a line on standard error; the box plays on with the last good settings and the same state."""
    settings, book = tmp_path / "delvebox.yaml", tmp_path / "book.yaml"
    arguments = ("play", "-", "--json", "--settings", settings, "--state-dir", tmp_path / "state")
    settings.write_text("buttons:\n  knock: {pin: 22, press: search the room}\n")
    before = objects(command(*arguments, script=b"press knock\n"))[0]["state"]
    settings.write_text("buttons:\n  knock: {pin: 99, press: on}\nvoice: {rate: 5}\nvoice: {}\n")
    done = command(*arguments, script=b"show\npress knock\n")
    assert done.returncode == 0
    for line, thing in ((2, "99"), (2, "reads on as true"), (3, "5"), (4, "voice")):
        assert any(f"line {line}" in each and thing in each for each in complaint(done).splitlines()), complaint(done)
    opening, shown, pressed = objects(done)
    assert "knock" in opening["troubles"][0]
    assert shown["state"] == before
    assert pressed["state"]["completed"] == before["completed"] + 1
    settings.write_text(f"speech: {{phrasebook: {book}}}\n")
    book.write_text(SENTENCE.format("search (the room"))
    done = command(*arguments, script=b"say search the room\n")
    assert done.returncode == 0
    assert "the phrasebook cannot be used, the shipped one is: " in complaint(done)
    assert objects(done)[-1]["state"]["completed"] == before["completed"] + 2


def test_a_missing_model_is_told_and_typed_lines_are_played(command: Play, tmp_path: Path) -> None:
    """No speech model: the file is not heard and the sentence says how to get one; all else works."""
    wav = wavs.write_wav(tmp_path / "tone.wav", wavs.tone(0.5))
    bare = {"DELVEBOX_MODELS": str(tmp_path / "models")}
    cure = "the speech model small-en-us is not installed: run delvebox models install small-en-us"
    done = command("hear", "--json", wav, changes=bare)
    assert done.returncode == 1
    assert complaint(done) == f"delvebox: {cure}\n"
    assert objects(done)[0]["verdict"] == "none"
    played = objects(command("play", "-", "--json", script=f"hear {wav}\npress search\n".encode(), changes=bare))
    assert played[0]["troubles"] == [cure]
    assert played[1]["state"]["completed"] == 1
