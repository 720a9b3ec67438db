"""Positions and moves as data for pages, sent only to clients that ask for them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from live_world import Guest, begin, joined, running_tables
from tilewright.match import Match, apply, game_commands, lobby_commands, open_table, replay
from tilewright.match.events import Moved, Person, Terms, Undone
from tilewright.position import Position
from tilewright.server.http.game_source import GameView
from tilewright.server.http.routers.history import describe_moves
from tilewright.server.presenters import (
    TEXT_ONLY,
    PositionFormat,
    TableUpdate,
    encode,
    list_remaining_moves,
)
from tilewright.server.ratelimit.quotas import PREVIEW_RATE
from tilewright.server.storage.database import Database
from tilewright.server.tables.wiring import Tables
from tilewright.wire.messages import parse_request
from tilewright.wire.moves import MAX_PREVIEWS
from tilewright.wire.tables import LoggedEvent
from walks import REAL_GAMES

DRAWN = PositionFormat(scene=True, text=False)
SEVERAL = [game for game in REAL_GAMES if game.players[-1] > 1]


@asynccontextmanager
async def at_a_table(
    database: Database, *people: str | None, game: str = "my-shelfie"
) -> AsyncIterator[tuple[Tables, str, list[Guest]]]:
    """Start a game among people at a table, all of whom want scenes."""
    async with running_tables(database) as tables:
        seated = [person for person in people if person is not None]
        table = await begin(tables, *seated, game=game)
        guests = [Guest(tables, table, person) for person in dict.fromkeys(people)]
        for guest in guests:
            assert (await guest.subscribe(scene=True))["type"] == "ack"
        yield tables, table, guests


async def move_once(guests: list[Guest]) -> tuple[Guest, str]:
    """Make the mover's first legal move; wait until all clients have heard of it."""
    mover = next(guest for guest in guests if guest.moves)
    move = mover.moves[0]
    answer = await mover.move(move, f"m{mover.info['number']}")
    assert answer["type"] == "ack", answer
    for guest in guests:
        await guest.listen()
    return mover, move


async def board_of(tables: Tables, table: str) -> Position:
    return (await tables.directory.get(table)).match.board


def seat_of(guest: Guest) -> int | None:
    assert guest.view is not None
    seat: int | None = guest.view["seat"]
    return seat


def last_update(guest: Guest) -> dict[str, Any]:
    return next(found for found in reversed(guest.heard) if found["type"] == "update")


def plain(value: object) -> Any:
    """Return a value as decoded from JSON."""
    return json.loads(encode(value))


# --- Updates ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.name)
async def test_updates_show_scenes_and_effects_as_each_seat_sees_them(
    database: Database, game: Any
) -> None:
    async with at_a_table(database, "anna", "ben", None, game=game.name) as (tables, table, guests):
        for _ in range(12):
            before = (await board_of(tables, table)).copy()
            _, move = await move_once(guests)
            after = await board_of(tables, table)
            for guest in guests:
                update, seat = last_update(guest), seat_of(guest)
                assert update["view"]["scene"] == plain(after.view(seat).scene())
                (played,) = update["played"]
                assert played == {
                    "seq": update["seq"],
                    "ply": before.ply,
                    "seat": before.mover,
                    "move": move,
                    "effect": plain(before.view(seat).effect(move)),
                }


async def test_update_without_a_request_has_no_scene(database: Database) -> None:
    async with running_tables(database) as tables:
        table = await begin(tables, "anna", "ben", game="nova-luna")
        guests = await joined(tables, table, "anna", "ben")
        await guests[0].subscribe(scene=True)
        await guests[0].subscribe()  # thought better of it
        await move_once(guests)
        for guest in guests:
            update = last_update(guest)
            assert "played" not in update and "scene" not in update["view"]


