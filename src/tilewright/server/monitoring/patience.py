"""Lines that never wait for whoever reads them.

A pipe that nobody reads is full after 64 kB, and whoever writes to it then stops. So a thread of
its own writes; what it cannot write is kept, up to a bound, and what is beyond that is counted.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from queue import Full, Queue
from typing import Final, TextIO

__all__ = ["PatientHandler"]

MOST_WAITING: Final = 10_000
"""Lines that are kept while nobody reads."""
LAST_SECONDS: Final = 1.0
"""How long the end of the process waits for what is left."""


class PatientHandler(logging.Handler):
    """Writes lines to a stream, in a thread."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._waiting: Queue[str] = Queue(MOST_WAITING)
        self._lost = 0
        threading.Thread(target=self._write_all, name="tilewright-log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Called with the handler's own lock held: lines stay in order."""
        try:
            if self._lost:
                self._waiting.put_nowait(self._tell_lost())
                self._lost = 0
            self._waiting.put_nowait(self.format(record))
        except Full:
            self._lost += 1

    def flush(self) -> None:
        """Wait a little until all is written; longer than that nobody is held up."""
        end = time.monotonic() + LAST_SECONDS
        while self._waiting.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.005)

    def _tell_lost(self) -> str:
        told = {"name": "tilewright.server", "levelno": logging.WARNING, "levelname": "WARNING"}
        text = {"msg": "lines were lost, for nobody read them", "lines": self._lost}
        return self.format(logging.makeLogRecord({**told, **text, "created": time.time()}))

    def _write_all(self) -> None:
        while True:
            line = self._waiting.get()
            # Whoever closed the other end does not want to know.
            with contextlib.suppress(OSError, ValueError):
                self._stream.write(line + "\n")
                self._stream.flush()
            self._waiting.task_done()
