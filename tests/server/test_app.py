"""The frame of the HTTP interface: errors in one form, health, counters, logs, OpenAPI."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import ELSEWHERE, HOME, Server, code_of
from tilewright import errors
from tilewright.errors import Code, Refused
from tilewright.server.app import ROUTERS
from tilewright.server.http import middleware
from tilewright.server.http.responses import error_response
from tilewright.server.monitoring import (
    LOG_LEVELS,
    JsonFormatter,
    TextFormatter,
    configure_logs,
)
from tilewright.server.storage import database, ops
from tilewright.settings import Settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(Settings(data=tmp_path)) as server:
        yield server


# --- Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error, status, code, rule",
    [
        (errors.IllegalMove("NL-8", "slot 9"), 422, "illegal_move", "NL-8"),
        (errors.IllegalMove(None, "no"), 422, "illegal_move", None),
        (errors.UnknownGame("x"), 404, "unknown_game", None),
        (errors.TextError("x", 3), 422, "invalid_text", None),
        (errors.TilewrightError("x"), 400, "refused", None),
        (database.Conflict("x"), 409, "conflict", None),
        (database.Unavailable("x"), 503, "unavailable", None),
        (Refused(Code.NOT_YOUR_TURN, "x"), 409, "not_your_turn", None),
    ],
)
def test_errors_map_to_status_and_code(
    error: errors.TilewrightError, status: int, code: str, rule: str | None
) -> None:
    answer = error_response(error)
    assert answer.status_code == status
    assert json.loads(bytes(answer.body)) == {
        "code": code,
        "message": str(error),
        "rule": rule,
        "params": {},
    }


def test_error_message_that_is_long_is_cut() -> None:
    assert (
        len(json.loads(bytes(error_response(errors.TilewrightError("x" * 501)).body))["message"])
        == 500
    )


def test_unknown_path_is_answered_404(server: Server) -> None:
    assert code_of(server.browser().get("/nowhere")) == (404, "not_found")


def test_unknown_method_is_answered_405(server: Server) -> None:
    answer = server.browser().request("BREW", "/health")
    assert code_of(answer) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET"
    assert server.browser().put("/people/me").headers["Allow"] == "GET, PATCH"


def test_internal_error_has_an_id_and_no_details(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fail_to_write(monkeypatch, RuntimeError("inside story"))
    answer = server.browser().get("/health")
    assert code_of(answer) == (500, "internal")
    assert "inside story" not in answer.text
    number = answer.json()["params"]["number"]
    assert number in answer.json()["message"] and answer.headers["X-Request-Id"] == number
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    (record,) = [record for record in caplog.records if record.message == "unhandled error"]
    assert record.number == number and "inside story" in caplog.text  # type: ignore[attr-defined]


def fail_to_write(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the test write of ``/health`` fail, and nothing else."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(ops, "write_probe_time", fail)


# --- Health and counters ------------------------------------------------------------------------


def test_health_makes_a_test_write(server: Server) -> None:
    assert server.browser().get("/health").json()["status"] == "ok"
    query = "SELECT value FROM meta WHERE key = 'heartbeat'"
    rows = server.run(server.services.database.read(lambda tx: tx.rows(query)))
    assert len(rows) == 1 and int(rows[0][0]) <= server.services.accounts.clock()


def test_health_writes_once_each_second(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question was a write to the disk, and no limit counted them."""
    fail_to_write(monkeypatch, database.Unavailable("disk full"))
    for _ in range(2):
        assert server.browser().get("/health").status_code == 503
    monkeypatch.undo()
    server.browser().get("/health").raise_for_status()
    fail_to_write(monkeypatch, database.Unavailable("disk full"))
    server.browser().get("/health").raise_for_status()
    monkeypatch.setattr(ops, "FRESH_SECONDS", 0)
    assert server.browser().get("/health").status_code == 503


