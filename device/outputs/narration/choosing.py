"""Which of several texts of the same meaning is said: by weight, and never the one that was said last. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

HEAVIEST = 100
"""A text's weight is 1 to this."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a variant's texts, empty for silence; of two the one with twice the weight is said twice as often."""

    text: str
    weight: int = 1


Choose = Callable[[str, Sequence[Choice]], str]
"""Given a place, such as "events.darkness_fell", and its texts: the one of them that is said."""


def choose_first(_place: str, choices: Sequence[Choice]) -> str:
    """What is read does not vary."""
    return choices[0].text


class Chooser:
    """Chooses for one evening: fixed by its seed, the place, and how often something was chosen there."""

    def __init__(self, seed: int) -> None:
        """Nothing was said yet."""
        self._seed = seed
        self._counts: Counter[str] = Counter()
        self._last: dict[str, str] = {}

    def __call__(self, place: str, choices: Sequence[Choice]) -> str:
        """One of them by weight; silence alone may follow itself."""
        last = self._last.get(place)
        fresh = [each for each in choices if each.text != last or not last] or choices
        chosen = _at(self._face(place, sum(each.weight for each in fresh)), fresh)
        self._counts[place] += 1
        self._last[place] = chosen
        return chosen

    def _face(self, place: str, sides: int) -> int:
        """A number from 0 to `sides` - 1."""
        position = f"{self._seed} {place} {self._counts[place]}".encode()
        return int.from_bytes(blake2b(position, digest_size=8).digest()) % sides


def _at(face: int, choices: Sequence[Choice]) -> str:
    for each in choices:
        face -= each.weight
        if face < 0:
            return each.text
    raise ValueError(f"face {face} is beyond the weights of {choices}: it must be below their sum")
