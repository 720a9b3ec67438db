"""Bad input never breaks a socket, nor the server behind it."""

from __future__ import annotations

import json
import logging
import random
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server_thread import ServerThread
from tilewright.client import Client
from tilewright.server.websocket.protocol import MAX_MESSAGE_BYTES

FRAMES = 6_000
LONG_FRAMES = 1_000_000
BATCH = 100
MAX_SHARE_NOT_SIGNED_IN = 0.2

ODD_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**53, 2**63, 2**64, 2**70, -(2**70), 10**400),
    *(0.5, 1e308, "", " ", "\0", "\n", "a\n", "é", "\u202e", "\U0001f600", "x" * 300, "9" * 100),
    *([], {}, [[]], {"a": {}}, ["take 1"], {"type": "move"}),
]
RAW: list[str | bytes] = [
    *("", " ", "null", "true", "0", "[]", "{}", '"move"', "{", "}", "NaN", "Infinity", "1e999"),
    *("[" * 4000, '{"a":' * 1300, '{"type":' + "[" * 3000, '{"type":"\\ud800"}', '{"type":NaN}'),
    *('{"type":"ping","type":"move"}', '{"type":"ping"}{"type":"ping"}', '{"type":"ping"} x'),
    *(b"", b"\x00", b"\xff\xfe\xfd", b'{"type":"ping","ref":"\xff"}', b"\xef\xbb\xbf{}"),
]


def messages(table: str) -> list[dict[str, Any]]:
    about = {"table": table, "ref": 1}
    return [
        {"type": "subscribe", "since": 0, "invite": "x", "scene": True} | about,
        {"type": "preview", "number": 1, "moves": ["take 1", "take 9"]} | about,
        {"type": "move", "number": 1, "move": "take 1", "move_id": "m"} | about,
        {"type": "ask", "what": "undo"} | about,
        {"type": "answer", "yes": True} | about,
        {"type": "say", "text": "hello"} | about,
        *({"type": kind} | about for kind in ("resume", "reclaim", "unsubscribe")),
        {"type": "ping", "ref": "p"},
    ]


def mutated(random_: random.Random, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message with one random fault."""
    changed = dict(message)
    for _ in range(random_.randint(1, 2)):
        name = random_.choice([*changed, "extra"])
        change = random_.random()
        if change < 0.6:
            changed[name] = random_.choice(ODD_VALUES)
        elif change < 0.8:
            changed[name] = random_.choice([*changed.values(), "take 2", "undo", "level-8"])
        elif change < 0.9:
            changed.pop(name, None)
        else:
            changed[str(random_.choice(ODD_VALUES))[:20]] = changed.get(name)
    return changed


def torn(random_: random.Random, text: str) -> str | bytes:
    """Return a text with some bytes changed, lost or doubled."""
    data = bytearray(text.encode())
    for _ in range(random_.randint(1, 4)):
        place = random_.randrange(len(data) + 1)
        end = place + random_.randint(0, 3)
        data[place:end] = random_.choice([b"", b"\xff", b'"', b"{", b"[", b"\\", b"0", b"\xc3"])
    return bytes(data) if random_.random() < 0.5 else data.decode(errors="replace")


def frames(random_: random.Random, *tables: str) -> Iterator[str | bytes]:
    sound = [message for table in tables for message in messages(table)]
    while True:
        message, kind = random_.choice(sound), random_.random()
        if kind < 0.1:
            yield random_.choice(RAW)
        elif kind < 0.6:
            yield json.dumps(mutated(random_, message), ensure_ascii=random_.random() < 0.5)
        else:
            yield torn(random_, json.dumps(message))


@pytest.mark.usefixtures("many_arrivals")
def test_frames_fuzzed_end_only_their_connection(
    server: ServerThread, is_long: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with Client(server.url) as client, Client(server.url) as other:
        client.guest("Fuzz")
        other.guest("Other")
        table = client.open_table("toy", players=2, bots={1: "random"}).info.id
        private = other.open_table("toy", players=2, listed=False).info.id
        client.start(table)
        found = frames(random.Random(11), table, private)
        codes: Counter[str | None] = Counter()
        for _ in range((LONG_FRAMES if is_long else FRAMES) // BATCH // 20):
            with connected(server, client.token) as line:
                for _ in range(20):
                    codes += throw(line, [next(found) for _ in range(BATCH)])
        client.events(table)
    assert codes["not_signed_in"] < MAX_SHARE_NOT_SIGNED_IN * codes.total()
    assert httpx.get(f"{server.url}/api/v1/health").status_code == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def connected(server: ServerThread, token: str | None) -> ClientConnection:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return connect(server.socket_url, additional_headers=headers, max_size=None, compression=None)


def throw(line: ClientConnection, batch: list[str | bytes]) -> Counter[str | None]:
    """Send odd frames, then a ping; return the codes of the answers, none of which is internal."""
    codes: Counter[str | None] = Counter()
    for frame in batch:
        line.send(frame)
    line.send('{"type":"ping","ref":"are you there"}')
    while True:
        answer = json.loads(line.recv())
        codes[answer.get("code")] += 1
        assert answer.get("code") != "internal", answer
        if answer.get("ref") == "are you there":
            return codes


def test_compression_offer_is_declined(server: ServerThread) -> None:
    """Browsers offer permessage-deflate; it would double the memory of a socket."""
    with connect(server.socket_url, compression="deflate") as line:
        assert line.protocol.extensions == []
        line.recv()  # the welcome
        line.send('{"type":"ping","ref":"plain"}')
        assert json.loads(line.recv())["ref"] == "plain"


# --- Below the level of messages ----------------------------------------------------------------


def test_frame_that_is_too_long_ends_only_its_connection(server: ServerThread) -> None:
    with connected(server, None) as line:
        line.recv()  # the welcome
        line.send("x" * (MAX_MESSAGE_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            line.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    assert httpx.get(f"{server.url}/api/v1/health").status_code == 200


GARBAGE = [
    b"\x81\x82\0\0\0\0\xff\xfe",  # a text that is not UTF-8
    b"\xf1\x80\0\0\0\0",  # reserved bits that were not negotiated
    b"\x01\x80\0\0\0\0\x01\x80\0\0\0\0",  # a second message within the first
    b"\x81\x02hi",  # not masked
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # said to be endless
    b"\x8f\x80\0\0\0\0" * 50,
    b"GET / HTTP/1.1\r\n\r\n",
]


def test_frame_of_garbage_ends_only_its_connection(server: ServerThread) -> None:
    for data in GARBAGE:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
            line.sendall(HELLO)
            assert line.recv(4096).startswith(b"HTTP/1.1 101")
            line.sendall(data)
            while line.recv(4096):
                pass
    assert httpx.get(f"{server.url}/api/v1/health").status_code == 200


HELLO = (
    b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
