"""How good the eight levels are at puzzles: a rating each, from puzzles spread over the scale.

    python benchmarks/puzzle_levels.py --puzzles 120 --time 0.5 --json out.json

Each level tries each puzzle once, in its newest version and with a seed of its own; ``--time`` is
what level 8 thinks. The rating is the one that makes as many finds likely as there were.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from datetime import UTC, datetime
from typing import Any

from tilewright.arena.settings import derive_seed
from tilewright.bots import Budget, make_bot
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.study.puzzles import Puzzle, read_puzzles
from tilewright.study.puzzles.grading import SPREAD, expect

LEVELS = 8


def spread(puzzles: list[Puzzle], most: int) -> list[Puzzle]:
    """So many of them, from the easiest to the hardest."""
    step = max(1.0, len(puzzles) / most)
    return [puzzles[int(place * step)] for place in range(min(most, len(puzzles)))]


def finds(puzzle: Puzzle, bot: str, seconds: float) -> bool:
    view = Position.from_text(GAMES[puzzle.game], puzzle.position)
    budget = Budget(seconds=seconds) if bot == f"level-{LEVELS}" else Budget()
    seed = derive_seed("puzzle", bot, puzzle.id)
    action = make_bot(bot, view.game, seed, budget).choose(view)
    return view.format_move(action) in puzzle.answers


def perform(puzzles: list[Puzzle], hits: int) -> tuple[float, float]:
    """A rating, and its standard error."""
    low, high = -50.0, 150.0
    while high - low > 0.01:
        middle = (low + high) / 2
        is_short = sum(expect(middle, one.rating) for one in puzzles) < hits
        low, high = (middle, high) if is_short else (low, middle)
    chances = [expect(low, one.rating) for one in puzzles]
    told = sum(chance * (1 - chance) for chance in chances)
    return round(low, 1), round(SPREAD / math.sqrt(max(told, 1e-9)), 1)


def measure(game: str, most: int, seconds: float) -> list[dict[str, Any]]:
    puzzles = spread(read_puzzles(game), most)
    rows = []
    for level in range(1, LEVELS + 1):
        bot = f"level-{level}"
        hits = sum(finds(puzzle, bot, seconds) for puzzle in puzzles)
        rating, error = perform(puzzles, hits)
        print(f"| {game} | {level} | {hits} of {len(puzzles)} | {rating} ±{error} |", flush=True)
        row = {"game": game, "level": level, "found": hits, "tried": len(puzzles)}
        rows.append({**row, "rating": rating, "error": error, "seconds": seconds})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=120, help="of each game (120)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds of level 8 (0.5)")
    parser.add_argument("--only", help="one game")
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    names = [arguments.only] if arguments.only else [g.name for g in GAMES.values() if g.knowledge]
    print("| game | level | found | rating |\n| --- | --- | --- | --- |")
    rows = [row for name in names for row in measure(name, arguments.puzzles, arguments.time)]
    if arguments.json:
        date = datetime.now(UTC).isoformat(timespec="seconds")
        result = {"date": date, "cores": os.cpu_count(), "results": rows}
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
