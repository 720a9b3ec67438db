"""A puzzle from the home page on: a wrong move and its refutation, then the right one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import tilewright as tw
from page_boards import primary
from page_games import on_page
from page_looks import objections, raw_words
from page_play import more_way
from page_visitor import PHONE, Come, Visitor
from tilewright.study.puzzles import Puzzle, find_puzzle, read_puzzles
from waiting import wait_until

GAME = "polyssimo"


@pytest.fixture
def anna(come: Come) -> Visitor:
    return come("Anna")


def today(visitor: Visitor) -> Puzzle:
    """Return the puzzle of the day, on a machine that has compiled what proofs need."""
    puzzle = find_puzzle(read_puzzles(GAME), visitor.get(f"/puzzles/{GAME}")["today"])
    wait_until("proofs", lambda: len(ask(visitor, puzzle)["line"]) > 1)
    return puzzle


def ask(visitor: Visitor, puzzle: Puzzle) -> dict[str, list[str]]:
    found: dict[str, list[str]] = visitor.post(f"/puzzles/{GAME}/{puzzle.id}/attempts")
    return found


def try_move(visitor: Visitor, move: str) -> Locator:
    """Make it on the board; what came of it."""
    on_page(GAME).prepare(visitor, move)
    primary(visitor.page).click()
    return visitor.page.get_by_test_id("verdict")


def test_puzzle_shows_a_refutation_and_accepts_the_answer(anna: Visitor) -> None:
    puzzle = today(anna)
    page = anna.go("/")
    more_way(page, GAME, "Puzzles").click()
    expect(page.get_by_text("Find the only move")).to_be_visible()
    told = "".join(one.text() for one in anna.responses if "/puzzles" in one.url)
    assert puzzle.position.splitlines()[-2] in told.replace("\\n", "\n")
    assert not any(move in told for move in puzzle.answers)

    legal = tw.position(GAME, puzzle.position).legal_moves
    verdict = try_move(anna, next(move for move in legal if move not in puzzle.answers))
    expect(verdict).to_contain_text("Not quite")
    walk_to_the_end(verdict)
    assert (objections(page), raw_words(page)) == ([], [])

    verdict.get_by_role("button", name="Try again").press("Enter")
    expect(page.get_by_text("so it doesn’t count")).to_be_visible()
    expect(try_move(anna, puzzle.answers[0])).to_contain_text("Right!")
    page.keyboard.press("Enter")  # the next one is a press away
    expect(page.get_by_role("radio", name="Rated puzzles")).to_be_checked()
    expect(page.get_by_role("button", name="Show answer")).to_be_visible()
    page.reload()
    expect(page.get_by_text("so it doesn’t count")).to_be_visible()


def walk_to_the_end(verdict: Locator) -> None:
    """Move by move, until the opponent has won."""
    on = verdict.get_by_role("button", name="Next move")
    for _ in range(30):
        if on.is_disabled():
            break
        before = verdict.inner_text()
        on.click()
        expect(verdict).not_to_have_text(before)
    expect(verdict).to_contain_text("You lose, ")
    expect(verdict.get_by_role("button", name="Previous move")).to_be_enabled()


def test_puzzle_given_up_shows_the_answer_on_a_phone(come: Come) -> None:
    bert = come(viewport=PHONE)
    page = bert.go(f"/puzzles/{GAME}")
    page.get_by_text("Against the clock").click()
    expect(page.get_by_role("timer")).to_have_count(0)  # the clock waits
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("timer")).to_contain_text("0 found")
    expect(page.get_by_role("timer")).to_contain_text(":")
    assert (objections(page), raw_words(page)) == ([], [])
    page.get_by_label("Theme").select_option("Keep the lead")
    expect(page.get_by_role("timer")).to_have_count(0)
    page.get_by_role("button", name="Show answer").click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("This is the answer.")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    verdict.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("button", name="Show answer")).to_be_visible()


def test_lesson_task_is_visible_on_a_landscape_phone(come: Come) -> None:
    """The ways to practise stood below each other, and what to do below the window."""
    width, height = PHONE["height"], PHONE["width"]
    page = come(viewport={"width": width, "height": height}).go(f"/puzzles/{GAME}")
    button = page.get_by_role("button", name="Show answer")
    expect(button).to_be_visible()
    bar = page.get_by_test_id("sentence").bounding_box()
    shown = button.bounding_box()
    assert bar and shown and shown["y"] + shown["height"] <= bar["y"]
