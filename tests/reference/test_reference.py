"""The oracles on their own: the rulebooks' examples, the vectors, and random games to the end.

An oracle that is wrong is worse than none, so each rule it states is shown here by a position
small enough to check by eye.
"""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reference import my_shelfie as ms
from reference import nova_luna as nl
from reference import polyssimo as pc
from tilewright.games.my_shelfie.tables import GOALS, room_cells

VECTORS = Path(__file__).parents[1] / "conformance" / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    lines = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


# Nova Luna: the eight examples ----------------------------------------------------------------

CYAN, CYAN_2, CYAN_6 = 1, 2, 15  # the last asks bb, yy, r
BLUE, BLUE_2, BLUE_2B, BLUE_4 = 18, 19, 20, 28  # the last asks rrrr, rr
RED, RED_2, RED_2B, RED_3, RED_3B, RED_6, RED_7 = 35, 36, 37, 38, 39, 49, 51
YELLOW, YELLOW_2, YELLOW_4, YELLOW_6 = 52, 53, 59, 67  # asking -, yyyy, ccc rrr bb, bbb bc cc


def met(area: nl.Area, tile_id: nl.TileId) -> set[int]:
    """Return the indices of a tile's tasks that are fulfilled."""
    return {index for found, index in nl.fulfilled_tasks(area) if found == tile_id}


def test_example_1_two_neighbours() -> None:
    """NL-12: two blue tiles, each against a side of its own."""
    area = nl.area_from([(YELLOW_4, 0, 0), (BLUE, 1, 0), (BLUE_2, -1, 0)])
    assert met(area, YELLOW_4) == {2}


def test_example_2_a_chain_counts_and_a_diagonal_does_not() -> None:
    """NL-12: a blue tile behind a blue tile counts; red tiles past a corner do not."""
    laid = [(YELLOW_4, 0, 0), (BLUE, 1, 0), (BLUE_2, 2, 0), (RED, 0, 1), (RED_2, 0, 2)]
    area = nl.area_from([*laid, (CYAN, -1, 0), (RED_3, -1, -1)])
    assert met(area, YELLOW_4) == {2}
    assert nl.helpers(area, (0, 0)) == [2, 2, 1, 0]


def test_example_3_one_tile_fulfils_two_tasks_at_once() -> None:
    """NL-15: the blue tile laid last completes both bbb and bc."""
    before = nl.area_from([(YELLOW_6, 0, 0), (CYAN, 1, 0), (BLUE, 1, 1), (BLUE_2, 1, 2)])
    assert met(before, YELLOW_6) == set()
    assert met({**before, (0, 1): BLUE_2B}, YELLOW_6) == {0, 1}


def test_example_4_three_tiles_fulfil_the_three_tasks_of_a_seven() -> None:
    """NL-14: each of three neighbours serves two tasks."""
    area = nl.area_from([(RED_7, 0, 0), (BLUE, 1, 0), (CYAN, 0, 1), (YELLOW, -1, 0)])
    assert nl.tile(RED_7).cost == 7
    assert met(area, RED_7) == {0, 1, 2}


def test_examples_5_and_6_tiles_help_each_other() -> None:
    """NL-14: two tiles fulfil a task of each other, then two yellow ones a task of both."""
    two = nl.area_from([(CYAN_6, 0, 0), (RED_6, 1, 0)])
    assert nl.fulfilled_tasks(two) == {(CYAN_6, 2), (RED_6, 2)}
    four = {**two, (0, 1): YELLOW, (1, 1): YELLOW_2}
    assert nl.fulfilled_tasks(four) == {(CYAN_6, 1), (CYAN_6, 2), (RED_6, 1), (RED_6, 2)}


