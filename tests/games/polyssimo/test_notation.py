"""Moves and positions as text: round trips, and every kind of error."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import at_most
from tilewright.errors import GameOver, IllegalMove, TextError, TilewrightError
from tilewright.game import State
from tilewright.games.polyssimo import GAME, notation
from tilewright.games.polyssimo.board import HEXOMINO, format_cell, format_cells, list_cells
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.games.polyssimo.tables import PIECES
from tilewright.position import Position

from .play import CONFIGURATIONS, drafted, legal, new_state, position_of, walk


def state_at(configuration: tuple[int, str, str], seed: int, ply: int) -> State:
    players, handicap, first = configuration
    for _, state in walk(new_state(players, seed, handicap, first), seed):
        if int(state["ply"]) >= ply:
            break
    return state


configurations = st.sampled_from(CONFIGURATIONS)
seeds = st.integers(0, 10_000)
plies = st.integers(1, 48)


# --- There and back -------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(configurations, seeds, plies)
def test_positions_round_trip(configuration: tuple[int, str, str], seed: int, ply: int) -> None:
    position = position_of(state_at(configuration, seed, ply))
    assert Position.from_text(GAME, position.text) == position
    for seat in (None, 0, 1):
        view = position.view(seat)
        assert Position.from_text(GAME, view.text) == view


def test_positions_of_whole_games_round_trip() -> None:
    for players, handicap, first in CONFIGURATIONS:
        position = position_of(new_state(players, 1, handicap, first))
        assert Position.from_text(GAME, position.text) == position
        for _, state in walk(new_state(players, 1, handicap, first), 2):
            position = position_of(state)
            assert Position.from_text(GAME, position.text) == position


@settings(max_examples=60, deadline=None)
@given(configurations, seeds, plies)
def test_moves_round_trip(configuration: tuple[int, str, str], seed: int, ply: int) -> None:
    state = state_at(configuration, seed, ply)
    chooser = random.Random(seed)
    actions = legal(state)
    texts = {notation.format_move(state, action) for action in actions}
    assert len(texts) == len(actions)
    for action in chooser.sample(actions, min(5, len(actions))):
        text = notation.format_move(state, action)
        assert " " not in text
        assert notation.parse_move(state, text) == action
        assert notation.describe_move(state, action)
        if "@" in text:
            name = text.partition("@")[0]
            cells = list_cells(action)
            chooser.shuffle(cells)
            listed = " ".join(format_cell(cell) for cell in cells)
            assert notation.parse_move(state, f"{name} {listed}") == action
            assert notation.parse_move(state, f" {name}: {listed.upper()} ,") == action
            assert notation.parse_move(state, text.replace(",", "")) == action


def test_format_move_lists_cells_row_by_row() -> None:
    state = drafted(2, 1)
    name = PIECE_IDS[int(state["hands"][int(state["mover"])]).bit_length() - 1]
    for action in legal(state):
        text = notation.format_move(state, action)
        if text.startswith(name):
            break
    assert text == f"{name}@{format_cells(list_cells(action))}"
    assert format_cells([(2, 3), (3, 2), (3, 3), (3, 4), (4, 2)]) == "d3,cde4,c5"
    assert format_cells([(10, 11)]) == "l11"


def test_parse_move_reads_hexominoes_by_id() -> None:
    for piece in PIECES:
        assert piece.id.startswith(HEXOMINO) == piece.is_hexomino


def test_parse_move_accepts_a_short_hexomino_id() -> None:
    assert notation.parse_move(new_state(), "H7") == PIECE_IDS.index("H07")


# --- Moves that are wrong -------------------------------------------------------------------------

PLACING = """\
tilewright: position 1
game: polyssimo
players: 2
ply: 26
mover: 1
rng: 0000000000000007
first: 0
handicap: none
board:
  IIIII.......
  ............
  ............
  ..H.H.......
  ..HHHH......
  ............
  ............
  ............
  ............
  ............
  ............
pool: none
hands:
  F L N P T U V W X Y Z
  H01 H02 H03 H04 H05 H06 H08 H09 H10 H11 H12
