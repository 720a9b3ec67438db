"""Belief about the others' cards: correct probabilities, based only on public information."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.my_shelfie_belief import (
    SIZE,
    Observations,
    compute_odds,
    fit_weights,
    format_weights,
    main,
    observe_shelves,
)

from tilewright.bots import Budget
from tilewright.game import State
from tilewright.games.my_shelfie import GAME, weights
from tilewright.games.my_shelfie.belief import believe
from tilewright.games.my_shelfie.tables import CARDS, ITEM_LETTERS
from tilewright.games.my_shelfie.weights import BELIEF
from tilewright.kernel import compiled
from tilewright.network import Network
from tilewright.position import Position
from tilewright.search.bot import SearchBot, make_settings
from tilewright.search.levels import load_network
from word import word

from .play import EMPTY_SHELF, fast_rules, make_state, new_state, shelf_of, walk


@cache
def network() -> Network:
    found = load_network(GAME)
    assert found is not None
    return found


def guess(view: State, seed: int) -> State:
    state = view.copy()
    fast: Any = compiled(believe)
    fast(state, word(seed))
    return state


def view_of(state: State, viewer: int) -> State:
    seen = state.copy()
    fast_rules().view(seen, viewer)
    return seen


def weigh(shelf: list[str], card: int) -> int:
    """Return the weight of a card, computed place by place from the printed table."""
    found = [(shelf[row][column], ITEM_LETTERS[item]) for row, column, item in CARDS[card - 1]]
    matched = sum(letter == wanted for letter, wanted in found)
    return int(BELIEF[matched, sum(letter in ITEM_LETTERS for letter, _ in found) - matched])


def odds_of(view: State) -> dict[tuple[int, ...], float]:
    """Return the probability that the hidden cards are these, in seat order."""
    players = int(view["players"])
    known = {int(card) for card in view["cards"]} - {0}
    hidden = [seat for seat in range(players) if not view["cards"][seat]]
    deals = permutations([card for card in range(1, 13) if card not in known], len(hidden))
    shelves = {seat: shelf_of(view, seat) for seat in hidden}
    table = {(seat, card): weigh(shelves[seat], card) for seat in hidden for card in range(1, 13)}
    chances = {deal: prod(table[pair] for pair in zip(hidden, deal, strict=True)) for deal in deals}
    total = sum(chances.values())
    return {deal: weight / total for deal, weight in chances.items()}


@pytest.mark.parametrize("players, viewer, plies", [(2, 0, 5), (3, 2, 7), (4, 1, 6), (3, 3, 9)])
def test_believe_samples_cards_by_the_table(players: int, viewer: int, plies: int) -> None:
    """The joint distribution of hidden cards, compared with the normalised product of weights."""
    view = view_of(walk(new_state(players, 4), 4, plies), viewer)
    hidden = [seat for seat in range(players) if seat != viewer]
    odds, draws = odds_of(view), 6000
    came = Counter(
        tuple(int(card) for card in guess(view, seed)["cards"][hidden]) for seed in range(draws)
    )
    assert set(came) <= set(odds)
    usual = [deal for deal, chance in odds.items() if chance * draws >= 5]
    rest = draws - sum(came[deal] for deal in usual), 1 - sum(odds[deal] for deal in usual)
    pairs = [(came[deal], odds[deal]) for deal in usual] + [rest] * (rest[1] * draws >= 5)
    statistic = sum((count - draws * chance) ** 2 / (draws * chance) for count, chance in pairs)
    freedom = len(pairs) - 1
    assert freedom > 2 and abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_believe_prefers_a_matching_card() -> None:
    """Three matches with card 1 and none with any other make the guess almost certain."""
    shelf = [*EMPTY_SHELF[:2], "...B.", ".G.B.", ".BTG.", ".PTP."]
    row, column, item = CARDS[0][-1]
    assert shelf[row][column] == ITEM_LETTERS[item]
    state = make_state(2, shelves=[EMPTY_SHELF, shelf])
    state["cards"][:2] = 12, 1
    view = view_of(state, 0)
    cards = Counter(int(guess(view, seed)["cards"][1]) for seed in range(300))
    assert cards[1] > 270


def test_believe_gives_different_cards_to_equal_shelves() -> None:
    """Rejection would take hundreds of tries; after a few, the second seat excludes the first
    card."""
    rows = [list(line) for line in ["CCCCC"] * 6]
    for row, column, item in CARDS[4]:
        rows[row][column] = ITEM_LETTERS[item]
    shelf = ["".join(line) for line in rows]
    state = make_state(3, shelves=[EMPTY_SHELF, shelf, shelf])
    state["cards"][:3] = 1, 5, 6
    for seed in range(200):
        own, *others = (int(card) for card in guess(view_of(state, 0), seed)["cards"][:3])
        assert own == 1 and 5 in others and len({own, *others}) == 3


@pytest.mark.parametrize("players", GAME.players)
def test_believe_interpreted_equals_compiled_and_fits_the_view(players: int) -> None:
    for seed in range(8):
        state = walk(new_state(players, seed), seed, 4 * seed)
        view = view_of(state, seed % (players + 1))
        one, twin = guess(view, seed), view.copy()
        believe(twin, seed)
        assert one.tobytes() == twin.tobytes()
        assert int(one["viewer"]) == -1
        assert view_of(one, seed % (players + 1)).tobytes() == view.tobytes()


def test_believe_of_a_complete_state_equals_determinize() -> None:
    """Analysis of complete positions is unaffected."""
    state = walk(new_state(3, 1), 1, 10)
    other = state.copy()
    fast_rules().determinize(other, word(9))
    assert guess(state, 9).tobytes() == other.tobytes()


@pytest.mark.parametrize("players", GAME.players)
def test_search_with_believe_does_not_depend_on_hidden_cards(players: int) -> None:
    """With the same shelves, the others' actual cards do not change a byte of the tree."""
    position = Position(GAME, np.array([walk(new_state(players, 3), 3, 3 * players)]))
    mover = position.mover
    free = [card for card in range(1, 13) if card != int(position.state["cards"][mover])]
    trees = set()
    for first in (0, 3, 6):
        for seat in range(players):
            if seat != mover:
                position.state["cards"][seat] = free[(first + seat) % len(free)]
        bot = SearchBot(GAME, 1, Budget(iterations=100, memory=2), network=network())
        found = bot.analyse(position.view(mover))
        tree = bot.searchers[0].tree
        used = tree.nodes[: tree.used[0]], tree.edges[: tree.used[1]]
        trees.add((*(part.tobytes() for part in used), repr(found)))
    assert len(trees) == 1


