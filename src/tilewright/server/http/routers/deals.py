"""Routes for duplicate deals, and for evenings, at which club members play several deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from msgspec import structs

from tilewright.bots import plain_name
from tilewright.dates import is_day
from tilewright.errors import NotFound
from tilewright.game import Seat
from tilewright.records.commit_reveal import commit
from tilewright.server.http.dependencies import (
    CallerDep,
    CurrentPerson,
    OptionalPerson,
    PathDay,
    PathDeal,
    PathEvening,
    Services,
    ServicesDep,
    make_counted_router,
)
from tilewright.server.http.game_source import build_table_response
from tilewright.server.http.responses import Body, encode, responses
from tilewright.server.storage import deals as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import Deal, DealPlay, GameScore, RankedPlay, ScoreStats
from tilewright.server.storage.evenings import Evening
from tilewright.server.tables.deals import deal_shuffle
from tilewright.server.tables.evenings import EveningStandings, Participant
from tilewright.wire.deals import (
    DayShown,
    DealResult,
    DealScore,
    DealShown,
    DealShuffle,
    DealStats,
    EveningDeal,
    EveningPlayer,
    EveningShown,
    MyDeal,
    NewDeal,
    NewEvening,
)
from tilewright.wire.tables import TableShown

__all__ = ["router"]

router = make_counted_router("deals")

MAX_RESULTS: Final = 100
"""Listed results per deal, best first."""


# --- Deals --------------------------------------------------------------------------------------


@router.get("/daily", **responses(DayShown))
async def list_todays_deals(services: ServicesDep, person: OptionalPerson) -> str:
    """List today's deals (in UTC), one per game, with the results so far."""
    return await _build_day(services, services.deals.today, person.id if person else None)


@router.get("/daily/{date}", **responses(DayShown, 404))
async def list_deals(date: PathDay, services: ServicesDep, person: OptionalPerson) -> str:
    """List the deals of an earlier day with their results."""
    if not is_day(date):
        raise NotFound(f"expected a day of the calendar; found {date}")
    return await _build_day(services, date, person.id if person else None)


@router.get("/deals/{deal}", **responses(DealShown, 404))
async def get_deal(deal: PathDeal, services: ServicesDep, person: OptionalPerson) -> str:
    """Return one deal with the results so far."""
    found = await services.deals.get(deal)
    return encode(await _build_deal(services, found, person.id if person else None))


@router.post("/deals", **responses(DealShown, 401, 403, 404, status=201))
async def create_deal(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[NewDeal]
) -> str:
    """Create a deal for friends. Anyone who knows its `id` may play it once, within a week."""
    services.quotas.tables.consume(caller)
    created = await services.deals.create(body.game, body.players, body.level)
    return encode(await _build_deal(services, created, person.id))


@router.post("/deals/{deal}/table", **responses(TableShown, 401, 403, 404))
async def join_deal(
    deal: PathDeal, person: CurrentPerson, caller: CallerDep, services: ServicesDep
) -> str:
    """Return your table of a deal. The first call opens it.

    There is no undo, and there are no hints. Hidden information stays hidden until the deal's last
    day is over. A game that you resign, or do not finish by then, has no result. In daily deals
    accounts are ranked; guests see the place that they would have.
    """
    services.quotas.tables.consume(caller)
    table = await services.deals.get_or_open_table(
        await services.deals.get(deal), person, caller.client
    )
    return encode(build_table_response(services.tables, table, person.id))


async def _build_day(services: Services, day: str, viewer_id: str | None) -> str:
    """Return the daily deals of a day as JSON, as visible to the viewer."""
    deals = await services.deals.list_by_day(day)
    earlier, later = await services.database.read(lambda tx: store.find_adjacent_days(tx, day))
    shown = [await _build_deal(services, deal, viewer_id) for deal in deals]
    return encode(DayShown(day, earlier, later, shown))


