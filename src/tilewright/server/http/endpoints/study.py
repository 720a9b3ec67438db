"""Positions that anybody brings along: drawn, moved on, moves tried. Nothing is kept.

For lessons and puzzles. What is asked for holds all that the answer is made of, so no game that
goes on can be asked about.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter
from msgspec import Struct
from pydantic import Field

from tilewright.errors import HiddenInformation
from tilewright.game import COMPLETE, Seat
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.server.effects import (
    MAX_PREVIEWS,
    Effect,
    Played,
    Scene,
    Stretch,
    preview,
    recount,
    see,
)
from tilewright.server.http.dependencies import Body, ClientKey, TheServices
from tilewright.server.http.fields import MoveText, SeatNumber
from tilewright.server.http.structs import encode, shows
from tilewright.text import parse_fields

__all__ = ["MAX_POSITION", "Studied", "StudyTask", "parse_complete", "router", "study_position"]

router = APIRouter(tags=["study"])

MAX_POSITION = 20_000
MAX_MOVES = 400


class StudyTask(Body):
    """A position, how it goes on, and what might be played then."""

    position: str = Field(max_length=MAX_POSITION, description="As text, with nothing hidden.")
    moves: Annotated[list[MoveText], Field(max_length=MAX_MOVES)] = Field(
        default=[], description="Played one after the other."
    )
    preview: Annotated[list[MoveText], Field(max_length=MAX_PREVIEWS)] = Field(
        default=[], description="Tried afterwards, each by itself."
    )
    seat: SeatNumber | None = Field(default=None, description="As this seat sees it all.")


class Studied(Struct, frozen=True, kw_only=True):
    """The position after the moves, what they did, and what others would do."""

    mover: Seat
    is_over: bool
    position: str
    """As text; as the seat sees it, if one was named."""
    scene: Scene
    legal: list[str]
    played: list[Played]
    effects: list[Effect]
    """Of the moves that were tried, in their order."""


@router.post("/study", **shows(Studied, 403, 404, 409))
async def study(body: StudyTask, client: ClientKey, services: TheServices) -> str:
    """Draw a position, play on from it, try moves. Nothing is kept, and anybody may."""
    services.limits.studies.take(client)
    return encode(await asyncio.to_thread(study_position, body))


def study_position(task: StudyTask) -> Studied:
    """Play the moves, then look and try."""
    position, is_revealed = parse_complete(task.position), task.seat is None
    for move in task.moves:
        position.play(move)
    seen = see(position, task.seat, is_revealed=is_revealed)
    return Studied(
        mover=seen.mover,
        is_over=seen.is_over,
        position=seen.text,
        scene=seen.scene(),
        legal=list(seen.legal_moves),
        played=recount(Stretch.last(position, len(task.moves)), task.seat, is_revealed=is_revealed),
        effects=preview(seen, task.preview),
    )


def parse_complete(text: str) -> Position:
    """A position that says itself which game it is of."""
    game = get_game(parse_fields(text).take("game").text)
    position = Position.from_text(game, text)
    if position.viewer != COMPLETE:
        raise HiddenInformation("expected a complete position; found a seat's view")
    return position
