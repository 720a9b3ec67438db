"""Every lesson, from its first step to its last and into a first game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page_boards import primary
from page_lessons import LESSONS, answer, take_lesson
from page_visitor import Come


@pytest.mark.parametrize("game", LESSONS)
def test_lesson_from_first_to_last(come: Come, game: str) -> None:
    anna = come()
    anna.go(f"/learn/{game}")
    take_lesson(anna, game)


def test_lesson_answers_another_move_and_then_gives_a_hint(come: Come) -> None:
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


def test_lesson_progress_is_stored(come: Come) -> None:
    anna = come()
    page = anna.go("/learn/my-shelfie")
    answer(page).get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Step 2 of")).to_be_visible()


@pytest.mark.parametrize("game", LESSONS)
def test_rules_link_to_single_rules(come: Come, game: str) -> None:
    anna = come()
    page = anna.go(f"/rules/{game}")
    rules = page.locator("li[data-rule]")
    expect(rules.first).to_be_visible()
    last = rules.last.get_attribute("data-rule")
    anna.go(f"/rules/{game}#{last}")
    expect(page.locator(f'[id="{last}"]')).to_be_in_viewport()
