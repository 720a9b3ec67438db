"""Duplicate deals: every player gets the same shuffle, the same seat and the same bots.

Each game has one daily deal, whose secret is drawn at the first request of that day. Other deals
are created for friends or for an evening, and shared by link for some days. Only the secret's hash
is published until the last day (in UTC) is over. Players add no bytes to the shuffle, or the deals
would differ. Bots derive their random numbers from the secret, so they answer equal moves equally.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import UNSET, UnsetType, structs

from tilewright.bots import Budget, full_name, make_bot
from tilewright.dates import day_of, end_of_day
from tilewright.errors import Code, NotFound, TilewrightError
from tilewright.game import Game, Seat
from tilewright.match import Match, lobby_commands
from tilewright.match.events import Event, Person, Terms
from tilewright.match.reducer import deal as deal_out
from tilewright.position import Position
from tilewright.records.commit_reveal import Shuffle, derive, draw_secret
from tilewright.registry import GAMES, get_game
from tilewright.search.levels import get_levels
from tilewright.search.solve import PAR_EFFORT, solve_game
from tilewright.server.accounts.service import Identity
from tilewright.server.analysis import AnalysisPool, wait_until_compiled
from tilewright.server.ratelimit.limits import rate_limit_error
from tilewright.server.storage import deals as store
from tilewright.server.storage import evenings
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.storage.deals import Deal, DealSetup, GameScore
from tilewright.server.tables.bots import BOT_TREE_MIB, BotJob, bot_seed
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.commands import Command
from tilewright.server.tables.directory import TableDirectory
from tilewright.server.tables.game_end import compute_deal_score
from tilewright.server.tables.game_time import GameTime

__all__ = [
    "EXPECTED_PAR_SECONDS",
    "Deals",
    "compute_par",
    "deal_shuffle",
    "first_position",
    "supports_par",
    "wait_until_ready",
]

PAR_ITERATIONS = 4000
"""Iterations per move against bots. Pars computed with different values are not comparable."""
EXPECTED_PAR_SECONDS = 5.0
"""Expected time to compute par."""


def supports_par(deal: Deal) -> bool:
    """Return True if par can be computed for a deal."""
    game = get_game(deal.game)
    return game.solver is not None if game.is_for_one else not deal.setup.is_together


def compute_par(deal: Deal, stop: threading.Event) -> GameScore | None:
    """Compute par: the program's own result in a deal. Returns None if `stop` is set."""
    game, seat = get_game(deal.game), deal.setup.seat
    start = first_position(deal)
    if game.is_for_one:
        played = solve_game(start, hindsight=True, effort=PAR_EFFORT, stop=stop)
    else:
        played = _play_to_end(deal, start, stop)
    return (
        None if stop.is_set() else compute_deal_score(game, played.standing(), seat, played.moves)
    )


def deal_shuffle(deal: Deal) -> Shuffle:
    """Return a deal's shuffle, to which players add no bytes."""
    return Shuffle(deal.secret, (b"",) * len(deal.setup.seats))


def first_position(deal: Deal) -> Position:
    """Return the initial position of a deal, including hidden information."""
    setup = deal.setup
    terms = Terms(game=deal.game, players=len(setup.seats), options=setup.options)
    return deal_out(terms, deal_shuffle(deal), deal.chance)


def _play_to_end(deal: Deal, start: Position, stop: threading.Event) -> Position:
    """Play a deal from `start` to its end, with the strongest bot in the player's seat."""
    position = start.copy()
    while not position.is_over and not stop.is_set():
        number = 1 + len(position.actions)  # counted as in a match
        position.play(_choose_move(deal, position, number, stop))
    return position


def _choose_move(deal: Deal, position: Position, number: int, stop: threading.Event) -> int:
    """Choose the next move: bots play their own seats, the strongest bot plays the player's."""
    bot, view = deal.setup.seats[position.mover], position.view(position.mover)
    if bot is not None:
        return BotJob("", number, bot, view, bot_seed(deal.secret, number)).think(stop)
    budget = Budget(iterations=PAR_ITERATIONS, memory=BOT_TREE_MIB)
    seed = derive(deal.secret, "par", number.to_bytes(8))
    best = f"level-{len(get_levels(view.game))}"
    return make_bot(best, view.game, seed, budget).choose(view, stop)


# --- Deals ----------------------------------------------------------------------------------------


log = logging.getLogger("tilewright.deals")

DAILY_BOT_LEVEL: Final = 5
"""Level of the bots in daily deals."""
DAY_MS: Final = 24 * 3600 * 1000
LINK_DEAL_DAYS: Final = 7
"""Days after today on which a new deal by link can be played."""
COMPILE_TIMEOUT_SECONDS: Final = 20.0
"""Maximum time that a request waits for the game's bots to compile."""


