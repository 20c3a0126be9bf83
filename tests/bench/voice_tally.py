"""How often something was understood, with its 95 % interval."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Sounds heard: understood, taken for something else; and seconds from the last sound to the words."""

    of: int = 0
    right: int = 0
    wrong: int = 0
    spent: list[float] = field(default_factory=list)

    def count(self, got: object, wanted: object) -> None:
        """One more; `got` is None where nothing was accepted, `wanted` where nothing should be."""
        self.of += 1
        self.right += got is not None and got == wanted
        self.wrong += got is not None and got != wanted

    @property
    def median_ms(self) -> float | None:
        """Of the times; None where there are none."""
        return round(1000 * statistics.median(self.spent), 1) if self.spent else None

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        accepted = self.right + self.wrong
        return {
            "of": self.of,
            "right": self.right,
            "wrong": self.wrong,
            "right_interval": wilson(self.right, self.of),
            "wrong_interval": wilson(self.wrong, self.of),
            "wrong_of_accepted_interval": wilson(self.wrong, accepted) if accepted else None,
            "median_ms": self.median_ms,
        }

    def __str__(self) -> str:
        low, high = wilson(self.right, self.of)
        return f"{self.right:3} of {self.of} ({low:.1f}–{high:.1f} %), wrong {self.wrong}"


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, in per cent."""
    z, share = 1.96, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return round(100 * (middle - half), 1), round(100 * (middle + half), 1)
