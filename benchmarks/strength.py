"""Measures the strength of the bots in all games, with every number of players.

    python benchmarks/strength.py --seconds 500 --json out.json

One bot plays one, two or three others on new deals, from every seat in turn. A cell of the table
is its share of first places, with a 95 % interval over the deals. ``level-8~believes=0`` is level
8 with another setting of its search.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from learning.pool import run_for

from tilewright.bots import Bot, Budget, full_name, make_bot
from tilewright.game import Game
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.runtime.jit import runtime_of
from tilewright.search.bot import SearchBot
from tilewright.search.levels import load_network

FRESH = 77_000_000  # deals from here on, which nothing was learnt from or tuned on
MEMORY = 64.0


class Cell(NamedTuple):
    """A match: a bot against others, in one game and with one number of players."""

    game: str
    players: int
    hero: str
    rival: str
    seconds: float = 0.0
    iterations: int = 0
    drafts: str = ""
    """``given``: the opening draft is random."""

    @property
    def budget(self) -> Budget:
        return Budget(self.seconds or None, self.iterations or None, memory=MEMORY)

    def __str__(self) -> str:
        limit = f"{self.seconds:g} s" if self.seconds else f"{self.iterations:,} iterations"
        return f"{self.game} {self.players}: {self.hero} against {self.rival}, {limit}"


class Deal(NamedTuple):
    """A deal of a match, to be played with the hero on every seat."""

    cell: int
    match: Cell
    number: int


def play_deal(deal: Deal) -> dict[str, Any]:
    """Play all games of a deal, with the hero on each seat in turn."""
    games = [play_game(deal, turn) for turn in range(deal.match.players)]
    return {"cell": deal.cell, "deal": deal.number, "games": games}


def play_game(deal: Deal, turn: int) -> dict[str, Any]:
    """Play one game, with the hero on seat ``turn``."""
    names = [deal.match.rival] * deal.match.players
    names[turn] = deal.match.hero
    played = play_line_up(deal.match, names, [deal.match.budget] * len(names), deal.number)
    return {
        "first": (played.places[turn] == 1) / sum(place == 1 for place in played.places),
        "slowest": round(played.slowest[turn], 3),
        "iterations": played.iterations[turn],
    }


class Played(NamedTuple):
    """A game's results by seat: places, slowest move, mean iterations per search."""

    places: list[int]
    slowest: list[float]
    iterations: list[int]


