"""The password in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.mqtt.password import LARGEST_BYTES, PasswordError, read_password


def test_it_is_the_first_line(tmp_path: Path) -> None:
    """Without its end, whatever wrote it; blanks count."""
    file = tmp_path / "password"
    file.write_bytes(b"\xef\xbb\xbf s3cret \r\nmore\n")
    assert read_password(file) == " s3cret "


@pytest.mark.parametrize("content", [None, b"", b"\nsecret", b"secret\xff", b"secret" * LARGEST_BYTES])
def test_a_file_that_gives_none_is_told_without_what_is_in_it(tmp_path: Path, content: bytes | None) -> None:
    """With its name and the cure."""
    file = tmp_path / "password"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(PasswordError, match="password file") as caught:
        read_password(file)
    assert str(file) in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_folder_is_no_password(tmp_path: Path) -> None:
    """Told like a file that cannot be read."""
    with pytest.raises(PasswordError, match="cannot be read"):
        read_password(tmp_path)
