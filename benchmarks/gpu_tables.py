"""Builds the first tables of docs/results/gpu.md from the results of `gpu.py`.

    python benchmarks/gpu_tables.py benchmarks/results/2026-11-15-gpu.json

A test compares the page with them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Result = dict[str, Any]

NAMES = {
    "my-shelfie": "My Shelfie",
    "nova-luna": "Nova Luna",
    "nova-luna-solo": "Nova Luna, solo",
    "polyssimo": "Polyssimo",
}


def format_rate(value: float) -> str:
    """Format a rate with two significant digits, such as ``6.1e9``."""
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}"


def format_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Format a Markdown table."""
    lines = [list(heads), ["---"] * len(list(heads)), *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def find_best(results: Iterable[Result], name: str) -> Result:
    """Return the result with the largest value of a field, of those that have it."""
    return max((result for result in results if name in result), key=lambda found: found[name])


def get_game_measurements(found: Result) -> Result:
    """Return the measurements of complete games, which older results call ``fused``."""
    return found["games"] if "games" in found else found["fused"]


def list_all_games(found: Result) -> list[Result]:
    """List all measurements of complete games at full speed."""
    lists = [value for value in get_game_measurements(found).values() if isinstance(value, list)]
    return [result for results in lists for result in results]


def build_checks_table(games: Result) -> str:
    """Build the table of the comparisons with the CPU."""
    rows = [
        [
            NAMES[name],
            players,
            f"{check['games']['games']:,}",
            f"{check['games']['plies']:,}",
            f"{check['batches']['games']:,}",
            "yes" if check["games"]["same"] and check["batches"]["same"] else "no",
        ]
        for name, found in games.items()
        for players, check in found["checks"].items()
    ]
    return format_table(
        ["game", "players", "whole games", "plies", "games in batches", "the same bytes"], rows
    )


def build_rates_table(games: Result) -> str:
    """Build the table of each game's best rates."""
    rows = []
    for name, found in games.items():
        whole = find_best(list_all_games(found), "plies_per_s")
        step = find_best(found["step"]["curve"], "steps_per_s")
        rows.append(
            [
                NAMES[name],
                format_rate(whole["plies_per_s"]),
                format_rate(found["playout"]["plies_per_s"]),
                format_rate(step["steps_per_s"]),
                str(found["step"]["bytes_per_slot"]),
            ]
        )
    heads = [
        "game",
        "whole games, plies/s",
        "`playout`, plies/s",
        "`step`, steps/s",
        "bytes a slot",
    ]
    return format_table(heads, rows)


def build_curve_table(games: Result) -> str:
    """Build the table of rates by the number of games at once."""
    sizes = [
        result["size"] for result in get_game_measurements(next(iter(games.values())))["curve"]
    ]
    rows = []
    for index, size in enumerate(sizes):
        row = [f"{size:,}"]
        for found in games.values():
            row.append(format_rate(get_game_measurements(found)["curve"][index]["plies_per_s"]))
            row.append(format_rate(found["step"]["curve"][index]["steps_per_s"]))
        rows.append(row)
    heads = ["games at once"]
    for name in games:
        heads += [f"{NAMES[name]}: plies/s", "steps/s"]
    return format_table(heads, rows)


def tables(results: Result) -> dict[str, str]:
    """Return the tables as Markdown, by title."""
    games = {name: results["games"][name] for name in NAMES if name in results["games"]}
    return {
        "checks": build_checks_table(games),
        "rates": build_rates_table(games),
        "curve": build_curve_table(games),
    }


def main() -> None:
    """Print all tables of the results that the command line names."""
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for name, text in tables(results).items():
        print(f"{name}\n\n{text}\n")


if __name__ == "__main__":
    main()
