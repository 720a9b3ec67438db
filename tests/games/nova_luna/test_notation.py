"""Moves and positions as text: round trips, and what is refused."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import at_most
from tilewright.errors import GameOver, IllegalMove, TextError, TilewrightError
from tilewright.game import State
from tilewright.games.nova_luna import GAME, notation
from tilewright.games.nova_luna.area import find_neighbours, lay_tile
from tilewright.games.nova_luna.rating import count_new_discs
from tilewright.games.nova_luna.rules import get_place_of_take, list_open_places
from tilewright.games.nova_luna.state import FINISH
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY
from tilewright.text import Fields, format_fields, parse_fields
from word import word

from .play import copy_of, fast_rules, legal, new_state, play, set_table, some_state, walk

HEADER = ("rng", "ply", "players", "mover", "viewer")


def text_of(state: State) -> str:
    return format_fields(notation.format_position(state))


def read(text: str, like: State) -> State:
    """Parse a position with the header of another one."""
    fields: Fields = parse_fields(text)
    state = GAME.new_state()[0]
    for name in HEADER:
        state[name] = like[name]
    notation.parse_position(fields, state)
    fields.finish()
    return state


# --- There and back -----------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(0, 10**6), st.booleans(), st.integers(-1, 4))
def test_moves_and_positions_round_trip(
    players: int, seed: int, beginners: bool, viewer: int
) -> None:
    state = some_state(players, seed, int(beginners))
    if viewer >= 0:
        fast_rules(players).view(state, viewer)
    assert read(text_of(state), state).tobytes() == state.tobytes()
    for action in legal(state)[::5]:
        text = notation.format_move(state, action)
        assert notation.parse_move(state, text) == action


def test_positions_round_trip_at_every_ply() -> None:
    for players in (1, 2, 3, 4):
        for state in walk(players, 17):
            assert read(text_of(state), state).tobytes() == state.tobytes()


def test_format_position_reads_as_documented() -> None:
    state = set_table([15, 49, 18], [50])
    play(state, "1@0,0")
    state["distance"][1], state["mover"] = 50, 0
    play(state, "2@-1,0")
    assert text_of(state) == (
        "wheel: . . * t18 . . . . . . . .\n"
        "supply: t50\n"
        "discs: 18 20\n"
        "track: 0@12 1@50\n"
        "area 0:\n"
        "  t15@0,0+r t49@-1,0+c\n"
        "area 1: -\n"
    )


def test_describe_move_is_a_sentence() -> None:
    state = set_table([15, 49], [50, 51])
    assert notation.describe_move(state, 816) == "refill the wheel; 2 tiles are in the supply"
    play(state, "1@0,0")
    state["distance"][1], state["mover"] = 50, 0
    action = notation.parse_move(state, "2@0,-1")
    assert notation.describe_move(state, action) == (
        "take tile 49 (red, cost 6, bb yy c) from slot 2, lay it at 0,-1; "
        "covers r on tile 15, c on tile 49"
    )
    assert int(state["discs"][0]) == 20  # nothing was played
    assert notation.describe_move(new_state(1), 817) == "finish phase one"


# --- Moves that are refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, rule, words",
    [
        ("12@1,0", "NL-2", "a slot from 0 to 11"),
        ("1@1,0", "NL-8", "slot 1 holds the crescent and no tile; the first three tiles: 2, 3, 4"),
        ("5@1,0", "NL-8", "slot 5 is not among the first three tiles: 2, 3, 4"),
        ("9@1,0", "NL-8", "slot 9 is empty"),
        ("2@0,0", "NL-9", "tile 1 already lies at 0,0"),
        ("2@1,1", "NL-9", "shares a side with 1,1"),
        ("2@99,-99", "NL-9", "shares a side"),
        ("2@0,120", "NL-9", "shares a side"),
        # As numbers these are the places 0,1 and 1,0 and 0,-1 once more.
        ("2@137,0", "NL-9", "shares a side with 137,0"),
        ("2@-137,2", "NL-9", "shares a side with -137,2"),
        ("2@-136,1", "NL-9", "shares a side with -136,1"),
        ("2@137,-2", "NL-9", "shares a side with 137,-2"),
        ("refill", "NL-7", "there are 4"),
        ("finish", "NL-6", "no passing"),
    ],
)
def test_parse_move_names_the_rule_of_illegal_moves(text: str, rule: str, words: str) -> None:
    state = set_table([1, 2, 3, 4, 5], [50])
    play(state, "1@0,0")
    state["mover"] = 0
    with pytest.raises(IllegalMove, match=words) as caught:
        notation.parse_move(state, text)
    assert caught.value.rule == rule


def test_parse_move_refuses_more_illegal_moves() -> None:
    state = set_table([1], [])
    with pytest.raises(IllegalMove, match=r"NL-7: .*supply is empty"):
        notation.parse_move(state, "refill")
    with pytest.raises(IllegalMove, match="NL-9: the place of a first tile is called 0,0"):
        notation.parse_move(state, "1@1,0")
    play(state, "1@0,0")
    with pytest.raises(GameOver):
        notation.parse_move(state, "1@0,0")
    solo = set_table([1, 2], [50], players=1)
    with pytest.raises(IllegalMove, match="NLS-2"):
        notation.parse_move(solo, "refill")
    with pytest.raises(IllegalMove, match=r"NLS-3: .*8 discs are laid; there are 0"):
        notation.parse_move(solo, "finish")
    solo["phase"] = 2
    with pytest.raises(IllegalMove, match="NLS-6"):
        notation.parse_move(solo, "finish")


def test_parse_move_returns_legal_actions_only() -> None:
    """For every slot and nearby place, the text is accepted if and only if the move is legal."""
    for state in (some_state(2, seed) for seed in range(8)):
        read_back = set()
        for slot in range(12):
            for x in range(-9, 10):
                for y in range(-9, 10):
                    with contextlib.suppress(IllegalMove, GameOver):
                        read_back.add(notation.parse_move(state, f"{slot}@{x},{y}"))
        takes = {action for action in legal(state) if action < 816}
        assert read_back <= takes
        near = {
            action
            for action in takes
            if max(map(abs, map(int, notation.format_move(state, action).split("@")[1].split(","))))
            <= 9
        }
        assert near <= read_back


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "7@", "7@1", "7@1,", "@1,1", "7@1;2", "7@1,2,3", "-1@0,0", "7@1,2\n", "７@0,0",
     "7@--1,0", "7@1e1,0", "Refill", "refill ", "9" * 10_000_000, "7@" + "0" * 1000 + ",0", "\0"],
    ids=lambda text: ascii(text[:12]),
)  # fmt: skip
def test_parse_move_refuses_unreadable_moves(text: str) -> None:
    state = new_state()
    with pytest.raises(TextError, match="expected a move such as 7@1,-2"), at_most(lines=1000):
        notation.parse_move(state, text)


# --- Positions that are refused -----------------------------------------------------------------


def example() -> tuple[State, str]:
    """Return an early two-player position in which both seats have laid tiles."""
    state = next(copy_of(state) for state in walk(2, 40) if int(state["ply"]) == 8)
    return state, text_of(state)


def refuse(text: str, state: State, words: str) -> None:
    with pytest.raises(TextError, match=words):
        read(text, state)


def test_docs_example_position_is_parsed() -> None:
    state, text = example()
    assert read(text, state).tobytes() == state.tobytes()


def test_parse_position_refuses_wrong_wheels() -> None:
    state, text = example()
    wheel, rest = text.split("\n", 1)
    tile = next(word for word in wheel.split() if word.startswith("t"))
    refuse(f"{wheel} .\n{rest}", state, "expected 12 slots; found 13")
    refuse(f"{wheel.replace('*', '.')}\n{rest}", state, "crescent, .*found it in 0")
    refuse(f"{wheel.replace(tile, '*')}\n{rest}", state, "found it in 2")
    refuse(f"{wheel.replace(tile, 't69')}\n{rest}", state, "line 1: wheel: expected a tile from t1")
    refuse(f"{wheel.replace(tile, 't0')}\n{rest}", state, "expected a tile")
    refuse(f"{wheel.replace(tile, '.')}\n{rest}", state, f"{tile} is missing")


def test_parse_position_refuses_wrong_supplies() -> None:
    state, text = example()
    supply = text.split("\n")[1]
    first = supply.split()[1]
    refuse(text.replace(supply, "supply: -"), state, "is missing")
    refuse(text.replace(supply, "supply: ?"), state, "expected a tile from")
    refuse(
        text.replace(supply, supply.replace(f"{first} ", f"{first} {first} ", 1)),
        state,
        "twice|at most",
    )
    view = copy_of(state)
    fast_rules(2).view(view, 1)
    refuse(text, view, r"expected \? or - in a view")


def test_parse_position_refuses_wrong_areas() -> None:
    state = set_table([15, 49, 18, 1], [])
    supply = [tile for tile in range(1, 69) if tile not in (15, 49, 18, 1)]
    state["supply"][:57] = supply[:57]
    state["supply_size"] = 57
    for slot, tile in zip((5, 6, 7, 8, 9, 10, 11), supply[57:], strict=True):
        state["wheel"][slot] = tile
        state["occupied"] = int(state["occupied"]) | 1 << slot
    play(state, "1@0,0", "2@0,0", "3@0,1")
    text = text_of(state)
    assert read(text, state).tobytes() == state.tobytes()
    good = "t49@0,0"
    assert good in text
    refuse(text.replace("t18@0,1", "t18@0,2"), state, "hang together with 0,0 .NL-9.")
    refuse(text.replace("t18@0,1", "t18@0,0"), state, "both lie at 0,0")
    refuse(text.replace("t18@0,1", "t18@1,1"), state, "hang together")
    refuse(text.replace("t15@0,0", "t15@1,0"), state, "first tile at 0,0|hang together")
    refuse(
        text.replace("t49@0,0", "t49@0,0+c"),
        state,
        r"t49: expected the tasks fulfilled, none; found \+c",
    )
    refuse(text.replace("t18@0,1", "t18@1000,0"), state, "expected a tile such as")
    refuse(text.replace("t18@0,1", "18@0,1"), state, "expected a tile such as")
    refuse(text.replace("discs: 20 20", "discs: 20 19"), state, "expected 20 20; found 20 19")
    refuse(text.replace("discs: 20 20", "discs: 20"), state, "expected 2 numbers")
    refuse(text.replace("discs: 20 20", "discs: 20 -1"), state, "a number from 0 to 20")
    track = next(line for line in text.split("\n") if line.startswith("track"))
    refuse(text.replace(track, "track: 0@6"), state, "expected 2 discs")
    refuse(text.replace(track, "track: 0@6 1@9"), state, "the cost of its tiles")
    refuse(text.replace(track, "track: 0@6 0@6"), state, "each seat once")
    refuse(text.replace(track, "track: 1@7 0@6"), state, "furthest behind first")
    for ply in (2, 4, 500):
        wrong = copy_of(state)
        wrong["ply"] = ply
        refuse(text, wrong, "ply: expected 3 to 3")
    wrong = copy_of(state)
    wrong["mover"] = 1
    refuse(text, wrong, "mover: expected 0, who is furthest behind; found 1")


def lay_well(state: State, seat: int, tiles: Iterable[int]) -> None:
    """Lay tiles greedily, each where it lays the most discs."""
    state["mover"] = seat
    for tile in tiles:
        out = np.zeros(GAME.max_legal, dtype=np.int32)
        takes = out[: list_open_places(state, seat, out)].tolist()
        places = [get_place_of_take(state, take) for take in takes]
        place = max(places, key=lambda at: count_new_discs(state, tile, find_neighbours(state, at)))
        lay_tile(state, seat, tile, place, find_neighbours(state, place))


def test_parse_position_refuses_two_seats_without_discs() -> None:
    """NL-16: that ends the game, whichever two of three they are."""
    for one, other in ((0, 1), (0, 2), (1, 2)):
        state = GAME.new_state()[0]
        state["players"], state["viewer"], state["discs"][:3] = 3, -1, 100
        lay_well(state, one, range(1, 69, 2))
        lay_well(state, other, range(2, 69, 2))
        assert max(int(state["discs"][seat]) for seat in (one, other)) <= 80
        state["discs"][:3] = [0 if seat in (one, other) else 20 for seat in range(3)]
        refuse(text_of(state), state, "expected at most one seat with no disc left")


def test_parse_position_errors_name_the_line() -> None:
    state = next(copy_of(state) for state in walk(2, 3) if int(state["ply"]) == 20)
    lines = text_of(state).split("\n")
    row = next(i for i, line in enumerate(lines) if line.startswith("  "))
    place = next(word for word in lines[row].split() if "@0,0" not in word).split("@")[1]
    lines[row] = lines[row].replace(f"@{place}", "@50,0", 1)
    refuse("\n".join(lines), state, rf"line {row + 1}: area .: .*50,0 does not hang together")


def test_parse_position_refuses_an_empty_wheel() -> None:
    """NL-7: it would have been refilled."""
    state = next(copy_of(state) for state in walk(2, 3) if int(state["ply"]) == 22)
    fast_rules(2).view(state, 0)
    state["ply"] = 22
    text = text_of(state)
    wheel = text.split("\n")[0]
    empty = " ".join(word if word in ("wheel:", "*") else "." for word in wheel.split())
    refuse(text.replace(wheel, empty), state, "an empty wheel is refilled at once .NL-7.")


def test_parse_position_refuses_wrong_solo_positions() -> None:
    state = next(copy_of(s) for s in walk(1, 3) if int(s["phase"]) == 2 and int(s["ply"]) == 14)
    text = text_of(state)
    assert read(text, state).tobytes() == state.tobytes()
    refuse(text.replace("phase: 2", "phase: 1"), state, "no tile drawn in phase one")
    refuse(text.replace("phase: 2", "phase: 3"), state, "a number from 1 to 2")
    first_sum = next(line for line in text.split("\n") if line.startswith("first sum"))
    refuse(text.replace(first_sum, "first sum: 3"), state, "first sum: expected a number from")
    refuse(text.replace(first_sum, ""), state, "expected 'first sum:'")
    missing = next(line for line in text.split("\n") if line.startswith("missing"))
    refuse(text.replace(missing, "missing: 9"), state, "missing: expected a number from")
    refuse(text.replace(missing, "missing: 8"), state, "first sum: expected a number from")
    start = new_state(1, 3)
    refuse(text_of(start).replace("first sum: 0", "first sum: 1"), start, "from 0 to 0")
    wrong = copy_of(state)
    wrong["ply"] = 15
    refuse(text, wrong, "ply: expected 14; found 15")


def test_parse_position_refuses_missing_and_unknown_fields() -> None:
    state, text = example()
    lines = text.rstrip("\n").split("\n")
    for number, line in enumerate(lines):
        if not line.startswith(" "):
            with pytest.raises(TextError):
                read("\n".join(lines[:number] + lines[number + 1 :]), state)
    refuse(text + "area 2: -\n", state, "unknown key")


@settings(max_examples=250, deadline=None)
@given(st.integers(1, 4), st.integers(0, 50), st.randoms(use_true_random=False), st.booleans())
def test_parse_position_reads_or_refuses_damaged_text(
    players: int, seed: int, chance: random.Random, hidden: bool
) -> None:
    state = some_state(players, seed)
    if hidden:
        fast_rules(players).view(state, 4)
    text = text_of(state)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text = (
                    text[:at]
                    + chance.choice("0123456789t@,+-.*?:brcy \n\0é\u2028")
                    + text[at + 1 :]
                )
            case 1:
                text = text[:at]
            case 2:
                text = text[:at] + text[at + chance.randint(1, 9) :]
            case _:
                text = text[:at] + text[chance.randrange(len(text)) :]
        text = text or "x"
    try:
        again = read(text, state)
    except TilewrightError:
        return
    assert read(text_of(again), again).tobytes() == again.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000_000,
        "t1@0,0 " * 1_400_000,
        "\n" * 10_000_000,
        "area 0:\n" + " t1@0,0\n" * 15_000,
    ],
)
def test_parse_position_refuses_huge_text(text: str) -> None:
    state = new_state()
    with pytest.raises(TextError), at_most(lines=1_000_000):
        read(text, state)


def test_nls_3_a_phase_that_was_ended_with_seven_discs_is_refused() -> None:
    """By hand phase one is ended once eight discs are laid; later ones do not make up for it."""
    state = next(copy_of(state) for state in walk(1, 10) if int(state["ply"]) == 8)
    fast_rules(1).apply(state, FINISH)
    rng = word(10)
    while True:
        action, rng = fast_rules(1).random_action(state, word(rng))
        later = copy_of(state)
        fast_rules(1).apply(later, int(action))
        laid = SOLO_DISCS_TO_LAY - int(later["discs"][0])
        if laid > 7:
            break
        state = later
    assert SOLO_DISCS_TO_LAY - int(state["discs"][0]) == 7 and not later["over"]
    state["first_sum"] = later["first_sum"] = 40
    refuse(text_of(state), state, r"expected 8 discs to lie by phase two \(NLS-3\)")
    assert laid == 9
    assert read(text_of(later), later)["first_sum"] == 40
