"""Checks of a table on one screen: visibility, overlap, unwanted movement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from playwright.sync_api import Page

Box = tuple[float, float, float, float]
SIZES = {"phone": (360, 740), "lying": (740, 360), "tablet": (768, 1024), "wide": (1024, 768)}
SIZES |= {"low": (1280, 720), "desktop": (1440, 900), "broad": (450, 844)}
FRAME = (".seats", ".head > .news", ".sentence > .bar", "[role=toolbar][aria-label=Tools]")
"""Parts around every board: seats with clocks, last move, status, tools."""
BOXES = """selectors => selectors.map((selector) => [...document.querySelectorAll(selector)]
  .filter(one => one.checkVisibility())
  .map(one => one.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])[0] ?? null)"""
SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
# Buttons that something else would catch a finger of, where they are in sight at all.
COVERED = """() => [...document.querySelectorAll('.one-screen button:not(:disabled)')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .filter(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const frame = one.closest('.frame')?.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (frame && !(x > frame.left && x < frame.right && y > frame.top && y < frame.bottom))
      return false;
    return document.elementFromPoint(x, y)?.closest('button') !== one;
  })
  .map(one => (one.ariaLabel ?? one.textContent).trim().slice(0, 60))"""
# Beside the move it may have one line more.
LINES = """() => {
  const text = document.querySelector('[data-testid=sentence]');
  const lines = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight);
  return text.closest('.pill') ? lines - 1 : lines;
}"""
# Letters of seats, in pixels as they are drawn.
LETTERS = """() => [...document.querySelectorAll('.seats svg text')].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
SLACK = 1.0


def box_of(page: Page, selector: str) -> Box:
    """Return the box of the first visible element of a selector."""
    (found,) = page.evaluate(BOXES, [selector])
    assert found, f"expected {selector} on the page"
    return tuple(found)


def complaints(page: Page, parts: Sequence[str]) -> list[str]:
    """Return the faults of a table that should fit on one screen."""
    found = [f"scrolls by {by}" for by in page.evaluate(SCROLLS) if by > 0]
    found += [f"a seat's letter of {px:.1f} px" for px in page.evaluate(LETTERS) if px < 12]
    pill, heading = page.evaluate(BOXES, [".pill.shown", "[data-area] h2"])
    if pill and heading and overlap(tuple(pill), tuple(heading)):
        found.append("the sentence lies on the heading")
    names = [*FRAME, *parts]
    boxes = dict(zip(names, page.evaluate(BOXES, names), strict=True))
    found += [f"{name} is not there" for name in FRAME if boxes[name] is None]
    there = {name: tuple(box) for name, box in boxes.items() if box}
    size = page.viewport_size
    assert size is not None
    window = 0.0, 0.0, float(size["width"]), float(size["height"])
    found += [f"{name} sticks out: {box}" for name, box in there.items() if not _in(box, window)]
    found += [
        f"{one} and {other} overlap: {there[one]} {there[other]}"
        for one, other in combinations(there, 2)
        if overlap(there[one], there[other]) and not _belongs(one, other)
    ]
    found += [f"{name} is covered" for name in page.evaluate(COVERED)]
    if (lines := page.evaluate(LINES)) > 2.1:
        found.append(f"the sentence has {lines} lines")
    return found


def _in(box: Box, window: Box) -> bool:
    (left, top, right, bottom), (west, north, east, south) = box, window
    fits = left >= west - SLACK and top >= north - SLACK
    return fits and right <= east + SLACK and bottom <= south + SLACK


def overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and down > SLACK


def _belongs(one: str, other: str) -> bool:
    """Return True for buttons that turn a piece: they are among the player's own things."""
    return ".layout > .mine" in (one, other) and "[aria-label='The piece in hand']" in (one, other)


# --- Sizes of what is pressed -------------------------------------------------------------------

SMALLEST = """selector => {
  const sizes = [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility())
    .map(one => one.getBoundingClientRect())
    .map(({ width, height }) => Math.min(width, height));
  return sizes.length ? Math.round(Math.min(...sizes)) : null;
}"""


def smallest(page: Page, selector: str) -> int | None:
    """Return the smaller side of the smallest of these targets."""
    found: int | None = page.evaluate(SMALLEST, selector)
    return found


# --- What moves by itself -----------------------------------------------------------------------

# The browser's own measure, but of what must stay where it is, whatever was pressed before:
# what it counts by itself depends on how soon after a press the answer comes.
WATCH_SHIFTS = """selectors => {
  const fixed = selectors.flatMap((one) => [...document.querySelectorAll(one)]);
  const holds = ({ node }) => node && fixed.some((one) => node === one || node.contains(one));
  window.shifts = [];
  window.keepShifts = (entries) => {
    for (const { value, sources } of entries)
      for (const { node } of sources.filter(holds))
        shifts.push([value, `${node.nodeName} ${node.className}`]);
  };
  window.observer = new PerformanceObserver((list) => keepShifts(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
}"""
SHIFTS = "() => { keepShifts(observer.takeRecords()); return shifts; }"


def watch_shifts(page: Page, parts: Sequence[str]) -> None:
    """Let the browser record when the frame or one of these parts moves."""
    page.evaluate(WATCH_SHIFTS, [*FRAME, *parts])


def shifts(page: Page) -> list[tuple[float, str]]:
    """Return the distance that something moved, and which part."""
    found: list[tuple[float, str]] = page.evaluate(SHIFTS)
    return found
