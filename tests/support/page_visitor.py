"""A visitor of the page in a real browser, with all that their browser has received."""

from __future__ import annotations

import json
import os
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
    Frame,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from needs import CHROMIUM, find_chromium
from page_evidence import forget, keep_evidence, record
from tilewright.position import Position
from tilewright.registry import get_game
from waiting import LIMIT_SECONDS

API = "/api/v1"
PATIENCE = LIMIT_SECONDS
"""Limit in ms for changes that come by themselves. It decides nothing: bots' threads give way to
all others, and on a busy machine one waited for more than 30 s."""
COMPILING_MS = 300_000
"""Limit in ms on a busy machine that has compiled nothing."""
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}

USUAL = {
    "reduced_motion": "reduce",
    "viewport": DESKTOP,
    "locale": "en-GB",
    "service_workers": "block",  # it would load the whole page for each of them
}

UNHURRIED = "--js-flags=--no-opt --no-maglev"
"""Options of the browser. Most pages live for a second here, so optimising their scripts does not
pay."""

Shown = dict[str, Any]
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def chromium(program: str | None = None) -> Iterator[Browser]:
    """Start the browser of this machine, or the one at that path."""
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
    """Return an update, with the view that the page decoded if it came as bytes."""
    view, info = update["view"], update["info"]
    if view is None or "state" not in view or "scene" in view:
        return update
    position = Position.unpack(get_game(info["terms"]["game"]), view["state"])
    is_turn = view["seat"] is not None and view["seat"] == info["mover"]
    moves = list(position.legal_moves) if is_turn else None
    return {**update, "view": {**view, "moves": moves, "scene": position.scene()}}


# Two frames.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
}"""


class Opens(Protocol):
    """A browser, or an object that opens windows like one."""

    @property
    def new_context(self) -> Callable[..., BrowserContext]: ...


class Visitor:
    """A person with a browser of their own, whose cookies are not shared.

    Animations are off unless ``reduced_motion`` says otherwise, and all traffic is recorded. With
    ``name`` they are a guest of that name at once; else they come without a session.
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
        self._loading = ""
        self._forgiven: list[re.Pattern[str]] = []
        record(self, self._context)
        self._ears: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "pageerror": self._page_error,
            "request": self._request,
            "framenavigated": self._navigated,
            "response": self._response,
            "websocket": self._socket,
        }
        if name is not None:
            self.post("/people/guests", {"name": name})
        self.page = self._listen(self.windows[0]) if self.windows else self.open_window()

    @property
    def context(self) -> BrowserContext:
        """The browser context itself; no other visitor uses it."""
        self.has_changed_browser = True
        return self._context

    @property
    def windows(self) -> list[Page]:
        return self._context.pages

    def open_window(self) -> Page:
        """Open one more window of the same person."""
        return self._listen(self._context.new_page())

    def session(self) -> CDPSession:
        """Open a session of the browser's own protocol."""
        return self._context.new_cdp_session(self.page)

    def take_clock(self) -> None:
        """Make the clock of pages opened from now on movable; it still runs by itself."""
        self.context.clock.install()

    def pass_time(self, ms: int) -> None:
        """Advance the clock of their pages at once and run all that is due by then."""
        self.context.clock.run_for(ms)

    def _listen(self, page: Page) -> Page:
        for event, heard in self._ears.items():
            page.on(event, heard)
        return page

    def stop_listening(self) -> None:
        forget(self)
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
        if request.is_navigation_request():
            self._loading = request.url

    def _navigated(self, frame: Frame) -> None:
        """Drop what the page before has received, once another page has taken its place.

        The browser tells of both in their order. A test that clears after ``goto`` may be late:
        on a busy machine the new page's first update is read together with the answer.
        """
        if self._loading and frame.url.partition("#")[0] == self._loading.partition("#")[0]:
            self._loading = ""
            self.shown.clear()

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
        """Ignore errors that a test causes on purpose."""
        self._forgiven.append(re.compile(pattern))

    def check(self) -> None:
        """Check that the page had no error and asked no other server."""
        errors = [e for e in self.errors if not any(p.search(e) for p in self._forgiven)]
        foreign = [url for url in self.requests if not url.startswith(self.url)]
        if errors or foreign:
            folder = keep_evidence(os.environ["PYTEST_CURRENT_TEST"].split()[0])
            raise AssertionError(
                f"expected a page without errors that asks {self.url} alone;"
                f" found {errors + foreign}; see {folder}"
            )

    def leave(self) -> None:
        forget(self)
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

    def reload(self) -> None:
        self.page.reload()

    @property
    def table(self) -> str:
        """The id of the table whose page is open."""
        found = re.search(r"/t/([^/?#]+)", self.page.url)
        assert found, f"expected the page of a table; found {self.page.url}"
        return found[1]

    @property
    def now(self) -> Shown:
        """The last update of the table that the page shows, which may show it before its socket
        tells of it."""
        table = self.table
        self.until("news of the table", lambda: table in self.shown)
        return self.shown[table]

    def press(self, button: Locator) -> None:
        """Press a button, with a finger on a touchscreen."""
        if self.has_touch:
            button.tap()
        else:
            button.click()

    def until(self, what: str, holds: Callable[[], object]) -> None:
        """Wait for a change that comes by itself; fail if it does not."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, f"expected {what}"
            # What the browser has to tell is heard only while Playwright is waited for.
            self.page.wait_for_timeout(10)

    def drawn(self) -> None:
        """Wait until the page has drawn all that it has received."""
        self.page.evaluate(DRAWN)


class Come(Protocol):
    """A factory of visitors: ``come("Anna")``, ``come(viewport=PHONE)``."""

    def __call__(self, name: str | None = None, **how: Any) -> Visitor: ...
