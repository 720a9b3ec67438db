"""Tables of a server, thought about on the reader's own machine where its engine is ready."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from engine_folder import write_engines
from page_boards import play, prepare
from page_device import FETCHES_ALL, age
from page_play import (
    game_panel,
    play_bot,
    play_out,
    some_move,
    tools,
    wait_for_table,
    wait_for_turn,
)
from page_states import side
from page_thoughts import ask_for_a_hint, study_alone
from page_visitor import Come, Visitor
from tilewright.version import __version__

GAME, SEARCHED = "my-shelfie", "polyssimo"
SOLO = "nova-luna-solo"
NOTHING = json.dumps({"version": __version__, "games": {}, "more": False})

# What workers were asked, and what has been answered to the end.
LISTEN = """
const Plain = Worker;
window.asked = [];
window.Worker = class extends Plain {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({ data }) => {
      const one = asked.find(({ worker, id }) => worker === this && id === data.answer);
      if (one && (data.more === null || data.body !== undefined)) one.status = data.status ?? 200;
    });
  }
  postMessage(message) {
    if (message.path) asked.push({ worker: this, id: message.ask, path: message.path });
    super.postMessage(message);
  }
};
"""


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_engines(tmp_path_factory.mktemp("engine"), [GAME, SEARCHED, SOLO])


@pytest.fixture
def anna(come: Come) -> Visitor:
    visitor = come("Anna")
    visitor.context.add_init_script(FETCHES_ALL + LISTEN)
    return visitor


def answers(visitor: Visitor, path: str) -> list[Any]:
    """How questions to the workers of the page ended; None while they are being answered."""
    look = "path => asked.filter((one) => one.path === path).map((one) => one.status ?? null)"
    found: list[Any] = visitor.page.evaluate(look, path)
    return found


def server_asked(visitor: Visitor) -> list[str]:
    """What a server was asked that somebody's own machine can do."""
    costly = re.compile(r"/(hint|analysis|chances)\b")
    previews = [said["type"] for said in visitor.said if said["type"] == "preview"]
    return previews + [url for url in visitor.requests if costly.search(url)]


def serve_engines(visitor: Visitor, engines: Path) -> None:
    def serve(route: Route) -> None:
        route.fulfill(path=engines / route.request.url.rpartition("/")[2])

    visitor.context.route("**/engine/*", serve)


def test_previews_hints_and_analyses_ask_no_server(anna: Visitor, engines: Path) -> None:
    serve_engines(anna, engines)
    play_bot(anna, GAME)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    assert set(answers(anna, "/local/preview")) == {200}
    play_bot(anna, SEARCHED)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    ask_for_a_hint(anna)
    assert answers(anna, "/local/hint") == [200]
    table, page = anna.table, anna.page
    anna.post(f"/tables/{table}/resign")
    anna.go(f"/t/{table}/replay?ply=0")
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Which moves were best here?").click()
    tries = page.locator(".tries")
    expect(tries).to_be_visible()
    first = tries.inner_text()
    expect(tries).not_to_have_text(first)  # it deepens
    assert None in answers(anna, "/local/deepen")
    page.get_by_role("button", name="Stop thinking").click()
    anna.until("all to stop", lambda: None not in answers(anna, "/local/deepen"))
    expect(page.get_by_role("button", name="Stop thinking")).to_have_count(0)
    expect(page.locator(".thoughts li").first).to_be_visible()
    assert server_asked(anna) == []


@pytest.mark.parametrize("game", [GAME, SEARCHED])
def test_positions_come_as_bytes_and_are_drawn_here(
    anna: Visitor, engines: Path, game: str
) -> None:
    """What the page makes of bytes is what it makes of the server's scenes when it is opened anew:
    the same board, the same words for each move."""
    serve_engines(anna, engines)
    play_bot(anna, game)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    anna.until("bytes", lambda: anna.said[-1].get("state") or any(map(is_bare, anna.heard)))
    rng, drawn = random.Random(3), len(anna.heard)
    for _ in range(2):
        wait_for_turn(anna)
        play(anna, some_move(anna, rng))
    wait_for_turn(anna)
    news = [text for text in anna.heard[drawn:] if json.loads(text).get("view")]
    assert len(news) >= 4 and all(map(is_bare, news))
    assert set(answers(anna, "/local/look")) == {200}
    log, board = open_log(anna), anna.page.locator(".board").first
    expect(log).to_have_count(anna.now["info"]["ply"])
    words, shown = log.all_inner_texts(), anna.page.locator("main").aria_snapshot()
    anna.page.reload()
    expect(board).to_be_visible()
    log = open_log(anna)
    expect(log).to_have_text(words, use_inner_text=True)
    assert not is_bare(anna.heard[-1])
    assert anna.page.locator("main").aria_snapshot() == shown


