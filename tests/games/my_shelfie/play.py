"""Helpers for the tests of My Shelfie: fast rules, hand-made states, conversion to the
reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from quick import rules_of
from reference.my_shelfie import MyShelfie, Tiles, parse_tiles
from tilewright.game import Action, Rules, State
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.grids import (
    format_cell,
    format_room,
    format_shelf,
    parse_room,
    parse_shelf,
    read_planes,
)
from tilewright.games.my_shelfie.notation import locate_take
from tilewright.games.my_shelfie.options import REFILLS
from tilewright.games.my_shelfie.positions import GOAL_KEYS, count_bag
from tilewright.games.my_shelfie.tables import ITEM_LETTERS, ROOM, room_cells
from word import word

CONFIGURATIONS = [
    (players, goals, refill) for players in (2, 3, 4) for goals in "21" for refill in REFILLS
]
EMPTY_SHELF = ["....."] * 6
Move = tuple[str, tuple[tuple[int, int], ...], int]


@cache
def fast_rules() -> Rules:
    return rules_of(GAME)


def new_state(
    players: int = 2,
    seed: int = 0,
    goals: str = "2",
    refill: str = "four",
    first: str = "random",
    fast: bool = True,
) -> State:
    state = GAME.new_state()[0]
    options = GAME.parse_options({"goals": goals, "refill": refill, "first": first}, players)
    (fast_rules() if fast else GAME.rules).setup(state, word(seed), players, options)
    return state


def make_state(
    players: int = 2,
    room: Sequence[str] | None = None,
    shelves: Sequence[Sequence[str]] = (),
    goals: Sequence[str] = ("corners", "stairs"),
    refill: str = "four",
    first: int = 0,
    mover: int = 0,
) -> State:
    """Return a hand-made state, without validating it."""
    state = new_state(players, 1)
    state["first"], state["mover"] = first, mover
    state["refill"] = REFILLS.index(refill)
    state["goals"] = [*(GOAL_KEYS.index(key) + 1 for key in goals), 0][:2]
    if room is not None:
        state["room"] = parse_room(room)
    for seat, shelf in enumerate(shelves):
        state["shelves"][seat] = parse_shelf(shelf)
    return state


def empty_room(players: int) -> list[str]:
    """Return an empty room."""
    cells = room_cells(players)
    return [
        "".join("_" if (row, column) in cells else "." for column in range(len(ROOM)))
        for row in range(len(ROOM))
    ]


def put(room: Sequence[str], tiles: dict[str, str]) -> list[str]:
    """Return a room with tiles on these cells, such as ``{"d4": "C"}``."""
    rows = [list(line) for line in room]
    for name, letter in tiles.items():
        rows[int(name[1]) - 1]["abcdefghi".index(name[0])] = letter
    return ["".join(row) for row in rows]


def room_of(state: State) -> list[str]:
    return format_room(read_planes(state["room"]), int(state["players"]))


def shelf_of(state: State, seat: int) -> list[str]:
    return format_shelf(read_planes(state["shelves"][seat]))


def num_room_tiles(state: State) -> int:
    return sum(letter in ITEM_LETTERS for letter in "".join(room_of(state)))


def legal(state: State) -> list[Action]:
    out = np.zeros(GAME.max_legal, dtype=np.int32)
    count = 0 if state["over"] else fast_rules().legal_actions(state, out)
    return [int(action) for action in out[:count]]


def legal_texts(state: State) -> list[str]:
    return [GAME.notation.format_move(state, action) for action in legal(state)]


def play(state: State, text: str) -> None:
    fast_rules().apply(state, GAME.notation.parse_move(state, text))


def standing(state: State) -> tuple[list[int], list[int]]:
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    fast_rules().outcome(state, scores, ranks)
    players = int(state["players"])
    return scores[:players].tolist(), ranks[:players].tolist()


def move_of(action: Action) -> Move:
    cells, column = locate_take(action)
    return ("take", cells, column)


def text_of(move: Move) -> str:
    return "".join(map(format_cell, move[1])) + f">{move[2] + 1}"


def room_tiles(state: State) -> Tiles:
    return parse_tiles(room_of(state))


def reference_of(state: State) -> MyShelfie:
    """Return the reference's game with the same deal."""
    players = int(state["players"])
    return MyShelfie(
        players,
        int(state["first"]),
        room_tiles(state),
        {ITEM_LETTERS.index(letter): count for letter, count in count_bag(state).items()},
        [GOAL_KEYS[goal - 1] for goal in state["goals"] if goal],
        [int(card) for card in state["cards"][:players]],
        REFILLS[int(state["refill"])],  # type: ignore[arg-type]
    )


def assert_same(state: State, reference: MyShelfie) -> None:
    """Check that the kernels' state equals the reference's."""
    players = reference.players
    assert room_tiles(state) == reference.room
    for seat in range(players):
        assert parse_tiles(shelf_of(state, seat)) == reference.shelves[seat]
        for index, goal in enumerate(state["goals"]):
            paid = reference.paid[seat].get(GOAL_KEYS[goal - 1], 0) if goal else 0
            assert int(state["tokens"][index, seat]) == paid
    assert int(state["mover"]) == reference.mover
    assert bool(state["over"]) == reference.is_over
    holder = reference.filled_first
    assert int(state["end_token"]) == (0 if holder is None else holder + 1)
    bag = {ITEM_LETTERS.index(letter): count for letter, count in count_bag(state).items()}
    assert +Counter(bag) == +reference.bag


def ambitious(state: State, actions: Sequence[Action], chooser: random.Random) -> Action:
    """Return the best-scoring of a few random actions: purely random play reaches few goals."""
    seat = int(state["mover"])

    def points(action: Action) -> int:
        after = state.copy()
        fast_rules().apply(after, action)
        return standing(after)[0][seat]

    return max(chooser.sample(actions, min(6, len(actions))), key=points)


def walk(state: State, seed: int, plies: int = 1000) -> State:
    """Play this many random plies from a state and return it."""
    rng = word(seed)
    for _ in range(plies):
        if state["over"]:
            break
        action, rng = fast_rules().random_action(state, word(rng))
        fast_rules().apply(state, action)
    return state
