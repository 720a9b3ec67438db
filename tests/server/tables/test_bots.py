"""Bots at the tables: they move, they stop when told, and a dead one's work is taken over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from live_world import Clock, Guest, begin, joined, local_hub_of, running_tables
from matches import ANNA, Table
from tilewright.bots import BOTS, Bot, Budget, RandomBot
from tilewright.game import Action, Game
from tilewright.match import Match, game_commands, lobby_commands
from tilewright.match.events import Event
from tilewright.position import Position
from tilewright.records.commit_reveal import derive
from tilewright.registry import get_game
from tilewright.server.pubsub import LocalBus
from tilewright.server.storage.database import Database
from tilewright.server.tables.bots import BotJob, BotPool
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.wiring import Tables
from walks import REAL_GAMES

GAMES_OF_SEVERAL = [game for game in REAL_GAMES if not game.is_for_one]


PATIENCE = 120
"""Seconds: nothing here takes that long, however busy the machine."""


class SlowBot:
    """Thinks until it is stopped or let go."""

    def __init__(self) -> None:
        self.thinking, self.stopped = threading.Event(), threading.Event()

    def choose(self, view: Position, stop: threading.Event | None = None) -> Action:
        assert stop is not None
        self.thinking.set()
        if stop.wait(PATIENCE):
            self.stopped.set()
        return int(view.legal_actions[0])

    def played(self, action: Action, view: Position) -> None: ...

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.thinking.wait, PATIENCE)

    async def has_stopped(self) -> None:
        assert await asyncio.to_thread(self.stopped.wait, PATIENCE)


@pytest.fixture
def slow_bot(monkeypatch: pytest.MonkeyPatch) -> SlowBot:
    bot = SlowBot()
    monkeypatch.setitem(BOTS, "random", lambda *_: bot)
    return bot


async def bots_turn(tables: Tables, host: str = "anna") -> Guest:
    """Return the host of a table, who has moved so that the bot is to move."""
    table = await begin(tables, host, "random")
    (anna,) = await joined(tables, table, host)
    while not anna.moves:  # the bot begins
        await tables.commands.execute(
            table, lambda match, now: game_commands.bot_move(match, 0, match.number, now)
        )
        await anna.listen()
    await anna.move(anna.moves[0], "m")
    assert not anna.moves and anna.info["status"] == "running"
    return anna


async def test_bot_pool_plays_a_game_of_several_bots_to_its_end(database: Database) -> None:
    async with running_tables(database) as tables:
        table = await begin(tables, "anna", "random", "random")
        (anna,) = await joined(tables, table, "anna")
        bots = BotPool(tables, 2)
        bots.start()
        while anna.info["status"] == "running":
            if anna.moves:
                await anna.move(anna.moves[0], f"m{anna.info['number']}")
            else:
                await anna.hear()
        await bots.stop()
        made = [event for event in anna.events if event["kind"] == "moved"]
        assert tables.commands.num_bot_moves == sum(not event["author"] for event in made)
        assert tables.commands.num_moves == len(made)


@pytest.mark.parametrize("wish", ["undo", "resign"])
async def test_bot_search_stops_when_its_move_is_obsolete(
    database: Database, slow_bot: SlowBot, wish: str
) -> None:
    async with running_tables(database) as tables:
        anna = await bots_turn(tables)
        bots = BotPool(tables, 1)
        bots.start()
        await slow_bot.has_begun()
        before = tables.commands.num_bot_moves
        answer = await (anna.ask("ask", what="undo") if wish == "undo" else anna.ask("resign"))
        assert answer["type"] == "ack"
        await slow_bot.has_stopped()
        assert tables.commands.num_bot_moves == before
        if wish == "undo":  # and it thinks again where its turn comes again
            slow_bot.thinking.clear()
            await anna.move(anna.moves[0], "again")
            await slow_bot.has_begun()
        await bots.stop()
        assert tables.commands.num_bot_moves == before


async def test_bot_search_continues_despite_chat(database: Database, slow_bot: SlowBot) -> None:
    async with running_tables(database) as tables:
        anna = await bots_turn(tables)
        bots = BotPool(tables, 1)
        bots.start()
        await slow_bot.has_begun()
        assert (await anna.ask("say", text="take your time"))["type"] == "ack"
        assert not slow_bot.stopped.is_set()
        await bots.stop()
        assert slow_bot.stopped.is_set()


async def test_bot_pool_returns_its_leases_when_stopped(
    database: Database, slow_bot: SlowBot
) -> None:
    async with running_tables(database) as tables, joined_bus(database) as other:
        anna = await bots_turn(tables)
        bots = BotPool(tables, 1)
        bots.start()
        await slow_bot.has_begun()
        assert not await other.acquire_lease(f"bot {anna.table}", 1)
        await bots.stop()
        assert await other.acquire_lease(f"bot {anna.table}", 1)


@asynccontextmanager
async def joined_bus(database: Database) -> AsyncIterator[LocalBus]:
    """Yield the bus of another process that shares the database."""
    other = LocalBus(local_hub_of(database), "other")
    await other.start()
    yield other
    await other.stop()


async def test_bot_pool_shares_its_time_among_hosts(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty tables of one guest, all for slow bots, made another one's bot take two minutes."""
    thought_for: list[str] = []

    def think(job: BotJob, stop: threading.Event) -> Action:
        thought_for.append(job.table)
        return int(job.view.legal_actions[0])

    monkeypatch.setattr(BotJob, "think", think)
    async with running_tables(database) as tables:
        for _ in range(6):
            await bots_turn(tables, "eve")
        anna = await bots_turn(tables)
        bots = BotPool(tables, 1)
        bots.start()
        while not anna.moves and anna.info["status"] == "running":
            await anna.hear()
        await bots.stop()
        assert anna.table in thought_for[:2]


