"""Difficulty of puzzles, on the rating scale of players and bots.

A puzzle is an opponent that is beaten by finding its answer. A player of rating r finds a puzzle
of rating p with probability 1 / (1 + exp((p - r) / 5.9)), as players of these ratings beat each
other. The levels have the ratings BOT_RATINGS, and the puzzle's rating makes the observed number of
finds most likely. Half a find by the best level and half a failure by a random player are added,
so that a puzzle that all or none found has a rating, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tilewright.arena.ratings import solve_probability
from tilewright.arena.schedule import derive_seed
from tilewright.bots import make_bot
from tilewright.game import Action
from tilewright.position import Position
from tilewright.search.plans import find_solver

Found = Mapping[str, Sequence[int]]
"""By bot: times found and times asked."""

ATTEMPTS_BY_BOT: Final = {
    "level-1": 12,
    "level-2": 8,
    "level-3": 8,
    "level-4": 6,
    "level-5": 4,
    "level-6": 2,
    "level-7": 1,
}
"""Tries of each level. The last level is left out, because it mostly proves; all play in their
first version, by which all puzzles are graded."""
BOT_RATINGS: Final = {
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
"""Their ratings in that version; see ``ratings.ANCHORS`` for the newest. A solver's beam widths
stand for levels: each doubling is one level higher, the narrowest is level 1."""
WIDTHS: Final = {bot: 1 for bot in BOT_RATINGS if bot.startswith("width")}
"""Tries of a solver, which is deterministic."""
TRIVIAL_SHARE: Final = 1 / 3
LOW, HIGH = -50.0, 150.0


def measure_find_rates(
    view: Position, answers: Sequence[Action], seed: int
) -> dict[str, list[int]]:
    """Let each level try, with seeds of its own; only the easiest if that finds it often.

    In a game for one the solver tries, with beams of several widths.
    """
    found: dict[str, list[int]] = {}
    for bot, times in (WIDTHS if view.game.solver else ATTEMPTS_BY_BOT).items():
        seeds = (derive_seed("attempt", seed, bot, attempt) for attempt in range(times))
        found[bot] = [sum(_choose(bot, view, one) in answers for one in seeds), times]
        if is_too_easy(found):
            break
    return found


def _choose(bot: str, view: Position, seed: int) -> Action:
    kind, _, number = bot.partition("-")
    if kind == "width":
        return find_solver(view.game).solve(view.state, effort=int(number)).actions[0]
    return make_bot(f"{bot}@1", view.game, seed).choose(view)


def is_too_easy(found: Found) -> bool:
    """Return True if the easiest level solves it too often."""
    hits, times = next(iter(found.values()))
    return hits >= TRIVIAL_SHARE * times


def grade(found: Found) -> float:
    """Return the rating of a puzzle to a tenth, fitted to how often each bot solved it."""
    tries = [(BOT_RATINGS["random"], 0.0, 0.5), (BOT_RATINGS["level-8"], 0.5, 0.5)]
    tries += [(BOT_RATINGS[bot], hits, times) for bot, (hits, times) in found.items()]
    low, high = LOW, HIGH
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(times * solve_probability(mu, middle) for mu, _, times in tries)
        if expected > sum(hits for _, hits, _ in tries):
            low = middle  # it is harder than that
        else:
            high = middle
    return round(low, 1)