async def _build_deal(services: Services, deal: Deal, viewer_id: str | None) -> DealShown:
    """Return a deal with the results that the viewer may see."""
    stats, results, mine = await services.database.read(
        lambda tx: _read_results(tx, deal.id, viewer_id)
    )
    if results or mine:
        services.deals.start_par_search(deal)
    line = mine.made.line if mine and mine.made else None
    is_over = services.deals.is_over(deal)
    is_open = is_over or (mine is not None and mine.has_ended)
    if deal.day is None and not is_open:  # players must not see results before they play
        stats, results = ScoreStats(stats.count, 0), []
    if deal.setup.is_together:
        results, mine = _rank_within_seats(results, stats, mine, viewer_id)
    return DealShown(
        id=deal.id,
        game=deal.game,
        seats=[seat and plain_name(seat) for seat in deal.setup.seats],
        day=deal.day,
        last_day=deal.last_day,
        evening=deal.evening,
        commitment=commit(deal.secret),
        field=DealStats(stats.count, stats.margin),
        results=[_to_deal_result(one, stats, viewer_id, line) for one in results],
        mine=_to_my_deal(mine, stats),
        par=_to_deal_score(deal.par, stats, deal.setup.seat, line)
        if deal.par and is_open
        else None,
        shuffle=_to_deal_shuffle(deal) if is_over else None,
    )


def _read_results(
    tx: Transaction, deal_id: str, person_id: str | None
) -> tuple[ScoreStats, list[RankedPlay], DealPlay | None]:
    """Return a deal's statistics, its ranked results, and the person's own play."""
    mine = store.find_play(tx, deal_id, person_id) if person_id is not None else None
    return store.read_stats(tx, deal_id), store.list_results(tx, deal_id, MAX_RESULTS), mine


def _rank_within_seats(
    results: list[RankedPlay], stats: ScoreStats, mine: DealPlay | None, person_id: str | None
) -> tuple[list[RankedPlay], DealPlay | None]:
    """Sort the results by their margin above the mean of their seat, and rank `mine`.

    The rank is None if `mine` is not among the results.
    """
    results = sorted(results, key=lambda one: -stats.margin_above_mean(one.made, one.seat))
    ranks = {one.person: rank for rank, one in enumerate(results, 1)}
    return results, mine and replace(mine, rank=ranks.get(person_id or ""))


def _to_deal_result(
    result: RankedPlay, stats: ScoreStats, viewer_id: str | None, my_line: str | None
) -> DealResult:
    """Convert a ranked result and mark the viewer's own entry."""
    made = _to_deal_score(result.made, stats, result.seat, my_line)
    return DealResult(
        **structs.asdict(made),
        name=result.name,
        seat=result.seat,
        at=result.at,
        is_me=result.person == viewer_id,
    )


def _to_deal_score(
    score: GameScore, stats: ScoreStats, seat: Seat, my_line: str | None
) -> DealScore:
    """Convert a score. Compare it with the mean of its seat and with the moves `my_line`."""
    return DealScore(
        place=score.place,
        score=score.score,
        margin=score.margin,
        above=stats.margin_above_mean(score, seat),
        parted=count_common_plies(score.line, my_line),
    )


def _to_my_deal(play: DealPlay | None, stats: ScoreStats) -> MyDeal | None:
    """Convert a person's own play. None stays None."""
    if play is None:
        return None
    made = _to_deal_score(play.made, stats, play.seat, None) if play.made else None
    return MyDeal(table=play.table, made=made, rank=play.rank, is_ranked=play.is_ranked)


def count_common_plies(line: str, my_line: str | None) -> int | None:
    """Return the number of equal moves at the start of two lines.

    It is None if a line is empty or None, or if one line is the start of the other.
    """
    if not line or not my_line or line == my_line:
        return None
    pairs: Iterable[tuple[str, str]] = zip(line.split("\n"), my_line.split("\n"), strict=False)
    return next((ply for ply, (one, other) in enumerate(pairs) if one != other), None)


def _to_deal_shuffle(deal: Deal) -> DealShuffle:
    """Return a deal's secret and seed."""
    return DealShuffle(secret=deal.secret.hex(), seed=str(deal_shuffle(deal).seed))


# --- Evenings -----------------------------------------------------------------------------------


@router.post("/evenings", **responses(EveningShown, 401, 403, 404, status=201))
async def create_evening(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[NewEvening]
) -> str:
    """Create an evening. Anyone who knows its `id` may play each deal once, today or tomorrow."""
    services.quotas.tables.consume(caller, body.deals)
    created = await services.evenings.create(
        person,
        body.name,
        body.game,
        body.players,
        body.level,
        body.deals,
        is_together=body.is_together,
    )
    return await _build_evening(services, created, person.id)


