"""Analysis routes: states for an engine, studies of positions, verification.

Players of a running game that counts get no states.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Depends

from tilewright.errors import HiddenInformation, TilewrightError
from tilewright.game import COMPLETE
from tilewright.match import game_commands
from tilewright.position import Position
from tilewright.records.commit_reveal import Shuffle
from tilewright.records.record import read_record
from tilewright.records.verify import describe_shuffle, verify_record
from tilewright.registry import get_game
from tilewright.server.http.dependencies import CallerDep, ClientKey, ServicesDep
from tilewright.server.http.game_source import GameSource, PlayerDep, record_game, table_game
from tilewright.server.http.responses import Body, encode, responses
from tilewright.server.presenters import (
    MoveRange,
    list_played_moves,
    preview_moves,
    raw_json,
    visible_position,
)
from tilewright.server.tables.permissions import check_help_allowed
from tilewright.text import parse_fields
from tilewright.version import __version__
from tilewright.wire.analysis import StateShown, StatesShown, StudyResult, StudyTask
from tilewright.wire.records import ShuffleParts, VerifyRequest, VerifyResponse

__all__ = ["analyse_position", "router"]

router = APIRouter(tags=["analysis"])


# --- States, of tables and records --------------------------------------------------------------


def add_routes(kind: str, source: Callable[..., Awaitable[GameSource]], *statuses: int) -> None:
    """Add the analysis routes for finished games of one kind of source.

    Args:
        kind: ``table`` or ``record``, as in the path.
        source: The dependency that returns the game.
        statuses: Error statuses that the routes may return.
    """
    path = f"/{kind}s/{{{kind}}}"
    this_game = Depends(source)

    @router.get(f"{path}/states", name=f"list_{kind}_states", **responses(StatesShown, *statuses))
    async def list_states(
        caller: CallerDep, services: ServicesDep, game: GameSource = this_game
    ) -> str:
        """List all states of a finished game, as bytes for your own engine.

        Refused while you are playing the same game in a match that counts.
        """
        position = await game.load_position()
        services.quotas.studies.consume(caller.client)
        name = position.game.name
        await check_help_allowed(services.database, caller.person, name)
        states = await asyncio.to_thread(_encode_states, position)
        first = position.first_ply
        return encode(StatesShown(version=__version__, game=name, first=first, states=states))


add_routes("table", table_game, 401, 403, 404, 409)
add_routes("record", record_game, 401, 404, 409)


def _encode_states(game: Position) -> list[str]:
    """Return the states of all plies of `game`, encoded as text."""
    position = game.after(0)
    packed = [position.packed]
    for action in game.actions:
        position.play(action)
        packed.append(position.packed)
    return packed


# --- The current state of a table ---------------------------------------------------------------


@router.get("/tables/{table}/state", **responses(StateShown, 401, 403, 404, 409))
async def get_table_state(player: PlayerDep, services: ServicesDep) -> str:
    """Return your view of the current position, as bytes for your own engine.

    Only on your own turn, in a game without other people, and not in rated games or shared deals.
    The page computes its hints from it. The layout depends on the version: use this server's
    engine.
    """
    match = player.table.match
    view = match.board.view(game_commands.seat_for_hint(match, player.id))
    await check_help_allowed(services.database, player.id, view.game.name)
    return encode(
        StateShown(version=__version__, game=view.game.name, number=match.number, state=view.packed)
    )


# --- Studies ------------------------------------------------------------------------------------


@router.post("/study", **responses(StudyResult, 403, 404, 409))
async def study_position(client: ClientKey, services: ServicesDep, body: Body[StudyTask]) -> str:
    """Render a position, play or preview moves on it. Nothing is stored; no sign-in is needed."""
    services.quotas.studies.consume(client)
    return encode(await asyncio.to_thread(analyse_position, body))


def analyse_position(task: StudyTask) -> StudyResult:
    """Play the task's moves on its position. Return the new view and the previews.

    The result depends only on the task, so it reveals nothing about a running game.
    """
    position, is_revealed = _parse_full_position(task.position), task.seat is None
    for move in task.moves:
        position.play(move)
    seen = visible_position(position, task.seat, is_revealed=is_revealed)
    return StudyResult(
        mover=seen.mover,
        is_over=seen.is_over,
        position=seen.text,
        scene=raw_json(seen.scene_json()),
        legal=list(seen.legal_moves),
        played=list_played_moves(
            MoveRange.last(position, len(task.moves)), task.seat, is_revealed=is_revealed
        ),
        effects=preview_moves(seen, task.preview),
    )


def _parse_full_position(text: str) -> Position:
    """Parse a complete position. Raises HiddenInformation if it is one player's view."""
    game = get_game(parse_fields(text).take("game").text)
    position = Position.from_text(game, text)
    if position.viewer != COMPLETE:
        raise HiddenInformation("expected a complete position; found a seat's view")
    return position


# --- Verification -------------------------------------------------------------------------------


@router.post("/verify", **responses(VerifyResponse, 403))
async def verify(services: ServicesDep, client: ClientKey, body: Body[VerifyRequest]) -> str:
    """Verify a record, or that a shuffle matches the commitment made before the game."""
    services.quotas.checks.consume(client)
    try:
        return encode(
            VerifyResponse(holds=True, lines=await asyncio.to_thread(_verify_claim, body))
        )
    except TilewrightError as error:
        return encode(VerifyResponse(holds=False, lines=[str(error)]))


def _verify_claim(request: VerifyRequest) -> list[str]:
    """Verify a record or a shuffle. Return lines that say what was verified.

    Raises:
        TilewrightError: It does not match its commitment, or is invalid.
    """
    if request.record is not None:
        return verify_record(read_record(request.record), request.commitment)
    # VerifyRequest ensures this.
    assert request.shuffle is not None and request.commitment is not None
    return _verify_shuffle(request.shuffle, request.commitment)


def _verify_shuffle(parts: ShuffleParts, commitment: str) -> list[str]:
    """Verify that a shuffle matches its commitment and seed. Return lines that describe it.

    Raises:
        TilewrightError: The shuffle does not match.
    """
    salts = tuple(bytes.fromhex(salt) for salt in parts.salts)
    shuffle = Shuffle(bytes.fromhex(parts.secret), salts)
    shuffle.check(commitment, int(parts.seed))
    return list(describe_shuffle(shuffle, is_compared=True))
