"""Fingers on a touchscreen: taps and drags as a phone reports them, and nothing else."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Locator

from page_visitor import Visitor

Point = tuple[float, float]
STEPS = 6
"""In how many steps a finger goes from one place to another."""
STILL_MS = 250


class Finger:
    """One finger of a visitor who has a touchscreen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.session: CDPSession = visitor.session()
        self.at: Point = (0, 0)

    def tap(self, what: Locator) -> None:
        what.wait_for()
        self.down(middle(what))
        self.up()

    def down(self, at: Point) -> None:
        self.at = at
        self._send("touchStart")

    def move(self, to: Point) -> None:
        (x, y), (left, top) = self.at, to
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self.at = x + (left - x) * part, y + (top - y) * part
            self._send("touchMove")
        self.visitor.drawn()

    def up(self) -> None:
        self._send("touchEnd")
        self.visitor.drawn()

    def lift(self, what: Locator) -> None:
        """Begin to drag: far enough to mean it."""
        x, y = middle(what)
        self.down((x, y))
        self.move((x + 3, y - 70))

    def drop(self, to: Point) -> None:
        """Hold still, then let go: the tap after a throw is none, browsers think."""
        self.move(to)
        self.visitor.page.wait_for_timeout(STILL_MS)
        self._send("touchMove")
        self.up()
        self.visitor.page.wait_for_timeout(STILL_MS)

    def _send(self, kind: str) -> None:
        points: list[dict[str, Any]] = []
        if kind != "touchEnd":
            points = [{"x": self.at[0], "y": self.at[1], "id": 1}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(locator: Locator) -> Point:
    box = locator.bounding_box()
    assert box is not None, f"expected {locator} on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
