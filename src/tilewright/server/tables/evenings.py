"""Club evenings: people play the same deals and are compared with each other.

An evening is a list of deals with a name and a link. Who plays one of the deals takes part. A
result counts as its margin above the mean of that deal, as in duplicate bridge. Readers see the
results of a deal once they have finished it, or once the evening is over: its host ends it, or the
last day of its deals passes.

At an evening "together" people play each other: the host seats those who joined, deal after deal.
A result then counts as its margin above the mean of the same seat at other tables.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby
from statistics import fmean
from typing import Final, TypeVar

from tilewright.errors import Code, InvalidOption, NotFound, Refused
from tilewright.game import Seat
from tilewright.registry import get_game
from tilewright.server.accounts.names import parse_name, skeleton
from tilewright.server.accounts.service import Identity
from tilewright.server.storage import evenings as store
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.storage.deals import Deal
from tilewright.server.storage.evenings import Evening, EveningPlay
from tilewright.server.tables.deals import Deals, wait_until_ready

__all__ = ["Evenings", "Player", "Standing", "compare", "pair_round"]

EXTRA_DAYS: Final = 1
"""Days after its first on which an evening can still be played, as it may pass midnight."""
MAX_COMPARED_PLAYERS: Final = 500
"""Players whose games of a deal are compared."""
MAX_SEATED_PLAYERS: Final = 64
"""People who are seated at the same time."""

SeatingPlan = list[list[Identity | str]]
"""The people and bots on the seats of each table."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Player:
    """A participant, as one reader may see them."""

    person: str
    name: str
    place: int | None
    """None while the reader may not compare anything."""
    finished: int
    """Number of finished deals."""
    marks: tuple[float | None, ...]
    """The margin above the mean in each deal; None without a result, or where the reader may not
    see it."""
    total: float
    """Sum of the marks."""


@dataclass(frozen=True, slots=True)
class Standing:
    """All participants, the best first."""

    players: list[Player]
    counts: tuple[int, ...]
    """Number of players who have finished each deal."""
    means: tuple[float | None, ...]
    """Mean margin in each deal on the reader's seat; None where the reader may not see it."""
    tables: tuple[str | None, ...]
    """The reader's table of each deal."""
    seated: tuple[list[list[str]], ...]
    """The names at each table of each deal, by seat."""
    done: tuple[bool, ...]
    """Deals that the reader has finished."""
    has_joined: bool
    """True if the reader has joined and is to be seated."""
    is_final: bool
    """True if no result can be added: the evening is over, or all deals are finished by all."""


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
        """Make and store an evening of `count` deals, against bots of `level` or against each
        other."""
        if is_together and players < 2:
            raise InvalidOption(f"players: expected 2 or more at a table; found {players}")
        key = secrets.token_urlsafe(9)
        draw = partial(self._deals.draw, game, players, level, days=EXTRA_DAYS, evening=key)
        drawn = tuple(draw(is_together=is_together) for _ in range(count))
        evening = Evening(key, parse_name(name), host.id, drawn)
        now = self._deals.now
        await self._database.write(lambda tx: store.add(tx, evening, now))
        return evening

    async def find(self, evening: str) -> Evening:
        """Return an evening by its id.

        Raises:
            NotFound: There is no such evening.
        """
        found = await self._database.read(lambda tx: store.find(tx, evening))
        if found is None:
            raise NotFound(f"there is no evening {evening[:64]!r}")
        return found

    def is_over(self, evening: Evening) -> bool:
        """Return True once no result counts any more."""
        return evening.closed is not None or self._deals.is_over(evening.deals[0])

    async def close(self, evening: Evening, person: Identity) -> Evening:
        """End an evening for all participants; only its host may do so."""
        _check_host(evening, person)
        now = self._deals.now
        await self._database.write(lambda tx: store.close(tx, evening.id, now))
        return await self.find(evening.id)

    async def standing(self, evening: Evening, reader: str | None) -> Standing:
        """Return the standing, as far as a reader may see it."""

        def look(tx: Transaction) -> tuple[list[list[EveningPlay]], list[Identity]]:
            parts = [store.list_plays(tx, deal.id, MAX_COMPARED_PLAYERS) for deal in evening.deals]
            return parts, store.list_participants(tx, evening.id)

        parts, people = await self._database.read(look)
        return compare(
            _drop_late_results(parts, evening), reader, people, is_over=self.is_over(evening)
        )

    # --- At tables ---

    async def join(self, evening: Evening, person: Identity) -> None:
        """Put a person on the list of those to be seated with the next deal."""
        self._check_together(evening)
        now = self._deals.now

        def work(tx: Transaction) -> None:
            if len(store.list_participants(tx, evening.id)) >= MAX_SEATED_PLAYERS:
                raise Refused(Code.TABLE_FULL, f"expected at most {MAX_SEATED_PLAYERS} people")
            store.join(tx, evening.id, person.id, now)

        await self._database.write(work)

    async def leave(self, evening: Evening, person: Identity) -> None:
        """Take a person off that list; they finish the table they sit at."""
        await self._database.write(lambda tx: store.leave(tx, evening.id, person.id))

    async def plan(self, evening: Evening, host: Identity, deal: Deal) -> SeatingPlan:
        """Return tables for all who have joined and have none of a deal yet."""
        _check_host(evening, host)
        self._check_together(evening)

        def look(tx: Transaction) -> tuple[list[Identity], list[EveningPlay]]:
            return store.list_participants(tx, evening.id), store.list_plays(
                tx, deal.id, MAX_COMPARED_PLAYERS
            )

        people, parts = await self._database.read(look)
        seated = {part.person for part in parts}
        waiting = [one for one in people if one.id not in seated]
        turn = evening.deals.index(deal)
        tables = pair_round(waiting, len(deal.setup.seats), turn)
        if waiting and len({part.table for part in parts}) + len(tables) < 2:
            raise Refused(Code.SEATS_FREE, "expected people for two tables: results are compared")
        return [[one or str(deal.setup.filler) for one in table] for table in tables]

    async def seat(self, deal: Deal, plan: SeatingPlan) -> None:
        """Open the tables of a plan. People who got a table meanwhile keep it."""
        await wait_until_ready(get_game(deal.game))
        for seats in plan:
            with suppress(Conflict):
                await self._deals.open(deal, seats)

    def _check_together(self, evening: Evening) -> None:
        if not evening.is_together:
            raise Refused(Code.BAD_TERMS, "at this game night all play alone")
        if self.is_over(evening):
            raise NotFound(f"the game night {evening.id} is over: no seats are assigned any more")