def test_example_7_a_tile_does_not_count_for_itself() -> None:
    """NL-13: a red two needs four other red tiles; two of them serve one another."""
    four = nl.area_from([(RED_2, 0, 0), (RED_2B, 1, 0), (RED, 2, 0), (RED_3, 3, 0)])
    assert nl.fulfilled_tasks(four) == set()
    five = {**four, (1, 1): RED_3B}
    assert met(five, RED_2) == met(five, RED_2B) == {0}


def test_example_8_the_same_tiles_serve_two_tasks() -> None:
    """NL-14: four red tiles fulfil both the rr and the rrrr of a blue tile."""
    area = nl.area_from([(BLUE_4, 0, 0), (RED, 1, 0), (RED_2, 2, 0), (RED_3, 0, 1), (RED_2B, 0, 2)])
    assert met(area, BLUE_4) == {0, 1}


def test_ring_counts_once() -> None:
    """NL-12: a group that touches on two sides is one group."""
    area = nl.area_from([(BLUE_4, 0, 0), (RED, 1, 0), (RED_2, 1, 1), (RED_3, 0, 1)])
    assert nl.helpers(area, (0, 0))[0] == 3


# Nova Luna: turns and ends --------------------------------------------------------------------


def wheel_of(*tiles: int, crescent: int = 0) -> list[int | None]:
    """Return a wheel with the given tiles right after the crescent."""
    return nl.refilled([None] * 12, crescent, tiles)[0]


def test_first_three_and_refill_by_hand() -> None:
    """NL-7, NL-8, NL-10: the ring wraps, the crescent follows, a forced refill is no move."""
    game = nl.NovaLuna(2, wheel_of(5, 6, 7, crescent=10), 10, [8, 9, 10], 20, [0, 1])
    assert nl.takeable(game.wheel, game.crescent) == [11, 0, 1]
    assert game.legal_moves() == {("take", slot, (0, 0)) for slot in (11, 0, 1)}
    game.play(("take", 1, (0, 0)))
    assert game.crescent == 1
    assert ("refill",) in game.legal_moves()
    game.play(("take", 0, (0, 0)))
    game.play(("take", 11, (1, 0)))  # the same player, whose disc landed on top
    assert game.wheel == wheel_of(8, 9, 10, crescent=11)
    assert not game.supply
    assert ("refill",) not in game.legal_moves()


def test_refill_keeps_the_turn() -> None:
    """NL-7: the refill is a move of its own; the same player then takes."""
    game = nl.NovaLuna(2, wheel_of(5, 6), 0, list(range(20, 50)), 20, [1, 0])
    game.play(("refill",))
    assert game.mover == 1
    assert game.wheel == [None, 5, 6, *range(20, 29)]
    assert ("refill",) not in game.legal_moves()


def test_turn_order_on_the_track() -> None:
    """NL-4, NL-5, NL-11: furthest behind moves, on one distance the disc that landed last."""
    game = nl.NovaLuna(3, wheel_of(4, 5, 1, 2, 18, 35), 0, [], 20, [2, 0, 1])
    assert game.turn_order == [2, 0, 1]
    game.play(("take", 1, (0, 0)))  # seat 2 by 3
    assert game.turn_order == [0, 1, 2]
    game.play(("take", 2, (0, 0)))  # seat 0 by 3, on top of seat 2
    assert game.turn_order == [1, 0, 2]
    game.play(("take", 3, (0, 0)))  # seat 1 by 1: still behind, so it moves again
    assert game.mover == 1
    game.play(("take", 4, (0, 1)))  # by 2: on top of both
    assert game.turn_order == [1, 0, 2]
    assert [game.distance(seat) for seat in range(3)] == [3, 3, 3]


def test_end_when_a_player_has_no_disc_left() -> None:
    """NL-16: at once, with tiles to spare; no more discs are laid than there are."""
    game = nl.NovaLuna(2, wheel_of(RED_6, CYAN_6), 0, [], 1, [0, 1])
    game.areas[0] = nl.area_from([(RED, 0, 0), (BLUE, 1, 0), (BLUE_2, 2, 0), (CYAN, 0, 1)])
    game.play(("take", 1, (1, 1)))  # both bb and c are met, one disc is left to lay
    assert nl.fulfilled_tasks(game.areas[0]) == {(RED_6, 0), (RED_6, 2)}
    assert game.scores() == [0, 1]
    assert game.is_over
    assert game.legal_moves() == set()
    assert game.ranking() == [0, 1]


