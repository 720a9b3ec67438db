"""The schedule of an arena: its settings, and which game is which.

The settings are one frozen value that decides every game, so that a game can be played anywhere, in
any order, with the same result. A schedule computes a game from its number, without a list of all:

    game       0     1     2     3     4     5   ...      3 bots at 2 seats
    block      0     0     1     1     2     2
    deal       0     0     0     0     0     0   then 1 ...
    seats     a b   b a   a c   c a   b c   c b

A *block* is one line-up on one deal in all rotations of the seating: luck of the deal and of the
seat falls on every bot alike. Blocks do not depend on how many games are wanted, so a longer run
begins with exactly the games of a shorter one.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

from tilewright.bots import Budget
from tilewright.errors import InvalidOption
from tilewright.game import Game, Seat, check_seed
from tilewright.registry import get_game

MAX_BOTS = 64
MAX_GAMES = 10_000_000
MAX_LINE_UPS = 100_000


# --- Settings -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """Everything that the games depend on, and how many are wanted."""

    game: str
    bots: tuple[str, ...]
    """Names of bots or ``exec:`` specs. A name may stand more than once: each is an entry."""
    games: int
    seed: int = 0
    players: int = 2
    options: Mapping[str, str] = field(default_factory=dict)
    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        found = get_game(self.game)
        found.parse_options(self.options, self.players)
        self.budget  # noqa: B018  # complains about a budget of zero
        if not self.players <= len(self.bots) <= MAX_BOTS:
            expected = f"{self.players} to {MAX_BOTS} bots for {self.players} players"
            raise InvalidOption(f"bots: expected {expected}; found {len(self.bots)}")
        if comb(len(self.bots), self.players) > MAX_LINE_UPS:
            count = comb(len(self.bots), self.players)
            raise InvalidOption(
                f"bots: expected at most {MAX_LINE_UPS:,} line-ups; found {count:,}"
            )
        if not 1 <= self.games <= MAX_GAMES:
            raise InvalidOption(f"games: expected 1 to {MAX_GAMES:,}; found {self.games}")
        check_seed(self.seed)

    @property
    def budget(self) -> Budget:
        """Budget of each bot per move."""
        return Budget(self.seconds, self.iterations, self.threads)

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """All ways to seat as many entries as there are players; one way in a plain match."""
        return list(combinations(range(len(self.bots)), self.players))

    def as_json(self) -> dict[str, Any]:
        """Return the settings as plain data, options in full."""
        found = get_game(self.game)
        values = [int(value) for value in found.parse_options(self.options, self.players)]
        return {
            "game": self.game,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "options": found.format_options(values, self.players),
            "seconds": self.seconds,
            "iterations": self.iterations,
            "threads": self.threads,
        }


def choose_players(game: Game, num_bots: int) -> int:
    """Return the number of players: one seat per bot if the game allows it, else the fewest (round
    robin)."""
    return num_bots if num_bots in game.players else game.players[0]


def parse_bots(text: str) -> tuple[str, ...]:
    """Split names of bots at commas; a name that contains a comma is in double quotes."""
    names = next(csv.reader([text], skipinitialspace=True), [])
    bots = tuple(name.strip() for name in names)
    if not all(bots) or not bots:
        raise InvalidOption(
            f"bots: expected names with commas, as random,random; found {text[:40]!r}"
        )
    return bots


def seat_bots(game: str, bots: str, players: int | None, **more: Any) -> Settings:
    """Return the settings for bots as typed; without `players`, the number that fits the bots."""
    names = parse_bots(bots)
    seats = choose_players(get_game(game), len(names)) if players is None else players
    return Settings(game=game, bots=names, players=seats, **more)


def derive_seed(*parts: int | str) -> int:
    """Return a seed hashed from labels, so that a bot's seed says nothing about the deal's."""
    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


# --- Games --------------------------------------------------------------------------------------


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
        """Return the specification of a game by its number."""
        block, turn = divmod(index, self.settings.players)
        deal, line_up = divmod(block, len(self._line_ups))
        entries = self._line_ups[line_up]
        seed = derive_seed("deal", self.settings.seed, deal)
        return Fixture(index, block, deal, seed, entries[turn:] + entries[:turn])

    def bot_seed(self, index: int, seat: Seat) -> int:
        """Return the seed of the bot on a seat; it depends on game index and seat only."""
        return derive_seed("bot", self.settings.seed, index, seat)
