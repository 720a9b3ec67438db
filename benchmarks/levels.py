"""How far apart the levels are: each against the next, and the yardsticks, as a Markdown table.

    python benchmarks/levels.py --games 100 --time 0.5 --json out.json

Games of two; ``--time`` is what level 8 thinks about a move (the others have their own limits). The
last rows set level 8 against the greedy player, alone and against two or three of them.
"""

from __future__ import annotations

import argparse
import json
import os
from datetime import UTC, datetime

from tilewright.arena import Settings, run_arena, summarise
from tilewright.registry import GAMES

LEVELS = 8


def matches(name: str) -> list[tuple[str, ...]]:
    """The line-ups of a game: neighbours, then the yardsticks."""
    neighbours = [(f"level-{level}", f"level-{level + 1}") for level in range(1, LEVELS)]
    crowds = [("level-8", *["greedy"] * (players - 1)) for players in GAMES[name].players]
    return [("random", "level-1"), *neighbours, *crowds]


def play(name: str, bots: tuple[str, ...], games: int, seconds: float) -> dict[str, object]:
    settings = Settings(name, bots, games, seed=1, players=len(bots), seconds=seconds)
    first = summarise(run_arena(settings, workers=1))["results"][0]
    rate, (low, high) = first["win_rate"], first["ci95"]
    line_up = f"{bots[0]} against {', '.join(bots[1:])}"
    print(
        f"| {name} | {line_up} | {first['games']} | {rate:.0%} | {low:.0%} to {high:.0%} |",
        flush=True,
    )
    return {
        "game": name,
        "bots": bots,
        "games": first["games"],
        "win_rate": rate,
        "ci95": [low, high],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games a match (100)")
    parser.add_argument("--slow-games", type=int, default=20, help="with level 8 (20)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a move (0.5)")
    parser.add_argument("--only", help="one game")
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    names = [arguments.only] if arguments.only else [g.name for g in GAMES.values() if g.knowledge]
    print("| game | match | games | the first wins | 95 % |\n| --- | --- | --- | --- | --- |")
    rows = [
        play(
            name,
            bots,
            arguments.slow_games if "level-8" in bots else arguments.games,
            arguments.time,
        )
        for name in names
        for bots in matches(name)
    ]
    if arguments.json:
        date = datetime.now(UTC).isoformat(timespec="seconds")
        result = {"date": date, "cores": os.cpu_count(), "seconds": arguments.time, "rows": rows}
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
