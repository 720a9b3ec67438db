"""``tilewright analyze``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tilewright.bots import Budget
from tilewright.cli.options import JsonPath, Threads
from tilewright.cli.output import check_json, write_json
from tilewright.game import Game
from tilewright.position import Position
from tilewright.records.record import parse_position, parse_record, read_text
from tilewright.search.explain import Analysis, analyse
from tilewright.text import parse_fields


def analyze(
    what: Annotated[
        str, typer.Argument(metavar="FILE[@PLY]", help="A position, or a record and a ply of it.")
    ],
    seconds: Annotated[float | None, typer.Option(help="Seconds to think; 2 by default.")] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Iterations to think, instead of seconds.")
    ] = None,
    threads: Threads = 1,
    most: Annotated[int, typer.Option(min=1, max=1000, help="Number of moves to show.")] = 10,
    json_path: JsonPath = None,
) -> None:
    """Show the best moves of a position.

    For each move, print the chance or total it leads to, and what it does. The search sees only
    what the player to move may know. Without @PLY a record is analysed at its last position.
    """
    check_json(json_path, "game", "ply", "mover", "moves")
    position = _read_position(what)
    analysis = analyse(position, Budget(seconds, iterations, threads), most)
    Console().print(_table(position.game, analysis))
    result = {"game": position.game.name, "ply": position.ply, **analysis.as_json()}
    write_json(json_path, result)


def _table(game: Game, analysis: Analysis) -> Table:
    table = Table(title=f"Seat {analysis.mover}, {analysis.iterations:,} iterations", box=None)
    table.add_column("move")
    for heading in ("total" if game.is_for_one else "chance", "visits", "score"):
        table.add_column(heading, justify="right")
    table.add_column("what it does")
    for move in analysis.moves:
        change = f"{move.score_change:+}"
        table.add_row(move.move, move.worth, f"{move.visits:,}", change, move.does)
    return table


def _read_position(what: str) -> Position:
    """Return the position in a file: a position's own, or a record's at a ply."""
    path, at, digits = what.rpartition("@")
    if not (at and digits.isascii() and digits.isdigit() and len(digits) < 6):
        path, digits = what, ""
    text = read_text(path)
    fields = parse_fields(text)
    if fields.take("tilewright").text.startswith("position"):
        return parse_position(text)
    position = parse_record(text)
    return position.at_ply(int(digits)) if digits else position
