"""Nothing hidden leaves the server.

At positions all along random games, everything that a viewer cannot know is drawn again. Two
servers that differ in nothing else get the same requests of that viewer: every byte that they send
and every line that they log must be equal.
"""

from __future__ import annotations

import itertools
import json
import logging
import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

from live_world import Clock, Guest, begin, joined, running_tables
from tilewright.game import Game, Seat
from tilewright.match import (
    Match,
    apply,
    game_commands,
    lobby_commands,
    open_table,
    proposals,
    replay,
    timeouts,
)
from tilewright.match.clock import ClockRule
from tilewright.match.events import Event, Moved, Person, Terms, format_event
from tilewright.position import Position
from tilewright.server.accounts.service import Identity
from tilewright.server.http.game_source import GameView, build_table_response
from tilewright.server.http.routers.analysis import analyse_position
from tilewright.server.http.routers.history import describe_moves, describe_ply
from tilewright.server.presenters import PositionFormat, TableUpdate, encode
from tilewright.server.ratelimit.quotas import Caller, Quotas
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.wiring import make_tables
from tilewright.server.websocket.protocol import SocketProtocol
from tilewright.settings import Settings
from tilewright.wire.analysis import StudyResult, StudyTask
from tilewright.wire.tables import LoggedEvent
from walks import REAL_GAMES, Configuration, configurations, walk

pytestmark = pytest.mark.slow

POSITIONS, LONG_POSITIONS = 256, 100_000
PARTS = 8
"""So that the long size can be tried on as many cores."""
EVERY = 4
"""One position in so many of a game, so that few of them still come from all ways to play it."""
MOVED_EVERY = 4
"""Previews are compared at one position in this many: they take as long as all the rest."""
SECRETS = bytes(range(32)), bytes(range(32, 64))
CLOCK = Clock()


# --- Two matches that differ only in what a viewer cannot know ------------------------------------


def make_match(configuration: Configuration) -> Match:
    game, players, options = configuration
    terms = Terms(game=game, players=players, options=options, clock=ClockRule("game"))
    match = replay(SECRETS[0], open_table(terms, "p0", SECRETS[0], CLOCK()))
    for seat in range(players):
        apply(match, *lobby_commands.sit(match, Person(f"p{seat}", f"P{seat}"), CLOCK(), seat))
    apply(match, *lobby_commands.start(match, "p0", CLOCK()))
    return match


def at(match: Match, position: Position, secret: bytes) -> Match:
    """Return the match at another position and with another secret."""
    there = copy(match)
    there.position, there.secret, there.number = position, secret, position.ply + 1
    return there


def positions(game: Game, seed: int) -> Iterator[tuple[Match, Position]]:
    """Yield positions of random games without end, all player counts and options in turn."""
    mine = [found for found in configurations() if found[0] == game.name]
    for number in itertools.count(seed):
        configuration = mine[number % len(mine)]
        match = make_match(configuration)
        for position in walk(*configuration, number):
            if position.ply % EVERY == number % EVERY and not position.is_over:
                yield match, Position(position.game, position.state.copy().reshape(1))


# --- Answers of two servers -----------------------------------------------------------------------


class Nothing:
    """The database of tables that are only looked at."""

    is_shared = False


class Questioner:
    """One server with one table, asked in the name of one viewer."""

    def __init__(self, match: Match, viewer: Seat | None) -> None:
        self.tables = make_tables(Nothing(), CLOCK)  # type: ignore[arg-type]
        self.table = LiveTable("t", True, "an invitation", CLOCK(), match)
        self.tables.time._heartbeat_at = CLOCK()  # no outage before the first command
        self.tables.cache.add(self.table)
        self.person = None if viewer is None else f"p{viewer}"
        identity = Identity(self.person, self.person.title(), "guest") if self.person else None
        caller, quotas = Caller.of(self.person, "here"), Quotas.from_settings(Settings())
        self.protocol = SocketProtocol(self.tables, quotas, caller, identity)

    async def answers(self, requests: list[dict[str, Any]]) -> list[bytes]:
        """Return all answers, over the socket and over HTTP."""
        for request in requests:
            await self.protocol.handle(json.dumps(request | {"table": "t"}))
        self.tables.presence.stop()
        connection, said = self.protocol.connection, []
        while (message := connection.pop_message()) is not None:
            said.append(message)
        said.append(
            encode(build_table_response(self.tables, self.table, self.person, has_scene=True))
        )
        board, seat = self.table.match.board, self.table.match.viewer_seat(self.person)
        seen = GameView(board, seat, is_revealed=False)
        said.append(encode(describe_ply(seen, board.ply, has_scene=True)))
        return said


def questions(match: Match, viewer: Seat | None, texts: list[str]) -> list[dict[str, Any]]:
    """Return requests that change nothing, with illegal moves of every kind."""
    board = match.board
    moves = [
        {"type": "move", "move": text, "number": match.number, "move_id": "x"}
        for text in texts
        if viewer != board.mover or text not in board.legal_moves
    ]
    stale = {"type": "move", "move": texts[0], "number": match.number + 5, "move_id": "y"}
    wishes: list[dict[str, Any]] = [
        {"type": "resume"},
        {"type": "reclaim"},
        {"type": "answer", "yes": True},
    ]
    tries: dict[str, Any] = {"type": "preview", "moves": texts}
    previews = [tries | {"number": match.number}, tries | {"number": match.number + 5}]
    return [
        {"type": "subscribe", "scene": True},
        *moves,
        stale,
        *previews,
        *wishes,
    ]


