"""The die that nobody can fish with: its face is fixed by where in the delve it falls."""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol


class Dice(Protocol):
    """Where `decide` takes its results from."""

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        """A whole number from 1 to `sides`.

        Args:
            sides: faces of the die, 1 upwards.
            played: turns really played in the delve before this draw, 0 upwards.
            purpose: what it is for: "danger" or "kind".
            draw: the n-th draw of this purpose since the last turn ended, 0 upwards.
        """
        ...


def is_seed(value: object) -> bool:
    """A whole number of up to 1,000 digits: Python writes down no more than 4,300."""
    return type(value) is int and abs(value) < 10**1000


class FixedDice:
    """The device's dice: the face depends on (seed, turns played, purpose, draw) and on nothing else.

    Undoing and playing again gives the same face. The faces are even to one in 10^17: 64 bits of
    BLAKE2b over the position.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        """See `Dice.roll`."""
        position = f"{self._seed}/{played}/{purpose}/{draw}".encode()
        return int.from_bytes(blake2b(position, digest_size=8).digest(), "big") % sides + 1
