"""The tables of docs/results/gpu.md, from the results that `gpu.py` wrote.

    python benchmarks/gpu_tables.py benchmarks/results/2026-11-15-gpu.json

A test holds the page against them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
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
    """A rate with two digits that count, such as ``6.1e9``."""
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(heads), ["---"] * len(list(heads)), *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def best(results: Iterable[Result], name: str) -> Result:
    return max((result for result in results if name in result), key=lambda found: found[name])


def all_fused(found: Result) -> list[Result]:
    """Every measure of whole games but those of a part of the threads."""
    fused = found["fused"]
    lists = [fused[key] for key in ("memory", "rounds", "registers", "blocks", "curve")]
    return [result for results in lists for result in results]


def checks_table(games: Result) -> str:
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


def rates_table(games: Result) -> str:
    rows = []
    for name, found in games.items():
        whole = best(all_fused(found), "plies_per_s")
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


def curve_table(games: Result) -> str:
    sizes = [result["size"] for result in next(iter(games.values()))["fused"]["curve"]]
    rows = []
    for index, size in enumerate(sizes):
        row = [f"{size:,}"]
        for found in games.values():
            row.append(number(found["fused"]["curve"][index]["plies_per_s"]))
            row.append(number(found["step"]["curve"][index]["steps_per_s"]))
        rows.append(row)
    heads = ["games at once"]
    for name in games:
        heads += [f"{NAMES[name]}: plies/s", "steps/s"]
    return table(heads, rows)


WAYS: dict[str, Callable[[Result], float]] = {
    "record in global memory": lambda fused: fused["memory"][0]["plies_per_s"],
    "record in local memory": lambda fused: fused["memory"][1]["plies_per_s"],
    "record in shared memory": lambda fused: fused["memory"][2]["plies_per_s"],
    "the same, banks kept apart": lambda fused: fused["memory"][3]["plies_per_s"],
    "best block size": lambda fused: best(fused["blocks"], "plies_per_s")["plies_per_s"],
    "best limit of registers": lambda fused: best(fused["registers"], "plies_per_s")["plies_per_s"],
    "16 games a thread": lambda fused: fused["rounds"][-1]["plies_per_s"],
    "one game after the other, ply by ply": lambda fused: fused["flat"]["plies_per_s"],
    "games of a warp have the same goals": lambda fused: fused["sorted"]["plies_per_s"],
    "one thread of each warp alone, times 32": lambda fused: 32 * fused["lone_lane"]["plies_per_s"],
}


def ways_table(games: Result) -> str:
    rows = []
    for way, read in WAYS.items():
        row = [way]
        for found in games.values():
            try:
                row.append(number(read(found["fused"])))
            except (KeyError, TypeError):
                row.append("")
        rows.append(row)
    return table(["whole games, plies/s", *(NAMES[name] for name in games)], rows)


KEPT = {"keeps_record": "record", "keeps_mask": "mask", "keeps_words": "observation"}


def stages_table(found: Result) -> str:
    rows = [
        [
            ", ".join(text for key, text in KEPT.items() if result[key]) or "nothing",
            str(result["block"]),
            number(result["steps_per_s"]),
        ]
        for result in found["step"]["grids"]
        if "steps_per_s" in result
    ]
    return table(["kept in shared memory", "threads a block", "steps/s"], rows)


def tables(results: Result) -> dict[str, str]:
    """All tables by what they show."""
    games = {name: results["games"][name] for name in NAMES if name in results["games"]}
    return {
        "checks": checks_table(games),
        "rates": rates_table(games),
        "curve": curve_table(games),
        "ways": ways_table(games),
        "stages": stages_table(games["my-shelfie"]),
    }


def main() -> None:
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for name, text in tables(results).items():
        print(f"{name}\n\n{text}\n")


if __name__ == "__main__":
    main()
