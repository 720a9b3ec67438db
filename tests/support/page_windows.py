"""A pool of browser windows, because starting one costs more than most tests."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from page_device import SAVES_DATA
from page_visitor import Visitor

FORGET = "() => sessionStorage.clear()"
EMPTY = "/api/v1/health"
"""A page of the same site without a script. It keeps the browser's process, which then need not
compile the page's scripts again."""


class Windows:
    """A pool that opens windows like a browser, used ones first.

    Used windows have lost everything but what their browser has fetched and compiled.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = defaultdict(list)

    def new_context(self, **how: Any) -> BrowserContext:
        idle = self._idle[json.dumps(how, sort_keys=True)]
        if idle:
            return idle.pop()
        context = self._browser.new_context(**how)
        context.add_init_script(SAVES_DATA)
        return context

    def take_back(self, visitor: Visitor) -> None:
        """Take a visitor's window back; one whose browser was changed is closed."""
        if visitor.has_changed_browser:
            visitor.leave()
        else:
            context = forget(visitor)
            self._idle[json.dumps(visitor.how, sort_keys=True)].append(context)


def forget(visitor: Visitor) -> BrowserContext:
    """Clear the visitor's browser, with one window left. Return it."""
    first, *others = visitor.windows
    for window in others:
        window.close()
    visitor.stop_listening()
    first.goto(visitor.url + EMPTY)
    first.evaluate(FORGET)
    first.set_viewport_size(visitor.how["viewport"])
    session = first.context.new_cdp_session(first)
    session.send("Storage.clearDataForOrigin", {"origin": visitor.url, "storageTypes": "all"})
    session.detach()
    return first.context
