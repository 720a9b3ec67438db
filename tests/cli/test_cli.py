"""The command line, as written in the docs, and what it says to bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tilewright as tw
from commands import CommandLine, Done
from walks import REAL_GAMES, walk


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_play_command_writes_a_record_that_replays(
    game: object, run: CommandLine, tmp_path: Path
) -> None:
    name, players = game.name, game.players[-1]  # type: ignore[attr-defined]
    seats = ",".join(["random"] * players)
    words = ("play", name, "--seats", seats, "--seed", "7", "--auto", "--record")
    done = run(*words, "game.txt")
    assert done.code == 0, done.stderr
    again = run(*words, "again.txt")
    assert again.code == 0
    assert (tmp_path / "game.txt").read_text() == (tmp_path / "again.txt").read_text()
    replayed = run("replay", "game.txt")
    assert replayed.code == 0, replayed.stderr
    assert "result and final position as recorded" in replayed.stdout


def test_perft_command_prints_the_count(run: CommandLine, tmp_path: Path) -> None:
    done = run(*"perft polyssimo --players 2 --seed 1 --depth 1".split())
    assert (done.code, done.stdout) == (0, "24\n")
    done = run(*"perft polyssimo --seed 1 --depth 2 --divide".split())
    assert done.stdout.endswith(f"\n{24 * 23}\n") and done.stdout.count("23\n") == 24


def test_bench_command_writes_rows(run: CommandLine, tmp_path: Path) -> None:
    done = run(*"bench --games my-shelfie --seconds 0.1 --json out.json".split())
    assert done.code == 0, done.stderr
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert {(row["players"], row["threads"] > 1) for row in rows} >= {(2, False), (4, False)}
    for row in rows:
        assert row["plies_per_s"] > row["games_per_s"] > 0 and row["yardstick_ratio"] > 0


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("play ludo", "no game is called 'ludo'; there are: "),
        ("play my-shelfie --players 9", "my-shelfie is for 2, 3, 4 players; found 9"),
        ("play my-shelfie --players two", "should be a valid integer"),
        ("play my-shelfie --seed -3", "'--seed': Input should be greater than or equal to 0"),
        ("play my-shelfie --seed 1e9", "'--seed': Input should be a valid integer"),
        ("play my-shelfie --option goals=7", "option goals: expected one of 2, 1; found '7'"),
        (
            "play my-shelfie --option dice=7",
            "my-shelfie has no option 'dice'; it has: first, goals",
        ),
        ("play my-shelfie --option goals", "expected NAME=VALUE, each name once"),
        ("play my-shelfie --seats random", "my-shelfie is for 2, 3, 4 players; found 1"),
        ("play my-shelfie --seats human,hal", "expected each to be one of human, random"),
        ("play my-shelfie --seats human,random --auto", "--auto: expected bots only"),
        ("play --load absent.txt", "cannot read absent.txt: No such file"),
        ("play --load corrupt.txt", "line 1: "),
        ("replay corrupt.txt", "line 1: "),
        ("perft polyssimo --depth 99", "should be less than or equal to 12"),
        ("bench --games ludo", "no game is called 'ludo'"),
        ("dance", "No such command 'dance'"),
    ],
)
def test_command_with_bad_input_prints_one_line_and_exits_with_2(
    words: str, complaint: str, run: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "corrupt.txt").write_text("tilewright: nonsense\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run(*words.split())
    assert done.code == 2, done.stdout
    assert done.stderr.startswith("tilewright: ") and done.stderr.count("\n") == 1, done.stderr
    assert complaint in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


# --- Files that users have ---

NOTES = "my precious notes\n"


def play_toy(run: CommandLine, *more: str, seed: int = 7) -> Done:
    words = ("--seats", "random,random", "--seed", str(seed), "--auto", "--record", "game.txt")
    return run("play", "toy", *words, *more)


def test_record_option_refuses_to_overwrite_other_files(run: CommandLine, tmp_path: Path) -> None:
    """Notes, and the finished game of another seed, were lost without a word."""
    path = tmp_path / "game.txt"
    path.write_text(NOTES)
    done = play_toy(run)
    assert done.code == 2 and path.read_text() == NOTES
    assert done.stderr == (
        "tilewright: game.txt is there already and is not an earlier part of this game: "
        "name another file; --force overwrites it\n"
    )
    assert play_toy(run, "--force").code == 0
    first = path.read_text()
    assert "seed: 7" in first
    assert play_toy(run, seed=8).code == 2 and path.read_text() == first
    assert play_toy(run).code == 2, "a finished game is not begun again"


def test_record_option_continues_its_unfinished_game(run: CommandLine, tmp_path: Path) -> None:
    p = tw.new("toy", seed=7)
    p.play("take 1")
    (tmp_path / "game.txt").write_text(tw.dump(p, ["human", "random"]))
    p.play("take 1")
    (tmp_path / "later.txt").write_text(tw.dump(p, ["human", "random"]))
    assert run("play", "--load", "later.txt", "--record", "game.txt").code == 0
    assert (tmp_path / "game.txt").read_text() == (tmp_path / "later.txt").read_text()
    assert run("play", "--load", "game.txt", "--record", "game.txt").code == 0
    assert run("play", "--load", "game.txt").code == 0
    p.undo()
    (tmp_path / "earlier.txt").write_text(tw.dump(p, ["human", "random"]))
    done = run("play", "--load", "earlier.txt", "--record", "later.txt")
    assert done.code == 2, "moves would be lost"


WRITING = [
    "analyze position.txt --iterations 1",
    "review game.txt --iterations 1",
    "solve nova-luna-solo --effort 1",
    "arena toy --bots random,random --games 2",
    "observe toy --bot random --games 2",
    "bench --games toy --seconds 0.1",
]


@pytest.mark.parametrize("words", WRITING)
@pytest.mark.parametrize("held", [NOTES, '{"game": "mine"}', "[1]", "[" * 100_000])
def test_json_option_refuses_to_overwrite_other_files(
    words: str, held: str, run: CommandLine, tmp_path: Path
) -> None:
    *_, p = walk("toy", 2, {}, 3)
    (tmp_path / "game.txt").write_text(tw.dump(p))
    (tmp_path / "position.txt").write_text(tw.new("toy").text)
    (tmp_path / "mine.json").write_text(held)
    done = run(*words.split(), "--json", "mine.json")
    assert (done.code, done.stdout) == (2, "")
    assert "mine.json is there already and is not a result of this command" in done.stderr
    assert (tmp_path / "mine.json").read_text() == held


@pytest.mark.parametrize(
    "words",
    [
        "analyze position.txt --iterations 20",
        "arena toy --bots random,random --games 2 --workers 1",
        "bench --games toy --seconds 0.1",
        "observe toy --bot random --games 2 --workers 1",
        "puzzles list polyssimo",
    ],
)
def test_json_option_to_stdout_prints_text_to_stderr(
    words: str, run: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "position.txt").write_text(tw.new("toy").text)
    done = run(*words.split(), "--json", "-")
    assert done.code == 0, done.stderr
    assert json.loads(done.stdout) and done.stderr
    assert not Path("-").exists()


def test_bots_command_lists_the_bots_of_one_or_all_games(run: CommandLine) -> None:
    listed = run("bots", "polyssimo").stdout
    assert listed.startswith("Polyssimo Challenge: random, uniform, greedy, ")
    assert {"level-8@2", "territory"} <= set(re.findall(r"[\w@-]+", listed))
    assert len(run("bots").stdout.splitlines()) == len(tw.GAMES)


def test_compile_command_refuses_an_unknown_game(run: CommandLine) -> None:
    done = run("compile", "ludo")
    assert done.code == 2 and "no game is called 'ludo'" in done.stderr


def test_compile_command_names_the_variable_that_disables_it(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    done = run("compile")
    assert done.code == 2 and "unset TILEWRIGHT_JIT" in done.stderr


@pytest.mark.parametrize("option", ["--json out.json", "--parquet out.parquet"])
def test_arena_command_overwrites_its_own_results(
    option: str, run: CommandLine, tmp_path: Path
) -> None:
    words = ("arena", "toy", "--bots", "random,random", "--games", "2", "--workers", "1")
    for _ in range(2):
        done = run(*words, *option.split())
        assert (done.code, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["out.records.txt", "out.parquet"])
def test_arena_command_refuses_to_overwrite_files_beside_the_result(
    name: str, run: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(NOTES)
    words = "arena toy --bots random,random --games 2 --json out.json --parquet out.parquet"
    done = run(*words.split())
    assert done.code == 2 and f"{name} is there already and is not" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "words",
    [
        "arena toy --bots random,random --games 2 --workers 1",
        "observe toy --bot random --games 2 --players 2 --workers 1",
        "arena toy --bots random,random --games 2 --workers 0",
    ],
)
def test_progress_bar_leaves_no_empty_line(words: str, run: CommandLine) -> None:
    done = run(*words.split())
    assert not done.stderr.startswith("\n") and "\n\n" not in done.stderr
    assert not done.stderr or done.code == 2


def test_iterations_option_above_the_limit_names_the_limit(
    run: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "position.txt").write_text(tw.new("toy").text)
    done = run("analyze", "position.txt", "--iterations", "9" * 20)
    assert "iterations: expected a number above 0, at most 1,000,000,000; found 99" in done.stderr
