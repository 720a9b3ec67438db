"""``tilewright puzzles``: list, prove and mine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tilewright.cli.options import GameName, JsonPath, Players, Ray, Seed, Workers
from tilewright.cli.output import (
    announce_compiling,
    check_extras,
    check_json,
    check_parent_folders,
    exit_unless_complete,
    progress_bar,
    write_json,
)
from tilewright.records.record import check_overwrite
from tilewright.registry import get_game

if TYPE_CHECKING:
    from tilewright.study.puzzles import Proof, Puzzle

NOT_PROVEN = 1

PuzzleFile = Annotated[
    Path | None, typer.Option(help="Puzzles of this file, not those that come with the game.")
]


def list_puzzles(
    game: GameName,
    json_path: JsonPath = None,
    file: PuzzleFile = None,
) -> None:
    """List the puzzles of a game, easiest first.

    Ratings are on the same scale as those of players and bots. Answers are not shown.
    """
    from tilewright.study.puzzles import read_puzzles

    puzzles = read_puzzles(game, file)
    check_json(json_path, "id", "kind", "rating", "position")
    _print_table(game, puzzles)
    write_json(json_path, [puzzle.as_json() for puzzle in puzzles])


def _print_table(game: str, puzzles: list[Puzzle]) -> None:
    """Print a game's puzzles as a table."""
    table = Table(title=f"{game}, {len(puzzles)} puzzles", box=None)
    for heading in ("id", "kind", "rating", "seed", "ply"):
        table.add_column(heading, justify="left" if heading in ("id", "kind") else "right")
    for one in puzzles:
        source = str(one.source.seed), str(one.source.ply)
        table.add_row(one.id, one.kind, f"{one.rating:.1f}", *source)
    Console(highlight=False).print(table)


def prove_puzzle(
    game: GameName,
    puzzle_id: Annotated[str, typer.Argument(metavar="ID", help="Id of the puzzle in the list.")],
    file: PuzzleFile = None,
) -> None:
    """Prove a puzzle again by exact search.

    It holds if its answer is correct, every other move is wrong, and its game leads to its
    position. The exit code is 1 if it does not hold.
    """
    from tilewright.study.puzzles import find_puzzle, read_puzzles, verify_puzzle

    puzzle = find_puzzle(read_puzzles(game, file), puzzle_id)
    announce_compiling(get_game(game))
    proof = verify_puzzle(puzzle)
    print(_format_proof(puzzle, proof))
    if not proof.holds:
        raise typer.Exit(NOT_PROVEN)


def _format_proof(puzzle: Puzzle, proof: Proof) -> str:
    """Format the result of a proof in one sentence."""
    if not proof.holds:
        return f"{puzzle.id} does not hold: {proof.fault}"
    wrong = proof.num_moves - len(proof.answers)
    return (
        f"{puzzle.id} holds: {puzzle.kind}, {' or '.join(proof.answers)}; "
        f"{wrong} of {proof.num_moves} moves are wrong; "
        f"{proof.nodes:,} positions, {proof.seconds:.2f} s"
    )


def mine_puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the puzzles.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games to play.")] = 200,
    seed: Seed = 0,
    players: Players = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Find puzzles in games between bots, then prove and grade them.

    Intermediate results are in FILE.part. After an interruption, the same command continues from
    there.
    """
    from tilewright.study.puzzles import are_puzzles, mine

    check_parent_folders(out)
    check_overwrite(out, are_puzzles, "of puzzles")
    check_extras(ray=ray)
    announce_compiling(get_game(game))
    with progress_bar("mining") as show:

        def report(done: int, puzzles: int, wanted: int) -> None:
            show(done, wanted, f"{puzzles} puzzles")

        found = mine(
            game,
            out,
            games=games,
            seed=seed,
            players=players,
            workers=workers,
            ray=ray,
            on_progress=report,
        )
    print(
        f"{out}: {len(found.puzzles)} puzzles in {found.games} games; "
        f"{found.posed} positions had one right answer"
    )
    exit_unless_complete(found.is_complete)
