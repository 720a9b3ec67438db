"""What an arena plays: one frozen value that decides every game, so that a game can be played
anywhere, in any order, and come out the same."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

from tilewright.bots import Budget
from tilewright.errors import InvalidOption
from tilewright.game import Game, check_seed
from tilewright.registry import get_game

__all__ = [
    "MAX_BOTS",
    "MAX_GAMES",
    "Settings",
    "choose_players",
    "derive_seed",
    "parse_bots",
    "seat_bots",
]

MAX_BOTS = 64
MAX_GAMES = 10_000_000
MAX_LINE_UPS = 100_000


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
        """What every bot may spend on one move."""
        return Budget(self.seconds, self.iterations, self.threads)

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """All ways to seat as many entries as there are players; one way in a plain match."""
        return list(combinations(range(len(self.bots)), self.players))

    def as_json(self) -> dict[str, Any]:
        """The settings as plain data, options in full."""
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
    """One seat a bot where the game allows that, else the fewest players: a round robin."""
    return num_bots if num_bots in game.players else game.players[0]


def parse_bots(text: str) -> tuple[str, ...]:
    """Bots with commas between them; one that has a comma of its own stands in double quotes."""
    names = next(csv.reader([text], skipinitialspace=True), [])
    bots = tuple(name.strip() for name in names)
    if not all(bots) or not bots:
        raise InvalidOption(
            f"bots: expected names with commas, as random,random; found {text[:40]!r}"
        )
    return bots


def seat_bots(game: str, bots: str, players: int | None, **more: Any) -> Settings:
    """Settings for bots as they are typed; without a number of players, what suits so many bots."""
    names = parse_bots(bots)
    seats = choose_players(get_game(game), len(names)) if players is None else players
    return Settings(game=game, bots=names, players=seats, **more)


def derive_seed(*parts: int | str) -> int:
    """A seed out of a few labels. A hash, so that a bot's seed tells it nothing of the deal's."""
    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
