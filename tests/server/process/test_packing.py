"""How messages go out: what is long shrinks, what is short stays, and all of it is read."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from tilewright.server.process.packing import (
    MUCH,
    SHORT,
    WINDOW_BITS,
    Packing,
    PackingFactory,
    PackingProtocol,
)

OFFER = [("client_max_window_bits", None)]


def message(number: int) -> bytes:
    """Much the same as the one before, as updates are."""
    told = {"number": number, "tiles": [[one, one * 7 % 31] for one in range(200)]}
    return json.dumps(told).encode()


def test_a_browser_reads_what_is_packed_and_what_is_not() -> None:
    factory = PackingFactory(server_max_window_bits=WINDOW_BITS, client_max_window_bits=12)
    agreed, packing = factory.process_request_params(OFFER, [])
    reader = PerMessageDeflate(False, False, WINDOW_BITS, 12)
    assert ("server_max_window_bits", str(WINDOW_BITS)) in agreed
    sizes = []
    for data in (message(0), message(1), b"{}", message(2), b"x" * SHORT, message(3)):
        sent = packing.encode(Frame(Opcode.TEXT, data))
        assert sent.rsv1 == (len(data) >= SHORT)
        assert bytes(reader.decode(sent).data) == data
        sizes.append(len(sent.data))
    assert sizes[0] < len(message(0)) / 2 and sizes[2] == 2
    assert sizes[3] < sizes[1] / 4  # the one before is remembered


def test_a_quiet_socket_keeps_nothing_to_pack_with() -> None:
    factory = PackingFactory(server_max_window_bits=WINDOW_BITS, client_max_window_bits=12)
    _, packing = factory.process_request_params(OFFER, [])
    reader = PerMessageDeflate(False, False, WINDOW_BITS, 12)
    assert isinstance(packing, Packing)
    kept = []
    for number, rests in enumerate([0, 0, 0, 1, 0, 2, 0]):
        sent = packing.encode(Frame(Opcode.TEXT, message(number)))
        assert bytes(reader.decode(sent).data) == message(number)
        for _ in range(rests):
            packing.rest()
        kept.append(hasattr(packing, "encoder"))
    # The first is packed alone; a busy one rests and goes on; after two rests it was quiet.
    assert kept == [False, True, True, True, True, False, False]


def test_what_is_said_in_one_round_is_handed_over_together() -> None:
    """In order, and at once where it is much; a goodbye takes along what waits."""

    async def run() -> list[bytes]:
        protocol, transport = connected_protocol()
        assert protocol.take(b"one")
        await protocol.send({"type": "websocket.send", "text": "two"})
        assert transport.written == []
        await asyncio.sleep(0)
        assert len(transport.written) == 1
        assert protocol.take(b"x" * 2 * MUCH)
        assert len(transport.written) == 2
        await protocol.send({"type": "websocket.send", "text": "three"})
        await protocol.send({"type": "websocket.close", "code": 1000})
        assert not protocol.take(b"four")
        return transport.written

    together, much, end = asyncio.run(run())
    assert together == b"\x81\x03one\x81\x03two"
    assert len(much) > 2 * MUCH and end.startswith(b"\x81\x05three\x88")


def test_reading_stops_at_the_second_message_that_waits() -> None:
    """Uvicorn stopped at each, and told the system twice what it waits for."""

    async def run() -> None:
        protocol, transport = connected_protocol()
        reading = []
        for _ in range(3):
            protocol.handle_text(Frame(Opcode.TEXT, b"{}"))
            reading.append(transport.is_reading)
        for _ in range(3):
            assert (await protocol.receive())["type"] == "websocket.receive"
            reading.append(transport.is_reading)
        protocol.handle_text(Frame(Opcode.TEXT, b"{}"))
        assert [*reading, transport.is_reading] == [True, False, False, False, False, True, True]

    asyncio.run(run())


def test_whoever_has_gone_is_told_nothing() -> None:
    async def run() -> None:
        protocol, _ = connected_protocol()
        protocol.disconnected = True
        await protocol.send({"type": "websocket.send", "text": "one"})

    with pytest.raises(ClientDisconnected):
        asyncio.run(run())


class Transport:
    """Notes what is written, and whether it is read from."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_reading = True

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def close(self) -> None:
        """Nothing is open."""


def connected_protocol() -> tuple[PackingProtocol, Transport]:
    """A socket that has been accepted, and what it writes to."""

    async def app(scope: object, receive: object, send: object) -> None:
        """Says nothing by itself."""

    config = Config(app=app, ws=PackingProtocol, interface="asgi3", log_config=None)
    protocol = PackingProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    transport: Any = Transport()
    protocol.transport, protocol.handshake_complete = transport, True
    protocol.conn.state = State.OPEN
    return protocol, transport
