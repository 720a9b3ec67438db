"""How messages go out, packed for browsers and several in one go, and how they come in.

Uvicorn packs with a setting that looks long for every match, in a window that an update fills by
itself. Ours looks less long in a window of twice the size, where it finds the update before: a
usual one of 4 kB becomes 0.8 kB either way, in half of the time. What is short is sent as it is: it
would shrink by less than it costs.

To hand bytes to the system costs as much as to make them. So what is said in one round of the event
loop, such as a new position and the acknowledgement of the move, is handed over together. Whoever
has a message for a socket on which nothing waits gives it here directly: a queue and a task cost as
much again.

Uvicorn reads no more from a socket until the message is taken out of its queue, and so tells the
system twice what it waits for. Here it reads on until there are two.

A text in one frame is what nearly all frames hold, both ways. Those are written and read here, in a
few steps; all others, and whatever is wrong, the library of sockets has, a whole frame at a time.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.typing import ExtensionParameter

from tilewright.server.live.socket import LINE, Work

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled for this machine
    from websockets.utils import apply_mask

__all__ = ["PackingProtocol"]

SHORT: Final = 200
"""Bytes of a message that is not packed: acknowledgements, who is here."""
WINDOW_BITS: Final = 13
SETTINGS: Final = {"level": 4, "memLevel": 5}
"""48 kB for each socket that is not quiet."""
MUCH: Final = 16 * 1024
TEXT: Final = 0x81
"""The first byte of a frame that holds a whole text."""
PACKED: Final = 0x40
"""Added to it where the text is packed."""
MASKED: Final = 0x80
"""In the second byte, of all frames from a client."""
MASK: Final = 4
END: Final = b"\x00\x00\xff\xff"
"""How a packed piece ends; left out on the way."""


class Packing(PerMessageDeflate):
    """Leaves short messages alone, and remembers those before only where several come: what it
    needs for that is half of what a quiet socket would weigh. Whoever reads does not notice: what
    is packed anew refers to nothing before."""

    _recent = 0
    """Messages since the last rest."""
    encoder: Any
    """What packs, and remembers; None where that would be nothing."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.encoder = None

    def encode(self, frame: Frame) -> Frame:
        """Those that the library writes itself are short."""
        return frame

    def pack(self, message: bytes) -> bytes:
        """A message as it goes into a frame."""
        self._recent += 1
        encoder = self.encoder or zlib.compressobj(
            wbits=-self.local_max_window_bits, **self.compress_settings
        )
        is_first = self._recent == 1 and self.encoder is None
        self.encoder = None if is_first or self.local_no_context_takeover else encoder
        packed = encoder.compress(message) + encoder.flush(zlib.Z_SYNC_FLUSH)
        return bytes(packed[: -len(END)])

    def unpack(self, packed: bytes, most: int) -> bytes | None:
        """What a client packed, each message by itself; None where it is too long, or not so."""
        decoder = zlib.decompressobj(wbits=-self.remote_max_window_bits)
        try:
            message = decoder.decompress(packed + END, most)
        except zlib.error:
            return None
        return None if decoder.unconsumed_tail else message

    def rest(self) -> None:
        """Called now and then: who was sent next to nothing meanwhile is quiet."""
        if self._recent <= 1:
            self.encoder = None
        self._recent = 0


class PackingFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on it."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, plain = super().process_request_params(params, accepted_extensions)
        packing = Packing(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            SETTINGS,
        )
        return agreed, packing


def framed(first: int, data: bytes) -> bytes:
    """A frame of ours."""
    size = len(data)
    if size < 126:
        return bytes((first, size)) + data
    if size < 1 << 16:
        return struct.pack("!BBH", first, 126, size) + data
    return struct.pack("!BBQ", first, 127, size) + data


def mask_and_end(data: bytes) -> tuple[int, int]:
    """Of the frame with which data from a client begins: where its mask is, and its end, be it
    beyond what is there. Both are 0 where it is no usual frame."""
    if len(data) < 2:
        return 2, 2 + MASK
    size = data[1] & 127
    if not data[1] & MASKED or size == 127:
        return 0, 0
    if size < 126:
        return 2, 2 + MASK + size
    return 4, 4 + MASK + int.from_bytes(data[2:4], "big")


class PackingProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, which packs and gathers in this way, and stops reading less often."""

    _gathered = 0
    """Bytes that wait for the end of the round."""
    _packing: Packing | None = None
    _rest = b""
    """The beginning of a frame of which the end has not come."""
    _talk: Work | None = None
    """What is done on the socket after the handshake."""
    _cuts = True
    """Whether frames are cut here; else by the library, to which part of one was given."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [
            PackingFactory(
                server_max_window_bits=WINDOW_BITS,
                client_max_window_bits=12,
                client_no_context_takeover=True,  # what they say is short
            )
        ]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {**self.scope["extensions"], LINE: {"line": self}}
            packings = (one for one in self.conn.extensions if isinstance(one, Packing))
            self._packing = next(packings, None)

    async def run_asgi(self) -> None:
        """What the application leaves to a socket goes on once it has returned, and the handshake
        is forgotten: what weighs hundreds of objects for each socket is there no more."""
        app = self.app

        async def whole(scope: Any, receive: Any, send: Any) -> None:
            self.app = app
            await app(scope, receive, send)
            if (talk := self._talk) is not None:
                scope.clear()
                del self._talk, self.scope, self.request, self.response
                await talk()

        self.app = whole
        await super().run_asgi()

    def go_on(self, talk: Work) -> None:
        """Let this be done when the application has returned; then the socket is closed."""
        self._talk = talk

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        if self._packing is not None:
            self._packing.rest()

    # --- What comes in ---

    def data_received(self, data: bytes) -> None:
        """Take frame by frame. What comes before the handshake is over, or is unusual, goes to the
        library, and then all that follows."""
        data, self._rest = self._rest + data, b""
        while data and self._cuts and self.conn.state is State.OPEN:
            mask, end = mask_and_end(data)
            if not mask or end > MASK + 4 + self.config.ws_max_size:
                break
            if end > len(data):
                self._rest = data
                return
            self._take_frame(data[:end], mask)
            data = data[end:]
        if data and self.conn.parser_exc is None:
            self._cuts = self._cuts and not self.handshake_initiated
            super().data_received(data)

    def _take_frame(self, frame: bytes, mask: int) -> None:
        """Take a text that is whole, between others; whatever else there is the library knows."""
        message: bytes | None = None
        if frame[0] & ~PACKED == TEXT and not self.frames:
            start = mask + MASK
            message = apply_mask(frame[start:], frame[mask:start])
            if frame[0] & PACKED:
                most = self.config.ws_max_size
                message = self._packing.unpack(message, most) if self._packing else None
        if message is None:
            super().data_received(frame)
        else:
            self.curr_msg_data_type, self.frames = "text", [message]
            self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """A message that finds none before it does not stop the reading."""
        is_first = self.queue.empty() and not self.read_paused
        self.read_paused = self.read_paused or is_first
        super().send_receive_event_to_app()
        if is_first:
            self.read_paused = False

    # --- What goes out ---

    def take(self, data: bytes) -> bool:
        """Send a message at once; whether that could be done."""
        if self._is_open and self.writable.is_set():
            self._gather(data)
            return True
        return False

    @property
    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] != "websocket.send" or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if not self._is_open:
            raise ClientDisconnected
        self._gather((message.get("text") or "").encode())

    def _gather(self, data: bytes) -> None:
        """Pack a message and let it wait for others, unless much waits already."""
        if self._packing is None or len(data) < SHORT:
            frame = framed(TEXT, data)
        else:
            frame = framed(TEXT | PACKED, self._packing.pack(data))
        if not self._gathered:
            self.loop.call_soon(self._hand_over)
        self.conn.writes.append(frame)
        self._gathered += len(frame)
        if self._gathered > MUCH:
            self._hand_over()

    def _hand_over(self) -> None:
        """Whatever else is sent takes what waits along, so there may be nothing left."""
        self._gathered = 0
        if (output := self.conn.data_to_send()) and not self.transport.is_closing():
            self.transport.write(b"".join(output))