@router.get("/evenings/{evening}", **responses(EveningShown, 404))
async def get_evening(evening: PathEvening, services: ServicesDep, person: OptionalPerson) -> str:
    """Return an evening and its results.

    You see the results of a deal once you have finished it, or once the evening is over. You take
    part by playing one of its deals.
    """
    found = await services.evenings.get(evening)
    return await _build_evening(services, found, person.id if person else None)


@router.post("/evenings/{evening}/close", **responses(EveningShown, 401, 403, 404, 409))
async def close_evening(evening: PathEvening, person: CurrentPerson, services: ServicesDep) -> str:
    """End your evening. Unfinished games do not count, and all players see the results."""
    found = await services.evenings.get(evening)
    return await _build_evening(services, await services.evenings.close(found, person), person.id)


@router.post("/evenings/{evening}/join", **responses(EveningShown, 401, 403, 404, 409))
async def join_evening(evening: PathEvening, person: CurrentPerson, services: ServicesDep) -> str:
    """Join an evening at which people play each other. The host seats you in the next deal."""
    found = await services.evenings.get(evening)
    await services.evenings.join(found, person)
    return await _build_evening(services, found, person.id)


@router.post("/evenings/{evening}/leave", **responses(EveningShown, 401, 403, 404))
async def leave_evening(evening: PathEvening, person: CurrentPerson, services: ServicesDep) -> str:
    """Leave an evening. You get no further seats, but your finished games count."""
    found = await services.evenings.get(evening)
    await services.evenings.leave(found, person)
    return await _build_evening(services, found, person.id)


@router.post(
    "/evenings/{evening}/deals/{deal}/seats", **responses(EveningShown, 401, 403, 404, 409)
)
async def seat_participants(
    evening: PathEvening,
    deal: PathDeal,
    person: CurrentPerson,
    caller: CallerDep,
    services: ServicesDep,
) -> str:
    """Seat all participants of your evening who have no table of this deal yet.

    There must be at least two tables of the deal. Bots take the remaining seats, and the games
    start at once.
    """
    found = await services.evenings.get(evening)
    chosen = next((one for one in found.deals if one.id == deal), None)
    if chosen is None:
        raise NotFound(f"there is no deal {deal!r} at this evening")
    plan = await services.evenings.plan_tables(found, person, chosen)
    services.quotas.tables.consume(caller, len(plan))
    await services.evenings.open_tables(chosen, plan)
    return await _build_evening(services, found, person.id)


async def _build_evening(services: Services, evening: Evening, viewer_id: str | None) -> str:
    """Return an evening with its standings as JSON, as visible to the viewer."""
    standing = await services.evenings.compute_standings(evening, viewer_id)
    first = evening.deals[0]
    shown = EveningShown(
        id=evening.id,
        name=evening.name,
        game=first.game,
        bots=[plain_name(seat) for seat in first.setup.seats if seat is not None],
        seats=len(first.setup.seats),
        is_together=evening.is_together,
        has_joined=standing.has_joined,
        is_host=viewer_id == evening.host,
        last_day=first.last_day,
        is_over=services.evenings.is_over(evening),
        is_final=standing.is_final,
        deals=[_build_evening_deal(evening, standing, one) for one in range(len(evening.deals))],
        players=[_to_evening_player(one, viewer_id) for one in standing.players],
    )
    return encode(shown)


def _build_evening_deal(evening: Evening, standing: EveningStandings, index: int) -> EveningDeal:
    """Return the entry of the deal at `index` of an evening."""
    return EveningDeal(
        id=evening.deals[index].id,
        count=standing.counts[index],
        mean=standing.means[index],
        table=standing.tables[index],
        seated=standing.seated[index] if evening.is_together else [],
        is_done=standing.done[index],
    )


def _to_evening_player(player: Participant, viewer_id: str | None) -> EveningPlayer:
    """Convert a participant and mark the viewer's own entry."""
    return EveningPlayer(
        name=player.name,
        is_me=player.person == viewer_id,
        place=player.place,
        finished=player.finished,
        marks=list(player.marks),
        total=player.total,
    )