class Deals:
    """Creates and finds duplicate deals, and opens their tables. Belongs to one event loop."""

    def __init__(
        self,
        database: Database,
        directory: TableDirectory,
        time: GameTime,
        analysis_pool: AnalysisPool,
    ) -> None:
        self._database, self._directory, self._time = database, directory, time
        self._analysis_pool = analysis_pool
        self._searches: dict[str, asyncio.Task[None]] = {}

    @property
    def now(self) -> int:
        return self._time.now()

    @property
    def today(self) -> str:
        return day_of(self.now)

    def is_over(self, deal: Deal) -> bool:
        """Return True if the deal's last day is over, after which its secret may be published."""
        return self.now >= end_of_day(deal.last_day)

    # --- Finding ---

    async def get(self, deal_id: str) -> Deal:
        """Return a deal by its id.

        Raises:
            NotFound: There is no such deal.
        """
        found = await self._database.read(lambda tx: store.find(tx, deal_id))
        if found is None:
            raise NotFound(f"there is no deal {deal_id[:64]!r}")
        return found

    async def list_by_day(self, day: str) -> list[Deal]:
        """Return the daily deals of a day. Missing deals of today are created.

        Raises:
            NotFound: That day has no deals.
        """
        found = await self._database.read(lambda tx: store.list_by_day(tx, day))
        if day == self.today and {one.game for one in found} < GAMES.keys():
            found = await self._create_daily_deals(day)
        if not found:
            raise NotFound(f"there is no deal of {day}: no player opened it")
        names = [*GAMES]  # in the order of the registry, then removed games
        return sorted(found, key=lambda one: names.index(one.game) if one.game in GAMES else 99)

    async def _create_daily_deals(self, day: str) -> list[Deal]:
        """Create the missing deals of a day and return all deals of that day."""
        deals, now = [_draw_daily_deal(game, day) for game in GAMES.values()], self.now

        def insert_deals(tx: Transaction) -> list[Deal]:
            store.delete_addresses(tx, day)
            return [store.get_or_create(tx, deal, now) for deal in deals]

        return await self._database.write(insert_deals)

    async def create(self, game: str, players: int, level: int) -> Deal:
        """Draw and store a deal that players share by link."""
        deal, now = self.draw(game, players, level, days=LINK_DEAL_DAYS), self.now
        return await self._database.write(lambda tx: store.get_or_create(tx, deal, now))

    def draw(
        self,
        game: str,
        players: int,
        level: int,
        *,
        days: int,
        evening_id: str | UnsetType = UNSET,
        is_together: bool = False,
    ) -> Deal:
        """Draw a new deal that can be played until `days` days after today. It is not stored.

        One seat is drawn for the player; bots of `level` take the others. With `is_together`,
        people take all seats.
        """
        deal = _draw_deal(get_game(game), players, level, deal_id=secrets.token_urlsafe(9))
        until = day_of(self.now + days * DAY_MS)
        setup = structs.replace(deal.setup, until=until, evening=evening_id)
        if is_together:
            filler = deal_bot_name(get_game(game), level)
            setup = structs.replace(setup, seats=[None] * players, filler=filler)
        return replace(deal, setup=setup)

    # --- Playing ---

    async def play(self, deal: Deal, person: Identity, client_key: str) -> LiveTable:
        """Return a person's table of a deal, opening it on the first call.

        Raises:
            NotFound: The deal can no longer be started, or the host of its evening assigns seats.
        """
        if (table := await self._find_table(deal, person.id)) is not None:
            return table
        if self.is_over(deal):
            raise NotFound(f"the last day of {deal.id} is over: it can no longer be started")
        if deal.setup.is_together:
            raise NotFound(f"you have no table of {deal.id}: the host of its evening seats people")
        await self._check_evening_open(deal)
        await wait_until_ready(get_game(deal.game))
        self.start_par_search(deal)
        seats = [bot or person for bot in deal.setup.seats]
        is_ranked = deal.day is None or person.kind == "account"
        address = None if deal.day is None else _hash_address(deal, client_key)
        try:
            return await self.open(deal, seats, is_ranked=is_ranked, address=address)
        except Conflict:  # a concurrent request of the same person
            table = await self._find_table(deal, person.id)
            if table is None:
                raise
            return table

    async def _check_evening_open(self, deal: Deal) -> None:
        """Raise NotFound if the deal belongs to an evening that is closed."""
        if (evening_id := deal.evening) is None:
            return
        evening = await self._database.read(lambda tx: evenings.find(tx, evening_id))
        if evening is None or evening.closed is not None:
            raise NotFound(f"the game night of {deal.id} is closed: it can no longer be started")

    async def _find_table(self, deal: Deal, person_id: str) -> LiveTable | None:
        table = await self._database.read(lambda tx: store.find_table(tx, deal.id, person_id))
        return await self._directory.get(table) if table else None

    async def open(
        self,
        deal: Deal,
        seats: Sequence[Identity | str],
        *,
        is_ranked: bool = True,
        address: str | None = None,
    ) -> LiveTable:
        """Open a table of a deal for these people and bots, in seat order.

        `is_ranked` and `address` are passed to `store.add_play`.

        Raises:
            Conflict: One of the people already has a table of this deal.
        """
        people = {seat: one for seat, one in enumerate(seats) if isinstance(one, Identity)}

        def add_plays(tx: Transaction, table_id: str) -> None:
            for seat, person in people.items():
                play = (deal.id, person.id, table_id, seat)
                store.add_play(tx, *play, is_ranked=is_ranked, address=address)

        terms = Terms(
            game=deal.game,
            players=len(seats),
            options=deal.setup.options,
            talk=deal.setup.is_together,
            day=deal.last_day,
            deal=deal.id,
        )
        host = next(iter(people.values())).id
        return await self._directory.open(
            terms,
            host,
            listed=False,
            commands=_start_commands(host, seats),
            secret=deal.secret,
            chance=deal.chance,
            on_insert=add_plays,
        )

    # --- Par ---

    def start_par_search(self, deal: Deal) -> None:
        """Start computing par in the background, unless it is stored or being computed."""
        if deal.par is None and deal.id not in self._searches and supports_par(deal):
            search = asyncio.get_running_loop().create_task(self._compute_and_store_par(deal))
            self._searches[deal.id] = search
            search.add_done_callback(lambda _: self._searches.pop(deal.id, None))

    async def _compute_and_store_par(self, deal: Deal) -> None:
        """Compute and store par. If the analysis pool is full, a later request tries again."""
        try:
            await wait_until_compiled(get_game(deal.game))
            par = await self._analysis_pool.run(
                "server", EXPECTED_PAR_SECONDS, partial(compute_par, deal)
            )
            if par is not None:
                await self._database.write(lambda tx: store.set_par(tx, deal.id, par))
        except TilewrightError as error:
            log.info("par of %s not found: %s", deal.id, error)


