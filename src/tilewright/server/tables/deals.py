"""Deals that many play: everybody has the same shuffle, the same seat and the same bots.

One a day for each game, whose secret is drawn when somebody first asks for it that day; and those
that somebody makes for friends or for an evening, which go by link for some days. Only the hash of
the secret is shown until the last day (in UTC) is over. Nobody adds bytes of their own, or the
deals would differ. Bots think by numbers of the secret, so that equal moves get equal answers.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import UNSET, UnsetType, structs

from tilewright.bots import full_name
from tilewright.days import day_of, end_of_day
from tilewright.errors import Code, NotFound, TilewrightError
from tilewright.events import Event, Person, Terms
from tilewright.game import Game, Seat
from tilewright.match import Match, seating
from tilewright.registry import GAMES, get_game
from tilewright.search.levels import levels_of
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts, until_compiled
from tilewright.server.limits import too_many
from tilewright.server.people.service import Identity
from tilewright.server.storage import deals as store
from tilewright.server.storage import evenings
from tilewright.server.storage.database import Conflict, Transaction
from tilewright.server.storage.deals import Deal, Setup
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.luck import SECONDS, adjust
from tilewright.server.tables.par import PAR_SECONDS, find_par, has_par
from tilewright.server.tables.service import Tables, Wish
from tilewright.shuffle import derive, draw_secret

__all__ = ["Deals", "until_ready"]

log = logging.getLogger("tilewright.deals")

OPPONENT: Final = 5
"""The level that everybody meets in the deals of days."""
DAY: Final = 24 * 3600 * 1000
WEEK: Final = 7
"""Days that friends have for a deal."""
PATIENCE: Final = 20.0
"""Seconds that somebody waits until a game's bots are compiled."""


class Deals:
    """All deals that many play. Belongs to one event loop."""

    def __init__(self, tables: Tables, analysts: Analysts) -> None:
        self._tables, self._analysts = tables, analysts
        self._database = tables.database
        self._searches: dict[str, asyncio.Task[None]] = {}
        self._scouts: tuple[str, set[tuple[str, str]]] = ("", set())
        """A day, and from which addresses guests have seen which of its deals; known to this
        process."""

    @property
    def now(self) -> int:
        return self._tables.clock()

    @property
    def today(self) -> str:
        return day_of(self.now)

    def is_over(self, deal: Deal) -> bool:
        """Whether the last day of a deal has passed, so that its secret may be told."""
        return self.now >= end_of_day(deal.last_day)

    # --- Finding ---

    async def find(self, deal: str) -> Deal:
        """A deal by its name. Raises NotFound."""
        found = await self._database.read(lambda tx: store.find(tx, deal))
        if found is None:
            raise NotFound(f"there is no deal {deal[:64]!r}")
        return found

    async def of_day(self, day: str) -> list[Deal]:
        """The deals of a day; today's are made if need be. Raises NotFound."""
        found = await self._database.read(lambda tx: store.of_day(tx, day))
        if day == self.today and {one.game for one in found} < GAMES.keys():
            found = await self._make(day)
        if not found:
            raise NotFound(f"there was no deal on {day}: nobody asked for it")
        names = [*GAMES]  # as games are listed everywhere, then those that are gone
        return sorted(found, key=lambda one: names.index(one.game) if one.game in GAMES else 99)

    async def _make(self, day: str) -> list[Deal]:
        deals, now = [_draw_for(game, day) for game in GAMES.values()], self.now

        def work(tx: Transaction) -> list[Deal]:
            return [store.find_or_make(tx, deal, now) for deal in deals]

        return await self._database.write(work)

    async def make(self, game: str, players: int, level: int) -> Deal:
        """A deal that goes by link."""
        deal, now = self.draw(game, players, level, days=WEEK), self.now
        return await self._database.write(lambda tx: store.find_or_make(tx, deal, now))

    def draw(
        self,
        game: str,
        players: int,
        level: int,
        *,
        days: int,
        evening: str | UnsetType = UNSET,
        is_together: bool = False,
    ) -> Deal:
        """One that goes by link for so many days after this, on a seat that it has drawn, against
        bots of a level; or for people on all seats. It is not kept yet."""
        deal = _draw(get_game(game), players, level, name=secrets.token_urlsafe(9))
        until = day_of(self.now + days * DAY)
        setup = structs.replace(deal.setup, until=until, evening=evening)
        if is_together:
            filler = opponent(get_game(game), level)
            setup = structs.replace(setup, seats=[None] * players, filler=filler)
        return replace(deal, setup=setup)

    # --- Playing ---

    async def play(self, deal: Deal, person: Identity, client: str) -> LiveTable:
        """Somebody's table of a deal; the same again when they ask again."""
        if (table := await self._table_of(deal, person.id)) is not None:
            return table
        if self.is_over(deal):
            raise NotFound(f"the last day of {deal.id} is over: nobody begins it any more")
        if deal.setup.is_together:
            raise NotFound(f"you have no table of {deal.id}: the host of its evening seats people")
        await self._check_evening(deal)
        await until_ready(get_game(deal.game))
        self.find_par(deal)
        seats = [bot or person for bot in deal.setup.seats]
        is_ranked = self._is_ranked(deal, person, client)
        try:
            return await self.open(deal, seats, is_ranked=is_ranked)
        except Conflict:  # they asked twice at once
            table = await self._table_of(deal, person.id)
            if table is None:
                raise
            return table

    async def _check_evening(self, deal: Deal) -> None:
        if (name := deal.evening) is None:
            return
        evening = await self._database.read(lambda tx: evenings.find(tx, name))
        if evening is None or evening.closed is not None:
            raise NotFound(f"the evening of {deal.id} is closed: nobody begins it any more")

    def _is_ranked(self, deal: Deal, person: Identity, client: str) -> bool:
        """Whether a result counts among the others'. Friends' all do. Of a day's deal those of
        guests do not, and where a guest has seen it, nobody's of that address who comes later."""
        if deal.day is None:
            return True
        if self._scouts[0] != self.today:
            self._scouts = (self.today, set())
        if person.kind == "guest":
            self._scouts[1].add((deal.id, client))
        return (deal.id, client) not in self._scouts[1]

    async def _table_of(self, deal: Deal, person: str) -> LiveTable | None:
        table = await self._database.read(lambda tx: store.table_of(tx, deal.id, person))
        return await self._tables.find(table) if table else None

    async def open(
        self, deal: Deal, seats: Sequence[Identity | str], *, is_ranked: bool = True
    ) -> LiveTable:
        """A table of a deal: who sits where, people and bots. Raises Conflict where one of them has
        a table of it already."""
        people = {seat: one for seat, one in enumerate(seats) if isinstance(one, Identity)}

        def note(tx: Transaction, table: str) -> None:
            for seat, person in people.items():
                store.add_play(tx, deal.id, person.id, table, seat, is_ranked=is_ranked)

        terms = Terms(
            game=deal.game,
            players=len(seats),
            options=deal.setup.options,
            talk=deal.setup.is_together,
            day=deal.last_day,
            deal=deal.id,
        )
        host = next(iter(people.values())).id
        return await self._tables.open(
            terms,
            host,
            listed=False,
            wishes=_begin(host, seats),
            secret=deal.secret,
            chance=deal.chance,
            note=note,
        )

    # --- What it was worth ---

    async def take_luck_out(self, deal: Deal, line: str, caller: Caller) -> None:
        """Have a game of a deal looked at, for all who have played it so."""
        await until_ready(get_game(deal.game))
        adjusted = await self._analysts.work(caller, SECONDS, partial(adjust, deal, line))
        await self._database.write(lambda tx: store.set_adjusted(tx, deal.id, line, adjusted))

    def find_par(self, deal: Deal) -> None:
        """Have par found beside all else, unless it is known or looked for already."""
        if deal.par is None and deal.id not in self._searches and has_par(deal):
            search = asyncio.get_running_loop().create_task(self._find_par(deal))
            self._searches[deal.id] = search
            search.add_done_callback(lambda _: self._searches.pop(deal.id, None))

    async def _find_par(self, deal: Deal) -> None:
        """If the analysts have too much to do, the next one who asks may have more luck."""
        try:
            await until_compiled(get_game(deal.game))
            ourselves = Caller(f"par of {deal.id}", "server")
            par = await self._analysts.work(ourselves, PAR_SECONDS, partial(find_par, deal))
            if par is not None:
                await self._database.write(lambda tx: store.set_par(tx, deal.id, par))
        except TilewrightError as error:
            log.info("par of %s not found: %s", deal.id, error)


