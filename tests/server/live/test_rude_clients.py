"""Whoever floods, or never reads, hurts nobody else."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server_thread import ServerThread, generous, running_server
from tilewright.client import Client
from tilewright.server.audience.hub import MAX_WAITING, Connection, Goodbye


def play_a_game(server: ServerThread, game: str, done: threading.Event) -> None:
    """A whole game between two people, each with a socket of their own."""
    with Client(server.url) as anna, Client(server.url) as ben:
        anna.guest("Anna")
        ben.guest("Ben")
        table = anna.open_table(game, players=2).info.id
        ben.sit(table)
        anna.start(table)
        with anna.play(table) as one, ben.play(table) as other:
            mover = one
            while not mover.is_over:
                mover = (one, other)[mover.info.mover or 0]
                view = next(mover.turns())
                assert view.moves
                mover.move(view.moves[0])
    done.set()


# --- Flooding -----------------------------------------------------------------------------------


def flood(server: ServerThread) -> tuple[int, Counter[str], int]:
    """Send as fast as the line takes it: how much was sent, what came back, the last word."""
    sent, heard = 0, Counter[str]()
    with connect(server.socket_url, compression=None) as line:
        reader = threading.Thread(target=listen, args=(line, heard))
        reader.start()
        try:
            while True:
                line.send('{"type":"ping"}')
                sent += 1
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
        reader.join()
    return sent, heard, code


def listen(line: object, heard: Counter[str]) -> None:
    try:
        for message in line:  # type: ignore[attr-defined]
            found = json.loads(message)
            heard[found.get("code", found["type"])] += 1
    except ConnectionClosed:
        pass


def test_a_flood_is_refused_then_cut_off(database_url: str, tmp_path: Path) -> None:
    """Meanwhile a game is played from its first move to its last."""
    with running_server(generous(database_url, tmp_path)) as server:
        done = threading.Event()
        game = threading.Thread(target=play_a_game, args=(server, "my-shelfie", done))
        game.start()
        floods = 0
        while not done.is_set() or floods == 0:
            sent, heard, code = flood(server)
            assert code == 4001
            assert sent > 200
            # A hundred at once, and five more a second while it lasted.
            assert 100 <= heard["pong"] < 200
            assert heard["too_many_requests"] > 0
            floods += 1
        game.join()
        refused = server.services.tables.hub.refused
        assert refused["too_many_requests"] >= 100 * floods


# --- Never reading ------------------------------------------------------------------------------


def test_an_outbox_is_bounded() -> None:
    connection = Connection("anna")
    for _ in range(100):
        connection.send(b"x" * 10_000)
    assert MAX_WAITING - 10_000 <= connection.waiting <= MAX_WAITING
    assert connection.goodbye == Goodbye(4000, "too slow: reconnect and resume")


def test_one_long_message_is_no_fault_of_the_reader() -> None:
    """A long log is one message: whoever resumes must be able to get it, and what follows."""
    connection = Connection("anna")
    for size in (100, 5 * MAX_WAITING, 100, 100):
        connection.send(b"x" * size)
    assert connection.goodbye is None


def test_who_never_reads_is_let_go(database_url: str, tmp_path: Path) -> None:
    settings = generous(database_url, tmp_path, socket_messages=1_000_000)
    with running_server(settings, send_buffer=4096) as server, Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("polyssimo", players=2).info.id
        client.sit(table, 1)
        client.start(table)
        hub = server.services.tables.hub
        with mute_reader(server, table, client.token) as line, client.play(table) as live:
            assert len(hub.listeners(table)) == 2
            for view in live.turns():
                if len(view.moves or ()) > 1000:
                    break  # pieces are chosen; now they may be laid anywhere
                live.move((view.moves or ["?"])[0])
            tries = 0
            while len(hub.listeners(table)) == 2:
                tries += 1
                assert tries < 50, "still there, though far too much waits for it"
                assert live.view is not None and live.view.moves
                live.move(live.view.moves[0])
                live.ask("undo")  # 100 kB of legal moves once more
            assert tries > 3
            assert line.fileno() >= 0
            for view in live.turns():
                assert view.moves
                live.move(view.moves[0])


def mute_reader(server: ServerThread, table: str, token: str | None) -> socket.socket:
    """A second socket of somebody, who is sent all legal moves and does not read them."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        + f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    read_until(line, b'"type":"welcome"')
    message = json.dumps({"type": "subscribe", "table": table}).encode()
    line.sendall(b"\x81" + bytes([0x80 | len(message)]) + bytes(4) + message)
    read_until(line, b'"type":"ack"')
    return line


def read_until(line: socket.socket, end: bytes) -> None:
    heard = b""
    while end not in heard:
        heard += line.recv(4096)
