"""Programs as bots: the example plays, and whatever a bad one does, the game ends."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.helpers import EXAMPLE, PATIENT, POLITE, QUICK, program, settings
from tilewright.arena import GameResult, Schedule, Settings, play_game
from tilewright.arena.external import BotError, Limits, ProgramPipes, parse_exec
from tilewright.records.record import parse_record, read_record
from tilewright.registry import GAMES
from waiting import wait_until

HELLO = """\
import os, sys, time
LONG = 3600  # whoever waited for it would be seen to wait
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def wait_for(word):
    for line in sys.stdin:
        if line.split()[0] == word:
            return line
    sys.exit(0)
wait_for("tilewright")
"""
READY = HELLO + 'say("ready")\nwait_for("go")\n'
ENDLESS = "while True: "


def play(
    folder: Path, source: str, seat: int = 1, limits: Limits = PATIENT, **changes: object
) -> GameResult:
    path = folder / "bot.py"
    path.write_text(source)
    bots = ("one", program(path)) if seat == 1 else (program(path), "one")
    return play_game(Schedule(settings(*bots, **changes)), 0, limits)


def test_example_bot_plays() -> None:
    games = [
        play_game(Schedule(settings("random", program(EXAMPLE), seed=2)), index, POLITE)
        for index in range(4)
    ]
    assert [game.forfeit for game in games] == [None] * 4
    assert all(parse_record(game.record).outcome for game in games)
    assert "_random_bot.py" in read_record(games[0].record).seats[1]


@pytest.mark.parametrize("name", GAMES)
def test_example_bot_plays_every_game(name: str) -> None:
    """Views as text and moves as text are enough to play by, whatever the game."""
    players = GAMES[name].players[-1]
    bots = (program(EXAMPLE), *["random"] * (players - 1))
    game = play_game(Schedule(Settings(name, bots, games=1, players=players)), 0)
    assert game.forfeit is None
    assert parse_record(game.record).outcome


def test_example_bot_with_equal_seeds_plays_equal_moves() -> None:
    schedule = Schedule(settings(program(EXAMPLE), program(EXAMPLE), seed=2))
    assert play_game(schedule, 1).record == play_game(schedule, 1).record


MISBEHAVIOUR = {
    "never says a word": ("import time; time.sleep(3600)", "no answer in time"),
    "ends at once": ("", "ended with exit code 0"),
    "crashes at once": ("raise SystemExit(5)", "ended with exit code 5"),
    "greets wrongly": (HELLO + 'say("uciok"); time.sleep(LONG)', "expected name, want moves"),
    "hangs": (READY + "time.sleep(LONG)", "no answer in time"),
    "crashes": (READY + 'raise ValueError("oh dear")', "ended with exit code 1: ...*oh dear"),
    "exits in mid-game": (
        HELLO + 'say("ready"); wait_for("go"); say("move take 1"); sys.exit(0)',
        "ended with exit code 0",
    ),
    "is killed": (READY + "os.kill(os.getpid(), 9)", "ended with exit code -9"),
    "floods with lines": (READY + ENDLESS + 'say("info x")', "within 10,000 lines"),
    "floods with empty lines": (READY + ENDLESS + 'say("")', "within 10,000 lines"),
    "floods its greeting": (HELLO + ENDLESS + 'say("info")', "within 10,000 lines"),
    "never ends a line": (
        READY + ENDLESS + 'sys.stdout.write("move " * 1000)',
        "lines of at most 4,096 bytes",
    ),
    "floods its errors": (READY + ENDLESS + 'sys.stderr.write("x" * 4096)', "no answer in time"),
    "answers illegally": (
        READY + 'say("move take 99")\ntime.sleep(LONG)',
        "take 1, take 2 or take 3",
    ),
    "answers nothing": (READY + 'say("move")\ntime.sleep(LONG)', "found ''"),
    "answers at length": (
        READY + 'say("move " + "9" * 4000)\ntime.sleep(LONG)',
        "4,000 characters",
    ),
    "answers oddly": (READY + 'say("bestmove take 1")\ntime.sleep(LONG)', "found 'bestmove'"),
    "sends garbage": (
        READY + 'os.write(1, bytes(range(256)) + b"\\n")\ntime.sleep(LONG)',
        "expected printable ASCII; found byte 0x00",
    ),
    "sends UTF-8": (READY + 'os.write(1, "move é\\n".encode())\ntime.sleep(LONG)', "byte 0xc3"),
    "closes its output": (READY + "os.close(1)\ntime.sleep(LONG)", "closed its output"),
    "closes its input": (
        HELLO + 'say("ready"); os.close(0); time.sleep(LONG)',
        "ended|closed|no answer",
    ),
}


@pytest.mark.parametrize("source, words", MISBEHAVIOUR.values(), ids=list(MISBEHAVIOUR))
def test_external_bot_that_breaks_the_protocol_forfeits(
    source: str, words: str, tmp_path: Path
) -> None:
    """Most are seen through at once; only for those that say nothing time has to run out."""
    limits = QUICK if "no answer" in words else PATIENT
    game = play(tmp_path, source, limits=limits, options={"rolls": "no"})
    assert game.forfeit is not None
    assert game.forfeit.seat == 1
    assert any(
        all(part in game.forfeit.reason for part in choice.split("*"))
        for choice in words.split("|")
    ), game.forfeit.reason
    assert game.places == (1, 2)
    assert game.forfeit.reason.isascii() and len(game.forfeit.reason) <= 300
    parse_record(game.record)


def test_external_bot_that_does_not_read_forfeits(tmp_path: Path) -> None:
    """A pipe holds some 64 kB; more than that must not block the arena."""
    path = tmp_path / "bot.py"
    path.write_text("import time; time.sleep(3600)")
    pipes = ProgramPipes(parse_exec(program(path)), QUICK, lambda: False)
    try:
        with pytest.raises(BotError, match="did not read its input in time"):
            pipes.send("x" * 1_000_000, time.monotonic() + 0.3)
    finally:
        pipes.close()


def test_external_bot_that_exceeds_its_budget_forfeits(tmp_path: Path) -> None:
    """It sleeps for an hour; the arena does not."""
    limits = replace(PATIENT, slack=0.3)
    game = play(tmp_path, READY + "time.sleep(LONG)", limits=limits, seconds=0.1)
    assert game.forfeit is not None and "no answer in time" in game.forfeit.reason
    assert game.seconds[1] >= 0.4, "its budget and the slack"


def test_external_bot_is_killed_with_its_children(tmp_path: Path) -> None:
    source = READY + (
        "child = os.fork()\n"
        "if child == 0:\n    time.sleep(LONG)\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child))\n"
        "time.sleep(LONG)\n"
    )
    assert play(tmp_path, source, limits=replace(PATIENT, move=2.0)).forfeit
    child = int((tmp_path / "pid").read_text())
    wait_until("the child to end", lambda: not is_running(child))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z")


SCRIBE = """\
import sys
heard = open(LOG, "w")
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    if line == "tilewright 1\\n":
        say("name scribe\\r\\ninfo hello\\n\\nready\\r")
    elif line.startswith("go"):
        say("info thinking\\n\\nmove   take 1  ")
    elif line.startswith("quit"):
        break
