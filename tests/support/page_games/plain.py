"""The plain board: a piece, if there are any, then a cell, then one of the ways to cover it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from page_visitor import Visitor


def prepare_plain(visitor: Visitor, move: str) -> None:
    """Prepare a move."""
    view, page = visitor.now["view"], visitor.page
    place = view["scene"]["plain"]["moves"][view["moves"].index(move)]
    if place["piece"] is not None:
        visitor.press(page.locator(f'[data-piece="{place["piece"]}"]'))
    wanted = sorted(name_cell(cell) for cell in place["cells"])
    while wanted and sorted(cells_in_hand(page)) != wanted:
        before = page.get_by_test_id("sentence").inner_text()
        visitor.press(page.locator(f'[data-at="{wanted[0]}"]'))
        expect(page.get_by_test_id("sentence")).not_to_have_text(before)


def name_cell(cell: list[int]) -> str:
    return ",".join(map(str, cell))


def cells_in_hand(page: Page) -> list[str]:
    """Return the cells that the prepared move would cover."""
    script = "all => all.map(cell => cell.dataset.at)"
    return list(page.locator("[data-at].ghost").evaluate_all(script))
