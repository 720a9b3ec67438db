"""The command: tables for people, JSON and Parquet for programs, one line for a mistake."""

from __future__ import annotations

import builtins
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from arena.helpers import EXAMPLE, program, settings
from tilewright.arena import run_arena, summarise
from tilewright.cli.arena import arena as arena_command
from tilewright.cli.arena import format_result_lines
from tilewright.errors import TilewrightError
from tilewright.extras import install_command
from tilewright.records.record import parse_record, read_record

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(arena_command)


def arena(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["toy", "--workers", "1", *words], env={"COLUMNS": "120"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_arena_command_prints_a_table() -> None:
    output = arena("--bots", "perfect,one", "--games", "20", "--seed", "3")
    assert "toy, 2 players, 20 games" in output
    assert output.index("perfect") < output.index("one ")
    assert "one against perfect, deal by deal" in output


def test_arena_command_writes_records_beside_the_json(tmp_path: Path) -> None:
    arena("--bots", "one,perfect", "--games", "6", "--json", str(tmp_path / "out.json"))
    text = (tmp_path / "out.records.txt").read_text()
    records = ["tilewright: record" + part for part in text.split("tilewright: record")[1:]]
    assert [list(read_record(record).seats) for record in records] == [
        ["one", "perfect"],
        ["perfect", "one"],
    ] * 3
    assert all(parse_record(record).is_over for record in records)


def test_arena_command_writes_json(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    arena("--bots", "one,perfect", "--games", "20", "--seed", "3", "--json", str(path))
    result = json.loads(path.read_text())
    assert result["games"] == 20 and result["deals"] == 10 and result["finished"] is True
    assert result["settings"] == settings("one", "perfect", games=20, seed=3, options={}).as_json()
    for row, name in zip(result["results"], ("one", "perfect"), strict=True):
        assert row["bot"] == name and row["games"] == 20
        assert row["win_rate"] == row["wins"] / 20
        low, high = row["ci95"]
        assert 0 <= low <= row["win_rate"] <= high <= 1
        assert row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"])
    paired = result["paired"]
    assert paired["bot"] == "perfect" and sum(paired["counts"]) == paired["deals"] == 10
    assert paired["score"] == result["results"][1]["win_rate"]


def test_arena_command_numbers_bots_of_equal_names(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    output = arena("--bots", "perfect,one,one", "--games", "6", "--json", str(path))
    assert "one #2" in output and "one #3" in output and "3 players" in output
    rows = json.loads(path.read_text())["results"]
    assert [(row["bot"], row["entry"]) for row in rows] == [("perfect", 1), ("one", 2), ("one", 3)]


def test_arena_command_with_more_bots_than_seats_is_a_round_robin(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    words = ("--bots", "perfect,one,random", "--players", "2", "--games", "12")
    arena(*words, "--json", str(path))
    rows = json.loads(path.read_text())["results"]
    assert [row["games"] for row in rows] == [8, 8, 8]
    assert sum(row["wins"] for row in rows) == 12


def test_arena_command_stores_every_game_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "out.games.jsonl"
    words = ("--bots", "random,one", "--games", "4", "--games-file", str(path))
    arena(*words)
    header, *games = map(json.loads, path.read_text().splitlines())
    assert header["tilewright"] == "arena games 1"
    assert len(games) == 4
    assert all(parse_record(game["record"]).outcome for game in games)
    assert "4 games were already in the games file." in arena(*words)


def test_arena_command_writes_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "out.parquet"
    arena("--bots", "perfect,raises,one", "--games", "6", "--parquet", str(path))
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == 18
    assert {row["bot"] for row in rows} == {"perfect", "raises", "one"}
    assert sum(row["won"] for row in rows) == 6
    assert any(row["forfeit"] and row["reason"] == "RuntimeError: out of ideas" for row in rows)
    assert list(tmp_path.iterdir()) == [path]


def test_arena_command_without_pyarrow_refuses_parquet_before_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TilewrightError, match=re.escape(install_command("data"))):
        arena("--bots", "one,one", "--games", "999999", "--parquet", str(tmp_path / "x"))


def test_arena_command_answers_an_sprt_in_a_sentence() -> None:
    output = arena("--bots", "one,perfect", "--games", "2000", "--sprt", "0,200")
    assert "Is perfect better than one? Yes" in " ".join(output.split())
    output = arena("--bots", "perfect,one", "--games", "2000", "--sprt", "0,200")
    assert "Is one better than perfect? No" in " ".join(output.split())


def test_arena_command_plays_a_program() -> None:
    output = arena("--bots", f"random,{program(EXAMPLE)}", "--games", "2")
    assert "forfeit" not in output


def test_arena_command_lists_the_first_forfeits() -> None:
    result = summarise(run_arena(settings("one", "illegal", games=12), workers=1))
    lines = list(format_result_lines(result))
    assert sum("illegal forfeits: expected one of" in line for line in lines) == 5
    assert "... and 7 more games were forfeited." in lines


def test_arena_command_interrupted_keeps_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tilewright.arena.play import play_game

    played: list[int] = []
    real = play_game

    def interrupted(schedule: Any, index: int, *rest: Any) -> Any:
        if index == 5:
            raise KeyboardInterrupt
        played.append(index)
        return real(schedule, index, *rest)

    monkeypatch.setattr("tilewright.arena.runner.play_game", interrupted)
    path = tmp_path / "out.json"
    output = arena("--bots", "one,perfect", "--games", "20", "--json", str(path), code=130)
    result = json.loads(path.read_text())
    assert result["games"] == 5 == len(played) and result["finished"] is False
    assert "Not finished: 5 of 20 games." in output


@pytest.mark.parametrize(
    "words, complaint",
    [
        (("--bots", "nobody,one"), "no bot is called 'nobody'"),
        (("--bots", "one"), "bots: expected 2 to 64 bots"),
        (("--bots", "one,one", "--players", "9"), "is for 2, 3 players"),
        (("--bots", "one,one", "--time", "0"), "seconds: expected a number above 0"),
        (("--bots", "one,one", "--option", "x"), "expected NAME=VALUE"),
        (("--bots", "one,one", "--json", "/no/such/folder/x"), "a folder that exists"),
        (("--bots", "one,one", "--sprt", "9"), "sprt: expected"),
    ],
)
def test_arena_command_reports_errors_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(TilewrightError) as caught:
        arena(*words)
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


def test_docs_quote_the_example_bot() -> None:
    page = EXAMPLE.parent.parent / "docs" / "reference" / "bot-protocol.md"
    assert EXAMPLE.read_text() in page.read_text()
    assert builtins.compile(EXAMPLE.read_text(), "random_bot.py", "exec")
