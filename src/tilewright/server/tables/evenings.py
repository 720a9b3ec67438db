"""Evenings of a club: everybody plays the same deals, and is compared with all the others.

An evening is a list of deals with a name and a link. Who takes one of them takes part. Each result
counts by what it is above the mean of that deal, as in duplicate bridge. Nobody sees a result of a
deal before they have finished it themselves, or the evening is over: when its host says so, or the
last day of its deals has passed.

Or people play each other at tables: who has joined is seated by the host, deal after deal, and each
result counts by what it is above the mean of those who had the same seat at other tables.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby
from statistics import fmean
from typing import Final

from tilewright.errors import Code, InvalidOption, NotFound, Refused
from tilewright.game import Seat
from tilewright.registry import get_game
from tilewright.server.people.names import parse_name, skeleton
from tilewright.server.people.service import Identity
from tilewright.server.storage import evenings as store
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.storage.deals import Deal
from tilewright.server.storage.evenings import Evening, Part
from tilewright.server.tables.deals import Deals, until_ready
from tilewright.server.tables.rotation import rotate

__all__ = ["Evenings", "Player", "Standing", "compare"]

DAYS: Final = 1
"""After its own on which an evening may still be played: it may go on past midnight."""
MOST: Final = 500
"""People whose games of a deal are compared."""
MOST_SEATED: Final = 64
"""People who are seated at the same time."""

Plan = list[list[Identity | str]]
"""Who sits where at each of some tables: people, and bots."""


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
    """Of the leads in each deal, on the reader's seat; None where the reader may not know."""
    tables: tuple[str | None, ...]
    """Where the reader plays each deal."""
    seated: tuple[list[list[str]], ...]
    """The names at each table of each deal, by seat."""
    done: tuple[bool, ...]
    """Which of them the reader has finished."""
    has_joined: bool
    """Whether the reader is to be seated."""
    is_final: bool
    """Whether no result can be added: the evening is over, or all have finished all deals."""


class Evenings:
    """All evenings. Belongs to one event loop."""

    def __init__(self, database: Database, deals: Deals) -> None:
        self._database, self._deals = database, deals

    async def make(
        self,
        host: Identity,
        name: str,
        game: str,
        players: int,
        level: int,
        count: int,
        *,
        is_together: bool = False,
    ) -> Evening:
        """An evening of so many deals, each on a seat of its own, against bots of a level; or
        against each other."""
        if is_together and players < 2:
            raise InvalidOption(f"players: expected 2 or more at a table; found {players}")
        key = secrets.token_urlsafe(9)
        draw = partial(self._deals.draw, game, players, level, days=DAYS, evening=key)
        drawn = tuple(draw(is_together=is_together) for _ in range(count))
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
        _check_host(evening, person)
        now = self._deals.now
        await self._database.write(lambda tx: store.close(tx, evening.id, now))
        return await self.find(evening.id)

    async def standing(self, evening: Evening, reader: str | None) -> Standing:
        """How all have done, as far as a reader may know."""

        def look(tx: Transaction) -> tuple[list[list[Part]], list[Identity]]:
            parts = [store.parts_of(tx, deal.id, MOST) for deal in evening.deals]
            return parts, store.people_of(tx, evening.id)

        parts, people = await self._database.read(look)
        return compare(_in_time(parts, evening), reader, people, is_over=self.is_over(evening))

    # --- At tables ---

    async def join(self, evening: Evening, person: Identity) -> None:
        """Somebody wants to be seated with the next deal."""
        self._check_together(evening)
        now = self._deals.now

        def work(tx: Transaction) -> None:
            if len(store.people_of(tx, evening.id)) >= MOST_SEATED:
                raise Refused(Code.TABLE_FULL, f"expected at most {MOST_SEATED} people")
            store.join(tx, evening.id, person.id, now)

        await self._database.write(work)

    async def leave(self, evening: Evening, person: Identity) -> None:
        """Somebody plays on where they sit, and is not seated any more."""
        await self._database.write(lambda tx: store.leave(tx, evening.id, person.id))

    async def plan(self, evening: Evening, host: Identity, deal: Deal) -> Plan:
        """Tables for all who have joined and have none of a deal."""
        _check_host(evening, host)
        self._check_together(evening)

        def look(tx: Transaction) -> tuple[list[Identity], list[Part]]:
            return store.people_of(tx, evening.id), store.parts_of(tx, deal.id, MOST)

        people, parts = await self._database.read(look)
        seated = {part.person for part in parts}
        waiting = [one for one in people if one.id not in seated]
        turn = evening.deals.index(deal)
        tables = rotate(waiting, len(deal.setup.seats), turn)
        if waiting and len({part.table for part in parts}) + len(tables) < 2:
            raise Refused(Code.SEATS_FREE, "expected people for two tables: results are compared")
        return [[one or str(deal.setup.filler) for one in table] for table in tables]

    async def seat(self, deal: Deal, plan: Plan) -> None:
        """Open some tables. Who was seated meanwhile stays there."""
        await until_ready(get_game(deal.game))
        for seats in plan:
            with suppress(Conflict):
                await self._deals.open(deal, seats)

    def _check_together(self, evening: Evening) -> None:
        if not evening.is_together:
            raise Refused(Code.BAD_TERMS, "at this evening everybody plays alone")
        if self.is_over(evening):
            raise NotFound(f"the evening {evening.id} is over: nobody is seated any more")


