"""What a game teaches, once it is over: which moves cost what, and what was luck."""

from __future__ import annotations

from fastapi import APIRouter, Request

from tilewright.record import Record, format_match
from tilewright.server.admission import Caller
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.analysis import check_finished, unless_gone
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.fields import RecordId
from tilewright.server.http.services import Services
from tilewright.server.http.structs import shows
from tilewright.server.http.visits import ThisVisit
from tilewright.server.tables.fairness import refuse_help
from tilewright.study.review.reading import check_reviewable
from tilewright.wire.review import ReviewShown

__all__ = ["router"]

router = APIRouter(tags=["analysis"])


@router.get("/tables/{table}/review", **shows(ReviewShown, 401, 403, 404, 409, 422))
async def table_review(
    visit: ThisVisit, caller: TheCaller, services: TheServices, request: Request
) -> str:
    """Look back on a game for two or more. Never on one that goes on, not even for its host.

    Takes seconds, and counts as an analysis, unless somebody has asked before.
    """
    async with visit.tables.reading(visit.table) as match:
        check_finished(match)
        text = format_match(match)
    record = await read_quietly(text)
    return await _review(services, caller, request, f"table {visit.table.id}", record)


@router.get("/records/{record}/review", **shows(ReviewShown, 401, 404, 409, 422))
async def record_review(
    record: RecordId, caller: TheCaller, services: TheServices, request: Request
) -> str:
    """The same for a record of a game that is over."""
    read = await read_quietly((await find_record(services, record)).text)
    return await _review(services, caller, request, f"record {record}", read)


async def _review(
    services: Services, caller: Caller, request: Request, name: str, record: Record
) -> str:
    check_reviewable(record)
    if name not in services.reviews:
        await refuse_help(services.database, caller.person, record.position.game.name)
        services.admission.analyses.take(caller)
    return await unless_gone(request, services.reviews.find(name, record, caller))
