"""What the observatory has found, as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

__all__ = ["ORDINALS", "report_tables"]

Json = Mapping[str, Any]

ORDINALS = ("first", "second", "third", "fourth")


def report_tables(result: Json) -> Iterator[tuple[str, Table]]:
    """Who begins, then each subject with the most valued first, then pairs; each with a title."""
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
    """The first column holds words, the others figures."""
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
    """Turns tell when a goal is reached; of things that one takes from all, the order does."""
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
    """A share and its interval: ``52.1 (49.9..54.3)``."""
    return "-" if estimate is None else _figure(estimate, 100, sign)


def number(estimate: Json | None) -> str:
    """A mean and its interval."""
    return "-" if estimate is None else _figure(estimate, 1, "")


def _figure(estimate: Json, scale: float, sign: str) -> str:
    mean = f"{scale * estimate['mean']:{sign}.1f}"
    if estimate["ci95"] is None:
        return mean
    low, high = (f"{scale * bound:{sign}.1f}" for bound in estimate["ci95"])
    return f"{mean} ({low}..{high})"
