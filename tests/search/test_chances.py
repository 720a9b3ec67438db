"""Winning probabilities over a whole game: of every seat, at every ply."""

from __future__ import annotations

import threading

import pytest

import tilewright as tw
from tilewright.bots import Budget
from tilewright.errors import TilewrightError
from tilewright.game import Game
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.bot import SearchBot
from tilewright.search.explain import forecast_game
from toy import TOY

REAL_GAMES = [game for game in GAMES.values() if game.name != "toy"]


def played(game: Game, players: int, seed: int = 3) -> Position:
    """Return a finished game in which every move is the middle one of the list."""
    position = Position.new(game, players, seed, {})
    while not position.is_over:
        legal = position.legal_actions
        position.play(int(legal[len(legal) // 2]))
    return position


# --- What a search knows of every seat ----------------------------------------------------------


def test_search_expectation_covers_every_seat() -> None:
    """Leave a multiple of four: the mover wins, on any seat."""
    for heap, winner in ((5, 0), (8, 1), (3, 0)):
        position = tw.new("toy", seed=1)
        position.state["heap"] = heap
        bot = SearchBot(TOY, 1, Budget(iterations=4000))
        bot.analyse(position.view(0))
        assert len(bot.expectation) == 2 and abs(sum(bot.expectation) - 1) < 1e-9
        assert bot.expectation[winner] > 0.8


def test_search_expectation_of_the_mover_is_the_mean_of_its_moves() -> None:
    for threads in (1, 3):
        bot = SearchBot(TOY, 1, Budget(iterations=1000, threads=threads))
        candidates = bot.analyse(tw.new("toy", players=3, seed=3, rolls="yes").view(0))
        mean = sum(one.value * one.visits for one in candidates) / bot.iterations
        assert abs(bot.expectation[0] - mean) < 1e-9


def test_search_expectation_starts_anew() -> None:
    position = tw.new("toy", seed=1)
    bot = SearchBot(TOY, 1, Budget(iterations=1000))
    for heap, winner in ((5, 0), (8, 1)):
        position.state["heap"] = heap
        bot.analyse(position.view(0))
        assert bot.expectation[winner] > 0.8 and abs(sum(bot.expectation) - 1) < 1e-9


# --- Over a game --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_forecast_game_yields_every_ply(game: Game) -> None:
    position = played(game, game.players[-1])
    found = list(forecast_game(position))
    assert [one.ply for one in found] == list(range(position.ply + 1))
    if game.players == (1,):
        totals = [one.expected for one in found if one.expected is not None]
        assert totals[-1] == position.standing().scores[0] and len(totals) == len(found)
    else:
        assert all(abs(sum(one.chances or ()) - 1) < 0.001 for one in found)
        assert all(len(one.chances or ()) == position.players for one in found)
        winner = position.standing().winner
        assert found[-1].chances == tuple(float(seat == winner) for seat in range(position.players))


def test_forecast_game_is_deterministic() -> None:
    position = played(TOY, 3)
    assert list(forecast_game(position)) == list(forecast_game(position))


def test_forecast_game_of_a_lost_game_is_near_zero() -> None:
    position = tw.new("toy", seed=1)
    position.state["heap"] = 8
    position.play("take 1")
    position.play("take 3")
    first, second, third = (one.chances or () for one in forecast_game(position))
    assert first[1] > 0.7 and second[1] > 0.7 and third[1] > 0.7


def test_forecast_game_can_be_stopped_and_start_in_the_middle() -> None:
    position = played(TOY, 2)
    stop, found = threading.Event(), []
    for one in forecast_game(position, stop):
        found.append(one)
        stop.set()
    assert len(found) == 1
    later = tw.position("toy", position.after(2).text)
    later.play(position.moves[2])
    assert [one.ply for one in forecast_game(later)] == [2, 3]


def test_forecast_game_of_an_unknown_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.search.bot.SearchBot.__init__", _refuse)
    with pytest.raises(TilewrightError):
        list(forecast_game(tw.new("toy", seed=3)))


def _refuse(*_: object, **__: object) -> None:
    raise TilewrightError("no bot knows this game")


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_determinize_of_a_complete_state_keeps_the_public_part(game: Game) -> None:
    """Return the positions from which forecasts are made: same cards, different future."""
    position = played(game, game.players[-1]).after(5)
    twin = position.copy()
    game.rules.determinize(twin.state, 12345)
    assert twin != position
    for seat in range(position.players):
        assert twin.view(seat) == position.view(seat)
