"""Evenings of a club, over HTTP: made, looked at, closed. Their deals are played like any other."""

from __future__ import annotations

from tilewright.bots import plain_name
from tilewright.errors import NotFound
from tilewright.server.http.dependencies import (
    CurrentPerson,
    OptionalPerson,
    TheCaller,
    TheServices,
    looks_router,
)
from tilewright.server.http.fields import PathDeal, PathEvening
from tilewright.server.http.services import Services
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.storage.evenings import Evening
from tilewright.server.tables.evenings import Player, Standing
from tilewright.wire.evenings import EveningDeal, EveningPlayer, EveningShown, NewEvening

__all__ = ["router"]

router = looks_router("deals")


@router.post("/evenings", **shows(EveningShown, 401, 403, 404, status=201))
async def make_evening(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[NewEvening]
) -> str:
    """Make an evening: whoever knows its `id` plays its deals, each once, today or tomorrow."""
    services.admission.tables.take(caller, body.deals)
    made = await services.evenings.make(
        person,
        body.name,
        body.game,
        body.players,
        body.level,
        body.deals,
        is_together=body.is_together,
    )
    return await _show(services, made, person.id)


@router.get("/evenings/{evening}", **shows(EveningShown, 404))
async def look_at_evening(
    evening: PathEvening, services: TheServices, person: OptionalPerson
) -> str:
    """An evening, and how those did who take part: of each deal only once you have finished it,
    or the evening is over. Take one of its deals, and you take part."""
    found = await services.evenings.find(evening)
    return await _show(services, found, person.id if person else None)


@router.post("/evenings/{evening}/close", **shows(EveningShown, 401, 403, 404, 409))
async def close_evening(evening: PathEvening, person: CurrentPerson, services: TheServices) -> str:
    """End your evening. What is not finished counts no more, and everybody sees the results."""
    found = await services.evenings.find(evening)
    return await _show(services, await services.evenings.close(found, person), person.id)


@router.post("/evenings/{evening}/join", **shows(EveningShown, 401, 403, 404, 409))
async def join_evening(evening: PathEvening, person: CurrentPerson, services: TheServices) -> str:
    """Say that you are there, where an evening is played at tables: you are seated with the next
    deal."""
    found = await services.evenings.find(evening)
    await services.evenings.join(found, person)
    return await _show(services, found, person.id)


@router.post("/evenings/{evening}/leave", **shows(EveningShown, 401, 403, 404))
async def leave_evening(evening: PathEvening, person: CurrentPerson, services: TheServices) -> str:
    """You are not seated any more; what you have played counts."""
    found = await services.evenings.find(evening)
    await services.evenings.leave(found, person)
    return await _show(services, found, person.id)


@router.post("/evenings/{evening}/deals/{deal}/seats", **shows(EveningShown, 401, 403, 404, 409))
async def seat_people(
    evening: PathEvening,
    deal: PathDeal,
    person: CurrentPerson,
    caller: TheCaller,
    services: TheServices,
) -> str:
    """Seat all who have joined your evening and have no table of this deal yet: at two tables or
    more, and bots have the seats that are left over. The games begin at once."""
    found = await services.evenings.find(evening)
    which = next((one for one in found.deals if one.id == deal), None)
    if which is None:
        raise NotFound(f"there is no deal {deal!r} at this evening")
    plan = await services.evenings.plan(found, person, which)
    services.admission.tables.take(caller, len(plan))
    await services.evenings.seat(which, plan)
    return await _show(services, found, person.id)


# --- What is shown ------------------------------------------------------------------------------


async def _show(services: Services, evening: Evening, person: str | None) -> str:
    standing = await services.evenings.standing(evening, person)
    first = evening.deals[0]
    shown = EveningShown(
        id=evening.id,
        name=evening.name,
        game=first.game,
        bots=[plain_name(seat) for seat in first.setup.seats if seat is not None],
        seats=len(first.setup.seats),
        is_together=evening.is_together,
        has_joined=standing.has_joined,
        is_host=person == evening.host,
        last_day=first.last_day,
        is_over=services.evenings.is_over(evening),
        is_final=standing.is_final,
        deals=[_deal(evening, standing, number) for number in range(len(evening.deals))],
        players=[_player(one, person) for one in standing.players],
    )
    return encode(shown)


def _deal(evening: Evening, standing: Standing, number: int) -> EveningDeal:
    return EveningDeal(
        id=evening.deals[number].id,
        count=standing.counts[number],
        mean=standing.means[number],
        table=standing.tables[number],
        seated=standing.seated[number] if evening.is_together else [],
        is_done=standing.done[number],
    )


def _player(player: Player, person: str | None) -> EveningPlayer:
    return EveningPlayer(
        name=player.name,
        is_me=player.person == person,
        place=player.place,
        finished=player.finished,
        marks=list(player.marks),
        total=player.total,
    )
