"""Seats over HTTP: taking one, leaving it, giving it to a bot, beginning, going on elsewhere."""

from __future__ import annotations

from fastapi import APIRouter

from tilewright.events import Event, Person
from tilewright.match import Match, handing, seating
from tilewright.server.http.dependencies import TheCaller
from tilewright.server.http.endpoints.games import find_bot
from tilewright.server.http.fields import PathSeat
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.http.visits import ThisPlayer
from tilewright.server.people.names import parse_name
from tilewright.server.tables.fairness import check_account, find_callers, why_unrated
from tilewright.server.tables.quick import meeting
from tilewright.server.tables.seat_keys import make_key, read_key
from tilewright.wire.tables import (
    Beginning,
    BotChoice,
    SeatKey,
    SeatTaken,
    Sitting,
    TableShown,
)

__all__ = ["router"]

router = APIRouter(tags=["seats"])


@router.post("/tables/{table}/seats", **shows(TableShown, 401, 403, 404, 409))
async def sit(player: ThisPlayer, caller: TheCaller, body: Body[Sitting]) -> str:
    """Take a seat, with bytes of your own for the shuffle if you like. You may take several.

    In a quick match you take the next one that is free, and with the last one the game begins.
    """
    check_account(player.identity, is_rated=player.table.match.terms.rated)
    if player.table.match.is_quick:
        here = await player.tables.presence.find_people(player.table.id) or set()
        callers = await find_callers(player.tables, player.table, caller)
        return await player.do_and_show(meeting(player.identity, callers, here))
    name = player.identity.name if body.name is None else parse_name(body.name)
    who = Person(player.id, name)
    return await player.do_and_show(
        lambda match, now: seating.sit(match, who, now, body.seat, body.salt)
    )


@router.delete("/tables/{table}/seats/{seat}", **shows(TableShown, 401, 403, 404, 409))
async def stand(seat: PathSeat, player: ThisPlayer) -> str:
    """Leave your seat before the game has begun. The host may free any, kept ones too."""
    return await player.do_and_show(lambda match, now: seating.stand(match, player.id, seat, now))


@router.put("/tables/{table}/seats/{seat}/bot", **shows(TableShown, 401, 403, 404, 409))
async def seat_bot(seat: PathSeat, player: ThisPlayer, body: Body[BotChoice]) -> str:
    """Give a free seat to a bot; only the host may."""
    name = find_bot(player.table.match.terms.game, body.bot)
    return await player.do_and_show(
        lambda match, now: seating.seat_bot(match, player.id, seat, name, now)
    )


@router.post("/tables/{table}/start", **shows(TableShown, 401, 403, 404, 409))
async def start(player: ThisPlayer, caller: TheCaller, body: Body[Beginning]) -> str:
    """Deal the cards; only the host may. All seats must be taken, or `fill` names a bot.

    A rated game begins when everybody is at the table, on a socket of theirs. Where two of them
    share an address it is not rated, and `unrated` says so.
    """
    fill = body.fill and find_bot(player.table.match.terms.game, body.fill)
    here = {player.id, *(await player.tables.presence.find_people(player.table.id) or ())}
    callers = await find_callers(player.tables, player.table, caller)

    def wish(match: Match, now: int) -> list[Event]:
        people = {chair.owner for chair in match.chairs if chair.owner is not None}
        unrated = why_unrated(callers, people)
        return seating.start(match, player.id, now, fill, here=here, unrated=unrated)

    return await player.do_and_show(wish)


@router.post("/tables/{table}/seats/{seat}/key", **shows(SeatKey, 401, 403, 404, 409))
async def give_key(seat: PathSeat, player: ThisPlayer) -> str:
    """A key with which another device takes your seat: once, within five minutes.

    The host gets one to the seat of somebody who has been away for a while. There is none in
    games that count.
    """
    now = player.tables.clock()
    async with player.tables.reading(player.table) as match:
        giver = handing.find_giver(match, player.id, seat, now)
        return encode(make_key(player.table.id, match, seat, giver, now))


@router.put("/tables/{table}/seats/{seat}/owner", **shows(TableShown, 401, 403, 404, 409))
async def take_seat(seat: PathSeat, player: ThisPlayer, body: Body[SeatTaken]) -> str:
    """Have a seat of a running game from now on, with a key to it; who had it looks on."""
    who = Person(player.id, player.identity.name)

    def wish(match: Match, now: int) -> list[Event]:
        if seat in match.seats_of(player.id):
            return []  # it has come true before
        giver = read_key(player.table.id, match, seat, body.key, now)
        return handing.hand_over(match, giver, seat, who, now)

    return await player.do_and_show(wish)