def test_end_without_tiles_and_the_tie() -> None:
    """NL-17, NL-18: nothing to take ends the game; of tied players the next to move wins."""
    game = nl.NovaLuna(2, wheel_of(4, 18), 0, [], 20, [0, 1])
    game.play(("take", 1, (0, 0)))
    assert not game.is_over
    game.play(("take", 2, (0, 0)))
    assert game.is_over
    assert game.scores() == [20, 20]
    assert game.ranking() == [1, 0]


@pytest.mark.parametrize("seed", range(6))
def test_random_nova_luna_ends(seed: int) -> None:
    """NL-1 to NL-18: every game ends, no tile or disc is lost, nothing is un-fulfilled."""
    chance = random.Random(seed)
    players = 2 + seed % 3
    tiles = chance.sample(range(1, 69), 68)
    stack = chance.sample(range(players), players)
    game = nl.NovaLuna(players, [None, *tiles[:11]], 0, tiles[11:], 6 + seed, stack)
    while not game.is_over:
        game.play(chance.choice(sorted(game.legal_moves())))
        laid = [tile_id for area in game.areas for tile_id in area.values()]
        on_wheel = [tile_id for tile_id in game.wheel if tile_id is not None]
        assert sorted(laid + on_wheel + game.supply) == list(range(1, 69))
        for seat, area in enumerate(game.areas):
            assert game.distance(seat) == nl.area_cost(area)
            tasks = nl.fulfilled_tasks(area)
            assert game.covered[seat] <= tasks
            assert game.scores()[seat] == max(0, game.discs - len(tasks))
    assert 0 in game.scores() or not any([*game.wheel, *game.supply])
    assert game.scores()[game.ranking()[0]] == min(game.scores())


# Nova Luna solo -------------------------------------------------------------------------------


def solo_with(num_covered: int, *tiles: int) -> nl.NovaLunaSolo:
    """Return a solo game in phase one with discs already laid, on tasks that do not matter."""
    game = nl.NovaLunaSolo(wheel_of(*tiles), [60, 61, 62])
    game.covered = {(0, index) for index in range(num_covered)}
    return game


def test_solo_finish_needs_the_first_pile() -> None:
    """NLS-2, NLS-3: no refill, no finish below 8 discs."""
    assert ("finish",) not in solo_with(7, 1, 18).legal_moves()
    game = solo_with(8, 1, 18)
    assert game.legal_moves() == {("take", 1, (0, 0)), ("take", 2, (0, 0)), ("finish",)}
    game.play(("take", 1, (0, 0)))
    game.play(("finish",))
    assert (game.phase, game.first_sum) == (2, 1)
    assert game.wheel == [None, None, 18, 60, 61, 62, *[None] * 6]
    assert ("finish",) not in game.legal_moves()


def test_solo_phase_one_ends_with_the_wheel() -> None:
    """NLS-3 to NLS-5: the wheel runs empty, ten for each disc missing, then the refill."""
    game = solo_with(5, 1)
    game.play(("take", 1, (0, 0)))
    assert (game.phase, game.first_sum) == (2, 1 + 3 * 10)
    assert nl.num_on_wheel(game.wheel) == 3


def test_solo_result() -> None:
    """NLS-6 to NLS-8: the second sum counts the whole area again and all discs missing."""
    game = solo_with(8, 1, 18)
    game.play(("take", 1, (0, 0)))
    game.play(("finish",))
    while not game.is_over:
        game.play(min(game.legal_moves()))
    assert len(game.area) == 5
    missing = 21 - len(game.covered)
    assert game.second_sum == nl.area_cost(game.area) + 10 * missing
    assert game.scores() == [game.first_sum + game.second_sum]


