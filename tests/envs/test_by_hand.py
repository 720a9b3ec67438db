"""Environments of the toy game, whose games can be worked out by hand: the last stone wins."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from study.helpers import SEEN_TOY
from tilewright.bots import BOTS
from tilewright.envs.gymnasium import SeatEnv
from tilewright.envs.numbers import Numbers
from tilewright.envs.pettingzoo import TableEnv
from tilewright.envs.single import SingleGame, next_deal
from tilewright.errors import GameOver, IllegalMove, InvalidOption
from tilewright.game import Feature, Observation, pack_bits
from tilewright.position import Position
from tilewright.registry import GAMES


@pytest.fixture(autouse=True)
def _seen_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    monkeypatch.setitem(GAMES, SEEN_TOY.name, SEEN_TOY)


def dealt(players: int, stones: int, mover: int = 0) -> SingleGame:
    single = SingleGame(SEEN_TOY, players)
    single.deal(5)
    put(single, stones, mover)
    return single


def put(single: SingleGame, stones: int, mover: int) -> None:
    """Put so many stones on the heap; the mask and the mover follow."""
    single.state["heap"], single.state["mover"] = stones, mover
    single.mover = mover
    single.game.write_mask(single.state, single._mask)


# --- One game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players, winner, rewards",
    [
        (2, 0, [1, -1]),
        (2, 1, [-1, 1]),
        (3, 0, [1, 0, -1]),
        (3, 1, [-1, 1, 0]),
        (3, 2, [0, -1, 1]),
    ],
)
def test_rewards_go_by_places_from_1_to_minus_1(
    players: int, winner: int, rewards: list[float]
) -> None:
    single = dealt(players, 2, winner)
    assert single.rewards.tolist() == [0, 0, 0, 0]
    single.play(1)
    assert (single.is_over, single.rewards[:players].tolist()) == (True, rewards)
    single.deal(6)
    assert (single.is_over, single.rewards.tolist()) == (False, [0, 0, 0, 0])


@pytest.mark.parametrize("stones, legal", [(1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (9, [0, 1, 2])])
def test_mask_has_a_1_for_each_legal_action(stones: int, legal: list[int]) -> None:
    single = dealt(2, stones)
    assert single.legal_actions == legal
    assert single.mask.tolist() == [int(action in legal) for action in range(3)]
    assert single.mask.dtype == np.int8


@pytest.mark.parametrize("action", [2, 3, -1, 64, 2**40])
def test_play_of_an_illegal_action_changes_nothing(action: int) -> None:
    single = dealt(2, 2)
    before = single.state.copy()
    with pytest.raises(
        IllegalMove, match=rf"one of 2 legal actions \(0, 1\); found action {action}"
    ):
        single.play(action)
    assert single.state == before and single.mover == 0 and not single.is_over


@pytest.mark.parametrize("lower, reward", [(False, 10.0), (True, -10.0)])
def test_lone_reward_is_the_score_of_the_first_seat(lower: bool, reward: float) -> None:
    single = SingleGame(replace(SEEN_TOY, lower_is_better=lower), 2)
    single.deal(5)
    put(single, 1, 0)
    single.play(0)
    assert single.lone_reward() == reward


def test_play_without_a_game_is_refused() -> None:
    single = SingleGame(SEEN_TOY)
    assert single.is_over and single.players == 2
    with pytest.raises(GameOver):
        single.play(0)


def test_deal_is_that_of_a_position_with_the_seed_and_the_options() -> None:
    single = SingleGame(SEEN_TOY, 3, {"rolls": "yes"})
    for seed in (5, 6):
        single.deal(seed)
        assert single.position() == tw.new("toy", players=3, seed=seed, rolls="yes")
    assert next_deal(5) != next_deal(6) != 6
    assert next_deal(next_deal(5)) != next_deal(5)


def test_copies_and_guesses_leave_a_game_alone() -> None:
    single = dealt(3, 9, 1)
    single.state["secret"][:3] = (0, 1, 2)
    twin = single.copy()
    twin.play(2)
    assert (int(single.state["heap"]), single.mover) == (9, 1)
    assert (int(twin.state["heap"]), twin.mover) == (6, 2)
    guesses = set()
    for seed in range(12):
        guess = single.copy()
        guess.guess(1, seed)
        guesses.add(tuple(guess.state["secret"][:3].tolist()))
    assert {secret[1] for secret in guesses} == {1}, "what the seat knows stays"
    assert len(guesses) > 3


def test_observe_is_by_seat() -> None:
    single = dealt(2, 9)
    single.state["secret"][:2] = (2, 1)
    assert [single.observe(seat).tolist() for seat in range(2)] == [[9, 2], [9, 1]]
    assert single.observe_words(1) == (9 + (1 << 8)).to_bytes(8, "little")


def test_a_pickled_game_has_its_rewards_and_goes_on() -> None:
    single = dealt(3, 2, 1)
    again = pickle.loads(pickle.dumps(single))
    again.play(0)
    assert (again.mover, int(again.state["heap"]), int(single.state["heap"])) == (2, 1, 2)
    single.play(1)
    over = pickle.loads(pickle.dumps(single))
    assert (over.is_over, over.rewards.tolist()) == (True, [-1, 1, 0, 0])
    assert over.players == 3 and over.position() == single.position()
    rolling = SingleGame(SEEN_TOY, 3, {"rolls": "yes"})
    assert pickle.loads(pickle.dumps(rolling)).options == {"rolls": "yes"}


# --- One seat against bots ----------------------------------------------------------------------


class Recorder:
    """Takes one stone, and keeps what it is told."""

    made: list[Recorder]

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.heard: list[tuple[int, int, int]] = []
        self.made.append(self)

    def choose(self, view: Position, stop: object = None) -> int:
        assert view.viewer == view.mover
        return 0

    def played(self, action: int, view: Position) -> None:
        self.heard.append((action, view.viewer, view.ply))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Recorder]:
    Recorder.made = []
    monkeypatch.setitem(BOTS, "recorder", lambda game, seed, budget: Recorder(seed))
    return Recorder.made


def env_at(stones: int, *, players: int = 3, seat: int = 1, mover: int | None = None) -> SeatEnv:
    """Return an environment before the move of its seat, with so many stones."""
    env = SeatEnv("toy", players, seat, "recorder")
    env.reset(seed=5)
    put(env.single, stones, seat if mover is None else mover)
    return env


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    "stones, action, reward",
    [
        (3, 2, 1.0),  # it takes the last stone
        (2, 0, -1.0),  # the next player takes it, and it is the last of three
        (3, 0, 0.0),  # the one after that
    ],
)
def test_step_pays_at_the_end_only(stones: int, action: int, reward: float) -> None:
    env = env_at(stones)
    observed, paid, is_over, is_cut, info = env.step(action)
    assert (paid, is_over, is_cut) == (reward, True, False)
    assert observed["action_mask"].tolist() == info["action_mask"].tolist() == [0, 0, 0]
    assert not env.action_masks().any()
    again = env_at(9)
    observed, paid, is_over, *_ = again.step(0)
    assert (paid, is_over, again.single.mover) == (0.0, False, 1)
    assert observed["observation"][0] == 6, "each of three took a stone"
    assert observed["action_mask"].tolist() == [1, 1, 1]


def test_bots_have_seeds_of_their_own_and_hear_every_move_as_they_see_it(
    made: list[Recorder],
) -> None:
    env = SeatEnv("toy", 3, 1, "recorder")
    made.clear()
    env.reset(seed=5)
    assert [bot.seed for bot in made] == [next_deal(5), next_deal(5) + 2]
    assert env.single.mover == 1
    put(env.single, 9, 1)
    env.step(2)
    assert made[0].heard == [(0, 0, 1), (2, 0, 2), (0, 0, 3), (0, 0, 4)]
    assert made[1].heard == [(0, 2, 1), (2, 2, 2), (0, 2, 3), (0, 2, 4)]


@pytest.mark.usefixtures("made")
def test_reset_without_a_seed_goes_on_from_the_last_one() -> None:
    env, other = (SeatEnv("toy", 3, 1, "recorder") for _ in range(2))
    deals = []
    for one in (env, other):
        one.reset(seed=5)
        for _ in range(4):
            one.reset()
            deals.append(one.single.position().text)
    assert deals[:4] == deals[4:] and len(set(deals)) > 1


@pytest.mark.usefixtures("made")
def test_opponents_sit_in_their_order() -> None:
    env = SeatEnv("toy", 3, 1, ["recorder", "random"])
    names = {seat: type(bot).__name__ for seat, bot in env._bots.items()}
    assert names[0] == "Recorder" and names[2] != "Recorder" and set(names) == {0, 2}


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("action", [1, 3, -1])
def test_step_of_an_illegal_action_is_the_last_place_and_the_end(action: int) -> None:
    env = env_at(1)
    observed, reward, is_over, _, info = env.step(action)
    assert (reward, is_over) == (-1.0, True) and "legal action" in info["illegal"]
    assert observed["action_mask"].tolist() == [0, 0, 0]
    with pytest.raises(GameOver):
        env.step(0)
    strict = SeatEnv("toy", 3, 1, "recorder", illegal="raise")
    strict.reset(seed=5)
    with pytest.raises(IllegalMove):
        strict.step(3)
    assert strict.step(0)[2] is False, "nothing has changed"


@pytest.mark.parametrize(
    "given, words",
    [
        ({"seat": 3}, "seat: expected 0 to 2; found 3"),
        ({"seat": -1}, "seat: expected 0 to 2; found -1"),
        ({"opponents": ["random"]}, "a list of 2; found a list of 1"),
        ({"opponents": ["random"] * 3}, "a list of 2; found a list of 3"),
        ({"opponents": 5}, "a list of 2; found 5"),
        ({"illegal": "win"}, "illegal: expected lose or raise; found 'win'"),
        ({"opponents": "nobody"}, "nobody"),
    ],
)
def test_settings_that_do_not_fit_are_refused_at_once(given: Any, words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        SeatEnv("toy", 3, **given)


# --- All seats ----------------------------------------------------------------------------------


def table_at(stones: int, mover: int = 0) -> TableEnv:
    env = TableEnv("toy", 3)
    env.reset(seed=5)
    put(env.single, stones, mover)
    env._pass_turn()
    return env


def test_table_pays_each_agent_once_at_the_end() -> None:
    env = table_at(3, 2)
    assert env.agent_selection == "seat_2"
    env.step(0)
    assert env.agent_selection == "seat_0" and set(env.rewards.values()) == {0.0}
    env.step(1)
    assert env.rewards == {"seat_0": 1.0, "seat_1": 0.0, "seat_2": -1.0}
    assert env._cumulative_rewards == env.rewards and all(env.terminations.values())
    assert env.agent_selection == "seat_0" and not any(env.truncations.values())
    seen = []
    while env.agents:
        seen.append(env.last()[1])
        env.step(None)
    assert seen == [1.0, 0.0, -1.0]


def test_table_shows_a_mask_to_the_agent_to_move_only() -> None:
    env = table_at(2, 1)
    masks = {agent: env.observe(agent)["action_mask"].tolist() for agent in env.possible_agents}
    assert masks == {"seat_0": [0, 0, 0], "seat_1": [1, 1, 0], "seat_2": [0, 0, 0]}
    assert env.infos["seat_1"]["action_mask"].tolist() == [1, 1, 0]
    env.step(1)
    over = {tuple(env.observe(agent)["action_mask"].tolist()) for agent in env.possible_agents}
    assert over == {(0, 0, 0)}
    with pytest.raises(
        InvalidOption, match="expected one of seat_0, seat_1, seat_2; found 'seat_3'"
    ):
        env.observe("seat_3")


def test_table_without_a_seed_goes_on_from_the_last_one() -> None:
    env = TableEnv("toy", 3)
    with pytest.raises(GameOver):
        env.last()
    with pytest.raises(GameOver):
        env.step(0)
    for seed in (None, None):
        env.reset(seed=5)
        env.reset(seed=seed)
        assert env.single.position() == tw.new("toy", players=3, seed=next_deal(5))


# --- Numbers ------------------------------------------------------------------------------------


def odd_numbers() -> Numbers:
    """Three features: a number across two words, scattered bits, and a table of kinds."""
    features = (
        Feature("across", pack_bits(60, (), 8), ""),
        Feature("scattered", np.array([3, -1, 0], dtype=np.int32), ""),
        Feature("kinds", pack_bits(8, (2, 2), 2), "", kinds=2),
    )
    observation = Observation(features, lambda state, seat, words: None)
    return Numbers(replace(SEEN_TOY, observation=observation))


def test_numbers_are_assembled_from_their_bits() -> None:
    numbers = odd_numbers()
    assert (numbers.num_words, numbers.size) == (2, 6)
    assert numbers.highest.tolist() == [255, 7, 3, 3, 3, 3]
    assert numbers.slices == {
        "across": slice(0, 1), "scattered": slice(1, 2), "kinds": slice(2, 6),
    }  # fmt: skip
    low = (0b1011 << 60) | (0b11100100 << 8) | 0b1000
    words = np.array([[low, 0b0110], [0b0001, 0]], dtype=np.uint64)
    found = numbers.unpack(words)
    assert found.tolist() == [[0b01101011, 1, 0, 1, 2, 3], [0, 4, 0, 0, 0, 0]]
    parts = numbers.split(found)
    assert parts["kinds"].tolist() == [[[0, 1], [2, 3]], [[0, 0], [0, 0]]]
    assert parts["across"].tolist() == [107, 0]
    assert numbers.unpack(words[None, :, :]).shape == (1, 2, 6)


@pytest.mark.parametrize("most, columns", [(1, 6), (2, 2 + 8), (3, 2 + 8)])
def test_one_hot_spreads_features_of_few_kinds(most: int, columns: int) -> None:
    numbers = odd_numbers()
    vector = np.array([107, 1, 0, 1, 2, 1], dtype=np.float32)
    found = numbers.one_hot(vector, most=most).tolist()
    assert len(found) == columns
    expected = [107, 1, 0, 0, 1, 0, 0, 1, 1, 0] if most >= 2 else vector.tolist()
    assert found == expected


@pytest.mark.parametrize(
    "words", [np.zeros(1, np.uint64), np.zeros(3, np.uint64), np.zeros(2, np.int64)]
)
def test_unpack_of_other_words_is_refused(words: Any) -> None:
    with pytest.raises(InvalidOption, match=r"words: expected uint64\[..., 2\]; found"):
        odd_numbers().unpack(words)
