"""Each rule of Nova Luna, tested on positions small enough to check by eye."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from reference import nova_luna as naive
from tilewright.games.nova_luna import GAME, SOLO
from tilewright.games.nova_luna.area import find_neighbours, lay_tile
from tilewright.games.nova_luna.area_text import lay_connected_tiles, list_laid_tiles
from tilewright.games.nova_luna.state import (
    FINISH,
    MAX_LEGAL,
    NUM_ACTIONS,
    REFILL,
    STATE,
    pack_place,
    unpack_place,
)
from tilewright.games.nova_luna.tables import TILES
from word import word

from .play import (
    FAST,
    FAST_SOLO,
    copy_of,
    fast_rules,
    legal,
    new_state,
    play,
    set_table,
    slots_within_reach,
    standing,
    supply_of,
    turn_order,
    walk,
)

Laid = Sequence[tuple[int, int, int]]


def fulfilled(tiles: Laid) -> list[tuple[int, int]]:
    """Return the tasks fulfilled in an area, by the kernels; the first tile is at 0,0."""
    state = np.zeros(1, dtype=STATE)[0]
    assert not lay_connected_tiles(state, 0, {(x, y): tile for tile, x, y in tiles})
    return [
        (tile.id, index)
        for tile in TILES
        for index in range(3)
        if int(state["fulfilled"][tile.id]) >> index & 1
    ]


def chi_square(counts: Sequence[int]) -> float:
    """Return how far counts are from uniform, in standard deviations of chi-square."""
    expected = sum(counts) / len(counts)
    degrees = len(counts) - 1
    value = sum((count - expected) ** 2 / expected for count in counts)
    return (value - degrees) / (2 * degrees) ** 0.5


# --- NL-1 to NL-4: set-up -----------------------------------------------------------------------


def test_tiles_are_conserved() -> None:
    """NL-1: 68 tiles, each in one place, from the first ply to the last."""
    for players in (1, 2, 4):
        for state in walk(players, 6):
            laid = [tile for seat in range(players) for tile, _, _ in list_laid_tiles(state, seat)]
            wheel = [int(tile) for tile in state["wheel"] if tile]
            assert sorted(laid + wheel + supply_of(state)) == list(range(1, 69))


def test_wheel_at_the_start() -> None:
    """NL-2: crescent in slot 0, eleven tiles in the others, 57 in the supply."""
    state = new_state(3, seed=9)
    assert int(state["crescent"]) == 0
    assert [bool(tile) for tile in state["wheel"]] == [False] + [True] * 11
    assert int(state["supply_size"]) == 57


def test_deal_is_uniform() -> None:
    """NL-2: any tile may lie anywhere, on the wheel or in the supply."""
    first, last = Counter[int](), Counter[int]()
    for seed in range(13_600):
        state = new_state(2, seed)
        first[int(state["wheel"][1])] += 1
        last[supply_of(state)[-1]] += 1
    for counts in (first, last):
        assert chi_square([counts[tile] for tile in range(1, 69)]) < 4


@pytest.mark.parametrize(
    "players, beginners, discs",
    [(2, 0, 20), (3, 0, 20), (4, 0, 20), (2, 1, 20), (3, 1, 17), (4, 1, 15)],
)
def test_setup_gives_discs_by_number_of_players(players: int, beginners: int, discs: int) -> None:
    """NL-3."""
    state = new_state(players, 1, beginners)
    assert [int(n) for n in state["discs"]] == [discs] * players + [0] * (4 - players)
    option = GAME.options[0]
    text = option.format([beginners], players)
    assert option.parse(text, players) == [beginners]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_order_is_uniform(players: int) -> None:
    """NL-4: one stack in random order, the disc on top moves first."""
    orders = Counter[tuple[int, ...]]()
    for seed in range(6000):
        state = new_state(players, seed)
        assert int(state["mover"]) == turn_order(state)[0]
        assert sorted(int(n) for n in state["height"][:players]) == list(range(players))
        orders[tuple(turn_order(state))] += 1
    assert chi_square([orders[o] for o in itertools.permutations(range(players))]) < 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player_option_names_the_first_seat(players: int) -> None:
    """NL-4, by option: that disc lies on top; the others stay in their random order."""
    for seed in range(30):
        order = turn_order(new_state(players, seed))
        for first in range(players):
            state = new_state(players, seed, first=first)
            others = [seat for seat in order if seat != first]
            assert turn_order(state) == [first, *others]
            assert int(state["mover"]) == first
            slow = GAME.new_state()[0]
            GAME.rules.setup(slow, word(seed), players, np.array([0, first], dtype=np.int64))
            assert slow.tobytes() == state.tobytes()


# --- NL-5 to NL-11: a turn ----------------------------------------------------------------------


def test_mover_is_the_last_disc_on_the_track() -> None:
    """NL-5: not clockwise: after a 7 the other player moves until past it."""
    state = set_table([17, 1, 2, 3, 4], [])  # costs 7, 1, 2, 2, 3
    play(state, "1@0,0")
    assert [int(state["mover"]), int(state["distance"][0])] == [1, 7]
    play(state, "2@0,0")
    assert int(state["mover"]) == 1
    play(state, "3@1,0", "4@2,0")
    assert [int(state["mover"]), int(state["distance"][1])] == [1, 5]
    play(state, "5@3,0")
    assert [int(state["mover"]), int(state["distance"][1])] == [0, 8]


def test_on_one_space_the_top_disc_moves() -> None:
    """NL-5, NL-11: the disc that arrives later lies on top and moves first."""
    state = set_table([2, 19, 1, 18], [])  # costs 2, 2, 1, 1
    play(state, "1@0,0")
    assert int(state["mover"]) == 1
    play(state, "2@0,0")
    assert [int(n) for n in state["distance"][:2]] == [2, 2]
    assert [int(n) for n in state["height"][:2]] == [0, 1]
    assert int(state["mover"]) == 1


def test_track_counts_laps() -> None:
    """NL-5, NL-11: space 1 of the second lap is ahead of space 23 of the first."""
    state = set_table([1, 2, 3], [])  # costs 1, 2, 2
    state["distance"][:2] = (25, 22)
    state["height"][:2] = 0
    state["mover"] = 1
    play(state, "1@0,0")
    assert [int(state["mover"]), int(state["distance"][1])] == [1, 23]
    play(state, "2@1,0")
    assert [int(state["mover"]), int(state["distance"][1])] == [1, 25]  # on top
    play(state, "3@2,0")
    assert [int(state["mover"]), int(state["distance"][1])] == [0, 27]


def test_turn_takes_one_tile() -> None:
    """NL-6: no pass; every action but the refill lays exactly one tile."""
    for state in walk(3, 12):
        if state["over"]:
            continue
        actions = legal(state)
        assert FINISH not in actions
        laid = np.count_nonzero(state["place"])
        for action in actions[:: max(1, len(actions) // 5)]:
            after = copy_of(state)
            FAST.apply(after, action)
            assert np.count_nonzero(after["place"]) == laid + (action != REFILL)


@pytest.mark.parametrize("num_tiles, allowed", [(1, True), (2, True), (3, False), (11, False)])
def test_refill_is_legal_by_the_number_of_tiles_left(num_tiles: int, allowed: bool) -> None:
    """NL-7."""
    state = set_table(list(range(1, num_tiles + 1)), [50, 51, 52])
    assert (REFILL in legal(state)) == allowed
    state = set_table(list(range(1, num_tiles + 1)), [])
    assert REFILL not in legal(state)


def test_refill_goes_clockwise_and_leaves_the_crescent() -> None:
    """NL-7: from the slot after the crescent, as far as the supply goes."""
    state = set_table([0, 0, 1], [50, 51, 52, 53], crescent=9)
    assert int(state["mover"]) == 0
    play(state, "refill")
    assert [int(tile) for tile in state["wheel"]] == [1, 52, 53, 0, 0, 0, 0, 0, 0, 0, 50, 51]
    assert [int(state["supply_size"]), int(state["mover"]), int(state["ply"])] == [0, 0, 1]
    state = set_table([0, 1, 2], list(range(20, 40)), crescent=3)
    play(state, "refill")
    assert [int(tile) for tile in state["wheel"]] == [26, 27, 28, 0, 20, 1, 2, 21, 22, 23, 24, 25]
    assert REFILL not in legal(state)


def test_empty_wheel_is_refilled_automatically() -> None:
    """NL-7: with no tile left the refill happens; clockwise after the crescent's new slot."""
    state = set_table([0, 0, 0, 5], [50, 51], crescent=0)
    play(state, "4@0,0")
    assert [int(tile) for tile in state["wheel"]] == [0] * 5 + [50, 51] + [0] * 5
    assert int(state["ply"]) == 1 and not state["over"]