def test_solo_with_every_disc_laid_early() -> None:
    """NLS-3, NLS-6: in phase one the player still has to finish; phase two is then over."""
    game = solo_with(21, 1, 18)
    assert not game.is_over
    assert ("finish",) in game.legal_moves()
    game.play(("take", 1, (0, 0)))
    game.play(("finish",))
    assert game.is_over
    assert game.first_sum == game.second_sum == 1


@pytest.mark.parametrize("seed", range(6))
def test_random_solo_ends(seed: int) -> None:
    """NLS-1 to NLS-8: at most 22 tiles are laid, none is lost."""
    chance = random.Random(seed)
    tiles = chance.sample(range(1, 69), 68)
    game = nl.NovaLunaSolo([None, *tiles[:11]], tiles[11:])
    while not game.is_over:
        game.play(chance.choice(sorted(game.legal_moves())))
    on_wheel = [tile_id for tile_id in game.wheel if tile_id is not None]
    assert sorted([*game.area.values(), *on_wheel, *game.supply]) == list(range(1, 69))
    assert len(game.area) <= 22
    assert len(game.supply) == 57 - 11
    assert game.scores()[0] >= 2 * game.first_sum - 80


# My Shelfie: the worked examples --------------------------------------------------------------

GROUPS_EXAMPLE = ["PP...", "PPPP.", "FFPPB", "FGGGB", "FTCCC", "TTTCC"]
COUNT_EXAMPLE = ["PPP..", "BPPC.", "FBFB.", "TGTG.", "TTCCC", "TTTCC"]
ROOM_EXAMPLE = [
    ".........",
    ".........",
    "..FGFT...",
    ".FPCGGT..",
    "PPCGBTB..",
    "...BPT...",
    "....GF...",
    "...CTF...",
    ".........",
]


def test_example_of_group_points() -> None:
    """MS-13: groups of 8, 5, 4, 4 and 3 are worth 21; three matches with the card 4."""
    shelf = ms.parse_tiles(GROUPS_EXAMPLE)
    assert sorted(len(group) for group in ms.groups(shelf) if len(group) > 2) == [3, 4, 4, 5, 8]
    assert ms.group_points(shelf) == 21
    assert ms.personal_points(shelf, 1) == 4


def test_example_of_the_whole_count() -> None:
    """MS-13: 12 in tokens, 6 for the card, 18 for groups: 36."""
    game = deal(3, 0, random.Random(1))
    game.cards[0] = 1
    game.shelves[0] = ms.parse_tiles(COUNT_EXAMPLE)
    game.paid[0] = {"two_squares": 8, "x_shape": 4}
    assert game.breakdown(0) == {"tokens": 12, "end": 0, "personal": 6, "groups": 18}
    assert game.scores()[0] == 36


def test_example_of_picks() -> None:
    """MS-7: three legal lines, then a diagonal and a line with a tile shut in."""
    found = ms.picks(ms.parse_tiles(ROOM_EXAMPLE), 3)
    for legal in (((2, 3), (2, 4), (2, 5)), ((5, 3),), ((6, 5), (7, 5))):
        assert legal in found
    for illegal in (((3, 1), (4, 0)), ((4, 4), (4, 5), (4, 6))):
        assert illegal not in found
    assert max(len(pick) for pick in ms.picks(ms.parse_tiles(ROOM_EXAMPLE), 2)) == 2


def test_example_of_refills() -> None:
    """MS-11: six tiles apart call for new items under the isolated rule alone; three always."""
    apart = dict.fromkeys([(2, 2), (2, 5), (3, 1), (4, 5), (5, 3), (6, 4)], 0)
    assert ms.is_refill_due(apart, "isolated")
    assert not ms.is_refill_due(apart, "four")
    touching = dict.fromkeys([(4, 4), (4, 5), (4, 6)], 0)
    assert ms.is_refill_due(touching, "four")
    assert not ms.is_refill_due(touching, "isolated")


