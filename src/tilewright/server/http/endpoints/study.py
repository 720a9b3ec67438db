"""Positions that anybody brings along: drawn, moved on, moves tried. Nothing is kept.

For lessons and puzzles. What is asked for holds all that the answer is made of, so no game that
goes on can be asked about.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from tilewright.errors import HiddenInformation
from tilewright.game import COMPLETE
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.server.effects import Stretch, preview, recount, see, written
from tilewright.server.http.dependencies import ClientKey, TheServices
from tilewright.server.http.structs import Body, encode, shows
from tilewright.text import parse_fields
from tilewright.wire.analysis import Studied, StudyTask

__all__ = ["parse_complete", "router", "study_position"]

router = APIRouter(tags=["study"])


@router.post("/study", **shows(Studied, 403, 404, 409))
async def study(client: ClientKey, services: TheServices, body: Body[StudyTask]) -> str:
    """Draw a position, play on from it, try moves. Nothing is kept, and anybody may."""
    services.admission.studies.take(client)
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
        scene=written(seen.scene_json()),
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
