"""Where the chance of a game comes from that nobody is to foresee."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Chance"]


class Chance(Protocol):
    """Keys for a game whose chance nobody is to foresee, even who knows all that the generator has
    shown and what it holds."""

    def key(self, event: int) -> int:
        """64 bits that decide what is drawn after so many events of chance, the deal being the
        first. Number 0 decides what the deal hides, of which a seat sees its own at most."""
