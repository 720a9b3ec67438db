"""One client's socket: what is under way when it ends."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from tilewright.server.audience.outbox import CloseReason, Connection
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.ratelimit.quotas import Caller, ConcurrencyLimit
from tilewright.server.websocket import session as live
from tilewright.server.websocket.intake import Intake
from tilewright.server.websocket.session import SocketSession

CALLER = Caller.of("anna", "192.0.2.1")


class Tables:
    hub = Hub()


class Answerer:
    """Answers when it is let."""

    tables = Tables()

    def __init__(self) -> None:
        self.connection = Connection("anna", CALLER, ConcurrencyLimit("bytes", 1000, 1))
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.heard: list[str] = []

    def send_welcome(self) -> None: ...

    def close(self) -> None:
        self.heard.append("the end")

    def count_message(self) -> None: ...

    async def handle(self, data: str) -> None:
        self.begun.set()
        await self.go_on.wait()
        self.heard.append(data)


class Socket:
    """A client that has said two things and says no more."""

    def __init__(self) -> None:
        self._said = ["one", "two"]

    async def receive(self) -> dict[str, str]:
        if not self._said:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": self._said.pop(0)}

    async def send(self, message: dict[str, Any]) -> None: ...


async def let_go(answers: bool) -> list[str]:
    """Return what was handled of a client that is disconnected during its first message."""
    protocol: Any = Answerer()
    socket: Any = Socket()
    session = SocketSession(socket.receive, socket.send, protocol, Intake())
    running = asyncio.create_task(session.run())
    await protocol.begun.wait()
    protocol.connection.close(CloseReason(4000, "too slow"))
    for _ in range(10):
        await asyncio.sleep(0)  # rounds of the loop, in which it could be cut off too early
    if answers:
        protocol.go_on.set()
    await running
    return list(protocol.heard)


async def test_session_finishes_a_command_in_progress() -> None:
    """A move would be on disk, and the others would hear of it half a second later."""
    assert await let_go(answers=True) == ["one", "the end"]


async def test_session_waits_for_an_answer_for_a_limited_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "ANSWER_TIMEOUT_SECONDS", 0.01)
    assert await let_go(answers=False) == ["the end"]


async def test_session_drops_commands_that_have_not_begun() -> None:
    """Python warned of a coroutine that was never awaited, when a client was disconnected as it
    connected."""

    protocol: Any = Answerer()
    socket: Any = Socket()
    protocol.connection.send(b"welcome")
    protocol.connection.close(CloseReason(4000, "too slow"))
    await SocketSession(socket.receive, socket.send, protocol, Intake()).run()
    assert protocol.heard == ["the end"]
    gc.collect()
