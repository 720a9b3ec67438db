"""Helpers for the tests of Nova Luna: games played by the kernels and by the reference."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quick import rules_of
from reference import nova_luna as naive
from tilewright.game import Action, Game, Rules, State
from tilewright.games.nova_luna import GAME, SOLO
from tilewright.games.nova_luna.area_text import list_laid_tiles
from tilewright.games.nova_luna.state import (
    FINISH,
    NUM_DIRECTIONS,
    REFILL,
    STEP,
    TAKES_PER_CHOICE,
    unpack_place,
)
from tilewright.games.nova_luna.tables import TILES
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot
from word import word

FAST = rules_of(GAME)
FAST_SOLO = rules_of(SOLO)

# Players and option; one player is the solo game.
CONFIGURATIONS = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]

Reference = naive.NovaLuna | naive.NovaLunaSolo
Move = tuple[Any, ...]


def game_of(players: int) -> Game:
    return SOLO if players == 1 else GAME


def fast_rules(players: int) -> Rules:
    return FAST_SOLO if players == 1 else FAST


def new_state(players: int = 2, seed: int = 1, beginners: int = 0, first: int = -1) -> State:
    """Return a new game; first player -1 is random."""
    state = GAME.new_state()[0]
    options = np.array([beginners, first], dtype=np.int64)
    fast_rules(players).setup(state, word(seed), players, options)
    return state


def copy_of(state: State) -> State:
    return np.array([state], dtype=state.dtype)[0]


def legal(state: State) -> list[Action]:
    out: npt.NDArray[np.int32] = np.zeros(GAME.max_legal, dtype=np.int32)
    count = fast_rules(int(state["players"])).legal_actions(state, out)
    return [int(action) for action in out[:count]]


def walk(players: int, seed: int, beginners: int = 0) -> Iterator[State]:
    """Yield the states of a random game, including the first; it is always the same record."""
    state = new_state(players, seed, beginners)
    rules = fast_rules(players)
    rng = word(seed + 10**9)
    yield state
    while not state["over"]:
        action, rng = rules.random_action(state, word(rng))
        rules.apply(state, action)
        yield state


def some_state(players: int, seed: int, beginners: int = 0) -> State:
    """Return a state from a random game."""
    states = [copy_of(state) for state in walk(players, seed, beginners)]
    return random.Random(seed).choice(states)


def standing(state: State) -> tuple[list[int], list[int]]:
    """Scores and ranks of the seats."""
    players = int(state["players"])
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    fast_rules(players).outcome(state, scores, ranks)
    return [int(n) for n in scores[:players]], [int(n) for n in ranks[:players]]


# --- The reference ------------------------------------------------------------------------------


def supply_of(state: State) -> list[int]:
    """Return the supply in drawing order."""
    return [int(tile) for tile in state["supply"][: int(state["supply_size"])][::-1]]


def wheel_of(state: State) -> list[int | None]:
    return [int(tile) or None for tile in state["wheel"]]


def turn_order(state: State) -> list[int]:
    seats = range(int(state["players"]))
    return sorted(seats, key=lambda s: (int(state["distance"][s]), -int(state["height"][s])))


def reference_of(state: State) -> Reference:
    """Return the reference's game with the same deal."""
    wheel, supply, crescent = wheel_of(state), supply_of(state), int(state["crescent"])
    if int(state["players"]) == 1:
        return naive.NovaLunaSolo(wheel, supply, crescent)
    return naive.NovaLuna(
        int(state["players"]), wheel, crescent, supply, int(state["discs"][0]), turn_order(state)
    )


def move_of(state: State, action: Action) -> Move:
    """Return an action as the reference names it; decoded here by hand, from the documented
    layout."""
    if action == REFILL:
        return ("refill",)
    if action == FINISH:
        return ("finish",)
    choice, name = divmod(action, TAKES_PER_CHOICE)
    seat = int(state["mover"])
    slots = naive.takeable(wheel_of(state), int(state["crescent"]))
    if not list_laid_tiles(state, seat):
        assert name == 0
        return ("take", slots[choice], (0, 0))
    tile, direction = divmod(name, NUM_DIRECTIONS)
    place = int(state["place"][tile + 1]) + int(STEP[direction])
    return ("take", slots[choice], unpack_place(seat, place))


def areas_of(reference: Reference) -> list[dict[tuple[int, int], int]]:
    return [reference.area] if isinstance(reference, naive.NovaLunaSolo) else reference.areas


def assert_same(state: State, reference: Reference) -> None:
    """Check that the record agrees with the reference."""
    assert wheel_of(state) == reference.wheel
    assert int(state["crescent"]) == reference.crescent
    assert supply_of(state) == reference.supply
    assert bool(state["over"]) == reference.is_over
    assert int(state["mover"]) == reference.mover
    areas = areas_of(reference)
    for seat, area in enumerate(areas):
        assert {(x, y): tile for tile, x, y in list_laid_tiles(state, seat)} == area
    fulfilled = {
        (tile.id, index)
        for tile in TILES
        for index in range(len(tile.tasks))
        if int(state["fulfilled"][tile.id]) >> index & 1
    }
    assert fulfilled == set().union(*(naive.fulfilled_tasks(area) for area in areas))
    if isinstance(reference, naive.NovaLunaSolo):
        assert int(state["discs"][0]) == 21 - len(reference.covered)
        assert int(state["phase"]) == reference.phase
        assert int(state["first_sum"]) == reference.first_sum
    else:
        seats = range(reference.players)
        assert [int(state["discs"][seat]) for seat in seats] == reference.scores()
        assert [int(state["distance"][seat]) for seat in seats] == [
            reference.distance(seat) for seat in seats
        ]
        assert turn_order(state) == reference.turn_order


# --- Positions made by hand ---------------------------------------------------------------------


def set_table(
    wheel: Sequence[int],
    supply: Sequence[int],
    crescent: int = 0,
    players: int = 2,
    discs: int = 20,
) -> State:
    """Return a state with these tiles clockwise after the crescent and no tiles laid."""
    state = GAME.new_state()[0]
    state["players"], state["viewer"], state["crescent"] = players, -1, crescent
    for step, tile in enumerate(wheel, 1):
        slot = (crescent + step) % 12
        state["wheel"][slot] = tile
        if tile:
            state["occupied"] = int(state["occupied"]) | 1 << slot
    for index, tile in enumerate(reversed(supply)):
        state["supply"][index] = tile
    state["supply_size"] = len(supply)
    state["discs"][:players] = discs
    state["height"][:players] = range(players)[::-1]  # seat 0 on top
    if players == 1:
        state["discs"][0], state["phase"] = 21, 1
    return state


def play(state: State, *texts: str) -> None:
    """Play moves given as text."""
    players = int(state["players"])
    for text in texts:
        action = game_of(players).notation.parse_move(state, text)
        assert action in legal(state)
        fast_rules(players).apply(state, action)


def slots_within_reach(state: State) -> list[int]:
    return [int(find_offered_slot(state, choice)) for choice in range(count_choices(state))]
