"""A person's page: what one has played and how well, and what others see of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from page_looks import objections, speak, sticking_out
from page_tables import open_table
from page_visitor import PHONE, Come, Visitor


def lose(anna: Visitor, game: str, **terms: Any) -> str:
    """Play a game that is over as soon as it has begun."""
    table: str = open_table(anna, game, bot="level-1", **terms)["info"]["id"]
    anna.post(f"/tables/{table}/start")
    anna.post(f"/tables/{table}/resign")
    return table


def test_last_games_are_seen_as_small_boards(come: Come) -> None:
    anna = come("Anna")
    games = ("nova-luna", "my-shelfie", "polyssimo")
    for game in games:
        lose(anna, game)
    page = anna.go("/")
    last = page.get_by_role("main").get_by_role("link", name="My games")
    expect(last).to_contain_text("3 games")
    boards = last.locator(".boards > span > *")
    expect(boards).to_have_count(len(games))
    last.click()
    page.wait_for_url("**/me")
    expect(page.get_by_role("listitem").locator("> [aria-hidden] > *")).to_have_count(len(games))


def test_profile_shows_more_to_its_owner(come: Come) -> None:
    """Games could be sorted by game alone, ratings had no past, and names led nowhere."""
    anna, bert = come("Annegret"), come("Bert", viewport=PHONE)
    anna.post("/people/me/account", {"login": "annegret", "password": "correct horse"})
    for _ in range(2):
        lose(anna, "polyssimo", rated=True, listed=True)
    lose(anna, "nova-luna", listed=True)
    secret = lose(anna, "my-shelfie")
    page = anna.go("/me")
    games = page.get_by_role("main").get_by_role("listitem")
    expect(games).to_have_count(4)
    expect(page.get_by_text("over 2 rated games; now between")).to_be_visible()
    for label, value, count in (
        ("Rated", "rated", 2),
        ("Rated", "all", 4),
        ("Result", "won", 0),
        ("Result", "didn’t win", 4),
        ("Game", "Nova Luna", 1),
    ):
        page.get_by_label(label, exact=True).select_option(label=value)
        expect(games).to_have_count(count)
    assert objections(page, ["light"]) == []
    ranking = bert.go("/leaders/polyssimo")
    expect(ranking.get_by_role("link", name="Annegret")).to_be_visible()
    speak(ranking, "de")
    assert sticking_out(bert) == []  # long words made the ranking wider than a phone
    speak(ranking, "en")
    ranking.get_by_role("link", name="Annegret").click()
    theirs = bert.page.get_by_role("main").get_by_role("listitem")
    expect(bert.page.get_by_role("heading", name="Annegret’s games")).to_be_visible()
    expect(theirs).to_have_count(3)
    assert secret not in bert.page.content()
    assert objections(bert.page, ["dark"]) == []
    theirs.first.get_by_role("link", name="Replay").click()
    expect(bert.page.get_by_test_id("move-name")).to_be_visible()