def _check_host(evening: Evening, person: Identity) -> None:
    if person.id != evening.host:
        raise Refused(Code.NOT_HOST, "only the host of the evening may do that")


def _in_time(parts: Sequence[Sequence[Part]], evening: Evening) -> list[list[Part]]:
    """What was finished after the evening's end is as if it had not been."""
    end = evening.closed
    return [
        [replace(one, at=None, margin=None) if _is_late(one, end) else one for one in deal]
        for deal in parts
    ]


def _is_late(part: Part, end: int | None) -> bool:
    return end is not None and part.at is not None and part.at > end


# --- Comparing ----------------------------------------------------------------------------------


def compare(
    parts: Sequence[Sequence[Part]],
    reader: str | None,
    people: Sequence[Identity] = (),
    *,
    is_over: bool,
) -> Standing:
    """The standing, of everybody's parts in each deal; ``people`` have joined."""
    mine = [_part_of(deal, reader) for deal in parts]
    done = tuple(one is not None and one.at is not None for one in mine)
    means = [_means(deal) for deal in parts]
    all_marks = [_marks(*one) for one in zip(parts, means, strict=True)]
    is_open = [is_over or own for own in done]
    names = _names(chain(*parts, (Part(one.id, one.name, "", 0, None, None) for one in people)))
    players = [_player(person, name, all_marks, is_open) for person, name in names.items()]
    is_final = is_over or (bool(players) and all(one.finished == len(parts) for one in players))
    return Standing(
        players=_place(players) if any(is_open) else players,
        counts=tuple(map(len, all_marks)),
        means=tuple(
            deal.get(own.seat if own else 0) if known else None
            for deal, own, known in zip(means, mine, is_open, strict=True)
        ),
        tables=tuple(one.table if one else None for one in mine),
        seated=tuple(_seated(deal, names) for deal in parts),
        done=done,
        has_joined=any(one.id == reader for one in people),
        is_final=is_final,
    )


def _means(deal: Sequence[Part]) -> dict[Seat, float]:
    """The mean of the leads on each seat."""
    leads: dict[Seat, list[int]] = {}
    for one in deal:
        if one.margin is not None:
            leads.setdefault(one.seat, []).append(one.margin)
    return {seat: fmean(all_of_them) for seat, all_of_them in leads.items()}


def _marks(deal: Sequence[Part], means: Mapping[Seat, float]) -> dict[str, float]:
    """Everybody who has finished, and how far above the mean of their seat; whose table somebody
    else left counts as the mean."""
    return {
        one.person: 0.0 if one.margin is None else one.margin - means[one.seat]
        for one in deal
        if one.at is not None
    }


def _seated(deal: Iterable[Part], names: Mapping[str, str]) -> list[list[str]]:
    tables: dict[str, list[str]] = {}
    for one in sorted(deal, key=lambda one: one.seat):
        tables.setdefault(one.table, []).append(names[one.person])
    return sorted(tables.values())


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
    all_marks: Sequence[Mapping[str, float]],
    is_open: Sequence[bool],
) -> Player:
    marks = tuple(
        deal.get(person) if known else None for deal, known in zip(all_marks, is_open, strict=True)
    )
    finished = sum(person in deal for deal in all_marks)
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