@pytest.mark.parametrize("left", [1, 3, 11, 12])
def test_empty_wheel_is_refilled_with_the_rest_of_the_supply(left: int) -> None:
    """NL-7, NL-17: one tile in the supply is enough for the game to go on."""
    supply = list(range(30, 30 + left))
    state = set_table([5], supply)
    play(state, "1@0,0")
    assert not state["over"] and legal(state)
    assert sorted(int(tile) for tile in state["wheel"] if tile) == supply[:11]
    assert int(state["supply_size"]) == left - min(left, 11)


def test_legal_actions_are_the_next_three_tiles() -> None:
    """NL-8: the first three after the crescent, empty slots skipped, round the ring."""
    assert slots_within_reach(set_table([0, 1, 0, 0, 2, 3, 4], [], crescent=6)) == [8, 11, 0]
    assert slots_within_reach(set_table([0, 0, 0, 1, 2], [])) == [4, 5]
    assert slots_within_reach(set_table([0] * 10 + [1], [], crescent=11)) == [10]


def test_legal_actions_place_tiles_beside_the_area() -> None:
    """NL-9: next to one's own area, by a side, on no other tile."""
    state = set_table([1, 2, 3, 4, 5, 6], [])
    assert legal(state) == [0, 272, 544]  # one place for a first tile
    play(state, "1@0,0", "2@0,0", "3@0,1", "4@0,-1")  # costs 1, 2, 2, 3
    moves = {GAME.notation.format_move(state, action) for action in legal(state)}
    seat = int(state["mover"])
    area = {(x, y): tile for tile, x, y in list_laid_tiles(state, seat)}
    places = naive.open_places(area)
    assert moves == {f"{slot}@{x},{y}" for slot in (5, 6) for x, y in places}


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize("seat", [0, 3])
def test_68_tiles_in_a_row(step: tuple[int, int], seat: int) -> None:
    """NL-9: the area has no limits, in any direction."""
    state = np.zeros(1, dtype=STATE)[0]
    state["players"], state["mover"], state["discs"] = 4, seat, 127
    order = [tile % 68 + 1 for tile in range(7, 75)]
    row = {(step[0] * i, step[1] * i): tile for i, tile in enumerate(order)}
    assert not lay_connected_tiles(state, seat, row)
    assert {(x, y): tile for tile, x, y in list_laid_tiles(state, seat)} == row
    found = {
        (tile.id, index)
        for tile in TILES
        for index in range(3)
        if int(state["fulfilled"][tile.id]) >> index & 1
    }
    assert found == naive.fulfilled_tasks(row)
    state["wheel"][1], state["occupied"], state["over"] = 1, 2, 0  # as if there were one more
    assert len(legal(state)) == 2 * 68 + 2 <= MAX_LEGAL


