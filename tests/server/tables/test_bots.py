"""Bots at the tables: they move, they stop when told, and a dead one's work is taken over."""

from __future__ import annotations

import asyncio
import threading

import pytest

from live_world import Clock, Guest, begin, joined, running_tables
from matches import ANNA, Table
from tilewright.bots import BOTS, Bot, Budget, RandomBot
from tilewright.events import Event
from tilewright.game import Action, Game
from tilewright.match import Match, playing, seating
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.tables.bots import BotPool, Job
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables
from tilewright.shuffle import derive
from walks import REAL_GAMES

LEASE = 60_000
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
    """Somebody at a table where the bot has to move, they having moved before."""
    table = await begin(tables, host, "random")
    (anna,) = await joined(tables, table, host)
    while not anna.moves:  # the bot begins
        await tables.do(table, lambda match, now: playing.bot_move(match, 0, match.number, now))
        await anna.listen()
    await anna.move(anna.moves[0], "m")
    assert not anna.moves and anna.info["status"] == "running"
    return anna


def test_several_bots_play_a_game_to_its_end(database: Database) -> None:
    async def play() -> None:
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
            assert tables.bot_moves == sum(not event["author"] for event in made)
            assert tables.moves == len(made)

    asyncio.run(play())


@pytest.mark.parametrize("wish", ["undo", "resign"])
def test_a_bot_stops_when_its_move_is_not_wanted(
    database: Database, slow_bot: SlowBot, wish: str
) -> None:
    async def play() -> None:
        async with running_tables(database) as tables:
            anna = await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            before = tables.bot_moves
            answer = await (anna.ask("ask", what="undo") if wish == "undo" else anna.ask("resign"))
            assert answer["type"] == "ack"
            await slow_bot.has_stopped()
            await bots.stop()
            assert tables.bot_moves == before

    asyncio.run(play())


def test_talk_does_not_stop_a_bot(database: Database, slow_bot: SlowBot) -> None:
    async def play() -> None:
        async with running_tables(database) as tables:
            anna = await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            assert (await anna.ask("say", text="take your time"))["type"] == "ack"
            assert not slow_bot.stopped.is_set()
            await bots.stop()
            assert slow_bot.stopped.is_set()

    asyncio.run(play())


def test_a_stopped_pool_gives_its_tables_back(database: Database, slow_bot: SlowBot) -> None:
    async def play() -> None:
        clock = Clock()
        async with running_tables(database, clock) as tables:
            await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            assert await claim(tables) is None
            await bots.stop()
            assert await claim(tables) is not None

    asyncio.run(play())


