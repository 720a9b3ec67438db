"""A request that never gets whole does not keep its connection."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from websockets.sync.client import connect

from server_thread import ServerThread, generous, running_server
from tilewright.server.process import request_timeouts
from tilewright.server.process.request_timeouts import RequestTimer
from waiting import wait_until_async

PATIENCE = 0.5
HEAD = b"GET /api/v1/sessions/current HTTP/1.1\r\nHost: tiles.test\r\n"
BODY = HEAD.replace(b"GET", b"POST") + b"Content-Length: 100\r\n\r\n{"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", PATIENCE)
    monkeypatch.setattr(request_timeouts, "REQUEST_TIMEOUT_SECONDS", PATIENCE)
    with running_server(generous("", tmp_path)) as server:
        yield server


def call(server: ServerThread, data: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    line.sendall(data)
    return line


def is_cut_off(line: socket.socket) -> bool:
    """Return True if the server ends the connection; otherwise wait 30 s and fail."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("data", [b"", b"GET", HEAD, BODY], ids=["nothing", "word", "head", "body"])
def test_request_that_stalls_is_closed(server: ServerThread, data: bytes) -> None:
    """Twenty of twenty half-sent heads were still open after 75 seconds."""
    with call(server, data) as line:
        assert is_cut_off(line)


def send_on(line: socket.socket, pieces: Iterable[bytes], pause: float) -> int | None:
    """Return how many pieces were sent before the server ended the connection; None if it took
    all."""
    for number, piece in enumerate(pieces):
        try:
            line.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            return number
        time.sleep(pause)  # a client that is slow, not one that is waited for
    return None


def test_request_byte_by_byte_is_closed(server: ServerThread) -> None:
    with call(server, HEAD) as line:
        assert send_on(line, [b"x"] * 1000, PATIENCE / 10) is not None


def test_request_head_is_limited(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", 600.0)
    with call(server, HEAD) as line:
        assert send_on(line, [b"x: " + b"y" * 1000 + b"\r\n"] * 100_000, 0) is not None


def test_request_that_is_complete_has_no_timer(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", 600.0)
    monkeypatch.setattr(request_timeouts, "REQUEST_TIMEOUT_SECONDS", 600.0)
    timers: list[RequestTimer] = []
    start = RequestTimer._start

    def record(timer: RequestTimer, seconds: float) -> None:
        timers.append(timer)
        start(timer, seconds)

    monkeypatch.setattr(RequestTimer, "_start", record)
    with connect(server.socket_url) as live, httpx.Client(base_url=server.url) as client:
        live.recv()
        assert client.get("/api/v1/sessions/current").status_code == 200
        assert len(set(timers)) == 2
        assert not any(timer.is_running for timer in timers)


def test_request_body_is_not_counted_as_its_head(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Head and body arrive together, before the application can say that the head is complete."""
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", 600.0)
    monkeypatch.setattr(request_timeouts, "REQUEST_TIMEOUT_SECONDS", 600.0)
    monkeypatch.setattr(request_timeouts, "MAX_HEAD_BYTES", 400)
    with httpx.Client(base_url=server.url) as client:
        answer = client.post("/api/v1/sessions", content=b"{" + b" " * 60_000 + b"}")
        assert answer.status_code in (201, 422)


async def test_request_head_at_the_last_moment_is_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The time is up in the moment in which the head is read, before the application can say so."""
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", 0.0)
    transport, tasks = Mock(asyncio.Transport), list[asyncio.Task[None]]()
    timer = RequestTimer(transport)

    async def begin_request() -> None:
        timer.expect_body()

    loop = asyncio.get_running_loop()
    loop.call_later(0.0, lambda: tasks.append(loop.create_task(begin_request())))
    timer.expect_head()
    await wait_until_async("the request begun", lambda: bool(tasks) and tasks[0].done())
    await asyncio.sleep(0)  # what the loop has ready is done
    assert not transport.close.called
    timer.stop()


def test_request_timeout_applies_to_later_requests(server: ServerThread) -> None:
    complete = HEAD + b"\r\n"
    with call(server, complete) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HEAD)
        assert is_cut_off(line)