def test_places_are_never_confused() -> None:
    """NL-9: every place that any area could reach has a number of its own, and it is not 0."""
    places = {
        pack_place(seat, x, y): (seat, x, y)
        for seat in range(4)
        for x in range(-68, 69)
        for y in range(-68 + abs(x), 69 - abs(x))
    }
    assert len(places) == 4 * (2 * 68 * 69 + 1)
    assert 0 not in places
    assert all(unpack_place(seat, place) == (x, y) for place, (seat, x, y) in places.items())


def test_areas_do_not_touch() -> None:
    """NL-9: tiles of other players are no neighbours, though all lie in one array."""
    state = set_table([1, 18, 2, 19], [], players=4)
    play(state, "1@0,0", "2@0,0")
    for seat, (x, y) in itertools.product(range(4), [(1, 0), (0, 1), (-1, 0), (0, -1)]):
        expected = {0: 1, 1: 18}.get(seat, 0)
        sides = int(find_neighbours(state, pack_place(seat, x, y)))
        assert [sides >> shift & 255 for shift in (0, 8, 16, 24)].count(expected) in (1, 4)


def test_take_moves_the_crescent_to_the_taken_tile() -> None:
    """NL-10."""
    state = set_table([1, 2, 3], [], crescent=5)
    play(state, "8@0,0")
    assert int(state["crescent"]) == 8 and not state["wheel"][8]


