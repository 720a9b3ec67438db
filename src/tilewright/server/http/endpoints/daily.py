"""The daily deal over HTTP: what it is, how others did, and your own table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from tilewright.days import is_day
from tilewright.server.errors import NotFound, refusals
from tilewright.server.http.dependencies import Body, CurrentPerson, OptionalPerson, TheServices
from tilewright.server.http.services import Services
from tilewright.server.http.structs import encode, shows
from tilewright.server.http.visits import Shown, show
from tilewright.server.storage import daily as store
from tilewright.server.storage.daily import Deal, Play, Result
from tilewright.server.storage.database import Transaction
from tilewright.server.tables.daily import daily_game, shuffle_of
from tilewright.shuffle import commit

__all__ = ["router"]

router = APIRouter(tags=["daily"])

MAX_RESULTS = 100
PathDay = Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="A day in UTC.")]


class DailyResult(Body):
    """Somebody who played to the end within the day."""

    name: str
    score: int = Field(description="`lower_is_better` of the game says which way.")
    at: int = Field(description="When they had finished.")
    is_me: bool


class MyDaily(Body):
    """Your own game of that day."""

    table: str
    score: int | None = Field(description="Null until it is finished.")
    place: int | None = Field(description="Among all results so far.")


class DailyShuffle(Body):
    """What decided the deal, shown when the day is over."""

    secret: str
    seed: str = Field(description="A decimal number.")


class DailyShown(Body):
    """The deal of a day."""

    date: str
    game: str
    commitment: str = Field(description="SHA-256 of the secret behind the deal.")
    results: list[DailyResult] = Field(description="The best 100: by score, then by time.")
    mine: MyDaily | None = Field(description="Null where you have not taken the deal.")
    par: int | None = Field(
        description="What a search that sees all of it makes of it; null until it is found."
    )
    shuffle: DailyShuffle | None = Field(description="Null until the day is over.")


@router.get("/daily")
async def todays_deal(services: TheServices, person: OptionalPerson) -> DailyShown:
    """Today's deal (in UTC), and how those did who have played it."""
    return await _show(services, services.daily.today, person.id if person else None)


@router.get("/daily/{date}", responses=refusals(404))
async def deal_of_a_day(date: PathDay, services: TheServices, person: OptionalPerson) -> DailyShown:
    """The same for an earlier day."""
    if not is_day(date):
        raise NotFound(f"expected a day of the calendar; found {date}")
    return await _show(services, date, person.id if person else None)


@router.post("/daily", **shows(Shown, 401, 403))
async def play_daily(person: CurrentPerson, services: TheServices) -> str:
    """Your table of today's deal. You have one; ask again and you get the same.

    There is no undo and there are no hints, and until the day is over nobody is shown what the
    deal hides. A game that is given up, or not finished within the day, has no result.
    """
    services.limits.tables.take(person.id)
    table = await services.daily.play(person)
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
    return MyDaily(table=play.table, score=play.score, place=play.place) if play else None


def _shuffle(deal: Deal) -> DailyShuffle:
    return DailyShuffle(secret=deal.secret.hex(), seed=str(shuffle_of(deal).seed))
