"""Defaults: a game that defines nothing but its rules has bots, observations and batches."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from bare import BARE, MOST
from tilewright.bots import BOTS, Budget, make_bot
from tilewright.envs.batch import Batch
from tilewright.envs.numbers import numbers_of
from tilewright.envs.single import SingleGame
from tilewright.errors import InvalidOption
from tilewright.game import Actions, State, mask_size, open_rules
from tilewright.kernel import compiled, kernel, next_random
from tilewright.position import Position
from toy import TOY
from walks import REAL_GAMES


def heaps(first: int, second: int, players: int = 2) -> Position:
    position = Position.new(BARE, players, 1, {})
    position.state["heaps"] = (first, second)
    return position


# --- Bots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
def test_default_game_is_played_to_its_end_by_every_bot(bot: str) -> None:
    position = Position.new(BARE, 3, 5, {})
    bots = [make_bot(bot, BARE, seat, Budget(iterations=50)) for seat in range(3)]
    while not position.is_over:
        mover = position.mover
        position.play(bots[mover].choose(position.view(mover)))


def test_default_level_looks_ahead() -> None:
    """Heaps of 5 and 3: the only winning move makes them equal."""
    bot = make_bot("level-7", BARE, 1)
    view = heaps(5, 3).view(0)
    assert view.format_move(bot.choose(view)) == "a2"


def test_default_greedy_takes_a_winning_move_else_a_random_one() -> None:
    view = heaps(5, 0).view(0)
    assert view.format_move(make_bot("greedy", BARE, 1).choose(view)) == "a5"
    view = heaps(5, 5).view(0)
    assert len({make_bot("greedy", BARE, seed).choose(view) for seed in range(20)}) > 3


def test_default_greedy_prefers_lower_scores_if_they_are_better() -> None:
    golf = replace(BARE, lower_is_better=True)
    states = heaps(2, 0)._array
    view = Position(golf, states).view(0)
    assert view.format_move(make_bot("greedy", golf, 1).choose(view)) == "a1"


def test_default_ratings_are_equal_in_random_order() -> None:
    assert BARE.knowledge is not None
    actions, ratings = np.zeros(MOST, dtype=np.int32), np.zeros(MOST, dtype=np.float32)
    orders = set()
    for seed in range(9):
        state, scratch = heaps(6, 6).state, np.zeros(256)
        assert BARE.knowledge.rate_actions(state, seed, actions, ratings, scratch) == 12
        assert ratings.min() >= 0 and ratings.max() < 0.01
        orders.add(tuple(np.argsort(-ratings[:12])))
    assert len(orders) == 9


def test_default_chance_key_depends_on_the_position_not_the_viewer() -> None:
    assert BARE.knowledge is not None
    key, position = BARE.knowledge.chance_key, heaps(5, 3)
    assert key(position.state) == compiled(key)(position.state) == key(position.view(1).state)
    assert key(position.state) != key(heaps(5, 4).state) != key(heaps(3, 5).state)
    other = heaps(5, 3)
    other.state["rng"] = 77
    assert key(other.state) == key(position.state)


def test_default_game_search_reuses_its_tree() -> None:
    bot = make_bot("level-6", BARE, 1)
    position = heaps(5, 4)
    position.play(action := bot.choose(position.view(0)))
    bot.played(action, position.view(0))
    assert bot.searchers[0].node  # type: ignore[attr-defined]


def test_default_solo_game_has_random_play_only() -> None:
    alone = replace(BARE, name="alone", players=(1,), knowledge=None)
    assert alone.is_for_one and alone.knowledge is None
    with pytest.raises(InvalidOption, match="alone: no bot but random plays this game for one"):
        make_bot("level-3", alone, 1)


def test_default_random_action_is_a_legal_action() -> None:
    """Two heaps of 2 and 1: three equally likely moves, interpreted and compiled."""
    rules = open_rules(*BARE.rules[:4])
    state = heaps(2, 1).state
    found = Counter(rules.random_action(state, seed)[0] for seed in range(600))
    assert sorted(found) == [0, 1, MOST // 2] and min(found.values()) > 150
    twin = compiled(rules.random_action)
    for seed in range(20):
        assert twin(state, np.uint64(seed)) == rules.random_action(state, seed)
    _, rng = rules.random_action(state, 5)
    assert rng == next_random(5), "one random number a move"


def test_default_playout_repeats_random_action() -> None:
    rules = open_rules(*BARE.rules[:4])
    one, other = heaps(6, 5), heaps(6, 5)
    rng = 3
    while not one.is_over:
        action, rng = rules.random_action(one.state, rng)
        rules.apply(one.state, action)
    assert rules.playout(other.state, 3) == rng
    assert one == other


# --- Observations -------------------------------------------------------------------------------


def test_default_observation_is_the_record_without_the_generator() -> None:
    table = SingleGame(BARE)
    table.deal(3)
    seen = numbers_of(BARE).split(table.observe(1))
    assert list(seen) == ["ply", "players", "mover", "over", "heaps", "taken", "depth"]
    assert seen["heaps"].tolist() == table.state["heaps"].tolist()
    assert seen["taken"].shape == (64,) and seen["depth"] == 2**16 - 1
    before = table.observe_words(0)
    table.state["rng"], table.state["viewer"] = 99, 1
    assert table.observe_words(0) == before
    table.state["taken"] = 1 << 63
    assert np.flatnonzero(numbers_of(BARE).split(table.observe(0))["taken"]).tolist() == [63]


def test_default_mask_equals_the_legal_actions() -> None:
    batch = Batch(BARE, 40, players=3, seed=2)
    random = np.random.default_rng(1)
    for _ in range(20):
        actions = []
        for state, mask in zip(batch.states, batch.masks, strict=True):
            legal = Position(BARE, np.array([state])).legal_actions.tolist()
            bits = np.unpackbits(mask.view(np.uint8), bitorder="little")
            assert np.flatnonzero(bits).tolist() == legal
            actions.append(random.choice(legal))
        batch.step(np.array(actions, dtype=np.int32))
    assert batch.masks.shape == (40, mask_size(MOST)) == (40, 2)


def test_default_observation_hides_secrets() -> None:
    assert TOY.observation is None
    with pytest.raises(InvalidOption, match="toy has no observations to make a batch of"):
        Batch(TOY, 2)


def test_default_view_can_be_replaced() -> None:
    """The record may be exposed only if nothing in it can be secret."""
    rules = BARE.rules._replace(view=TOY.rules.view)
    assert replace(BARE, rules=rules, observation=None).observation is None
    assert replace(BARE, observation=None).observation is not None


@kernel
def list_by_hand(state: State, out: Actions) -> int:
    """List one action, without ``append_action``."""
    out[0] = 0
    return 1


def test_default_observation_is_absent_if_no_mask_is_possible() -> None:
    rules = BARE.rules._replace(legal_actions=list_by_hand)
    assert replace(BARE, rules=rules, observation=None).observation is None


def test_default_parts_do_not_replace_the_games_own() -> None:
    for game in REAL_GAMES:
        assert game.observation is replace(game).observation
        assert game.knowledge is replace(game).knowledge
