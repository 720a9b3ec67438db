"""The settings and the schedule of an arena.

The settings determine every game, so games can be played anywhere and in any order with the same
result. A schedule computes each game from its index:

    game       0     1     2     3     4     5   ...      3 bots at 2 seats
    block      0     0     1     1     2     2
    deal       0     0     0     0     0     0   then 1 ...
    seats     a b   b a   a c   c a   b c   c b

A *block* is one line-up on one deal in all seat rotations, so that the luck of deal and seat is the
same for every bot. Blocks do not depend on the number of games, so a longer run starts with exactly
the games of a shorter one.
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
from tilewright.game import Game, Seat, validate_seed
from tilewright.registry import get_game

MAX_BOTS = 64
MAX_GAMES = 10_000_000
MAX_LINE_UPS = 100_000


# --- Settings -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """Everything that determines the games, and their number."""

    game: str
    bots: tuple[str, ...]
    """Bot names or ``exec:`` specs. Repeated names are separate entries."""
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
        validate_seed(self.seed)

    @property
    def budget(self) -> Budget:
        """Each bot's budget per move."""
        return Budget(self.seconds, self.iterations, self.threads)

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """All combinations of entries that fill the seats. A single one in a plain match."""
        return list(combinations(range(len(self.bots)), self.players))

    def as_json(self) -> dict[str, Any]:
        """Return the settings as JSON data, with the values of all options."""
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
    """Return the number of bots if the game allows that many players, else its minimum."""
    return num_bots if num_bots in game.players else game.players[0]


def parse_bots(text: str) -> tuple[str, ...]:
    """Parse a list of bot names separated by commas.

    A name with a comma must be in double quotes.
    """
    names = next(csv.reader([text], skipinitialspace=True), [])
    bots = tuple(name.strip() for name in names)
    if not all(bots) or not bots:
        raise InvalidOption(
            f"bots: expected names with commas, as random,random; found {text[:40]!r}"
        )
    return bots


def create_settings(game: str, bots: str, players: int | None, **settings: Any) -> Settings:
    """Create settings from comma-separated bot names.

    If `players` is None, ``choose_players`` chooses it.
    """
    names = parse_bots(bots)
    seats = choose_players(get_game(game), len(names)) if players is None else players
    return Settings(game=game, bots=names, players=seats, **settings)


def derive_seed(*parts: int | str) -> int:
    """Derive a seed from the hash of `parts`.

    A bot cannot infer the seed of the deal from its own.
    """
    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


# --- Games --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fixture:
    """A scheduled game."""

    index: int
    block: int
    deal: int
    seed: int
    """Seed of the deal, shared by all its games."""
    entries: tuple[int, ...]
    """By seat: index into the settings' bots."""


class Schedule:
    """The games of an arena by index; each is computed when it is asked for."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._line_ups = settings.line_ups
        players = settings.players
        self.num_blocks = -(-settings.games // players)
        self.num_games = self.num_blocks * players
        """The requested number, rounded up to whole blocks."""

    def __len__(self) -> int:
        return self.num_games

    def __iter__(self) -> Iterator[Fixture]:
        return map(self.fixture, range(self.num_games))

    def fixture(self, index: int) -> Fixture:
        """Return game number `index`, counted from 0."""
        block, turn = divmod(index, self.settings.players)
        deal, line_up = divmod(block, len(self._line_ups))
        entries = self._line_ups[line_up]
        seed = derive_seed("deal", self.settings.seed, deal)
        return Fixture(index, block, deal, seed, entries[turn:] + entries[:turn])

    def bot_seed(self, index: int, seat: Seat) -> int:
        """Return the seed of a seat's bot in game number `index`."""
        return derive_seed("bot", self.settings.seed, index, seat)
