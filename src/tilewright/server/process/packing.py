"""How messages go out: packed for browsers, and several in one go.

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
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.typing import ExtensionParameter

from tilewright.server.live.socket import LINE

__all__ = ["PackingProtocol"]

SHORT: Final = 200
"""Bytes of a message that is not packed: acknowledgements, who is here."""
WINDOW_BITS: Final = 13
SETTINGS: Final = {"level": 4, "memLevel": 5}
"""48 kB for each socket that is not quiet."""
MUCH: Final = 16 * 1024


class Packing(PerMessageDeflate):
    """Leaves short messages alone, and remembers those before only where several come: what it
    needs for that is half of what a quiet socket would weigh. Whoever reads does not notice: what
    is packed anew refers to nothing before."""

    _recent = 0
    """Messages since the last rest."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self._forget()

    def encode(self, frame: Frame) -> Frame:
        if len(frame.data) < SHORT:
            return frame
        self._recent += 1
        is_first = self._recent == 1 and not hasattr(self, "encoder")
        if not hasattr(self, "encoder"):
            bits = -self.local_max_window_bits
            self.encoder = zlib.compressobj(wbits=bits, **self.compress_settings)
        packed = super().encode(frame)
        if is_first:
            self._forget()
        return packed

    def rest(self) -> None:
        """Called now and then: who was sent next to nothing meanwhile is quiet."""
        if self._recent <= 1:
            self._forget()
        self._recent = 0

    def _forget(self) -> None:
        if hasattr(self, "encoder"):
            del self.encoder


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


class PackingProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, which packs and gathers in this way, and stops reading less often."""

    _gathered = 0
    """Bytes that wait for the end of the round."""

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
            self.scope["extensions"] = {**self.scope["extensions"], LINE: {"take": self.take}}

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        for extension in self.conn.extensions:
            if isinstance(extension, Packing):
                extension.rest()

    def take(self, data: bytes) -> bool:
        """Send a message at once; whether that could be done."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if is_open and self.writable.is_set() and self.conn.state is State.OPEN:
            self._gather(data)
            return True
        return False

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] != "websocket.send" or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        self._gather((message.get("text") or "").encode())

    def _gather(self, data: bytes) -> None:
        """Pack a message and let it wait for others, unless much waits already."""
        try:
            self.conn.send_text(data)
        except InvalidState:
            raise ClientDisconnected from None
        if self._gathered == 0:
            self.loop.call_soon(self._hand_over)
        self._gathered += len(data)
        if self._gathered > MUCH:
            self._hand_over()

    def _hand_over(self) -> None:
        """Whatever else is sent takes what waits along, so there may be nothing left."""
        self._gathered = 0
        if (output := self.conn.data_to_send()) and not self.transport.is_closing():
            self.transport.write(b"".join(output))

    def send_receive_event_to_app(self) -> None:
        """A message that finds none before it does not stop the reading."""
        is_first = self.queue.empty() and not self.read_paused
        self.read_paused = self.read_paused or is_first
        super().send_receive_event_to_app()
        if is_first:
            self.read_paused = False
