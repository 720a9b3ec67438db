"""Search knowledge of Nova Luna: ratings, estimates and the greedy player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tilewright.bots import Budget
from tilewright.game import State
from tilewright.games.nova_luna import GAME, evaluation, inputs, rating
from tilewright.games.nova_luna.rules import get_turn_key
from tilewright.games.nova_luna.state import COST, REFILL, TAKES_PER_CHOICE
from tilewright.games.nova_luna.weights import NAMES
from tilewright.games.nova_luna.wheel import find_offered_slot
from tilewright.kernel import compiled
from tilewright.position import Position
from tilewright.search.bot import SearchBot
from tilewright.search.mcts import SCRATCH
from word import word

from .play import FAST, copy_of, legal, new_state

pytestmark = pytest.mark.slow

SEED = word(3)


def walk(players: int, seed: int) -> Iterator[State]:
    """Return the positions of a greedy game."""
    state = new_state(players, seed)
    rng: Any = word(seed)
    while not state["over"]:
        yield state
        action, rng = compiled(rating.greedy_action)(state, word(rng), new_actions())
        FAST.apply(state, int(action))


def new_actions() -> np.ndarray:
    return np.zeros(GAME.max_legal, dtype=np.int32)


def rate(state: State, kernel: Any) -> dict[int, float]:
    actions, ratings = new_actions(), np.zeros(GAME.max_legal, dtype=np.float32)
    count = kernel(state, SEED, actions, ratings, np.zeros(SCRATCH))
    return dict(zip(actions[:count].tolist(), ratings[:count].tolist(), strict=True))


def estimate(state: State, kernel: Any) -> np.ndarray:
    rewards = np.zeros(4)
    kernel(state, SEED, rewards, np.zeros(SCRATCH))
    return rewards[: int(state["players"])]


def value_after(before: State, action: int, weights: np.ndarray) -> float:
    """Return the value of the mover's seat after an action, computed from scratch without the
    offer."""
    after = copy_of(before)
    FAST.apply(after, action)
    seat = int(before["mover"])
    now, then = np.zeros(SCRATCH), np.zeros(SCRATCH)
    compiled(evaluation.write_seat_features)(before, seat, then)
    compiled(evaluation.write_seat_features)(after, seat, now)
    now[evaluation.DISCS] -= then[evaluation.DISCS]
    now[evaluation.GROUP_SQUARES] -= then[evaluation.GROUP_SQUARES]
    now[evaluation.TURN] = (get_turn_key(after, seat) - get_turn_key(before, seat)) / 4
    now[evaluation.OFFER : evaluation.OFFER + 2] = 0
    if int(after["discs"][seat]) == 0:
        now[evaluation.DISCS] = np.nan  # won: rated otherwise
    return float(now[: len(NAMES)] @ weights)


@pytest.mark.parametrize("players", GAME.players)
def test_rate_actions_values_the_position_after_each_take(players: int) -> None:
    """Ratings are computed incrementally and must agree with a full evaluation."""
    random = np.random.default_rng(players)
    weights = np.zeros(len(NAMES))
    scratch = np.zeros(SCRATCH)
    for state in walk(players, players):
        weights[:] = random.normal(size=len(NAMES))
        scratch[evaluation.AT_WEIGHTS : evaluation.AT_WEIGHTS + len(NAMES)] = weights
        actions, ratings = new_actions(), np.zeros(GAME.max_legal, dtype=np.float32)
        before = state.tobytes()
        count = compiled(rating.rate_takes)(state, actions, ratings, scratch)
        assert state.tobytes() == before
        for index in random.choice(count, min(count, 6), replace=False):
            value = value_after(state, int(actions[index]), weights)
            assert np.isnan(value) or ratings[index] == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize("players", GAME.players)
def test_rate_actions_rates_all_legal_actions(players: int) -> None:
    for state in walk(players, 7):
        ratings = rate(state, compiled(rating.rate_actions))
        assert sorted(ratings) == legal(state)
        assert np.isfinite(list(ratings.values())).all()


@pytest.mark.parametrize("players", GAME.players)
def test_estimate_adds_up_to_one(players: int) -> None:
    for state in walk(players, 8):
        chances = estimate(state, compiled(evaluation.estimate))
        assert (chances >= 0).all()
        assert chances.sum() == pytest.approx(1)


def test_estimate_prefers_fewer_discs_and_less_distance() -> None:
    """For any areas, at any stage of the game."""
    for state in walk(2, 9):
        other = 1 - int(state["mover"])
        chance = estimate(state, compiled(evaluation.estimate))[other]
        fewer, further = copy_of(state), copy_of(state)
        further["distance"][other] += 3
        assert estimate(further, compiled(evaluation.estimate))[other] < chance
        if int(state["discs"][other]) > 1:
            fewer["discs"][other] -= 1
            assert estimate(fewer, compiled(evaluation.estimate))[other] > chance


def test_estimate_is_symmetric_in_seats() -> None:
    """Exchanging the seats exchanges the values of the areas."""
    state = new_state(2, 11)
    for action in (0, 272, 0, 0):
        FAST.apply(state, min(legal(state), key=lambda legal: abs(legal - action)))
    turned = copy_of(state)
    for field in ("area", "distance", "height", "discs"):
        turned[field][[0, 1]] = state[field][[1, 0]]
    turned["mover"] = 1 - int(state["mover"])
    chances = estimate(state, compiled(evaluation.estimate))
    assert estimate(turned, compiled(evaluation.estimate)) == pytest.approx(chances[::-1])


def test_estimate_interpreted_equals_compiled() -> None:
    for ply, state in enumerate(walk(3, 12)):
        if ply % 9 == 4:
            fast = rate(state, compiled(rating.rate_actions))
            assert rate(copy_of(state), rating.rate_actions) == pytest.approx(fast, abs=1e-4)
            chances = estimate(state, compiled(evaluation.estimate))
            assert estimate(state, evaluation.estimate) == pytest.approx(chances)
            assert evaluation.chance_key(state) == int(compiled(evaluation.chance_key)(state))
            greedy = compiled(rating.greedy_action)(state, SEED, new_actions())
            assert rating.greedy_action(copy_of(state), SEED, new_actions()) == greedy


@pytest.mark.parametrize("players", GAME.players)
def test_greedy_action_covers_most_tasks_then_pays_least(players: int) -> None:
    def gain(state: State, action: int) -> tuple[int, int]:
        seat, after = int(state["mover"]), copy_of(state)
        FAST.apply(after, action)
        tile = int(state["wheel"][find_offered_slot(state, action // TAKES_PER_CHOICE)])
        return int(state["discs"][seat]) - int(after["discs"][seat]), -int(COST[tile])

    for ply, state in enumerate(walk(players, 13)):
        if ply % 5 == 0:
            action, _ = compiled(rating.greedy_action)(state, SEED, new_actions())
            takes = [take for take in legal(state) if take != REFILL]
            assert gain(state, action) == max(gain(state, take) for take in takes)


def test_chance_key_depends_only_on_what_chance_decides() -> None:
    state = new_state(2, 14)
    key = compiled(evaluation.chance_key)(state)
    other = copy_of(state)
    other["wheel"][[1, 2]] = state["wheel"][[2, 1]]
    assert compiled(evaluation.chance_key)(other) != key
    other = copy_of(state)
    other["wheel"][[4, 5]] = state["wheel"][[5, 4]]
    other["supply"][[0, 1]] = state["supply"][[1, 0]]
    assert compiled(evaluation.chance_key)(other) == key


@pytest.mark.slow
def test_search_beats_the_greedy_player() -> None:
    won = 0
    for game in range(4):
        position = Position.new(GAME, 2, 20 + game // 2, {})
        bot = SearchBot(GAME, game, Budget(iterations=200))
        rng: Any = word(game)
        while not position.is_over:
            view = position.view(position.mover)
            if position.mover == game % 2:
                position.play(bot.choose(view))
            else:
                action, rng = compiled(rating.greedy_action)(
                    view.copy().state, word(rng), new_actions()
                )
                position.play(int(action))
        assert position.outcome is not None
        won += int(position.outcome.winner == game % 2)
    assert won >= 3


def test_reseed_draws_equal_tiles_for_any_sampled_supply() -> None:
    """The search replays actions and must get the same tiles each time (NL-7)."""
    state = new_state(2, 15)
    while int(state["occupied"]).bit_count() > 1:
        FAST.apply(state, legal(state)[0])
    seen = set()
    for seed in range(3):
        for guess in range(3):
            other = copy_of(state)
            FAST.determinize(other, word(guess))
            compiled(evaluation.reseed)(other, word(seed))
            FAST.apply(other, legal(other)[0])
            seen.add((seed, other["wheel"].tobytes()))
    assert len(seen) == 3 and len({wheel for _, wheel in seen}) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_write_inputs_orders_seats_by_turn(players: int) -> None:
    """Seating does not matter (NL-5): inputs follow the turn order, the mover first."""
    after = inputs.seat_after
    for state in walk(players, players):
        order = [int(state["mover"])]
        while len(order) < players:
            order.append(int(after(state, order[-1])))
        assert order == sorted(range(players), key=lambda seat: get_turn_key(state, seat))


@pytest.mark.parametrize("players", [2, 4])
def test_write_inputs_does_not_depend_on_seat_numbers(players: int) -> None:
    """Reversing all seats with everything they own gives the same inputs."""
    write = inputs.write_inputs
    for state in walk(players, 5):
        moved = copy_of(state)
        for field in ("distance", "height", "discs", "area"):
            moved[field][:players] = state[field][:players][::-1]
        moved["mover"] = players - 1 - int(state["mover"])
        found = [np.zeros(2000, dtype=np.uint16) for _ in range(2)]
        counts = [
            write(one, out, np.zeros(SCRATCH))
            for one, out in zip((state, moved), found, strict=True)
        ]
        assert found[0][: counts[0]].tolist() == found[1][: counts[1]].tolist()
