"""Routes for rooms: what a group of friends plays now, their score, and their next table."""

from __future__ import annotations

from tilewright.server.http.dependencies import (
    CallerDep,
    CurrentPerson,
    OptionalPerson,
    PathRoom,
    ServicesDep,
    make_counted_router,
)
from tilewright.server.http.game_source import build_table_response
from tilewright.server.http.responses import Body, encode, responses
from tilewright.server.http.routers.lobby import open_new_table, to_table_card
from tilewright.wire.rooms import RoomPlayer, RoomShown
from tilewright.wire.tables import NewTable, TableShown

__all__ = ["router"]

router = make_counted_router("rooms")


@router.get("/rooms/{room}", **responses(RoomShown, 404))
async def get_room(room: PathRoom, services: ServicesDep, person: OptionalPerson) -> str:
    """Return the room of an invitation: its current table, its players and their wins."""
    found = await services.rooms.find(room)
    me = person.id if person else None
    players = [
        RoomPlayer(
            name=one.name,
            is_bot=one.person is None,
            is_me=one.person is not None and one.person == me,
            wins=one.wins,
            games=one.games,
        )
        for one in found.players
    ]
    return encode(
        RoomShown(
            id=room,
            table=to_table_card(found.current, me) if found.current else None,
            games=found.games,
            players=players,
            here=sorted(found.names[one] for one in found.here & found.names.keys()),
            others=len(found.here - found.names.keys()),
            may_open=found.may_open(me),
        )
    )


@router.post("/rooms/{room}/tables", **responses(TableShown, 401, 403, 404, 409, status=201))
async def open_next_table(
    room: PathRoom,
    person: CurrentPerson,
    caller: CallerDep,
    services: ServicesDep,
    body: Body[NewTable],
) -> str:
    """Open the next table of a room, as its host, on any terms. Only its players may do so.

    It has the room's invitation. While a game of the room is running there is no next table.
    """
    services.quotas.tables.consume(caller)
    (await services.rooms.find(room)).check_may_open(person.id)
    table = await open_new_table(services, person, body, invite=room)
    return encode(build_table_response(services.tables, table, person.id))
