"""How hard a puzzle is, on the one scale of players and bots.

A puzzle is an opponent: whoever finds its answer has beaten it. A player of rating r finds a puzzle
of rating p with the chance 1 / (1 + exp((p - r) / 5.9)), as players of these ratings beat each
other. The levels stand at STANDS, and the rating is the one that makes as many finds likely
as there were. Half a find by the best level and half a failure by a random player are counted in,
so that a puzzle nobody found, or everybody, has a rating too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from tilewright.arena.settings import derive_seed
from tilewright.bots import make_bot
from tilewright.game import Action
from tilewright.position import Position
from tilewright.search.plans import find_solver

__all__ = ["ATTEMPTS", "SPREAD", "STANDS", "Found", "ask_levels", "expect", "grade", "is_trivial"]

Found = Mapping[str, Sequence[int]]
"""For each bot how often it found the answer, and how often it was asked."""

ATTEMPTS: Final = {
    "level-1": 12,
    "level-2": 8,
    "level-3": 8,
    "level-4": 6,
    "level-5": 4,
    "level-6": 2,
    "level-7": 1,
}
"""The last level thinks for seconds, and mostly proves: it would only say yes. All are asked in
their first version, by which all puzzles are graded."""
STANDS: Final = {
    "random": 0.0,
    "level-1": 18.2,
    "level-2": 25.0,
    "level-3": 31.0,
    "level-4": 38.9,
    "level-5": 46.0,
    "level-6": 54.1,
    "level-7": 60.1,
    "level-8": 66.5,
    "width-1": 18.2,
    "width-2": 25.0,
    "width-3": 28.5,
    "width-4": 31.0,
    "width-6": 36.0,
    "width-8": 38.9,
    "width-12": 43.0,
    "width-16": 46.0,
    "width-24": 51.0,
    "width-32": 54.1,
    "width-64": 60.1,
}
"""Where they stood then; see ``ratings.ANCHORS`` for where the newest stand. The widths of a solver
are set against the levels: each twice as wide stands a level higher, the narrowest with level 1."""
WIDTHS: Final = {bot: 1 for bot in STANDS if bot.startswith("width")}
"""A solver that is asked again answers the same."""
TRIVIAL: Final = 1 / 3
SPREAD: Final = 5.9  # of the anchors
LOW, HIGH = -50.0, 150.0


def ask_levels(view: Position, answers: Sequence[Action], seed: int) -> dict[str, list[int]]:
    """Let every level try, with seeds of its own; only the easiest if that finds it often. In a
    game for one the solver tries, with beams of some widths."""
    found: dict[str, list[int]] = {}
    for bot, times in (WIDTHS if view.game.solver else ATTEMPTS).items():
        seeds = (derive_seed("attempt", seed, bot, attempt) for attempt in range(times))
        found[bot] = [sum(_choose(bot, view, one) in answers for one in seeds), times]
        if is_trivial(found):
            break
    return found


def _choose(bot: str, view: Position, seed: int) -> Action:
    kind, _, number = bot.partition("-")
    if kind == "width":
        return find_solver(view.game).solve(view.state, effort=int(number)).actions[0]
    return make_bot(f"{bot}@1", view.game, seed).choose(view)


def is_trivial(found: Found) -> bool:
    """Whether the easiest level finds it often enough."""
    hits, times = next(iter(found.values()))
    return hits >= TRIVIAL * times


def grade(found: Found) -> float:
    """The rating of a puzzle, to a tenth."""
    tries = [(STANDS["random"], 0.0, 0.5), (STANDS["level-8"], 0.5, 0.5)]
    tries += [(STANDS[bot], hits, times) for bot, (hits, times) in found.items()]
    low, high = LOW, HIGH
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(times * expect(mu, middle) for mu, _, times in tries)
        if expected > sum(hits for _, hits, _ in tries):
            low = middle  # it is harder than that
        else:
            high = middle
    return round(low, 1)


def expect(player: float, puzzle: float) -> float:
    """The chance that somebody of that rating finds a puzzle of that rating."""
    return 1 / (1 + math.exp((puzzle - player) / SPREAD))
