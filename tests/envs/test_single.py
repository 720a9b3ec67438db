"""One table, which all environments for single games share."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.envs.single import SingleGame, next_deal
from tilewright.errors import GameOver, IllegalMove, InvalidOption
from tilewright.registry import get_game
from walks import Configuration, configuration_id, configurations, walk


def new_table(name: str = "my-shelfie", players: int | None = None, seed: int = 7) -> SingleGame:
    table = SingleGame(get_game(name), players)
    table.deal(seed)
    return table


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_single_game_plays_the_game_of_the_rules(configuration: Configuration) -> None:
    """Equal deals and moves give equal bytes, and at the end the rewards of the places."""
    name, players, options = configuration
    table = SingleGame(get_game(name), players, options)
    table.deal(3)
    for position in walk(name, players, options, seed=3):
        if position.actions:
            table.play(position.actions[-1])
        assert table.position() == position
        assert table.mover == position.mover
        assert table.legal_actions == position.legal_actions.tolist()
        assert table.is_over == position.is_over
    outcome = position.outcome
    assert outcome is not None
    if players > 1:
        expected = [1 - 2 * (place - 1) / (players - 1) for place in outcome.places]
    else:
        expected = [-outcome.scores[0]]
    assert table.rewards[:players] == pytest.approx(expected)
    assert not table.mask.any()


def test_single_game_observation_equals_its_packed_words() -> None:
    table = new_table(players=3)
    words = np.frombuffer(table.observe_words(2), dtype=np.uint64)
    assert (table.observe(2) == table.numbers.unpack(words)).all()
    parts = table.numbers.split(table.observe(2))
    assert parts["card"] == table.state["cards"][2]
    assert parts["players"] == 3


@pytest.mark.parametrize("action", [-1, 2564, 2565, 2**70, -(2**70)])
def test_single_game_illegal_action_changes_nothing(action: int) -> None:
    table = new_table()
    before = table.position()
    with pytest.raises(
        IllegalMove, match=f"expected one of .* legal actions .*found action {action}"
    ):
        table.play(action)
    assert table.position() == before
    assert table.mask.any()


@pytest.mark.parametrize("action", [None, 1.0, "a1", np.zeros(2, dtype=int)])
def test_single_game_refuses_actions_that_are_not_whole_numbers(action: Any) -> None:
    with pytest.raises(InvalidOption, match="action: expected a whole number; found"):
        new_table().play(action)


def test_single_game_accepts_numpy_integers() -> None:
    table = new_table()
    table.play(np.int32(table.legal_actions[0]))  # type: ignore[arg-type]
    assert table.position().ply == 1


def test_single_game_refuses_actions_before_the_deal_or_after_the_end() -> None:
    table = SingleGame(get_game("polyssimo"))
    with pytest.raises(GameOver, match=r"found none: reset\(\) deals one"):
        table.play(0)
    table.deal(1)
    while not table.is_over:
        table.play(table.legal_actions[0])
    with pytest.raises(GameOver):
        table.play(0)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_single_game_refuses_seeds_above_64_bits(seed: int) -> None:
    with pytest.raises(InvalidOption, match=f"expected a whole number from 0 .*; found {seed}"):
        SingleGame(get_game("polyssimo")).deal(seed)


def test_single_game_deal_resets_the_last_game() -> None:
    table = new_table("nova-luna")
    while not table.is_over:
        table.play(table.legal_actions[-1])
    table.deal(9)
    assert table.position() == tw.new("nova-luna", players=2, seed=9)
    assert not table.rewards.any()


@pytest.mark.parametrize("how", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_single_game_copy_is_independent(how: Any) -> None:
    table = new_table("nova-luna", 3)
    table.play(table.legal_actions[0])
    twin = how(table)
    assert twin.position() == table.position()
    assert (twin.mover, twin.is_over, twin.players) == (table.mover, table.is_over, 3)
    twin.play(twin.legal_actions[0])
    assert twin.position() != table.position()
    table.play(table.legal_actions[0])
    assert twin.position() == table.position()


def test_single_game_guess_keeps_what_the_seat_knows() -> None:
    table = new_table(players=4)
    seen = table.position().view(1)
    guess = table.copy()
    guess.guess(1, seed=5)
    assert guess.position().view(1) == seen
    assert guess.position() != table.position()
    assert guess.legal_actions == table.legal_actions


def test_next_deal_derives_a_new_seed() -> None:
    seeds = [7]
    for _ in range(100):
        seeds.append(next_deal(seeds[-1]))
    assert len(set(seeds)) == 101
    assert all(0 <= seed < 2**64 for seed in seeds)
