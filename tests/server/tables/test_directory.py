"""Tables are found by those who may see them."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from live_world import running_tables
from tilewright.errors import NotFound
from tilewright.match.events import Terms
from tilewright.server.storage.database import Database


@pytest.mark.parametrize(
    "person, invite, is_visible_to",
    [
        ("host", None, True),
        ("expected", None, True),
        ("stranger", None, False),
        (None, None, False),
        (None, "wrong", False),
        (None, "nön-ascii", False),
    ],
)
async def test_find_visible_of_an_unlisted_table_needs_a_seat_or_the_invitation(
    database: Database, person: str | None, invite: str | None, is_visible_to: bool
) -> None:
    async with running_tables(database) as tables:
        terms = Terms(game="toy", players=2)
        table = await tables.directory.open(
            terms, "host", listed=False, reserved=[None, "expected"]
        )
        await tables.directory.get_visible(table.id, "stranger", table.invite)
        with nullcontext() if is_visible_to else pytest.raises(NotFound):
            await tables.directory.get_visible(table.id, person, invite)