out: none
""".replace("H.H", "g.g").replace("HHHH", "gggg")


def refused(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        notation.parse_move(state, text)
    assert str(caught.value).startswith(f"{caught.value.rule}: expected")
    assert "found" in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "text, rule, words",
    [
        ("F@d3,cde4,c5", "PC-3", "seat 0 has"),
        ("I@a5,b5,c5,d5,e5", "PC-3", "lies on the board"),
        ("H01", "PC-3", "the draft is over"),
        ("H01@a6,b6", "PC-1", "6 cells; found 2 cells"),
        ("H01@", "PC-1", "found 0 cells"),
        ("H01@abcdef7", "PC-1", "another shape"),
        ("H01@abcd7,a8,c8", "PC-1", "another shape: abcd7,ac8"),
        ("H01@abcd4,ad5", "PC-3", "c4, where H07 lies"),
        ("H01@jklm1,jm2", "PC-3", "inside the board"),
        ("H01@abcd11,ad12", "PC-3", "inside the board"),
        ("H01@abcd0,ad1", "PC-3", "inside the board"),
        ("H01@abcd99999999999999999999,ad1", "PC-3", "inside the board"),
    ],
)
def test_parse_move_names_the_rule_of_illegal_placements(text: str, rule: str, words: str) -> None:
    """PC-1 for the shape, PC-3 for the place."""
    error = refused(Position.from_text(GAME, PLACING).state, text)
    assert error.rule == rule
    assert words in str(error)


def test_parse_move_names_the_rule_of_illegal_drafts() -> None:
    """PC-2 for a piece that is gone, PC-3 for placing too early, PC-7 for the handicap."""
    state = new_state(2, handicap="11+,0")
    draft = position_of(state)
    draft.play("F")
    draft.play("H01")
    assert refused(draft.state, "I").rule == "PC-7"
    assert "expected a hexomino: seat 0 has to draft at least 11" in str(refused(draft.state, "I"))
    draft.play("H02")
    assert refused(draft.state, "H03").rule == "PC-7"
    words = "expected a pentomino: the hexominoes left have to be drafted by others, seat 0 10"
    assert words in str(refused(draft.state, "H03"))
    assert refused(state, "H01@abcd1,ad2").rule == "PC-3"
    taken = position_of(state)
    taken.play("H01")
    assert refused(taken.state, "H01").rule == "PC-2"
    assert "seat 0 has" in str(refused(taken.state, "H01"))


def test_parse_move_refuses_moves_after_the_end() -> None:
    """PC-5."""
    *_, (_, state) = walk(new_state(), 1)
    with pytest.raises(GameOver, match="PC-5"):
        notation.parse_move(state, "F")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "@",
            "F@@",
            "Q",
            "H13",
            "H00",
            "H1x",
            "f",
            "HH",
            "F d",
            "F 3",
            "F d3-5",
            "F@d3;e4",
        ),
        *(
            "F@d３",
            "Ｆ",
            "F\u200b",
            "H\u0660\u0661",
            "F d3 d3 d4 d5 d6",
            "F\nd3",
            "\x00",
            "F@" + "a1" * 60,
        ),
        *("F" * 10_000_000, "F@" + "a" * 5_000_000, "H01@" + "9" * 80),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_parse_move_refuses_unreadable_moves(text: str) -> None:
    for state in (drafted(2, 1), new_state()):
        with pytest.raises(TilewrightError) as caught, at_most(lines=1000):
            notation.parse_move(state, text)
        assert len(str(caught.value)) < 400


def test_parse_move_explains_letters_of_the_drawing() -> None:
    with pytest.raises(TextError, match="'f', which is drawn for H06"):
        notation.parse_move(new_state(), "f")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30), st.sampled_from(["", "F", "H01@", "I ", "H05:"]))
def test_parse_move_reads_or_refuses_any_text(text: str, start: str) -> None:
    for state in (drafted(2, 1), new_state(2)):
        with suppress(TilewrightError):
            assert notation.parse_move(state, start + text) in legal(state)


# --- Positions that are wrong ---------------------------------------------------------------------


def wrong(text: str, *words: str) -> None:
    with pytest.raises(TextError) as caught:
        Position.from_text(GAME, text)
    for word in words:
        assert word in str(caught.value)


def test_docs_example_position_is_parsed() -> None:
    position = Position.from_text(GAME, PLACING)
    assert position.text == PLACING
    assert Position.from_text(GAME, PLACING.replace("out: none\n", "")) == position


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("IIIII", "IIII.", ["line 10", "PC-1", "expected I", "abcd1"]),
        ("IIIII", "IIIIF", ["PC-1"]),
        ("IIIII.", "IIIII?", ["line 10", "'?' at f1"]),
        ("IIIII.......", "IIIII......", ["line 10", "12 characters; found 11"]),
        ("  IIIII.......\n", "", ["11 lines; found 10"]),
        ("..gggg", "..ggg.", ["PC-1", "expected H07"]),
        ("F L N", "L N", ["PC-1", "found no F"]),
        ("F L N", "F F L N", ["line 23", "PC-1", "found F in the hand of seat 0"]),
        ("F L N", "F I L N", ["PC-1", "found I in the hand of seat 0 and on the board"]),
        ("F L N", "F Q L N", ["line 23", "'Q'"]),
        ("pool: none", "pool: F", ["PC-1", "found F in the hand of seat 0 and in the pool"]),
        ("ply: 26", "ply: 25", ["ply", "PC-3", "expected 26; found 25"]),
        ("mover: 1", "mover: 0", ["mover", "expected 1; found 0"]),
        ("first: 0", "first: 1", ["mover", "expected 0; found 1"]),
        ("first: 0", "first: 2", ["first", "0 to 1"]),
        ("out: none", "out: 1", ["out", "PC-4", "expected none"]),
        ("handicap: none", "handicap: 13,0", ["handicap", "0 to 12"]),
        ("handicap: none", "handicap: 1", ["handicap"]),
        ("players: 2", "players: 3", ["hands", "expected 3 lines; found 2"]),
        ("pool: none\n", "", ["expected 'pool:'"]),
        ("hands:", "hand:", ["expected 'hands:'"]),
        ("pool: none", "pool: none\nextra: 1", ["unknown key"]),
    ],
)
def test_parse_position_refuses_impossible_positions(old: str, new: str, words: list[str]) -> None:
    assert old in PLACING
    wrong(PLACING.replace(old, new, 1), *words)


def test_parse_position_refuses_a_rotated_board() -> None:
    """PC-1: twelve rows of eleven are not eleven rows of twelve."""
    rows = PLACING.split("board:\n")[1].split("pool:")[0].split()
    turned = "".join(f"  {''.join(column)}\n" for column in zip(*rows, strict=True))
    upright = "".join(f"  {row}\n" for row in rows)
    wrong(PLACING.replace(upright, turned), "expected 11 lines; found 12")


def test_parse_position_refuses_a_hand_that_is_too_large() -> None:
    """PC-2: pieces are shared out evenly, and only placing makes hands smaller."""
    text = PLACING.replace("F L N P T ", "").replace("H01 H02", "F L N P T H01 H02")
    wrong(text, "line 24", "PC-2", "at most 12 pieces for seat 1; found 16")


def test_parse_position_refuses_a_skipped_player_who_can_place() -> None:
    """PC-4: seat 1 placed first, then seat 0 twice running, though pieces of seat 1 would fit."""
    text = PLACING.replace("ply: 26", "ply: 27").replace("F L N", "F N")
    text = text.replace("  ............\n", "  LLLL........\n", 1)
    text = text.replace("  ............\n", "  L...........\n", 1)
    Position.from_text(GAME, text.replace("first: 0", "first: 1"))  # seats 0, 1, 0 have placed
    wrong(text, "line 24", "PC-4", "seat 1 was passed over", "H01 does")


DRAFT = """\
tilewright: position 1
game: polyssimo
players: 3
ply: 4
mover: 2
rng: 0000000000000007
first: 1
handicap: 0,6+,0
board:
  ............
  ............
  ............
  ............
  ............
  ............
  ............
  ............
  ............
  ............
  ............
