"""Nothing hidden leaves the server.

For positions all along random games, everything that a seat (or a spectator) cannot know is drawn
anew. Two servers that differ in nothing else are asked the same things in the name of that seat:
every byte that they send, and every line that they log, must be the same.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

from live_world import Clock, Guest, begin, joined, running_tables
from tilewright.clock import ClockRule
from tilewright.events import Event, Moved, Person, Terms, write_event
from tilewright.game import Game, Seat
from tilewright.match import Match, apply, consent, fold, open_table, playing, seating, timing
from tilewright.position import Position
from tilewright.server.admission import Admission, Caller
from tilewright.server.audience.hub import Hub, Update, encode
from tilewright.server.http.endpoints.replay import show_ply, tell_story
from tilewright.server.http.endpoints.study import study_position
from tilewright.server.http.visits import show
from tilewright.server.live.conversation import Conversation
from tilewright.server.people.service import Identity
from tilewright.server.settings import Settings
from tilewright.server.storage.database import Database
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables
from tilewright.server.views import Form
from tilewright.wire.analysis import Studied, StudyTask
from tilewright.wire.tables import Numbered
from walks import REAL_GAMES, Configuration, configurations, walk

pytestmark = pytest.mark.slow

POSITIONS, LONG_POSITIONS = 256, 100_000
PARTS = 8
"""So that the long size can be tried on as many cores."""
EVERY = 4
"""One position in so many of a game, so that few of them still come from all ways to play it."""
MOVED_EVERY = 4
"""In one of so many positions somebody moves: that takes as long as all the rest."""
SECRETS = bytes(range(32)), bytes(range(32, 64))
CLOCK = Clock()


# --- Two matches that differ only in what a viewer cannot know ------------------------------------


def make_match(configuration: Configuration) -> Match:
    game, players, options = configuration
    terms = Terms(game=game, players=players, options=options, clock=ClockRule("game"))
    match = fold(SECRETS[0], open_table(terms, "p0", SECRETS[0], CLOCK()))
    for seat in range(players):
        apply(match, *seating.sit(match, Person(f"p{seat}", f"P{seat}"), CLOCK(), seat))
    apply(match, *seating.start(match, "p0", CLOCK()))
    return match


def at(match: Match, position: Position, secret: bytes) -> Match:
    """The match as if it had come to a position, and as if that had been its secret."""
    there = copy(match)
    there.position, there.secret, there.number = position, secret, position.ply + 1
    return there


def positions(game: Game, seed: int) -> Iterator[tuple[Match, Position]]:
    """Positions of random games, all player counts and options in turn, for ever."""
    mine = [found for found in configurations() if found[0] == game.name]
    for number in itertools.count(seed):
        configuration = mine[number % len(mine)]
        match = make_match(configuration)
        for position in walk(*configuration, number):
            if position.ply % EVERY == number % EVERY and not position.is_over:
                yield match, Position(position.game, position.state.copy().reshape(1))


# --- What two servers say -------------------------------------------------------------------------


class Nothing:
    """The database of tables that are only looked at."""

    is_shared = False


class Questioner:
    """One server with one table, asked in the name of one viewer."""

    def __init__(self, match: Match, viewer: Seat | None) -> None:
        self.tables = Tables(Nothing(), Hub(), "w", CLOCK)  # type: ignore[arg-type]
        self.table = LiveTable("t", True, "an invitation", CLOCK(), match)
        self.tables._memory.keep(self.table)
        self.person = None if viewer is None else f"p{viewer}"
        identity = Identity(self.person, self.person.title(), "guest") if self.person else None
        caller, admission = Caller.of(self.person, "here"), Admission.of(Settings())
        self.conversation = Conversation(self.tables, admission, caller, identity)

    async def answers(self, requests: list[dict[str, Any]]) -> list[bytes]:
        """All that is sent in answer, over the socket and over HTTP."""
        for request in requests:
            await self.conversation.take(json.dumps(request | {"table": "t"}))
        self.tables.presence.stop()
        connection, said = self.conversation.connection, []
        while (message := connection.next_message()) is not None:
            said.append(message)
        said.append(encode(await show(self.tables, self.table, self.person, has_scene=True)))
        board, seat = self.table.match.board, self.table.match.seen_as(self.person)
        said.append(encode(show_ply(board, board.ply, seat, is_revealed=False, has_scene=True)))
        return said


def questions(match: Match, viewer: Seat | None, texts: list[str]) -> list[dict[str, Any]]:
    """What anybody might ask without changing anything; wrong moves of every kind among it."""
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
        {"type": "subscribe", "state": True},
        {"type": "subscribe", "scene": True},
        *moves,
        stale,
        *previews,
        *wishes,
    ]


async def told_of(match: Match, viewer: Seat | None, move: str, texts: list[str]) -> list[object]:
    """What a viewer is told of a move: as news, in the story, when they study it. What chance
    brings after it they see next, and that may differ."""
    after, seat = copy(match), match.board.mover
    after.position = match.board.copy()
    after.position.play(move)
    news = [Numbered(after.seq, Moved(at=CLOCK(), seat=seat, move=move))]
    update = Update("t", after, news, CLOCK(), shows_view=False)
    person = None if viewer is None else f"p{viewer}"
    return [
        json.loads(update.message_for(person, Form(scene=True, text=True)))["played"],
        encode(await tell_story(after.board, viewer, is_revealed=False)),
        *([] if viewer is None else studied(match.board, viewer, move, texts)),
    ]


def studied(position: Position, seat: Seat, move: str, texts: list[str]) -> list[object]:
    """All that a seat learns of a position by studying it, and of a move that is played there."""

    def study(*moves: str) -> Studied:
        task = StudyTask(position=position.text, moves=list(moves), preview=texts, seat=seat)
        return study_position(task)

    return [encode(study()), encode(study(move).played)]


def consequences(match: Match, viewer: Seat | None, texts: list[str]) -> list[str]:
    """The events that wishes of the viewer's would lead to."""
    person, board, now = f"p{viewer}", match.board, CLOCK()
    found: list[Event] = [*timing.tick(match, now + 10**9)]
    if viewer is not None:
        found += [*playing.resign(match, person, now), *consent.ask(match, person, "pause", now)]
    if viewer == board.mover:
        for text in texts:
            if text in board.legal_moves:
                found += playing.move(match, person, text, match.number, "z", now)
    return [write_event(event) for event in found]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_views_events_errors_and_logs(
    game: Game,
    part: int,
    is_long: bool,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What is told in a moment would be told in the middle of something on a slow machine.
    monkeypatch.setattr("tilewright.server.audience.presence.TELL_SECONDS", 3600)
    caplog.set_level(logging.DEBUG)
    count = (LONG_POSITIONS if is_long else POSITIONS) // PARTS
    asyncio.run(_compare(game, part, count, caplog))


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


# --- Before the end nobody is told what decides the deal ------------------------------------------


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_secret_seed_and_invitation_stay_here(
    game: Game, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    asyncio.run(_play_and_listen(game, database, caplog))


async def _play_and_listen(
    game: Game, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_tables(database) as tables:
        people = ("anna", "ben")[: game.players[-1]]
        table = await begin(tables, *people, game=game.name)
        guests = await joined(tables, table, *people, None)
        found = await tables.find(table)
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
    """Which of these texts were sent to anybody or logged."""
    said = json.dumps([guest.heard for guest in guests]) + caplog.text
    return [text for text in hidden if text in said]
