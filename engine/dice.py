"""The die that nobody can fish with: its face is fixed by where in the delve it falls."""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

from .shown import shown


class Dice(Protocol):
    """Where `decide` takes its results from."""

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        """A whole number from 1 to `sides`.

        Args:
            sides: faces of the die, 1 upwards.
            played: turns really played in the delve before this draw, 0 upwards.
            purpose: what it is for: "danger", "kind" of danger, "danger table" for a draw that danger brings, "table"
                for one that is asked for.
            draw: the n-th draw of this purpose since the last turn ended, 0 upwards.
        """
        ...


def is_seed(value: object) -> bool:
    """A whole number of up to 1,000 digits: Python writes down no more than 4,300."""
    return type(value) is int and abs(value) < 10**1000


def checked_seed(value: object) -> int:
    """The seed itself.

    Raises:
        ValueError: no whole number of up to 1,000 digits.
    """
    if type(value) is int and is_seed(value):
        return value
    raise ValueError(f"seed: {shown(value)} is no whole number of up to 1,000 digits: give one, such as 7")


class FixedDice:
    """The device's dice: the face depends on (seed, turns played, purpose, draw) and on nothing else.

    Undoing and playing again gives the same face. The faces are even to one in 10^17: 64 bits of
    BLAKE2b over the position.
    """

    def __init__(self, seed: int) -> None:
        """Dice of a delve.

        Args:
            seed: any whole number of up to 1,000 digits.

        Raises:
            ValueError: it is none.
        """
        self._seed = checked_seed(seed)

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        """See `Dice.roll`."""
        position = f"{self._seed}/{played}/{purpose}/{draw}".encode()
        return int.from_bytes(blake2b(position, digest_size=8).digest(), "big") % sides + 1
