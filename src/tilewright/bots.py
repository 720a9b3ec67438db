"""Bots by name. A version suffix selects an older bot: ``level-8@1`` plays as level 8 first did."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from threading import Event

from tilewright.errors import InvalidOption
from tilewright.game import Action, Game, Yardstick
from tilewright.kernel import below, mix, next_random, to_word
from tilewright.position import Position
from tilewright.search.levels import YardstickBot, make_greedy, make_level, newest_version
from tilewright.search.protocol import Bot, Budget

__all__ = [
    "BOTS",
    "Bot",
    "Budget",
    "RandomBot",
    "UniformBot",
    "full_name",
    "make_bot",
    "names_of",
    "plain_name",
]


class RandomBot:
    """Play the game's playout policy, which its page describes: any legal move, without thought."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = to_word(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        action, rng = view.rules.random_action(view.state, self._rng)
        self._rng = to_word(rng)
        return int(action)

    def played(self, action: Action, view: Position) -> None:
        pass


class UniformBot:
    """Play each legal action with the same probability."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = to_word(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        legal = view.legal_actions
        self._rng = to_word(next_random(self._rng))
        return int(legal[below(self._rng, len(legal))])

    def played(self, action: Action, view: Position) -> None:
        """Ignore the history."""


BOTS: dict[str, Callable[[Game, int, Budget], Bot]] = {
    "random": RandomBot,
    "uniform": UniformBot,
    "greedy": make_greedy,
    **{f"level-{number}": partial(make_level, number) for number in range(1, 9)},
}


def plain_name(name: str) -> str:
    """Return a bot's name without its version."""
    return name.partition("@")[0]


def make_bot(name: str, game: Game, seed: int, budget: Budget | None = None) -> Bot:
    """Return the bot of a name.

    Args:
        name: Name, perhaps with a version.
        game: The game to play.
        seed: Seed of the bot's random numbers.
        budget: Limits per move.

    Raises:
        InvalidOption: No bot of this name plays the game.
    """
    plain, version = plain_name(name), _version(name)
    if plain not in names_of(game):
        expected = ", ".join(names_of(game))
        raise InvalidOption(f"no bot is called {name[:40]!r}; there are: {expected}")
    if version is None or not _has_versions(plain, game):
        if version not in (None, 1):
            raise InvalidOption(f"{plain} has one version; found {name[:40]!r}")
        return _make_plain(plain, game, seed, budget or Budget())
    return make_level(_level(plain), game, seed, budget or Budget(), version)


def _make_plain(name: str, game: Game, seed: int, budget: Budget) -> Bot:
    if name in BOTS:
        return BOTS[name](game, seed, budget)
    return YardstickBot(game, seed, _yardsticks(game)[name])


def names_of(game: Game) -> list[str]:
    """Return the names of bots that play a game: common ones, then its own."""
    return [*BOTS, *_yardsticks(game)]


def _yardsticks(game: Game) -> Mapping[str, Yardstick]:
    return game.knowledge.yardsticks if game.knowledge else {}


def full_name(name: str, game: Game) -> str:
    """Return a bot's name with its current version, if it has several; records use it."""
    if "@" in name or name not in BOTS or not _has_versions(name, game):
        return name
    newest = newest_version(game)
    return f"{name}@{newest}" if newest > 1 else name


def _version(name: str) -> int | None:
    _, at, version = name.partition("@")
    if at and not re.fullmatch(r"[1-9]\d{0,3}", version):
        raise InvalidOption(f"expected a version after '@', as in level-8@1; found {name[:40]!r}")
    return int(version) if at else None


def _has_versions(plain: str, game: Game) -> bool:
    """Return True for levels of games that have a network."""
    return plain.startswith("level-") and game.knowledge is not None


def _level(plain: str) -> int:
    return int(plain.removeprefix("level-"))