def open_log(visitor: Visitor) -> Locator:
    """The moves, in words."""
    panel = side(visitor, "Moves")
    if not panel.is_visible():
        tools(visitor.page).get_by_role("button", name="Moves").click()
    return panel.locator("ol > li")


def is_bare(text: str) -> bool:
    """Whether a message has a position in nothing but bytes."""
    view = json.loads(text).get("view") or {}
    return "state" in view and "scene" not in view


def test_where_the_engine_cannot_see_the_server_draws(anna: Visitor, engines: Path) -> None:
    """Bytes that make no sense to it cost nobody a move."""
    serve_engines(anna, engines)
    spoilt: list[str] = []

    def hear(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(spoil(str(text), spoilt)))

    anna.page.route_web_socket("**/socket?at=*", hear)
    play_bot(anna, GAME)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    anna.until("spoilt bytes", lambda: spoilt)
    anna.until("scenes again", lambda: '"scene":{' in "".join(anna.heard[-4:]))
    wait_for_turn(anna)
    play(anna, some_move(anna, random.Random(1)))
    wait_for_turn(anna)
    expect(open_log(anna)).to_have_count(anna.now["info"]["ply"])
    assert len(spoilt) == 1  # not asked for again


def spoil(text: str, spoilt: list[str]) -> str:
    """The message with half of its bytes, where it has nothing else."""
    if not is_bare(text):
        return text
    spoilt.append(text)
    message = json.loads(text)
    view = message["view"]
    view["state"] = view["state"][: len(view["state"]) // 8 * 4]
    return json.dumps(message)


def test_a_game_for_one_asks_no_server_either(anna: Visitor, engines: Path) -> None:
    serve_engines(anna, engines)
    anna.go("/").get_by_role("button", name="Solo", exact=True).click()
    wait_for_table(anna)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    ask_for_a_hint(anna)
    assert answers(anna, "/local/hint") == [200]
    play_out(anna)
    anna.go(f"/t/{anna.table}/replay?ply=0")
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    study_alone(anna)
    anna.until("all to be weighed", lambda: answers(anna, "/local/deepen") == [200])
    assert server_asked(anna) == []


def test_without_an_engine_the_server_is_asked(anna: Visitor) -> None:
    anna.context.route("**/engine/*", lambda route: route.fulfill(body=NOTHING))
    play_bot(anna, GAME)
    anna.until("no engine", lambda: answers(anna, "/local/ready") == [409])
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    ask_for_a_hint(anna)
    asked = server_asked(anna)
    assert asked[0] == "preview" and "/hint" in asked[-1]


@pytest.mark.parametrize("has_wasm", [True, False], ids=["no-simd", "no-wasm"])
def test_an_old_browser_plays_on_the_server(anna: Visitor, engines: Path, has_wasm: bool) -> None:
    serve_engines(anna, engines)
    age(anna, has_wasm=has_wasm)
    page = anna.go("/")
    with page.expect_response("**/engine/engines.json"):
        game_panel(page, GAME).get_by_role("button", name="Choose opponents").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    play_bot(anna, GAME)
    anna.until("no engine", lambda: answers(anna, "/local/ready") == [409])
    expect(page.get_by_text("Without the server")).to_have_count(0)
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    assert "preview" in server_asked(anna)


def test_an_old_page_says_so_to_a_newer_server_and_mixes_nothing(
    anna: Visitor, engines: Path
) -> None:
    """The server is replaced while a table is open: its states are not for the engine of before."""
    serve_engines(anna, engines)
    sockets: list[WebSocketRoute] = []
    newer: list[str] = []

    def hear(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        server.on_message(lambda text: socket.send(as_newer(str(text)) if newer else text))

    anna.page.route_web_socket("**/socket?at=*", hear)
    play_bot(anna, GAME)
    anna.until("the engine", lambda: answers(anna, "/local/ready") == [200])
    page, notice = anna.page, anna.page.get_by_text("A newer version of this page is ready.")
    expect(notice).to_have_count(0)
    newer.append("yes")
    sockets[-1].close()
    expect(notice).to_be_visible()
    wait_for_turn(anna)
    prepare(anna, anna.now["view"]["moves"][0])
    assert "preview" in server_asked(anna) and answers(anna, "/local/preview") == []
    newer.clear()
    page.get_by_role("button", name="Load again").click()
    expect(notice).to_have_count(0)


def as_newer(text: str) -> str:
    """What a server of a later version would have said."""
    message = json.loads(text)
    return json.dumps({**message, "version": "99.0"}) if message["type"] == "welcome" else text
