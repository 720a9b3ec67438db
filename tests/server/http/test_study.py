"""Positions that a person brings along: drawn, played on, tried; and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tilewright as tw
from browser import Server, code_of
from tilewright.game import Game
from tilewright.server.ratelimit.limits import Limiter, Rate
from walks import REAL_GAMES


@pytest.fixture
def position() -> tw.Position:
    return tw.new("my-shelfie", players=2, seed=7)


def study(server: Server, position: tw.Position | str, **more: Any) -> dict[str, Any]:
    answer = server.program().post("/study", json={"position": str(position)} | more)
    return answer.raise_for_status().json()


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_study_shows_a_position_and_plays_on(server: Server, game: Game) -> None:
    start = tw.new(game.name, players=game.players[-1], seed=3)
    played = start.copy()
    effects = []
    for _ in range(6):
        effects.append(plain(played.effect(played.legal_moves[0])))
        played.play(played.legal_moves[0])
    found = study(server, start, moves=played.moves, preview=played.legal_moves[:3])
    assert found["position"] == played.text
    assert found["scene"] == plain(played.scene())
    assert found["legal"] == list(played.legal_moves)
    assert (found["mover"], found["is_over"]) == (played.mover, False)
    assert [one["effect"] for one in found["played"]] == effects
    assert [(one["ply"], one["move"]) for one in found["played"]] == list(enumerate(played.moves))
    assert found["effects"] == [plain(played.effect(move)) for move in played.legal_moves[:3]]


def test_study_respects_the_view_of_a_seat(server: Server, position: tw.Position) -> None:
    """MS-3: personal goal cards are secret."""
    found = study(server, position, seat=1, preview=position.legal_moves[:1])
    assert [seat["card"] is None for seat in found["scene"]["seats"]] == [True, False]
    assert found["position"] == position.view(1).text
    assert found["effects"] == [plain(position.view(1).effect(position.legal_moves[0]))]


def test_study_plays_to_the_end(server: Server) -> None:
    start = tw.new("toy", seed=3)
    played = start.copy()
    while not played.is_over:
        played.play(played.legal_moves[0])
    found = study(server, start, moves=played.moves, preview=["take 1"])
    assert found["is_over"] and found["legal"] == []
    assert found["scene"]["places"] == list(played.standing().places)
    assert found["effects"][0]["illegal"]["code"] == "game_over"


def test_study_previews_illegal_moves_but_does_not_play_them(
    server: Server, position: tw.Position
) -> None:
    found = study(server, position, preview=["e5>1", "?"])
    assert [one["illegal"]["code"] for one in found["effects"]] == ["illegal_move", "invalid_text"]
    refused = server.program().post("/study", json={"position": str(position), "moves": ["e5>1"]})
    assert code_of(refused) == (422, "illegal_move") and refused.json()["rule"] == "MS-7"


@pytest.mark.parametrize(
    "change, refusal",
    [
        ({"position": "nonsense"}, (422, "invalid_text")),
        ({"position": "x" * 20_001}, (422, "invalid_request")),
        ({"moves": ["d4>1"] * 401}, (422, "invalid_request")),
        ({"preview": ["d4>1"] * 65}, (422, "invalid_request")),
        ({"preview": ["x" * 201]}, (422, "invalid_request")),
        ({"seat": 2}, (422, "invalid_option")),
        ({"seat": 9}, (422, "invalid_request")),
        ({"more": 1}, (422, "invalid_request")),
    ],
)
def test_study_with_invalid_input_is_refused(
    server: Server, position: tw.Position, change: dict[str, Any], refusal: tuple[int, str]
) -> None:
    body = {"position": str(position)} | change
    assert code_of(server.program().post("/study", json=body)) == refusal


def test_study_of_a_view_is_refused(server: Server, position: tw.Position) -> None:
    """Hidden information is not filled in for others."""
    refused = server.program().post("/study", json={"position": position.view(0).text})
    assert code_of(refused) == (403, "hidden")


def test_study_of_an_unknown_game_is_refused(server: Server, position: tw.Position) -> None:
    text = str(position).replace("my-shelfie", "chess")
    assert code_of(server.program().post("/study", json={"position": text})) == (
        404,
        "unknown_game",
    )


def test_study_requests_are_counted(server: Server, position: tw.Position) -> None:
    limiter = server.services.quotas.studies
    assert isinstance(limiter, Limiter)
    limiter.rate = Rate(2, 1e-9)
    for _ in range(2):
        study(server, position)
    refused = server.program().post("/study", json={"position": str(position)})
    assert code_of(refused) == (429, "too_many_requests")
