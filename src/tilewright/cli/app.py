"""The command-line application with all its commands."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any, Final

import typer

from tilewright.cli.admin import (
    backup,
    close_table,
    remove_person,
    reset_password,
    restore,
    set_read_only,
)
from tilewright.cli.arena import arena
from tilewright.cli.bench import bench, compile_games, perft
from tilewright.cli.output import INTERRUPTED
from tilewright.cli.play import bots, games, play
from tilewright.cli.puzzles import list_puzzles, mine_puzzles, prove_puzzle
from tilewright.cli.records import export_records, import_records, replay, verify
from tilewright.cli.review import analyze, review
from tilewright.cli.serve import doctor, serve, site
from tilewright.cli.solve import solve
from tilewright.cli.study import generate, observe
from tilewright.errors import TilewrightError
from tilewright.registry import GAMES
from tilewright.version import __version__

USAGE_ERROR: Final = 2

PLAIN: Final[dict[str, Any]] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
app = typer.Typer(
    name="tilewright",
    help="Tile-laying games: to play, to study, to simulate.\n\n"
    "To play in the browser: tilewright serve --open\n\n"
    f"Games: {', '.join(GAMES.names)}.",
    epilog="tilewright COMMAND -h explains a command and shows examples.",
    **PLAIN,
)
puzzles = typer.Typer(name="puzzles", help="Positions with one right answer, proven.", **PLAIN)
records = typer.Typer(name="records", help="Move games between a server and files.", **PLAIN)
admin = typer.Typer(
    name="admin", help="People, tables and modes, for the host of a server.", **PLAIN
)


def _print_version(is_requested: bool) -> None:
    """Print the version and exit, if the option was given."""
    if is_requested:
        print(f"tilewright {__version__}")
        raise typer.Exit


@app.callback()
def tilewright(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """Handle the global options."""


def format_examples(*lines: str) -> str:
    """Format example commands for the end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  tilewright {line}" for line in lines)])


GAME: Final = next(iter(GAMES.names), "GAME")

app.command(
    "play",
    epilog=format_examples(
        "play",
        f"play {GAME} --seats human,level-5 --seed 7",
        f"play {GAME} --seats level-3,random --auto --record game.txt",
        "play --load game.txt",
    ),
)(play)
app.command("replay", epilog=format_examples("replay game.txt", "replay game.txt --boards"))(replay)
app.command(
    "verify",
    epilog=format_examples("verify game.txt", "verify game.txt --commitment 64-HEX-DIGITS"),
)(verify)
app.command(
    "analyze",
    epilog=format_examples(
        "analyze position.txt", "analyze game.txt@12 --seconds 5 --json best.json"
    ),
)(analyze)
app.command(
    "review",
    epilog=format_examples("review game.txt", "review game.txt --iterations 2000 --json out.json"),
)(review)
puzzles.command(
    "list", epilog=format_examples(f"puzzles list {GAME}", f"puzzles list {GAME} --json -")
)(list_puzzles)
puzzles.command("prove", epilog=format_examples(f"puzzles prove {GAME} 1f2e3d4c"))(prove_puzzle)
puzzles.command(
    "mine", epilog=format_examples(f"puzzles mine {GAME} --games 200 --seed 1 --out puzzles.jsonl")
)(mine_puzzles)
app.add_typer(puzzles)
app.command(
    "solve",
    epilog=format_examples(
        "solve GAME --seed 7",
        "solve GAME --seed 7 --hindsight",
        "solve GAME --deals 100 --effort 64 --json deals.json",
    ),
)(solve)
app.command(
    "arena",
    epilog=format_examples(
        f"arena {GAME} --bots level-4,random --games 200 --seed 1",
        f"arena {GAME} --bots level-4,level-5 --sprt 0,20 --games-file games.jsonl",
    ),
)(arena)
app.command(
    "generate",
    epilog=format_examples(f"generate {GAME} --bots level-3,level-3 --games 1000 --out data"),
)(generate)
app.command(
    "observe", epilog=format_examples(f"observe {GAME} --bot level-3 --games 500 --json even.json")
)(observe)
app.command(
    "bench", epilog=format_examples("bench", f"bench --games {GAME} --seconds 1 --json speed.json")
)(bench)
app.command("perft", epilog=format_examples(f"perft {GAME} --seed 1 --depth 2 --divide"))(perft)
app.command("games", epilog=format_examples("games"))(games)
app.command("bots", epilog=format_examples("bots", f"bots {GAME}"))(bots)
app.command("compile", epilog=format_examples("compile", f"compile {GAME}"))(compile_games)
app.command(
    "serve",
    epilog=format_examples(
        "serve --open",
        "serve --host 0.0.0.0 --port 8080",
        "serve --database-url postgresql://tiles@db/tiles --redis-url redis://cache --port 8001",
    ),
)(serve)
app.command("doctor", epilog=format_examples("doctor", "doctor --data FOLDER", "doctor --json -"))(
    doctor
)
app.command("site", epilog=format_examples("site --out site"))(site)
app.command(
    "backup", epilog=format_examples("backup tiles.backup", "backup tiles.backup --data FOLDER")
)(backup)
app.command(
    "restore",
    epilog=format_examples("restore tiles.backup --database-url postgresql://tiles@db/tiles"),
)(restore)
records.command("export", epilog=format_examples("records export games"))(export_records)
records.command("import", epilog=format_examples("records import games --login ada"))(
    import_records
)
app.add_typer(records)
admin.command("reset-password", epilog=format_examples("admin reset-password ada"))(reset_password)
admin.command("remove-person", epilog=format_examples("admin remove-person ada --yes"))(
    remove_person
)
admin.command("close-table", epilog=format_examples("admin close-table PkqH3w7aYx0_"))(close_table)
admin.command("read-only", epilog=format_examples("admin read-only on", "admin read-only off"))(
    set_read_only
)
app.add_typer(admin)


def main() -> None:
    """Run the command line. A user's error is printed to stderr as one line, with exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except TilewrightError as error:
        code = _print_error(str(error))
    except typer.TyperException as error:
        code = _print_error(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of our output has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code or 0)


def _print_error(message: str) -> int:
    print(f"tilewright: {' '.join(message.split())}", file=sys.stderr)
    return USAGE_ERROR