def test_goal_edges() -> None:
    """MS-15c, MS-15f: an empty column is no step, one block of 2x4 is one group."""
    from_nothing = [".....", ".....", "....T", "...FP", "..GTC", ".BFPB"]
    assert not ms.goal_fulfilled("stairs", ms.parse_tiles(from_nothing))
    assert ms.goal_fulfilled("stairs", ms.parse_tiles([*from_nothing[1:], "CCCCC"]))
    block = ["....."] * 4 + ["CCCC.", "CCCC."]
    assert not ms.goal_fulfilled("two_squares", ms.parse_tiles(block))
    two_blocks = ["....."] * 4 + ["CCGCC", "CCFCC"]
    assert ms.goal_fulfilled("two_squares", ms.parse_tiles(two_blocks))


# My Shelfie: whole games ----------------------------------------------------------------------


def draw(
    bag: Counter[int], cells: list[tuple[int, int]], chance: random.Random
) -> dict[ms.Cell, int]:
    """Items for the cells, as far as the bag goes; the bag itself is left alone."""
    items = sorted(bag.elements())
    chance.shuffle(items)
    return dict(zip(cells, items, strict=False))


def deal(
    players: int, first: int, chance: random.Random, refill: ms.RefillRule = "four"
) -> ms.MyShelfie:
    """Return a set-up by chance (MS-2, MS-4, MS-5)."""
    box = Counter(dict.fromkeys(range(6), 22))
    room = draw(box, list(room_cells(players)), chance)
    goals = [goal.key for goal in chance.sample(GOALS, 2)]
    cards = chance.sample(range(1, 13), players)
    bag = box - Counter(room.values())
    return ms.MyShelfie(players, first, room, bag, goals, cards, refill)


def play_with_refill(game: ms.MyShelfie, move: ms.Move, chance: random.Random) -> None:
    """Play a move and, where one is due, a refill by chance (MS-11)."""
    drawn = None
    if game.needs_refill_after(move):
        left = Counter(item for cell, item in game.room.items() if cell not in move[1])
        drawn = draw(game.bag + left, list(game.cells), chance)
    game.play(move, drawn)


