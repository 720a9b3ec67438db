"""The command line: ``tilewright play | replay | judge | analyze | solve | arena | ...``."""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tilewright import perft
from tilewright.arena.command import arena_command
from tilewright.bots import Budget, make_bot
from tilewright.engine import engine_of
from tilewright.errors import IllegalMove, InvalidOption, TextError, TilewrightError
from tilewright.game import MAX_SEED, Game, Question
from tilewright.position import Position
from tilewright.record import parse_record, read_record, read_text, write_text
from tilewright.registry import GAMES, get_game
from tilewright.search.explain import analyse
from tilewright.server.commands import bot_worker_command, serve_command
from tilewright.server.commands_records import records_app
from tilewright.server.commands_storage import backup_command, restore_command
from tilewright.solving import solve_command
from tilewright.study.commands import generate_command, observe_command
from tilewright.terminal import HUMAN, Session, parse_seats
from tilewright.text import parse_fields, parse_settings
from tilewright.verify import verify_command
from tilewright.version import __version__

__all__ = ["main"]

USAGE_ERROR = 2
INTERRUPTED = 130

# Newer Typers carry their own click, older ones use the installed one: this is the right one's.
ClickException: Any = next(
    ancestor for ancestor in typer.BadParameter.__mro__ if ancestor.__name__ == "ClickException"
)

app = typer.Typer(
    name="tilewright",
    help="Nova Luna, My Shelfie and Polyssimo Challenge: to play, to judge, to simulate.\n\n"
    f"Games: {', '.join(GAMES)}.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
Players = Annotated[int | None, typer.Option(help="Number of players; the fewest by default.")]
Seed = Annotated[str | None, typer.Option(help="Seed of the deal, 0 to 2**64 - 1.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result as JSON too.")]
Threads = Annotated[int, typer.Option(help="Threads that a bot may think with.")]


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


def _announce_compiling(*games: Game) -> None:
    """One line on stderr for each game that this machine has to compile first."""
    for game in games:
        if not engine_of(game).is_cached:
            print(f"compiling {game.title} for this machine, once", file=sys.stderr)


# --- Playing ------------------------------------------------------------------------------------


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    players: Players = None,
    seed: Seed = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Who plays, with commas: human, random, greedy, level-1 to level-8."),
    ] = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Where the game is saved; a folder of yours by default.")
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="No person: only bots play.")] = False,
    threads: Threads = 1,
) -> None:
    """Play in the terminal. Without GAME, asks which one.

    Type a move, the number of a listed move, or help. The game is saved after every move.
    """
    if load is not None:
        saved = read_record(read_text(load))
        position, forfeits = saved.position, saved.forfeits
        given = parse_seats(seats, position.game, position.players) if seats else saved.seats
        names, path = list(given), record or load
    else:
        found = get_game(game or _ask_for_game())
        count = _default_players(found, players, seats)
        position = Position.new(found, count, _parse_seed(seed), parse_settings(option or ()))
        forfeits = ()
        names = [] if seats is None else parse_seats(seats, found, count)
        path = record or _new_save(found)
    if not names:
        everybody = ",".join(["random"] * position.players) if auto else None
        names = parse_seats(everybody, position.game, position.players)
    if auto and HUMAN in names:
        raise InvalidOption(f"--auto: expected bots only; found seats {','.join(names)}")
    _announce_compiling(position.game)
    Session(position, names, path, budget=Budget(threads=threads), forfeits=forfeits).run()


def _ask_for_game() -> str:
    console = Console()
    names = list(GAMES)
    for number, name in enumerate(names, 1):
        counts = GAMES[name].players
        console.print(f"  {number}. {GAMES[name].title}  ({_span(counts)} players)")
    answer = typer.prompt("Which game (number or name)")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


def _span(counts: tuple[int, ...]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"


def _default_players(game: Game, players: int | None, seats: str | None) -> int:
    if players is not None:
        return players
    return len(seats.split(",")) if seats else game.players[0]


def _new_save(game: Game) -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "tilewright" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game.name}-{secrets.token_hex(4)}.txt"


def _parse_seed(text: str | None) -> int:
    if text is None:
        return secrets.randbits(32)
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= MAX_SEED):
        raise InvalidOption(
            f"seed: expected a whole number from 0 to {MAX_SEED}; found {text[:40]}"
        )
    return int(text)