async def test_bot_move_of_a_dead_process_is_made_after_its_lease(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.tables.bots.SWEEP_SECONDS", 0.01)
    async with running_tables(database) as tables, joined_bus(database) as dead:
        anna, refused = await bots_turn(tables), asyncio.Event()
        acquire = tables.bus.acquire_lease

        async def noted(what: str, seconds: float) -> bool:
            is_given = await acquire(what, seconds)
            if what.startswith("bot ") and not is_given:
                refused.set()
            return is_given

        monkeypatch.setattr(tables.bus, "acquire_lease", noted)
        assert await dead.acquire_lease(f"bot {anna.table}", 3600)
        bots = BotPool(tables, 1)
        bots.start()
        for _ in range(2):
            refused.clear()
            await asyncio.wait_for(refused.wait(), PATIENCE)
        assert tables.commands.num_bot_moves == 0 or not anna.moves, "the lease still runs"
        dead.release_lease(f"bot {anna.table}")  # as its end does
        while not anna.moves and anna.info["status"] == "running":
            await anna.hear()
        await bots.stop()


async def test_bot_moves_of_a_stopped_process_are_made_by_the_next(
    sqlite_database: Database,
) -> None:
    async with running_tables(sqlite_database) as tables:
        anna = await bots_turn(tables)
        bots = BotPool(tables, 1)
        bots.start()
        while not anna.moves and anna.info["status"] == "running":
            await anna.hear()
        await bots.stop()


async def test_bot_moves_once_with_two_processes(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a Redis each takes itself for the only one; the first move counts."""

    async def always(*_: object) -> bool:
        return True

    monkeypatch.setattr(LocalBus, "acquire_lease", always)
    monkeypatch.setattr("tilewright.server.tables.bots.SWEEP_SECONDS", 0.01)
    async with (
        running_tables(postgres_database) as tables,
        running_tables(postgres_database) as others,
    ):
        table = await begin(tables, "anna", "random", "random")
        (anna,) = await joined(tables, table, "anna")
        pools = [BotPool(tables, 1), BotPool(others, 1)]
        for bots in pools:
            bots.start()
        while anna.info["status"] == "running":
            if anna.moves:
                await anna.move(anna.moves[0], f"m{anna.info['number']}")
            else:
                await anna.hear()
        for bots in pools:
            await bots.stop()
        made = [event for event in anna.events if event["kind"] == "moved"]
        assert tables.commands.num_bot_moves + others.commands.num_bot_moves == sum(
            not e["author"] for e in made
        )
        assert len(made) == anna.info["ply"]


async def test_bot_fault_at_a_table_does_not_stop_others(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken table waits for its lease to end; it is not tried again at once, before others."""
    clock = Clock()
    async with running_tables(database, clock) as tables:
        first = await bots_turn(tables)
        clock.now += 1  # it has waited longest
        second = await bots_turn(tables)
        broken = (await tables.directory.get(first.table)).match.secret
        seed = derive(broken, "bot", first.info["number"].to_bytes(8))

        def make(game: Game, own: int, budget: Budget) -> Bot:
            if own == seed:
                raise ZeroDivisionError
            return RandomBot(game, own, budget)

        monkeypatch.setitem(BOTS, "random", make)
        monkeypatch.setattr("tilewright.server.tables.bots.SWEEP_SECONDS", 0.01)
        bots = BotPool(tables, 1)
        bots.start()
        while not second.moves and second.info["status"] == "running":
            await second.hear()
        await bots.stop()
        assert "a bot failed" in caplog.text


def test_bot_version_that_is_gone_is_replaced() -> None:
    view = Position.new(get_game("toy"), 2, 1, {}).view(0)
    job = BotJob("table", 1, "random@7", view, 1)
    assert job.think(threading.Event()) in view.legal_actions


# --- The view of a bot --------------------------------------------------------------------------


class Spy:
    """Plays the first legal move, and keeps what it was given."""

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.seen: list[Position] = []

    def __call__(self, game: Game, seed: int, budget: Budget) -> Spy:
        self.seeds.append(seed)
        return self

    def choose(self, view: Position, stop: threading.Event | None = None) -> Action:
        self.seen.append(view)
        return int(view.legal_actions[0])

    def played(self, action: Action, view: Position) -> None: ...


@pytest.mark.parametrize("game", GAMES_OF_SEVERAL, ids=lambda game: game.name)
async def test_bot_gets_its_view_and_its_own_seed(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    """The whole way from a table to a bot: it never holds the board, and no two moves share their
    random numbers."""
    spy = Spy()
    monkeypatch.setitem(BOTS, "random", spy)
    names = ("anna", *["random"] * (game.players[-1] - 1))

    async with running_tables(sqlite_database) as tables:
        table = await tables.directory.get(await begin(tables, *names, game=game.name))
        changed = asyncio.Event()
        tables.publisher.listeners.append(lambda _: changed.set())
        bots = BotPool(tables, 1)
        bots.start()
        while len(spy.seen) < 6 and not table.match.is_over:
            changed.clear()
            if table.match.bot_to_move is None:
                await tables.commands.execute(table.id, first_move)
            else:
                await asyncio.wait_for(changed.wait(), PATIENCE)
        await bots.stop()
        for view in spy.seen:
            then = table.match.board.at_ply(view.ply)
            assert view.viewer == then.mover
            assert view.state.tobytes() == then.view(then.mover).state.tobytes()
    assert len(spy.seen) >= 6
    assert len(set(spy.seeds)) == len(spy.seeds)


def first_move(match: Match, now: int) -> list[Event]:
    return game_commands.move(match, "anna", match.board.legal_moves[0], match.number, None, now)


@pytest.mark.parametrize("game", GAMES_OF_SEVERAL, ids=lambda game: game.name)
def test_bot_move_does_not_depend_on_hidden_information(game: Game) -> None:
    """Boards that look alike to the bot's seat, behind one and the same table: one move."""
    for bot in ("random", "greedy", "level-3"):
        world = Table(game.name, game.players[-1])
        world.do(lobby_commands.sit(world.match, ANNA, world.now, 0))
        for seat in range(1, game.players[-1]):
            world.do(lobby_commands.seat_bot(world.match, "anna", seat, bot, world.now))
        world.do(lobby_commands.start(world.match, "anna", world.now))
        table = LiveTable("t", True, "", 0, world.match)
        while world.match.number < 8 and not world.match.is_over:
            if world.match.bot_to_move is None:
                world.move("anna", world.match.board.legal_moves[0])
            else:
                world.do(
                    game_commands.bot_move(world.match, the_move(table), world.match.number, 0)
                )


def the_move(table: LiveTable) -> Action:
    """Return the bot's move, computed from what it sees."""
    match, true = table.match, table.match.board
    moves, views = set(), set()
    for board in (true, *(true.view(true.mover).determinize(guess) for guess in range(3))):
        match.position = board
        job = BotJob.for_table(table)
        assert job is not None
        views.add(job.view.state.tobytes())
        moves.add(job.think(threading.Event()))
    match.position = true
    assert len(moves) == len(views) == 1
    return moves.pop()
