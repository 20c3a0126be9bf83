"""Where a broker is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Access:
    """Where the broker is, and as whom the box comes."""

    host: str
    port: int
    user: str | None = None
    password_file: Path | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