# --- Replaying ----------------------------------------------------------------------------------


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record written by play.")],
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board after every move.")
    ] = False,
) -> None:
    """Print a record ply by ply and check it: every move, the result, the final position."""
    record = read_record(read_text(file))
    final = record.position
    console = Console(highlight=False)
    steps = final.after(0)
    for ply, action in enumerate(final.actions, 1):
        move, words = steps.format_move(action), steps.describe_move(action)
        console.print(f"{ply:4}. seat {steps.mover}  {move:<16}  {words}", markup=False)
        steps.play(action)
        if boards:
            console.print(steps.game.draw(steps.state, None))
    for seat, reason in record.forfeits:
        console.print(f"      seat {seat} forfeits: {reason}")
    outcome = record.outcome
    if outcome is None:
        console.print(f"Checked: {final.ply} plies, unfinished.")
        return
    for seat in outcome.ranking:
        score = f"{outcome.scores[seat]} {final.game.score_name}"
        console.print(f"  {outcome.places[seat]}. seat {seat}: {score}")
    console.print(f"Checked: {final.ply} plies, result and final position as recorded.")


# --- Judging ------------------------------------------------------------------------------------


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def judge(
    context: typer.Context,
    game: GameName,
    position: Annotated[
        Path | None, typer.Option(help="A whole position as text: what may be played?")
    ] = None,
    move: Annotated[
        str | None, typer.Option(help="With --position: is this move legal, and if not, why?")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Answer a rule question about a position on a real table.

    \b
    tilewright judge my-shelfie --shelf FILE     goals, groups and points of a shelf
    tilewright judge my-shelfie --room FILE      which takes a living room allows
    tilewright judge nova-luna --area FILE       which tasks an area fulfils
    tilewright judge nova-luna --wheel FILE      which tiles the wheel offers
    tilewright judge polyssimo --board FILE      where a piece fits
    tilewright judge GAME --position FILE [--move MOVE]

    FILE holds plain text or JSON; - is standard input. The docs of each game show the forms.
    """
    found = get_game(game)
    if position is not None:
        _judge_position(found, _read_input(str(position)), move, as_json)
        return
    question, path = _asked(found, context.args)
    text = _read_input(path)
    asked = _parse_json(text) if text.lstrip().startswith("{") else question.parse(text)
    answer = question.answer(asked)
    print(json.dumps(answer) if as_json else "\n".join(question.lines(asked, answer)))


def _asked(game: Game, words: list[str]) -> tuple[Question, str]:
    """Which of the game's questions the command line asks, and the file it points to."""
    questions = {f"--{question.name}": question for question in game.questions}
    if len(words) == 1 and "=" in words[0]:
        words = words[0].split("=", 1)
    if len(words) != 2 or words[0] not in questions:
        expected = ", ".join(f"{word} FILE" for word in [*questions, "--position"])
        raise InvalidOption(f"judge {game.name}: expected one of {expected}; found {words}")
    return questions[words[0]], words[1]


def _read_input(path: str) -> str:
    return sys.stdin.read(2_000_000) if path == "-" else read_text(path)


def _parse_json(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextError(f"expected JSON; {error}") from error
    if not isinstance(value, dict):
        raise TextError(f"expected a JSON object; found {type(value).__name__}")
    return value


def _judge_position(game: Game, text: str, move: str | None, as_json: bool) -> None:
    position = Position.from_text(game, text)
    answer: dict[str, Any]
    if move is None:
        moves = list(position.legal_moves)
        answer = {"mover": position.mover, "over": position.is_over, "legal_moves": moves}
        lines = [f"Seat {position.mover} has {len(moves)} legal moves:", *moves]
    else:
        answer, lines = _judge_move(position, move)
    print(json.dumps(answer) if as_json else "\n".join(lines))


def _judge_move(position: Position, move: str) -> tuple[dict[str, Any], list[str]]:
    try:
        action = position.parse_move(move)
    except IllegalMove as error:
        return {"legal": False, "rule": error.rule, "why": str(error)}, [f"Illegal. {error}"]
    words = position.describe_move(action)
    return {"legal": True, "move": position.format_move(action), "does": words}, [f"Legal. {words}"]


# --- Analysing ----------------------------------------------------------------------------------


@app.command()
def analyze(
    what: Annotated[
        str, typer.Argument(metavar="FILE[@PLY]", help="A position, or a record and a ply of it.")
    ],
    seconds: Annotated[float | None, typer.Option(help="How long to think; 2 by default.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Or how many iterations.")] = None,
    threads: Threads = 1,
    most: Annotated[int, typer.Option(min=1, max=1000, help="How many moves to show.")] = 10,
    json_path: JsonPath = None,
) -> None:
    """Show the best moves of a position: the chance or total each leads to, and what it does.

    The search sees only what the seat to move may know. Without @PLY a record is analysed at its
    last position.
    """
    position = _read_position(what)
    analysis = analyse(position, Budget(seconds, iterations, threads), most)
    table = Table(title=f"Seat {analysis.mover}, {analysis.iterations:,} iterations", box=None)
    worth = "chance" if position.game.solver is None else "total"
    for heading in ("move", worth, "visits", "score", "what it does"):
        table.add_column(
            heading, justify="left" if heading in ("move", "what it does") else "right"
        )
    for move in analysis.moves:
        table.add_row(
            move.move, move.worth, f"{move.visits:,}", f"{move.score_change:+}", move.does
        )
    Console().print(table)
    if json_path is not None:
        answer = {"game": position.game.name, "ply": position.ply, **analysis.as_json()}
        write_text(json_path, json.dumps(answer, indent=1) + "\n")


def _read_position(what: str) -> Position:
    """The position in a file: a position's own, or a record's at a ply."""
    path, at, digits = what.rpartition("@")
    if not (at and digits.isascii() and digits.isdigit() and len(digits) < 6):
        path, digits = what, ""
    text = read_text(path)
    fields = parse_fields(text)
    if fields.take("tilewright").text.startswith("position"):
        return Position.from_text(get_game(fields.take("game").text), text)
    position = parse_record(text)
    return position.at_ply(int(digits)) if digits else position


# --- Counting and measuring ---------------------------------------------------------------------


@app.command("perft")
def perft_command(
    game: GameName,
    players: Players = None,
    seed: Seed = "0",
    option: Options = None,
    plies: Annotated[int, typer.Option(min=0, help="Random moves to play first.")] = 0,
    depth: Annotated[int, typer.Option(min=0, max=12, help="How many plies to count.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Split by the first move.")] = False,
) -> None:
    """Count the move sequences of a given length from a deal."""
    found = get_game(game)
    count = found.players[0] if players is None else players
    position = Position.new(found, count, _parse_seed(seed), parse_settings(option or ()))
    _announce_compiling(found)
    bot = make_bot("random", found, _parse_seed(seed))
    while position.ply < plies and not position.is_over:
        position.play(bot.choose(position.view(position.mover)))
    if divide and depth > 0:
        for move, leaves in perft.divide(position, depth).items():
            print(f"{move:<20} {leaves}")
    print(perft.count(position, depth))


@app.command()
def bench(
    games: Annotated[str, typer.Option(help="Which games, with commas.")] = ",".join(GAMES),
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Seconds for each row.")] = 3,
    json_path: JsonPath = None,
) -> None:
    """Measure random games: plies/s for every player count, one thread and all cores."""
    from tilewright.bench import run_bench

    chosen = [get_game(name) for name in games.split(",")]
    errors = Console(stderr=True, highlight=False)
    _announce_compiling(*chosen)
    with errors.status("compiling") as status:
        result = run_bench(chosen, seconds, status.update)
    Console().print(_bench_table(result))
    if json_path is not None:
        write_text(json_path, json.dumps(result, indent=1) + "\n")


BENCH_HEADINGS = (
    "game",
    "players",
    "threads",
    "million plies/s",
    "games/s",
    "ns/ply",
    "bytes",
    "x yardstick",
    "x hex",
)


def _bench_table(result: dict[str, Any]) -> Table:
    table = Table(title="Random games, deal to final score", caption=result["policy"], box=None)
    for heading in BENCH_HEADINGS:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in result["rows"]:
        hexes = row["openspiel_hex_ratio"]
        table.add_row(
            row["game"],
            str(row["players"]),
            str(row["threads"]),
            f"{row['plies_per_s'] / 1e6:.2f}",
            f"{row['games_per_s']:,.0f}",
            f"{row['ns_per_ply']:.0f}",
            str(row["state_bytes"]),
            f"{row['yardstick_ratio']:.4f} ±{100 * row['spread']:.0f}%",
            "-" if hexes is None else f"{hexes:.2f}",
        )
    for name, rate in result["openspiel_plies_per_s"].items():
        table.add_row(f"OpenSpiel {name}", "", "1", f"{rate / 1e6:.2f}", "", f"{1e9 / rate:.0f}")
    return table


app.command("arena")(arena_command)
app.command("solve")(solve_command)
app.command("generate")(generate_command)
app.command("observe")(observe_command)
app.command("serve")(serve_command)
app.command("bot-worker")(bot_worker_command)
app.command("backup")(backup_command)
app.command("restore")(restore_command)
app.add_typer(records_app, name="records")
app.command("verify")(verify_command)


@app.command()
def games() -> None:
    """List the games, their player counts and options."""
    for game in GAMES.values():
        print(f"{game.name}: {game.title}, {_span(game.players)} players")
        for option in game.options:
            print(f"    --option {option.name}={option.default}  {option.help}")


@app.command()
def version() -> None:
    """Print the version."""
    print(f"tilewright {__version__}")
