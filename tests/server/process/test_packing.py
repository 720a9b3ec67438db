"""How messages go out: what is long shrinks, what is short stays, and all of it is read."""

from __future__ import annotations

import asyncio
import json
import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
)
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri
from websockets.utils import apply_mask

from tilewright.server.process.packing import (
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


def test_a_browser_reads_what_is_packed() -> None:
    factory = PackingFactory(server_max_window_bits=WINDOW_BITS, client_max_window_bits=12)
    agreed, packing = factory.process_request_params(OFFER, [])
    reader = PerMessageDeflate(False, False, WINDOW_BITS, 12)
    assert ("server_max_window_bits", str(WINDOW_BITS)) in agreed
    sizes = []
    assert isinstance(packing, Packing)
    for data in (message(0), message(1), message(2), b"x" * SHORT, message(3)):
        sent = packing.pack(data)
        assert read_packed(reader, sent) == data
        sizes.append(len(sent))
    assert sizes[0] < len(message(0)) / 2
    assert sizes[2] < sizes[1] / 4  # the one before is remembered


def test_who_wants_each_message_by_itself_gets_it_so() -> None:
    """A client may ask for it, so as to keep nothing itself."""
    factory = PackingFactory(server_max_window_bits=WINDOW_BITS, client_max_window_bits=12)
    _, packing = factory.process_request_params([("server_no_context_takeover", None)], [])
    assert isinstance(packing, Packing)
    for number in range(3):
        reader = PerMessageDeflate(False, False, WINDOW_BITS, 12)
        assert read_packed(reader, packing.pack(message(number))) == message(number)


def read_packed(reader: PerMessageDeflate, data: bytes) -> bytes:
    return bytes(reader.decode(Frame(Opcode.TEXT, data, rsv1=True)).data)


def test_a_quiet_socket_keeps_nothing_to_pack_with() -> None:
    factory = PackingFactory(server_max_window_bits=WINDOW_BITS, client_max_window_bits=12)
    _, packing = factory.process_request_params(OFFER, [])
    reader = PerMessageDeflate(False, False, WINDOW_BITS, 12)
    assert isinstance(packing, Packing)
    kept = []
    for number, rests in enumerate([0, 0, 0, 1, 0, 2, 0]):
        assert read_packed(reader, packing.pack(message(number))) == message(number)
        for _ in range(rests):
            packing.rest()
        kept.append(packing.encoder is not None)
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
        assert protocol.take(b"x" * 300)
        assert protocol.take(b"y" * 70_000)
        assert len(transport.written) == 2
        await protocol.send({"type": "websocket.send", "text": "three"})
        await protocol.send({"type": "websocket.close", "code": 1000})
        assert not protocol.take(b"four")
        return transport.written

    together, much, end = asyncio.run(run())
    assert together == b"\x81\x03one\x81\x03two"
    long, longer = b"\x81\x7e\x01\x2c" + b"x" * 300, b"\x81\x7f" + (70_000).to_bytes(8)
    assert much == long + longer + b"y" * 70_000
    assert end == b"\x81\x05three\x88\x02\x03\xe8"


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
        protocol, transport = connected_protocol()
        transport.close()
        await protocol.send({"type": "websocket.send", "text": "one"})

    with pytest.raises(ClientDisconnected):
        asyncio.run(run())


class Transport:
    """Notes what is written, and whether it is read from."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_reading, self.is_closed = True, False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.is_closed

    def get_extra_info(self, name: str) -> None:
        """Nothing more is known."""

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def close(self) -> None:
        self.is_closed = True


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


# --- What comes in --------------------------------------------------------------------------------

MOST = 1000
"""Bytes of a message there."""


def framed_by_client(first: int, data: bytes, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(data)
    head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0xFE, size)
    return head + mask + apply_mask(data, mask)


def packed_by_client(data: bytes) -> bytes:
    encoder = zlib.compressobj(wbits=-12)
    return (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH))[:-4]


USUAL = {
    "short": framed_by_client(0x81, b'{"type":"ping"}'),
    "empty": framed_by_client(0x81, b""),
    "longer": framed_by_client(0x81, b"x" * 300),
    "packed": framed_by_client(0xC1, packed_by_client(message(1)[:900])),
    "bytes": framed_by_client(0x82, b"\x00\x01"),
    "ping": framed_by_client(0x89, b"there?"),
    "pieces": framed_by_client(0x01, b"one ")
    + framed_by_client(0x89, b"")
    + framed_by_client(0x80, b"two"),
    "packed pieces": framed_by_client(0x41, packed_by_client(b"abcd")[:3])
    + framed_by_client(0x80, packed_by_client(b"abcd")[3:]),
}
LAST = {
    "goodbye": framed_by_client(0x88, b"\x03\xe8bye") + USUAL["short"],
    "too long": framed_by_client(0x81, b"x" * (MOST + 1)),
    "a bomb": framed_by_client(0xC1, packed_by_client(b"x" * 50_000)),
    "said to be huge": b"\x81\xff" + bytes(8),
    "not masked": b"\x81\x02{}",
    "no letters": framed_by_client(0x81, b"\xff\xfe"),
    "badly packed": framed_by_client(0xC1, b"\xff" * 20),
    "no such kind": framed_by_client(0x83, b""),
    "no such mark": framed_by_client(0xA1, b"{}"),
    "a text within one": framed_by_client(0x01, b"one") + framed_by_client(0x81, b"two"),
    "the second half": framed_by_client(0x80, b"two"),
    "a long ping": framed_by_client(0x89, b"x" * 126),
}


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("is_packed", [True, False])
def test_frames_are_understood_as_the_library_does(last: str, is_packed: bool) -> None:
    """However a stream is cut, and whatever comes at its end: the same is heard and answered as by
    uvicorn's own protocol that gets one message after the other."""
    draw = random.Random(last)
    for _ in range(25):
        usual = [name for name in USUAL if is_packed or "packed" not in name]
        names = draw.choices(usual, k=draw.randrange(1, 6))
        parts = [*(USUAL[name] for name in names), LAST[last]]
        stream = b"".join(parts)
        cuts = sorted(draw.randrange(len(stream)) for _ in range(draw.choice([0, 0, 1, 3, 40])))
        ends = zip([0, *cuts], [*cuts, len(stream)], strict=True)
        chunks = [stream[start:end] for start, end in ends if end > start]
        ours = asyncio.run(listen(PackingProtocol, chunks, is_packed=is_packed))
        assert ours == asyncio.run(listen(Plain, parts, is_packed=is_packed)), (names, cuts)


class Plain(PackingProtocol):
    """Reads as uvicorn does."""

    def data_received(self, data: bytes) -> None:
        WebSocketsSansIOProtocol.data_received(self, data)


async def listen(
    kind: type[PackingProtocol], chunks: list[bytes], *, is_packed: bool
) -> tuple[list[dict[str, Any]], bytes]:
    """What an application hears of these, and what is answered."""
    heard: list[Any] = []

    async def app(scope: object, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while not heard or heard[-1]["type"] != "websocket.disconnect":
            heard.append(await receive())

    config = Config(app=app, ws=kind, interface="asgi3", log_config=None, ws_max_size=MOST)
    config.load()
    protocol = kind(config, ServerState(), {}, asyncio.get_running_loop())
    transport: Any = Transport()
    protocol.connection_made(transport)
    extensions = [ClientPerMessageDeflateFactory()] if is_packed else None
    client = ClientProtocol(parse_uri("ws://there/socket"), extensions=extensions)
    client.send_request(client.connect())
    protocol.data_received(b"".join(client.data_to_send()))
    await until(lambda: bool(transport.written))
    transport.written.clear()
    for chunk in chunks:
        if not transport.is_closed:
            protocol.data_received(chunk)
        await asyncio.sleep(0)
    protocol.connection_lost(None)
    await until(lambda: bool(heard) and heard[-1]["type"] == "websocket.disconnect")
    return heard, b"".join(transport.written)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0)
