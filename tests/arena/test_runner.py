"""Whole arenas: any number of processes, interrupted or not, give the same results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.helpers import QUICK, die, program, register, settings, timeless
from tilewright.arena import ArenaRun, GameResult, Sprt, run_arena, summarise
from tilewright.arena.runner import GamesFile
from tilewright.errors import InvalidOption, TextError, TilewrightError


def play(*bots: str, workers: int = 1, **others: Any) -> ArenaRun:
    known = ("games_file", "sprt", "on_progress", "prepare", "limits")
    given = {name: others.pop(name) for name in known if name in others}
    return run_arena(settings(*bots, **others), workers=workers, **given)


def stop_after(count: int) -> Callable[[int, int, GameResult | None], None]:
    def report(done: int, total: int, game: GameResult | None) -> None:
        if done == count and game is not None:
            raise KeyboardInterrupt

    return report


def test_arena_is_won_by_the_better_bot() -> None:
    run = play("perfect", "one", games=60)
    best, worst = summarise(run)["results"]
    assert best["games"] == worst["games"] == 60
    assert best["wins"] + worst["wins"] == 60
    assert best["win_rate"] > 0.6 and best["rating"] > worst["rating"]
    assert best["games_by_seat"] == worst["games_by_seat"] == [30, 30]
    assert run.is_finished and not run.is_interrupted


def test_arena_results_do_not_depend_on_the_number_of_workers() -> None:
    alone = play("random", "perfect", "one", games=24)
    together = play("random", "perfect", "one", games=24, workers=2, prepare=register)
    assert timeless(alone.games) == timeless(together.games)


def test_arena_reports_its_progress() -> None:
    seen: list[tuple[int, int]] = []
    play("one", "perfect", games=4, on_progress=lambda done, total, _: seen.append((done, total)))
    assert seen == [(done, 4) for done in range(5)]


def test_arena_with_too_few_bots_is_refused() -> None:
    with pytest.raises(InvalidOption, match="bots: expected 2"):
        play("one")
    with pytest.raises(InvalidOption, match="workers: expected"):
        play("one", "one", workers=0)


def test_arena_with_a_dead_worker_raises_a_clear_error() -> None:
    with pytest.raises(TilewrightError, match="a worker process has died"):
        play("one", "one", workers=2, prepare=die)


# --- Interrupt and resume ---


@pytest.mark.parametrize("at", [1, 5, 11])
def test_arena_resumed_equals_an_uninterrupted_run(at: int, tmp_path: Path) -> None:
    path = tmp_path / "out.games.jsonl"
    part = play("random", "perfect", games_file=path, on_progress=stop_after(at))
    assert part.is_interrupted and not part.is_finished
    assert len(part.games) == at
    rest = play("random", "perfect", games_file=path)
    assert rest.num_resumed == at and rest.is_finished
    assert timeless(rest.games) == timeless(play("random", "perfect").games)
    assert len(path.read_text().splitlines()) == 1 + 12


def test_arena_with_a_complete_games_file_plays_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = play("random", "random", games_file=path)
    before = path.read_bytes()
    again = play("random", "random", games_file=path)
    assert again.games == first.games and path.read_bytes() == before


def test_games_file_can_be_extended_or_read_in_part(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play("random", "random", games_file=path, games=4)
    more = play("random", "random", games_file=path, games=8)
    assert (more.num_resumed, len(more.games)) == (4, 8)
    assert len(play("random", "random", games_file=path, games=6).games) == 6


@pytest.mark.parametrize("tail", [b"x", b"{}\n", b'{"index": 3, "entr', b"\0\0\0\n", b"[1]\n"])
def test_games_file_drops_a_damaged_last_line(tail: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = play("random", "random", games_file=path)
    path.write_bytes(path.read_bytes() + tail)
    assert play("random", "random", games_file=path).games == whole.games
    assert b"".join(path.read_bytes().splitlines(keepends=True)[-1:]).startswith(b'{"index"')


def test_games_file_cut_anywhere_is_completed(tmp_path: Path) -> None:
    """Killed at any byte, the same command arrives at the same games."""
    path = tmp_path / "games.jsonl"
    whole = timeless(play("random", "one", games=2, games_file=path).games)
    data = path.read_bytes()
    for length in range(0, len(data), 97):
        path.write_bytes(data[:length])
        assert timeless(play("random", "one", games=2, games_file=path).games) == whole


def test_games_file_damaged_in_the_middle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play("random", "random", games_file=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"oops\n", *lines[3:]]))
    with pytest.raises(TextError, match=r"line 4: .*expected JSON"):
        play("random", "random", games_file=path)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"seed": 6}, "seed: expected 6; found 5"),
        ({"options": {"rolls": "no"}}, "options: expected"),
        ({"iterations": 10}, "iterations: expected 10; found null"),
    ],
)
def test_games_file_of_other_settings_is_refused(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    play("random", "random", games_file=path)
    before = path.read_bytes()
    with pytest.raises(TilewrightError, match=words):
        play("random", "random", games_file=path, **change)
    assert path.read_bytes() == before


def test_games_file_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary")
    with pytest.raises(TextError, match="expected a games file"):
        play("random", "random", games_file=path)
    assert path.read_text() == "Dear diary"


def test_games_file_of_another_schedule_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play("random", "random", games_file=path)
    header, *games = path.read_text().splitlines()
    games[2] = json.dumps(json.loads(games[2]) | {"seed": 1})
    path.write_text("\n".join([header, *games]) + "\n")
    with pytest.raises(TextError, match=r"line 4: .*game 2 is not of this schedule"):
        play("random", "random", games_file=path)


def test_games_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    from tilewright.arena import Schedule

    with (
        closing(GamesFile(path, Schedule(settings("one", "one")))),
        pytest.raises(TilewrightError, match="in use by another arena"),
    ):
        play("one", "one", games_file=path)


def test_games_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TilewrightError, match="cannot open"):
        play("one", "one", games_file=tmp_path)


# Tests that run in the background of a shell ignore Ctrl-C.
SCRIPT = """\
import signal, sys
from arena.helpers import register, settings
from tilewright.arena import run_arena
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    register()
    games = int(sys.argv[2])
    run = run_arena(settings("slow", "slow", games=games), workers=2, games_file=sys.argv[1],
                    prepare=register, on_progress=lambda *_: print("game", flush=True))
    print("interrupted" if run.is_interrupted else "done", len(run.games))
