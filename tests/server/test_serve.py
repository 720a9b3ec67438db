"""``tilewright serve`` as a command: its one line, its errors, its end."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tilewright.client import Client, Live
from tilewright.server.database import Transaction, open_database
from tilewright_process import TilewrightProcess, running

HEALTH = "/api/v1/health"


def serving(folder: Path, *more: str, **environment: str):  # type: ignore[no-untyped-def]
    arguments = ("serve", "--port", "0", "--data", str(folder / "data"), *more)
    return running(folder / "log", *arguments, **environment)


def refused(*arguments: str) -> str:
    """What a command says that cannot be run: one line, exit code 2."""
    command = [sys.executable, "-m", "tilewright", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def begin_game(url: str) -> tuple[Client, Client, str]:
    """Two people whose game has begun."""
    anna, bert = Client(url), Client(url)
    anna.guest("Anna")
    bert.guest("Bert")
    table = anna.open_table("my-shelfie", players=2).info.id
    bert.sit(table)
    anna.start(table)
    return anna, bert, table


def play_one(*players: Live) -> str:
    """Whoever's turn it is makes the first legal move."""
    mover = next(player for player in players if player.is_my_turn)
    assert mover.view is not None and mover.view.moves is not None
    move = mover.view.moves[0]
    mover.move(move)
    return move


# --- Ready and over -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_its_address_and_ends_with_status_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path) as server:
        assert server.line.startswith("http://127.0.0.1:")
        assert httpx.get(server.line + HEALTH).status_code == 200
        assert server.stop(number) == 0
        assert server.process.stdout is not None and server.process.stdout.read() == ""


def test_sockets_are_told_that_the_server_restarts(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        anna, _, table = begin_game(server.line)
        with anna.play(table) as live:
            connection = live._connected()
            assert server.stop() == 0
            with pytest.raises(ConnectionClosed) as caught:
                while True:
                    connection.recv()
            assert caught.value.rcvd is not None and caught.value.rcvd.code == 1012


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        anna, bert, table = begin_game(server.line)
        with anna.play(table) as mine, bert.play(table) as yours:
            moves = [play_one(mine, yours)]
            yours.wait_for(mine.seq)
            moves.append(play_one(mine, yours))
        assert server.stop() == 0
    with serving(tmp_path) as server:
        kinds = [numbered.event for numbered in Client(server.line).events(table)]
        assert [event.move for event in kinds if hasattr(event, "move")] == moves


# --- What can be wrong --------------------------------------------------------------------------


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = refused("serve", "--port", port, "--data", str(tmp_path))
    assert "expected to listen; found: Address already in use" in message
    assert not list(tmp_path.iterdir())  # nothing was set up


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    message = refused("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert "expected an SQLite database" in message


def test_a_database_that_cannot_be_reached_is_one_line() -> None:
    url = "postgresql://somebody:secret@127.0.0.1:1/nothing"
    message = refused("serve", "--port", "0", "--database-url", url)
    assert "expected a PostgreSQL database" in message
    assert "secret" not in message


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
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
        ("serve --workers 2", "without PostgreSQL"),
        ("serve --data a --database-url postgresql://b", "--data or --database-url"),
        ("serve --trusted-proxies 127.0.0.1", "public_url"),
        ("serve --log-format xml", "text or json"),
        ("bot-worker", "expected postgresql://"),
        ("bot-worker --database-url postgresql://b --threads 0", "at least 1"),
    ],
)
def test_settings_that_cannot_be_are_one_line(arguments: str, words: str) -> None:
    assert words in refused(*arguments.split())


# --- Logs and proxies ---------------------------------------------------------------------------


def log_lines(server: TilewrightProcess) -> list[dict[str, object]]:
    return [json.loads(line) for line in server.log.read_text().splitlines()]


def test_logs_are_json_lines_without_secrets(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "json") as server:
        anna, _, table = begin_game(server.line)
        with anna.play(table):
            pass
        assert server.stop() == 0
        events = [line["event"] for line in log_lines(server)]
        assert events[0] == "ready" and events[-1] == "stopped" and "request" in events
        text = server.log.read_text()
        assert anna.token is not None and anna.token not in text and table not in text


@pytest.mark.parametrize("is_trusted", [True, False])
def test_only_a_trusted_proxy_says_who_the_client_is(tmp_path: Path, is_trusted: bool) -> None:
    proxies = ("--trusted-proxies", "127.0.0.1", "--public-url", "https://tiles.club")
    more = proxies if is_trusted else ()
    with serving(tmp_path, "--log-format", "json", *more) as server:
        headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        httpx.get(server.line + HEALTH, headers=headers)
        server.stop()
        clients = {line["client"] for line in log_lines(server) if line["event"] == "request"}
    assert clients == {"203.0.113.9" if is_trusted else "127.0.0.1"}
