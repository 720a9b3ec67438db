"""Somebody who visits the page in a real browser, and everything that their browser has seen."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from needs import CHROMIUM, find_chromium
from tilewright.position import Position
from tilewright.registry import get_game

API = "/api/v1"
PATIENCE = 30.0
"""How long something may take that comes about by itself: bots think, kernels load."""
COMPILING_MS = 300_000
"""How long on a machine that has compiled nothing and is busy."""
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}

USUAL = {
    "reduced_motion": "reduce",
    "viewport": DESKTOP,
    "locale": "en-GB",
    "service_workers": "block",  # it would load the whole page for each of them
}

UNHURRIED = "--js-flags=--no-opt --no-maglev"
"""Most pages live for a second here: to optimise their scripts costs more than it brings."""

Shown = dict[str, Any]
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def chromium(program: str | None = None) -> Iterator[Browser]:
    """The browser of this machine, or the one at that path."""
    CHROMIUM.ask()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program or find_chromium(), args=[UNHURRIED]
        )
        try:
            yield browser
        finally:
            browser.close()


def seen(update: Shown) -> Shown:
    """An update, and where it came as bytes what their page finds in them."""
    view, info = update["view"], update["info"]
    if view is None or "state" not in view or "scene" in view:
        return update
    position = Position.unpack(get_game(info["terms"]["game"]), view["state"])
    is_turn = view["seat"] is not None and view["seat"] == info["mover"]
    moves = list(position.legal_moves) if is_turn else None
    return {**update, "view": {**view, "moves": moves, "scene": position.scene()}}


# Two frames; where its engine draws what came as bytes, that has to be done, too.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  while (window.asked?.some(({ path, status }) => path === '/local/look' && !status)) await frame();
  await frame();
}"""


class Opens(Protocol):
    """A browser, or what opens windows like one."""

    @property
    def new_context(self) -> Callable[..., BrowserContext]: ...


class Visitor:
    """One window of a browser of their own: nobody shares its cookies.

    Nothing moves on the page unless ``reduced_motion`` says so, and all that goes over the wire
    is kept. ``name`` makes them a guest of that name at once; else they come as a stranger.
    """

    def __init__(self, browser: Opens, url: str, name: str | None = None, **how: Any) -> None:
        self.url = url
        self.has_touch = bool(how.get("has_touch"))
        self.how = USUAL | {"base_url": url} | how
        self.has_changed_browser = False
        self._context = browser.new_context(**self.how)
        self._context.set_default_timeout(PATIENCE * 1000)
        self._context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.responses: list[Response] = []
        self.heard: list[str] = []
        self.said: list[Shown] = []
        self.shown: dict[str, Shown] = {}
        self._forgiven: list[re.Pattern[str]] = []
        self._ears: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "pageerror": self._page_error,
            "request": self._request,
            "response": self._response,
            "websocket": self._socket,
        }
        if name is not None:
            self.post("/people/guests", {"name": name})
        self.page = self._listen(self.windows[0]) if self.windows else self.open_window()

    @property
    def context(self) -> BrowserContext:
        """Their browser itself, to do with as one likes: nobody else will use it."""
        self.has_changed_browser = True
        return self._context

    @property
    def windows(self) -> list[Page]:
        return self._context.pages

    def open_window(self) -> Page:
        """One more window of the same person's."""
        return self._listen(self._context.new_page())

    def session(self) -> CDPSession:
        """The browser's own protocol, for what only it can do."""
        return self._context.new_cdp_session(self.page)

    def _listen(self, page: Page) -> Page:
        for event, heard in self._ears.items():
            page.on(event, heard)
        return page

    def stop_listening(self) -> None:
        for event, heard in self._ears.items():
            self.page.remove_listener(event, heard)

    # --- What their browser sees ---

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} at {message.location['url']}")

    def _page_error(self, error: Error) -> None:
        self.errors.append(f"page error: {error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("blob:", "data:")):
            self.requests.append(request.url)

    def _response(self, response: Response) -> None:
        self.responses.append(response)

    def _socket(self, socket: WebSocket) -> None:
        self.requests.append(socket.url.replace("ws://", "http://"))
        socket.on("framereceived", lambda data: self._hear(str(data)))
        socket.on("framesent", lambda data: self.said.append(json.loads(data)))

    def _hear(self, text: str) -> None:
        self.heard.append(text)
        message = json.loads(text)
        if message["type"] == "update":
            self.shown[message["table"]] = seen(message)

    def forgive(self, pattern: str) -> None:
        """Errors that a test brings about on purpose."""
        self._forgiven.append(re.compile(pattern))

    def check(self) -> None:
        """Nothing broke in the page, and it asked nobody but its own server."""
        errors = [e for e in self.errors if not any(p.search(e) for p in self._forgiven)]
        assert not errors, f"expected a page without errors; found {errors}"
        foreign = [url for url in self.requests if not url.startswith(self.url)]
        assert not foreign, f"expected requests to {self.url} alone; found {foreign}"

    def leave(self) -> None:
        self._context.close()

    # --- Asking the server as this person, past the page ---

    def post(self, path: str, body: object = None) -> Any:
        answer = self._context.request.post(
            f"{self.url}{API}{path}", data=body or {}, headers={"Origin": self.url}
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def get(self, path: str) -> Any:
        answer = self._context.request.get(f"{self.url}{API}{path}")
        assert answer.ok, answer.text()
        return answer.json()

    # --- Looking ---

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    @property
    def table(self) -> str:
        """The table whose page is open."""
        found = re.search(r"/t/([^/?#]+)", self.page.url)
        assert found, f"expected the page of a table; found {self.page.url}"
        return found[1]

    @property
    def now(self) -> Shown:
        """What the page heard last of the table it shows."""
        return self.shown[self.table]

    def press(self, button: Locator) -> None:
        """With a finger, where they have a touchscreen."""
        if self.has_touch:
            button.tap()
        else:
            button.click()

    def until(self, what: str, holds: Callable[[], object]) -> None:
        """Wait for something that will come about by itself; fail if it does not."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, f"expected {what}"
            self.page.wait_for_timeout(10)

    def drawn(self) -> None:
        """Wait until the page has drawn all that it has heard."""
        self.page.evaluate(DRAWN)


class Come(Protocol):
    """Lets somebody come: ``come("Anna")``, ``come(viewport=PHONE)``."""

    def __call__(self, name: str | None = None, **how: Any) -> Visitor: ...
