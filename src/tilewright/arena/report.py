"""A result for people: a table, and what two bots or a test have shown, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.markup import escape
from rich.table import Table

from tilewright.arena.play import short_name

__all__ = ["result_lines", "result_table"]

SHOWN_FORFEITS = 5
HEADINGS = ("bot", "games", "wins", "win rate", "95 %", "place", "score", "rating", "ms/move")


def result_table(result: Mapping[str, Any]) -> Table:
    """One row a bot, the highest rating first."""
    settings = result["settings"]
    title = f"{settings['game']}, {settings['players']} players, {result['games']} games"
    table = Table(title=title, box=None)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in sorted(result["results"], key=lambda row: -row["rating"]):
        table.add_row(*_cells(row, _is_repeated(row["bot"], settings["bots"])))
    return table


def _is_repeated(bot: str, bots: list[str]) -> bool:
    return bots.count(bot) > 1


def _cells(row: Mapping[str, Any], is_repeated: bool) -> list[str]:
    low, high = row["ci95"]
    name = short_name(row["bot"]) + (f" #{row['entry']}" if is_repeated else "")
    return [
        escape(name),
        str(row["games"]),
        str(row["wins"]),
        _percent(row["win_rate"]),
        f"{100 * low:.1f}-{100 * high:.1f}",
        _number(row["mean_place"], 2),
        _number(row["mean_score"], 1),
        f"{row['mu']:.1f} ±{row['sigma']:.1f}",
        "-" if row["seconds_per_move"] is None else f"{1000 * row['seconds_per_move']:.1f}",
    ]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def result_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """What the table does not say, one line each."""
    paired = result["paired"]
    if paired and paired["deals"]:
        yield _paired_line(paired)
    if result["sprt"]:
        yield _sprt_line(result["sprt"], result["settings"]["bots"])
    forfeits = result["forfeits"]
    for forfeit in forfeits[:SHOWN_FORFEITS]:
        yield f"Game {forfeit['game']}: {short_name(forfeit['bot'])} forfeits: {forfeit['reason']}"
    if len(forfeits) > SHOWN_FORFEITS:
        yield f"... and {len(forfeits) - SHOWN_FORFEITS} more games were forfeited."
    if not result["finished"]:
        yield f"Not finished: {result['games']} of {result['planned']} games."


def _paired_line(paired: Mapping[str, Any]) -> str:
    lost, even, won = paired["counts"]
    text = (
        f"{short_name(paired['bot'])} against {short_name(paired['against'])}, "
        f"deal by deal: {won} won twice, "
        f"{even} shared, {lost} lost twice"
    )
    if paired["elo"] is None or paired["elo_ci95"] is None:
        return text + "."
    low, high = (_elo(bound) for bound in paired["elo_ci95"])
    return text + f"; Elo {_elo(paired['elo'])} ({low} to {high})."


def _elo(elo: float | None) -> str:
    return "beyond measure" if elo is None else f"{round(elo):+d}"


def _sprt_line(sprt: Mapping[str, Any], bots: list[str]) -> str:
    question = f"Is {short_name(bots[1])} better than {short_name(bots[0])}? "
    answers = {
        "H1": f"Yes: by {sprt['elo1']:g} Elo or more rather than {sprt['elo0']:g} or less",
        "H0": f"No: by {sprt['elo0']:g} Elo or less rather than {sprt['elo1']:g} or more",
        None: "Not decided",
    }
    low, high = sprt["bounds"]
    return (
        f"{question}{answers[sprt['decision']]} "
        f"(LLR {sprt['llr']:.2f} in {low:.2f} to {high:.2f}, {sprt['pairs']} pairs)."
    )
