"""Versions of the bot that thinks as long as it may: 1 is the search alone, from 2 on a network.

The newest that can be used plays. Where weights are missing or damaged, one line says so and the
version before plays on.
"""

from __future__ import annotations

import logging
from functools import cache

from tilewright.errors import InvalidOption, TextError
from tilewright.game import Game
from tilewright.network import Network, find_versions, read_network

__all__ = ["find_network", "newest_version"]

log = logging.getLogger(__name__)


@cache
def newest_version(game: Game) -> int:
    """The newest version that can be used."""
    for version in reversed(find_versions(game)):
        try:
            _read(game, version)
            return version
        except TextError as error:
            log.warning("%s: level 8 plays as an older version: %s", game.name, error)
    return 1


def find_network(game: Game, version: int | None = None) -> Network | None:
    """The network of a version, the newest where none is named; None for version 1."""
    version = newest_version(game) if version is None else version
    return None if version == 1 else _read(game, version)


@cache
def _read(game: Game, version: int) -> Network:
    there = [1, *find_versions(game)]
    if version not in there:
        expected = ", ".join(map(str, there))
        raise InvalidOption(f"{game.name}: expected a version of {expected}; found {version}")
    return read_network(game, version)
