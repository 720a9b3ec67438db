"""Every lesson, from its first step to its last and into a first game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from page_boards import primary
from page_games import on_page
from page_play import wait_for_table
from page_visitor import Come, Visitor

WEB = Path(__file__).parents[2] / "web"
LESSONS = {path.stem: path for path in sorted(WEB.glob("src/games/*/lessons/*.json"))}


def answer(page: Page) -> Locator:
    return page.get_by_test_id("answer")


def take_step(visitor: Visitor, game: str, step: dict[str, Any]) -> None:
    """Do what a step asks for; afterwards it can be left."""
    if "goal" in step:
        on_page(game).prepare(visitor, step["hint"])
        primary(visitor.page).click()
    expect(answer(visitor.page)).to_be_visible()


@pytest.mark.parametrize("game", LESSONS)
def test_lesson_from_first_to_last(come: Come, game: str) -> None:
    anna = come()
    steps = json.loads(LESSONS[game].read_text(encoding="utf-8"))["steps"]
    page = anna.go(f"/learn/{game}")
    for number, step in enumerate(steps, 1):
        expect(page.get_by_text(f"Step {number} of {len(steps)}")).to_be_visible()
        take_step(anna, game, step)
        last = number == len(steps)
        answer(page).get_by_role("button", name="Finish" if last else "Next").click()
    expect(page.get_by_role("heading", name="Well done!")).to_be_visible()
    page.get_by_role("button", name="Play ").click()
    wait_for_table(anna)
    assert anna.now["info"]["terms"]["game"] == game


def test_another_move_is_answered_kindly_and_then_hinted(come: Come) -> None:
    anna = come()
    page = anna.go("/learn/polyssimo")
    answer(page).get_by_role("button", name="Next").click()
    for _ in range(2):
        page.locator('button[data-piece="H01"]').click()
        primary(page).click()
        answer(page).get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Hint:")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()


def test_progress_is_remembered(come: Come) -> None:
    anna = come()
    page = anna.go("/learn/my-shelfie")
    answer(page).get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Step 2 of")).to_be_visible()


@pytest.mark.parametrize("game", LESSONS)
def test_rules_have_their_own_addresses(come: Come, game: str) -> None:
    anna = come()
    page = anna.go(f"/rules/{game}")
    rules = page.locator("li[data-rule]")
    expect(rules.first).to_be_visible()
    last = rules.last.get_attribute("data-rule")
    anna.go(f"/rules/{game}#{last}")
    expect(page.locator(f'[id="{last}"]')).to_be_in_viewport()
