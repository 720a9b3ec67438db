"""Moves and positions as text: round trips, and the errors for bad text."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import at_most
from tilewright.errors import GameOver, IllegalMove, TextError, TilewrightError
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.grids import parse_shelf
from tilewright.games.my_shelfie.positions import GOAL_KEYS
from tilewright.position import Position

from .play import (
    CONFIGURATIONS,
    empty_room,
    fast_rules,
    legal,
    legal_texts,
    make_state,
    new_state,
    put,
    walk,
)


def position_of(state: np.void) -> Position:
    array = GAME.new_state()
    array[0] = state
    return Position(GAME, array)


def text_of(state: np.void) -> str:
    return position_of(state).text


def read(text: str) -> Position:
    return Position.from_text(GAME, text)


# --- Moves --------------------------------------------------------------------------------------

ROOM = put(
    empty_room(2),
    {"d4": "C", "e4": "B", "f4": "G", "e5": "T", "d2": "P", "e8": "P", "f8": "P"},
)


def test_format_move_names_the_lowest_tile_first() -> None:
    state = make_state(2, ROOM)
    action = GAME.notation.parse_move(state, "f4e4d4>3")
    assert GAME.notation.format_move(state, action) == "f4e4d4>3"
    fast_rules().apply(state, action)
    assert [row.split()[0][2] for row in dict(GAME.notation.format_position(state))["shelves"]] == [
        *("...CBG"),
    ]


@pytest.mark.parametrize(
    "text",
    ["d4e4>3", "D4E4>3", "d4 e4 > 3", "d4,e4>3", "d4, e4 -> 3", "d4e4-3", "d4 e4: 3", " d4e4 >3 "],
)
def test_parse_move_accepts_other_spellings(text: str) -> None:
    state = make_state(2, ROOM)
    assert GAME.notation.format_move(state, GAME.notation.parse_move(state, text)) == "d4e4>3"


def test_parse_move_accepts_equal_tiles_in_any_order() -> None:
    """MS-9: among orders with the same result, the listed one is returned."""
    state = make_state(2, ROOM)
    assert GAME.notation.parse_move(state, "f8e8>1") == GAME.notation.parse_move(state, "e8f8>1")
    assert "e8f8>1" in legal_texts(state) and "f8e8>1" not in legal_texts(state)


@pytest.mark.parametrize("players, goals, refill", CONFIGURATIONS)
def test_parse_move_inverts_format_move(players: int, goals: str, refill: str) -> None:
    state = walk(new_state(players, 4, goals, refill), 4, 9)
    for action in legal(state):
        text = GAME.notation.format_move(state, action)
        assert GAME.notation.parse_move(state, text) == action


FULL_COLUMNS = ["CC...", "BB...", "CC...", "BB...", "GG...", "TT..."]

ILLEGAL = [
    ("MS-2", "a1>1", "a1 is no cell with 2 players"),
    ("MS-2", "c3>1", "c3 is no cell with 2 players"),
    ("MS-2", "k3>1", "expected cells from a1 to i9; found k3"),
    ("MS-2", "d0>1", "expected cells from a1 to i9; found d0"),
    ("MS-7", "e3>1", "expected a tile on e3; found an empty cell"),
    ("MS-7", "d4d4>3", "expected different cells"),
    ("MS-7", "d4f4>3", "expected a straight line without gaps; found d4, f4"),
    ("MS-7", "d4e4e5>3", "expected a straight line"),
    ("MS-7", "d4e4f4e5>3", "expected at most 3 tiles; found 4"),
    ("MS-3", "d4>6", "expected a column from 1 to 5; found 6"),
    ("MS-3", "d4>0", "expected a column from 1 to 5; found 0"),
    ("MS-9", "d4>1", "column 1 has 0 free; found 1 tiles"),
]


@pytest.mark.parametrize("rule, text, words", ILLEGAL)
def test_parse_move_names_the_rule_of_illegal_moves(rule: str, text: str, words: str) -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.notation.parse_move(make_state(2, ROOM, [FULL_COLUMNS]), text)
    assert error.value.rule == rule
    assert words in str(error.value)


def test_parse_move_names_the_neighbours_of_an_enclosed_tile() -> None:
    """MS-7: the reader sees why."""
    with pytest.raises(IllegalMove, match="e5 has no free side: tiles lie on e4, f5, e6, d5"):
        GAME.notation.parse_move(new_state(2, 0), "e5>1")


def test_ms_8_is_named_when_no_column_has_room() -> None:
    shelf = [".....", "CBGFT", "BCFGP", "CBGFT", "BCFGP", "CBGFT"]
    with pytest.raises(IllegalMove, match="MS-8: the roomiest column of the shelf has 1 free"):
        GAME.notation.parse_move(make_state(2, ROOM, [shelf]), "d4e4>1")


UNREADABLE = [
    *("", " ", ">3", "d4", "d4>", "4d>3", "d4>3 d4>3", "d4e>3", "d4>x", "d4>-1", "take d4"),
    *("d4>٣", "ｄ4>3", "d４>3", "d4>3\n", "d4>3\x00"),
    *("d4" * 40 + ">1", "d" * 10_000_000, "d4>" + "9" * 50),
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_parse_move_refuses_unreadable_moves(text: str) -> None:
    state = make_state(2, ROOM)
    expected = pytest.raises(TextError, match="expected one to three cells and a column")
    with expected as error, at_most(lines=1000):
        GAME.notation.parse_move(state, text)
    assert len(str(error.value)) < 300


def test_parse_move_refuses_moves_after_the_end() -> None:
    with pytest.raises(GameOver):
        GAME.notation.parse_move(walk(new_state(2, 0), 0), "d4>1")


def test_describe_move_is_a_sentence() -> None:
    corners = [".BGFC", "BCGFT", "CBFGP", "BCGFT", "CBFGP", "CCGFC"]
    state = make_state(2, ROOM, [corners], goals=["corners", "stairs"], mover=0, first=1)
    action = GAME.notation.parse_move(state, "d4>1")
    assert GAME.notation.describe_move(state, action) == (
        "cat (d4) into column 1; Corners: 8 points; "
        "fills the shelf: end token, 1 point; ends the game"
    )
    state = make_state(
        2, put(empty_room(2), {"d2": "T", "e2": "G", "e4": "B", "e6": "B", "h5": "C"})
    )
    action = GAME.notation.parse_move(state, "e2d2>4")
    assert GAME.notation.describe_move(state, action) == (
        "game (e2), then trophy (d2) into column 4; the living room is filled again"
    )


# --- Positions ----------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    configuration=st.sampled_from(CONFIGURATIONS),
    plies=st.integers(0, 100),
    viewer=st.sampled_from([-1, -1, 0, 1, 4]),
)
def test_parse_position_inverts_format_position(
    seed: int, configuration: tuple[int, str, str], plies: int, viewer: int
) -> None:
    """Every position of a random game, complete or as a view, bit for bit."""
    players, goals, refill = configuration
    state = walk(new_state(players, seed, goals, refill), seed, plies)
    if viewer >= 0:
        fast_rules().view(state, viewer)
    text = text_of(state)
    again = read(text)
    assert again.state.tobytes() == state.tobytes()
    assert again.text == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_parse_position_reads_every_position_of_games(players: int) -> None:
    """Ends, last rounds and short bags included."""
    for refill in ("four", "isolated"):
        for seed in range(6):
            state = new_state(players, seed, refill=refill)
            while True:
                assert read(text_of(state)).state.tobytes() == state.tobytes()
                if state["over"]:
                    break
                walk(state, seed + int(state["ply"]), 1)


def start() -> str:
    return text_of(new_state(2, 7))


def middle() -> str:
    return text_of(walk(new_state(2, 7), 7, 12))


def over() -> str:
    return text_of(walk(new_state(2, 7), 7))


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, text
        return text.replace(old, new, 1)

    return change


def line(key: str, new: str) -> Callable[[str], str]:
    """Replace the value of a key."""

    def change(text: str) -> str:
        lines = text.splitlines()
        index = next(i for i, found in enumerate(lines) if found.startswith(f"{key}:"))
        lines[index] = f"{key}: {new}"
        return "\n".join(lines) + "\n"

    return change


def block(key: str, change_rows: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    """Change the rows of a block."""

    def change(text: str) -> str:
        lines = text.splitlines()
        first = next(i for i, found in enumerate(lines) if found == f"{key}:") + 1
        last = next((i for i in range(first, len(lines)) if lines[i][0] != " "), len(lines))
        rows = change_rows([row.strip() for row in lines[first:last]])
        return "\n".join([*lines[:first], *(f"  {row}" for row in rows), *lines[last:]]) + "\n"

    return change


BAD_POSITIONS = [
    (start, line("refill", "often"), "expected one of four, isolated; found 'often'"),
    (start, line("first", "2"), "expected a number from 0 to 1; found '2'"),
    (start, line("cards", "1"), "expected 2 cards; found 1"),
    (start, line("cards", "1 1"), "expected different cards"),
    (start, line("cards", "1 13"), "expected a number from 1 to 12"),
    (start, line("cards", "1 ?"), "expected a card number for seat 1"),
    (start, line("end-token", "0"), "expected none by the shelves"),
    (start, line("bag", "C1 B1 G1 F1 T1 P1"), "what is left of 22 each"),
    (start, line("bag", "everything"), "what is left of 22 each"),
    (start, line("ply", "1"), "expected mover"),
    (start, line("ply", "2"), "expected 1 to 3 tiles on the shelf of seat 0 after 1 turns"),
    (start, block("goals", lambda rows: rows[:1] * 2), "expected different goals"),
    (start, block("goals", lambda rows: [*rows, "corners 0 0"]), "expected 1 or 2 goals"),
    (start, block("goals", lambda rows: ["tidy 0 0"]), "each one of six_clusters_of_2"),
    (start, block("goals", lambda rows: ["corners 0"]), "expected the points of 2 seats; found 1"),
    (start, block("goals", lambda rows: ["corners 4 0"]), "from the top of the stack 8, 4"),
    (start, block("goals", lambda rows: ["corners 8 8"]), "from the top of the stack 8, 4"),
    (start, block("goals", lambda rows: ["corners 8 0"]), "never fulfilled it"),
    (start, block("goals", lambda rows: ["stairs 8 0"]), "never fulfilled it"),
    (start, block("goals", lambda rows: ["stairs 0 8"]), "no token for seat 1"),
    (start, block("goals", lambda rows: ["corners x 0"]), "expected a number from 0 to 8"),
    (start, block("room", lambda rows: rows[:8]), "expected 9 lines; found 8"),
    (start, block("room", lambda rows: [row[::-1] for row in rows]), "with 2 players (MS-2)"),
    (start, block("room", lambda rows: [row.replace("C", "X") for row in rows]), "found 'X'"),
    (start, block("room", lambda rows: ["C" + row[1:] for row in rows]), "expected '.' at a1"),
    (start, block("room", lambda rows: [row + "." for row in rows]), "expected 9 characters"),
    (
        start,
        block("room", lambda rows: ["".join(s if s == "." else "C" for s in r) for r in rows]),
        "expected at most 22 tiles C in room and shelves (MS-1); found 29",
    ),
    (
        start,
        block("room", lambda rows: [*rows[:4], rows[4].replace(rows[4][3], "_"), *rows[5:]]),
        "expected at least 29 tiles",
    ),
    (
        middle,
        block("room", lambda rows: ["".join("." if s == "." else "_" for s in r) for r in rows]),
        "(MS-2)",
    ),
    (middle, block("shelves", lambda rows: rows[::-1]), "hangs above an empty place (MS-3)"),
    (middle, block("shelves", lambda rows: rows[1:]), "expected 6 lines; found 5"),
    (middle, block("shelves", lambda rows: [r.replace(" ", "") for r in rows]), "11 characters"),
    (middle, block("shelves", lambda rows: [r.replace(" ", ".") for r in rows]), "2 times 5 signs"),
    (middle, block("shelves", lambda rows: [r.replace("C", "c") for r in rows]), "one of CBGFTP."),
    (over, line("end-token", "none"), "by the shelves (MS-12)"),
    (over, line("cards", "? ?"), "expected a card number"),
    (start, swap("bag:", "sack:"), "expected 'bag:'; found no such line"),
    (start, lambda text: text + "extra: 1\n", "unknown key 'extra'"),
    (start, lambda text: text + "refill: four\n", "stands twice"),
]


@pytest.mark.parametrize("source, change, words", BAD_POSITIONS)
def test_parse_position_refuses_bad_positions(
    source: Callable[[], str], change: Callable[[str], str], words: str
) -> None:
    with pytest.raises(TextError) as error:
        read(change(source()))
    assert words in str(error.value)
    assert str(error.value).startswith("line ")


def test_ms_5_cards_of_all_seats_differ() -> None:
    """Not only those of neighbours."""
    text = text_of(new_state(3, 7))
    for cards in ("1 2 1", "1 1 2", "2 1 1"):
        with pytest.raises(TextError, match="expected different cards"):
            read(line("cards", cards)(text))
    assert read(line("cards", "1 2 3")(text))


@pytest.mark.parametrize("tiles, is_right", [(0, False), (1, True), (3, True), (4, False)])
def test_ms_7_a_turn_brings_one_to_three_tiles(tiles: int, is_right: bool) -> None:
    state = new_state(2, 7)
    first = int(state["first"])
    state["ply"], state["mover"] = 1, 1 - first
    state["shelves"][first] = parse_shelf(["....."] * 5 + ["CBGF"[:tiles].ljust(5, ".")])
    if is_right:
        assert read(text_of(state))
        return
    with pytest.raises(TextError, match=f"after 1 turns .MS-7.; found {tiles}"):
        read(text_of(state))


def test_ms_2_no_tile_is_lost() -> None:
    """A single tile missing from room and shelves is an error."""
    state = walk(new_state(2, 7), 7, 2)
    assert read(text_of(state))
    planes = [int(plane) for plane in state["room"]]
    lowest_tile = (planes[0] | planes[1] | planes[2]) & -(planes[0] | planes[1] | planes[2])
    state["room"] = [plane & ~lowest_tile for plane in planes]
    with pytest.raises(TextError, match=r"expected at least \d+ tiles with \d+ on the shelves"):
        read(text_of(state))


@pytest.mark.parametrize("tiles, is_right", [(14, False), (15, True)])
def test_ms_10_a_token_for_stairs_that_may_have_grown_over(tiles: int, is_right: bool) -> None:
    """A goal that can be lost may have been fulfilled before, given enough tiles."""
    state = new_state(2, 7)
    state["goals"] = [GOAL_KEYS.index("stairs") + 1, 0]
    state["ply"], state["mover"] = 10, state["first"]
    rows = ["CBGFT", "BGFTP", "GFTPC"]
    for seat, count in ((0, tiles), (1, 6)):
        letters = iter("".join(rows)[15 - count :].rjust(15, "."))
        shelf = ["....."] * 3 + ["".join(next(letters) for _ in range(5)) for _ in range(3)]
        state["shelves"][seat] = parse_shelf(shelf)
    state["tokens"][0, 0] = 8
    if is_right:
        assert read(text_of(state))
        return
    with pytest.raises(TextError, match="expected no token for seat 0"):
        read(text_of(state))


def test_parse_position_refuses_an_unpaid_goal() -> None:
    """MS-10: eight cats on the shelf and no token."""
    state = walk(new_state(2, 7), 7, 12)
    for seed in range(200):
        state = walk(new_state(2, seed), seed)
        if state["tokens"].any():
            break
    text = text_of(state)
    rows = dict(GAME.notation.format_position(state))["goals"]
    paid = next(row for row in rows if row.split()[1:] != ["0", "0"])
    with pytest.raises(TextError, match="expected a token for seat"):
        read(text.replace(paid, paid.split()[0] + " 0 0"))


def test_ms_11_a_room_that_should_have_been_filled() -> None:
    state = walk(new_state(2, 3), 3, 20)
    state["room"] = make_state(2, put(empty_room(2), {"d4": "C", "e8": "P"}))["room"]
    with pytest.raises(TextError, match="expected a room that was filled again"):
        read(text_of(state))


@pytest.mark.parametrize("is_first", [True, False])
def test_ms_12_a_full_shelf_cannot_have_a_turn_to_come(is_first: bool) -> None:
    """The last round has just begun: only the first player can have filled a shelf in it."""
    ends = (walk(new_state(3, seed), seed) for seed in range(200))
    state = next(s for s in ends if (int(s["end_token"]) - 1 == int(s["first"])) == is_first)
    state["ply"] = int(state["ply"]) - 2
    state["mover"] = (int(state["first"]) + 1) % 3
    state["over"] = 0
    if is_first:
        assert not read(text_of(state)).is_over
        return
    with pytest.raises(TextError, match=r"MS-12|MS-7"):
        read(text_of(state))


def test_parse_position_reads_views() -> None:
    """MS-16: a question mark for what the viewer may not know."""
    state = new_state(3, 2)
    fast_rules().view(state, 1)
    text = text_of(state)
    cards = next(row for row in text.splitlines() if row.startswith("cards:")).split()[1:]
    assert cards[0] == cards[2] == "?" and cards[1].isdigit()
    assert "rng: ?" in text
    for bad in ("? ? ?", "1 2 ?", f"{cards[1]} {cards[1]} ?"):
        with pytest.raises(TextError):
            read(text.replace(" ".join(cards), bad))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([start, middle, over]))
def test_parse_position_reads_or_refuses_mutated_text(seed: int, source: Callable[[], str]) -> None:
    """Missing, repeated, swapped or odd characters give a TextError or a valid position."""
    chooser = random.Random(seed)
    text = list(source())
    for _ in range(chooser.choice([1, 1, 2, 5, 30])):
        index = chooser.randrange(len(text) or 1)
        action = chooser.randrange(4)
        if not text:
            break
        if action == 0:
            del text[index]
        elif action == 1:
            text.insert(index, chooser.choice("CBGFTP._?0123 \n:\x00é٣🐈"))
        elif action == 2:
            text[index] = chooser.choice("CBGFTP._? \n:-19")
        else:
            text = text[:index] or text
    try:
        found = read("".join(text))
    except TilewrightError as error:
        assert len(str(error)) < 600
    else:
        assert read(found.text).state.tobytes() == found.state.tobytes()


@pytest.mark.parametrize(
    "text", ["", "\n" * 10_000_000, "room:\n" + "  " + "C" * 10_000_000, "{" * 1_000_000, "\ud800"]
)
def test_parse_position_refuses_hostile_text(text: str) -> None:
    with pytest.raises(TextError), at_most(lines=1000):
        read(text)


LOST_AGAIN = {"six_clusters_of_2": 12, "stairs": 15, "two_squares": 8, "four_clusters_of_4": 16}
"""Goals that a shelf may fulfil and lose again (MS-15a, c, f, l), by the tiles they take."""


@pytest.mark.parametrize("goal", [*LOST_AGAIN, "corners"])
@pytest.mark.parametrize("is_enough", [False, True])
def test_ms_10_a_token_that_was_paid_is_kept_where_groups_have_joined(
    goal: str, is_enough: bool
) -> None:
    """A shelf that does not fulfil a goal now: it may have, if the goal can be lost again."""
    needed = LOST_AGAIN.get(goal, 12)
    tiles = needed if is_enough else needed - 1
    state = make_state(goals=[goal])
    state["ply"], state["mover"] = 12, state["first"]
    for seat, count in ((0, tiles), (1, 6)):
        letters = iter("CBGFTPGFTPCBTPCBGF"[:count].rjust(30, "."))
        state["shelves"][seat] = parse_shelf(
            ["".join(next(letters) for _ in "12345") for _ in "123456"]
        )
    state["tokens"][0, 0] = 8
    if goal in LOST_AGAIN and is_enough:
        assert read(text_of(state))
        return
    with pytest.raises(TextError, match="expected no token for seat 0"):
        read(text_of(state))
