"""Lightweight HTTP and WebSocket clients, so that a load test does not measure its own client."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

encode = msgspec.json.Encoder().encode


class HttpError(Exception):
    """A response with a status other than 2xx."""


class Http:
    """A JSON client with a few keep-alive connections, optionally from a given local address."""

    def __init__(self, base: str, connections: int = 4, local_address: str | None = None) -> None:
        self.own = local_address
        self._host, self._port = urlsplit(base).hostname, urlsplit(base).port
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None]
        self._free = asyncio.Queue()
        for _ in range(connections):
            self._free.put_nowait(None)

    async def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """Post JSON and return the answer's JSON. Raises HttpError for a status other than 2xx."""
        connection = await self._free.get()
        try:
            if connection is None or connection[0].at_eof():  # the server ends idle ones
                own = (self.own, 0) if self.own else None
                connection = await asyncio.open_connection(self._host, self._port, local_addr=own)
            return await self._exchange(connection, path, body, token)
        except (OSError, asyncio.IncompleteReadError) as error:
            connection = None
            raise HttpError(f"{path}: {error!r}") from error
        finally:
            self._free.put_nowait(connection)

    async def _exchange(
        self,
        connection: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        path: str,
        body: Any,
        token: str | None,
    ) -> Any:
        """Send a request on a connection and return the answer's JSON."""
        reader, writer = connection
        data = encode(body)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{bearer}"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(headers.get("content-length", "0")))
        if not lines[0].split()[1].startswith("2"):
            raise HttpError(f"{path}: {lines[0]} {answer.decode()}")
        return msgspec.json.decode(answer) if answer else None


class Socket(asyncio.Protocol):
    """A WebSocket client without a task. Calls ``heard(data)`` with every message."""

    def __init__(
        self, url: str, token: str, heard: Callable[[bytes], None], *, is_packed: bool
    ) -> None:
        packed = [ClientPerMessageDeflateFactory()] if is_packed else None
        self._protocol = ClientProtocol(parse_uri(url), extensions=packed, max_size=None)
        self._token, self._heard = token, heard
        self._transport: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.received = 0
        """Raw bytes."""

    @classmethod
    async def connect(
        cls,
        url: str,
        token: str,
        heard: Callable[[bytes], None],
        *,
        is_packed: bool,
        local_address: str | None = None,
    ) -> Socket:
        """Connect to a WebSocket.

        Args:
            is_packed: Offer compression, as browsers do.
            local_address: Local address.
        """
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(url, token, heard, is_packed=is_packed),
            parts.hostname or "",
            parts.port or 80,
            local_addr=(local_address, 0) if local_address else None,
        )
        await socket.opened
        return socket

    def send(self, message: Mapping[str, Any]) -> None:
        self._protocol.send_text(encode(message))
        self._flush()

    def close(self) -> None:
        self.is_open = False
        self._transport.close()

    # --- What asyncio calls ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = transport
        request = self._protocol.connect()
        request.headers["Authorization"] = f"Bearer {self._token}"
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Handle the frames of the received bytes, or the answer to the handshake."""
        self.received += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            else:
                self._answered()
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        """Mark the socket as closed; without a handshake, ``connect`` raises ConnectionError."""
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"not accepted: {error}"))

    def _answered(self) -> None:
        """Handle the answer to the handshake."""
        failure = self._protocol.handshake_exc
        if failure is not None:
            self.opened.set_exception(failure)
        else:
            self.is_open = True
            self.opened.set_result(None)

    def _frame(self, frame: Frame) -> None:
        """Pass the text of a frame to ``heard``."""
        if frame.opcode is Opcode.TEXT:
            self._heard(bytes(frame.data))

    def _flush(self) -> None:
        """Write what the protocol has to send, and close the connection when it says so."""
        for data in self._protocol.data_to_send():
            with contextlib.suppress(RuntimeError):
                self._transport.write(data) if data else self._transport.close()
