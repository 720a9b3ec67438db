"""A server goes on when nobody reads what it writes about itself."""

from __future__ import annotations

import io
import logging
import os
import threading

from tilewright.server.monitoring import patience
from tilewright.server.monitoring.logs import TextLines
from tilewright.server.monitoring.patience import PatientHandler


def handler_to(stream: io.TextIOBase) -> PatientHandler:
    handler = PatientHandler(stream)  # type: ignore[arg-type]
    handler.setFormatter(TextLines())
    return handler


def say(handler: PatientHandler, text: str) -> None:
    record = logging.makeLogRecord({"msg": text, "levelname": "INFO", "name": "tilewright"})
    handler.handle(record)


def say_much(handler: PatientHandler, count: int) -> None:
    for number in range(count):
        say(handler, f"line {number}")


def test_nobody_who_logs_waits_for_whoever_reads() -> None:
    """A server that wrote into a pipe stood still after 496 requests."""
    reading, writing = os.pipe()
    count = 3 * patience.MOST_WAITING
    with os.fdopen(reading) as reader, os.fdopen(writing, "w") as stream:
        handler = handler_to(stream)
        talking = threading.Thread(target=say_much, args=(handler, count), daemon=True)
        talking.start()
        talking.join(120)
        assert not talking.is_alive()
        read = [reader.readline() for _ in range(patience.MOST_WAITING)]
        assert [line.split()[-1] for line in read] == [str(number) for number in range(len(read))]
        say(handler, "again")
        while not read[-1].endswith("again\n"):
            read.append(reader.readline())
        # The writer may find room for some in between, so that they are lost in several goes.
        told = [line for line in read if "lines were lost" in line]
        lost = sum(int(line.strip().rpartition("=")[2]) for line in told)
        assert told and lost + len(read) - len(told) == count + 1


def test_lines_come_out_in_order_and_before_the_end() -> None:
    stream = io.StringIO()
    handler = handler_to(stream)
    for number in range(50):
        say(handler, f"line {number}")
    handler.flush()
    assert [line.split()[-1] for line in stream.getvalue().splitlines()] == [
        str(number) for number in range(50)
    ]


def test_a_closed_stream_hurts_nobody() -> None:
    stream = io.StringIO()
    handler = handler_to(stream)
    stream.close()
    say(handler, "to nobody")
    handler.flush()
    assert handler._waiting.unfinished_tasks == 0
