"""Seats over HTTP: taking one, leaving it, giving it to a bot, beginning."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from tilewright.events import Person
from tilewright.match import seating
from tilewright.server.http.endpoints.games import find_bot
from tilewright.server.http.fields import PathSeat
from tilewright.server.http.structs import sent, shows
from tilewright.server.http.visits import ThisPlayer
from tilewright.server.people.names import parse_name
from tilewright.wire.tables import Beginning, BotChoice, Sitting, TableShown

__all__ = ["router"]

router = APIRouter(tags=["seats"])


@router.post("/tables/{table}/seats", **shows(TableShown, 401, 403, 404, 409))
async def sit(player: ThisPlayer, body: Annotated[Sitting, sent(Sitting)]) -> str:
    """Take a seat, with bytes of your own for the shuffle if you like. You may take several."""
    name = player.identity.name if body.name is None else parse_name(body.name)
    who = Person(player.id, name)
    return await player.do_and_show(
        lambda match, now: seating.sit(match, who, now, body.seat, body.salt)
    )


@router.delete("/tables/{table}/seats/{seat}", **shows(TableShown, 401, 403, 404, 409))
async def stand(seat: PathSeat, player: ThisPlayer) -> str:
    """Leave your seat before the game has begun. The host may free any."""
    return await player.do_and_show(lambda match, now: seating.stand(match, player.id, seat, now))


@router.put("/tables/{table}/seats/{seat}/bot", **shows(TableShown, 401, 403, 404, 409))
async def seat_bot(
    seat: PathSeat, player: ThisPlayer, body: Annotated[BotChoice, sent(BotChoice)]
) -> str:
    """Give a free seat to a bot; only the host may."""
    name = find_bot(player.table.match.terms.game, body.bot)
    return await player.do_and_show(
        lambda match, now: seating.seat_bot(match, player.id, seat, name, now)
    )


@router.post("/tables/{table}/start", **shows(TableShown, 401, 403, 404, 409))
async def start(player: ThisPlayer, body: Annotated[Beginning, sent(Beginning)]) -> str:
    """Deal the cards; only the host may. All seats must be taken, or `fill` names a bot."""
    fill = body.fill and find_bot(player.table.match.terms.game, body.fill)
    return await player.do_and_show(lambda match, now: seating.start(match, player.id, now, fill))
