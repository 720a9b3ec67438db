"""Turns of random games, for tests of scenes: a position, the effect of a move, the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import tilewright as tw
from tilewright.bots import make_bot
from walks import Configuration


class Turn(NamedTuple):
    """One turn of a game; every part of it is a copy."""

    before: tw.Position
    move: str
    effect: dict[str, Any]
    """Effect of the move, computed before it was played."""
    after: tw.Position


def turns_of(configuration: Configuration, seed: int) -> Iterator[Turn]:
    """Yield all turns of one random game."""
    name, players, options = configuration
    position = tw.new(name, players=players, seed=seed, **options)
    bot = make_bot("random", position.game, seed)
    while not position.is_over:
        yield play_turn(position, position.format_move(bot.choose(position)))


def play_turn(position: tw.Position, move: str) -> Turn:
    """Play a move after asking for its effect."""
    before = position.copy()
    effect = before.effect(move)
    position.play(move)
    return Turn(before, move, effect, position.copy())