"""


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_arena_pool_can_be_interrupted_or_killed(sent: signal.Signals, tmp_path: Path) -> None:
    script, path = tmp_path / "script.py", tmp_path / "games.jsonl"
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script), str(path), "400"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for _ in range(4):
        assert process.stdout.readline() == "game\n"
    process.send_signal(sent)
    rest = process.stdout.read()  # to the end: no worker is left that holds the pipe open
    process.stdout.close()
    process.wait()
    assert rest.count("game\n") < 200, "it went on as if nothing had been said"
    if sent is signal.SIGINT:
        assert process.returncode == 0
        assert rest.splitlines()[-1].startswith("interrupted ")
    stored = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert 3 <= len(stored) < 400, "it did not play on"
    run = play("slow", "slow", games=8, games_file=path)
    assert timeless(run.games) == timeless(play("slow", "slow", games=8).games)


# --- Tests that stop early ---


def test_sprt_stops_early_at_the_same_game_for_any_number_of_workers() -> None:
    alone = play("one", "perfect", games=2000, sprt=Sprt(0, 200))
    assert alone.sprt is not None
    assert alone.sprt.decision == "H1"
    assert alone.is_finished and len(alone.games) == 2 * sum(alone.sprt.counts) < 400
    together = play("one", "perfect", games=2000, sprt=Sprt(0, 200), workers=2, prepare=register)
    assert timeless(alone.games) == timeless(together.games)


def test_sprt_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = play("one", "perfect", games=2000, sprt=Sprt(0, 200))
    play(
        "one", "perfect", games=2000, sprt=Sprt(0, 200), games_file=path, on_progress=stop_after(7)
    )
    rest = play("one", "perfect", games=2000, sprt=Sprt(0, 200), games_file=path)
    assert timeless(rest.games) == timeless(whole.games)
    size = path.stat().st_size
    play("one", "perfect", games=2000, sprt=Sprt(0, 200), games_file=path)
    assert path.stat().st_size == size


def test_sprt_may_stay_undecided() -> None:
    result = summarise(play("one", "one", games=4, sprt=Sprt(0, 5)))
    assert result["sprt"]["decision"] is None and result["sprt"]["pairs"] == 2


def test_sprt_with_three_bots_is_refused() -> None:
    with pytest.raises(InvalidOption, match="two bots in a game of two players"):
        play("one", "one", "perfect", sprt=Sprt(0, 50))


# --- Programs in an arena ---


def test_arena_of_bad_programs_ends(tmp_path: Path) -> None:
    bots = []
    for name, source in {
        "hangs": "import time; print('ready', flush=True); time.sleep(60)",
        "crashes": "1 / 0",
        "floods": "while True: print('info')",
    }.items():
        (tmp_path / f"{name}.py").write_text(source)
        bots.append(program(tmp_path / f"{name}.py"))
    run = play("one", *bots, games=12, players=2, limits=QUICK, workers=2, prepare=register)
    result = summarise(run)
    assert run.is_finished and len(result["forfeits"]) == 12
    assert result["results"][0]["wins"] == result["results"][0]["games"] == 6
    assert "ZeroDivisionError" in json.dumps(result["forfeits"])
