"""The command line, as written in the docs, and what it says to bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import CommandLine
from walks import REAL_GAMES

SHELF = "PPP..\nBPPC.\nFBFB.\nTGTG.\nTTCCC\nTTTCC\n"


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_play_and_replay(game: object, run: CommandLine, tmp_path: Path) -> None:
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


def test_judge_a_shelf_from_text_json_and_stdin(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "shelf.txt").write_text(SHELF)
    (tmp_path / "shelf.json").write_text(json.dumps({"shelf": SHELF.split()}))
    words = ("judge", "my-shelfie", "--shelf")
    plain = run(*words, "shelf.txt")
    assert plain.code == 0, plain.stderr
    assert plain.stdout == run(*words, "shelf.json").stdout
    assert plain.stdout == run(*words, "-", stdin=SHELF).stdout
    answer = json.loads(run(*words, "shelf.txt", "--json").stdout)
    assert answer["adjacency_points"] == 18 and answer["personal"]["1"] == 6
    assert "18" in plain.stdout and "MS-15" in plain.stdout


def test_judge_says_why_a_move_is_illegal(run: CommandLine, tmp_path: Path) -> None:
    import tilewright as tw

    position = tw.new("nova-luna", seed=1)
    (tmp_path / "p.txt").write_text(position.text)
    words = ("judge", "nova-luna", "--position", "p.txt")
    assert "legal moves:" in run(*words).stdout
    legal = run(*words, "--move", position.legal_moves[0])
    assert legal.stdout.startswith("Legal.")
    illegal = run(*words, "--move", "9@0,0")
    assert illegal.stdout.startswith("Illegal. NL-8: ")
    answer = json.loads(run(*words, "--move", "9@0,0", "--json").stdout)
    assert answer["legal"] is False and answer["rule"] == "NL-8"


def test_perft(run: CommandLine, tmp_path: Path) -> None:
    done = run(*"perft polyssimo --players 2 --seed 1 --depth 1".split())
    assert (done.code, done.stdout) == (0, "24\n")
    done = run(*"perft polyssimo --seed 1 --depth 2 --divide".split())
    assert done.stdout.endswith(f"\n{24 * 23}\n") and done.stdout.count("23\n") == 24


def test_bench_writes_rows(run: CommandLine, tmp_path: Path) -> None:
    done = run(*"bench --games my-shelfie --seconds 0.1 --json out.json".split())
    assert done.code == 0, done.stderr
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert {(row["players"], row["threads"] > 1) for row in rows} >= {(2, False), (4, False)}
    for row in rows:
        assert row["plies_per_s"] > row["games_per_s"] > 0 and row["yardstick_ratio"] > 0
        assert "openspiel_hex_ratio" in row


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
        ("judge my-shelfie", "expected one of --shelf FILE, --room FILE, --position FILE"),
        ("judge my-shelfie --shelf absent.txt", "cannot read absent.txt"),
        ("judge my-shelfie --shelf corrupt.txt", "expected 6 lines"),
        ("judge my-shelfie --shelf deep.json", "expected JSON"),
        ("judge ludo --shelf corrupt.txt", "no game is called 'ludo'"),
        ("perft polyssimo --depth 99", "should be less than or equal to 12"),
        ("bench --games ludo", "no game is called 'ludo'"),
        ("dance", "No such command 'dance'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: str, complaint: str, run: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "corrupt.txt").write_text("tilewright: nonsense\n")
    (tmp_path / "deep.json").write_text("{" + '"a":[' * 200_000)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run(*words.split())
    assert done.code == 2, done.stdout
    assert done.stderr.startswith("tilewright: ") and done.stderr.count("\n") == 1, done.stderr
    assert complaint in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