def test_update_without_a_request_computes_no_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server full of programs draws nothing."""

    def fail(*_: object) -> None:
        raise AssertionError("drawn for nobody")

    monkeypatch.setattr(Position, "scene_json", fail)
    monkeypatch.setattr(Position, "effect_json", fail)
    match, events = played_match(2)
    update = TableUpdate("t", match, events, 1, shows_view=True)
    assert update.encode_for("p0")
    with pytest.raises(AssertionError, match="drawn for nobody"):
        update.encode_for("p0", DRAWN)


def test_update_with_a_scene_writes_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    match, events = played_match(2)
    update = TableUpdate("t", match, events, 1, shows_view=True)
    assert (
        "position"
        in json.loads(update.encode_for("p0", PositionFormat(scene=True, text=True)))["view"]
    )

    def fail(*_: object) -> None:
        raise AssertionError("written for nobody")

    monkeypatch.setattr(Position, "text", property(fail))
    assert "position" not in json.loads(update.encode_for("p0", DRAWN))["view"]
    with pytest.raises(AssertionError, match="written for nobody"):
        update.encode_for("p1")


def test_update_is_encoded_once_per_kind_of_viewer() -> None:
    match, events = played_match(3)
    update = TableUpdate("t", match, events, 1, shows_view=True)
    messages = {
        id(update.encode_for(person, form))
        for person in ("p0", "p1", "x", None, "p0", "y")
        for form in (TEXT_ONLY, DRAWN, TEXT_ONLY)
    }
    assert len(messages) == 6  # two seats and the spectators, with and without a scene


async def test_chat_leaves_the_scene_unchanged(database: Database) -> None:
    async with at_a_table(database, "anna", "ben") as (_, _, guests):
        await guests[0].ask("say", text="hello")
        update = last_update(guests[0])
        assert update["view"] is None and update["played"] == []


async def test_update_after_the_game_hides_nothing(database: Database) -> None:
    """At the end all players learn how much the last move helped the mover's own card."""

    async with at_a_table(database, "anna", "ben", None) as (_, _, guests):
        while guests[0].info["status"] == "running":
            assert known_matches(guests[-1]) in ([], [False])
            await move_once(guests)
        assert known_matches(guests[-1]) == [True]
        assert last_update(guests[-1])["view"]["scene"]["scores"] is not None


def known_matches(guest: Guest) -> list[bool]:
    """Return for the latest moves whether the effect on the mover's own card was shown."""
    played = last_update(guest)["played"]
    return [one["effect"]["matches"] is not None for one in played]


async def test_update_at_one_screen_hides_the_last_players_card(
    database: Database,
) -> None:
    async with at_a_table(database, "anna", "anna") as (_, _, guests):
        for _ in range(6):
            await move_once(guests)
            update = last_update(guests[0])
            assert update["view"]["seat"] != update["played"][0]["seat"]
            assert known_matches(guests[0]) == [False]


# --- Missed events ------------------------------------------------------------------------------


def played_match(plies: int) -> tuple[Match, list[LoggedEvent]]:
    """Return a game of My Shelfie after some moves, and its log."""
    secret = bytes(32)
    opened = open_table(Terms(game="my-shelfie", players=2), "p0", secret, 1)
    match, log = replay(secret, opened), [LoggedEvent(1, *opened)]

    def happen(*events: Any) -> None:
        apply(match, *events)
        log.extend(LoggedEvent(len(log) + 1, event) for event in events)

    for seat in range(2):
        happen(*lobby_commands.sit(match, Person(f"p{seat}", "P"), 1, seat))
    happen(*lobby_commands.start(match, "p0", 1))
    for _ in range(plies):
        move = match.board.legal_moves[0]
        happen(*game_commands.move(match, f"p{match.mover}", move, match.number, None, 1))
    return match, log


def test_update_numbers_moves_that_were_not_undone() -> None:
    def numbered(*events: int) -> list[LoggedEvent]:
        """Return logged events: a number takes back that many moves, 0 makes one."""
        made = (
            Undone(at=1, moves=count) if count else Moved(at=1, seat=0, move="a")
            for count in events
        )
        return [LoggedEvent(seq, event) for seq, event in enumerate(made, 5)]

    assert list_remaining_moves([]) == []
    assert list_remaining_moves(numbered(0, 0, 0)) == [5, 6, 7]
    assert list_remaining_moves(numbered(0, 0, 1, 0)) == [5, 8]
    assert list_remaining_moves(numbered(0, 2, 0, 0)) == [7, 8], (
        "one that was known before went too"
    )
    assert list_remaining_moves(numbered(3)) == []


async def test_update_after_missed_undos_restores_the_history(database: Database) -> None:
    """The page keeps what was played by ply; whenever it comes back, that is the game's story."""

    async with at_a_table(database, "anna", "ben") as (tables, table, guests):
        watcher = Guest(tables, table, None)
        known: list[dict[str, Any]] = []
        for number, undone in enumerate((0, 0, 1, 0, 2, 1, 0, 1, 1, 0)):
            await move_once(guests)
            if undone:
                await undo(guests)
            if number % 3:
                continue
            watcher.connect(tables)
            await watcher.subscribe(scene=True)
            known = remember(known, last_update(watcher))
            watcher.leave()
            seen = GameView(await board_of(tables, table), None, is_revealed=False)
            told = plain(await describe_moves(seen))
            assert [one | {"seq": 0} for one in known] == [
                one | {"seq": 0} for one in told["played"]
            ]
        assert len(known) > 3


