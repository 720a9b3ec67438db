"""Club evenings: people play the same deals, and their results are compared.

An evening is a list of deals with a name and a link. People take part by playing one of the deals.
A result is scored as its margin above the deal's mean, as in duplicate bridge. Participants see a
deal's results once they have finished it, or once the evening is over: when its host ends it, or
after its last day.

At an evening "together" people play each other: the host seats everyone who has joined, for each
deal. A result is then scored against the mean of the same seat at all tables.
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

__all__ = ["EveningStandings", "Evenings", "Participant", "build_standings", "pair_round"]

EXTRA_DAYS: Final = 1
"""Days after its first day on which an evening can be played: it may last past midnight."""
MAX_COMPARED_PLAYERS: Final = 500
"""Maximum number of players compared per deal."""
MAX_SEATED_PLAYERS: Final = 64
"""Maximum number of people who may join an evening."""

SeatingPlan = list[list[Identity | str]]
"""The people and bots at each table, by seat."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant, without the results that the viewer may not see yet."""

    person: str
    name: str
    place: int | None
    """None while the reader may not see any results."""
    finished: int
    """Number of finished deals."""
    marks: tuple[float | None, ...]
    """Margin above the mean, by deal. None without a result, or if the reader may not see it."""
    total: float
    """Sum of the marks."""


@dataclass(frozen=True, slots=True)
class EveningStandings:
    """The standings of an evening, without the results that the viewer may not see yet."""

    players: list[Participant]
    counts: tuple[int, ...]
    """Number of players who have finished, by deal."""
    means: tuple[float | None, ...]
    """Mean margin on the reader's seat, by deal. None if the reader may not see it."""
    tables: tuple[str | None, ...]
    """The reader's table id, by deal."""
    seated: tuple[list[list[str]], ...]
    """The names at each table, by deal and seat."""
    done: tuple[bool, ...]
    """True if the reader has finished, by deal."""
    has_joined: bool
    """True if the reader has joined, to be seated by the host."""
    is_final: bool
    """True if no result can change: the evening is over, or all players have finished all deals."""


