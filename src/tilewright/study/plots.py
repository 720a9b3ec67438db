"""What the observatory has found, as plots; with matplotlib, which is imported when asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.extras import needing
from tilewright.study.report import ORDINALS

__all__ = ["require_plots", "write_plots"]

Json = Mapping[str, Any]

INCHES_PER_ROW = 0.22
WIDTH = 7.0
# Equal figures make equal files.
STYLE = {"svg.hashsalt": "tilewright", "svg.fonttype": "none", "font.size": 8}


def require_plots() -> Any:
    """What draws, or words on where to get it. To be asked before hours of play."""
    with needing("data"):
        matplotlib = importlib.import_module("matplotlib")
    matplotlib.use("agg")
    return importlib.import_module("matplotlib.pyplot")


def write_plots(folder: Path, results: Sequence[Json]) -> list[Path]:
    """A plot of who begins, and one of each subject for each number of players."""
    game = results[0]["settings"]["game"]
    written = [_plot_starts(folder / f"{game}-starts.svg", results)]
    for result in results:
        for subject in result["subjects"]:
            name = f"{game}-{subject['noun']}s-{result['settings']['players']}.svg"
            written.append(_plot_things(folder / name, subject))
    return written


def _plot_starts(path: Path, results: Sequence[Json]) -> Path:
    rows = [
        (
            f"{result['settings']['players']} players, {ORDINALS[row['start'] - 1]} to move",
            row["wins"],
        )
        for result in results
        for row in result["starts"]
    ]
    return _plot(path, rows, "games won, %")


def _plot_things(path: Path, subject: Json) -> Path:
    """What everybody can reach by how often it is, other things by what they are worth."""
    if subject["shared"]:
        key, label = "taken", f"{subject['noun']} reached, % of players"
    else:
        key, label = "value", f"worth of a {subject['noun']}, % of a win beside the average one"
    rows = [(row["name"], row[key]) for row in subject["things"] if row[key]]
    return _plot(path, sorted(rows, key=lambda row: -row[1]["mean"]), label)


def _plot(path: Path, rows: Iterable[tuple[str, Json]], label: str) -> Path:
    """Points with their intervals, the first row on top."""
    pyplot = require_plots()
    drawn = list(rows)[::-1]
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(
            figsize=(WIDTH, 0.9 + INCHES_PER_ROW * len(drawn)), layout="constrained"
        )
        for place, (_, estimate) in enumerate(drawn):
            low, high = estimate["ci95"] or (estimate["mean"], estimate["mean"])
            axes.plot([100 * low, 100 * high], [place, place], color="tab:blue", linewidth=1.5)
            axes.plot(100 * estimate["mean"], place, "o", color="tab:blue", markersize=3)
        axes.set_yticks(range(len(drawn)), [name for name, _ in drawn])
        axes.set_xlabel(label)
        axes.grid(axis="x", alpha=0.3)
        figure.savefig(path, metadata={"Date": None})
        pyplot.close(figure)
    return path