def _check_host(evening: Evening, person: Identity) -> None:
    if person.id != evening.host:
        raise Refused(Code.NOT_HOST, "only the host of the evening may do that")


def _drop_late_results(
    parts: Sequence[Sequence[EveningPlay]], evening: Evening
) -> list[list[EveningPlay]]:
    """Return the entries of each deal; those finished after the evening's end lose their result."""
    end = evening.closed
    return [
        [replace(one, at=None, margin=None) if _is_late(one, end) else one for one in deal]
        for deal in parts
    ]


def _is_late(part: EveningPlay, end: int | None) -> bool:
    return end is not None and part.at is not None and part.at > end


# --- Comparing ----------------------------------------------------------------------------------


def compare(
    parts: Sequence[Sequence[EveningPlay]],
    reader: str | None,
    people: Sequence[Identity] = (),
    *,
    is_over: bool,
) -> Standing:
    """Return the standing from the entries of each deal, as `reader` sees it; `people` have
    joined."""
    mine = [_part_of(deal, reader) for deal in parts]
    done = tuple(one is not None and one.at is not None for one in mine)
    means = [_means(deal) for deal in parts]
    all_marks = [_margins_above_mean(*one) for one in zip(parts, means, strict=True)]
    is_open = [is_over or own for own in done]
    names = _unique_names(
        chain(*parts, (EveningPlay(one.id, one.name, "", 0, None, None) for one in people))
    )
    players = [_player(person, name, all_marks, is_open) for person, name in names.items()]
    is_final = is_over or (bool(players) and all(one.finished == len(parts) for one in players))
    return Standing(
        players=_rank_players(players) if any(is_open) else players,
        counts=tuple(map(len, all_marks)),
        means=tuple(
            deal.get(own.seat if own else 0) if known else None
            for deal, own, known in zip(means, mine, is_open, strict=True)
        ),
        tables=tuple(one.table if one else None for one in mine),
        seated=tuple(_table_names(deal, names) for deal in parts),
        done=done,
        has_joined=any(one.id == reader for one in people),
        is_final=is_final,
    )


def _means(deal: Sequence[EveningPlay]) -> dict[Seat, float]:
    """Return the mean margin on each seat."""
    leads: dict[Seat, list[int]] = {}
    for one in deal:
        if one.margin is not None:
            leads.setdefault(one.seat, []).append(one.margin)
    return {seat: fmean(all_of_them) for seat, all_of_them in leads.items()}


def _margins_above_mean(
    deal: Sequence[EveningPlay], means: Mapping[Seat, float]
) -> dict[str, float]:
    """Return by person the margin above the mean of their seat; 0 where an opponent left the
    table."""
    return {
        one.person: 0.0 if one.margin is None else one.margin - means[one.seat]
        for one in deal
        if one.at is not None
    }


def _table_names(deal: Iterable[EveningPlay], names: Mapping[str, str]) -> list[list[str]]:
    tables: dict[str, list[str]] = {}
    for one in sorted(deal, key=lambda one: one.seat):
        tables.setdefault(one.table, []).append(names[one.person])
    return sorted(tables.values())


def _part_of(deal: Iterable[EveningPlay], person: str | None) -> EveningPlay | None:
    return next((one for one in deal if one.person == person), None)


def _unique_names(parts: Iterable[EveningPlay]) -> dict[str, str]:
    """Return names by person. Names that look alike get a number; the first to finish keeps the
    plain name."""
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


def _rank_players(players: list[Player]) -> list[Player]:
    """Return the players with places: by number of finished deals, then by total.

    So a player gains nothing by skipping or giving up a deal.
    """

    def key(one: Player) -> tuple[int, float]:
        return -sum(mark is not None for mark in one.marks), -round(one.total, 6)

    placed: list[Player] = []
    for _, equals in groupby(sorted(players, key=key), key):
        place = len(placed) + 1
        placed += [replace(one, place=place) for one in equals]
    return placed


def pair_round(people: Sequence[T], seats: int, turn: int) -> list[list[T | None]]:
    """Return the people of each table by seat; None for a missing player.

    The first person keeps their place in the list, the others move on by one, as in a round robin.
    With two per table each person meets all others before anyone again. Seats change from table
    to table, and after two rounds for those who stay.
    """
    count = -(-len(people) // seats)
    places: list[T | None] = [*people, *[None] * (count * seats - len(people))]
    shift = turn % max(1, len(places) - 1)
    circle = [*places[:1], *places[1 + shift :], *places[1 : 1 + shift]]
    tables: list[list[T | None]] = [[None] * seats for _ in range(count)]
    for line in range(seats):
        group = circle[line * count : (line + 1) * count]
        for table, one in enumerate(group if line % 2 == 0 else group[::-1]):
            tables[table][(line + table + turn // 2) % seats] = one
    return tables
