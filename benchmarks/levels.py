"""Measures the Elo distance between neighbouring bot levels, with two, three and four players.

    python benchmarks/levels.py --games 400 --seconds 500 --time 0.1 --json out.json

With two players, both sit on either seat; with three, one sits against two, lower or higher; with
four, two against two. Every deal is played in all such line-ups. A step is the share of pairs in
which the lower came before the higher, a tie counting half. ``--time`` limits level 8; the others
have their own limits. All steps together form an Elo scale, for each game and number of players,
with level 1 at 0.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from strength import MEMORY, Cell, compile_all, describe_machine, play_line_up

sys.path.insert(0, str(Path(__file__).parent.parent))

from learning.pool import run_for

from tilewright.bots import Budget
from tilewright.registry import GAMES, get_game

FRESH = 79_000_000  # deals from here on, which nothing was learnt from or tuned on
LEVELS = 8


class Step(NamedTuple):
    """A match between two neighbouring levels."""

    game: str
    players: int
    lower: int
    seconds: float

    @property
    def bots(self) -> list[tuple[str, Budget]]:
        """Return both bots with their budgets. Only the highest level needs a time limit."""
        limits = {LEVELS: self.seconds}
        both = (self.lower, self.lower + 1)
        return [(f"level-{one}", Budget(limits.get(one), memory=MEMORY)) for one in both]

    @property
    def cell(self) -> Cell:
        return Cell(self.game, self.players, *(name for name, _ in self.bots))


class Deal(NamedTuple):
    """A deal of a step, to be played in all line-ups."""

    index: int
    step: Step
    number: int


def list_line_ups(players: int) -> list[tuple[int, ...]]:
    """List the most balanced line-ups: by seat, 0 for the lower bot and 1 for the higher."""
    sides = product((0, 1), repeat=players)
    return [one for one in sides if players // 2 <= sum(one) <= players - players // 2]


def play_deal(deal: Deal) -> dict[str, Any]:
    """Play a deal in all line-ups. Returns the share of pairs in which the lower level came
    before."""
    shares = []
    for sides in list_line_ups(deal.step.players):
        names, budgets = zip(*(deal.step.bots[side] for side in sides), strict=True)
        places = play_line_up(deal.step.cell, list(names), list(budgets), deal.number).places
        pairs = [
            (places[one] < places[other]) + 0.5 * (places[one] == places[other])
            for one, other in product(range(len(sides)), repeat=2)
            if sides[one] < sides[other]
        ]
        shares.append(sum(pairs) / len(pairs))
    return {"index": deal.index, "games": len(shares), "share": sum(shares) / len(shares)}


def yield_deals(steps: list[Step], games: int) -> Iterator[Deal]:
    """Yield the next deal of the step with the fewest games, until all steps have enough.

    Games with level 8 are much slower, so that step gets a third of the games if time is short.
    """
    dealt, begun = [0] * len(steps), [0] * len(steps)
    while min(begun) < games:
        index = int(np.argmin(begun))
        step = steps[index]
        yield Deal(index, step, FRESH + 100_000 * index + dealt[index])
        dealt[index] += 1
        begun[index] += len(list_line_ups(step.players)) * (3 if step.lower + 1 == LEVELS else 1)


def summarise(step: Step, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a step's share and its 95 % interval over the deals."""
    shares = [row["share"] for row in rows]
    share = float(np.mean(shares))
    return {
        **step._asdict(),
        "games": sum(row["games"] for row in rows),
        "share": share,
        "interval": 1.96 * float(np.std(shares)) / math.sqrt(len(shares)),
    }


def compute_elo_scale(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each level's Elo above level 1, the sum of the measured steps below it."""
    levels, elo, variance = [{"level": 1, "elo": 0.0, "interval": 0.0}], 0.0, 0.0
    for one in sorted(found, key=lambda one: int(one["lower"])):
        if one["lower"] != len(levels) or not 0 < one["share"] < 1:
            break
        odds = one["share"] / (1 - one["share"])
        slope = 400 / math.log(10) / (one["share"] * (1 - one["share"]))
        elo, variance = elo - 400 * math.log10(odds), variance + (slope * one["interval"]) ** 2
        levels.append({"level": one["lower"] + 1, "elo": elo, "interval": math.sqrt(variance)})
    return levels


def report(steps: list[Step], rows: list[dict[str, Any]], path: Path | None) -> None:
    """Print the results so far, and write them to a file if one is given."""
    by_step = [[row for row in rows if row["index"] == index] for index in range(len(steps))]
    found = [summarise(step, own) for step, own in zip(steps, by_step, strict=True) if own]
    for one in found:
        who = f"{one['game']} {one['players']}: level {one['lower']} against the next"
        print(f"{who}: {one['share']:.1%} ±{one['interval']:.1%} of {one['games']}", flush=True)
    scales = {}
    for game, players in dict.fromkeys((step.game, step.players) for step in steps):
        own = [one for one in found if (one["game"], one["players"]) == (game, players)]
        scales[f"{game}:{players}"] = compute_elo_scale(own)
        texts = [f"{level['elo']:.0f} ±{level['interval']:.0f}" for level in compute_elo_scale(own)]
        print(f"{game} {players}: {', '.join(texts)}", flush=True)
    if path:
        data = {**describe_machine(), "steps": found, "scales": scales}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def make_steps(
    names: list[str], players: list[int], lowers: list[int], seconds: float
) -> list[Step]:
    """Return the steps of these games, for the numbers of players that they allow."""
    return [
        Step(name, count, lower, seconds)
        for name in names
        for count in players
        for lower in lowers
        if count in get_game(name).players
    ]


def main() -> None:
    """Play until all steps have enough games or the time is up, and report every 30 s."""
    known = [name for name, game in GAMES.items() if game.knowledge and game.knowledge.levels]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(known), help="games, with commas between")
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--lower", default="1,2,3,4,5,6,7", help="of the two levels")
    parser.add_argument("--games", type=int, default=400, help="of each step")
    parser.add_argument("--seconds", type=float, default=60.0, help="to begin no game after")
    parser.add_argument("--time", type=float, default=0.5, help="of level 8, a move")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    players, lowers = ([*map(int, words.split(","))] for words in (args.players, args.lower))
    steps = make_steps(args.only.split(","), players, lowers, args.time)
    compile_all([step.cell for step in steps])
    rows: list[dict[str, Any]] = []
    reported_at = time.monotonic()
    for row in run_for(args.seconds, args.workers, play_deal, yield_deals(steps, args.games)):
        rows.append(row)
        if time.monotonic() - reported_at > 30:
            reported_at = time.monotonic()
            report(steps, rows, args.json)
    report(steps, rows, args.json)


if __name__ == "__main__":
    main()
