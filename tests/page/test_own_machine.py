"""Hints and reviews of tables of a server, computed on the reader's own machine."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from page_boards import prepare
from page_device import age, serve_engines
from page_play import (
    more_way,
    play_bot,
    play_out,
    tools,
    wait_for_table,
    wait_for_turn,
    way_to,
)
from page_thoughts import ask_for_a_hint, close_panel, look_back_alone
from page_visitor import Come, Visitor
from tilewright.version import __version__

GAME, SEARCHED = "my-shelfie", "polyssimo"
SOLO = "nova-luna-solo"

# Which functions of workers were called, and the status of each call that has ended.
LISTEN = """
const Plain = Worker;
window.asked = [];
window.Worker = class extends Plain {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({ data }) => {
      const one = asked.find(({ worker, id }) => worker === this && id === data.answer);
      if (one && !('item' in data)) one.status = data.status ?? 200;
    });
  }
  postMessage(message) {
    if (message.call) asked.push({ worker: this, id: message.call, method: message.method });
    super.postMessage(message);
  }
};
"""


@pytest.fixture
def anna(come: Come) -> Visitor:
    visitor = come("Anna")
    visitor.context.add_init_script(LISTEN)
    return visitor


def answers(visitor: Visitor, method: str) -> list[Any]:
    """Return how calls of the page's workers ended; None while they are being answered."""
    look = "method => asked.filter((one) => one.method === method).map((one) => one.status ?? null)"
    found: list[Any] = visitor.page.evaluate(look, method)
    return found


def test_hints_are_found_on_the_device(anna: Visitor) -> None:
    serve_engines(anna, SEARCHED)
    play_bot(anna, SEARCHED)
    ask_for_a_hint(anna)
    assert answers(anna, "hint") == [200]


def test_a_game_for_one_is_weighed_on_the_device(anna: Visitor) -> None:
    serve_engines(anna, SOLO)
    more_way(anna.go("/"), "nova-luna", "Solo").click()
    wait_for_table(anna)
    # The hint's mark was drawn over these words.
    empty = anna.page.get_by_text("No tiles yet")
    expect(empty).to_be_visible()
    ask_for_a_hint(anna)
    expect(empty).to_have_count(0)
    assert answers(anna, "hint") == [200]
    close_panel(anna)
    play_out(anna)
    look_back_alone(anna)
    assert set(answers(anna, "review")) == {200}


@pytest.mark.parametrize(
    "is_building, reason",
    [
        (False, "Your device can’t play this game offline."),
        (True, "still being prepared for your device. Try again in a minute."),
    ],
)
def test_without_an_engine_hints_say_why(anna: Visitor, is_building: bool, reason: str) -> None:
    nothing = json.dumps({"version": __version__, "games": {}, "more": is_building})
    anna.context.route("**/engine/*", lambda route: route.fulfill(body=nothing))
    play_bot(anna, GAME)
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    tools(anna.page).get_by_role("button", name="Hint").click()
    expect(anna.page.get_by_role("alert")).to_contain_text(reason)


@pytest.mark.parametrize("has_wasm", [True, False], ids=["no-simd", "no-wasm"])
def test_an_old_browser_plays_on_the_server(anna: Visitor, has_wasm: bool) -> None:
    serve_engines(anna, GAME)
    age(anna, has_wasm=has_wasm)
    page = anna.go("/")
    with page.expect_response("**/engine/engines.json"):
        way_to(page, GAME, "Play").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    play_bot(anna, GAME)
    expect(page.get_by_text("Play offline")).to_have_count(0)
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    tools(page).get_by_role("button", name="Hint").click()
    expect(page.get_by_role("alert")).to_contain_text("it lacks WebAssembly")


def test_states_of_a_newer_server_are_not_read(anna: Visitor) -> None:
    """The server was replaced while a table was open: its states are not for an older engine."""
    serve_engines(anna, GAME)

    def answer_as_newer(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "version": "99.0"})

    anna.context.route(re.compile(r"/tables/[^/]+/state(\?|$)"), answer_as_newer)
    play_bot(anna, GAME)
    wait_for_turn(anna)
    tools(anna.page).get_by_role("button", name="Hint").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("This page is out of date")
    assert answers(anna, "hint") == []
