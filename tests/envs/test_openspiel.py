"""Every game as a game of OpenSpiel, by OpenSpiel's own test and bots, and by ours."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import tilewright as tw
import tilewright.envs.openspiel
from tilewright.envs.numbers import numbers_of
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.registry import get_game
from tilewright.runtime.jit import runtime_of
from walks import REAL_GAMES

pytestmark = pytest.mark.slow

SEATINGS = [(game.name, players) for game in REAL_GAMES for players in game.players]
TERMS = pyspiel.GameType


def load(name: str, players: int | None = None, **options: str | int) -> pyspiel.Game:
    """Load the game with few deals, since OpenSpiel's test lists them all."""
    runtime_of(get_game(name)).compile()
    parameters = {"deals": 50, **options} | ({} if players is None else {"players": players})
    text = ",".join(f"{key}={value}" for key, value in parameters.items())
    return pyspiel.load_game(f"tilewright_{name.replace('-', '_')}({text})")


def deal(game: pyspiel.Game, number: int = 7) -> pyspiel.State:
    state = game.new_initial_state()
    state.apply_action(number)
    return state


def play_random(state: pyspiel.State, rng: np.random.RandomState, steps: int = 10_000) -> None:
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


# --- OpenSpiel's own ----------------------------------------------------------------------------


@pytest.mark.parametrize("name, players", SEATINGS)
def test_openspiel_random_simulations_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name, players", SEATINGS)
def test_openspiel_mcts_plays_whole_games(name: str, players: int) -> None:
    game, rng = load(name, players), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(game, 1.4, 2, evaluator, random_state=rng) for _ in range(players)]
    play_with(deal(game), bots)


@pytest.mark.parametrize("name, players", [pair for pair in SEATINGS if pair[0] != "polyssimo"])
def test_openspiel_is_mcts_plays_whole_games(name: str, players: int) -> None:
    game, rng = load(name, players), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=rng) for _ in range(players)]
    play_with(deal(game), bots)


def play_with(state: pyspiel.State, bots: list[pyspiel.Bot]) -> None:
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    if len(bots) > 1:
        assert sorted(state.returns())[-1] == 1 and sum(state.returns()) == pytest.approx(0)


# --- What is declared ---------------------------------------------------------------------------


@pytest.mark.parametrize("name, players", SEATINGS)
def test_game_type_has_the_properties_of_the_game(name: str, players: int) -> None:
    game, kind = load(name, players), load(name, players).get_type()
    has_secrets = name != "polyssimo"  # there, everything lies open
    assert (kind.information == TERMS.Information.IMPERFECT_INFORMATION) == has_secrets
    assert kind.chance_mode == TERMS.ChanceMode.EXPLICIT_STOCHASTIC
    assert (kind.utility == TERMS.Utility.ZERO_SUM) == (players > 1)
    assert game.num_players() == players
    assert game.num_distinct_actions() == get_game(name).num_actions
    assert game.max_chance_outcomes() == 50
    assert (kind.min_num_players, kind.max_num_players) == (
        get_game(name).players[0],
        get_game(name).players[-1],
    )


