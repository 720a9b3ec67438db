"""Token buckets: so many at once, so many in the long run, and bounded memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser import Server, code_of
from tilewright.errors import TooManyRequests
from tilewright.server.app import API
from tilewright.server.ratelimit import limits
from tilewright.server.ratelimit.limits import Bucket, Limiter, Rate, client_key
from tilewright.server.ratelimit.quotas import Caller, ConcurrencyLimit, Quotas, RateLimit
from tilewright.settings import Settings


class Clock:
    """Stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_token_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(Rate.per(seconds=20, count=100), clock)
    assert [bucket.try_consume() for _ in range(100)] == [0] * 100
    assert bucket.try_consume() == pytest.approx(0.2)
    clock.now += 0.2
    assert bucket.try_consume() == 0
    assert bucket.try_consume() > 0
    clock.now += 1000
    assert [bucket.try_consume() for _ in range(100)] == [0] * 100, (
        "it never holds more than its burst"
    )
    assert bucket.try_consume() > 0


def test_token_bucket_refusal_costs_nothing() -> None:
    clock = Clock()
    bucket = Bucket(Rate.per(seconds=10, count=1), clock)
    assert bucket.try_consume() == 0
    assert {bucket.try_consume() for _ in range(50)} == {10.0}


@given(
    burst=st.integers(1, 50),
    seconds=st.floats(0.1, 1000),
    steps=st.lists(st.floats(0, 50), max_size=200),
)
def test_token_bucket_never_exceeds_its_rate(
    burst: int, seconds: float, steps: list[float]
) -> None:
    clock = Clock()
    bucket, given_ = Bucket(Rate.per(seconds, burst), clock), 0
    for step in steps:
        clock.now += step
        given_ += bucket.try_consume() == 0
    elapsed = clock.now - 1000.0
    assert given_ <= burst + elapsed * burst / seconds + 1e-6


def test_token_bucket_retry_time_is_sufficient() -> None:
    clock = Clock()
    limiter = Limiter("tries", Rate.per(60, 7), clock)
    for _ in range(7):
        limiter.consume("ann")
    with pytest.raises(TooManyRequests, match="too many tries: try again in 9 seconds") as caught:
        limiter.consume("ann")
    clock.now += caught.value.seconds
    limiter.consume("ann")


def test_quotas_have_the_documented_rates() -> None:
    """The figures themselves: docs/reference/http.md promises them."""
    quotas = Quotas.from_settings(Settings(guests_per_hour=5, logins_per_minute=7), Clock())
    parts = [(item.name, getattr(quotas, item.name)) for item in fields(quotas)]
    limiters = {name: getattr(part, "persons", part) for name, part in parts}
    assert {name: one.rate for name, one in limiters.items() if isinstance(one, Limiter)} == {
        "guests": Rate(5, 5 / 3600),
        "logins_of_client": Rate(7, 7 / 60),
        "logins_of_name": Rate(7, 7 / 60),
        "checks": Rate(60, 1),
        "studies": Rate(300, 10),
        "tables": Rate(1000, 1000 / 3600),
        "records": Rate(200, 200 / 3600),
        "analyses": Rate(20, 20 / 60),
        "commands": Rate(2000, 20),
        "requests": Rate(1000, 50),
        "chat_lines": Rate(10, 10 / 30),
        "previews": Rate(2000, 100),
        "messages": Rate(200, 10),
        "socket_bytes": Rate(200 * 512, 10 * 512),
        "mails": Rate(5, 5 / 86400),
        "seats_taken": Rate(40, 40 / 3600),
        "new_sockets": Rate(60, 1),
    }
    assert (quotas.sockets.maximum, quotas.unread_bytes.maximum) == (20, 2 * 1024 * 1024)


def test_rate_limit_of_an_address_covers_several_people() -> None:
    """However many guests it has. A refusal costs no client anything."""
    allowance = RateLimit("words", Rate.per(30, 10), 2, Clock())
    for number in range(20):
        allowance.consume(Caller(f"guest {number}", "theirs"))
    for _ in range(30):
        with pytest.raises(TooManyRequests):
            allowance.consume(Caller("ann", "theirs"))
    for _ in range(10):
        allowance.consume(Caller("ann", "hers"))
    with pytest.raises(TooManyRequests):
        allowance.consume(Caller("ann", "hers"))


def test_places_are_free_again_after_release() -> None:
    places = ConcurrencyLimit("sockets", 2, 2)
    ann, ben, cid = (Caller(name, "theirs") for name in ("ann", "ben", "cid"))
    with places.reserve(ann), places.reserve(ann), places.reserve(ben), places.reserve(ben):
        assert not places.has_room(ann) and places.has_room(Caller("ann's twin", "elsewhere"))
        with pytest.raises(TooManyRequests, match="too many sockets"), places.reserve(cid):
            pass
    assert len(places) == 0, "who has nothing is not remembered"


def test_concurrency_limit_of_an_address_is_shared_without_a_session() -> None:
    places, stranger = ConcurrencyLimit("sockets", 1, 3), Caller.of(None, "theirs")
    with places.reserve(stranger), places.reserve(stranger), places.reserve(stranger):
        assert not places.has_room(stranger)
        assert not places.has_room(Caller.of("ann", "theirs"))


