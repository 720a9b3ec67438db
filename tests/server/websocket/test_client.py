"""The Python client against a real server."""

from __future__ import annotations

import pytest

from server_thread import ServerThread
from tilewright.client import Client, IllegalMove, Lost, NotFound, NotSignedIn, Refused, Stale
from tilewright.match.events import ChatMessage, Moved
from tilewright.records.record import parse_record
from tilewright.registry import GAMES


def test_client_plays_a_game_against_a_bot(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=2, bots={1: "random"}).info.id
        client.start(table)
        with client.play(table) as live:
            for view in live.turns():
                assert view.moves
                live.move(view.moves[0])
            assert live.is_over and live.info.outcome is not None
            assert live.events == client.events(table)
        assert parse_record(client.record(table)).is_over
        assert client.rematch(table).info.status == "open"


def test_client_reads_the_person_and_the_games(server: ServerThread) -> None:
    with Client(server.url) as client, Client(server.url) as stranger:
        person = client.guest("Anna")
        assert client.me().name == "Anna" and client.token == person.token
        assert [game.name for game in stranger.games()] == list(GAMES)
        with pytest.raises(NotSignedIn):
            stranger.me()
        with Client(server.url, person.token) as again:
            assert again.me().id == person.id


def test_client_finds_tables(server: ServerThread) -> None:
    with Client(server.url) as anna, Client(server.url) as ben:
        anna.guest("Anna")
        ben.guest("Ben")
        listed = anna.open_table("toy", players=2).info.id
        private = anna.open_table("toy", players=2, listed=False)
        assert [card.id for card in ben.lobby(game="toy", status="open")] == [listed]
        assert {card.id for card in anna.my_tables()} == {listed, private.info.id}
        with pytest.raises(NotFound):
            ben.table(private.info.id)
        ben.sit(private.info.id, salt="00ff", invite=private.invite)
        assert ben.table(private.info.id).info.chairs[1].salt == "00ff"


def test_client_seats_players_before_the_game(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=3, sit=False).info.id
        client.sit(table, 2)
        client.seat_bot(table, 0, "random")
        client.stand(table, 2)
        client.sit(table, 1)
        assert client.start(table, fill="random").info.status == "running"
        other = client.open_table("toy", players=2).info.id
        assert client.close_table(other).info.status == "over"


def test_client_raises_refusals_as_exceptions(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("my-shelfie", players=2).info.id
        client.sit(table, 1)
        client.start(table)
        with pytest.raises(Refused) as refused:
            client.start(table)
        assert refused.value.code == "not_open"
        with client.play(table) as live:
            assert live.view is not None
            with pytest.raises(IllegalMove) as illegal:
                live.move("a1>1")
            assert illegal.value.rule == "MS-2"
            before = live.view
            assert before.moves
            live.move(before.moves[0])
            live.view = before
            with pytest.raises(Stale):
                live.move(before.moves[1])
            assert live.view.number == before.number + 1, "the present position came with it"


def test_client_sends_every_live_command(server: ServerThread) -> None:
    with Client(server.url) as anna, Client(server.url) as ben:
        anna.guest("Anna")
        me = ben.guest("Ben")
        table = anna.open_table("toy", players=2).info.id
        ben.sit(table)
        anna.start(table)
        with anna.play(table) as one, ben.play(table) as other:
            assert other.person == me.id
            one.say("good luck")
            one.ask("pause")
            wait_until(other, lambda: other.info.asked is not None)
            other.answer(True)
            wait_until(one, lambda: one.info.is_paused)
            one.resume()
            wait_until(other, lambda: not other.info.is_paused)
            with pytest.raises(Refused, match="no bot plays for you"):
                other.reclaim()
            other.resign()
            updates = list(one)
            assert any(
                isinstance(n.event, ChatMessage) for update in updates for n in update.events
            )
            assert one.is_over and one.info.outcome is not None
            assert one.info.outcome.places == [1, 2]
            assert not any(isinstance(item.event, Moved) for item in one.events)


def wait_until(live: object, is_true: object) -> None:
    while not is_true():  # type: ignore[operator]
        live.wait()  # type: ignore[attr-defined]


def test_client_receives_scenes_and_previews(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("my-shelfie", players=2).info.id
        client.sit(table)
        client.start(table)
        with client.play(table, scene=True) as live, client.play(table) as program:
            view = next(live.turns())
            assert view.scene is not None and view.scene["ply"] == 0 and view.moves
            tried, wrong = live.preview(view.moves[0], "nonsense")
            live.move(view.moves[0])
            *_, update = live._updates
            assert update.played is not None and update.played[0].effect["lands"] == tried["lands"]
            assert wrong["illegal"]["code"] == "invalid_text"
            with pytest.raises(Stale):
                program.preview(view.moves[0])
            assert program.view is not None and program.view.scene is None


def test_client_reports_tables_and_sessions_that_are_gone(server: ServerThread) -> None:
    """As after a restore from an older backup: what is known here is not true any more."""
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=2).info.id
        with client.play(table) as live:
            live.events *= 2
            with pytest.raises(Lost, match="older backup"):
                live.say("hello")


def test_client_reports_an_unreachable_server() -> None:
    with Client("http://127.0.0.1:9") as client:
        with pytest.raises(Lost):
            client.games()
        with pytest.raises(Lost), client.play("table", patience=0.1):
            pass
