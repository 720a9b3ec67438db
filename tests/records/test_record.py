"""Records: whole games as text, replayed bit for bit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.position import Position
from tilewright.records.forfeits import Forfeit, apply_forfeits
from tilewright.records.record import (
    MAX_FILE,
    Record,
    format_record,
    is_record_of,
    parse_record,
    read_record,
    read_text,
    write_record,
    write_text,
)
from walks import Configuration, configuration_id, configurations, walk

TOY_RECORD = """\
tilewright: record 1
game: toy
players: 3
options: rolls=no
seed: 5
seats: ann bot bot
moves:
  1. take 3
  2. take 3
  3. take 1
result: 0 0 10
final: {final}
"""


def _toy_record() -> str:
    *_, p = walk("toy", 3, {}, 0, 0)
    p = tw.new("toy", players=3, seed=5)
    for move in ("take 3", "take 3", "take 1"):
        p.play(move)
    return tw.dump(p, ["ann", "bot", "bot"])


def test_record_reads_as_documented() -> None:
    text = _toy_record()
    final = text.splitlines()[-1].split()[-1]
    assert text == TOY_RECORD.format(final=final)
    assert read_record(text).seats == ("ann", "bot", "bot")


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_records_replay_bit_for_bit(configuration: Configuration) -> None:
    *_, p = walk(*configuration, seed=21)
    again = tw.load(tw.dump(p))
    assert again == p
    assert again.actions == p.actions
    while p.actions:
        assert again.undo() == p.undo()
        assert again == p


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_record_of_a_game_from_the_middle_round_trips(configuration: Configuration) -> None:
    *_, p = walk(*configuration, seed=22, plies=5)
    q = tw.position(p.game.name, p.text)
    q.play(q.legal_moves[0])
    assert tw.load(tw.dump(q)) == q


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("record 1", "record 3", "tilewright: expected 'record 1' or 'record 2'; found 'record 3'"),
        ("players: 3", "players: 7", "line 3: players: expected a number from 2 to 3; found '7'"),
        ("rolls=no", "rolls=no rolls=no", "line 4: options: expected NAME=VALUE, each name once"),
        ("rolls=no", "dice=6", "line 4: options: toy has no option 'dice'; it has: rolls"),
        ("seed: 5", "seed: -1", "line 5: seed: expected a number from 0 to 18446744073709551615"),
        (
            "  2. take 3",
            "  4. take 3",
            "line 9: moves: expected '2. ' and a move; found '4. take 3'",
        ),
        ("  3. take 1", "  3. take 2", "line 10: moves: TOY-1: expected at most 1 stones; found 2"),
        ("  3. take 1\n", "", "line 10: result: the moves lead to 'unfinished'; found '0 0 10'"),
        ("result: 0 0 10", "result: 10 0 0", "the moves lead to '0 0 10'; found '10 0 0'"),
        ("final: ", "final: 0", "line 12: final: the moves lead to "),
        ("seed: 5\n", "", "expected 'seed:'; found no such line"),
        ("result: 0 0 10\n", "", "expected 'result:'; found no such line"),
        ("final: ", "note: x\nfinal: ", "line 12: unknown key 'note'"),
    ],
)
def test_record_that_is_corrupt_is_refused(old: str, new: str, complaint: str) -> None:
    text = _toy_record()
    assert old in text
    with pytest.raises(TilewrightError) as error:
        tw.load(text.replace(old, new))
    assert complaint in str(error.value)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(configurations()), st.data())
def test_parse_record_reads_or_refuses_damaged_text(
    configuration: Configuration, data: st.DataObject
) -> None:
    *_, p = walk(*configuration, seed=23, plies=12)
    text = tw.dump(p)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        assert tw.load(damaged).ply <= p.ply
    except TilewrightError as error:
        assert 0 < len(str(error)) < 600
    with pytest.raises(TilewrightError):
        tw.load(text[: data.draw(st.integers(0, text.index("result")))])


def test_write_text_is_atomic(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    write_text(target, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "\ud800")
    assert read_text(target) == "old"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(TilewrightError, match="cannot write"):
        write_text(tmp_path / "no" / "such" / "folder.txt", "x")


def test_read_text_reports_unreadable_files_in_one_line(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    target.write_bytes(b"\xff\xfe")
    with pytest.raises(TextError, match="expected UTF-8 text; found byte 0xff at offset 0"):
        read_text(target)
    target.write_bytes(b"a" * 2_000_001)
    with pytest.raises(TextError, match="expected at most 2,000,000 bytes"):
        read_text(target)
    with pytest.raises(TextError, match="cannot read"):
        read_text(tmp_path / "absent.txt")


@pytest.mark.parametrize(
    "seats, complaint",
    [
        (["ann"], "expected a list of 2 names; found 1"),
        (["ann", "bot", "bot"], "expected a list of 2 names; found 3"),
        ("ann", "expected a list of 2 names; found 'ann'"),
        (["ann b", "bot"], "expected words of printable ASCII; found 'ann b'"),
        (["ann", ""], "expected words of printable ASCII; found ''"),
        (["ann", "b\nmoves: none"], "expected words of printable ASCII"),
        (["ann", "\u042f"], "expected words of printable ASCII"),
        (["ann", None], "expected words of printable ASCII; found None"),
    ],
)
def test_format_record_refuses_a_wrong_number_of_names(seats: Any, complaint: str) -> None:
    """Regression: three names for two players were written, and a line feed broke the record."""
    with pytest.raises(InvalidOption, match=re.escape(complaint)):
        tw.dump(tw.new("toy"), seats)


def test_parse_record_refuses_a_wrong_number_of_seats() -> None:
    text = tw.dump(tw.new("toy"), ["ann", "bot"])
    with pytest.raises(TextError, match="seats: expected 2 names; found 3"):
        tw.load(text.replace("ann bot", "ann b bot"))


def test_record_has_the_players_of_its_position() -> None:
    dealt = tw.new("toy", players=2, seed=5)
    text = format_record(Position.from_text(dealt.game, dealt.text))
    assert "position:" in text
    with pytest.raises(TextError, match="the game begins with 2; found 3"):
        parse_record(text.replace("players: 2", "players: 3", 1))


def test_read_text_takes_files_up_to_a_size(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"#" * MAX_FILE)
    assert len(read_text(path)) == MAX_FILE
    path.write_bytes(b"#" * (MAX_FILE + 1))
    with pytest.raises(TextError, match=f"expected at most {MAX_FILE:,} bytes"):
        read_text(path)


# --- What may be overwritten --------------------------------------------------------------------


def text_of(moves: int, seed: int = 7, forfeits: tuple[Forfeit, ...] = ()) -> bytes:
    position = tw.new("toy", seed=seed)
    for _ in range(moves):
        position.play("take 1")
    outcome = apply_forfeits(position.standing(), [seat for seat, _ in forfeits])
    found = Record(position, forfeits=forfeits, outcome=outcome if forfeits else None)
    return write_record(found).encode()


@pytest.mark.parametrize(
    "moves, seed, forfeits, is_told",
    [
        (0, 7, (), True),
        (1, 7, (), True),
        (2, 7, (), True),
        (3, 7, (), False),  # it goes on
        (2, 8, (), False),
        (2, 7, ((0, "resigned"),), False),  # how it ended is nowhere else
    ],
)
def test_is_record_of_tells_whether_a_game_has_all_of_a_record(
    moves: int, seed: int, forfeits: tuple[Forfeit, ...], is_told: bool
) -> None:
    assert is_record_of(text_of(moves, seed, forfeits), two_moves()) is is_told


@pytest.mark.parametrize("data", [b"my precious notes", b"\xff", b""])
def test_is_record_of_other_files_is_false(data: bytes) -> None:
    assert not is_record_of(data, two_moves())


def two_moves() -> Position:
    position = tw.new("toy", seed=7)
    for _ in range(2):
        position.play("take 1")
    return position
