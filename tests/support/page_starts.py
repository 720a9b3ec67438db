"""Games that begin in the middle: their first plies are played here, not by the page."""

from __future__ import annotations

import random
from functools import cache

import tilewright as tw
from page_visitor import Shown, Visitor

LAST = 6
"""Number of plies left in a game near its end, at most."""


def start_at(host: Visitor, game: str, players: int, ply: int) -> Shown:
    """Return the ``start`` of a table: seat 0 is to move, after at least ``ply`` plies."""
    played = whole_game(game, players)
    ply = next(n for n in range(ply, played.ply) if played.after(n).mover == 0)
    record: str = host.post("/records", {"text": tw.dump(played)})["id"]
    return {"record": record, "ply": ply, "seat": 0}


def start_near_the_end(host: Visitor, game: str, players: int = 2) -> Shown:
    return start_at(host, game, players, whole_game(game, players).ply - LAST)


@cache
def whole_game(game: str, players: int) -> tw.Position:
    """Return a game of random moves."""
    position, rng = tw.new(game, players=players, seed=1), random.Random(1)
    while not position.is_over:
        position.play(rng.choice(position.legal_moves))
    return position
