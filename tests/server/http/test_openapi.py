"""Bad input never breaks it: every operation that OpenAPI describes, with what it describes and
with what it forbids. No answer may be a server's error, undescribed, or missing.

One seed misses what another finds: TILEWRIGHT_FUZZ_SEED sets another, and with --long each run has
its own; a failure prints it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

import tilewright as tw
from browser import ADDRESS, Browser, Server
from table_play import SETTINGS, open_table, play_out, start_table
from tilewright.registry import GAMES
from tilewright.server.app import create_app
from tilewright.server.ratelimit.limits import Limiter, Rate
from toy import TOY

pytestmark = pytest.mark.slow

FIXED_SEED = 7
LONG_CASES = 2_000
CASES_A_VALUE, LEAST, MOST = 2, 4, 25
"""In proportion to what an operation takes; what one seed misses the next run's may find."""
CREDENTIALS = {"authorization", "cookie"}
SIGNED_IN = st.sampled_from([*[True] * 7, False])
"""One request of eight is made without sign-in."""
MAX_SHARE_OF_401 = 0.2
SECONDS = 60.0
"""After which a request hangs."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

SCHEMA = schemathesis.openapi.from_dict(create_app(SETTINGS).openapi())
OPERATIONS: dict[str, Any] = {
    one.ok().label: one.ok() for one in SCHEMA.get_all_operations() if isinstance(one, Ok)
}
Case = schemathesis.Case[Any]


class Target:
    """A server with something at every address, and a person who asks."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.statuses: Counter[int] = Counter()
        self.known = self._prepare(server.guest("Ann"), server.guest("Bob"))
        self.ann = self._sign_in()

    def _prepare(self, ann: Browser, bob: Browser) -> dict[str, list[Any]]:
        """Return by the name of a parameter what is really there."""
        waiting = open_table(ann)
        tables = [waiting["info"]["id"], start_table(ann, bob)]
        tables += [start_table(ann, bob), start_table(ann, bob, game="my-shelfie")]
        play_out(tables[2], ann, bob)
        days = ann.get("/daily").json()
        wish = {"name": "Friday", "game": "toy", "players": 2, "level": 1, "deals": 1}
        evening = ann.post("/evenings", json=wish).json()["id"]
        record = ann.post("/records", json={"text": tw.dump(tw.new("toy", seed=3))}).json()["id"]
        return {
            "table": tables,
            "record": [record],
            "game": ["toy", "polyssimo"],
            "subject": [ann.id, "bot:random"],
            "seat": [0, 1],
            "ply": [0, 1],
            "date": [days["date"]],
            "deal": [deal["id"] for deal in days["deals"]],
            "evening": [evening],
            "room": [waiting["invite"]],
            "players": [2],
            "position": [str(tw.new(game, seed=3)) for game in ("toy", "nova-luna", "polyssimo")],
        }

    def _sign_in(self) -> Browser:
        """Sign in a person who has a seat at a table of their own."""
        token = self.server.program().post("/people/guests", json={"name": "Ann", "token": True})
        ann = self.server.program(token.json()["token"])
        self.known["table"].append(open_table(ann)["info"]["id"])
        del self.known["table"][6:-1]
        return ann

    def ask(self, case: Case, *, as_ann: bool) -> httpx.Response:
        """Send a case as Ann or without sign-in; replace Ann if it has signed her out."""
        who = self.ann if as_ann else self.server.program()
        answer = self.server.run(send(who, case, keeps_credentials=not as_ann))
        self.statuses[answer.status_code] += 1
        if as_ann and case.method != "GET" and answer.is_success and self.ann.who() is None:
            self.ann = self._sign_in()
        return answer


async def send(who: Browser, case: Case, *, keeps_credentials: bool) -> httpx.Response:
    """Send a case; generated credentials would take the place of the token of `who`."""
    wire = requests.Request(**case.as_transport_kwargs(base_url=ADDRESS)).prepare()
    content: Any = wire.body.encode() if isinstance(wire.body, str) else wire.body
    headers = [
        (name.encode(), as_bytes(value))
        for name, value in wire.headers.items()
        if keeps_credentials or name.lower() not in CREDENTIALS
    ]
    async with asyncio.timeout(SECONDS):
        return await who.client.request(
            wire.method or "", wire.url or "", headers=headers, content=content
        )


