"""A request that was refused again and again as one too many is not looked at each time.

Twenty abusers filled the core of a server though all of them were refused: every refusal was
routed, read from the database and made anew.
"""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from browser import Browser, Server, code_of
from tilewright.server.http import once_refused
from tilewright.server.http.once_refused import MOST_LATE, SECONDS, STRIKES, OnceRefused
from tilewright.server.limits import Rate


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits, unless that is the point."""
    monkeypatch.setattr(once_refused, "LATE_SECONDS", 0.0)


class Front:
    """A layer in front of what refuses everything, or nothing."""

    def __init__(self) -> None:
        self.now, self.status, self.looks = 0.0, 429, 0
        self.layer = OnceRefused(self.look, "/login", lambda: self.now)

    async def look(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.looks += 1
        headers, before = [(b"retry-after", b"9")], "" if "method" in scope else "websocket."
        kind = before + "http.response.start"
        await send({"type": kind, "status": self.status, "headers": headers})
        await send({"type": before + "http.response.body", "body": b"wait"})

    def ask(self, path: str = "/study", who: bytes = b"me", client: str = "192.0.2.1") -> int:
        start, body = asyncio.run(self.hear(path, who, client))
        assert body["body"] == b"wait" and len(start["headers"]) == 2
        return int(start["status"])

    async def hear(
        self, path: str = "/study", who: bytes = b"me", client: str = "192.0.2.1"
    ) -> list[Message]:
        scope: Scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
        scope["client"], scope["headers"] = (client, 1), [(b"cookie", who)]
        if path == "/socket":
            scope["type"] = "websocket"
            del scope["method"]
        heard: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            message.get("headers", []).append((b"x-layer", b"1"))
            heard.append(message)

        await self.layer(scope, receive, send)
        return heard


def test_whoever_does_not_wait_hears_the_same_without_a_look() -> None:
    front = Front()
    assert [front.ask() for _ in range(STRIKES + 20)] == [429] * (STRIKES + 20)
    assert front.looks == STRIKES
    front.now += SECONDS
    front.ask()
    front.ask()
    assert front.looks == STRIKES + 1, "once a second"
    front.now, front.status = front.now + SECONDS, 200
    assert [front.ask(), front.ask()] == [200, 200], "forgiven and forgotten"
    front.status = 429
    front.ask()
    front.ask()
    assert front.looks == STRIKES + 5


def test_nor_is_a_socket_looked_at_each_time() -> None:
    """Whoever was refused one and tried again at once had a look at the database for each: 100 a
    second took a seventh of a core."""
    front = Front()
    assert [front.ask("/socket") for _ in range(STRIKES + 20)] == [429] * (STRIKES + 20)
    assert front.looks == STRIKES
    start, body = asyncio.run(front.hear("/socket"))
    kind = "websocket.http.response."
    assert (start["type"], body["type"]) == (kind + "start", kind + "body")


def test_they_hear_it_late_and_whoever_wants_it_often_has_to_connect_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    front = Front()
    for _ in range(STRIKES):
        front.ask()
    monkeypatch.setattr(once_refused, "LATE_SECONDS", 1e6)

    async def run() -> None:
        late = [asyncio.ensure_future(front.hear()) for _ in range(MOST_LATE)]
        await asyncio.sleep(0)
        start, _ = await front.hear()
        assert (b"connection", b"close") in start["headers"]
        front.status = 200
        assert (await front.hear(client="192.0.2.2"))[0]["status"] == 200, "others do not wait"
        assert not any(one.done() for one in late)
        late[0].cancel()  # one of them has left
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(front.hear(), 0.01)

    asyncio.run(run())
    assert front.looks == STRIKES + 1


def test_nobody_else_and_nothing_else_is_meant() -> None:
    front = Front()
    for _ in range(STRIKES + 1):
        front.ask()
    looks = front.looks
    front.ask(who=b"you")
    front.ask(client="192.0.2.2")
    front.ask(path="/tables")
    assert front.looks == looks + 3
    for _ in range(STRIKES + 5):
        front.ask(path="/login")
    assert front.looks == looks + 3 + STRIKES + 5


def test_over_http(server: Server, ann: Browser) -> None:
    """Both know nothing of each other: whoever is refused costs no look at the database."""
    server.services.admission.looks.persons.rate = Rate(1, 1e-6)
    answers = [ann.get("/tables") for _ in range(STRIKES + 3)]
    assert [code_of(answer) for answer in answers[-5:]] == [(429, "too_many_requests")] * 5
    numbers = {answer.headers["X-Request-Id"] for answer in answers}
    assert len(numbers) == len(answers), "each has its own line in the log"
    assert answers[-1].headers["Retry-After"] == answers[2].headers["Retry-After"]
