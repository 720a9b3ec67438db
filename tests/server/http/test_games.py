"""The games as data."""

from __future__ import annotations

import json

import pytest

from browser import Server, code_of
from tilewright.game import Game
from tilewright.registry import GAMES
from walks import REAL_GAMES


def test_games_lists_all_games(server: Server) -> None:
    found = server.program().get("/games").json()
    assert [game["name"] for game in found] == list(GAMES)
    assert all(game["bots"][0]["name"] == "random" for game in found)


def test_game_has_everything_that_a_form_needs(server: Server) -> None:
    game = server.program().get("/games/my-shelfie").json()
    assert (game["title"], game["players"]) == ("My Shelfie", [2, 3, 4])
    assert (game["score_name"], game["lower_is_better"]) == ("points", False)
    goals = game["options"][0]
    assert (goals["name"], goals["default"], goals["values"]) == ("goals", "2", ["2", "1"])
    assert "common goals" in goals["help"]
    assert [bot["name"] for bot in game["bots"][1:3]] == ["greedy", "level-1"]
    assert len({bot["help"] for bot in game["bots"]}) == len(game["bots"]) == 10


def test_game_option_has_the_numbers_allowed_per_seat(server: Server) -> None:
    """PC-7: those of the box are suggested."""
    handicap, first = server.program().get("/games/polyssimo").json()["options"]
    assert (handicap["kind"], handicap["values"]) == ("numbers", [])
    assert handicap["numbers"] == [
        {"players": 2, "highest": 12, "most": 12, "suggested": [7, 8]},
        {"players": 3, "highest": 8, "most": 12, "suggested": [5, 6]},
        {"players": 4, "highest": 6, "most": 12, "suggested": [4, 5]},
    ]
    assert (first["kind"], first["default"], first["numbers"]) == ("seat", "seat-0", [])
    assert first["values"] == ["random", "seat-0", "seat-1", "seat-2", "seat-3"]


def test_unknown_game_is_not_found(server: Server) -> None:
    assert code_of(server.program().get("/games/chess")) == (404, "unknown_game")
    assert code_of(server.program().get("/games/CHESS!")) == (422, "invalid_request")


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_box_is_returned_and_may_be_cached(server: Server, game: Game) -> None:
    answer = server.program().get(f"/games/{game.name}/box")
    assert answer.json() == json.loads(json.dumps(game.scenery.box()))
    assert answer.json()["game"] == game.name
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "Set-Cookie" not in server.guest().get(f"/games/{game.name}/box").headers


def test_box_of_an_unknown_game_is_not_found(server: Server) -> None:
    refused = server.program().get("/games/chess/box")
    assert code_of(refused) == (404, "unknown_game")
    assert refused.headers["Cache-Control"] == "no-store"