def test_one_host_s_many_tables_do_not_make_another_s_wait(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty tables of one guest, all for slow bots, made another one's bot take two minutes."""
    thought_for: list[str] = []

    def think(job: Job, stop: threading.Event) -> Action:
        thought_for.append(job.table)
        return int(job.view.legal_actions[0])

    monkeypatch.setattr(Job, "think", think)

    async def play() -> None:
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

    asyncio.run(play())


async def claim(tables: Tables) -> str | None:
    """Claim a bot's move for a process that will not make it."""
    now = tables.clock()
    return await tables.database.write(
        lambda tx: store.claim_bot_job(tx, "anna", "dead", now, LEASE)
    )


def test_a_dead_process_s_move_is_made_after_its_lease(postgres_database: Database) -> None:
    async def play() -> None:
        clock = Clock()
        async with running_tables(postgres_database, clock) as tables:
            anna = await bots_turn(tables)
            assert await claim(tables) == anna.table
            clock.now += LEASE - 1
            assert await claim(tables) is None, "the lease still runs"
            clock.now += 1
            bots = BotPool(tables, 1)
            bots.start()
            while not anna.moves and anna.info["status"] == "running":
                await anna.hear()
            await bots.stop()

    asyncio.run(play())


def test_the_only_process_makes_a_dead_one_s_move_at_once(sqlite_database: Database) -> None:
    async def play() -> None:
        async with running_tables(sqlite_database) as tables:
            anna = await bots_turn(tables)
            assert await claim(tables) == anna.table
            bots = BotPool(tables, 1)
            bots.start()
            while not anna.moves and anna.info["status"] == "running":
                await anna.hear()
            await bots.stop()

    asyncio.run(play())


def test_a_table_that_breaks_its_bot_does_not_stop_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken table waits for its lease to end; it is not tried again at once, before others."""

    async def play() -> None:
        clock = Clock()
        async with running_tables(database, clock) as tables:
            first = await bots_turn(tables)
            clock.now += 1  # it has waited longest
            second = await bots_turn(tables)
            broken = (await tables.find(first.table)).match.secret
            seed = derive(broken, "bot", first.info["number"].to_bytes(8))

            def make(game: Game, own: int, budget: Budget) -> Bot:
                if own == seed:
                    raise ZeroDivisionError
                return RandomBot(game, own, budget)

            monkeypatch.setitem(BOTS, "random", make)
            monkeypatch.setattr("tilewright.server.tables.bots.POLL_SECONDS", 0.01)
            bots = BotPool(tables, 1)
            bots.start()
            while not second.moves and second.info["status"] == "running":
                await second.hear()
            await bots.stop()
            assert "a bot failed" in caplog.text

    asyncio.run(play())


def test_a_version_that_has_gone_is_replaced_by_the_one_there_is() -> None:
    view = Position.new(get_game("toy"), 2, 1, {}).view(0)
    job = Job("table", 1, "random@7", view, 1)
    assert job.think(threading.Event()) in view.legal_actions


# --- What a bot is told -------------------------------------------------------------------------


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
def test_a_bot_is_given_its_view_and_a_seed_of_its_own(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    """The whole way from a table to a bot: it never holds the board, and no two moves share their
    random numbers."""
    spy = Spy()
    monkeypatch.setitem(BOTS, "random", spy)
    names = ("anna", *["random"] * (game.players[-1] - 1))

    async def play() -> None:
        async with running_tables(sqlite_database) as tables:
            table = await tables.find(await begin(tables, *names, game=game.name))
            changed = asyncio.Event()
            tables.watchers.append(lambda _: changed.set())
            bots = BotPool(tables, 1)
            bots.start()
            while len(spy.seen) < 6 and not table.match.is_over:
                changed.clear()
                if table.match.bot_to_move is None:
                    await tables.do(table.id, first_move)
                else:
                    await asyncio.wait_for(changed.wait(), PATIENCE)
            await bots.stop()
            for view in spy.seen:
                then = table.match.board.at_ply(view.ply)
                assert view.viewer == then.mover
                assert view.state.tobytes() == then.view(then.mover).state.tobytes()

    asyncio.run(play())
    assert len(spy.seen) >= 6
    assert len(set(spy.seeds)) == len(spy.seeds)


def first_move(match: Match, now: int) -> list[Event]:
    return playing.move(match, "anna", match.board.legal_moves[0], match.number, None, now)


@pytest.mark.parametrize("game", GAMES_OF_SEVERAL, ids=lambda game: game.name)
def test_what_is_hidden_changes_no_move_of_a_bot(game: Game) -> None:
    """Boards that look alike to the bot's seat, behind one and the same table: one move."""
    for bot in ("random", "greedy", "level-3"):
        world = Table(game.name, game.players[-1])
        world.do(seating.sit(world.match, ANNA, world.now, 0))
        for seat in range(1, game.players[-1]):
            world.do(seating.seat_bot(world.match, "anna", seat, bot, world.now))
        world.do(seating.start(world.match, "anna", world.now))
        table = LiveTable("t", True, "", 0, world.match)
        while world.match.number < 8 and not world.match.is_over:
            if world.match.bot_to_move is None:
                world.move("anna", world.match.board.legal_moves[0])
            else:
                world.do(playing.bot_move(world.match, the_move(table), world.match.number, 0))


def the_move(table: LiveTable) -> Action:
    """The move that the bot makes, whatever is behind what it sees."""
    match, true = table.match, table.match.board
    moves, views = set(), set()
    for board in (true, *(true.view(true.mover).determinize(guess) for guess in range(3))):
        match.position = board
        job = Job.of(table)
        assert job is not None
        views.add(job.view.state.tobytes())
        moves.add(job.think(threading.Event()))
    match.position = true
    assert len(moves) == len(views) == 1
    return moves.pop()
