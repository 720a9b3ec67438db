"""Each rule of My Shelfie, tested on a position of its own."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from tilewright.errors import IllegalMove
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.goals import fulfils_goal, has_six_groups_of_2
from tilewright.games.my_shelfie.grids import parse_shelf, read_planes
from tilewright.games.my_shelfie.positions import GOAL_KEYS, count_bag
from tilewright.games.my_shelfie.shelf import (
    list_groups,
    match_card,
    score_card,
    score_groups,
    score_seat,
)
from tilewright.games.my_shelfie.state import FEWEST_TILES, NUM_ACTIONS, ROOM_BITS, STATE
from tilewright.games.my_shelfie.tables import GOALS, ITEM_LETTERS, TOKENS, room_cells

from .play import (
    EMPTY_SHELF,
    empty_room,
    fast_rules,
    legal,
    legal_texts,
    make_state,
    new_state,
    num_room_tiles,
    play,
    put,
    room_of,
    shelf_of,
    standing,
    walk,
)

FULL_BUT_ONE = [".BGFT", "BCGFT", "CBFGP", "BCGFT", "CBFGP", "BCGFT"]


def free(texts: list[str]) -> set[str]:
    """Return the sets of cells that can be taken into column 1."""
    return {text.split(">")[0] for text in texts if text.endswith(">1")}


# --- Set-up -------------------------------------------------------------------------------------


def test_state_is_small() -> None:
    assert STATE.itemsize == 160


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_1_tiles_are_conserved(players: int) -> None:
    """MS-1: 22 tiles of each type in room, shelves and bag, from the deal to the end."""
    for seed in range(20):
        state = new_state(players, seed)
        while not state["over"]:
            walk(state, seed, 5)
            outside = Counter("".join(room_of(state)))
            for seat in range(players):
                outside += Counter("".join(shelf_of(state, seat)))
            bag = count_bag(state)
            assert all(bag[letter] >= 0 for letter in ITEM_LETTERS)
            assert all(bag[letter] + outside[letter] == 22 for letter in ITEM_LETTERS)


@pytest.mark.parametrize("players, cells", [(2, 29), (3, 37), (4, 45)])
def test_ms_2_the_room_starts_full(players: int, cells: int) -> None:
    """MS-2: a tile on every cell in play, and on no other."""
    room = room_of(new_state(players, 3))
    filled = {
        (r, c) for r, row in enumerate(room) for c, sign in enumerate(row) if sign not in "._"
    }
    assert filled == set(room_cells(players))
    assert len(filled) == cells == len("".join(room).replace(".", ""))


def test_ms_2_bits_run_in_reading_order() -> None:
    assert list(ROOM_BITS.values()) == sorted(ROOM_BITS.values())
    assert len(set(ROOM_BITS.values())) == 45
    assert max(ROOM_BITS.values()) < 63


def test_ms_3_tiles_fall_to_the_lowest_free_place() -> None:
    """MS-3: onto the floor, then onto what is there."""
    room = put(empty_room(2), {"d2": "C", "e2": "B", "d4": "G", "e4": "F", "d6": "T", "e6": "P"})
    state = make_state(room=room)
    play(state, "d2>3")
    assert shelf_of(state, 0) == [*EMPTY_SHELF[:5], "..C.."]
    state["mover"] = 0
    state["room"] = make_state(room=room)["room"]
    play(state, "e2>3")
    assert shelf_of(state, 0) == [*EMPTY_SHELF[:4], "..B..", "..C.."]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_4_two_different_goals_or_one(players: int) -> None:
    """MS-4: two of twelve, one in the first game, no token taken yet."""
    for seed in range(50):
        two, one = new_state(players, seed), new_state(players, seed, goals="1")
        assert len(set(two["goals"])) == 2 and all(1 <= goal <= 12 for goal in two["goals"])
        assert 1 <= one["goals"][0] <= 12 and one["goals"][1] == 0
        assert not two["tokens"].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_4_tokens_come_highest_first(players: int) -> None:
    """MS-4: 8 4, or 8 6 4, or 8 6 4 2 as one player after the other gets the last corner."""
    cats = ["b5", "d2", "h5", "e8"]
    others = ["e4", "d5", "e5", "f5", "e6"]
    room = put(empty_room(players), dict.fromkeys(cats, "C") | dict.fromkeys(others, "B"))
    shelf = ["....C", *["B...B"] * 4, "C...C"]
    state = make_state(players, room, [shelf] * players, goals=["corners"])
    for cell in cats[:players]:
        play(state, f"{cell}>1")
    assert list(state["tokens"][0, :players]) == list(TOKENS[players])


def test_ms_5_cards_are_different_and_open_at_the_end() -> None:
    """MS-5: one of twelve each; a view hides the others' until the game is over."""
    for seed in range(50):
        state = new_state(4, seed)
        assert len(set(state["cards"])) == 4 and all(1 <= card <= 12 for card in state["cards"])
        view = state.copy()
        fast_rules().view(view, 1)
        assert [bool(card) for card in view["cards"]] == [False, True, False, False]
        walk(state, seed)
        seen = state.copy()
        fast_rules().view(seen, 1)
        assert list(seen["cards"]) == list(state["cards"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_6_turns_go_round_from_the_first_player(players: int) -> None:
    """MS-6: the first player begins, then the next seat up, and round again."""
    seen = set()
    for seed in range(40):
        state = new_state(players, seed)
        first = int(state["first"])
        seen.add(first)
        for ply in range(2 * players + 1):
            assert int(state["mover"]) == (first + ply) % players
            assert int(state["ply"]) == ply
            walk(state, seed, 1)
    assert seen == set(range(players))


@pytest.mark.parametrize("fast", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_6_a_named_seat_begins(players: int, fast: bool) -> None:
    """MS-6: by option; the deal is the one that chance would have begun with."""
    drawn = new_state(players, 3, fast=fast)
    for first in range(players):
        state = new_state(players, 3, first=f"seat-{first}", fast=fast)
        assert int(state["first"]) == int(state["mover"]) == first
        state["first"], state["mover"] = drawn["first"], drawn["mover"]
        assert state.tobytes() == drawn.tobytes()


# --- Taking -------------------------------------------------------------------------------------


def test_ms_7_the_rulebooks_picture() -> None:
    """MS-7: which of the circled takes are legal and which are not."""
    room = [
        "...__....",
        "...___...",
        "..FGFT_..",
        ".FPCGGT__",
        "PPCGBTB__",
        "___BPT__.",
        "..__GF_..",
        "...CTF...",
        "....__...",
    ]
    takes = free(legal_texts(make_state(4, room)))
    assert {"d3e3f3", "d6", "f7f8"} <= takes
    assert not {"b4a5", "a5b4", "e5f5g5"} & takes
    for text, reason in [("b4a5>1", "straight line"), ("e5f5g5>1", "e5 has no free side")]:
        with pytest.raises(IllegalMove, match=reason) as error:
            GAME.notation.parse_move(make_state(4, room), text)
        assert error.value.rule == "MS-7"


def test_ms_7_sides_are_judged_at_the_start_of_the_turn() -> None:
    """MS-7: in a full room for two the tile at e3 is hemmed in until its neighbour is gone."""
    state = new_state(2, 3)
    assert "e2e3" not in free(legal_texts(state))
    assert "e2" in free(legal_texts(state))
    play(state, "e2>1")
    assert "e3" in free(legal_texts(state))


def test_ms_7_gaps_and_rims() -> None:
    """MS-7: a line has no gap; the end of one row is no neighbour of the next row's beginning."""
    room = put(empty_room(4), {"i5": "C", "a6": "B", "d1": "C", "e1": "B", "d2": "G", "f2": "T"})
    assert free(legal_texts(make_state(4, room))) == {
        *("i5", "a6", "d1", "e1", "d2", "f2"),
        *("d1e1", "e1d1", "d1d2", "d2d1"),
    }


def test_ms_7_at_most_three() -> None:
    room = put(empty_room(4), dict.fromkeys(["b5", "c5", "d5", "e5"], "C") | {"e9": "B"})
    assert max(len(take) // 2 for take in free(legal_texts(make_state(4, room)))) == 3


@pytest.mark.parametrize("room_left, most", [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_ms_8_no_more_than_the_roomiest_column_holds(room_left: int, most: int) -> None:
    """MS-8: a shelf with so many free places in its roomiest column."""
    shelf = ["....."] * room_left + ["CBGFT", "BCFGP"] * 3
    state = make_state(2, shelves=[shelf[:6]])
    sizes = {len(text.split(">")[0]) // 2 for text in legal_texts(state)}
    assert max(sizes) <= most
    room = put(empty_room(2), dict.fromkeys(["d4", "e4", "f4"], "C") | {"e8": "B", "f8": "P"})
    state = make_state(2, room, [shelf[:6]])
    sizes = {len(text.split(">")[0]) // 2 for text in legal_texts(state)}
    assert max(sizes) == most
    if most < 3:
        with pytest.raises(IllegalMove) as error:
            GAME.notation.parse_move(state, "d4e4f4>1")
        assert error.value.rule == "MS-8"


def test_ms_9_one_column_any_order_no_passing() -> None:
    """MS-9: all orders of three different tiles, one of three alike; only columns with room."""
    room = put(empty_room(2), {"d4": "C", "e4": "B", "f4": "G", "e8": "P", "f8": "P"})
    state = make_state(2, room)
    takes = [text for text in legal_texts(state) if text.endswith(">2")]
    orders = {"".join(order) + ">2" for order in permutations(["d4", "e4", "f4"])}
    assert {text for text in takes if len(text) == 8} == orders
    assert [text for text in takes if "8" in text and len(text) == 6] == ["e8f8>2"]
    play(state, "f4d4e4>2")
    assert [row[1] for row in shelf_of(state, 0)] == [".", ".", ".", "B", "C", "G"]
    assert "pass" not in legal_texts(state) and len(legal(state)) > 0


def test_ms_9_only_columns_that_hold_all_of_it() -> None:
    """MS-9: two tiles do not go into a column with one free place."""
    shelf = ["C....", "BCG..", "CBGFT", "BCFGP", "CBGFT", "BCFGP"]
    room = put(empty_room(2), {"d4": "C", "e4": "B", "e8": "G", "f8": "T", "d6": "P"})
    state = make_state(2, room, [shelf])
    columns = {text[-1] for text in legal_texts(state) if text.startswith("d4e4")}
    assert columns == {"4", "5"}
    with pytest.raises(IllegalMove) as error:
        GAME.notation.parse_move(state, "d4e4>2")
    assert error.value.rule == "MS-9"


# --- The end of a turn --------------------------------------------------------------------------


CORNERS_BUT_ONE = [".BGFC", "BCGFT", "CBFGP", "BCGFT", "CBFGP", "CCGFC"]
QUIET_ROOM = {"d4": "C", "d5": "C", "e8": "P", "f8": "P", "d2": "B", "e2": "T", "h5": "C"}


def test_ms_10_a_goal_pays_once_and_at_the_end_of_ones_own_turn() -> None:
    """MS-10: not before the turn, not to the other player, not a second time."""
    room = put(empty_room(2), QUIET_ROOM)
    state = make_state(2, room, [CORNERS_BUT_ONE, EMPTY_SHELF], goals=["corners", "two_squares"])
    assert not state["tokens"].any()
    state["first"] = 1
    state["mover"] = 1
    play(state, "d2>1")
    assert not state["tokens"].any()  # seat 0's shelf is still short of it
    play(state, "d4>1")
    assert list(state["tokens"][0]) == [8, 0, 0, 0]
    assert not state["tokens"][1].any()
    state["over"] = 0
    play(state, "e2>2")
    assert list(state["tokens"][0]) == [8, 0, 0, 0]


def test_ms_10_both_goals_in_one_turn() -> None:
    """MS-10: the last corner is also the eighth cat."""
    state = make_state(
        2,
        put(empty_room(2), QUIET_ROOM),
        [[".BGFC", "CCGFT", "CBFGP", "CCGFT", "CBFGP", "CCGFC"], EMPTY_SHELF],
        goals=["corners", "eight_equal"],
    )
    state["tokens"][1, 1] = 8  # the other player was first
    play(state, "d4>1")
    assert list(state["tokens"][0]) == [8, 0, 0, 0]
    assert list(state["tokens"][1]) == [4, 8, 0, 0]


def test_ms_11_four_tiles_or_fewer() -> None:
    """MS-11: five left stay, four go back into the bag and all cells are filled."""
    five = {"d2": "C", "e2": "C", "d4": "C", "e5": "C", "e8": "C", "f8": "C"}
    state = make_state(2, put(empty_room(2), five))
    play(state, "d2>1")
    assert num_room_tiles(state) == 5
    state = make_state(2, put(empty_room(2), five))
    play(state, "d2e2>1")
    assert num_room_tiles(state) == 29
    assert sum(count_bag(state).values()) == 132 - 29 - 2


def test_ms_11_isolated() -> None:
    """MS-11: the other editions' rule, and its picture: six tiles, none of which touch."""
    apart = [(2, 2), (2, 5), (3, 1), (4, 5), (5, 3), (6, 4)]
    names = {f"{'abcdefghi'[column]}{row + 1}": "C" for row, column in apart}
    for rule, expected in [("isolated", 45), ("four", 6)]:
        state = make_state(4, put(empty_room(4), names | {"i5": "P"}), refill=rule)
        play(state, "i5>1")
        assert num_room_tiles(state) == expected
    state = make_state(4, put(empty_room(4), {"d1": "C", "d2": "B", "i5": "P"}), refill="isolated")
    play(state, "i5>1")
    assert num_room_tiles(state) == 2
    play(state, "d1>1")
    assert num_room_tiles(state) == 45


def test_ms_11_a_short_bag_fills_cells_in_reading_order() -> None:
    """MS-11: 112 tiles on the shelves leave 20 for the first 20 cells."""
    shelves = [["C" * 5, "B" * 5, "G" * 5, "F" * 5, "T" * 5, "P" * 5][:6]] * 3
    last = ["....." for _ in range(2)] + ["CBG..", "CBGFT", "CBGFT", "PPPFT"]
    state = make_state(4, put(empty_room(4), {"d1": "C", "e9": "C"}), [*shelves, last], mover=3)
    state["end_token"] = 1
    state["first"] = 1  # so that the game goes on after this turn
    play(state, "d1>1")
    tiles = sum(sign not in "." for seat in range(4) for sign in "".join(shelf_of(state, seat)))
    filled = [sign != "_" for line in room_of(state) for sign in line.replace(".", "")]
    assert filled == [True] * (132 - tiles) + [False] * (45 - (132 - tiles))
    assert sum(count_bag(state).values()) == 0
    assert min(count_bag(state).values()) == 0


def test_ms_11_no_new_items_after_the_last_turn() -> None:
    """MS-11: when the game is over no room is needed."""
    room = put(empty_room(2), {"d4": "C", "e8": "P", "h5": "C"})
    state = make_state(2, room, [EMPTY_SHELF, FULL_BUT_ONE], mover=1, first=0)
    before = int(state["rng"])
    play(state, "d4>1")
    assert state["over"] and num_room_tiles(state) == 2 and int(state["rng"]) == before


def test_ms_12_the_round_is_played_to_its_end() -> None:
    """MS-12: the first full shelf takes the end token; the first one.s right neighbour is last."""
    room = put(empty_room(3), QUIET_ROOM | {"e5": "B", "e6": "G"})
    state = make_state(3, room, [EMPTY_SHELF, FULL_BUT_ONE, FULL_BUT_ONE], mover=1, first=0)
    play(state, "d4>1")
    assert int(state["end_token"]) == 2 and not state["over"]
    play(state, "d5>1")  # fills a second shelf: no second token
    assert int(state["end_token"]) == 2
    assert state["over"]
    assert legal(state) == []
    last = make_state(3, room, [EMPTY_SHELF, EMPTY_SHELF, FULL_BUT_ONE], mover=2, first=0)
    play(last, "d4>1")
    assert last["over"] and int(last["end_token"]) == 3
    early = make_state(3, room, [EMPTY_SHELF, EMPTY_SHELF, FULL_BUT_ONE], mover=2, first=2)
    play(early, "d4>1")
    assert not early["over"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_12_all_have_had_the_same_number_of_turns(players: int) -> None:
    for seed in range(60):
        state = walk(new_state(players, seed), seed)
        assert state["over"] and int(state["ply"]) % players == 0
        assert int(state["mover"]) == int(state["first"])
        assert "." not in "".join(shelf_of(state, int(state["end_token"]) - 1))


# --- Score --------------------------------------------------------------------------------------

FIRST_EXAMPLE = ["PP...", "PPPP.", "FFPPB", "FGGGB", "FTCCC", "TTTCC"]
SECOND_EXAMPLE = ["PPP..", "BPPC.", "FBFB.", "TGTG.", "TTCCC", "TTTCC"]


def test_ms_13_the_rulebooks_groups() -> None:
    """MS-13: 8 + 3 + 5 + 3 + 2 = 21 points, and three matches with card 1 are 4 points."""
    planes = parse_shelf(FIRST_EXAMPLE)
    assert score_groups(*planes) == 21
    assert match_card(*planes, 1).bit_count() == 3
    assert score_card(*planes, 1) == 4


def test_ms_13_the_rulebooks_sum() -> None:
    """MS-13: tokens 12, four matches 6, groups 18, 36 in all."""
    state = make_state(2, shelves=[SECOND_EXAMPLE])
    state["cards"][0] = 1
    state["tokens"][:, 0] = (4, 8)
    score = score_seat(state, 0)
    assert (score.tokens, score.end_token, score.personal, score.groups) == (12, 0, 6, 18)
    assert score.total == standing(state)[0][0] == 36
    state["end_token"] = 1
    assert standing(state)[0][0] == 37


@pytest.mark.parametrize("size, points", [(1, 0), (2, 0), (3, 2), (4, 3), (5, 5), (6, 8), (9, 8)])
def test_ms_13_a_group_pays_by_its_size(size: int, points: int) -> None:
    places = [(row, column) for column in range(2) for row in range(5, -1, -1)][:size]
    shelf = [
        "".join("C" if (row, column) in places else "." for column in range(5)) for row in range(6)
    ]
    assert score_groups(*parse_shelf(shelf)) == points


@pytest.mark.parametrize("matches, points", list(enumerate([0, 1, 2, 4, 6, 9, 12])))
def test_ms_13_a_card_pays_by_its_matches(matches: int, points: int) -> None:
    """Card 12 shows one tile per row, so a shelf can match it tile by tile."""
    card = [(0, 2, "B"), (1, 1, "P"), (2, 2, "F"), (3, 3, "T"), (4, 4, "G"), (5, 0, "C")]
    shelf = [list("CCCCC") if row < 5 else list("BBBBB") for row in range(6)]
    for row, column, letter in card[:matches]:
        shelf[row][column] = letter
    assert score_card(*parse_shelf(["".join(row) for row in shelf]), 12) == points


def test_ms_13_diagonals_do_not_join() -> None:
    assert score_groups(*parse_shelf([*EMPTY_SHELF[:3], "C....", "BC...", "GBC.."])) == 0


@pytest.mark.parametrize("first, ranks", [(0, [2, 1, 0]), (1, [0, 2, 1]), (2, [1, 0, 2])])
def test_ms_14_ties_go_to_the_one_furthest_from_the_first_player(
    first: int, ranks: list[int]
) -> None:
    """MS-14: with no points at all every seat is tied."""
    state = make_state(3, first=first)
    assert standing(state) == ([0, 0, 0], ranks)


def test_ms_14_most_points_win() -> None:
    state = make_state(3, shelves=[EMPTY_SHELF, [*EMPTY_SHELF[:5], "CCCCC"], EMPTY_SHELF], first=1)
    state["cards"] = 0
    assert standing(state) == ([0, 5, 0], [1, 0, 2])


# --- Common goals -------------------------------------------------------------------------------

# (rule, shelf, whether it is fulfilled), near misses beside what they miss.
GOAL_CASES = [
    ("MS-15a", [".....", ".....", ".....", "CBGFT", "CBGFT", "PPCBG"], True),
    ("MS-15a", [".....", ".....", ".....", "TCCGF", "TCCGF", "BPPTB"], False),
    ("MS-15a", [".....", ".....", "CC...", "CCCGF", "TBBGF", "TPPTB"], True),
    ("MS-15b", [".....", "C....", "BC...", "GBC..", "FGBC.", "TFGBC"], True),
    ("MS-15b", ["....C", "...CB", "..CBG", ".CBGF", "CBGFT", "BGFTP"], True),
    ("MS-15b", [".....", ".....", "C....", "GC...", "FGC..", "TFGC."], False),
    ("MS-15c", [".....", "B....", "GT...", "FPB..", "TCGT.", "PBFPB"], True),
    ("MS-15c", ["....G", "...BF", "..CGT", ".PBFP", "TCGTC", "PBFPB"], True),
    ("MS-15c", [".....", ".....", "....T", "...FP", "..GTC", ".BFPB"], False),
    ("MS-15c", ["....G", "...BF", "..CGT", ".PBFP", ".CGTC", "PBFPB"], False),
    ("MS-15c", ["CGTCG", "BFPBF", "GTCGT", "FPBFP", "TCGTC", "PBFPB"], False),
    ("MS-15d", [".....", ".....", "C....", "CCGBC", "CBCGC", "FCTPB"], True),
    ("MS-15d", [".....", ".....", "C....", "CCGBC", "CBCGC", "FBTPB"], False),
    ("MS-15e", [".....", ".....", ".....", ".....", "CBGFT", "CBGFP"], True),
    ("MS-15e", [".....", ".....", ".....", ".....", "CBGF.", "CBGFP"], False),
    ("MS-15e", [".....", ".....", ".....", ".....", "CBGFC", "CBGFP"], False),
    ("MS-15f", [".....", ".....", "CC...", "CC...", "CC...", "CC..."], False),
    ("MS-15f", [".....", ".....", ".....", ".....", "CCGCC", "CCFCC"], True),
    ("MS-15f", [".....", ".....", ".....", "C....", "CCGBB", "CCFBB"], True),
    ("MS-15f", [".....", ".....", ".....", ".....", "CCCGB", "CCCFB"], False),
    ("MS-15g", [".....", ".....", "CCBBG", "GGFFT", "TPTPT", "CCCCC"], True),
    ("MS-15g", [".....", ".....", "CCBB.", "GGFFT", "TPTPT", "CCCCC"], False),
    ("MS-15g", [".....", ".....", "CCBFG", "GGFFT", "TPTPT", "CCCCC"], False),
    ("MS-15h", ["CGFTC", "BGFTP", "GFTPB", "BGFTP", "GFTPB", "CGFTC"], True),
    ("MS-15h", ["CGFTC", "BGFTP", "GFTPB", "BGFTP", "GFTPB", "CGFTB"], False),
    ("MS-15h", [".GFT.", "BGFTP", "GFTPB", "BGFTP", "GFTPB", "CGFTC"], False),
    ("MS-15i", [".....", ".....", ".....", "C.C..", "BCG..", "CFC.."], True),
    ("MS-15i", [".....", ".....", ".....", "CTC..", "BFG..", "CFC.."], False),
    ("MS-15j", ["CBG..", "CBG..", "BGF..", "CBG..", "FFT..", "CFF.."], True),
    ("MS-15j", [".BG..", "CBG..", "BGF..", "CBG..", "CFT..", "CFF.."], False),
    ("MS-15j", ["CBG..", "CBG..", "BGF..", "CBG..", "FFT..", "TFF.."], False),
    ("MS-15k", ["C.B..", "B.G..", "G.F..", "F.T..", "T.P..", "P.C.."], True),
    ("MS-15k", ["C.B..", "B.G..", "G.F..", "F.T..", "T.P..", "P.P.."], False),
    ("MS-15l", [".....", ".....", "CCBGF", "CCBGF", "TPBGF", "PTBGF"], True),
    ("MS-15l", ["C....", "CC...", "CCBGF", "CCBGF", "TCBGF", "PPBGT"], False),
    ("MS-15l", [".....", "C....", "CCBGF", "CCBGF", "TPBGF", "PTBGF"], True),
]


@pytest.mark.parametrize("rule, shelf, expected", GOAL_CASES)
def test_ms_15_goals(rule: str, shelf: list[str], expected: bool) -> None:
    """MS-15: each goal with shelves that fulfil it and shelves that nearly do, also mirrored."""
    number = [goal.rule for goal in GOALS].index(rule) + 1
    mirrored = [row[::-1] for row in shelf]
    for lines in (shelf, mirrored):
        assert bool(fulfils_goal(*parse_shelf(lines), number)) == expected


@pytest.mark.parametrize("letters", ["CCC", "CCB", "CBC", "BCC", "CBG"])
@pytest.mark.parametrize("cells", [("d4", "e4", "f4"), ("e4", "e5", "e6")])
def test_ms_9_each_result_of_three_tiles_is_listed_once(
    letters: str, cells: tuple[str, ...]
) -> None:
    """Whichever two of them are alike, in a row and in a column."""
    state = make_state(2, put(empty_room(2), dict(zip(cells, letters, strict=True))))
    letter_on = dict(zip(cells, letters, strict=True))
    stacks = [
        ("".join(letter_on[text[place : place + 2]] for place in (0, 2, 4)), text[-1])
        for text in legal_texts(state)
        if len(text) == 8
    ]
    orders = {"".join(order) for order in permutations(letters)}
    assert sorted(stacks) == sorted((order, column) for order in orders for column in "12345")


SMALLEST = [
    ["CCBB.", "GGFF.", "TTPP."],
    ["C....", "BC...", "GBC..", "BGBC.", "GBGBC"],
    ["C....", "BC...", "GBC..", "BGBC.", "GBGBC"],
    ["CCC..", "CCCCC"],
    ["CBGFT", "BGFTP"],
    ["CC.CC", "CC.CC"],
    ["CBGCB"] * 4,
    ["C...C", "B...B", "G...G", "B...B", "G...G", "C...C"],
    ["C.C..", "BCB..", "CBC.."],
    ["CBG.."] * 6,
    ["CB...", "BG...", "GF...", "FT...", "TP...", "PC..."],
    ["CBGF."] * 4,
]


@pytest.mark.parametrize("number, rows", list(enumerate(SMALLEST, 1)))
def test_ms_15_no_shelf_is_too_small_for_a_goal_it_fulfils(number: int, rows: list[str]) -> None:
    """FEWEST_TILES is exact: with one tile less no shelf fulfils the goal."""
    shelf = ["....."] * (6 - len(rows)) + rows
    tiles = sum(letter != "." for row in shelf for letter in row)
    assert tiles == int(FEWEST_TILES[number])
    assert fulfils_goal(*parse_shelf(shelf), number)
    for row, column in product(range(6), range(5)):
        if shelf[row][column] != ".":
            fewer = [list(line) for line in shelf]
            fewer[row][column] = "."
            assert not fulfils_goal(*parse_shelf(["".join(line) for line in fewer]), number)


def test_ms_15_every_goal_has_cases_of_both_kinds() -> None:
    cases = {(rule, expected) for rule, _, expected in GOAL_CASES}
    assert cases == {(goal.rule, expected) for goal in GOALS for expected in (True, False)}
    assert len(GOAL_KEYS) == 12


# --- Actions ------------------------------------------------------------------------------------


def test_num_actions_is_the_size_of_the_action_space() -> None:
    """45 singles, 72 pairs, 54 triples; 1, 2 and 6 orders; 5 columns."""
    assert NUM_ACTIONS == GAME.num_actions == 5 * (45 + 72 * 2 + 54 * 6) == 2565


def test_action_numbers_are_the_same_for_all_player_counts() -> None:
    """Snapshots of the order: kind of line, first cell in reading order, order of tiles, column."""
    state = new_state(4, 0)
    name = GAME.notation.format_move
    actions = [0, 1, 5, 224, 225, 230, 235, 944, 945, 950, 975, 1755, 2564]
    assert [name(state, action) for action in actions] == [
        *("d1>1", "d1>2", "e1>1", "f9>5"),
        *("d1e1>1", "e1d1>1", "d2e2>1", "f9f8>5"),
        *("d2e2f2>1", "d2f2e2>1", "c3d3e3>1", "d1d2d3>1", "f9f8f7>5"),
    ]


def test_legal_actions_are_never_empty() -> None:
    """MS-9: no passing, and no need of it, even when four players run the bag empty."""
    for players in (2, 3, 4):
        for refill in ("four", "isolated"):
            for seed in range(30):
                state = new_state(players, seed, refill=refill)
                while not state["over"]:
                    assert len(legal(state)) > 0
                    walk(state, seed + int(state["ply"]), 1)


def test_legal_actions_stay_below_max_legal() -> None:
    most = max(
        len(legal(walk(new_state(4, seed), seed, ply))) for seed in range(30) for ply in (0, 9)
    )
    assert most < GAME.max_legal
    assert np.iinfo(np.int32).max > GAME.num_actions


# The largest ring that leaves room for five pairs, and its neighbours: each shelf with its groups
# of two or more, counted by eye.
RINGS = [
    ("BBGGF TPTPF PFPGT CCCTB CBCTP CCCGP", 6),  # a ring of 8 and five pairs: 13 likenesses
    ("BBGGF TPTPF PFPGT CCCTB CBCTP CCCGB", 5),  # the last pair apart
    ("BBGGF TPTPF PFPGT CCCTB CCCTP CCCGP", 6),  # no ring, the middle filled
    ("BBGGF TPTPF PFPGT CCCTB CBCTP CFCGP", 6),  # no ring, open below
]


@pytest.mark.parametrize("drawn, num_groups", RINGS)
def test_ms_15a_a_ring_is_one_group(drawn: str, num_groups: int) -> None:
    planes = read_planes(make_state(shelves=[drawn.split()])["shelves"][0])
    assert has_six_groups_of_2(*planes) == (num_groups >= 6)
    groups = [
        (size, item) for item, group in list_groups(planes) if (size := group.bit_count()) > 1
    ]
    assert len(groups) == num_groups