def test_take_moves_the_disc_by_the_cost() -> None:
    """NL-11: and lands on top of all that lie there."""
    state = set_table([4, 5, 6, 7], [], players=4)  # all cost 3
    for top, text in enumerate(("1@0,0", "2@0,0", "3@0,0")):
        seat = int(state["mover"])
        play(state, text)
        assert [int(state["distance"][seat]), int(state["height"][seat])] == [3, top]


# --- NL-12 to NL-15: tasks, with the rulebook's eight examples ----------------------------------


def test_rulebook_example_1() -> None:
    """NL-12: two blue tiles, each next to the yellow one that asks for two blue."""
    assert (59, 2) in fulfilled([(59, 0, 0), (18, 1, 0), (19, -1, 0)])
    assert (59, 2) not in fulfilled([(59, 0, 0), (18, 1, 0)])


def test_rulebook_example_2() -> None:
    """NL-12: one blue tile next to it and one behind; three red ones at a corner do not count."""
    area = [(59, 0, 0), (18, 1, 0), (19, 2, 0), (35, 1, 1), (36, 2, 1), (37, 1, 2)]
    assert (59, 2) in fulfilled(area)
    assert (59, 1) not in fulfilled(area)
    assert (59, 1) in fulfilled([*area, (38, 0, 1)])


def test_rulebook_example_3() -> None:
    """NL-14, NL-15: one new tile fulfils several tasks of one tile at once.

    Tile 67 asks for blue and cyan, and for two cyan; the second cyan tile is all it lacks.
    """
    before = [(67, 0, 0), (18, 1, 0), (35, 1, 1), (52, 1, 2), (1, 0, 2)]
    assert fulfilled(before) == []
    assert fulfilled([*before, (2, 0, 1)]) == [(67, 1), (67, 2)]


def test_new_tile_fulfils_tasks_of_two_tiles() -> None:
    """NL-15."""
    before = [(13, 0, 0), (32, 1, 1), (1, 0, 1)]
    assert not {(13, 1), (32, 2)} & set(fulfilled(before))
    assert {(13, 1), (32, 2)} <= set(fulfilled([*before, (52, 1, 0)]))


def test_rulebook_example_4() -> None:
    """NL-14: three tiles are enough for all three tasks of a 7."""
    area = [(68, 0, 0), (35, 0, 1), (18, 1, 0), (1, 0, -1)]
    assert [(tile, index) for tile, index in fulfilled(area) if tile == 68] == [
        (68, 0),
        (68, 1),
        (68, 2),
    ]


