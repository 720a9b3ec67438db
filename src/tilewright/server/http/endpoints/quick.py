"""A game with whoever else looks for one."""

from __future__ import annotations

from tilewright.server.http.dependencies import CurrentPerson, TheCaller, TheServices, looks_router
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.http.visits import show
from tilewright.server.tables.fairness import check_account
from tilewright.server.tables.quick import QuickMatches, quick_terms
from tilewright.wire.tables import QuickMatch, TableShown

__all__ = ["router"]

router = looks_router("tables")


@router.post("/quick-match", **shows(TableShown, 401, 403, 404, 409))
async def quick_match(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[QuickMatch]
) -> str:
    """Sit down with a stranger who waits for such a game, or open a table and wait.

    The game begins with the last seat taken. Whoever waits has to be at the table, on a socket:
    the table is given up 10 seconds after they have gone. Ask again while you wait: you are led
    to the same table, or to one where somebody has waited longer.
    """
    services.admission.wishes.take(caller)
    check_account(person, is_rated=body.rated)
    terms = quick_terms(body.game, body.players, is_rated=body.rated)
    matches = QuickMatches(services.tables, services.admission.tables, person, caller)
    return encode(await show(services.tables, await matches.find(terms), person.id))
