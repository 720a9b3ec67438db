"""The terminal game, driven line by line."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import tilewright as tw
from tilewright.cli.terminal import TerminalSession, parse_seats
from tilewright.errors import InvalidOption
from tilewright.records.record import read_text
from tilewright.registry import get_game
from toy import TOY
from walks import REAL_GAMES, walk


def _typing(lines: list[str]) -> Callable[[str], str]:
    """Type these lines as a user does who then closes the terminal."""
    waiting = iter(lines)

    def read_line(prompt: str) -> str:
        for line in waiting:
            return line
        raise EOFError

    return read_line


def _play(
    tmp_path: Path,
    lines: list[str],
    position: tw.Position | None = None,
    seats: str = "human,random",
) -> tuple[TerminalSession, str]:
    position = position or tw.new("toy", players=len(seats.split(",")), seed=5)
    console = Console(file=io.StringIO(), width=80)
    session = TerminalSession(
        position, seats.split(","), tmp_path / "save.txt", console, _typing(lines)
    )
    session.run()
    assert isinstance(console.file, io.StringIO)
    return session, console.file.getvalue()


def test_play_reads_moves_as_text_or_number(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["take 1", "2"])
    assert session.position.actions[0] == 0 and session.position.actions[2] == 1
    assert "Seat 0 to move, 3 legal moves." in shown
    assert "Seat 1 (random): takes" in shown


def test_play_ends_with_the_game(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["1"] * 20)
    assert session.position.is_over
    assert "The game is over after" in shown and "  1. seat" in shown


@pytest.mark.parametrize("game, word", [("nova-luna", "refill"), ("nova-luna-solo", "finish")])
def test_play_lists_moves_that_are_words(tmp_path: Path, game: str, word: str) -> None:
    """NL-7, NLS-3: neither help nor prompt told of them, so no player refilled a wheel."""
    seats = ",".join(["human"] * get_game(game).players[0])
    start = tw.new(game)
    session, shown = _play(tmp_path, ["help"], start, seats)
    assert f"\n  {word}  " in shown
    assert "You may also" not in shown
    while word not in start.legal_moves:
        start.play(min(start.legal_moves, key=lambda move: start.effect(move)["discs"]))
    session, shown = _play(tmp_path, [word], start, seats)
    assert f"You may also {word}: " in shown
    assert session.position.moves[-1] == word


def test_play_explains_an_invalid_move_and_asks_again(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["fly", "take 7", "99", "99999999999999", "save", "undo"])
    assert session.position.ply == 0
    assert shown.count("expected take 1, take 2 or take 3") == 2
    assert shown.count("expected a number from 1 to 3") == 2
    assert "save: expected a file name" in shown and "nothing to undo" in shown


def test_play_interrupted_saves_the_game(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["take 1"])
    saved = tw.load(read_text(tmp_path / "save.txt"))
    assert saved == session.position and saved.ply == 2
    assert f"tilewright play --load {tmp_path / 'save.txt'}" in shown.replace("\n", "")

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    session = TerminalSession(saved, ["human", "random"], tmp_path / "save.txt",
                      Console(file=io.StringIO()), interrupt)  # fmt: skip
    session.run()
    assert tw.load(read_text(tmp_path / "save.txt")) == saved


def test_play_undo_returns_to_the_players_last_decision(tmp_path: Path) -> None:
    session, _ = _play(tmp_path, ["take 1", "undo", "quit"])
    assert session.position.ply == 0
    assert tw.load(read_text(tmp_path / "save.txt")).ply == 0


def test_play_resign_ends_the_game(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["take 1", "resign", "1"])
    assert session.position.ply == 2 and session.match.is_over
    assert "1. seat 1 (random)" in shown and "2. seat 0 (human): 0 points, resigned" in shown
    assert "forfeits: 0 resigned" in read_text(tmp_path / "save.txt")
    again, _ = _play(tmp_path, [f"load {tmp_path / 'save.txt'}"])
    assert again.match.is_over and again.match.reasons == ((0, "resigned"),)


def test_play_resign_among_three_continues_with_a_bot(tmp_path: Path) -> None:
    session, shown = _play(tmp_path, ["resign", "", "take 1", "quit"], seats="human,human,random")
    assert session.match.forfeits == [0]
    assert "Seat 0 (level-3): takes" in shown and "Seat 1 to move" in shown
    again, shown = _play(tmp_path, [f"load {tmp_path / 'save.txt'}", *[""] * 9, *["1"] * 20])
    assert again.match.forfeits == [0]


def test_play_continues_a_record_of_other_players(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.txt"
    path.write_text(tw.dump(tw.new("toy", seed=5), ["Anna", "random"]))
    session, _ = _play(tmp_path, [f"load {path}", "take 1", "quit"])
    assert session.position.ply == 2 and "seats: Anna random" in read_text(path)


def test_play_save_and_load_round_trip(tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    _play(tmp_path, ["take 1", f"save {first}", "quit"])
    session, shown = _play(tmp_path, [f"load {first}", "quit"], tw.new("toy", seed=9))
    assert session.position.seed == 5 and session.position.ply == 2
    session, shown = _play(tmp_path, [f"load {tmp_path / 'absent'}", "quit"])
    assert "cannot read" in shown and session.position.ply == 0


def test_play_list_pages_and_filters_moves(tmp_path: Path) -> None:
    position = tw.new("my-shelfie", seed=1)
    _, shown = _play(tmp_path, ["list", "list", "list zzz", "quit"], position)
    assert shown.count("more: list") == 2
    assert "no legal move has 'zzz' in it" in shown


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_play_draws_every_game_within_80_columns(game: object) -> None:
    for players in game.players:  # type: ignore[attr-defined]
        for position in walk(game.name, players, {}, seed=3):  # type: ignore[attr-defined]
            if position.ply % 7 == 0 or position.is_over:
                console = Console(file=io.StringIO(), width=80)
                console.print(position.game.draw(position.view(0).state, 0))
                console.print(position.game.draw(position.state, None))
                shown = console.file.getvalue()  # type: ignore[attr-defined]
                assert shown.strip()
                assert max(map(len, shown.splitlines())) <= 80


def test_play_covers_secrets_between_two_people(tmp_path: Path) -> None:
    prompts: list[str] = []
    position = tw.new("my-shelfie", seed=1)

    def read_line(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 5:
            raise EOFError
        return "" if "Press Enter" in prompt else "1"

    console = Console(file=io.StringIO(), width=80)
    TerminalSession(position, ["human", "human"], tmp_path / "s.txt", console, read_line).run()
    assert [prompt for prompt in prompts if "Press Enter" in prompt]


def test_play_refuses_invalid_seats() -> None:
    assert parse_seats(None, TOY, 3) == ["human", "level-3", "level-3"]
    with pytest.raises(InvalidOption, match="expected 2 names with commas; found 3"):
        parse_seats("human,human,human", TOY, 2)
    with pytest.raises(InvalidOption, match="expected each to be one of human, random"):
        parse_seats("human,hal", TOY, 2)


def test_play_save_refuses_to_overwrite_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("mine\n")
    _, shown = _play(tmp_path, ["save notes.txt", "save copy.txt", "take 1", "save copy.txt"])
    assert Path("notes.txt").read_text() == "mine\n"
    assert "notes.txt is there already and is not an earlier part of this game" in shown
    assert "1. take 1" in Path("copy.txt").read_text()