@pytest.mark.parametrize("refill", ["four", "isolated"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_my_shelfie_ends(players: int, refill: ms.RefillRule) -> None:
    """MS-1 to MS-14: a take is always there, no item is lost, all have had as many turns."""
    chance = random.Random(players)
    game = deal(players, chance.randrange(players), chance, refill)
    turns: Counter[int] = Counter()
    while not game.is_over:
        moves = sorted(game.legal_moves())
        assert moves
        turns[game.mover] += 1
        play_with_refill(game, chance.choice(moves), chance)
        items = game.bag + Counter(game.room.values())
        for shelf in game.shelves:
            items += Counter(shelf.values())
            assert all((row + 1, column) in shelf for row, column in shelf if row < 5)
        assert items == Counter(dict.fromkeys(range(6), 22))
    assert len(set(turns.values())) == 1
    assert game.filled_first is not None
    assert game.breakdown(game.filled_first)["end"] == 1
    assert game.legal_moves() == set()
    assert game.scores()[game.ranking()[0]] == max(game.scores())


def test_orders_and_columns() -> None:
    """MS-3, MS-8, MS-9: every order of a pick, into columns that hold all of it."""
    game = deal(2, 0, random.Random(3))
    game.shelves[0] = ms.parse_tiles([".C.C.", *["CCCCC"] * 5])
    assert ms.pick_limit(game.shelves[0]) == 1
    assert {move[2] for move in game.legal_moves()} == {0, 2, 4}
    game.shelves[0] = ms.parse_tiles([".CCCC", ".CCCC", *["CCCCC"] * 4])
    orders = {move[1] for move in game.legal_moves() if len(move[1]) == 2}
    assert orders
    assert orders == {order[::-1] for order in orders}
    dropped = ms.insert({}, 2, [4, 1, 0])
    assert dropped == {(5, 2): 4, (4, 2): 1, (3, 2): 0}


def almost_full() -> dict[ms.Cell, int]:
    """Return a shelf with a single place left, top left, and no group to speak of."""
    return {
        (row, column): (row + 2 * column) % 6
        for row in range(6)
        for column in range(5)
        if (row, column) != (0, 0)
    }


@pytest.mark.parametrize("filler, num_turns", [(0, 3), (1, 2), (2, 1)])
def test_last_round(filler: int, num_turns: int) -> None:
    """MS-12: the game goes on to the player right of the first one, seat 0 here with first 1.

    Seats move 1, 2, 0 in every round. `filler` counts from the first player.
    """
    chance = random.Random(7)
    game = deal(3, 1, chance)
    for _ in range(filler):
        play_with_refill(game, min(game.legal_moves()), chance)
    assert game.mover == (1 + filler) % 3
    game.shelves[game.mover] = almost_full()
    turns = 0
    while not game.is_over:
        play_with_refill(game, min(game.legal_moves()), chance)
        turns += 1
    assert turns == num_turns
    assert game.filled_first == (1 + filler) % 3


def test_tokens_are_paid_once_and_from_the_top() -> None:
    """MS-4, MS-10: 8 to the first, 6 to the second, nothing twice; both goals in one turn."""
    chance = random.Random(5)
    box = Counter(dict.fromkeys(range(6), 22))
    room = draw(box, list(room_cells(3)), chance)
    bag = box - Counter(room.values())
    game = ms.MyShelfie(3, 0, room, bag, ["eight_equal", "corners"], [1, 2, 3])
    both = ms.parse_tiles(["C...C", "C...C", "C...C", "C...C", "C...C", "C...C"])
    game.shelves[0] = dict(both)
    game.shelves[2] = dict(both)
    for _ in range(4):
        into_2 = [move for move in sorted(game.legal_moves()) if len(move[1]) == 1]
        play_with_refill(game, next(move for move in into_2 if move[2] == 2), chance)
    assert game.paid == [
        {"eight_equal": 8, "corners": 8},
        {},
        {"eight_equal": 6, "corners": 6},
    ]
    assert game.tokens == {"eight_equal": [4], "corners": [4]}


def test_ties_go_to_the_one_furthest_from_the_first_player() -> None:
    """MS-14: with seat 2 first of four, seat 1 is furthest clockwise."""
    game = deal(4, 2, random.Random(0))
    assert game.scores() == [0, 0, 0, 0]
    assert game.ranking() == [1, 0, 3, 2]


def test_refill_that_is_not_due_or_wrong_is_refused() -> None:
    """MS-11: it must be due, fill the right cells, and come out of the bag."""
    chance = random.Random(11)
    game = deal(2, 0, chance)
    move = min(game.legal_moves())
    with pytest.raises(AssertionError, match="no refill is due"):
        game.play(move, game.room)
    game = deal(2, 0, chance)
    game.bag += Counter(item for cell, item in game.room.items() if cell[0] > 1)
    game.room = {cell: item for cell, item in game.room.items() if cell[0] <= 1}
    move = min(game.legal_moves())
    assert game.needs_refill_after(move)
    bag = Counter(game.bag)
    game.play(move, draw(bag, list(game.cells), chance))
    assert set(game.room) == set(game.cells)


def test_short_bag_fills_in_reading_order() -> None:
    """MS-11: the cells at the end stay empty."""
    game = deal(4, 0, random.Random(2))
    game.bag = Counter({0: 9, 1: 3})
    game.room = {(4, 4): 2, (4, 5): 3}
    drawn = dict(zip(game.cells, [3] + [0] * 9 + [1] * 3, strict=False))
    game.play(("take", ((4, 4),), 0), drawn)
    assert list(game.room) == list(game.cells[:13])
    assert not game.bag.total()


# Polyssimo ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_polyssimo_ends(players: int) -> None:
    """PC-2 to PC-6: 24 drafts clockwise, then placing the other way round until all are out."""
    chance = random.Random(players)
    first = chance.randrange(players)
    game = pc.Polyssimo(players, first)
    for turn in range(24):
        assert game.mover == (first + turn) % players
        game.play(chance.choice(sorted(game.legal_moves())))
    assert not game.is_drafting
    assert game.mover == (first - 1) % players
    assert {len(hand) for hand in game.hands} == {24 // players}
    while not game.is_over:
        mover = game.mover
        moves = sorted((move[1], sorted(move[2])) for move in game.legal_moves() if len(move) == 3)
        piece_id, cells = chance.choice(moves)
        game.play(("place", piece_id, frozenset(cells)))
        skipped = (mover - 1) % players
        while skipped != game.mover and not game.is_over:
            assert not game.can_place(skipped)
            skipped = (skipped - 1) % players
    assert game.legal_moves() == set()
    assert sum(game.scores()) == len(game.free)
    assert game.scores()[game.ranking()[0]] == min(game.scores())


def drafted(players: int, *hands: set[str]) -> pc.Polyssimo:
    """Return a game in the placing phase with these hands, seat 0 to move."""
    game = pc.Polyssimo(players)
    game.middle = set()
    game.hands = list(hands)
    return game


def test_player_who_cannot_place_is_skipped() -> None:
    """PC-3, PC-4, PC-5: the turn goes round to the next who can; all out ends the game."""
    game = drafted(3, {"I", "L"}, {"X"}, {"P"})
    game.free = (
        {(0, column) for column in range(6)} | {(5, column) for column in range(4)} | {(6, 0)}
    )
    game.play(("place", "I", frozenset((0, column) for column in range(5))))
    assert game.mover == 0
    game.play(("place", "L", frozenset({(5, 0), (5, 1), (5, 2), (5, 3), (6, 0)})))
    assert game.is_over
    assert game.scores() == [0, 5, 5]


def test_ties_go_to_the_last_to_place() -> None:
    """PC-6: seats move 0, 2, 1; the later of two with equal cells ranks higher."""
    game = drafted(3, {"I", "X"}, {"L", "W"}, {"P", "H01"})
    game.play(("place", "I", frozenset((0, column) for column in range(5))))
    assert game.mover == 2
    game.play(("place", "P", frozenset({(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)})))
    assert game.mover == 1
    game.play(("place", "L", frozenset({(5, 0), (5, 1), (5, 2), (5, 3), (6, 0)})))
    game.free = set()
    assert game.is_over
    assert game.scores() == [5, 5, 6]
    assert game.ranking() == [1, 0, 2]


def test_handicap_that_was_only_asked_for() -> None:
    """PC-7 as it was: no pentomino that puts the number out of reach, unless hexominoes ran out."""
    middle = {"F", "X", "H01", "H02"}
    assert pc.asked_draftable(middle, 6, 3, least=8) == middle
    assert pc.asked_draftable(middle, 6, 2, least=8) == {"H01", "H02"}  # too few picks
    assert pc.asked_draftable(middle, 5, 7, least=8) == {"H01", "H02"}  # too few hexominoes
    assert pc.asked_draftable({"F", "X"}, 4, 2, least=8) == {"F", "X"}
    assert pc.asked_draftable(middle, 0, 1, least=0) == middle


def test_handicap_can_be_reached() -> None:
    """PC-7: picks enough for each, hexominoes enough for all."""
    nobody = [set[str](), set[str]()]
    assert pc.can_all_reach(pc.PIECE_BY_ID, nobody, [8, 4])
    assert not pc.can_all_reach(pc.PIECE_BY_ID, nobody, [8, 5])  # twelve hexominoes in all
    held = [set("FILNP"), {"H01", "H02", "H03", "H04"}]
    assert pc.can_all_reach({f"H{number:02}" for number in range(5, 13)}, held, [7, 0])
    assert not pc.can_all_reach({f"H{number:02}" for number in range(5, 13)}, held, [8, 0])
    assert not pc.can_all_reach({f"H{number:02}" for number in range(7, 13)}, held, [7, 0])


@pytest.mark.parametrize("least", [[8, 0], [7, 0], [6, 0, 0], [5, 0, 0, 0], [3, 4, 5]])
def test_handicap_is_reached_whatever_others_draft(least: list[int]) -> None:
    """PC-7: the bound seats shun hexominoes as long as they may, the others take all they can."""
    game = pc.Polyssimo(len(least), 0, least)
    while game.is_drafting:
        wants_small = least[game.mover] > 0
        game.play(min(game.legal_moves(), key=lambda move: (move[1][0] == "H") == wants_small))
    assert all(pc.hexominoes_in(hand) >= n for hand, n in zip(game.hands, least, strict=True))


def test_orientations_of_the_box() -> None:
    """PC-1: 63 ways for the pentominoes, 84 for the hexominoes."""
    counts = [len(pc.orientations(piece)) for piece in pc.PIECE_BY_ID.values()]
    assert (sum(counts[:12]), sum(counts[12:])) == (63, 84)


# The vectors ----------------------------------------------------------------------------------


def test_goal_vectors() -> None:
    """MS-13, MS-15."""
    for line in vectors("my_shelfie_goals"):
        shelf = ms.parse_tiles(line["shelf"])
        found = {key: ms.goal_fulfilled(key, shelf) for key in ms.GOAL_TESTS}
        assert found == line["goals"], line
        assert ms.group_points(shelf) == line["adjacency_points"], line
        for card, points in line.get("personal", {}).items():
            assert ms.personal_points(shelf, int(card)) == points, line


def test_pick_vectors() -> None:
    """MS-2, MS-7, MS-8."""
    for line in vectors("my_shelfie_picks"):
        board = line["board"]
        cells = {(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "."}
        assert cells == set(room_cells(line["players"])), line
        found = ms.picks(ms.parse_tiles(board), line["max"])
        assert sorted(found) == [tuple(map(tuple, pick)) for pick in line["picks"]], line


def test_task_vectors() -> None:
    """NL-9, NL-12 to NL-15."""
    for line in vectors("nova_luna_tasks"):
        area = nl.area_from([(tile_id, x, y) for tile_id, x, y in line["tiles"]])
        assert sorted(nl.fulfilled_tasks(area)) == [tuple(task) for task in line["fulfilled"]], line


def test_wheel_vectors() -> None:
    """NL-2, NL-7, NL-8, NL-17."""
    for line in vectors("nova_luna_wheel"):
        wheel, crescent, supply = line["wheel"], line["crescent"], line["supply"]
        assert nl.takeable(wheel, crescent) == line["takeable"], line
        assert nl.refill_rule(wheel, supply) == line["refill"], line
        game = nl.NovaLuna(2, wheel, crescent, supply, 20, [0, 1])
        assert game.is_over == line["game_over"], line
        if line["refill"] != "no":
            full, left = nl.refilled(wheel, crescent, supply)
            assert (full, len(left)) == (line["after_refill"], line["supply_left"]), line
            assert nl.takeable(full, crescent) == line["takeable_after"], line


def test_placement_vectors() -> None:
    """PC-1, PC-3."""
    for line in vectors("polyssimo_moves"):
        board = line["board"]
        free = {(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign == "."}
        found = pc.placements(pc.PIECE_BY_ID[line["piece"]], free)
        assert len(found) == line["count"], line
        if "placements" in line:
            expected = {frozenset(map(tuple, cells)) for cells in line["placements"]}
            assert found == expected, line
