"""Touch input: taps and drags as a phone reports them, without a mouse."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import CDPSession, Locator

from page_visitor import Visitor

Point = tuple[float, float]
STEPS = 6
"""Number of steps of a finger's way from one place to another."""
STEP_S = 0.016
STILL_S = 0.5
"""Seconds that a finger rests before it is lifted. A browser takes a quicker end for a fling, and
the next tap for what stops it. Events carry their time, so no test waits for that."""
AGO_S = 2.0
"""Seconds by which a gesture is dated back: no event may lie in the future."""


class Finger:
    """A finger of a visitor with a touchscreen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.session: CDPSession = visitor.session()
        self.at: Point = (0, 0)
        self.now = 0.0

    def tap(self, what: Locator) -> None:
        what.wait_for()
        self.down(middle(what))
        self.up()

    def down(self, at: Point) -> None:
        self.at = at
        present = time.time()
        self.now = max(self.now + STEP_S, present - AGO_S)
        self._send("touchStart")

    def move(self, to: Point) -> None:
        (x, y), (left, top) = self.at, to
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self.at = x + (left - x) * part, y + (top - y) * part
            self.now += STEP_S
            self._send("touchMove")
        self.visitor.drawn()

    def up(self) -> None:
        self.now += STEP_S
        self._send("touchEnd")
        self.visitor.drawn()

    def lift(self, what: Locator) -> None:
        """Start to drag, beyond the threshold of a tap."""
        x, y = middle(what)
        self.down((x, y))
        self.move((x + 3, y - 70))

    def drop(self, to: Point) -> None:
        """Rest, then let go."""
        self.move(to)
        self.now += STILL_S
        self._send("touchMove")
        self.up()

    def _send(self, kind: str) -> None:
        points: list[dict[str, Any]] = []
        if kind != "touchEnd":
            points = [{"x": self.at[0], "y": self.at[1], "id": 1}]
        event = {"type": kind, "touchPoints": points, "timestamp": self.now}
        self.session.send("Input.dispatchTouchEvent", event)


def middle(locator: Locator) -> Point:
    box = locator.bounding_box()
    assert box is not None, f"expected {locator} on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