def test_rulebook_examples_5_and_6() -> None:
    """NL-12, NL-14: two tiles help each other; two more fulfil one more task on each."""
    pair = [(15, 0, 0), (49, 1, 0)]
    assert fulfilled(pair) == [(15, 2), (49, 2)]
    assert fulfilled([*pair, (52, 0, 1), (53, 1, 1)]) == [(15, 1), (15, 2), (49, 1), (49, 2)]


def test_rulebook_example_7() -> None:
    """NL-13: a tile never counts itself: four other red ones are needed, and two 2s share them."""
    four = [(36, 0, 0), (37, 1, 0), (35, 2, 0), (38, 3, 0)]
    assert fulfilled(four) == []
    assert fulfilled([*four, (40, 4, 0)]) == [(36, 0), (37, 0)]


def test_rulebook_example_8() -> None:
    """NL-14: four red tiles fulfil both "two red" and "four red"."""
    area = [(28, 0, 0), (35, 1, 0), (36, 2, 0), (37, 3, 0), (38, 2, 1)]
    assert fulfilled(area) == [(28, 0), (28, 1)]
    assert fulfilled(area[:4]) == [(28, 1)]


def test_group_on_two_sides_counts_once() -> None:
    """NL-12: a ring of three red tiles around a corner is three, not more."""
    ring = [(28, 0, 0), (35, 1, 0), (36, 1, 1), (37, 0, 1)]
    assert fulfilled(ring) == [(28, 1)]


def test_tasks_ignore_the_tiles_own_colour() -> None:
    """NL-13: cyan 12 asks for two cyan: the two others of its group, not itself."""
    assert (12, 0) not in fulfilled([(12, 0, 0), (1, 1, 0)])
    assert (12, 0) in fulfilled([(12, 0, 0), (1, 1, 0), (2, 2, 0)])
    assert (12, 0) in fulfilled([(1, 0, 0), (12, 1, 0), (2, 2, 0)])


def test_tasks_do_not_depend_on_the_order_of_placement() -> None:
    """NL-12, NL-15: the same area in any order gives the same record."""
    *_, state = walk(2, 31)
    tiles = {(x, y): tile for tile, x, y in list_laid_tiles(state, 0)}
    records = set()
    for seed in range(20):
        chooser = random.Random(seed)
        fresh = np.zeros(1, dtype=STATE)[0]
        fresh["discs"] = 100
        laid: dict[tuple[int, int], int] = {}
        while len(laid) < len(tiles):
            start = {(0, 0)} if seed % 2 else {chooser.choice(list(tiles))}
            x, y = chooser.choice(sorted((naive.open_places(laid) if laid else start) & set(tiles)))
            laid[x, y] = tiles[x, y]
            place = pack_place(0, x, y)
            lay_tile(fresh, 0, tiles[x, y], place, int(find_neighbours(fresh, place)))
        records.add(fresh.tobytes())
    assert len(records) == 1


def test_covers_are_placed_at_once_and_stay() -> None:
    """NL-15: discs go down by what is newly fulfilled, and nothing is ever un-fulfilled."""
    for players in (2, 4):
        before = None
        for state in walk(players, 5):
            if before is not None:
                lost = before["fulfilled"] & ~state["fulfilled"]
                assert not lost.any()
                gained = sum(int(bits).bit_count() for bits in state["fulfilled"])
                gained -= sum(int(bits).bit_count() for bits in before["fulfilled"])
                seat = int(before["mover"])
                assert int(state["discs"][seat]) == max(0, int(before["discs"][seat]) - gained)
            before = copy_of(state)


# --- NL-16 to NL-18: the end --------------------------------------------------------------------


def test_game_ends_when_a_player_has_no_disc_left() -> None:
    """NL-16: the game ends the moment a player has no disc left; no forced refill follows."""
    state = set_table([15, 18, 49], [50, 51])  # 15 and 49 help each other
    state["discs"][0] = 1  # one tile fulfils two tasks: one disc too few is no trouble
    play(state, "1@0,0")
    state["distance"][1], state["mover"] = 20, 0
    play(state, "2@0,1")
    assert not state["over"]
    play(state, "3@1,0")
    assert state["over"] and legal(state) == []
    assert int(state["discs"][0]) == 0 and int(state["supply_size"]) == 2
    assert standing(state) == ([0, 20], [0, 1])


