"""Lessons on the page, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from page_boards import primary
from page_games import on_page
from page_play import wait_for_table
from page_visitor import Visitor

__all__ = ["LESSONS", "answer", "take_lesson"]

WEB = Path(__file__).parents[2] / "web"
LESSONS = {path.stem: path for path in sorted(WEB.glob("src/games/*/lessons/*.json"))}


def answer(page: Page) -> Locator:
    return page.get_by_test_id("answer")


def take_lesson(visitor: Visitor, game: str) -> None:
    """Go from the first step of the open lesson to the last, and into a first game."""
    page = visitor.page
    steps = json.loads(LESSONS[game].read_text(encoding="utf-8"))["steps"]
    for number, step in enumerate(steps, 1):
        expect(page.get_by_text(f"Step {number} of {len(steps)}")).to_be_visible()
        take_step(visitor, game, step)
        last = number == len(steps)
        answer(page).get_by_role("button", name="Finish" if last else "Next").click()
    expect(page.get_by_role("heading", name="Well done!")).to_be_visible()
    page.get_by_role("button", name="Play ").click()
    wait_for_table(visitor)
    assert visitor.now["info"]["terms"]["game"] == game


def take_step(visitor: Visitor, game: str, step: dict[str, Any]) -> None:
    """Do the task of a step; check that the step can be left afterwards."""
    if "goal" in step:
        on_page(game).prepare(visitor, step["hint"])
        primary(visitor.page).click()
    expect(answer(visitor.page)).to_be_visible()
