"""The daily deal: one solo game a day, the same for everybody who plays on this server.

Its secret is drawn when somebody first asks for it that day, and only its hash is shown until the
day (in UTC) is over. Nobody adds bytes of their own, or the deals would differ.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from functools import partial

from tilewright.days import day_of, end_of_day
from tilewright.errors import NotFound, TilewrightError
from tilewright.events import Person, Terms
from tilewright.game import Game
from tilewright.match import seating
from tilewright.match.dealing import deal
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts, until_solvable
from tilewright.server.people.service import Identity
from tilewright.server.storage import daily as store
from tilewright.server.storage.daily import Deal
from tilewright.server.storage.database import Conflict, Transaction
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables, Wish
from tilewright.shuffle import Shuffle, draw_secret
from tilewright.solving import solve_game

__all__ = ["PAR_SECONDS", "DailyDeals", "daily_game", "shuffle_of", "solve_for_par"]

log = logging.getLogger("tilewright.daily")

PAR_EFFORT = 4096
"""Width of the search for par. To change it makes the pars of different days incomparable."""
PAR_SECONDS = 5.0
"""About how long that takes."""
OURSELVES = Caller("par of the day", "server")


def daily_game() -> Game:
    """The game of the daily deal: the one for a single player that has a solver to find par."""
    return next(game for game in GAMES.values() if game.is_for_one and game.solver)


def shuffle_of(deal: Deal) -> Shuffle:
    """What decides the cards of a day."""
    return Shuffle(deal.secret, (b"",))


class DailyDeals:
    """The deals of all days. Belongs to one event loop."""

    def __init__(self, tables: Tables, analysts: Analysts) -> None:
        self._tables, self._analysts = tables, analysts
        self._database = tables.database
        self._searches: dict[str, asyncio.Task[None]] = {}
        self._scouts: tuple[str, set[str]] = ("", set())
        """A day, and the addresses from which guests have seen its deal; known to this process."""

    @property
    def today(self) -> str:
        return day_of(self._tables.clock())

    def is_over(self, day: str) -> bool:
        """Whether a day has passed, so that its secret may be told."""
        return self._tables.clock() >= end_of_day(day)

    async def find(self, day: str) -> Deal:
        """The deal of a day; today's is made if need be. Raises NotFound."""
        found = await self._database.read(lambda tx: store.find(tx, day))
        if found is None and day == self.today:
            found = await self._make(day)
        if found is None:
            raise NotFound(f"there was no deal on {day}: nobody asked for it")
        return found

    async def _make(self, day: str) -> Deal:
        secret, now = draw_secret(), self._tables.clock()
        return await self._database.write(lambda tx: store.find_or_make(tx, day, secret, now))

    async def play(self, person: Identity, client: str) -> LiveTable:
        """Somebody's table of today's deal; the same again when they ask again."""
        deal = await self.find(self.today)
        self.find_par(deal)
        table = await self._table_of(deal, person.id)
        return table or await self._open(deal, person, is_ranked=self._is_ranked(person, client))

    def _is_ranked(self, person: Identity, client: str) -> bool:
        """Whether a result counts among the others': guests' do not, and where a guest has seen
        the deal, nobody's of that address who comes later."""
        if self._scouts[0] != self.today:
            self._scouts = (self.today, set())
        if person.kind == "guest":
            self._scouts[1].add(client)
        return client not in self._scouts[1]

    async def _table_of(self, deal: Deal, person: str) -> LiveTable | None:
        table = await self._database.read(lambda tx: store.table_of(tx, deal.day, person))
        return await self._tables.find(table) if table else None

    async def _open(self, deal: Deal, person: Identity, *, is_ranked: bool) -> LiveTable:
        def note(tx: Transaction, table: str) -> None:
            store.add_play(tx, deal.day, person.id, table, is_ranked=is_ranked)

        terms = Terms(game=daily_game().name, players=1, talk=False, day=deal.day)
        try:
            return await self._tables.open(
                terms,
                person.id,
                listed=False,
                wishes=_begin(person),
                secret=deal.secret,
                chance=deal.chance,
                note=note,
            )
        except Conflict:  # they asked twice at once
            table = await self._table_of(deal, person.id)
            if table is None:
                raise
            return table

    # --- Par ---

    def find_par(self, deal: Deal) -> None:
        """Have par found beside all else, unless it is known or looked for already."""
        if deal.par is None and deal.day not in self._searches:
            search = asyncio.get_running_loop().create_task(self._find_par(deal))
            self._searches[deal.day] = search
            search.add_done_callback(lambda _: self._searches.pop(deal.day, None))

    async def _find_par(self, deal: Deal) -> None:
        """If the analysts have too much to do, the next one who asks may have more luck."""
        try:
            await until_solvable(daily_game())
            job = partial(_solve, deal)
            par = await self._analysts.work(OURSELVES, PAR_SECONDS, job)
            if par is not None:
                await self._database.write(lambda tx: store.set_par(tx, deal.day, par))
        except TilewrightError as error:
            log.info("par of %s not found: %s", deal.day, error)


def _begin(person: Identity) -> list[Wish]:
    return [
        lambda match, now: seating.sit(match, Person(person.id, person.name), now),
        lambda match, now: seating.start(match, person.id, now),
    ]


def _solve(found: Deal, stop: threading.Event) -> int | None:
    terms = Terms(game=daily_game().name, players=1)
    return solve_for_par(deal(terms, shuffle_of(found), found.chance), stop)


def solve_for_par(start: Position, stop: threading.Event) -> int | None:
    """The best that a search of everything finds from there; None where it was hurried."""
    played = solve_game(start, hindsight=True, effort=PAR_EFFORT, stop=stop)
    return None if stop.is_set() else played.standing().scores[0]
