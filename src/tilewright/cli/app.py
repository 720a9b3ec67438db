"""All commands together, and what becomes of their errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from tilewright.cli.admin import print_dashboard, remove_person, reset_password
from tilewright.cli.analyze import analyze
from tilewright.cli.arena import arena
from tilewright.cli.bench import bench, perft
from tilewright.cli.games import games
from tilewright.cli.help import ExampleCommand
from tilewright.cli.judge import JudgeCommand, judge
from tilewright.cli.output import INTERRUPTED
from tilewright.cli.oversight import close_table, set_read_only, weigh
from tilewright.cli.play import play
from tilewright.cli.puzzles import list_puzzles, mine_puzzles, prove_puzzle
from tilewright.cli.records import export_records, import_records
from tilewright.cli.replay import replay, verify
from tilewright.cli.review import review
from tilewright.cli.serve import bot_worker, serve
from tilewright.cli.site import site
from tilewright.cli.solve import solve
from tilewright.cli.storage import backup, restore
from tilewright.cli.study import generate, observe
from tilewright.errors import TilewrightError
from tilewright.registry import GAMES
from tilewright.version import __version__

__all__ = ["app", "main"]

USAGE_ERROR: Final = 2

# Newer Typers carry their own click, older ones use the installed one: this is the right one's.
ClickException: Any = next(
    ancestor for ancestor in typer.BadParameter.__mro__ if ancestor.__name__ == "ClickException"
)

PLAIN: Final[dict[str, Any]] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
app = typer.Typer(
    name="tilewright",
    help="Tile-laying games: to play, to judge, to study, to simulate.\n\n"
    "To play in the browser: tilewright serve --open\n\n"
    f"Games: {', '.join(GAMES.names)}.",
    epilog="tilewright COMMAND -h explains a command and shows examples.",
    add_completion=False,
    **PLAIN,
)
puzzles = typer.Typer(name="puzzles", help="Positions with one right answer, proven.", **PLAIN)
records = typer.Typer(name="records", help="Move games between a server and files.", **PLAIN)
admin = typer.Typer(
    name="admin", help="People, tables and modes, for whoever runs a server.", **PLAIN
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
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
    """All that is asked before a command."""


def _add(
    to: typer.Typer,
    name: str,
    command: Callable[..., None],
    *examples: str,
    cls: type[ExampleCommand] = ExampleCommand,
) -> None:
    """Hook a command in. ``{game}`` in an example is a game, ``{solo}`` one for one."""
    to.command(name, cls=cls, epilog="\n".join(examples), **cls.settings)(command)


_add(
    app,
    "play",
    play,
    "play",
    "play {game} --seats human,level-5 --seed 7",
    "play {game} --seats level-3,random --auto --record game.txt",
    "play --load game.txt",
)
_add(app, "replay", replay, "replay game.txt", "replay game.txt --boards")
_add(
    app,
    "verify",
    verify,
    "verify game.txt",
    "verify game.txt --commitment 64-HEX-DIGITS",
)
_add(
    app,
    "judge",
    judge,
    "judge {question} position.txt",
    "judge {game} --position position.txt --move MOVE",
    cls=JudgeCommand,
)
_add(
    app,
    "analyze",
    analyze,
    "analyze position.txt",
    "analyze game.txt@12 --seconds 5 --json best.json",
)
_add(app, "review", review, "review game.txt", "review game.txt --iterations 2000 --json out.json")
_add(puzzles, "list", list_puzzles, "puzzles list {game}", "puzzles list {game} --json")
_add(puzzles, "prove", prove_puzzle, "puzzles prove {game} 1f2e3d4c")
_add(
    puzzles,
    "mine",
    mine_puzzles,
    "puzzles mine {game} --games 200 --seed 1 --out puzzles.jsonl",
)
app.add_typer(puzzles)
_add(
    app,
    "solve",
    solve,
    "solve {solo} --seed 7",
    "solve {solo} --seed 7 --hindsight",
    "solve {solo} --deals 100 --effort 64 --json deals.json",
)
_add(
    app,
    "arena",
    arena,
    "arena {game} --bots level-4,random --games 200 --seed 1",
    "arena {game} --bots level-4,level-5 --sprt 0,20 --games-file games.jsonl",
)
_add(app, "generate", generate, "generate {game} --bots level-3,level-3 --games 1000 --out data")
_add(app, "observe", observe, "observe {game} --bot level-3 --games 500 --json even.json")
_add(app, "bench", bench, "bench", "bench --games {game} --seconds 1 --json speed.json")
_add(app, "perft", perft, "perft {game} --seed 1 --depth 2 --divide")
_add(app, "games", games, "games")
_add(
    app,
    "serve",
    serve,
    "serve --open",
    "serve --host 0.0.0.0 --port 8080",
    "serve --database-url postgresql://tiles@db/tiles --redis-url redis://cache --workers 2",
)
_add(app, "site", site, "site --out site")
_add(
    app,
    "bot-worker",
    bot_worker,
    "bot-worker --database-url postgresql://tiles@db/tiles --redis-url redis://cache",
)
_add(app, "backup", backup, "backup tiles.backup", "backup tiles.backup --data FOLDER")
_add(app, "restore", restore, "restore tiles.backup --database-url postgresql://tiles@db/tiles")
_add(records, "export", export_records, "records export games")
_add(records, "import", import_records, "records import games --login ada")
app.add_typer(records)
_add(admin, "reset-password", reset_password, "admin reset-password ada")
_add(admin, "remove-person", remove_person, "admin remove-person ada --yes")
_add(admin, "close-table", close_table, "admin close-table PkqH3w7aYx0_")
_add(admin, "weights", weigh, "admin weights")
_add(admin, "read-only", set_read_only, "admin read-only on", "admin read-only off")
_add(admin, "dashboard", print_dashboard, "admin dashboard")
app.add_typer(admin)


def main() -> None:
    """Run the command line; every foreseeable mistake is one line on stderr and exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except TilewrightError as error:
        code = _complain(str(error))
    except ClickException as error:
        code = _complain(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code or 0)


def _complain(message: str) -> int:
    print(f"tilewright: {' '.join(message.split())}", file=sys.stderr)
    return USAGE_ERROR