"""


def test_external_bot_receives_the_documented_lines(tmp_path: Path) -> None:
    """The whole talk of a game, as the reference tells it."""
    log = tmp_path / "log"
    source = f"LOG = {str(log)!r}\n{SCRIBE}"
    game = play(
        tmp_path,
        source,
        limits=POLITE,
        seconds=0.25,
        iterations=100,
        options={"rolls": "no"},
    )
    assert game.forfeit is None
    lines = log.read_text().splitlines()
    assert lines[0] == "tilewright 1"
    assert lines[1].startswith("newgame toy players 2 seat 1 seed ")
    assert lines[1].endswith(" options rolls=no")
    assert lines[2] == "played 0 take 1"
    assert lines[3:9] == [
        "position", "tilewright: position 1", "game: toy", "players: 2", "ply: 1", "mover: 1",
    ]  # fmt: skip
    assert "viewer: seat-1" in lines and "rng: ?" in lines
    assert lines[lines.index("end") + 1] == "go seconds 0.25 iterations 100"
    assert "moves" not in lines
    assert str(game.seed) not in " ".join(lines)
    places, scores = " ".join(map(str, game.places)), " ".join(map(str, game.scores))
    assert lines[-2:] == [f"over places {places} scores {scores}", "quit"]
    assert sum(line.startswith("played ") for line in lines) == game.plies


def test_external_bot_receives_the_reason_of_its_forfeit(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"LOG = {str(log)!r}\n{SCRIBE}".replace("move   take 1", "move take 9")
    game = play(tmp_path, source, limits=POLITE, options={"rolls": "no"})
    assert game.forfeit is not None
    assert f"forfeit {game.forfeit.reason}" in log.read_text().splitlines()


def test_external_bot_on_the_first_seat_receives_no_earlier_move(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"LOG = {str(log)!r}\n{SCRIBE}"
    assert play(tmp_path, source, seat=0, limits=POLITE).forfeit is None
    lines = log.read_text().splitlines()
    assert lines[2] == "position" and "go" in lines