async def told_of(match: Match, viewer: Seat | None, move: str, texts: list[str]) -> list[object]:
    """Return what a viewer learns of a move: as an update, in the history, and by studying it.

    Chance events after the move are left out: they may differ.
    """
    after, seat = copy(match), match.board.mover
    after.position = match.board.copy()
    after.position.play(move)
    news = [LoggedEvent(after.seq, Moved(at=CLOCK(), seat=seat, move=move))]
    update = TableUpdate("t", after, news, CLOCK(), shows_view=False)
    person = None if viewer is None else f"p{viewer}"
    return [
        json.loads(update.encode_for(person, PositionFormat(scene=True, text=True)))["played"],
        encode(await describe_moves(GameView(after.board, viewer, is_revealed=False))),
        *([] if viewer is None else studied(match.board, viewer, move, texts)),
    ]


def studied(position: Position, seat: Seat, move: str, texts: list[str]) -> list[object]:
    """Return what a seat learns by studying a position and a move played there."""

    def study(*moves: str) -> StudyResult:
        task = StudyTask(position=position.text, moves=list(moves), preview=texts, seat=seat)
        return analyse_position(task)

    return [encode(study()), encode(study(move).played)]


def consequences(match: Match, viewer: Seat | None, texts: list[str]) -> list[str]:
    """Return the events to which the viewer's commands would lead."""
    person, board, now = f"p{viewer}", match.board, CLOCK()
    found: list[Event] = [*timeouts.tick(match, now + 10**9)]
    if viewer is not None:
        found += [
            *game_commands.resign(match, person, now),
            *proposals.propose(match, person, "pause", now),
        ]
    if viewer == board.mover:
        for text in texts:
            if text in board.legal_moves:
                found += game_commands.move(match, person, text, match.number, "z", now)
    return [format_event(event) for event in found]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
async def test_hidden_information_is_in_no_view_event_error_or_log(
    game: Game,
    part: int,
    is_long: bool,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What is told in a moment would be told in the middle of something on a slow machine.
    monkeypatch.setattr("tilewright.server.audience.presence.PUBLISH_DELAY_SECONDS", 3600)
    caplog.set_level(logging.DEBUG)
    count = (LONG_POSITIONS if is_long else POSITIONS) // PARTS
    await _compare(game, part, count, caplog)


async def _compare(game: Game, part: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    random_, pool, num_different = random.Random(part), ["?", "refill", "a1", "0@0,0"], 0
    found = itertools.islice(positions(game, seed=1 + part * LONG_POSITIONS), count)
    for number, (match, position) in enumerate(found):
        viewer = random_.choice([*range(position.players), None])
        twin = position.view(viewer).determinize(random_.getrandbits(60))
        num_different += twin != position
        pool += random_.choices(list(position.legal_moves), k=3)
        texts = random_.choices(pool, k=3) + pool[-2:]
        ours, theirs = at(match, position, SECRETS[0]), at(match, twin, SECRETS[1])
        asked = questions(ours, viewer, texts)
        said = [await Questioner(one, viewer).answers(asked) for one in (ours, theirs)]
        assert said[0] == said[1]
        assert consequences(ours, viewer, texts) == consequences(theirs, viewer, texts)
        if number % MOVED_EVERY == 0:
            move = random_.choice(position.legal_moves)
            told = [await told_of(one, viewer, move, texts) for one in (ours, theirs)]
            assert told[0] == told[1]
    assert num_different > count / 2, "too little was hidden to learn from"
    assert [record for record in caplog.records if "tilewright" in record.name] == []


# --- The shuffle stays secret until the end -------------------------------------------------------


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
async def test_hidden_secret_seed_and_invitation_are_not_sent(
    game: Game, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await _play_and_listen(game, database, caplog)


async def _play_and_listen(
    game: Game, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_tables(database) as tables:
        people = ("anna", "ben")[: game.players[-1]]
        table = await begin(tables, *people, game=game.name)
        guests = await joined(tables, table, *people, None)
        found = await tables.directory.get(table)
        shuffle, invite = found.match.shuffle, found.invite
        hidden = [shuffle.secret.hex(), str(shuffle.seed), f"{shuffle.seed:016x}", invite]
        while guests[0].info["status"] == "running":
            assert not mentioned(hidden, guests, caplog)
            for guest in guests:
                guest.heard.clear()
            await _one_move(guests)
        assert mentioned(hidden[:2], guests, caplog) == hidden[:2], "the search finds nothing"
        assert not mentioned([invite], guests, caplog)


async def _one_move(guests: list[Guest]) -> None:
    mover = next(guest for guest in guests if guest.moves)
    await mover.move("nonsense", "n")
    await mover.move(mover.moves[0], f"m{mover.info['number']}")
    for guest in guests:
        await guest.listen()


def mentioned(
    hidden: list[str], guests: list[Guest], caplog: pytest.LogCaptureFixture
) -> list[str]:
    """Return which of these texts were sent or logged."""
    said = json.dumps([guest.heard for guest in guests]) + caplog.text
    return [text for text in hidden if text in said]
