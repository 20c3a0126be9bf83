"""Sound from files and microphones: right at 16 kHz mono, or refused with a sentence that names file and cure."""

import os
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from wavs import chunk, encoded, fmt, noise, pcm16, riff, tone, write_wav

from delvebox.device.inputs.speech import audio
from delvebox.device.inputs.speech.audio import AudioError, Converter, read_wav, wav_blocks

KINDS = ("pcm8", "pcm16", "pcm24", "pcm32", "float32", "float64")


def samples(pcm: bytes) -> NDArray[np.float64]:
    """16-bit sound as numbers of −1 to 1."""
    return np.frombuffer(pcm, "<i2") / 32768


def off_by(pcm: bytes, wanted: NDArray[np.float64]) -> float:
    """The greatest difference, the filter's edges left out."""
    heard = samples(pcm)
    assert abs(len(heard) - len(wanted)) <= 1
    shared = slice(400, min(len(heard), len(wanted)) - 400)
    return float(np.abs(heard[shared] - wanted[shared]).max())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_every_common_wav_file_is_heard_right(tmp_path: Path, kind: str, rate_hz: int, channels: int) -> None:
    """A tone comes out the same at 16 kHz mono, whatever format, rate and channel count it was stored in."""
    path = write_wav(tmp_path / "tone.wav", tone(0.5, rate_hz), kind, rate_hz, channels)
    sound = read_wav(path)
    assert sound.seconds == pytest.approx(0.5, abs=0.001)
    assert off_by(sound.pcm, tone(0.5)) < (0.01 if kind == "pcm8" else 0.002)


def test_sixteen_kilohertz_mono_is_taken_as_it_is(tmp_path: Path) -> None:
    """What needs no converting is not changed by a single bit."""
    wanted = noise(0.3, 0.3)
    assert read_wav(write_wav(tmp_path / "n.wav", wanted)).pcm == pcm16(wanted)


@pytest.mark.parametrize(("kind", "tag"), [("pcm16", 1), ("float32", 3), ("pcm24", 1)])
def test_the_extensible_format_is_read(tmp_path: Path, kind: str, tag: int) -> None:
    """WAVE_FORMAT_EXTENSIBLE, as Windows and ffmpeg write it, is the format that it names."""
    path = tmp_path / "x.wav"
    path.write_bytes(riff(fmt(kind, tag=tag, extensible=True), chunk(b"data", encoded(tone(0.2), kind))))
    assert off_by(read_wav(path).pcm, tone(0.2)) < 0.001


def test_two_channels_are_heard_as_their_mean(tmp_path: Path) -> None:
    """Stereo is not read as mono at double the length; a microphone on one side is heard."""
    both = np.stack([tone(0.2, level=0.8), np.zeros(3200)], axis=1).reshape(-1)
    path = tmp_path / "left.wav"
    path.write_bytes(riff(fmt("pcm16", 2), chunk(b"data", pcm16(both))))
    assert off_by(read_wav(path).pcm, tone(0.2, level=0.4)) < 0.001


def test_other_chunks_and_odd_lengths_are_skipped(tmp_path: Path) -> None:
    """Titles, comments and a half sample at the end do not disturb the sound."""
    path = tmp_path / "tagged.wav"
    body = pcm16(tone(0.2)) + b"\x01"
    path.write_bytes(riff(chunk(b"LIST", b"odd"), fmt("pcm16"), chunk(b"fact", bytes(4)), chunk(b"data", body)))
    assert read_wav(path).pcm == pcm16(tone(0.2))


@pytest.mark.parametrize("told", [0xFFFFFFFF, 0x7FFFFFFF, 0x7FFFF000])
def test_a_length_that_the_recorder_could_not_know_means_to_the_end(tmp_path: Path, told: int) -> None:
    """A WAV written into a pipe has a stand-in for its length."""
    path = tmp_path / "piped.wav"
    path.write_bytes(riff(fmt("pcm16"), chunk(b"data", pcm16(tone(0.2)), told)))
    assert read_wav(path).pcm == pcm16(tone(0.2))