def _hash_address(deal: Deal, client_key: str) -> str:
    """Return the hash of a client's address, keyed with the deal's secret."""
    return f"{derive(deal.secret, 'address', client_key.encode()):016x}"


def _draw_daily_deal(game: Game, day: str) -> Deal:
    """Draw a game's daily deal: for one player if possible, else with as few bots as possible."""
    players = 1 if game.is_for_one else min(count for count in game.players if count > 1)
    return replace(
        _draw_deal(game, players, DAILY_BOT_LEVEL, deal_id=f"{day}-{game.name}"), day=day
    )


def _draw_deal(game: Game, players: int, level: int, *, deal_id: str) -> Deal:
    """Draw a deal with a random seat for the player, and bots of `level` on the other seats."""
    game.validate_players(players)
    secret = draw_secret()
    seats: list[str | None] = [deal_bot_name(game, level) if players > 1 else None] * players
    seats[derive(secret, "seat") % players] = None
    return Deal(deal_id, game.name, None, DealSetup(seats=seats), secret, "keys")


def deal_bot_name(game: Game, level: int) -> str:
    """Return the full name of the bot that plays deals at `level`.

    The highest level is replaced by the one below: its thinking time is limited by the clock, so it
    may answer equal moves differently.
    """
    return full_name(f"level-{min(level, len(get_levels(game)) - 1)}", game)


async def wait_until_ready(game: Game) -> None:
    """Wait until the game is compiled, because its bots play differently before that.

    Raises:
        TooManyRequests: The game is not compiled after ``COMPILE_TIMEOUT_SECONDS``.
    """
    try:
        async with asyncio.timeout(COMPILE_TIMEOUT_SECONDS):
            await wait_until_compiled(game)
    except TimeoutError:
        raise rate_limit_error(
            f"deals of {game.title} before it is compiled", 10, Code.BUSY
        ) from None


def _start_commands(host_id: str, seats: Sequence[Identity | str]) -> list[Command]:
    """Return the commands that fill the seats and start the game."""
    sit = [partial(_seat_player, host_id, seat, who) for seat, who in enumerate(seats)]
    return [*sit, lambda match, now: lobby_commands.start(match, host_id, now)]


def _seat_player(
    host_id: str, seat: Seat, player: Identity | str, match: Match, now: int
) -> list[Event]:
    """Return the events that seat a person or a bot."""
    if isinstance(player, str):
        return lobby_commands.seat_bot(match, host_id, seat, player, now)
    return lobby_commands.sit(match, Person(player.id, player.name), now, seat)