def _draw_for(game: Game, day: str) -> Deal:
    """What everybody is dealt in a game on a day: alone, or against one bot."""
    players = 1 if game.is_for_one else min(count for count in game.players if count > 1)
    return replace(_draw(game, players, OPPONENT, name=f"{day}-{game.name}"), day=day)


def _draw(game: Game, players: int, level: int, *, name: str) -> Deal:
    """Everybody's seat is drawn with the deal; bots of a level have the others."""
    game.check_players(players)
    secret = draw_secret()
    seats: list[str | None] = [opponent(game, level) if players > 1 else None] * players
    seats[derive(secret, "seat") % players] = None
    return Deal(name, game.name, None, Setup(seats=seats), secret, "keys")


def opponent(game: Game, level: int) -> str:
    """Whom everybody meets. The highest level thinks by the clock, and so would answer equal moves
    differently: the next one has its place."""
    return full_name(f"level-{min(level, len(levels_of(game)) - 1)}", game)


async def until_ready(game: Game) -> None:
    """Until a game is compiled its bots play otherwise, and equal moves would get other answers."""
    try:
        async with asyncio.timeout(PATIENCE):
            await until_compiled(game)
    except TimeoutError:
        raise too_many(f"deals of {game.title} before it is compiled", 10, Code.BUSY) from None


def _begin(host: str, seats: Sequence[Identity | str]) -> list[Wish]:
    """Everybody sits down, and the game begins."""
    sit = [partial(_sit, host, seat, who) for seat, who in enumerate(seats)]
    return [*sit, lambda match, now: seating.start(match, host, now)]


def _sit(host: str, seat: Seat, who: Identity | str, match: Match, now: int) -> list[Event]:
    if isinstance(who, str):
        return seating.seat_bot(match, host, seat, who, now)
    return seating.sit(match, Person(who.id, who.name), now, seat)
