"""Positions and moves as data, for pages: who asks for them gets them, and nobody else pays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from live_world import Guest, begin, joined, running_tables
from tilewright.events import Moved, Person, Terms, Undone
from tilewright.match import Match, apply, fold, open_table, playing, seating
from tilewright.position import Position
from tilewright.server.admission import PREVIEWS
from tilewright.server.audience.hub import Update, encode, standing
from tilewright.server.http.endpoints.replay import tell_story
from tilewright.server.storage.database import Database
from tilewright.server.tables.service import Tables
from tilewright.server.views import PLAIN, Form
from tilewright.wire.messages import parse_request
from tilewright.wire.moves import MAX_PREVIEWS
from tilewright.wire.tables import Numbered
from walks import REAL_GAMES

DRAWN = Form(scene=True, text=False)
Story = Callable[[Tables, str, list[Guest]], Awaitable[None]]
SEVERAL = [game for game in REAL_GAMES if game.players[-1] > 1]


def at_a_table(
    database: Database,
    story: Story,
    *people: str | None,
    game: str = "my-shelfie",
    form: str = "scene",
) -> None:
    """Let something happen among people at a table, all of whom want scenes, or states."""

    async def run() -> None:
        async with running_tables(database) as tables:
            seated = [person for person in people if person is not None]
            table = await begin(tables, *seated, game=game)
            guests = [Guest(tables, table, person) for person in dict.fromkeys(people)]
            for guest in guests:
                assert (await guest.subscribe(**{form: True}))["type"] == "ack"
            await story(tables, table, guests)

    asyncio.run(run())


async def move_once(guests: list[Guest]) -> tuple[Guest, str]:
    """The first legal move of whoever is to move, heard by all."""
    mover = next(guest for guest in guests if guest.moves)
    move = mover.moves[0]
    answer = await mover.move(move, f"m{mover.info['number']}")
    assert answer["type"] == "ack", answer
    for guest in guests:
        await guest.listen()
    return mover, move


async def board_of(tables: Tables, table: str) -> Position:
    return (await tables.find(table)).match.board


def seat_of(guest: Guest) -> int | None:
    assert guest.view is not None
    seat: int | None = guest.view["seat"]
    return seat


def last_update(guest: Guest) -> dict[str, Any]:
    return next(found for found in reversed(guest.heard) if found["type"] == "update")


def plain(value: object) -> Any:
    """As it comes out of JSON."""
    return json.loads(encode(value))


# --- Updates ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.name)
def test_everybody_sees_scenes_and_effects_with_their_own_eyes(
    database: Database, game: Any
) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
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

    at_a_table(database, story, "anna", "ben", None, game=game.name)


@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: game.name)
def test_who_has_an_engine_sees_the_same_for_themselves(database: Database, game: Any) -> None:
    """From the bytes before a move and those after it, and nothing else but its event."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        for _ in range(12):
            truth = (await board_of(tables, table)).copy()
            had = [packed_view(guest) for guest in guests]
            mover = next(guest for guest in guests if seat_of(guest) == truth.mover)
            seen = Position.unpack(game, packed_view(mover))
            move = seen.legal_moves[len(seen.legal_moves) // 2]
            assert (await mover.move(move, f"m{truth.ply}"))["type"] == "ack"
            after = await board_of(tables, table)
            for guest, before in zip(guests, had, strict=True):
                await guest.listen()
                update, seat = last_update(guest), seat_of(guest)
                assert "played" not in update
                assert set(update["view"]) == {*BARE, "state"} and update["view"]["moves"] is None
                assert update["events"][-1]["event"]["move"] == move
                effect = Position.unpack(game, before).effect(move)
                assert effect == truth.view(seat).effect(move)
                shown = Position.unpack(game, packed_view(guest))
                assert shown.scene() == after.view(seat).scene()

    at_a_table(database, story, "anna", "ben", None, game=game.name, form="state")


BARE = ("seat", "number", "ply", "mover", "is_over", "moves")
"""What every view has."""


def packed_view(guest: Guest) -> str:
    assert guest.view is not None
    packed: str = guest.view["state"]
    return packed


def test_what_an_engine_cannot_see_it_is_told(database: Database) -> None:
    """What one comes too late for, what is taken back and played anew, how it all ended."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        game = (await board_of(tables, table)).game

        async def play() -> dict[str, Any]:
            mover = next(one for one in guests if seat_of(one) == one.info["mover"])
            move = Position.unpack(game, packed_view(mover)).legal_moves[0]
            assert (await mover.move(move, f"m{mover.info['number']}"))["type"] == "ack"
            for guest in guests:
                await guest.listen()
            return last_update(guests[-1])

        assert "played" not in await play()
        late = Guest(tables, table, None)
        await late.subscribe(state=True)
        assert [one["effect"]["move"] for one in last_update(late)["played"]]
        late.leave()
        while guests[0].info["status"] == "running":
            update = await play()
        (told,) = update["played"]
        assert told["effect"]["matches"] is not None

    at_a_table(database, story, "anna", "ben", None, form="state")


def test_who_has_two_seats_is_drawn_scenes(database: Database) -> None:
    """They see each position with other eyes than the one before."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        for _ in range(3):
            await move_once(guests)
            update = last_update(guests[0])
            assert update["view"]["scene"] and update["played"][0]["effect"]
            assert update["view"]["position"]

    at_a_table(database, story, "anna", "anna", form="state")


def test_who_did_not_ask_gets_neither(database: Database) -> None:
    async def run() -> None:
        async with running_tables(database) as tables:
            table = await begin(tables, "anna", "ben", game="nova-luna")
            guests = await joined(tables, table, "anna", "ben")
            await guests[0].subscribe(scene=True)
            await guests[0].subscribe()  # thought better of it
            await move_once(guests)
            for guest in guests:
                update = last_update(guest)
                assert "played" not in update and "scene" not in update["view"]

    asyncio.run(run())


def test_and_nothing_is_worked_out_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server full of programs draws nothing."""

    def fail(*_: object) -> None:
        raise AssertionError("drawn for nobody")

    monkeypatch.setattr(Position, "scene_json", fail)
    monkeypatch.setattr(Position, "effect_json", fail)
    match, events = played_match(2)
    update = Update("t", match, events, 1, shows_view=True)
    assert update.message_for("p0")
    with pytest.raises(AssertionError, match="drawn for nobody"):
        update.message_for("p0", DRAWN)


def test_nor_is_a_text_written_for_who_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    match, events = played_match(2)
    update = Update("t", match, events, 1, shows_view=True)
    assert "position" in json.loads(update.message_for("p0", Form(scene=True, text=True)))["view"]

    def fail(*_: object) -> None:
        raise AssertionError("written for nobody")

    monkeypatch.setattr(Position, "text", property(fail))
    assert "position" not in json.loads(update.message_for("p0", DRAWN))["view"]
    with pytest.raises(AssertionError, match="written for nobody"):
        update.message_for("p1")


def test_an_update_is_encoded_once_for_each_kind_of_viewer() -> None:
    match, events = played_match(3)
    update = Update("t", match, events, 1, shows_view=True)
    messages = {
        id(update.message_for(person, form))
        for person in ("p0", "p1", "x", None, "p0", "y")
        for form in (PLAIN, DRAWN, PLAIN)
    }
    assert len(messages) == 6  # two seats and the spectators, with and without a scene


def test_talk_changes_no_scene(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        await guests[0].ask("say", text="hello")
        update = last_update(guests[0])
        assert update["view"] is None and update["played"] == []

    at_a_table(database, story, "anna", "ben")


def test_after_the_game_moves_are_told_openly(database: Database) -> None:
    """At the end everybody learns by how much the last move helped with somebody's own card."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        while guests[0].info["status"] == "running":
            assert known_matches(guests[-1]) in ([], [False])
            await move_once(guests)
        assert known_matches(guests[-1]) == [True]
        assert last_update(guests[-1])["view"]["scene"]["scores"] is not None

    at_a_table(database, story, "anna", "ben", None)


def known_matches(guest: Guest) -> list[bool]:
    """Of the latest moves, whether one was told what they did for the mover's own card."""
    played = last_update(guest)["played"]
    return [one["effect"]["matches"] is not None for one in played]


def test_at_one_screen_the_next_player_learns_nothing_of_the_last_ones_card(
    database: Database,
) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        for _ in range(6):
            await move_once(guests)
            update = last_update(guests[0])
            assert update["view"]["seat"] != update["played"][0]["seat"]
            assert known_matches(guests[0]) == [False]

    at_a_table(database, story, "anna", "anna")


# --- What was missed ----------------------------------------------------------------------------


def played_match(plies: int) -> tuple[Match, list[Numbered]]:
    """A game of My Shelfie after some moves, and its log."""
    secret = bytes(32)
    opened = open_table(Terms(game="my-shelfie", players=2), "p0", secret, 1)
    match, log = fold(secret, opened), [Numbered(1, *opened)]

    def happen(*events: Any) -> None:
        apply(match, *events)
        log.extend(Numbered(len(log) + 1, event) for event in events)

    for seat in range(2):
        happen(*seating.sit(match, Person(f"p{seat}", "P"), 1, seat))
    happen(*seating.start(match, "p0", 1))
    for _ in range(plies):
        move = match.board.legal_moves[0]
        happen(*playing.move(match, f"p{match.mover}", move, match.number, None, 1))
    return match, log


def test_the_moves_that_stand() -> None:
    def numbered(*events: int) -> list[Numbered]:
        """A number takes as many moves back, 0 makes one."""
        made = (
            Undone(at=1, moves=count) if count else Moved(at=1, seat=0, move="a")
            for count in events
        )
        return [Numbered(seq, event) for seq, event in enumerate(made, 5)]

    assert standing([]) == []
    assert standing(numbered(0, 0, 0)) == [5, 6, 7]
    assert standing(numbered(0, 0, 1, 0)) == [5, 8]
    assert standing(numbered(0, 2, 0, 0)) == [7, 8], "one that was known before went too"
    assert standing(numbered(3)) == []


def test_who_missed_moves_and_undos_knows_the_game_in_the_end(database: Database) -> None:
    """The page keeps what was played by ply; whenever it comes back, that is the game's story."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
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
            told = plain(await tell_story(await board_of(tables, table), None, is_revealed=False))
            assert [one | {"seq": 0} for one in known] == [
                one | {"seq": 0} for one in told["played"]
            ]
        assert len(known) > 3

    at_a_table(database, story, "anna", "ben")


async def undo(guests: list[Guest]) -> None:
    """The one who moved last takes it back."""
    for guest in guests:
        await guest.listen()
    last = 1 - guests[0].info["mover"]
    await guests[last].ask("ask", what="undo")
    await guests[1 - last].ask("answer", yes=True)
    for guest in guests:
        await guest.listen()


def remember(known: list[dict[str, Any]], update: dict[str, Any]) -> list[dict[str, Any]]:
    """What a page knows after an update, as the documentation tells it to."""
    for played in update["played"]:
        known = [*known[: played["ply"]], played]
    return known[: update["info"]["ply"]]


# --- Previews -----------------------------------------------------------------------------------


def by_turn(guests: list[Guest]) -> list[Guest]:
    """The one to move first; who begins is part of the deal."""
    return sorted(guests, key=lambda guest: not guest.moves)


async def preview(guest: Guest, *moves: str, number: int | None = None) -> dict[str, Any]:
    number = guest.info["number"] if number is None else number
    return await guest.ask("preview", moves=list(moves), number=number)


def test_moves_may_be_tried(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        board, mover = await board_of(tables, table), by_turn(guests)[0]
        before, moves = str(board), mover.moves[:MAX_PREVIEWS]
        answer = await preview(mover, *moves)
        assert (answer["type"], answer["table"], answer["number"]) == ("preview", table, 1)
        assert answer["effects"] == [
            plain(board.view(seat_of(mover)).effect(move)) for move in moves
        ]
        assert str(await board_of(tables, table)) == before

    at_a_table(database, story, "anna", "ben")


def test_a_move_that_is_not_legal_is_told_why(database: Database) -> None:
    """MS-7: tiles with no free side cannot be taken."""

    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        mover = by_turn(guests)[0]
        answer = await preview(mover, "e5>1", "nonsense", mover.moves[0])
        closed, unread, legal = answer["effects"]
        assert (closed["move"], closed["illegal"]["rule"]) == ("e5>1", "MS-7")
        assert closed["illegal"]["code"] == "illegal_move" and closed["illegal"]["message"]
        assert (unread["move"], unread["illegal"]["code"]) == ("nonsense", "invalid_text")
        assert "illegal" not in legal and legal["move"] == mover.moves[0]

    at_a_table(database, story, "anna", "ben")


def test_only_the_one_to_move_may_try(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        mover, other, stranger = by_turn(guests)
        move = mover.moves[0]
        assert (await preview(other, move))["code"] == "not_your_turn"
        assert (await preview(stranger, move))["code"] == "not_signed_in"
        assert (await preview(mover, move))["type"] == "preview"

    at_a_table(database, story, "anna", "ben", None)


def test_a_position_that_is_gone_is_shown_anew(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        mover, move = await move_once(guests)
        mover.heard.clear()
        answer = await preview(mover, move, number=1)
        assert answer["code"] == "stale"
        assert last_update(mover)["view"]["scene"]["ply"] == 1

    at_a_table(database, story, "anna", "ben")


@pytest.mark.parametrize("moves", [[], ["a"] * (MAX_PREVIEWS + 1), ["a" * 201], [1], "a"])
def test_what_is_no_question_is_not_read(moves: object) -> None:
    request = {"type": "preview", "table": "t", "number": 1, "moves": moves}
    with pytest.raises(msgspec.ValidationError):
        parse_request(json.dumps(request))


def test_nobody_tries_moves_where_they_are_not_let_in(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        private = await tables.open(Terms(game="toy", players=2), "ben", listed=False)
        for elsewhere in ("nowhere", private.id):
            uninvited = Guest(tables, elsewhere, "anna")
            assert (await preview(uninvited, "take 1", number=1))["code"] == "not_found"
        host = Guest(tables, private.id, "ben")
        assert (await preview(host, "take 1", number=0))["code"] == "not_your_turn"

    at_a_table(database, story, "anna", "ben")


def test_so_many_moves_may_be_tried_at_once(database: Database) -> None:
    async def story(tables: Tables, table: str, guests: list[Guest]) -> None:
        mover, _ = by_turn(guests)
        many = [mover.moves[0]] * MAX_PREVIEWS
        for _ in range(PREVIEWS.burst // MAX_PREVIEWS):
            assert (await preview(mover, *many))["type"] == "preview"
        while (answer := await preview(mover, *many))["type"] == "preview":
            pass  # a slow machine earns some more meanwhile
        assert answer["code"] == "too_many_requests"

    at_a_table(database, story, "anna", "ben")