def test_game_ends_without_tiles() -> None:
    """NL-17: wheel and supply empty ends the game; fewest discs left wins."""
    state = set_table([1, 2], [])
    state["discs"][:2] = (9, 8)
    play(state, "1@0,0")
    assert not state["over"]
    play(state, "2@0,0")
    assert state["over"]
    assert standing(state) == ([9, 8], [1, 0])


def test_outcome_of_ties_goes_to_the_rear_disc() -> None:
    """NL-18: equal discs: the player who would move earlier ranks higher, the stack included."""
    state = set_table([1], [], players=4)
    state["discs"][:4] = (5, 5, 4, 5)
    state["distance"][:4] = (9, 7, 30, 9)
    state["height"][:4] = (0, 0, 0, 1)
    assert standing(state) == ([5, 5, 4, 5], [3, 1, 0, 2])


# --- The solo game ------------------------------------------------------------------------------


def test_solo_setup() -> None:
    """NLS-1."""
    state = new_state(1, 3)
    assert [int(state["discs"][0]), int(state["phase"]), int(state["mover"])] == [21, 1, 0]
    assert int(state["supply_size"]) == 57 and SOLO.players == (1,)


def test_solo_never_refills_within_a_phase() -> None:
    """NLS-2: no refill, optional or forced, whatever is left on the wheel."""
    for state in walk(1, 3):
        assert REFILL not in legal(state)
        if int(state["phase"]) == 1:
            assert int(state["supply_size"]) == 57
        else:
            assert int(state["supply_size"]) == 57 - 11


def test_solo_finish() -> None:
    """NLS-3, NLS-5: from eight discs on; tiles on the wheel stay, the rest is filled once."""
    state = set_table([1, 2, 3], [50, 51, 52, 53, 54, 55, 56, 57, 58, 59], players=1)
    state["discs"][0] = 14
    assert FINISH not in legal(state)
    state["discs"][0] = 13
    assert legal(state)[-1] == FINISH
    state["distance"][0] = 31
    play(state, "finish")
    assert [int(state["phase"]), int(state["first_sum"]), int(state["ply"])] == [2, 31, 1]
    assert [int(tile) for tile in state["wheel"]] == [0, 1, 2, 3, 50, 51, 52, 53, 54, 55, 56, 57]
    assert FINISH not in legal(state) and not state["over"]


def test_solo_phase_one_ends_with_the_wheel() -> None:
    """NLS-3, NLS-4: by itself, with 10 for each of the eight discs that is missing."""
    state = set_table([17], list(range(20, 40)), players=1)
    state["discs"][0] = 15  # six lie
    play(state, "1@0,0")
    assert [int(state["phase"]), int(state["first_sum"])] == [2, 7 + 20]
    assert int(state["occupied"]).bit_count() == 11


def test_solo_first_sum_has_no_penalty_beyond_eight() -> None:
    """NLS-3, NLS-4: discs of the second pile may lie in phase one."""
    state = set_table([17], list(range(20, 40)), players=1)
    state["discs"][0] = 10
    play(state, "1@0,0")
    assert [int(state["first_sum"]), int(state["discs"][0])] == [7, 10]


def test_solo_ends() -> None:
    """NLS-6, NLS-7, NLS-8: all discs laid, or the wheel empty; all costs count again."""
    state = set_table([15, 49, 1], [], players=1)
    state["phase"], state["first_sum"], state["discs"][0] = 2, 40, 2
    play(state, "1@0,0")
    assert not state["over"]
    play(state, "2@1,0")
    assert state["over"] and int(state["occupied"])  # tiles are left on the wheel
    assert standing(state) == ([40 + 12], [0])
    state = set_table([15], [], players=1)
    state["phase"], state["first_sum"], state["discs"][0] = 2, 40, 3
    play(state, "1@0,0")
    assert state["over"]
    assert standing(state) == ([40 + 6 + 30], [0])


