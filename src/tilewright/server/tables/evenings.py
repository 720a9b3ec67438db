"""Evenings of a club: everybody plays the same deals, and is compared with all the others.

An evening is a list of deals with a name and a link. Who takes one of them takes part. Each result
counts by what it is above the mean of that deal, as in duplicate bridge. Nobody sees a result of a
deal before they have finished it themselves, or the evening is over: when its host says so, or the
last day of its deals has passed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import fmean
from typing import Final

from tilewright.errors import Code, NotFound, Refused
from tilewright.server.people.names import parse_name, skeleton
from tilewright.server.people.service import Identity
from tilewright.server.storage import evenings as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.evenings import Evening, Part
from tilewright.server.tables.deals import Deals

__all__ = ["Evenings", "Player", "Standing", "compare"]

DAYS: Final = 1
"""After its own on which an evening may still be played: it may go on past midnight."""
MOST: Final = 500
"""People whose games of a deal are compared."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part, as one reader may know it."""

    person: str
    name: str
    place: int | None
    """None where the reader may not compare anything yet."""
    finished: int
    """Of all deals."""
    marks: tuple[float | None, ...]
    """For each deal by how much the lead was above the mean. None where it has no result, and where
    the reader may not know it."""
    total: float
    """Of these marks."""


@dataclass(frozen=True, slots=True)
class Standing:
    """All who take part, the best first."""

    players: list[Player]
    counts: tuple[int, ...]
    """How many have finished each deal."""
    means: tuple[float | None, ...]
    """Of the leads in each deal; None where the reader may not know."""
    tables: tuple[str | None, ...]
    """Where the reader plays each deal."""
    done: tuple[bool, ...]
    """Which of them the reader has finished."""
    is_final: bool
    """Whether no result can be added: the evening is over, or all have finished all deals."""


class Evenings:
    """All evenings. Belongs to one event loop."""

    def __init__(self, database: Database, deals: Deals) -> None:
        self._database, self._deals = database, deals

    async def make(
        self, host: Identity, name: str, game: str, players: int, level: int, count: int
    ) -> Evening:
        """An evening of so many deals, each on a seat of its own, against bots of a level."""
        key = secrets.token_urlsafe(9)
        draw = self._deals.draw
        drawn = tuple(draw(game, players, level, days=DAYS, evening=key) for _ in range(count))
        evening = Evening(key, parse_name(name), host.id, drawn)
        now = self._deals.now
        await self._database.write(lambda tx: store.add(tx, evening, now))
        return evening

    async def find(self, evening: str) -> Evening:
        """An evening by its name in links. Raises NotFound."""
        found = await self._database.read(lambda tx: store.find(tx, evening))
        if found is None:
            raise NotFound(f"there is no evening {evening[:64]!r}")
        return found

    def is_over(self, evening: Evening) -> bool:
        """Whether nothing counts any more."""
        return evening.closed is not None or self._deals.is_over(evening.deals[0])

    async def close(self, evening: Evening, person: Identity) -> Evening:
        """End it for everybody."""
        if person.id != evening.host:
            raise Refused(Code.NOT_HOST, "only the host of the evening may do that")
        now = self._deals.now
        await self._database.write(lambda tx: store.close(tx, evening.id, now))
        return await self.find(evening.id)

    async def standing(self, evening: Evening, reader: str | None) -> Standing:
        """How all have done, as far as a reader may know."""

        def look(tx: Transaction) -> list[list[Part]]:
            return [store.parts_of(tx, deal.id, MOST) for deal in evening.deals]

        parts = await self._database.read(look)
        return compare(_in_time(parts, evening), reader, is_over=self.is_over(evening))


def _in_time(parts: Sequence[Sequence[Part]], evening: Evening) -> list[list[Part]]:
    """What was finished after the evening's end is as if it had not been."""
    end = evening.closed
    return [
        [
            Part(one.person, one.name, one.table, None, None) if _is_late(one, end) else one
            for one in deal
        ]
        for deal in parts
    ]


def _is_late(part: Part, end: int | None) -> bool:
    return end is not None and part.at is not None and part.at > end


# --- Comparing ----------------------------------------------------------------------------------


def compare(parts: Sequence[Sequence[Part]], reader: str | None, *, is_over: bool) -> Standing:
    """The standing, of everybody's parts in each deal."""
    mine = [_part_of(deal, reader) for deal in parts]
    done = tuple(one is not None and one.margin is not None for one in mine)
    leads = [{one.person: one.margin for one in deal if one.margin is not None} for deal in parts]
    means = [fmean(deal.values()) if deal else 0.0 for deal in leads]
    is_open = [is_over or own for own in done]
    people = _names(one for deal in parts for one in deal)
    players = [_player(person, name, leads, means, is_open) for person, name in people.items()]
    is_final = is_over or (bool(players) and all(one.finished == len(parts) for one in players))
    return Standing(
        players=_place(players) if any(is_open) else players,
        counts=tuple(map(len, leads)),
        means=tuple(mean if known else None for mean, known in zip(means, is_open, strict=True)),
        tables=tuple(one.table if one else None for one in mine),
        done=done,
        is_final=is_final,
    )


def _part_of(deal: Iterable[Part], person: str | None) -> Part | None:
    return next((one for one in deal if one.person == person), None)


def _names(parts: Iterable[Part]) -> dict[str, str]:
    """Everybody's name by id. Who is called as another is gets a number, whoever finished first
    keeps the plain name."""
    first = sorted(parts, key=lambda one: (one.at is None, one.at or 0, one.person))
    names: dict[str, str] = {}
    seen: dict[str, int] = {}
    for one in first:
        if one.person not in names:
            look = skeleton(one.name)
            seen[look] = seen.get(look, 0) + 1
            names[one.person] = one.name if seen[look] == 1 else f"{one.name} ({seen[look]})"
    return names


def _player(
    person: str,
    name: str,
    leads: Sequence[dict[str, int]],
    means: Sequence[float],
    is_open: Sequence[bool],
) -> Player:
    marks = tuple(
        deal[person] - mean if known and person in deal else None
        for deal, mean, known in zip(leads, means, is_open, strict=True)
    )
    finished = sum(person in deal for deal in leads)
    total = sum(one for one in marks if one is not None)
    return Player(person, name, None, finished, marks, total)


def _place(players: list[Player]) -> list[Player]:
    """The best first: who has finished more of these deals, then who has more. To leave a deal out,
    or give it up, gains nothing."""

    def key(one: Player) -> tuple[int, float]:
        return -sum(mark is not None for mark in one.marks), -round(one.total, 6)

    placed: list[Player] = []
    for _, equals in groupby(sorted(players, key=key), key):
        place = len(placed) + 1
        placed += [replace(one, place=place) for one in equals]
    return placed
