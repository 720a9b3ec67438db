"""``tilewright serve`` as a command: its one line, its errors, its end."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pair_at_table import both_live, moves_on_disk, pair_at_table, play_one
from server_process import ServerProcess, server_process
from tilewright.cli import main
from tilewright.cli.serve import find_lan_address, page_url
from tilewright.client import Client
from tilewright.server.process.web_server import open_listener
from tilewright.server.storage.database import Transaction, open_database
from tilewright.settings import Settings
from waiting import wait_until

HEALTH = "/api/v1/health"


def serving(folder: Path, *more: str, **environment: str) -> AbstractContextManager[ServerProcess]:
    """Start a server with interpreted rules: it lives too short to compile."""
    arguments = ["--data", str(folder / "data"), *more]
    return server_process(arguments, folder / "log", None, TILEWRIGHT_JIT="0", **environment)


Refused = Callable[..., str]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Return a function that runs a failing command and returns its one line of error."""

    def run(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["tilewright", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        found = capsys.readouterr()
        assert (ended.value.code, found.out, len(found.err.splitlines())) == (2, "", 1), found.err
        return found.err

    return run


# --- Ready and over -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_prints_its_address_and_exits_with_0(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert httpx.get(server.url + HEALTH).status_code == 200
        server.stop(number)
        assert server.next_line() == ""


def test_serve_logs_refused_sockets_without_an_error(tmp_path: Path) -> None:
    """Uvicorn wrote a line for each of them, as fast as a stranger could be refused."""
    with serving(tmp_path) as server:
        address = server.url.replace("http", "ws", 1) + "/api/v1/socket"
        with pytest.raises(InvalidStatus) as told:
            connect(address, origin=Origin("https://elsewhere.test"))
        assert told.value.response.status_code == 403
        server.stop()
        lines = server.log.read_text().splitlines()
    assert lines and [line for line in lines if "error" in line] == []


def test_serve_notifies_sockets_of_a_restart(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        pair_at_table(server.url) as pair,
        pair.anna.play(pair.table) as live,
    ):
        connection = live._get_socket()
        server.stop()
        with pytest.raises(ConnectionClosed) as caught:
            drain(connection)
        assert caught.value.rcvd is not None and caught.value.rcvd.code == 1012


def drain(connection: ClientConnection) -> None:
    """Read on till the end."""
    while True:
        connection.recv()


def test_serve_continues_games_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with pair_at_table(server.url) as pair, both_live(pair) as lives:
            moves = [play_one(*lives) for _ in range(4)]
        server.stop()
    with serving(tmp_path) as server, Client(server.url) as anybody:
        assert moves_on_disk(anybody, pair.table) == moves


# --- Opening the page ---------------------------------------------------------------------------


def test_serve_opens_the_page_in_a_browser(tmp_path: Path) -> None:
    browser, shown = tmp_path / "browser", tmp_path / "shown"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {shown}.part && mv {shown}.part {shown}\n')
    browser.chmod(0o700)
    with serving(tmp_path, "--open", BROWSER=f"{browser} %s") as server:
        wait_until("a browser", shown.exists)
        assert shown.read_text() == server.url


def test_serve_started_twice_opens_the_page_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", show)
    with serving(tmp_path) as server:
        port = server.url.rpartition(":")[2]
        monkeypatch.setattr("sys.argv", ["tilewright", "serve", "--open", "--port", port])
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"{server.url} (it is running already)\n"
    assert shown == [server.url]


def test_serve_works_without_a_browser(tmp_path: Path) -> None:
    with serving(tmp_path, "--open", BROWSER="no-such-browser", PATH=str(tmp_path)) as server:
        wait_until("a word about it", lambda: "no browser here" in server.log.read_text())
        assert httpx.get(server.url + HEALTH).status_code == 200
        server.stop()


@pytest.mark.parametrize(
    "host, address", [("0.0.0.0", find_lan_address()), ("127.0.0.1", "127.0.0.1")]
)
def test_serve_opens_the_address_on_the_network(host: str, address: str) -> None:
    """The QR code on the page leads to where it was opened."""
    with open_listener(Settings(host=host, port=0)) as listener:
        assert page_url(listener) == f"http://{address}:{listener.getsockname()[1]}"


def test_serve_prints_the_address_for_phones(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        assert httpx.get(server.url + HEALTH).status_code == 200
        assert "Phones in this network" in server.next_line()
        server.stop()


# --- Faulty settings ----------------------------------------------------------------------------


def test_serve_reports_a_taken_port_in_one_line(tmp_path: Path, refused: Refused) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = refused("serve", "--port", port, "--data", str(tmp_path))
    assert "cannot listen on " in message
    assert not list(tmp_path.iterdir())  # nothing was set up


def test_serve_reports_a_read_only_folder_in_one_line(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").write_text("not a folder")
    message = refused("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert "expected an SQLite database" in message


def test_serve_reports_an_unreachable_database_in_one_line(refused: Refused) -> None:
    url = "postgresql://somebody:secret@127.0.0.1:1/nothing"
    message = refused("serve", "--port", "0", "--database-url", url)
    assert "expected a PostgreSQL database" in message
    assert "secret" not in message


def test_serve_reports_an_unreachable_redis_in_one_line(tmp_path: Path, refused: Refused) -> None:
    where = ("--data", str(tmp_path), "--redis-url", "redis://:secret@127.0.0.1:1")
    message = refused("serve", "--port", "0", *where)
    assert "expected a Redis that answers" in message
    assert "secret" not in message


def test_serve_leaves_a_newer_database_unchanged(tmp_path: Path, refused: Refused) -> None:
    def make_newer(tx: Transaction) -> None:
        tx.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")

    database = open_database(tmp_path / "tilewright.sqlite3")
    database.submit_write(make_newer).result()
    database.close()
    message = refused("serve", "--port", "0", "--data", str(tmp_path))
    assert "999" in message and "newer" in message


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("serve --workers 2", "one server per port"),
        ("serve --data a --database-url postgresql://b", "--data or --database-url"),
        ("serve --trusted-proxies 127.0.0.1", "public_url"),
        ("serve --log-format xml", "text or json"),
    ],
)
def test_serve_reports_invalid_settings_in_one_line(
    refused: Refused, arguments: str, words: str
) -> None:
    assert words in refused(*arguments.split())


# --- Logs and proxies ---------------------------------------------------------------------------


def log_lines(server: ServerProcess) -> list[dict[str, object]]:
    return [json.loads(line) for line in server.log.read_text().splitlines()]


def test_serve_logs_json_lines_without_secrets(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "json") as server:
        with pair_at_table(server.url) as pair, both_live(pair) as lives:
            play_one(*lives)
        server.stop()
        events = [line["event"] for line in log_lines(server)]
        assert events[0] == "ready" and events[-1] == "stopped" and "request" in events
        text = server.log.read_text()
        assert pair.anna.token is not None
        assert pair.anna.token not in text and pair.table not in text


@pytest.mark.parametrize("is_trusted", [True, False])
def test_serve_trusts_client_addresses_of_a_known_proxy_only(
    tmp_path: Path, is_trusted: bool
) -> None:
    proxies = ("--trusted-proxies", "127.0.0.1", "--public-url", "https://tiles.club")
    more = proxies if is_trusted else ()
    with serving(tmp_path, "--log-format", "json", *more) as server:
        headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        httpx.get(server.url + HEALTH, headers=headers)
        server.stop()
        clients = {line["client"] for line in log_lines(server) if line["event"] == "request"}
    assert clients == {"203.0.113.9" if is_trusted else "127.0.0.1"}