def test_memory_of_limits_is_for_so_many_keys() -> None:
    found = (limits.MAX_KEYS, limits.MAX_TRACKED_KEYS, limits.RETRY_SECONDS)
    assert found == (20_000, 10_000, 10)
    assert Limiter("tries", Rate(1, 1)).max_keys == 20_000


def test_rate_limit_of_one_key_leaves_others_alone() -> None:
    limiter = Limiter("tries", Rate.per(60, 1), Clock())
    limiter.consume("ann")
    limiter.consume("bea")
    with pytest.raises(TooManyRequests):
        limiter.consume("ann")


def test_limiter_memory_is_bounded_and_keeps_active_clients() -> None:
    limiter = Limiter("tries", Rate.per(60, 1), Clock(), max_keys=100)
    limiter.consume("flooder")
    for number in range(1000):
        limiter.consume(f"other {number}")
        for key in ("flooder", f"other {number}"):
            with pytest.raises(TooManyRequests):
                limiter.consume(key)
    assert len(limiter) == 100
    limiter.consume("other 0")  # long forgotten


def test_rate_limiter_forgets_idle_keys() -> None:
    """Every client that came once was kept until there were 20,000, in each of a dozen limiters."""
    clock = Clock()
    limiter = Limiter("tries", Rate(burst=10, per_second=1), clock)
    for number in range(1000):
        limiter.consume(f"guest {number}")
        clock.now += 1
    assert len(limiter) <= 3
    limiter.consume("greedy", 10)
    for number in range(5):
        limiter.consume(f"another {number}")
    with pytest.raises(TooManyRequests):
        limiter.consume("greedy")


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1:2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("no address", None, True),
        ("no address", "192.0.2.1", False),
    ],
)
def test_client_key_groups_addresses(one: str, other: str | None, same: bool) -> None:
    """An IPv6 household has 2**64 addresses; they are one client."""
    assert (client_key(one) == client_key(other)) is same


# --- Over HTTP ----------------------------------------------------------------------------------


@contextmanager
def frozen(settings: Settings) -> Iterator[Server]:
    """Run a server whose limits are measured with a clock that stands still."""
    clock = Clock()
    with Server(settings) as server:
        for _, limiter in server.services.quotas.iter_limiters():
            limiter.clock = clock
        yield server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, guests_per_hour=3, logins_per_minute=4)


def test_guests_are_limited_per_address(settings: Settings) -> None:
    with frozen(settings) as server:
        for _ in range(3):
            server.guest()
        answer = server.browser().post("/people/guests", json={"name": "Ann"})
        assert code_of(answer) == (429, "too_many_requests")
        assert answer.headers["Retry-After"] == "1200"
        assert answer.json()["params"] == {"seconds": 1200}
        elsewhere = server.browser("198.51.100.9")
        assert elsewhere.post("/people/guests", json={"name": "Ann"}).status_code == 201


def test_logins_are_limited_per_address(settings: Settings) -> None:
    with frozen(settings) as server:
        wrong = [{"login": f"login{number}", "password": "wrong horse"} for number in range(5)]
        codes = [server.browser().post("/sessions", json=body).status_code for body in wrong]
        assert codes == [403, 403, 403, 403, 429]


def test_login_guesses_are_delayed_but_the_owner_logs_in(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two addresses that guessed kept the right password out, three times of nine."""
    with frozen(settings) as server:
        server.account("ann")
        monkeypatch.setattr("tilewright.server.http.routers.accounts.LATE_LOGIN_SECONDS", 0.05)
        late: list[str] = []
        lane = server.services.quotas.delayed_logins
        turn = lane.slot

        def turn_of(key: str, expected: float) -> AbstractAsyncContextManager[None]:
            late.append(key)
            return turn(key, expected)

        monkeypatch.setattr(lane, "slot", turn_of)
        names = ["ann", "ANN", "Ann", "aNN", "ann"]
        tries = [(server.browser(f"192.0.2.{n}"), login) for n, login in enumerate(names)]
        for browser, login in tries:
            body = {"login": login, "password": "no"}
            assert browser.post("/sessions", json=body).status_code == 403
        assert len(late) == 1

        async def attacked() -> list[int]:
            """Guesses from two addresses, and the owner's own try among them."""
            sent = [server.browser(f"203.0.113.{n % 2}") for n in range(8)]
            right = {"login": "ann", "password": "correct horse"}
            wrong = [b.client.post(f"{API}/sessions", json=right | {"password": "x"}) for b in sent]
            mine = server.browser().client.post(f"{API}/sessions", json=right)
            answers = await asyncio.gather(*wrong, mine)
            return [answer.status_code for answer in answers]

        *guesses, mine = server.run(attacked())
        assert mine == 201 and set(guesses) <= {403, 429}


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("PUT", "/people/me/password", {"old": "wrong horse", "new": "battery staple"}),
        ("POST", "/people/me/deletion", {"password": "wrong horse"}),
    ],
)
def test_password_guesses_in_a_session_are_limited(
    settings: Settings, method: str, path: str, body: dict[str, str]
) -> None:
    with frozen(replace(settings, logins_per_minute=5)) as server:
        browser = server.account("ann")
        codes = [browser.request(method, path, json=body).status_code for _ in range(5)]
        assert codes == [403, 403, 403, 403, 429]
