"""Every game as a PettingZoo environment, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator

import numpy as np
import pytest

import tilewright as tw
from tilewright.envs import pettingzoo as tz
from tilewright.errors import GameOver, IllegalMove, InvalidOption, UnknownGame
from walks import REAL_GAMES

with warnings.catch_warnings():
    # Where PettingZoo's own games are installed its tests make one of them, in a way it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

SEATINGS = [(game.name, players) for game in REAL_GAMES for players in game.players]

# PettingZoo knows its own games with a mask by name, and warns of any other. That the mask of a
# finished game is empty is meant.
USUAL_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.fixture
def _usual_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for text in USUAL_WARNINGS:
            warnings.filterwarnings("ignore", message=text)
        yield


def play_first_moves(env: tz.TableEnv, steps: int) -> None:
    for _ in range(steps):
        observed, *_ = env.last()
        assert observed is not None
        env.step(int(np.flatnonzero(observed["action_mask"])[0]))


# --- PettingZoo's own ---------------------------------------------------------------------------


@pytest.mark.usefixtures("_usual_warnings")
@pytest.mark.parametrize("name, players", SEATINGS)
def test_table_env_passes_the_api_test(name: str, players: int) -> None:
    api_test(tz.env(name, players=players), num_cycles=200)


@pytest.mark.parametrize("name, players", SEATINGS)
def test_table_env_passes_the_seed_test(name: str, players: int) -> None:
    seed_test(functools.partial(tz.env, name, players=players), num_cycles=100)


@pytest.mark.parametrize("name", [game.name for game in REAL_GAMES])
def test_table_env_passes_the_render_test(name: str) -> None:
    render_test(functools.partial(tz.env, name))


# --- Ours ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, players", SEATINGS)
def test_table_env_plays_the_game_of_the_rules(name: str, players: int) -> None:
    """A game has the deal of ``tilewright.new``, its legal actions as masks, places as rewards."""
    env = tz.env(name, players=players)
    env.reset(seed=5)
    position = tw.new(name, players=players, seed=5)
    rng = np.random.default_rng(5)
    rewards = {}
    for agent in env.agent_iter():
        observed, reward, is_over, is_cut, info = env.last()
        rewards[agent] = reward
        assert observed is not None and not is_cut
        if is_over:
            assert not observed["action_mask"].any()
            env.step(None)
            continue
        assert agent == f"seat_{position.mover}"
        legal = position.legal_actions
        assert np.flatnonzero(observed["action_mask"]).tolist() == legal.tolist()
        assert (info["action_mask"] == observed["action_mask"]).all()
        action = rng.choice(legal)
        position.play(action)
        env.step(action)
    outcome = position.outcome
    assert outcome is not None
    if players > 1:
        expected = [1 - 2 * (place - 1) / (players - 1) for place in outcome.places]
    else:
        expected = [-outcome.scores[0]]
    assert [rewards[f"seat_{seat}"] for seat in range(players)] == pytest.approx(expected)


def test_table_env_gives_a_mask_to_the_mover_only() -> None:
    env = tz.env("my-shelfie", players=3)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        for agent in env.agents:
            is_mover = agent == env.agent_selection
            assert env.observe(agent)["action_mask"].any() == is_mover
            assert ("action_mask" in env.infos[agent]) == is_mover
        play_first_moves(env, 1)
    assert env.infos == {agent: {} for agent in env.agents}


def test_table_env_observations_hide_secrets() -> None:
    env = tz.env("my-shelfie", players=2)
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"]
    env.single.guess(0, seed=9)
    assert (env.observe("seat_0")["observation"] == before).all()


def test_table_env_reset_without_a_seed_derives_the_next_one() -> None:
    envs = [tz.env("nova-luna") for _ in range(2)]
    for env in envs:
        env.reset(seed=3)
        play_first_moves(env, 4)
        env.reset()
    first, second = (env.single.position() for env in envs)
    assert first == second
    assert first != tw.new("nova-luna", players=2, seed=3)


def test_table_env_takes_the_options_of_the_game() -> None:
    env = tz.env("my-shelfie", players=2, options={"goals": "1", "refill": "isolated"})
    env.reset(seed=2)
    expected = tw.new("my-shelfie", players=2, seed=2, goals="1", refill="isolated")
    assert env.single.position() == expected


def test_table_env_illegal_action_changes_nothing() -> None:
    env = tz.env("polyssimo")
    env.reset(seed=1)
    before = env.single.position()
    with pytest.raises(IllegalMove, match="expected one of 24 legal actions"):
        env.step(24)
    with pytest.raises(InvalidOption, match="expected a whole number; found NoneType"):
        env.step(None)
    assert env.single.position() == before and env.agent_selection == "seat_0"
    play_first_moves(env, 3)


def test_table_env_refuses_invalid_input() -> None:
    with pytest.raises(UnknownGame, match="no game is called 'chess'"):
        tz.env("chess")
    with pytest.raises(InvalidOption, match="is for 2, 3, 4 players; found 5"):
        tz.env("my-shelfie", players=5)
    with pytest.raises(InvalidOption, match="has no option 'colour'"):
        tz.env("my-shelfie", options={"colour": "red"})
    with pytest.raises(InvalidOption, match="render_mode: expected one of"):
        tz.env("my-shelfie", render_mode="film")
    env = tz.env("my-shelfie")
    with pytest.raises(GameOver, match=r"reset\(\) deals one"):
        env.step(0)
    for call in (env.last, env.render):
        with pytest.raises(GameOver, match=r"reset\(\) deals one"):
            call()
    env.reset(seed=1)
    with pytest.raises(InvalidOption, match="expected one of seat_0, seat_1; found 'seat_2'"):
        env.observe("seat_2")
    with pytest.raises(InvalidOption, match="seed: expected"):
        env.reset(seed=-1)
