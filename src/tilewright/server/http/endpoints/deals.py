"""Deals that many play, over HTTP: what they are, how others did, and your own table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from fastapi import Request
from msgspec import structs

from tilewright.bots import plain_name
from tilewright.days import is_day
from tilewright.errors import HiddenInformation, NotFound
from tilewright.game import Seat
from tilewright.server.http.dependencies import (
    CurrentPerson,
    OptionalPerson,
    TheCaller,
    TheServices,
    looks_router,
)
from tilewright.server.http.endpoints.analysis import unless_gone
from tilewright.server.http.fields import PathDay, PathDeal
from tilewright.server.http.services import Services
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.http.visits import show
from tilewright.server.storage import deals as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import Deal, Field, Made, Play, Result
from tilewright.server.tables.luck import next_line
from tilewright.server.tables.par import shuffle_of
from tilewright.shuffle import commit
from tilewright.wire.deals import (
    AdjustedShown,
    DayShown,
    DealResult,
    DealShown,
    DealShuffle,
    FieldShown,
    MadeShown,
    MyDeal,
    NewDeal,
)
from tilewright.wire.tables import TableShown

__all__ = ["router"]

router = looks_router("deals")

MAX_RESULTS: Final = 100


@router.get("/daily", **shows(DayShown))
async def todays_deals(services: TheServices, person: OptionalPerson) -> str:
    """Today's deals (in UTC), one for each game, and how those did who have played them."""
    return await _show_day(services, services.deals.today, person.id if person else None)


@router.get("/daily/{date}", **shows(DayShown, 404))
async def deals_of_a_day(date: PathDay, services: TheServices, person: OptionalPerson) -> str:
    """The same for an earlier day."""
    if not is_day(date):
        raise NotFound(f"expected a day of the calendar; found {date}")
    return await _show_day(services, date, person.id if person else None)


@router.get("/deals/{deal}", **shows(DealShown, 404))
async def look_at_deal(deal: PathDeal, services: TheServices, person: OptionalPerson) -> str:
    """One deal, and how those did who have played it."""
    found = await services.deals.find(deal)
    return encode(await _show(services, found, person.id if person else None))


@router.post("/deals", **shows(DealShown, 401, 403, 404, status=201))
async def make_deal(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[NewDeal]
) -> str:
    """Make a deal for friends: whoever knows its `id` plays the same, once, within a week."""
    services.admission.tables.take(caller)
    made = await services.deals.make(body.game, body.players, body.level)
    return encode(await _show(services, made, person.id))


@router.post("/deals/{deal}/table", **shows(TableShown, 401, 403, 404))
async def play_deal(
    deal: PathDeal, person: CurrentPerson, caller: TheCaller, services: TheServices
) -> str:
    """Your table of a deal. You have one; ask again and you get the same.

    There is no undo and there are no hints. Until the last day of a deal is over nobody is shown
    what it hides, and a game that is given up, or not finished by then, has no result. In the
    deals of days accounts are ranked; guests are told the place that they would have.
    """
    services.admission.tables.take(caller)
    table = await services.deals.play(await services.deals.find(deal), person, caller.client)
    return encode(await show(services.tables, table, person.id))


@router.post("/deals/{deal}/luck", **shows(DealShown, 401, 403, 404))
async def take_luck_out(
    deal: PathDeal,
    person: CurrentPerson,
    caller: TheCaller,
    services: TheServices,
    request: Request,
) -> str:
    """Have the luck taken out of one more result: yours first, then the others' from the best.

    For those who have finished, and for everybody once the last day is over. It takes seconds, and
    counts as an analysis; where none is left to look at, nothing happens. Games for one have none.
    """
    found = await services.deals.find(deal)
    _, results, mine = await services.database.read(lambda tx: _standings(tx, deal, person.id))
    my_own = [mine.made] if mine and mine.made else []
    if not my_own and not services.deals.is_over(found):
        raise HiddenInformation("expected you to have finished this deal; you have not")
    line = next_line([*my_own, *(one.made for one in results)])
    if line is not None and len(found.setup.seats) > 1:
        services.admission.analyses.take(caller)
        await unless_gone(request, services.deals.take_luck_out(found, line, caller))
    return encode(await _show(services, found, person.id))


