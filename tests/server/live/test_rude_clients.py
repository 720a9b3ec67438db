"""Whoever floods, or never reads, hurts nobody else."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server_thread import ServerThread, generous, running_server
from tilewright.client import Client
from tilewright.server.admission import Caller, Places
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


MOST_ARRIVALS = 50
"""Fewer than a stranger may open in a minute."""


def flood(server: ServerThread) -> tuple[Counter[str], int]:
    """Send as fast as the line takes it: what came back, and the last word."""
    heard = Counter[str]()
    try:
        line = connect(server.socket_url, compression=None)
    except InvalidStatus as refused:
        return heard, refused.response.status_code
    with line:
        reader = threading.Thread(target=listen, args=(line, heard))
        reader.start()
        try:
            while True:
                line.send('{"type":"ping"}')
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
        reader.join()
    return heard, code


def listen(line: object, heard: Counter[str]) -> None:
    try:
        for message in line:  # type: ignore[attr-defined]
            found = json.loads(message)
            heard[found.get("code", found["type"])] += 1
    except ConnectionClosed:
        pass


def test_a_flood_is_refused_then_cut_off(database_url: str, tmp_path: Path) -> None:
    """Meanwhile a game is played from its first move to its last. Limits were a socket's own once,
    and gone when it came back: 12,660 lines of talk in 40 seconds, where 23 were allowed."""
    with running_server(generous(database_url, tmp_path)) as server:
        done, pongs = threading.Event(), 0
        game = threading.Thread(target=play_a_game, args=(server, "my-shelfie", done))
        game.start()
        floods = 0
        while floods < 5 or not done.is_set():
            heard, code = flood(server)
            pongs += heard["pong"]
            assert code == 4001 or (code == 429 and floods >= MOST_ARRIVALS)
            floods += 1
        game.join()
        # Two hundred at once for one address, not for each time that it comes back.
        assert 200 <= pongs < 200 * min(floods, MOST_ARRIVALS)
        refused = server.services.tables.hub.refused
        assert refused["too_many_requests"] >= 100 * min(floods, MOST_ARRIVALS)


# --- Never reading ------------------------------------------------------------------------------


ANNA = Caller("anna", "hers")


def test_an_outbox_is_bounded() -> None:
    connection = Connection("anna", ANNA, Places("bytes", 10 * MAX_WAITING, 1))
    for _ in range(100):
        connection.send(b"x" * 10_000)
    assert MAX_WAITING - 10_000 <= connection.waiting <= MAX_WAITING
    assert connection.goodbye == Goodbye(4000, "too slow: reconnect and resume")


def test_what_goes_at_once_overtakes_nothing_that_waits() -> None:
    """The line takes short messages while nothing waits and nothing is on its way."""
    connection = Connection("anna", ANNA, Places("bytes", MAX_WAITING, 1))
    sent: list[bytes] = []
    called: list[int] = []
    is_free = True

    def line(message: bytes) -> bool:
        if is_free:
            sent.append(message)
        return is_free

    connection.line, connection.on_waiting = line, lambda: called.append(connection.waiting)
    connection.send(b"1")
    assert (sent, connection.waiting, called) == ([b"1"], 0, [])
    connection.send(b"x" * 100_000)  # counts as unread until it is read
    connection.send(b"3")
    assert (sent, called) == ([b"1"], [100_000]), "whoever writes is called once"
    long, on_its_way = connection.next_message(), connection.next_message()
    assert (len(long or b""), on_its_way) == (100_000, b"3") and connection.waiting == 0
    connection.send(b"4")
    assert (sent, called) == ([b"1"], [100_000]), "what was taken out may not have been sent yet"
    assert connection.next_message() == b"4"
    assert connection.next_message() is None
    connection.send(b"5")
    assert sent == [b"1", b"5"]
    is_free = False
    connection.send(b"6")
    assert called == [100_000, 1] and connection.next_message() == b"6"


def test_all_that_waits_for_one_person_is_bounded_in_true_bytes() -> None:
    """A message of any size counted 64 kB at most, and for its own socket alone: thirty that
    did not read a long log took more than a gigabyte."""
    unread = Places("bytes", 3 * MAX_WAITING, 2)
    sockets = [Connection("anna", ANNA, unread) for _ in range(30)]
    for socket_ in sockets:
        socket_.send(b"x" * MAX_WAITING)
    assert [one.waiting for one in sockets] == [MAX_WAITING] * 3 + [0] * 27
    reader = Connection("anna", ANNA, unread)
    reader.send(b"short")
    assert reader.goodbye is None, "who has read everything is told what happens"
    for one in [*sockets, reader]:
        one.forget()
    assert unread.has_room(ANNA, 3 * MAX_WAITING)


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
            assert tries > 1  # every byte counts
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