def test_openspiel_example_of_the_docs_works_in_a_new_process() -> None:
    """It once ended in an abort: OpenSpiel let go of a function after Python had ended."""
    code = (
        "import tilewright.envs.openspiel, pyspiel;"
        "pyspiel.load_game('tilewright_my_shelfie(players=2)')"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_register_games_twice_has_no_effect() -> None:
    before = pyspiel.registered_names()
    tilewright.envs.openspiel.register_games()
    assert pyspiel.registered_names() == before


# --- The games are ours -------------------------------------------------------------------------


@pytest.mark.parametrize("name, players", SEATINGS)
def test_state_history_replays_the_game(name: str, players: int) -> None:
    """The deal's number is the seed, and the rest of the history are the actions."""
    state = deal(load(name, players), 7)
    play_random(state, np.random.RandomState(3))
    position = tw.new(name, players=players, seed=7)
    for action in state.history()[1:]:
        position.play(action)
    assert str(state) == str(position)
    outcome = position.outcome
    assert outcome is not None
    if players > 1:
        expected = [1 - 2 * (place - 1) / (players - 1) for place in outcome.places]
    else:
        expected = [-outcome.scores[0]]
    assert state.returns() == pytest.approx(expected)


def test_state_root_is_a_chance_node_that_draws_the_deal() -> None:
    state = load("my-shelfie").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [deal for deal, _ in outcomes] == list(range(50))
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    assert state.action_to_string(7) == "deal 7"
    state.apply_action(7)
    assert not state.is_chance_node()


def test_action_to_string_uses_the_games_notation() -> None:
    state, position = deal(load("polyssimo")), tw.new("polyssimo", players=2, seed=7)
    written = [state.action_to_string(action) for action in state.legal_actions()]
    assert written == list(position.legal_moves)


def test_game_options_are_openspiel_parameters() -> None:
    game = load("polyssimo", 3, handicap="7/0/0", first="random")
    expected = tw.new("polyssimo", players=3, seed=7, handicap="7,0,0", first="random")
    assert str(deal(game)) == str(expected)
    assert str(deal(pyspiel.load_game(str(game)))) == str(expected)
    shelves = load("my-shelfie", goals=1)
    assert str(deal(shelves)) == str(tw.new("my-shelfie", players=2, seed=7, goals="1"))


@pytest.mark.parametrize(
    "options, text",
    [
        ({"players": 5}, "is for 2, 3, 4 players; found 5"),
        ({"goals": 3}, "option goals: expected one of 2, 1; found '3'"),
        ({"deals": 0}, "deals: expected 1 to 2147483647; found 0"),
    ],
)
def test_game_with_invalid_parameters_is_refused(options: dict[str, int], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        load("my-shelfie", **options)


@pytest.mark.parametrize("number", [50, 99_999_999, -2])
def test_state_refuses_a_deal_out_of_range(number: int) -> None:
    """It dealt a game that ``chance_outcomes`` does not know."""
    state = load("my-shelfie").new_initial_state()
    with pytest.raises(InvalidOption, match=f"deal: expected 0 to 49; found {number}"):
        state.apply_action(number)
    assert state.is_chance_node()


def test_information_state_tensor_is_refused() -> None:
    """It was an empty list, on which a network was built that learnt nothing."""
    state = deal(load("my-shelfie"))
    with pytest.raises(InvalidOption, match="my-shelfie has no information state tensor"):
        state.information_state_tensor(0)
    assert len(state.observation_tensor(0)) == 218 and state.information_state_string(0)


def test_state_refuses_an_illegal_action() -> None:
    state = deal(load("my-shelfie"))
    before = str(state)
    with pytest.raises(IllegalMove, match="found action 2564"):
        state.apply_action(2564)
    assert str(state) == before


# --- What a player knows ------------------------------------------------------------------------


def guesses(state: pyspiel.State, player: int, count: int) -> list[pyspiel.State]:
    rng = np.random.RandomState(5)
    return [state.resample_from_infostate(player, rng.uniform) for _ in range(count)]


@pytest.mark.parametrize("name, players", SEATINGS)
def test_resample_gives_the_same_information_state(name: str, players: int) -> None:
    state = deal(load(name, players))
    play_random(state, np.random.RandomState(1), steps=12)
    for player in range(players):
        for guess in guesses(state, player, 3):
            assert guess.information_state_string(player) == state.information_state_string(player)
            assert guess.observation_string(player) == state.observation_string(player)
            assert guess.observation_tensor(player) == state.observation_tensor(player)
            assert guess.legal_actions() == state.legal_actions()


def test_resample_changes_hidden_information() -> None:
    state = deal(load("my-shelfie"))
    cards = {int(guess.single.state["cards"][1]) for guess in guesses(state, 0, 20)}
    assert len(cards) > 3
    assert str(deal(load("my-shelfie"))) == str(state)  # the state itself stays


def test_information_state_does_not_reveal_the_deal() -> None:
    """Deals of Polyssimo Challenge differ in nothing that a player could ever see."""
    one, other = (deal(load("polyssimo"), number) for number in (7, 8))
    for action in (None, 3, 5):
        if action is not None:
            one.apply_action(action)
            other.apply_action(action)
        assert one.information_state_string(0) == other.information_state_string(0)
        assert one.observation_string(0) == other.observation_string(0)
        assert one.observation_tensor(0) == other.observation_tensor(0)


def test_information_state_does_not_reveal_future_chance() -> None:
    """A move that turns nothing up leaves the truth and a guess alike to the player."""
    state = deal(load("nova-luna"))
    (guess,) = guesses(state, 0, 1)
    action = state.legal_actions()[0]
    state.apply_action(action)
    guess.apply_action(action)
    assert state.information_state_string(0) == guess.information_state_string(0)


def test_information_state_includes_all_moves() -> None:
    game = load("polyssimo")
    strings = set()
    for moves in ([0, 1, 2], [2, 1, 0]):
        state = deal(game)
        for move in moves:
            state.apply_action(move)
        strings.add((state.observation_string(0), state.information_state_string(0)))
    assert len({seen for seen, _ in strings}) == 1
    assert len({known for _, known in strings}) == 2


def test_observation_tensor_has_the_numbers_by_feature() -> None:
    game = load("my-shelfie")
    observation = make_observation(game)
    observation.set_from(deal(game), 1)
    numbers = numbers_of(get_game("my-shelfie"))
    assert list(observation.dict) == [feature.name for feature in numbers.features]
    assert observation.dict["shelves"].shape == (4, 6, 5)
    assert game.observation_tensor_shape() == [numbers.size]
    assert deal(game).observation_tensor(1) == observation.tensor.tolist()