def test_numbers_that_are_no_sound_are_silence(tmp_path: Path) -> None:
    """A float file with NaN, infinity and values beyond 1 gives no noise and no error."""
    path = tmp_path / "wild.wav"
    wild = np.array([0.0, np.nan, np.inf, -np.inf, 7.5, -0.5] * 100)
    path.write_bytes(riff(fmt("float32"), chunk(b"data", encoded(wild, "float32"))))
    assert set(samples(read_wav(path).pcm)) == {0.0, 32767 / 32768, -1.0, -0.5}


SOUND = chunk(b"data", pcm16(tone(0.2)))
BAD = {
    "empty": (b"", "is empty: record it again"),
    "text": (b"hello, this is no sound at all", "is no WAV file .*convert it with: ffmpeg"),
    "mp3": (b"ID3\x04" + bytes(100), "is no WAV file .*begins with b'ID3"),
    "avi": (b"RIFF" + bytes(4) + b"AVI " + bytes(40), "is no WAV file"),
    "start only": (b"RIFF", "is no WAV file"),
    "head only": (riff(), "is cut short before its sound"),
    "format only": (riff(fmt("pcm16")), "is cut short before its sound"),
    "no sound": (riff(fmt("pcm16"), chunk(b"data", b"")), "holds no sound, only a header: record it again"),
    "half a sample": (riff(fmt("pcm16"), chunk(b"data", b"\1")), "holds no sound"),
    "cut short": (riff(fmt("pcm16"), SOUND)[:-3200], "is cut short: 0.10 of 0.20 seconds are there: copy or record"),
    "cut in the format": (riff(fmt("pcm16"))[:-4], "its format has 12 of 16 bytes"),
    "sound first": (riff(SOUND, fmt("pcm16")), "its sound comes before its format"),
    "endless chunk": (riff(chunk(b"LIST", b"", 0xFFFFFFF0), fmt("pcm16"), SOUND), "is cut short before its sound"),
    "a-law": (riff(fmt("pcm8", tag=6), SOUND), "its format is A-law, not PCM or float: convert it"),
    "adpcm": (riff(fmt("pcm16", tag=2), SOUND), "its format is ADPCM"),
    "strange": (riff(fmt("pcm16", tag=999), SOUND), "its format is number 999"),
    "12 bits": (riff(fmt("pcm12"), SOUND), "has 12 bits a sample, 8 or 16 or 24 or 32 can be read"),
    "16-bit float": (riff(fmt("float16"), SOUND), "has 16 bits a sample, 32 or 64 can be read"),
    "no channel": (riff(fmt("pcm16", 0), SOUND), "has 0 channels, 1 or 2 can be read"),
    "six channels": (riff(fmt("pcm16", 6), SOUND), "has 6 channels, 1 or 2 can be read"),
    "4 kHz": (riff(fmt("pcm16", rate_hz=4_000), SOUND), "has 4000 samples a second, 8000–48000 can be read"),
    "96 kHz": (riff(fmt("pcm16", rate_hz=96_000), SOUND), "has 96000 samples a second"),
    "no rate": (riff(fmt("pcm16", rate_hz=0), SOUND), "has 0 samples a second"),
    "contradiction": (
        riff(chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 16_000, 32_000, 7, 16)), SOUND),
        "contradicts itself",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wav_file_that_is_not_right_is_refused_with_name_and_cure(tmp_path: Path, name: str) -> None:
    """Nothing half-understood is heard: a sentence names the file, what is wrong with it and what to do."""
    content, told = BAD[name]
    path = tmp_path / "bad.wav"
    path.write_bytes(content)
    with pytest.raises(AudioError, match=f"^{path}: .*{told}") as caught:
        read_wav(path)
    assert ": " in str(caught.value).removeprefix(f"{path}: ")  # a cure stands after the fault
    with pytest.raises(AudioError, match=f"^{path}: "):
        list(wav_blocks(path))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder and a device are named for what they are."""
    for path, told in (
        (tmp_path / "none.wav", "cannot be opened .No such file"),
        (tmp_path, "is a folder: name a WAV file"),
        (Path("/dev/zero"), "is a device"),
        (tmp_path / ("x" * 300), "cannot be opened .File name too long"),
    ):
        with pytest.raises(AudioError, match=told):
            read_wav(path)


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No permission, and a disk that fails, are sentences too (root may read everything, so it is acted out)."""
    path = write_wav(tmp_path / "mine.wav", tone(0.2))

    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", forbidden)
        with pytest.raises(AudioError, match=r"cannot be opened .Permission denied.: check its name and who may read"):
            read_wav(path)
    if os.geteuid():
        path.chmod(0)
        with pytest.raises(AudioError, match="Permission denied"):
            read_wav(path)