class Evenings:
    """Creates evenings, computes their standings, and seats people. Belongs to one event loop."""

    def __init__(self, database: Database, deals: Deals) -> None:
        self._database, self._deals = database, deals

    async def create(
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
        """Create an evening of `count` newly drawn deals.

        The participants play against bots of `level` or, if `is_together`, against each other.
        """
        if is_together and players < 2:
            raise InvalidOption(f"players: expected 2 or more at a table; found {players}")
        evening_id = secrets.token_urlsafe(9)
        draw = partial(
            self._deals.draw, game, players, level, days=EXTRA_DAYS, evening_id=evening_id
        )
        drawn = tuple(draw(is_together=is_together) for _ in range(count))
        evening = Evening(evening_id, parse_name(name), host.id, drawn)
        now = self._deals.now
        await self._database.write(lambda tx: store.add(tx, evening, now))
        return evening

    async def get(self, evening_id: str) -> Evening:
        """Return an evening by its id.

        Raises:
            NotFound: There is no such evening.
        """
        found = await self._database.read(lambda tx: store.find(tx, evening_id))
        if found is None:
            raise NotFound(f"there is no evening {evening_id[:64]!r}")
        return found

    def is_over(self, evening: Evening) -> bool:
        """Return True if the evening was closed, or its last day is over."""
        return evening.closed is not None or self._deals.is_over(evening.deals[0])

    async def close(self, evening: Evening, person: Identity) -> Evening:
        """End an evening for all participants. Only its host may do so."""
        _check_host(evening, person)
        now = self._deals.now
        await self._database.write(lambda tx: store.close(tx, evening.id, now))
        return await self.get(evening.id)

    async def compute_standings(self, evening: Evening, viewer_id: str | None) -> EveningStandings:
        """Compute the standings of an evening as the viewer may see them."""

        def read_plays_and_participants(
            tx: Transaction,
        ) -> tuple[list[list[EveningPlay]], list[Identity]]:
            plays = [store.list_plays(tx, deal.id, MAX_COMPARED_PLAYERS) for deal in evening.deals]
            return plays, store.list_participants(tx, evening.id)

        plays, people = await self._database.read(read_plays_and_participants)
        return build_standings(
            _drop_late_results(plays, evening), viewer_id, people, is_over=self.is_over(evening)
        )

    # --- At tables ---

    async def join(self, evening: Evening, person: Identity) -> None:
        """Add a person to the participants. The host seats them from the next deal on.

        Raises:
            Refused: The participants play alone, or there are too many.
            NotFound: The evening is over.
        """
        self._check_can_join(evening)
        now = self._deals.now

        def insert_participant(tx: Transaction) -> None:
            if len(store.list_participants(tx, evening.id)) >= MAX_SEATED_PLAYERS:
                raise Refused(Code.TABLE_FULL, f"expected at most {MAX_SEATED_PLAYERS} people")
            store.join(tx, evening.id, person.id, now)

        await self._database.write(insert_participant)

    async def leave(self, evening: Evening, person: Identity) -> None:
        """Remove a person from the participants. They may finish their current game."""
        await self._database.write(lambda tx: store.leave(tx, evening.id, person.id))

    async def plan_tables(self, evening: Evening, person: Identity, deal: Deal) -> SeatingPlan:
        """Return the tables to open for the participants who have no table of `deal` yet.

        Raises:
            Refused: The person is not the host, or there are too few participants for two tables.
        """
        _check_host(evening, person)
        self._check_can_join(evening)

        def read_participants_and_plays(
            tx: Transaction,
        ) -> tuple[list[Identity], list[EveningPlay]]:
            return store.list_participants(tx, evening.id), store.list_plays(
                tx, deal.id, MAX_COMPARED_PLAYERS
            )

        people, plays = await self._database.read(read_participants_and_plays)
        seated = {play.person for play in plays}
        waiting = [one for one in people if one.id not in seated]
        turn = evening.deals.index(deal)
        tables = pair_round(waiting, len(deal.setup.seats), turn)
        if waiting and len({play.table for play in plays}) + len(tables) < 2:
            raise Refused(Code.SEATS_FREE, "expected people for two tables: results are compared")
        return [[one or str(deal.setup.filler) for one in table] for table in tables]

    async def open_tables(self, deal: Deal, plan: SeatingPlan) -> None:
        """Open the planned tables. Skip a table if a person on it already plays the deal."""
        await wait_until_ready(get_game(deal.game))
        for seats in plan:
            with suppress(Conflict):
                await self._deals.open(deal, seats)

    def _check_can_join(self, evening: Evening) -> None:
        """Raise an error unless people can join the evening.

        Raises:
            Refused: The participants play alone.
            NotFound: The evening is over.
        """
        if not evening.is_together:
            raise Refused(Code.BAD_TERMS, "at this game night all play alone")
        if self.is_over(evening):
            raise NotFound(f"the game night {evening.id} is over: no seats are assigned any more")


def _check_host(evening: Evening, person: Identity) -> None:
    """Raise Refused unless the person is the evening's host."""
    if person.id != evening.host:
        raise Refused(Code.NOT_HOST, "only the host of the evening may do that")


def _drop_late_results(
    plays: Sequence[Sequence[EveningPlay]], evening: Evening
) -> list[list[EveningPlay]]:
    """Return the plays of each deal, without results from after the evening was closed."""
    end = evening.closed
    return [
        [replace(one, at=None, margin=None) if _is_late(one, end) else one for one in deal]
        for deal in plays
    ]


def _is_late(play: EveningPlay, end: int | None) -> bool:
    return end is not None and play.at is not None and play.at > end


# --- Standings ----------------------------------------------------------------------------------


def build_standings(
    plays: Sequence[Sequence[EveningPlay]],
    viewer_id: str | None,
    people: Sequence[Identity] = (),
    *,
    is_over: bool,
) -> EveningStandings:
    """Build the standings of an evening as the viewer may see them.

    Args:
        plays: The plays of each deal.
        viewer_id: The viewer's id; None for anonymous viewers.
        people: The people who have joined an evening together.
        is_over: True if the evening is over, so that all results are visible.
    """
    mine = [_find_play(deal, viewer_id) for deal in plays]
    done = tuple(one is not None and one.at is not None for one in mine)
    means = [_mean_margins(deal) for deal in plays]
    all_marks = [_margins_above_mean(*one) for one in zip(plays, means, strict=True)]
    is_open = [is_over or own for own in done]
    names = _unique_names(
        chain(*plays, (EveningPlay(one.id, one.name, "", 0, None, None) for one in people))
    )
    players = [
        _build_participant(person, name, all_marks, is_open) for person, name in names.items()
    ]
    is_final = is_over or (bool(players) and all(one.finished == len(plays) for one in players))
    return EveningStandings(
        players=_rank_participants(players) if any(is_open) else players,
        counts=tuple(map(len, all_marks)),
        means=tuple(
            deal.get(own.seat if own else 0) if known else None
            for deal, own, known in zip(means, mine, is_open, strict=True)
        ),
        tables=tuple(one.table if one else None for one in mine),
        seated=tuple(_names_by_table(deal, names) for deal in plays),
        done=done,
        has_joined=any(one.id == viewer_id for one in people),
        is_final=is_final,
    )


def _mean_margins(plays: Sequence[EveningPlay]) -> dict[Seat, float]:
    """Return the mean margin of each seat that has a result."""
    margins: dict[Seat, list[int]] = {}
    for one in plays:
        if one.margin is not None:
            margins.setdefault(one.seat, []).append(one.margin)
    return {seat: fmean(values) for seat, values in margins.items()}


def _margins_above_mean(
    plays: Sequence[EveningPlay], means: Mapping[Seat, float]
) -> dict[str, float]:
    """Return each person's margin minus the mean of their seat.

    A person whose opponent left has 0. Unfinished games are left out.
    """
    return {
        one.person: 0.0 if one.margin is None else one.margin - means[one.seat]
        for one in plays
        if one.at is not None
    }


def _names_by_table(plays: Iterable[EveningPlay], names: Mapping[str, str]) -> list[list[str]]:
    """Return the names at each table, in seat order."""
    tables: dict[str, list[str]] = {}
    for one in sorted(plays, key=lambda one: one.seat):
        tables.setdefault(one.table, []).append(names[one.person])
    return sorted(tables.values())


def _find_play(plays: Iterable[EveningPlay], person_id: str | None) -> EveningPlay | None:
    """Return the play of a person, or None."""
    return next((one for one in plays if one.person == person_id), None)


def _unique_names(plays: Iterable[EveningPlay]) -> dict[str, str]:
    """Return a display name for each person id. Similar names get a number."""
    ordered = sorted(plays, key=lambda one: (one.at is None, one.at or 0, one.person))
    names: dict[str, str] = {}
    seen: dict[str, int] = {}
    for one in ordered:
        if one.person not in names:
            key = skeleton(one.name)
            seen[key] = seen.get(key, 0) + 1
            names[one.person] = one.name if seen[key] == 1 else f"{one.name} ({seen[key]})"
    return names


def _build_participant(
    person_id: str,
    name: str,
    marks_by_deal: Sequence[Mapping[str, float]],
    is_visible: Sequence[bool],
) -> Participant:
    """Build a participant's entry. It has the marks of the visible deals only."""
    marks = tuple(
        deal.get(person_id) if known else None
        for deal, known in zip(marks_by_deal, is_visible, strict=True)
    )
    finished = sum(person_id in deal for deal in marks_by_deal)
    total = sum(one for one in marks if one is not None)
    return Participant(person_id, name, None, finished, marks, total)


def _rank_participants(players: list[Participant]) -> list[Participant]:
    """Sort players by finished deals, then by total, and return them with their places.

    Players cannot gain places by skipping or giving up a deal.
    """

    def sort_key(player: Participant) -> tuple[int, float]:
        return -sum(mark is not None for mark in player.marks), -round(player.total, 6)

    placed: list[Participant] = []
    for _, tied in groupby(sorted(players, key=sort_key), sort_key):
        place = len(placed) + 1
        placed += [replace(one, place=place) for one in tied]
    return placed


def pair_round(people: Sequence[T], num_seats: int, round_index: int) -> list[list[T | None]]:
    """Assign people to tables for one round of a round robin.

    The first person's place is fixed, and the others move on by one each round. With two seats,
    each person meets all others before they meet anyone again. Seats rotate from table to table,
    and every two rounds for people who stay at a table.

    Returns:
        The people at each table by seat, with None for an empty seat.
    """
    count = -(-len(people) // num_seats)
    places: list[T | None] = [*people, *[None] * (count * num_seats - len(people))]
    shift = round_index % max(1, len(places) - 1)
    circle = [*places[:1], *places[1 + shift :], *places[1 : 1 + shift]]
    tables: list[list[T | None]] = [[None] * num_seats for _ in range(count)]
    for line in range(num_seats):
        group = circle[line * count : (line + 1) * count]
        for table, one in enumerate(group if line % 2 == 0 else group[::-1]):
            tables[table][(line + table + round_index // 2) % num_seats] = one
    return tables
