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


def number(value: float) -> str:
    """Format a rate with two significant digits, such as ``6.1e9``."""
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(heads), ["---"] * len(list(heads)), *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def best(results: Iterable[Result], name: str) -> Result:
    return max((result for result in results if name in result), key=lambda found: found[name])


def list_measures(found: Result) -> Result:
    """Return the measurements of complete games, which older results call ``fused``."""
    return found["games"] if "games" in found else found["fused"]


def list_all_games(found: Result) -> list[Result]:
    """List all measurements of complete games at full speed."""
    lists = [value for value in list_measures(found).values() if isinstance(value, list)]
    return [result for results in lists for result in results]


def build_checks_table(games: Result) -> str:
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
    return table(
        ["game", "players", "whole games", "plies", "games in batches", "the same bytes"], rows
    )


def build_rates_table(games: Result) -> str:
    rows = []
    for name, found in games.items():
        whole = best(list_all_games(found), "plies_per_s")
        step = best(found["step"]["curve"], "steps_per_s")
        rows.append(
            [
                NAMES[name],
                number(whole["plies_per_s"]),
                number(found["playout"]["plies_per_s"]),
                number(step["steps_per_s"]),
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
    return table(heads, rows)


def build_curve_table(games: Result) -> str:
    sizes = [result["size"] for result in list_measures(next(iter(games.values())))["curve"]]
    rows = []
    for index, size in enumerate(sizes):
        row = [f"{size:,}"]
        for found in games.values():
            row.append(number(list_measures(found)["curve"][index]["plies_per_s"]))
            row.append(number(found["step"]["curve"][index]["steps_per_s"]))
        rows.append(row)
    heads = ["games at once"]
    for name in games:
        heads += [f"{NAMES[name]}: plies/s", "steps/s"]
    return table(heads, rows)


def tables(results: Result) -> dict[str, str]:
    """Return all tables by title."""
    games = {name: results["games"][name] for name in NAMES if name in results["games"]}
    return {
        "checks": build_checks_table(games),
        "rates": build_rates_table(games),
        "curve": build_curve_table(games),
    }


def main() -> None:
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for name, text in tables(results).items():
        print(f"{name}\n\n{text}\n")


if __name__ == "__main__":
    main()
