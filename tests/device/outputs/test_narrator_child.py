"""The narrator's child, where only the inside of espeak can tell whether it does as it was told."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from delvebox.device.outputs.narrator_child import make_by_espeak
from delvebox.device.outputs.voice import Voice

SENTENCE = "Zug drei: Durchsuchen. Alles ruhig."

IN_FORCE = """
import importlib, os
from delvebox.device.outputs import narrator_child
child = narrator_child.Pyttsx3()
espeak = importlib.import_module("pyttsx3.drivers._espeak")
RATE, VOLUME, CURRENT = 1, 2, 1
begun = []
save = child._engine.save_to_file
def save_to_file(*arguments):
    begun.append([espeak.dll.espeak_GetParameter(each, CURRENT) for each in (RATE, VOLUME)])
    save(*arguments)
child._engine.save_to_file = save_to_file
for rate, volume in ((165, 80), (165, 80), (90, 30)):
    child.make("Danger.", rate, volume)
print("in force:", begun, flush=True)
os._exit(0)
"""


def test_rate_and_volume_are_in_force_before_a_sentence_begins() -> None:
    """From the first sentence on: what is still on its way when the sentence is sent can be lost."""
    done = subprocess.run([sys.executable, "-c", IN_FORCE], capture_output=True, text=True, check=True, timeout=10)
    assert done.stdout.splitlines()[-1] == "in force: [[165, 80], [165, 80], [90, 30]]"


def by_pyttsx3(language: str) -> bytes:
    """A sentence as the box makes it."""
    voice = Voice(lambda _trouble: None, language=language)
    try:
        return voice.make(SENTENCE, 165, 80).pcm
    finally:
        voice.close()


@pytest.mark.parametrize("make", [by_pyttsx3, lambda language: make_by_espeak(SENTENCE, 165, 80, language)])
def test_another_language_is_spoken_by_its_own_voice(make: Callable[[str], bytes]) -> None:
    """The same letters sound otherwise in German, by either engine, and last about as long."""
    english, german, again = (make(language) for language in ("en", "de", "de"))
    assert german == again != english
    assert 0.6 < len(german) / len(english) < 1.7
