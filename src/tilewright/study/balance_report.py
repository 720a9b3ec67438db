"""Balance of a game as tables and plots. Matplotlib is imported when it is needed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from tilewright.extras import needing

Json = Mapping[str, Any]

ORDINALS = ("first", "second", "third", "fourth")


def report_tables(result: Json) -> Iterator[tuple[str, Table]]:
    """Yield tables with titles: first player, subjects by value, pairs."""
    settings = result["settings"]
    yield (
        f"{settings['game']}, {settings['players']} x {settings['bots'][0]}, "
        f"{result['games']} games on {result['deals']} deals",
        _starts(result),
    )
    for subject in result["subjects"]:
        noun = subject["noun"]
        yield f"By {noun}", _things(subject)
        if subject["pairs"]:
            yield f"By two {noun}s in play", _pairs(subject)


def _table(*headings: str) -> Table:
    """Return a table whose first column holds words, the others figures."""
    table = Table(box=None)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


def _starts(result: Json) -> Table:
    table = _table("to move", "win rate %", "score")
    for row in result["starts"]:
        table.add_row(ORDINALS[row["start"] - 1], percent(row["wins"]), number(row["score"]))
    return table


def _things(subject: Json) -> Table:
    """Return the table of a subject. A goal is timed by turns; a thing that one player takes from
    all, by order."""
    when = "turn" if subject["shared"] else "order"
    table = _table(subject["noun"], "got %", when, "then won %", "worth, % of a win")
    rows = subject["things"]
    for row in sorted(rows, key=lambda row: -row["value"]["mean"] if row["value"] else 0):
        table.add_row(
            row["name"],
            percent(row["taken"]),
            number(row[when]),
            percent(row["won"]),
            percent(row["value"], sign="+"),
        )
    return table


def _pairs(subject: Json) -> Table:
    table = _table(f"{subject['noun']}s", "games", "got both %")
    for row in sorted(subject["pairs"], key=lambda row: -row["both"]["mean"]):
        table.add_row(" + ".join(row["names"]), str(row["games"]), percent(row["both"]))
    return table


def percent(estimate: Json | None, sign: str = "") -> str:
    """Return a share and its interval: ``52.1 (49.9..54.3)``."""
    return "-" if estimate is None else _figure(estimate, 100, sign)


def number(estimate: Json | None) -> str:
    """Return a mean and its interval."""
    return "-" if estimate is None else _figure(estimate, 1, "")


def _figure(estimate: Json, scale: float, sign: str) -> str:
    mean = f"{scale * estimate['mean']:{sign}.1f}"
    if estimate["ci95"] is None:
        return mean
    low, high = (f"{scale * bound:{sign}.1f}" for bound in estimate["ci95"])
    return f"{mean} ({low}..{high})"


INCHES_PER_ROW = 0.22
WIDTH = 7.0
# Equal figures make equal files.
STYLE = {"svg.hashsalt": "tilewright", "svg.fonttype": "none", "font.size": 8}


def require_plots() -> Any:
    """Return the plotting library; raise before hours of play if it is not installed."""
    with needing("data"):
        matplotlib = importlib.import_module("matplotlib")
    matplotlib.use("agg")
    return importlib.import_module("matplotlib.pyplot")


def write_plots(folder: Path, results: Sequence[Json]) -> list[Path]:
    """Write plots of the first player's advantage and of each subject by number of players."""
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
    """Plot shared things by how often they are reached, others by their worth."""
    if subject["shared"]:
        key, label = "taken", f"{subject['noun']} reached, % of players"
    else:
        key, label = "value", f"worth of a {subject['noun']}, % of a win beside the average one"
    rows = [(row["name"], row[key]) for row in subject["things"] if row[key]]
    return _plot(path, sorted(rows, key=lambda row: -row[1]["mean"]), label)


def _plot(path: Path, rows: Iterable[tuple[str, Json]], label: str) -> Path:
    """Plot points with their intervals, the first row on top."""
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