def test_settings_believe_with_a_network_only() -> None:
    assert make_settings(GAME, {})["believes"] == 0
    assert make_settings(GAME, {}, with_network=True)["believes"] == 1


def test_search_with_believe_plays_other_moves() -> None:
    """The setting reaches the search: it changes the tree of otherwise equal bots."""
    position = Position(GAME, np.array([walk(new_state(2, 3), 3, 12)]))
    budget, seen = Budget(iterations=100, memory=2), set()
    for believes in (0.0, 1.0):
        bot = SearchBot(GAME, 1, budget, {"believes": believes}, network=network())
        seen.add(repr(bot.analyse(position.view(position.mover))))
    assert len(seen) == 2


# --- How it is learnt -----------------------------------------------------------------------------


def test_fit_weights_recovers_the_weights_that_made_the_cards() -> None:
    """Given random shelves and cards sampled from a table, the fit recovers that table."""
    rng = np.random.default_rng(1)
    table = np.array(
        [[1000 * 3**matched // 2**wrong for wrong in range(3)] for matched in range(3)]
    )
    kinds = rng.integers(3, size=(20_000, 1, 12)) * SIZE + rng.integers(3, size=(20_000, 1, 12))
    own = rng.integers(12, size=20_000)
    shares = table[kinds[:, 0] // SIZE, kinds[:, 0] % SIZE].astype(float)
    shares[np.arange(20_000), own] = 0
    shares = np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1)
    truths = (shares < rng.random((20_000, 1))).sum(axis=1, keepdims=True)
    found = fit_weights([Observations(kinds, truths, own, np.zeros((20_000, 1), np.int64))])
    assert np.abs(np.log(found[:3, :3] / table)).max() < 0.15


@pytest.mark.parametrize("players", GAME.players)
def test_compute_odds_equals_the_odds_of_believe(players: int) -> None:
    position = Position(GAME, np.array([walk(new_state(players, 2), 2, 4 * players)]))
    sights = Observations(*(np.array([part]) for part in observe_shelves(position)))
    odds = odds_of(view_of(position.state, position.mover))
    wanted = np.zeros((players - 1, 12))
    for deal, chance in odds.items():
        wanted[range(players - 1), np.array(deal) - 1] += chance
    assert np.allclose(compute_odds(sights, BELIEF)[0], wanted)


def test_belief_table_equals_its_data_card() -> None:
    card = Path(weights.__file__).with_name("belief.md").read_text(encoding="utf-8")
    assert format_weights(BELIEF) in card
    assert np.count_nonzero(BELIEF) == 28  # nothing is ruled out
    assert 12 * BELIEF.max() < 2**32


def test_belief_command_checks_the_table_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "1", "--levels", "1", "--check"])
    card = capsys.readouterr().out
    assert "| games | 3 |" in card and "| even odds | 2.398 nats |" in card
    assert format_weights(BELIEF) in card
