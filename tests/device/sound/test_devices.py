"""Which device a name means, and what is said where it means none."""

import pytest

from delvebox.device.sound import SoundDevice, SoundError, choose_device

USB = SoundDevice("USB Audio Device: - (hw:1,0)", 1, 1, 44_100)
SECOND_USB = SoundDevice("USB Audio Device: - (hw:2,0)", 2, 1, 44_100)
PLAIN = SoundDevice("default", 3, 32, 44_100, default=True)


def test_no_name_means_the_default_device() -> None:
    """Without a name the system's own choice is taken, wherever it stands in the list."""
    assert choose_device([USB, PLAIN], None, "input") == PLAIN


def test_without_a_default_the_first_device_is_taken() -> None:
    """A system that has no default still has a microphone."""
    assert choose_device([USB, SECOND_USB], None, "input") == USB


def test_a_part_of_the_name_in_any_case_is_enough() -> None:
    """Nobody types "(hw:1,0)"."""
    assert choose_device([USB, PLAIN], "usb audio", "input") == USB


def test_a_whole_name_wins_over_a_part_of_another() -> None:
    """A device named "default" is found beside "default front"."""
    front = SoundDevice("default front", 4, 2, 44_100)
    assert choose_device([front, PLAIN], "Default", "output") == PLAIN


def test_an_ambiguous_name_is_refused_with_the_devices_it_fits() -> None:
    """Two equal sticks: the error lists both, and not the third device."""
    with pytest.raises(SoundError, match=r'"usb" fits several microphones.*hw:1,0.*hw:2,0') as caught:
        choose_device([USB, SECOND_USB, PLAIN], "usb", "input")
    assert "default" not in str(caught.value)


def test_an_unknown_name_is_refused_with_the_devices_there_are() -> None:
    """The error says what could be named instead."""
    with pytest.raises(SoundError, match=r'no loudspeaker is named "HiFi".*"default"'):
        choose_device([PLAIN], "HiFi", "output")


def test_no_device_at_all_is_told_with_a_cure() -> None:
    """A machine without a microphone gets a sentence, not an index error."""
    with pytest.raises(SoundError, match="no microphone found: plug in a microphone"):
        choose_device([], None, "input")
