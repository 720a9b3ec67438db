"""One client's socket: what is under way when it ends."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from tilewright.server.admission import Caller, Places
from tilewright.server.audience.hub import Connection, Goodbye, Hub
from tilewright.server.live import socket as live
from tilewright.server.live.socket import SocketSession

CALLER = Caller.of("anna", "192.0.2.1")


class Tables:
    hub = Hub()


class Conversation:
    """Answers when it is let."""

    tables = Tables()

    def __init__(self) -> None:
        self.connection = Connection("anna", CALLER, Places("bytes", 1000, 1))
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.heard: list[str] = []

    def begin(self) -> None: ...

    def end(self) -> None:
        self.heard.append("the end")

    def count(self) -> None: ...

    async def take(self, data: str) -> None:
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
    """What was heard of a client that is let go while the first message is being answered."""
    conversation: Any = Conversation()
    socket: Any = Socket()
    running = asyncio.create_task(SocketSession(socket.receive, socket.send, conversation).run())
    await conversation.begun.wait()
    conversation.connection.close(Goodbye(4000, "too slow"))
    for _ in range(10):
        await asyncio.sleep(0)
    if answers:
        conversation.go_on.set()
    await running
    return list(conversation.heard)


def test_an_answer_under_way_is_not_cut_off() -> None:
    """A move would be on disk, and the others would hear of it half a second later."""
    assert asyncio.run(let_go(answers=True)) == ["one", "the end"]


def test_nobody_is_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ANSWER_SECONDS", 0.01)
    assert asyncio.run(let_go(answers=False)) == ["the end"]


def test_what_has_not_begun_is_called_off_without_a_word() -> None:
    """Python complained of a coroutine that nobody had awaited, where a client was let go in the
    moment in which it came."""

    async def run() -> None:
        conversation: Any = Conversation()
        socket: Any = Socket()
        conversation.connection.send(b"welcome")
        conversation.connection.close(Goodbye(4000, "too slow"))
        await SocketSession(socket.receive, socket.send, conversation).run()
        assert conversation.heard == ["the end"]

    asyncio.run(run())
    gc.collect()
