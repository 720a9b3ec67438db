"""Bots by name. A version suffix selects an older version, such as ``level-8@1``."""

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
    "list_bot_names",
    "make_bot",
    "plain_name",
]


class RandomBot:
    """Plays by the game's playout policy, which draws random legal moves."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = to_word(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """Return a random action, drawn by the game's playout policy."""
        action, rng = view.rules.random_action(view.state, self._rng)
        self._rng = to_word(rng)
        return int(action)

    def played(self, action: Action, view: Position) -> None:
        pass


class UniformBot:
    """Plays every legal action with the same probability."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = to_word(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """Return a random legal action. All have the same probability."""
        legal = view.legal_actions
        self._rng = to_word(next_random(self._rng))
        return int(legal[below(self._rng, len(legal))])

    def played(self, action: Action, view: Position) -> None:
        """Do nothing, since the bot is stateless."""


BOTS: dict[str, Callable[[Game, int, Budget], Bot]] = {
    "random": RandomBot,
    "uniform": UniformBot,
    "greedy": make_greedy,
    **{f"level-{number}": partial(make_level, number) for number in range(1, 9)},
}


def plain_name(name: str) -> str:
    """Return a bot's name without its version suffix, such as ``level-8`` for ``level-8@1``."""
    return name.partition("@")[0]


def make_bot(name: str, game: Game, seed: int, budget: Budget | None = None) -> Bot:
    """Create a bot by name.

    Args:
        name: Name, optionally with a version.
        game: The game to play.
        seed: Seed of the bot's random numbers.
        budget: Limits per move.

    Raises:
        InvalidOption: The game has no bot of this name or version.
    """
    plain, version = plain_name(name), _parse_version(name)
    if plain not in list_bot_names(game):
        expected = ", ".join(list_bot_names(game))
        raise InvalidOption(f"no bot is called {name[:40]!r}; there are: {expected}")
    if version is None or not _has_versions(plain, game):
        if version not in (None, 1):
            raise InvalidOption(f"{plain} has one version; found {name[:40]!r}")
        return _make_unversioned(plain, game, seed, budget or Budget())
    return make_level(_parse_level(plain), game, seed, budget or Budget(), version)


def _make_unversioned(name: str, game: Game, seed: int, budget: Budget) -> Bot:
    """Create a bot without versions: a common one, or one of the game's own."""
    if name in BOTS:
        return BOTS[name](game, seed, budget)
    return YardstickBot(game, seed, _yardsticks(game)[name])


def list_bot_names(game: Game) -> list[str]:
    """List the names of a game's bots: the common ones, then its own."""
    return [*BOTS, *_yardsticks(game)]


def _yardsticks(game: Game) -> Mapping[str, Yardstick]:
    return game.knowledge.yardsticks if game.knowledge else {}


def full_name(name: str, game: Game) -> str:
    """Return a bot's name for records, with its newest version if that is above 1.

    A name with a version is returned unchanged.
    """
    if "@" in name or name not in BOTS or not _has_versions(name, game):
        return name
    newest = newest_version(game)
    return f"{name}@{newest}" if newest > 1 else name


def _parse_version(name: str) -> int | None:
    """Parse the version after the ``@`` of a bot's name. Returns None without ``@``."""
    _, at, version = name.partition("@")
    if at and not re.fullmatch(r"[1-9]\d{0,3}", version):
        raise InvalidOption(f"expected a version after '@', as in level-8@1; found {name[:40]!r}")
    return int(version) if at else None


def _has_versions(plain: str, game: Game) -> bool:
    """Return True if a bot has versions: the levels, in games with search knowledge."""
    return plain.startswith("level-") and game.knowledge is not None


def _parse_level(plain: str) -> int:
    return int(plain.removeprefix("level-"))
