"""The daily deal over HTTP: what it is, how others did, and your own table."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from tilewright.days import is_day
from tilewright.errors import NotFound
from tilewright.server.http.dependencies import (
    CurrentPerson,
    OptionalPerson,
    TheCaller,
    TheServices,
    count_look,
)
from tilewright.server.http.fields import PathDay
from tilewright.server.http.services import Services
from tilewright.server.http.structs import encode, shows
from tilewright.server.http.visits import show
from tilewright.server.storage import daily as store
from tilewright.server.storage.daily import Deal, Play, Result
from tilewright.server.storage.database import Transaction
from tilewright.server.tables.daily import daily_game, shuffle_of
from tilewright.shuffle import commit
from tilewright.wire.daily import DailyResult, DailyShown, DailyShuffle, MyDaily
from tilewright.wire.tables import TableShown

__all__ = ["router"]

router = APIRouter(tags=["daily"], dependencies=[Depends(count_look)])

MAX_RESULTS = 100


@router.get("/daily", **shows(DailyShown))
async def todays_deal(services: TheServices, person: OptionalPerson) -> str:
    """Today's deal (in UTC), and how those did who have played it."""
    return encode(await _show(services, services.daily.today, person.id if person else None))


@router.get("/daily/{date}", **shows(DailyShown, 404))
async def deal_of_a_day(date: PathDay, services: TheServices, person: OptionalPerson) -> str:
    """The same for an earlier day."""
    if not is_day(date):
        raise NotFound(f"expected a day of the calendar; found {date}")
    return encode(await _show(services, date, person.id if person else None))


@router.post("/daily", **shows(TableShown, 401, 403))
async def play_daily(person: CurrentPerson, caller: TheCaller, services: TheServices) -> str:
    """Your table of today's deal. You have one; ask again and you get the same.

    There is no undo and there are no hints, and until the day is over nobody is shown what the
    deal hides. A game that is given up, or not finished within the day, has no result. Accounts
    are ranked; guests are told the place that they would have.
    """
    services.admission.tables.take(caller)
    table = await services.daily.play(person, caller.client)
    return encode(await show(services.tables, table, person.id))


async def _show(services: Services, day: str, person: str | None) -> DailyShown:
    deal = await services.daily.find(day)
    results, mine = await services.database.read(lambda tx: _standings(tx, day, person))
    if results or mine:
        services.daily.find_par(deal)
    return DailyShown(
        date=day,
        game=daily_game().name,
        commitment=commit(deal.secret),
        results=[_result(result, person) for result in results],
        mine=_mine(mine),
        par=deal.par,
        shuffle=_shuffle(deal) if services.daily.is_over(day) else None,
    )


def _standings(tx: Transaction, day: str, person: str | None) -> tuple[list[Result], Play | None]:
    lower = daily_game().lower_is_better
    mine = store.play_of(tx, day, person, lower_is_better=lower) if person is not None else None
    return store.results(tx, day, MAX_RESULTS, lower_is_better=lower), mine


def _result(result: Result, person: str | None) -> DailyResult:
    is_me = result.person == person
    return DailyResult(name=result.name, score=result.score, at=result.at, is_me=is_me)


def _mine(play: Play | None) -> MyDaily | None:
    if play is None:
        return None
    return MyDaily(table=play.table, score=play.score, place=play.place, is_ranked=play.is_ranked)


def _shuffle(deal: Deal) -> DailyShuffle:
    return DailyShuffle(secret=deal.secret.hex(), seed=str(shuffle_of(deal).seed))