pool: L N P T U V W X Y Z H03 H04 H05 H06 H07 H08 H09 H10 H11 H12
hands:
  H01
  F I
  H02
"""


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("ply: 4", "ply: 5", ["ply", "PC-2"]),
        ("mover: 2", "mover: 1", ["mover", "PC-2", "expected 2"]),
        ("first: 1", "first: 0", ["PC-2", "2 pieces for seat 0", "found 1"]),
        ("0,6+,0", "0,7+,0", ["PC-7", "expected at least 1 hexominoes", "found 0"]),
        ("0,6+,0", "0,7,0", ["PC-7", "expected at least 1 hexominoes", "found 0"]),
        ("0,6+,0", "1+,6+,6+", ["handicap", "at most 12", "found 13"]),
        ("  ............\n", "  LLLL........\n", ["PC-1"]),
    ],
)
def test_parse_position_refuses_impossible_drafts(old: str, new: str, words: list[str]) -> None:
    Position.from_text(GAME, DRAFT)
    wrong(DRAFT.replace(old, new, 1), *words)


def test_parse_position_checks_what_handicaps_need() -> None:
    """PC-7."""
    position = position_of(new_state(2))
    position.play("H01")
    position.play("H02")
    Position.from_text(GAME, position.text.replace("handicap: none", "handicap: 11+,0"))
    text = position.text.replace("handicap: none", "handicap: 12+,0")
    wrong(text, "PC-7", "expected at least 11 hexominoes in the pool; found 10")


def test_parse_position_refuses_placements_during_the_draft() -> None:
    """PC-3."""
    text = DRAFT.replace("  ............\n", "  ZZ..........\n", 1).replace(" Z ", " ")
    text = text.replace("  ............\n", "  .Z..........\n", 1)
    text = text.replace("  ............\n", "  .ZZ.........\n", 1)
    wrong(text, "board", "PC-3")


@settings(max_examples=300, deadline=None)
@given(seeds, st.integers(0, 10**6), st.sampled_from(" .,:?-0129FHIabl\n\x00é"))
def test_parse_position_reads_or_refuses_damaged_text(seed: int, place: int, mark: str) -> None:
    text = position_of(state_at(CONFIGURATIONS[seed % 9], seed, seed % 45)).text
    place %= len(text)
    for damaged in (
        text[:place],
        text[:place] + mark + text[place + 1 :],
        text[place:] + text[:place],
    ):
        with suppress(TilewrightError):
            position = Position.from_text(GAME, damaged)
            assert Position.from_text(GAME, position.text) == position


def test_parse_position_refuses_huge_text_quickly() -> None:
    for text in (PLACING + "x" * 10_000_000, PLACING.replace("F L", "F " * 900), "\n" * 10_000_000):
        with pytest.raises(TilewrightError), at_most(lines=10_000):
            Position.from_text(GAME, text)