# --- What is shown ------------------------------------------------------------------------------


async def _show_day(services: Services, day: str, person: str | None) -> str:
    deals = await services.deals.of_day(day)
    earlier, later = await services.database.read(lambda tx: store.days_beside(tx, day))
    shown = [await _show(services, deal, person) for deal in deals]
    return encode(DayShown(day, earlier, later, shown))


async def _show(services: Services, deal: Deal, person: str | None) -> DealShown:
    field, results, mine = await services.database.read(lambda tx: _standings(tx, deal.id, person))
    if results or mine:
        services.deals.find_par(deal)
    line = mine.made.line if mine and mine.made else None
    is_over = services.deals.is_over(deal)
    is_open = is_over or (mine is not None and mine.has_ended)
    if deal.day is None and not is_open:  # who is challenged plays before looking
        field, results = Field(field.count, 0), []
    if deal.setup.is_together:
        results, mine = _by_seat(results, field, mine, person)
    return DealShown(
        id=deal.id,
        game=deal.game,
        seats=[seat and plain_name(seat) for seat in deal.setup.seats],
        day=deal.day,
        last_day=deal.last_day,
        evening=deal.evening,
        commitment=commit(deal.secret),
        field=FieldShown(field.count, field.margin),
        results=[_result(one, field, person, line, is_open=is_open) for one in results],
        mine=_mine(mine, field),
        par=_made(deal.par, field, deal.setup.seat, line) if deal.par and is_open else None,
        shuffle=_shuffle(deal) if is_over else None,
    )


def _standings(
    tx: Transaction, deal: str, person: str | None
) -> tuple[Field, list[Result], Play | None]:
    mine = store.play_of(tx, deal, person) if person is not None else None
    return store.field_of(tx, deal), store.results(tx, deal, MAX_RESULTS), mine


def _by_seat(
    results: list[Result], field: Field, mine: Play | None, person: str | None
) -> tuple[list[Result], Play | None]:
    """In the order of what each made of their seat."""
    results = sorted(results, key=lambda one: -field.above(one.made, one.seat))
    ranks = {one.person: rank for rank, one in enumerate(results, 1)}
    return results, mine and replace(mine, rank=ranks.get(person or ""))


def _result(
    result: Result, field: Field, person: str | None, mine: str | None, *, is_open: bool
) -> DealResult:
    made = _made(result.made, field, result.seat, mine)
    shown = made if is_open else structs.replace(made, adjusted=None)
    return DealResult(
        **structs.asdict(shown),
        name=result.name,
        seat=result.seat,
        at=result.at,
        is_me=result.person == person,
    )


def _made(made: Made, field: Field, seat: Seat, mine: str | None) -> MadeShown:
    return MadeShown(
        place=made.place,
        score=made.score,
        margin=made.margin,
        above=field.above(made, seat),
        adjusted=_adjusted(made),
        parted=parted(made.line, mine),
    )


def _adjusted(made: Made) -> AdjustedShown | None:
    found = made.adjusted
    return AdjustedShown(share=found.share, error=found.error) if found else None


def _mine(play: Play | None, field: Field) -> MyDeal | None:
    if play is None:
        return None
    made = _made(play.made, field, play.seat, None) if play.made else None
    return MyDeal(table=play.table, made=made, rank=play.rank, is_ranked=play.is_ranked)


def parted(line: str, mine: str | None) -> int | None:
    """After how many equal moves a game went another way than mine; None where it never did, or
    one of them is not known."""
    if not line or not mine or line == mine:
        return None
    pairs: Iterable[tuple[str, str]] = zip(line.split("\n"), mine.split("\n"), strict=False)
    return next((ply for ply, (one, other) in enumerate(pairs) if one != other), None)


def _shuffle(deal: Deal) -> DealShuffle:
    return DealShuffle(secret=deal.secret.hex(), seed=str(shuffle_of(deal).seed))
