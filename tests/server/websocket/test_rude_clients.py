"""A client that floods, or never reads, does not slow the others down."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
from collections import Counter
from pathlib import Path

import pytest

from abusers import CONTINUATION, LAST, PING, PONG, TEXT, frame
from server_thread import ServerThread, generous, running_server
from tilewright.client import Client
from tilewright.server.audience.outbox import MAX_OUTBOX_BYTES, CloseReason, Connection
from tilewright.server.ratelimit.quotas import BYTES_PER_MESSAGE, Caller, ConcurrencyLimit
from tilewright.server.websocket.intake import MAX_CLOSE_BYTES, Intake


def play_a_game(server: ServerThread, game: str, done: threading.Event) -> None:
    """Play a whole game between two people with a socket each."""
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

MESSAGES = 200
"""Messages that a client may send at once."""
WAIT_SECONDS = 60
"""After which a test has failed."""


def open_raw(server: ServerThread, *more: str) -> socket.socket:
    """Return a raw socket after its handshake."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_SECONDS)
    line.sendall(handshake(*more))
    read_until(line, b"\r\n\r\n")
    return line


def handshake(*more: str) -> bytes:
    lines = [
        "GET /api/v1/socket HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
    ]
    return "\r\n".join([*lines, *more, "", ""]).encode()


def send_in_thread(line: socket.socket, data: bytes) -> threading.Thread:
    """Send what the server takes; the rest is lost when it disconnects."""

    def send() -> None:
        with contextlib.suppress(OSError):
            line.sendall(data)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def read_to_end(line: socket.socket) -> bytes:
    """Return all bytes until the server disconnects.

    Raises:
        TimeoutError: It does not disconnect.
    """
    heard = b""
    try:
        while data := line.recv(65536):
            heard += data
    except ConnectionError:
        pass
    return heard


FRAMES = {
    "empty pings": (b"", frame(LAST | PING)),
    "empty pongs": (b"", frame(LAST | PONG)),
    "long pings": (b"", frame(LAST | PING, b"x" * 125)),
    "fragments": (frame(TEXT, b"{"), frame(CONTINUATION)),
}
"""The first bytes of each kind, and those that follow again and again."""


@pytest.mark.parametrize("kind", FRAMES)
def test_frames_of_any_kind_over_the_limit_end_the_connection(kind: str, tmp_path: Path) -> None:
    """Control frames were not counted: 4 MB of empty pongs on one anonymous socket blocked all
    other clients for 3 s."""
    begin, one = FRAMES[kind]
    data = begin + one * (2 * MESSAGES * BYTES_PER_MESSAGE // len(one))
    with running_server(generous("", tmp_path)) as server, open_raw(server) as line:
        sending = send_in_thread(line, data)
        read_to_end(line)
        sending.join()
        assert server.services.tables.hub.refused["too_many_bytes"] == 1


def test_socket_reads_no_bytes_before_handshake_and_few_after_close() -> None:
    intake = Intake()
    assert not intake.count(1)
    intake.open(lambda size: None)
    assert intake.count(1_000_000)
    intake.close()
    assert intake.count(MAX_CLOSE_BYTES) and not intake.count(1)


def test_message_flood_is_refused_then_closed(database_url: str, tmp_path: Path) -> None:
    """Meanwhile a game is played from its first move to its last. Limits were a socket's own once,
    and gone when it came back: 12,660 lines of talk in 40 seconds, where 23 were allowed."""
    ping = frame(LAST | TEXT, b'{"type":"ping"}')
    with running_server(generous(database_url, tmp_path)) as server:
        done, heard = threading.Event(), Counter[str]()
        game = threading.Thread(target=play_a_game, args=(server, "my-shelfie", done))
        game.start()
        for _ in range(5):
            with open_raw(server) as line:
                sending = send_in_thread(line, ping * 400)
                text = read_until(line, b"\x0f\xa1too fast")  # 4001
                sending.join()
            found = re.findall(rb'"type":"(pong)"|"code":"(too_many_requests)"', text)
            heard.update((pong or code).decode() for pong, code in found)
        assert done.wait(WAIT_SECONDS)
        game.join()
        # Two hundred at once for one address, not for each time that it comes back.
        assert MESSAGES <= heard["pong"] < 5 * MESSAGES
        assert heard["too_many_requests"] >= 5 * 100


def test_socket_reads_nothing_after_close(tmp_path: Path) -> None:
    """A client that was told to go was read for 10 s more."""
    ping = frame(LAST | TEXT, b'{"type":"ping"}')
    with running_server(generous("", tmp_path)) as server, open_raw(server) as line:
        line.sendall(ping * 400)
        read_until(line, b"too fast")
        sending = send_in_thread(line, ping * 100)
        assert b"pong" not in read_to_end(line)
        sending.join()


# --- Never reading ------------------------------------------------------------------------------


ANNA = Caller("anna", "hers")


def test_outbox_is_bounded() -> None:
    connection = Connection("anna", ANNA, ConcurrencyLimit("bytes", 10 * MAX_OUTBOX_BYTES, 1))
    for _ in range(100):
        connection.send(b"x" * 10_000)
    assert MAX_OUTBOX_BYTES - 10_000 <= connection.outbox_bytes <= MAX_OUTBOX_BYTES
    assert connection.close_reason == CloseReason(4000, "too slow: reconnect and resume")


def test_outbox_of_a_person_is_bounded_in_bytes() -> None:
    """A message of any size counted 64 kB at most, and for its own socket alone: thirty that
    did not read a long log took more than a gigabyte."""
    unread = ConcurrencyLimit("bytes", 3 * MAX_OUTBOX_BYTES, 2)
    sockets = [Connection("anna", ANNA, unread) for _ in range(30)]
    for socket_ in sockets:
        socket_.send(b"x" * MAX_OUTBOX_BYTES)
    assert [one.outbox_bytes for one in sockets] == [MAX_OUTBOX_BYTES] * 3 + [0] * 27
    reader = Connection("anna", ANNA, unread)
    reader.send(b"short")
    assert reader.close_reason is None, "who has read everything is told what happens"
    for one in [*sockets, reader]:
        one.discard()
    assert unread.has_room(ANNA, 3 * MAX_OUTBOX_BYTES)


def test_client_that_never_reads_is_closed(database_url: str, tmp_path: Path) -> None:
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
            assert tries > 1  # every byte counts
            assert line.fileno() >= 0
            for view in live.turns():
                assert view.moves
                live.move(view.moves[0])


def mute_reader(server: ServerThread, table: str, token: str | None) -> socket.socket:
    """Return a second socket of a person, which gets all legal moves and does not read them."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(handshake(f"Authorization: Bearer {token}"))
    read_until(line, b'"type":"welcome"')
    message = json.dumps({"type": "subscribe", "table": table}).encode()
    line.sendall(b"\x81" + bytes([0x80 | len(message)]) + bytes(4) + message)
    read_until(line, b'"type":"ack"')
    return line


def read_until(line: socket.socket, end: bytes) -> bytes:
    heard = b""
    while end not in heard:
        data = line.recv(4096)
        assert data, f"expected {end!r}; the server disconnected after {heard!r}"
        heard += data
    return heard