async def undo(guests: list[Guest]) -> None:
    """Take back the last move."""
    for guest in guests:
        await guest.listen()
    last = 1 - guests[0].info["mover"]
    await guests[last].ask("ask", what="undo")
    await guests[1 - last].ask("answer", yes=True)
    for guest in guests:
        await guest.listen()


def remember(known: list[dict[str, Any]], update: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the state of a page after an update, as the documentation describes it."""
    for played in update["played"]:
        known = [*known[: played["ply"]], played]
    return known[: update["info"]["ply"]]


# --- Previews -----------------------------------------------------------------------------------


def by_turn(guests: list[Guest]) -> list[Guest]:
    """Return the mover first; the deal decides who begins."""
    return sorted(guests, key=lambda guest: not guest.moves)


async def preview(guest: Guest, *moves: str, number: int | None = None) -> dict[str, Any]:
    number = guest.info["number"] if number is None else number
    return await guest.ask("preview", moves=list(moves), number=number)


async def test_preview_shows_the_effects_of_moves(database: Database) -> None:
    async with at_a_table(database, "anna", "ben") as (tables, table, guests):
        board, mover = await board_of(tables, table), by_turn(guests)[0]
        before, moves = str(board), mover.moves[:MAX_PREVIEWS]
        answer = await preview(mover, *moves)
        assert (answer["type"], answer["table"], answer["number"]) == ("preview", table, 1)
        assert answer["effects"] == [
            plain(board.view(seat_of(mover)).effect(move)) for move in moves
        ]
        assert str(await board_of(tables, table)) == before


async def test_preview_of_an_illegal_move_has_a_reason(database: Database) -> None:
    """MS-7: tiles with no free side cannot be taken."""

    async with at_a_table(database, "anna", "ben") as (_, _, guests):
        mover = by_turn(guests)[0]
        answer = await preview(mover, "e5>1", "nonsense", mover.moves[0])
        closed, unread, legal = answer["effects"]
        assert (closed["move"], closed["illegal"]["rule"]) == ("e5>1", "MS-7")
        assert closed["illegal"]["code"] == "illegal_move" and closed["illegal"]["message"]
        assert (unread["move"], unread["illegal"]["code"]) == ("nonsense", "invalid_text")
        assert "illegal" not in legal and legal["move"] == mover.moves[0]


async def test_preview_out_of_turn_is_refused(database: Database) -> None:
    async with at_a_table(database, "anna", "ben", None) as (_, _, guests):
        mover, other, stranger = by_turn(guests)
        move = mover.moves[0]
        assert (await preview(other, move))["code"] == "not_your_turn"
        assert (await preview(stranger, move))["code"] == "not_signed_in"
        assert (await preview(mover, move))["type"] == "preview"


async def test_preview_of_an_old_position_gets_the_current_one(database: Database) -> None:
    async with at_a_table(database, "anna", "ben") as (_, _, guests):
        mover, move = await move_once(guests)
        mover.heard.clear()
        answer = await preview(mover, move, number=1)
        assert answer["code"] == "stale"
        assert last_update(mover)["view"]["scene"]["ply"] == 1


@pytest.mark.parametrize("moves", [[], ["a"] * (MAX_PREVIEWS + 1), ["a" * 201], [1], "a"])
def test_preview_with_invalid_moves_is_refused(moves: object) -> None:
    request = {"type": "preview", "table": "t", "number": 1, "moves": moves}
    with pytest.raises(msgspec.ValidationError):
        parse_request(json.dumps(request))


async def test_preview_at_a_private_table_is_refused(database: Database) -> None:
    async with at_a_table(database, "anna", "ben") as (tables, _, _):
        private = await tables.directory.open(Terms(game="toy", players=2), "ben", listed=False)
        for elsewhere in ("nowhere", private.id):
            uninvited = Guest(tables, elsewhere, "anna")
            assert (await preview(uninvited, "take 1", number=1))["code"] == "not_found"
        host = Guest(tables, private.id, "ben")
        assert (await preview(host, "take 1", number=0))["code"] == "not_your_turn"


async def test_preview_is_limited_in_moves(database: Database) -> None:
    async with at_a_table(database, "anna", "ben") as (_, _, guests):
        mover, _ = by_turn(guests)
        many = [mover.moves[0]] * MAX_PREVIEWS
        for _ in range(PREVIEW_RATE.burst // MAX_PREVIEWS):
            assert (await preview(mover, *many))["type"] == "preview"
        while (answer := await preview(mover, *many))["type"] == "preview":
            pass  # a slow machine earns some more meanwhile
        assert answer["code"] == "too_many_requests"
