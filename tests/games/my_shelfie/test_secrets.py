"""Chance and hidden information: fair draws, views without leaks, consistent guesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.notation import locate_take
from tilewright.games.my_shelfie.state import ROOM_BITS
from tilewright.games.my_shelfie.tables import ITEM_LETTERS
from word import word

from .play import (
    empty_room,
    fast_rules,
    legal,
    legal_texts,
    make_state,
    new_state,
    put,
    room_of,
    walk,
)


def chi_square(counts: Sequence[int]) -> float:
    """Return how far counts are from even, in standard deviations of the chi-square
    distribution."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return (statistic - freedom) / (2 * freedom) ** 0.5


def test_deal_is_uniform() -> None:
    """MS-2: on each cell each type equally often, and on neighbouring cells each pair."""
    deals = ["".join(room_of(new_state(4, seed))).replace(".", "") for seed in range(12_000)]
    for cell in range(45):
        counts = Counter(deal[cell] for deal in deals)
        assert chi_square([counts[letter] for letter in ITEM_LETTERS]) < 5
    # Without replacement: the same type twice is a little rarer, 21/131 against 22/131.
    for first, second in [(0, 1), (3, 4), (4, 5), (17, 40)]:
        same = sum(deal[first] == deal[second] for deal in deals)
        expected = len(deals) * 21 / 131
        assert abs(same - expected) < 5 * expected**0.5


def test_deal_has_at_most_22_tiles_of_a_type() -> None:
    """MS-1: the spread of a type among 45 cells is that of drawing without replacement."""
    counts = [room.count("C") for room in ("".join(room_of(new_state(4, s))) for s in range(4000))]
    assert abs(float(np.mean(counts)) - 45 / 6) < 0.1
    variance = 45 * (1 / 6) * (5 / 6) * (132 - 45) / 131
    assert abs(float(np.var(counts)) / variance - 1) < 0.12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_is_uniform(players: int) -> None:
    """MS-4, MS-5, MS-6: goals, cards and first player."""
    states = [new_state(players, seed) for seed in range(12_000)]
    pairs = Counter(tuple(int(goal) for goal in state["goals"]) for state in states)
    assert chi_square([pairs[pair] for pair in permutations(range(1, 13), 2)]) < 5
    for seat in range(players):
        cards = Counter(int(state["cards"][seat]) for state in states)
        assert chi_square([cards[card] for card in range(1, 13)]) < 5
    two = Counter((int(state["cards"][0]), int(state["cards"][1])) for state in states)
    assert chi_square([two[pair] for pair in permutations(range(1, 13), 2)]) < 5
    first = Counter(int(state["first"]) for state in states)
    assert chi_square([first[seat] for seat in range(players)]) < 5
    mixed = Counter((int(state["first"]), int(state["goals"][0])) for state in states)
    assert chi_square([mixed[s, g] for s in range(players) for g in range(1, 13)]) < 5


def test_random_action_is_uniform_over_lines_orders_and_columns() -> None:
    """Orders count even where tiles are alike, so listed actions are weighted by their orders."""
    room = put(empty_room(2), dict.fromkeys(["d4", "e4", "f4"], "C") | {"e8": "P", "f8": "G"})
    shelf = ["C....", "CB...", "CBC..", "CBCB.", "CBCBC", "CBCBC"]
    state = make_state(2, room, [shelf])
    weights = {}
    for action in legal(state):
        cells, _ = locate_take(action)
        letters = "".join(room_of(state)[row][column] for row, column in cells)
        alike = {1: 1, 2: 2, 3: 6}[len(cells)] // len(set(permutations(letters)))
        weights[action] = alike
    counts: Counter[int] = Counter()
    rng = word(0)
    for _ in range(60_000):
        action, rng = fast_rules().random_action(state, word(rng))
        counts[int(action)] += 1
    assert set(counts) == set(weights)
    shares = [counts[action] / weights[action] for action in weights]
    expected = 60_000 / sum(weights.values())
    statistic = sum(
        (share - expected) ** 2 * weights[action] / expected
        for action, share in zip(weights, shares, strict=True)
    )
    freedom = len(weights) - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (4, 3)])
def test_random_action_is_legal(players: int, seed: int) -> None:
    state = new_state(players, seed)
    rng = word(seed)
    while not state["over"]:
        action, rng = fast_rules().random_action(state, word(rng))
        assert int(action) in legal(state)
        fast_rules().apply(state, action)


@pytest.mark.parametrize("viewer", [0, 1, 2, 4])
def test_ms_16_a_view_leaks_nothing(viewer: int) -> None:
    """MS-16: change all that is hidden, and the view stays the same, byte for byte."""
    for seed in range(30):
        state = walk(new_state(3, seed), seed, seed % 20)
        view = state.copy()
        fast_rules().view(view, viewer)
        other = state.copy()
        other["rng"] = seed + 12345
        unknown = [card for card in range(1, 13) if card != int(state["cards"][min(viewer, 2)])]
        for seat in range(3):
            if seat != viewer:
                other["cards"][seat] = unknown.pop(seed % len(unknown))
        fast_rules().view(other, viewer)
        assert view.tobytes() == other.tobytes()
        assert int(view["viewer"]) == viewer and int(view["rng"]) == 0


def test_ms_16_legal_moves_do_not_depend_on_secrets() -> None:
    """A view contains everything that a player needs to move."""
    state = walk(new_state(2, 3), 3, 10)
    view = state.copy()
    fast_rules().view(view, int(state["mover"]))
    assert legal_texts(view) == legal_texts(state)


@pytest.mark.parametrize("players, viewer", [(2, 0), (3, 2), (4, 1), (4, 4)])
def test_ms_16_guesses_fit_the_view_and_are_even(players: int, viewer: int) -> None:
    """MS-16: the same view again, different cards, each unknown card equally often."""
    state = walk(new_state(players, 5), 5, 7)
    view = state.copy()
    fast_rules().view(view, viewer)
    own = int(view["cards"][viewer]) if viewer < players else 0
    seat = (viewer + 1) % players
    counts: Counter[int] = Counter()
    generators = set()
    for seed in range(6000):
        guess = view.copy()
        fast_rules().determinize(guess, word(seed))
        cards = [int(card) for card in guess["cards"][:players]]
        assert len(set(cards)) == players and all(1 <= card <= 12 for card in cards)
        assert not guess["cards"][players:].any()
        assert int(guess["viewer"]) == -1
        counts[cards[seat]] += 1
        generators.add(int(guess["rng"]))
        fast_rules().view(guess, viewer)
        assert guess.tobytes() == view.tobytes()
    unknown = [card for card in range(1, 13) if card != own]
    assert set(counts) == set(unknown)
    assert chi_square([counts[card] for card in unknown]) < 5
    assert len(generators) == 6000


def test_ms_16_guesses_differ_in_what_is_to_come() -> None:
    """Different guesses deal different rooms at the next refill."""
    room = put(empty_room(2), {"d4": "C", "d6": "B", "f4": "G", "e8": "P", "f8": "G"})
    view = make_state(2, room)
    fast_rules().view(view, 0)
    rooms = set()
    for seed in range(20):
        guess = view.copy()
        fast_rules().determinize(guess, word(seed))
        fast_rules().apply(guess, GAME.notation.parse_move(guess, "d4>1"))
        rooms.add("".join(room_of(guess)))
    assert len(rooms) == 20
    assert len(ROOM_BITS) == 45
