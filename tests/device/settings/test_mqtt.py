"""The settings of a house: off as shipped, and each wrong value told with its cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.settings import load_settings
from delvebox.device.settings.load import load_text


def test_it_is_off_and_nobody_is_heard_as_shipped() -> None:
    """Only who turns it on is told, only who allows it says phrases; either wants a network."""
    settings = load_text("").settings
    assert not settings.mqtt.enabled
    assert not settings.mqtt.commands
    assert not settings.wants_network
    assert load_text("mqtt: {enabled: true}\n").settings.wants_network


def test_the_password_is_in_a_file_beside_the_settings(tmp_path: Path) -> None:
    """Where the name is relative."""
    file = tmp_path / "box.yaml"
    file.write_text("mqtt: {user: box, password_file: secret}\n")
    assert load_settings(file).settings.mqtt.password_file == tmp_path / "secret"


@pytest.mark.parametrize("host", ["localhost", "192.168.1.4", "homeassistant.local", "::1", "fd00::12"])
def test_a_host_is_a_name_or_an_address(host: str) -> None:
    """Of either kind."""
    assert load_text(f"mqtt: {{host: '{host}'}}\n").problems == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("host: 'mqtt://box'", "without mqtt://"),
        ("host: 'box:1883'", "without mqtt://"),
        ("host: 'box..local'", "without mqtt://"),
        ("host: '.local'", "without mqtt://"),
        (f"host: {'b' * 64}", "without mqtt://"),
        ("host: ''", "the broker's name"),
        ("port: 0", "a port from 1 to 65535"),
        ("topic: 'delvebox/#'", "letters, digits"),
        ("topic: /delvebox", "letters, digits"),
        ("discovery_prefix: ''", "letters, digits"),
        ("password: secret", "is not a key"),
        ("password_file: secret", "give user too"),
        ("commands: maybe", "true or false"),
    ],
)
def test_a_wrong_value_is_told_with_its_cure(line: str, told: str) -> None:
    """And its line."""
    (problem,) = load_text(f"mqtt:\n  {line}\n").problems
    assert told in problem.text
    assert problem.line == 2
