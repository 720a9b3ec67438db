"""Games on a visitor's own device: the messages between the page and its worker."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Route

from engine_folder import write_engines
from page_play import wait_for_turn
from page_visitor import Visitor

__all__ = ["FETCHES_ALL", "SAVES_DATA", "age", "hear_device", "hurry", "serve_engines"]

# Whether an engine is ready depends on what was built on this machine: most visitors fetch none.
SAVES_DATA = (
    "Object.defineProperty(navigator, 'connection',"
    " { value: { saveData: true }, configurable: true });"
)
FETCHES_ALL = SAVES_DATA.replace("true }", "false }", 1)


@cache
def _engines(games: tuple[str, ...]) -> TemporaryDirectory[str]:
    """Return the modules, built once per process of tests."""
    folder: TemporaryDirectory[str] = TemporaryDirectory(prefix="tilewright-engines-")
    write_engines(Path(folder.name), games)
    return folder


def serve_engines(visitor: Visitor, *games: str) -> None:
    """Answer the visitor's requests for engines with those of these games only."""
    folder = Path(_engines(games).name)

    def serve(route: Route) -> None:
        route.fulfill(path=folder / route.request.url.rpartition("/")[2])

    visitor.context.route("**/engine/*", serve)


# What goes between the page and its worker is kept, as that on a socket is. Of several workers the
# one with the tables is told to begin a conversation; the others analyse.
LISTEN = """
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({ data }) => data.say && heardHere(data.say));
  }
  postMessage(message) {
    if (message.begin) window.line = this;
    if (message.say) saidHere(message.say);
    super.postMessage(message);
  }
};
"""


def hear_device(visitor: Visitor) -> None:
    """Record messages of games on the device like those of a server."""
    visitor.context.expose_function("heardHere", visitor._hear)
    visitor.context.expose_function("saidHere", lambda text: visitor.said.append(json.loads(text)))
    visitor.context.add_init_script(FETCHES_ALL + LISTEN)


# A browser of 2020: what has vectors is no module to it. One of 2016 has no modules at all.
NO_SIMD = """
WebAssembly.validate = () => false;
WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('invalid value type'));
"""
NO_WASM = "delete globalThis.WebAssembly;"


def age(visitor: Visitor, *, has_wasm: bool) -> None:
    """Make the browser one that cannot run the modules, in its windows and in its workers."""
    lacks = NO_SIMD if has_wasm else NO_WASM
    visitor.context.add_init_script(lacks)

    def serve(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=lacks + answer.text())

    visitor.context.route("**/assets/worker-*.js", serve)


def hurry(visitor: Visitor) -> None:
    """Play random moves through the worker until the game is over."""
    rng = random.Random(1)
    while wait_for_turn(visitor):
        ask_to_move(visitor, rng.choice(visitor.now["view"]["moves"]))


def ask_to_move(visitor: Visitor, move: str) -> None:
    number = visitor.now["view"]["number"]
    message = {"type": "move", "table": visitor.table, "number": number, "move": move}
    say = json.dumps({**message, "move_id": f"{number}", "ref": "hurry"})
    visitor.page.wait_for_function("window.line")  # a page that was loaded again has none at first
    visitor.page.evaluate("say => line.postMessage({ say })", say)
    visitor.until("an answer", lambda: visitor.now["view"]["number"] > number)
