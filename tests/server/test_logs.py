"""Logs: a server keeps running when its log is not read."""

from __future__ import annotations

import io
import logging
import os
import threading

import pytest

from tilewright.server import monitoring
from tilewright.server.monitoring import BoundedHandler, TextFormatter


def handler_to(stream: io.TextIOBase) -> BoundedHandler:
    handler = BoundedHandler(stream)  # type: ignore[arg-type]
    handler.setFormatter(TextFormatter())
    return handler


def say(handler: BoundedHandler, text: str) -> None:
    record = logging.makeLogRecord({"msg": text, "levelname": "INFO", "name": "tilewright"})
    handler.handle(record)


def say_much(handler: BoundedHandler, count: int) -> None:
    for number in range(count):
        say(handler, f"line {number}")


def test_handler_with_a_full_pipe_blocks_no_caller() -> None:
    """A full pipe does not block the server."""
    reading, writing = os.pipe()
    count = 3 * monitoring.MAX_QUEUED_LINES
    with os.fdopen(reading) as reader, os.fdopen(writing, "w") as stream:
        handler = handler_to(stream)
        talking = threading.Thread(target=say_much, args=(handler, count), daemon=True)
        talking.start()
        talking.join(120)
        assert not talking.is_alive()
        read = [reader.readline() for _ in range(monitoring.MAX_QUEUED_LINES)]
        assert [line.split()[-1] for line in read] == [str(number) for number in range(len(read))]
        say(handler, "again")
        while not read[-1].endswith("again\n"):
            read.append(reader.readline())
        # The writer may make room in between, so that lines are lost in several groups.
        told = [line for line in read if "lines were lost" in line]
        lost = sum(int(line.strip().rpartition("=")[2]) for line in told)
        assert told and lost + len(read) - len(told) == count + 1


def test_flush_writes_all_lines_in_order() -> None:
    stream = io.StringIO()
    handler = handler_to(stream)
    for number in range(50):
        say(handler, f"line {number}")
    handler.flush()
    assert [line.split()[-1] for line in stream.getvalue().splitlines()] == [
        str(number) for number in range(50)
    ]


def test_handler_ignores_a_closed_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    stream = io.StringIO()
    handler = handler_to(stream)
    stream.close()
    say(handler, "unread")
    handler.flush()
    assert handler.queue.unfinished_tasks == 0
