"""An exchange without a wire: for a server of one process, and for several of them in a test."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping

from tilewright.server.exchange import Heard, Notes

__all__ = ["InProcess", "Meeting"]


class Meeting:
    """Where processes meet."""

    def __init__(self) -> None:
        self.members: dict[str, InProcess] = {}
        self.claims: dict[str, float] = {}
        self.full_at: dict[str, float] = {}


class InProcess:
    """One of those who meet; alone unless told where."""

    is_up = True

    def __init__(self, meeting: Meeting | None = None, name: str = "alone") -> None:
        self.gaps: list[Callable[[], None]] = []
        self.words_heard = 0
        self._meeting, self._name = meeting or Meeting(), name
        self._heard: dict[str, Heard] = {}
        self._notes: defaultdict[str, set[str]] = defaultdict(set)

    @property
    def is_wide(self) -> bool:
        return len(self._meeting.members) > 1

    async def start(self) -> None:
        self._meeting.members[self._name] = self

    async def stop(self) -> None:
        self._meeting.members.pop(self._name, None)

    def _others(self) -> list[InProcess]:
        return [one for one in self._meeting.members.values() if one is not self]

    def publish(self, topic: str, word: bytes) -> None:
        for other in self._others():
            if topic in other._heard:
                asyncio.get_running_loop().call_soon(other._hear, topic, self._name, word)

    def _hear(self, topic: str, sender: str, word: bytes) -> None:
        if (heard := self._heard.get(topic)) is not None:
            self.words_heard += 1
            heard(sender, word)

    async def follow(self, topic: str, heard: Heard) -> None:
        self._heard[topic] = heard

    def leave(self, topic: str) -> None:
        self._heard.pop(topic, None)

    def pin(self, topic: str, note: str) -> None:
        self._notes[topic].add(note)

    def unpin(self, topic: str, note: str) -> None:
        self._notes[topic].discard(note)
        if not self._notes[topic]:
            del self._notes[topic]

    async def notes(self, topic: str) -> Notes | None:
        found = {other._name: set(other._notes.get(topic, ())) for other in self._others()}
        return {name: notes for name, notes in found.items() if notes}

    async def dead(self, names: set[str]) -> set[str]:
        return names - set(self._meeting.members)

    async def spend(self, costs: Mapping[str, float]) -> dict[str, float]:
        now, full_at = time.monotonic(), self._meeting.full_at
        for key, cost in costs.items():
            full_at[key] = max(full_at.get(key, now), now) + cost
        return {key: max(0.0, full_at[key] - now) for key in costs}

    async def claim(self, what: str, seconds: float) -> bool:
        now, claims = time.monotonic(), self._meeting.claims
        if not self.is_wide or claims.get(what, now) <= now:
            claims[what] = now + seconds
            return True
        return False

    def release(self, what: str) -> None:
        self._meeting.claims.pop(what, None)
