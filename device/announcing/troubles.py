"""What does not work now, and what was told of it: the same is told once until its part works again. Pure."""

from __future__ import annotations


class Troubles:
    """By part of the box."""

    def __init__(self) -> None:
        """All is well."""
        self._now: dict[str, str] = {}
        self._told: dict[str, set[str]] = {}
        """All that was told of a part since it worked last: one that does not work may say why in turns."""
        self._part_of: dict[str, str] = {}
        """What was told not to work, by the box's own sentence."""

    def __contains__(self, part: str) -> bool:
        """Whether this part does not work now."""
        return part in self._now

    def __bool__(self) -> bool:
        """Whether any part does not work now."""
        return bool(self._now)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What does not work now, the newest last."""
        return tuple(self._now.values())

    def sentence(self, part: str) -> str | None:
        """Why this part does not work now; None where it does."""
        return self._now.get(part)

    def works(self, part: str) -> frozenset[str]:
        """A part works; answers all that was told of it."""
        self._now.pop(part, None)
        return frozenset(self._told.pop(part, ()))

    def fails(self, part: str, sentence: str) -> bool:
        """A part does not work; answers whether that is to be told."""
        told = self.works(part)
        self._now[part] = sentence
        self._told[part] = {*told, sentence}
        return sentence not in told

    def told(self, part: str, sentence: str) -> None:
        """It was told, of a part or of what is none."""
        self._part_of[sentence] = part

    def part_of(self, sentence: str) -> str:
        """What the sentence was told of; a fault of the box itself where it is not known."""
        return self._part_of.get(sentence, "fault")