def test_a_file_that_becomes_shorter_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """A recording that is replaced in the middle is an error, never a shortened command."""
    path = write_wav(tmp_path / "shrinks.wav", tone(2.0))
    blocks = wav_blocks(path, 0.1)
    next(blocks)
    os.truncate(path, 20_000)
    with pytest.raises(AudioError, match="was cut short while it was read"):
        list(blocks)


def test_a_huge_file_is_refused_whole_and_read_in_blocks(tmp_path: Path) -> None:
    """An hour of sound is no utterance, and takes no memory when it is read block by block."""
    path = tmp_path / "hour.wav"
    length = 3600 * 32_000
    with path.open("wb") as file:
        file.write(b"RIFF" + bytes(4) + b"WAVE" + fmt("pcm16") + b"data" + struct.pack("<I", length))
        file.truncate(file.tell() + length)  # a hole: no disk space
    with pytest.raises(AudioError, match="lasts 3600 s, at most 300 s"):
        read_wav(path)
    assert sum(map(len, wav_blocks(path, 10.0))) == length


@given(st.binary(max_size=200), st.integers(0, 60))
@settings(max_examples=300)
def test_no_bytes_are_anything_but_sound_or_an_audio_error(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, at: int
) -> None:
    """Whatever stands in a file, reading it ends in sound or in an `AudioError`."""
    whole = riff(fmt("pcm16"), chunk(b"data", pcm16(tone(0.01))))
    path = tmp_path_factory.getbasetemp() / "junk.wav"
    path.write_bytes(whole[:at] + junk + whole[at + len(junk) :])
    try:
        sound = read_wav(path)
    except AudioError:
        return
    assert sound.pcm
    assert len(sound.pcm) % 2 == 0


@given(
    cuts=st.lists(st.integers(1, 3000), min_size=1, max_size=20),
    rate_hz=st.sampled_from([8_000, 16_000, 44_100, 48_000]),
)
def test_a_microphone_is_heard_the_same_however_its_blocks_are_cut(cuts: list[int], rate_hz: int) -> None:
    """There is no seam between blocks: cut anywhere, the sound is that of one long block."""
    whole = (np.random.default_rng(2).normal(0, 0.2, 2 * sum(cuts)) * 32767).astype("<i2")
    converter = Converter(rate_hz)
    ends = np.cumsum(cuts) * 2
    parts = [converter.convert_block(part.tobytes(), 2) for part in np.split(whole, ends)[:-1]]
    at_once = Converter(rate_hz).convert_block(whole.tobytes(), 2)
    heard = samples(b"".join(parts))
    assert len(heard) <= len(samples(at_once)) + 1
    shared = min(len(heard), len(samples(at_once)))
    assert np.abs(heard[:shared] - samples(at_once)[:shared]).max(initial=0) < 0.001


def test_a_microphone_block_at_16_khz_mono_passes_unchanged() -> None:
    """The common microphone costs nothing."""
    block = pcm16(noise(0.03, 0.1))
    assert Converter(16_000).convert_block(block, 1) is block
    assert audio.seconds_of(block) == pytest.approx(0.03)