def test_solo_all_discs_in_phase_one() -> None:
    """NLS-3, NLS-6: phase one is still the player's to finish; phase two is over at once."""
    state = set_table([1, 2], [50, 51], players=1)
    state["discs"][0], state["distance"][0] = 0, 30
    play(state, "1@0,0")
    assert int(state["phase"]) == 1 and not state["over"]
    play(state, "finish")
    assert state["over"] and standing(state) == ([31 + 31], [0])


def test_solo_standing_before_the_end() -> None:
    """NLS-8: as if both phases ended now."""
    state = new_state(1, 3)
    assert standing(state) == ([80 + 210], [0])


# --- Secrets and chance -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_view_hides_the_supply(players: int) -> None:
    """NL-2: whatever the order of the supply and the generator, a view is the same bytes."""
    shuffle = np.random.default_rng(1)
    for state in itertools.islice(walk(players, 2), 0, None, 7):
        views = set()
        for viewer in (0, 0, 0):
            seen = copy_of(state)
            size = int(seen["supply_size"])
            seen["supply"][:size] = shuffle.permutation(seen["supply"][:size])
            seen["rng"] = shuffle.integers(2**63)
            fast_rules(players).view(seen, viewer)
            views.add(seen.tobytes())
        assert len(views) == 1
        assert int(seen["viewer"]) == 0 and int(seen["rng"]) == 0
        assert legal(seen) == legal(state)
        guess = copy_of(seen)
        fast_rules(players).determinize(guess, word(3))
        assert int(guess["viewer"]) == -1
        assert sorted(supply_of(guess)) == sorted(supply_of(state))
        fast_rules(players).view(guess, 0)
        assert guess.tobytes() == seen.tobytes()


def test_determinize_is_uniform() -> None:
    """NL-2: all orders of a supply of four are equally likely."""
    state = set_table([1, 2, 3], [50, 51, 52, 64])
    FAST.view(state, 4)
    orders = Counter[tuple[int, ...]]()
    for seed in range(4800):
        guess = copy_of(state)
        FAST.determinize(guess, word(seed * 7919))
        orders[tuple(supply_of(guess))] += 1
    assert chi_square([orders[o] for o in itertools.permutations([50, 51, 52, 64])]) < 4


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (1, 3)])
def test_random_policy_is_uniform(players: int, seed: int) -> None:
    """Each legal action, refill and finish included, is equally likely."""
    states = [copy_of(state) for state in walk(players, seed) if not state["over"]]
    chosen = [states[0], states[1], states[len(states) // 2]]
    chosen += [state for state in states if REFILL in legal(state)][2:4]
    if players == 1:
        chosen[0]["discs"][0] = 5  # finish is allowed
        assert FINISH in legal(chosen[0])
    for state in chosen:
        actions = legal(state)
        counts = Counter[int]()
        rng = word(seed)
        for _ in range(200 * len(actions)):
            action, rng = fast_rules(players).random_action(state, word(rng))
            counts[int(action)] += 1
        assert set(counts) == set(actions)
        assert chi_square([counts[action] for action in actions]) < 4


def test_game_has_the_documented_constants() -> None:
    """The bounds that generic code relies on."""
    assert GAME.num_actions == SOLO.num_actions == NUM_ACTIONS == 818
    assert (REFILL, FINISH) == (816, 817)
    assert STATE.itemsize == 1032
    assert STATE.fields is not None
    offsets = sorted((field[1], field[0].itemsize) for field in STATE.fields.values())
    ends = [start + size for start, size in offsets]
    assert [*(start for start, _ in offsets), 1032][1:] == ends  # no byte is padding
    assert FAST_SOLO is not FAST
