"""The Python client against a real server."""

from __future__ import annotations

from server_thread import ServerThread
from tilewright.client import Client
from tilewright.record import parse_record


def test_a_game_against_a_bot(server: ServerThread) -> None:
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