def as_bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("latin-1", "replace")


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilewright.server.tables.deals.PAR_EFFORT", 1)
        patch.setattr("tilewright.server.tables.deals.PAR_ITERATIONS", 1)
        patch.setattr("tilewright.server.tables.directory.MAX_OPEN_TABLES", 10**9)
        patch.setitem(GAMES, TOY.name, TOY)
        with Server(replace(SETTINGS, data=tmp_path_factory.mktemp("data"))) as server:
            for part in vars(server.services.quotas).values():
                if isinstance(limiter := getattr(part, "persons", part), Limiter):
                    limiter.rate = Rate(10**9, 1e9)
            target = Target(server)
            yield target
            if (total := target.statuses.total()) > 200:
                assert target.statuses[401] < MAX_SHARE_OF_401 * total


@pytest.fixture(scope="module")
def chosen_seed(is_long: bool) -> int:
    otherwise = secrets.randbits(32) if is_long else FIXED_SEED
    return int(os.environ.get("TILEWRIGHT_FUZZ_SEED", otherwise))


@pytest.mark.parametrize("label", OPERATIONS)
def test_openapi_operations_respond_as_described(
    label: str, target: Target, chosen_seed: int, is_long: bool
) -> None:
    print(f"TILEWRIGHT_FUZZ_SEED={chosen_seed}")

    @seed(chosen_seed)
    @settings(
        max_examples=LONG_CASES if is_long else num_cases(OPERATIONS[label]),
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(label), data=st.data())
    def fuzz(case: Case, data: st.DataObject) -> None:
        point_at_something(case, target.known, data)
        as_ann = data.draw(SIGNED_IN)
        answer = target.ask(case, as_ann=as_ann)
        assert not as_ann or answer.status_code != 401
        case.validate_response(answer, checks=CHECKS)

    fuzz()


def num_cases(operation: Any) -> int:
    """Return a number that grows with the values that may be wrong: parameters and parts of the
    body."""
    values = len(list(operation.iter_parameters()))
    values += sum(str(body.definition).count("'type':") for body in operation.body)
    return min(MOST, LEAST + CASES_A_VALUE * values)


def cases(label: str) -> st.SearchStrategy[Case]:
    """Return what is described and what is not, as far as something can be wrong at all."""
    operation = OPERATIONS[label]
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not list(operation.iter_parameters()) and not operation.body:
        return right
    return right | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def point_at_something(case: Case, known: dict[str, list[Any]], data: st.DataObject) -> None:
    """Let half of what is named exist: random names only ever lead to 404."""
    body = case.body if isinstance(case.body, dict) else {}
    for named in (case.path_parameters or {}, body):
        for name in named:
            if name in known and data.draw(st.booleans()):
                named[name] = data.draw(st.sampled_from(known[name]))


def test_openapi_bounds_every_request_field() -> None:
    """No field of a request may be of any length, and none may be added."""
    schemas = create_app(SETTINGS).openapi()["components"]["schemas"]
    sent = {name: schema for name, schema in schemas.items() if is_sent(name)}
    assert len(sent) > 15
    for name, schema in sent.items():
        assert schema["additionalProperties"] is False, name
        for field, described in schema["properties"].items():
            assert is_bounded(described), f"{name}.{field}: {described}"


def is_sent(name: str) -> bool:
    ref = f"#/components/schemas/{name}'"
    return any(ref in str(one.definition.raw.get("requestBody")) for one in OPERATIONS.values())


def is_bounded(schema: dict[str, Any]) -> bool:
    if "anyOf" in schema:
        return all(is_bounded(one) for one in schema["anyOf"])
    bounds = {
        "string": {"maxLength", "pattern", "enum", "const"},
        "integer": {"maximum", "exclusiveMaximum"},
        "number": {"maximum"},
        "array": {"maxItems"},
        "object": {"maxProperties"},
    }
    wanted = bounds.get(schema.get("type", ""), set())
    return not wanted or bool(wanted & set(schema))
