"""One seat of a game as a Gymnasium environment."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tilewright as tw
import tilewright.envs.gymnasium
from tilewright.bots import make_bot
from tilewright.envs.gymnasium import SeatEnv
from tilewright.errors import GameOver, IllegalMove, InvalidOption
from walks import REAL_GAMES

pytestmark = pytest.mark.slow

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("nova-luna-solo", {}),
    ("nova-luna", {"players": 4, "opponents": ["random", "greedy", "level-1"]}),
    ("my-shelfie", {"players": 3, "opponents": "greedy", "seat": 1}),
    ("polyssimo", {"opponents": "level-2", "seat": 1}),
]


def make(name: str, **settings: Any) -> SeatEnv:
    env = gymnasium.make(f"tilewright/{name}-v0", **settings).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def play_out(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    """Play a random game. Return what was seen, and the last reward."""
    observed, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    seen, is_over, reward = [observed], False, 0.0
    while not is_over:
        assert reward == 0
        action = int(env.action_space.sample(observed["action_mask"]))
        observed, reward, is_over, is_cut, info = env.step(action)
        assert not is_cut and "illegal" not in info
        assert (info["action_mask"] == observed["action_mask"]).all()
        seen.append(observed)
    return seen, reward


@pytest.mark.slow
@pytest.mark.parametrize("name, settings", SETTINGS)
def test_seat_env_passes_gymnasiums_checker(name: str, settings: dict[str, Any]) -> None:
    check_env(make(name, **settings))


def test_seat_env_is_registered_for_every_game() -> None:
    names = {f"tilewright/{game.name}-v0" for game in REAL_GAMES}
    assert names == {name for name in gymnasium.registry if name.startswith("tilewright/")}
    tilewright.envs.gymnasium.register_envs()  # a second time, without a warning


@pytest.mark.parametrize(
    "line",
    [
        "import gymnasium, tilewright.envs.gymnasium; gymnasium.make('{id}')",
        "import gymnasium; gymnasium.make('tilewright.envs.gymnasium:{id}')",
    ],
)
def test_seat_env_is_made_by_name_in_a_new_process(line: str) -> None:
    code = line.format(id="tilewright/nova-luna-solo-v0")
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


@pytest.mark.parametrize("name, settings", SETTINGS)
def test_seat_env_repeats_games_and_rewards_places(name: str, settings: dict[str, Any]) -> None:
    env = make(name, **settings)
    seen, reward = play_out(env, seed=11)
    outcome = env.single.position().outcome
    assert outcome is not None
    players = env.single.players
    if players > 1:
        assert reward == pytest.approx(1 - 2 * (outcome.places[env.seat] - 1) / (players - 1))
    else:
        assert reward == -outcome.scores[0]
    again, same_reward = play_out(make(name, **settings), seed=11)
    assert reward == same_reward and len(seen) == len(again)
    for one, other in zip(seen, again, strict=True):
        assert (one["observation"] == other["observation"]).all()


def test_seat_env_stops_only_at_the_seats_turn() -> None:
    env = make("my-shelfie", players=4, seat=2)
    observed, _ = env.reset(seed=1)
    numbers = env.single.numbers
    for _ in range(5):
        assert env.single.mover == 2
        assert numbers.split(observed["observation"])["mover"] == 0
        assert (env.action_masks() == observed["action_mask"].astype(bool)).all()
        observed, *_ = env.step(int(np.flatnonzero(observed["action_mask"])[0]))


def test_seat_env_reset_deals_the_game_of_the_seed() -> None:
    env = make("nova-luna-solo")
    env.reset(seed=21)
    assert env.single.position() == tw.new("nova-luna-solo", players=1, seed=21)


def test_seat_env_opponents_differ_in_strength() -> None:
    """The bots named are those that play: random moves lose to greedy ones."""
    env = make("my-shelfie", opponents="greedy")
    assert sum(play_out(env, seed)[1] for seed in range(10)) <= -8


# --- Illegal actions ----------------------------------------------------------------------------


def test_seat_env_illegal_action_loses() -> None:
    env = make("my-shelfie", players=3)
    env.reset(seed=1)
    before = env.single.position()
    observed, reward, is_over, is_cut, info = env.step(2564)
    assert (reward, is_over, is_cut) == (-1, True, False)
    assert "legal actions" in info["illegal"] and info["illegal"].endswith("found action 2564")
    assert not observed["action_mask"].any()
    assert env.single.position() == before
    with pytest.raises(GameOver):
        env.step(0)


def test_seat_env_illegal_action_in_a_solo_game_scores_below_any_play() -> None:
    env = make("nova-luna-solo")
    worst = min(play_out(env, seed)[1] for seed in range(20))
    env.reset(seed=1)
    assert env.step(817)[1] < worst


def test_seat_env_illegal_action_can_raise() -> None:
    env = make("my-shelfie", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"expected one of .* found action 2564"):
        env.step(2564)
    env.step(env.single.legal_actions[0])


@pytest.mark.parametrize(
    "settings, text",
    [
        ({"seat": 2}, "seat: expected 0 to 1; found 2"),
        (
            {"players": 3, "opponents": ["greedy"]},
            "opponents: expected a bot's name for all, or a list of 2; found a list of 1",
        ),
        ({"opponents": lambda observed: 0}, "opponents: expected a bot's name for all, or a list"),
        ({"seat": 1.0}, "seat: expected a whole number; found float 1.0"),
        ({"opponents": "deep-thought"}, "no bot is called 'deep-thought'"),
        ({"illegal": "shrug"}, "illegal: expected lose or raise; found 'shrug'"),
        ({"players": 9}, "is for 2, 3, 4 players; found 9"),
    ],
)
def test_seat_env_refuses_invalid_settings(settings: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        SeatEnv("my-shelfie", **settings)


def test_seat_env_opponents_have_different_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal seeds would have two random opponents play alike."""
    seeds: list[int] = []

    def note_seed(name: str, game: Any, seed: int, budget: Any) -> Any:
        seeds.append(seed)
        return make_bot(name, game, seed, budget)

    monkeypatch.setattr(tilewright.envs.gymnasium, "make_bot", note_seed)
    env = SeatEnv("my-shelfie", players=4, seat=1)
    for seed in (7, 8, 9):
        env.reset(seed=seed)
    assert len(seeds) == 4 * 3 == len(set(seeds))