@pytest.mark.parametrize(
    "error, message",
    [
        (database.Unavailable("disk full"), "disk full"),
        (TimeoutError(), "test write: expected it within 5 seconds; found it waiting"),
    ],
)
def test_health_reports_a_database_that_cannot_be_written(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    fail_to_write(monkeypatch, error)
    answer = server.browser().get("/health")
    assert code_of(answer) == (503, "unavailable")
    assert answer.json()["message"] == message


def test_requests_are_counted_by_route(server: Server) -> None:
    browser = server.guest()
    for path in ("/people/me", "/people/me", "/nowhere", f"/tokens/{'0' * 16}"):
        browser.get(path)
    browser.request("BREW", "/health")
    text = browser.get("/metrics").text
    counted = 'tilewright_http_requests_total{method="GET",route="/people/me",status="200"} 2.0'
    assert counted in text
    assert '{method="GET",route="none",status="404"} 1.0' in text
    assert 'method="other",route="/health",status="405"' in text, "a method may be any word"
    assert "nowhere" not in text and "0" * 16 not in text, "nor may a path"


def test_applications_have_separate_counters(server: Server, tmp_path: Path) -> None:
    server.browser().get("/people/me")
    with Server(Settings(data=tmp_path / "other")) as other:
        assert "/people/me" not in other.browser().get("/metrics").text


# --- Logs ---------------------------------------------------------------------------------------


def test_log_has_no_secrets_and_no_names(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser = server.account("annlogin", "hunter2hunter2")
    token = browser.post("/tokens", json={"label": "mylabel"}).json()["token"]
    server.program(token).get("/people/me?invite=invitation")
    browser.post("/sessions", json={"login": "annlogin", "password": "wrong-password"})
    ours = [record for record in caplog.records if record.name.startswith("tilewright")]
    lines = [JsonFormatter().format(record) for record in ours]
    assert any('"route": "/people/me"' in line for line in lines)
    secrets = (
        browser.secret,
        token,
        "hunter2",
        "wrong-password",
        "annlogin",
        "mylabel",
        "invitation",
    )
    assert [secret for secret in secrets if any(secret in line for line in lines)] == []


def test_log_of_refused_requests_has_one_line_per_address_and_second(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address wrote 12 MB of lines in a minute, most of them refusals."""
    caplog.set_level(logging.INFO)
    due: list[Callable[[], object]] = []
    loop = server.runner.get_loop()
    call_later = loop.call_later

    def collect(seconds: float, call: Callable[..., object], *rest: str) -> object:
        """Keep what is due a second after a refusal for the test to call."""
        if getattr(call, "__func__", None) is not middleware.RefusalCounter._log_refusals:
            return call_later(seconds, call, *rest)
        due.append(lambda: call(*rest))
        return None

    monkeypatch.setattr(loop, "call_later", collect)
    for address in (HOME, HOME, ELSEWHERE, HOME):
        server.browser(address).get("/nowhere")
    server.browser().get("/health")
    for tell in due:
        tell()
    ours = [record for record in caplog.records if record.name == "tilewright.server"]
    lines = [(r.message, r.client, getattr(r, "status", 0)) for r in ours if "req" in r.message]  # type: ignore[attr-defined]
    assert lines == [
        ("request", HOME, 404),
        ("request", ELSEWHERE, 404),
        ("request", HOME, 200),
        ("requests refused", HOME, 0),
    ]
    assert ours[-1].count == 2  # type: ignore[attr-defined]


@pytest.fixture
def record() -> logging.LogRecord:
    record = logging.makeLogRecord({"msg": "request", "levelname": "INFO", "name": "tilewright"})
    record.client = "1.2.3.4\n2026 info forged"
    record.status = 200
    return record


def test_log_line_is_json(record: logging.LogRecord) -> None:
    line = JsonFormatter().format(record)
    parsed = json.loads(line)
    assert "\n" not in line
    assert (parsed["event"], parsed["level"], parsed["status"]) == ("request", "info", 200)


def test_log_line_cannot_be_forged(record: logging.LogRecord) -> None:
    line = TextFormatter().format(record)
    assert "\n" not in line
    assert line.endswith('info    request client="1.2.3.4\\n2026 info forged" status=200')


def test_log_message_of_several_lines_is_one() -> None:
    """A lost PostgreSQL was a paragraph of psycopg's, without a time, at every attempt."""
    said = {"msg": "error connecting: failed\n\tIs the server running?", "levelname": "WARNING"}
    line = TextFormatter().format(logging.makeLogRecord(said))
    assert line.endswith("warning error connecting: failed Is the server running?")


def test_log_lines_go_to_one_handler(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    saved = {name: vars(logging.getLogger(name)).copy() for name in LOG_LEVELS}
    try:
        configure_logs("json")
        logging.getLogger("tilewright.greeting").info("hello", extra={"number": 1})
        logging.getLogger("uvicorn.access").info("GET /?secret")
        logging.getLogger("psycopg.pool").info("adding new connection to the pool")
        logging.getLogger("tilewright").handlers[0].flush()
        (line,) = capsys.readouterr().err.splitlines()
        assert json.loads(line).items() >= {"event": "hello", "number": 1}.items()
    finally:
        for name, state in saved.items():
            vars(logging.getLogger(name)).update(state)


# --- OpenAPI ------------------------------------------------------------------------------------


@pytest.fixture
def schema(server: Server) -> dict[str, Any]:
    described: dict[str, Any] = server.browser().get("/openapi.json").json()
    return described


def operations_of(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_error_responses_are_declared(schema: dict[str, Any]) -> None:
    for name, operation in operations_of(schema):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                (content,) = response["content"].values()
                form = schema["components"]["schemas"][name_of(content["schema"])]
                assert {"code", "message", "rule", "params"} <= set(form["properties"]), name
        assert {"400", "413", "422", "429", "500", "503"} <= set(operation["responses"]), name
        if "security" in operation:
            assert "401" in operation["responses"], name


def name_of(reference: dict[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


def test_openapi_request_bodies_are_closed_and_bounded(schema: dict[str, Any]) -> None:
    for name in request_bodies(schema):
        body = schema["components"]["schemas"][name]
        assert body["additionalProperties"] is False, name
        for field, kind in body["properties"].items():
            assert is_bounded(kind, schema["components"]["schemas"]), (name, field)


def is_bounded(kind: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Return True if there is an end to what a value of this kind may be."""
    if "$ref" in kind:
        return is_bounded(schemas[name_of(kind)], schemas)
    if "anyOf" in kind:
        return all(is_bounded(other, schemas) for other in kind["anyOf"])
    if {"enum", "const", "maxLength", "maximum", "exclusiveMaximum"} & set(kind):
        return True
    if kind["type"] == "array":
        return "maxItems" in kind and is_bounded(kind["items"], schemas)
    if kind["type"] == "object":
        inner = list(kind.get("properties", {}).values())
        if "maxProperties" in kind:
            inner = [kind["propertyNames"], kind["additionalProperties"]]
        return bool(inner) and all(is_bounded(other, schemas) for other in inner)
    return kind["type"] in ("boolean", "null") or is_finite(kind.get("pattern", "*"))


def is_finite(pattern: str) -> bool:
    return not set("*+") & set(pattern)


def request_bodies(schema: dict[str, Any]) -> set[str]:
    bodies = [operation.get("requestBody") for _, operation in operations_of(schema)]
    found = [body["content"]["application/json"]["schema"] for body in bodies if body]
    return {name_of(reference) for reference in found}


def test_openapi_operations_have_ids_and_descriptions(schema: dict[str, Any]) -> None:
    named = [operation["operationId"] for _, operation in operations_of(schema)]
    assert len(named) == len(set(named)) and all(name.isidentifier() for name in named)
    assert all(operation["description"] for _, operation in operations_of(schema))


def test_openapi_document_is_encoded_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, schema: dict[str, Any]
) -> None:
    """It took 16 ms of the event loop each time, and no limit counted it."""
    monkeypatch.setattr(server.app, "openapi", None)
    monkeypatch.setattr("msgspec.json.encode", None)
    assert server.browser().get("/openapi.json").json() == schema


# --- Cost ---------------------------------------------------------------------------------------


def test_routes_do_not_run_in_threads() -> None:
    """Each dependency of a route went through a thread, up to six for a request: a flood of
    requests was a flood of threads that wanted the interpreter, and moves waited for them."""
    calls = {call for router in ROUTERS for route in router.routes for call in calls_of(route)}
    assert len(calls) > 100, "routes and what they depend on"
    assert [call for call in calls if not is_coroutine_callable(call)] == []


def calls_of(route: Any) -> Iterator[Any]:
    """Return what is called for a route."""
    waiting = [route.dependant]
    while waiting:
        dependant = waiting.pop()
        yield dependant.call
        waiting += dependant.dependencies


def is_coroutine_callable(call: Any) -> bool:
    return inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(type(call).__call__)
