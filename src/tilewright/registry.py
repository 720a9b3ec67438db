"""The registry of games from this package and others.

Packages register games in the entry point group ``tilewright.games``, with the name of each game
and the location of its ``Game``. The games of this package are registered the same way. Games are
imported on first use. If that fails, a warning is logged, and the game is ignored.
"""

from __future__ import annotations

import copyreg
import logging
import re
from collections.abc import Callable, Iterator, MutableMapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tilewright.errors import TilewrightError, UnknownGame
from tilewright.game import Game

__all__ = ["GAMES", "GROUP", "Games", "find_games", "get_game"]

GROUP = "tilewright.games"
OWN = "tilewright"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
MAX_NAME = 40

log = logging.getLogger(__name__)


def find_games() -> list[EntryPoint]:
    """Return the entry points of all games, those of this package first."""
    found = list(entry_points(group=GROUP))
    own = [entry for entry in found if _package_name(entry) == OWN] or _read_checkout_entries()
    others = [entry for entry in found if _package_name(entry) != OWN]
    return sorted(own, key=lambda one: one.name) + sorted(
        others, key=lambda one: (_package_name(one), one.name)
    )


def _package_name(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else OWN


def _read_checkout_entries() -> list[EntryPoint]:
    """Read the entry points from ``pyproject.toml``, for a checkout that is not installed."""
    import tomllib

    path = Path(__file__).parents[2] / "pyproject.toml"
    if not path.exists():
        return []
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["project"]["entry-points"]
    return [EntryPoint(name, value, GROUP) for name, value in groups[GROUP].items()]


class Games(MutableMapping[str, Game]):
    """Games by name, imported on first use.

    Iteration imports all games, and skips those that cannot be imported.

    Examples:
        >>> from tilewright import GAMES
        >>> GAMES["polyssimo"].players
        (2, 3, 4)
        >>> "chess" in GAMES
        False
    """

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}
        self._broken: dict[str, str] = {}
        self._entries: dict[str, EntryPoint] | None = None

    @property
    def names(self) -> list[str]:
        """Names of all games not known to be broken. Does not import them."""
        return [
            name for name in self._find_entries() if name not in self._broken
        ] + self._list_added()

    def why_not(self, name: str) -> str | None:
        """Return the reason why a game could not be imported, or None."""
        return self._broken.get(name)

    def __getitem__(self, name: str) -> Game:
        if name not in self._loaded and name in self._find_entries() and name not in self._broken:
            self._load(name)
        return self._loaded[name]

    def __setitem__(self, name: str, game: Game) -> None:
        self._loaded[name] = game

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.names if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _list_added(self) -> list[str]:
        return [name for name in self._loaded if name not in self._find_entries()]

    def _find_entries(self) -> dict[str, EntryPoint]:
        """Return the valid entry points by name. They are read on the first call."""
        if self._entries is None:
            self._entries = {}
            for entry in find_games():
                self._add_entry(entry, self._entries)
        return self._entries

    def _add_entry(self, entry: EntryPoint, entries: dict[str, EntryPoint]) -> None:
        """Add an entry point, unless its name is taken."""
        if not NAME.fullmatch(entry.name) or len(entry.name) > MAX_NAME:
            self._warn(entry, f"expected a name of a-z, 0-9 and single '-'; found {entry.name!r}")
        elif entry.name in entries:
            self._warn(entry, f"{_package_name(entries[entry.name])} has a game of that name")
        else:
            entries[entry.name] = entry

    def _load(self, name: str) -> None:
        """Import a game, or record why that failed."""
        entry = self._find_entries()[name]
        try:
            self._loaded[name] = _require_game(entry.load(), name)
        except Exception as error:  # third-party code may raise anything
            first_line = f"{type(error).__name__}: {error}".splitlines()[0]
            self._broken[name] = f"{entry.value} of {_package_name(entry)}: {first_line}"
            self._warn(entry, first_line)

    def _warn(self, entry: EntryPoint, why: str) -> None:
        """Log why a game is ignored."""
        log.warning(
            "the game %s (%s of %s) is left out: %s",
            entry.name[:MAX_NAME],
            entry.value,
            _package_name(entry),
            why,
        )


def _require_game(found: object, name: str) -> Game:
    """Return `found`. Raises TypeError or ValueError unless it is the game `name`."""
    if not isinstance(found, Game):
        raise TypeError(f"expected a tilewright.game.Game; found {type(found).__name__}")
    if found.name != name:
        raise ValueError(f"expected a game called {name!r}; found {found.name[:MAX_NAME]!r}")
    return found


GAMES = Games()


def get_game(name: str) -> Game:
    """Return the game with this name.

    Raises:
        UnknownGame: There is no such game, or it cannot be imported.

    Examples:
        >>> from tilewright.registry import get_game
        >>> get_game("my-shelfie")
        <Game my-shelfie: My Shelfie, 2 or 3 or 4 players, 2565 actions>
    """
    if not isinstance(name, str):
        raise UnknownGame(f"expected the name of a game; found {type(name).__name__} {name!r:.40}")
    game = GAMES.get(name)
    if game is not None:
        return game
    if why := GAMES.why_not(name):
        raise UnknownGame(f"the game {name} cannot be used: {why}")
    raise UnknownGame(f"no game is called {name[:40]!r}; there are: {', '.join(GAMES.names)}")


def _reduce_game(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Reduce a game to its name for pickling. Raises TilewrightError if it is not in `GAMES`."""
    if GAMES.get(game.name) is not game:
        raise TilewrightError(f"expected a game of GAMES to copy or pickle; found {game!r}")
    return get_game, (game.name,)


copyreg.pickle(Game, _reduce_game)