def play_line_up(match: Cell, names: list[str], budgets: list[Budget], number: int) -> Played:
    """Play a deal with these bots, by seat. Returns the results by seat."""
    game = get_game(match.game)
    position = Position.new(game, len(names), number, {})
    if match.drafts:
        play_random_draft(position, number)
    made = enumerate(zip(names, budgets, strict=True))
    bots = [make_player(name, game, number + seat, budget) for seat, (name, budget) in made]
    slowest = [0.0] * len(names)
    searches: list[list[int]] = [[] for _ in names]
    while not position.is_over:
        seat, begin = position.mover, time.perf_counter()
        action = bots[seat].choose(position.view(seat))
        slowest[seat] = max(slowest[seat], time.perf_counter() - begin)
        if getattr(bots[seat], "considered", None):
            searches[seat].append(getattr(bots[seat], "iterations", 0))
        position.play(action)
        for other, bot in enumerate(bots):
            if not position.is_over:
                bot.played(action, position.view(other))
    iterations = [sum(own) // max(1, len(own)) for own in searches]
    return Played(list(position.standing().places), slowest, iterations)


def make_player(name: str, game: Game, seed: int, budget: Budget) -> Bot:
    """Create a bot by name, such as ``level-8~believes=0`` with another setting of its search."""
    bot, _, change = name.partition("~")
    if not change:
        return make_bot(bot, game, seed, budget)
    setting, _, value = change.partition("=")
    return SearchBot(game, seed, budget, {setting: float(value)}, network=load_network(game))


def play_random_draft(position: Position, seed: int) -> None:
    """Play the opening draft at random, if the game has one."""
    rng = np.random.default_rng(seed)
    while int(position.state["pool"]):
        position.play(int(rng.choice(position.legal_actions)))


def compile_all(cells: list[Cell]) -> None:
    """Let every bot move once in this process, before several processes would compile its
    kernels."""
    for game, hero, rival in sorted({(cell.game, cell.hero, cell.rival) for cell in cells}):
        runtime_of(get_game(game)).compile()
        for name in (hero, rival):
            match = Cell(game, 2, name, name, iterations=40)
            play_game(Deal(0, match, FRESH - 1), 0)


def yield_deals(cells: list[Cell], first: int) -> Iterator[Deal]:
    """Yield deals endlessly, each for the match with the fewest games."""
    begun = [0] * len(cells)
    while True:
        index = int(np.argmin(begun))
        match = cells[index]
        yield Deal(index, match, first + 100_000 * index + begun[index] // match.players)
        begun[index] += match.players


def summarise(cell: Cell, deals: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a match's share of first places, with a 95 % interval over the deals."""
    means = [sum(game["first"] for game in deal["games"]) / len(deal["games"]) for deal in deals]
    games = [game for deal in deals for game in deal["games"]]
    by_seat = np.mean([[game["first"] for game in deal["games"]] for deal in deals], axis=0)
    return {
        **cell._asdict(),
        "games": len(games),
        "share": float(np.mean(means)),
        "interval": 1.96 * float(np.std(means)) / math.sqrt(len(means)),
        "by_seat": by_seat.round(3).tolist(),
        "iterations_made": round(float(np.mean([game["iterations"] for game in games]))),
        "slowest": max(game["slowest"] for game in games),
    }


def report(cells: list[Cell], rows: list[dict[str, Any]], path: Path | None) -> None:
    """Print the results so far, and write them to a file if one is given."""
    by_cell = [[row for row in rows if row["cell"] == index] for index in range(len(cells))]
    found = [summarise(cell, deals) for cell, deals in zip(cells, by_cell, strict=True) if deals]
    for cell, deals in zip(cells, by_cell, strict=True):
        if deals:
            one = summarise(cell, deals)
            print(
                f"{cell}: {one['share']:.1%} ±{one['interval']:.1%} of {one['games']}", flush=True
            )
    if path:
        data = {**describe_machine(), "cells": found}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def describe_machine() -> dict[str, Any]:
    """Return the date and the machine of the measurement."""
    name = platform.processor() or platform.machine()
    return {"date": time.strftime("%Y-%m-%d"), "cores": os.cpu_count(), "machine": name}


def parse_cell(text: str) -> Cell:
    """Parse ``my-shelfie:2:level-8@2:level-8@1:0.1s`` or ``...:1000``, and optional ``:given``."""
    game, players, hero, rival, limit, *drafts = text.split(":")
    seconds = float(limit[:-1]) if limit.endswith("s") else 0.0
    iterations = 0 if seconds else int(limit)
    names = [parse_name(name, game) for name in (hero, rival)]
    return Cell(game, int(players), *names, seconds, iterations, "".join(drafts))


def parse_name(text: str, game: str) -> str:
    """Parse a bot's name and add its version. Only level 8 may have a setting after a ``~``."""
    bot, mark, change = text.partition("~")
    name = full_name(bot, get_game(game))
    if mark and name != full_name("level-8", get_game(game)):
        raise SystemExit(f"expected level-8~{change}; found {text}")
    return name + mark + change


def main() -> None:
    """Play until the time is up, and report every 30 s."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", nargs="+", help="such as my-shelfie:2:level-8:level-8@1:0.1s")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--first", type=int, default=FRESH, help="number of the first deal")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    cells = list(map(parse_cell, args.cells))
    compile_all(cells)
    rows: list[dict[str, Any]] = []
    told = time.monotonic()
    for row in run_for(args.seconds, args.workers, play_deal, yield_deals(cells, args.first)):
        rows.append(row)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            report(cells, rows, args.json)
    report(cells, rows, args.json)


if __name__ == "__main__":
    main()
