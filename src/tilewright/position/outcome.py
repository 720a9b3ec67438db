"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.game import Seat

__all__ = ["Outcome"]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    scores: tuple[int, ...]
    """Each seat's score in the game's own measure."""
    places: tuple[int, ...]
    """Each seat's place, 1 for the winner. No two are alike: every game breaks its ties."""

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats, best first."""
        return tuple(sorted(range(len(self.places)), key=lambda seat: self.places[seat]))

    @property
    def winner(self) -> Seat:
        return self.ranking[0]
