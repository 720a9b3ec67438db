"""Which game is which: number -> deal, line-up and seating, without a list of all of them.

    game       0     1     2     3     4     5   ...      3 bots at 2 seats
    block      0     0     1     1     2     2
    deal       0     0     0     0     0     0   then 1 ...
    seats     a b   b a   a c   c a   b c   c b

A *block* is one line-up on one deal in all rotations of the seating: luck of the deal and of the
seat falls on every bot alike. Blocks do not depend on how many games are wanted, so a longer run
begins with exactly the games of a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.arena.settings import Settings, derive_seed
from tilewright.game import Seat

__all__ = ["Fixture", "Schedule"]


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    index: int
    block: int
    deal: int
    seed: int
    """Seed of the deal; the same for all games on it."""
    entries: tuple[int, ...]
    """Who sits where: for each seat an index into the settings' bots."""


class Schedule:
    """The games of an arena, in order."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._line_ups = settings.line_ups
        players = settings.players
        self.num_blocks = -(-settings.games // players)
        self.num_games = self.num_blocks * players
        """As many as asked for, rounded up to whole blocks."""

    def __len__(self) -> int:
        return self.num_games

    def __iter__(self) -> Iterator[Fixture]:
        return map(self.fixture, range(self.num_games))

    def fixture(self, index: int) -> Fixture:
        """The game of that number."""
        block, turn = divmod(index, self.settings.players)
        deal, line_up = divmod(block, len(self._line_ups))
        entries = self._line_ups[line_up]
        seed = derive_seed("deal", self.settings.seed, deal)
        return Fixture(index, block, deal, seed, entries[turn:] + entries[:turn])

    def bot_seed(self, index: int, seat: Seat) -> int:
        """Depends on the game and the seat alone, so it does not matter who plays it when."""
        return derive_seed("bot", self.settings.seed, index, seat)
