"""A server in the test's process, and browsers and programs that talk to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from typing import Any, TypeVar

import httpx
from argon2 import PasswordHasher

from tilewright.server.app import API, create_app
from tilewright.server.http.dependencies import Services
from tilewright.settings import Settings

T = TypeVar("T")

ADDRESS = "http://tiles.test"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
"""Client addresses of two households."""
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ROUTES = create_app(Settings()).router.routes
"""Kernels that are prepared once, not for each of a thousand servers."""


class Server:
    """An application that runs while requests are made to it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self.app.router.routes[:] = ROUTES
        self.stack = ExitStack()

    def __enter__(self) -> Server:
        with self.stack:
            self.runner = self.stack.enter_context(asyncio.Runner())
            lifespan = self.app.router.lifespan_context(self.app)
            self.run(lifespan.__aenter__())
            self.stack.callback(lambda: self.run(lifespan.__aexit__(None, None, None)))
            self.stack = self.stack.pop_all()
        self.services.accounts.passwords.hasher = QUICK
        return self

    def __exit__(self, *error: object) -> None:
        self.stack.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    def browser(self, address: str = HOME, **headers: str) -> Browser:
        """Return a browser that shows the server's page, so that it sends the server's origin."""
        own = self.settings.public_url or ADDRESS
        return Browser(self, own, address, {"Origin": own} | headers)

    def program(self, token: str | None = None) -> Browser:
        """Return a program: no origin, no cookie, a token if one is given."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return Browser(self, self.settings.public_url or ADDRESS, "198.51.100.8", headers)

    def guest(self, name: str = "Ann", address: str = HOME) -> Browser:
        browser = self.browser(address)
        browser.post("/people/guests", json={"name": name}).raise_for_status()
        return browser

    def account(
        self, login: str = "ann", password: str = "correct horse", address: str = HOME
    ) -> Browser:
        browser = self.guest(login, address)
        made = browser.post("/people/me/account", json={"login": login, "password": password})
        made.raise_for_status()
        return browser


class Browser:
    """A client with cookies, whose requests go below /api/v1."""

    def __init__(self, server: Server, own: str, address: str, headers: dict[str, str]) -> None:
        self.server = server
        transport = httpx.ASGITransport(server.app, client=(address, 1234))
        self.client = httpx.AsyncClient(transport=transport, base_url=own, headers=headers)

    @property
    def cookies(self) -> httpx.Cookies:
        return self.client.cookies

    @property
    def secret(self) -> str:
        """Return the value of the only cookie."""
        (cookie,) = self.cookies.jar
        return cookie.value or ""

    def copy(self) -> Browser:
        """Return another browser with the same cookies, such as a thief's."""
        other = self.server.browser()
        other.client.cookies = httpx.Cookies(self.cookies)
        return other

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.server.run(self.client.request(method, f"{API}{path}", **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def put(self, path: str, **options: Any) -> httpx.Response:
        return self.request("PUT", path, **options)

    def patch(self, path: str, **options: Any) -> httpx.Response:
        return self.request("PATCH", path, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        return self.request("DELETE", path, **options)

    @property
    def id(self) -> str:
        """The id of the person who is signed in."""
        person = self.who()
        assert person is not None
        return str(person["id"])

    def who(self) -> dict[str, Any] | None:
        """Return the person whose session this browser has; None without one."""
        answer = self.get("/people/me")
        return None if answer.status_code == 401 else answer.raise_for_status().json()


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """Check the form of a refusal. Return its status and code."""
    body = answer.json()
    assert sorted(body) == ["code", "message", "params", "rule"]
    return answer.status_code, body["code"]
