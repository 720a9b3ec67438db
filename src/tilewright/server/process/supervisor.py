"""Several web processes on one socket, and somebody who looks after them."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Final

from tilewright.errors import TilewrightError
from tilewright.server.monitoring.logs import configure_logs, log
from tilewright.server.process.homes import Homes, hallway
from tilewright.server.settings import Settings

__all__ = ["Supervisor"]

# A fresh interpreter for each: threads and locks of this one must not be copied.
processes = multiprocessing.get_context("spawn")
STOP_SECONDS: Final = 10.0


@dataclass(eq=False)
class Worker:
    """A web process and the pipe to it. When either end of the pipe dies, the other knows."""

    number: int
    process: SpawnProcess
    pipe: Connection
    started: float
    is_ready: bool = False

    @classmethod
    def start(cls, settings: Settings, listener: socket.socket, homes: Homes) -> Worker:
        ours, theirs = processes.Pipe()
        process = processes.Process(target=work, args=(settings, listener, theirs, homes))
        process.start()
        theirs.close()
        return cls(homes.here, process, ours, time.monotonic())

    def end(self) -> None:
        """Let it finish what is under way; one that does not end is killed."""
        self.process.join(STOP_SECONDS)
        if self.process.exitcode is None:
            log.error("worker does not stop", extra={"pid": self.process.pid})
            self.process.kill()
            self.process.join()
        self.pipe.close()


PATIENCE: Final = 1.0
"""Seconds a worker must have lived to be replaced at once: a broken one must not spin."""


class Supervisor:
    """The workers of a server. One that dies is replaced; its clients come back by themselves."""

    def __init__(
        self, settings: Settings, listener: socket.socket, on_ready: Callable[[], None]
    ) -> None:
        self._settings, self._listener, self._on_ready = settings, listener, on_ready
        self._workers: list[Worker] = []
        self._stopping, self._stop = processes.Pipe(duplex=False)
        self._is_ready = False
        self._hallway = Path()
        """The folder in which every worker has a door for the others, and what it has counted."""

    def run(self) -> None:
        """Keep the workers alive until a signal says stop."""
        configure_logs(self._settings.log_format)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop.send_bytes(b"stop"))
        with hallway() as self._hallway:
            try:
                for place in range(self._settings.workers):
                    self._add(place)
                while not self._stopping.poll():
                    self._look_after()
            finally:
                self._end()

    def _add(self, number: int) -> None:
        homes = Homes(self._hallway, self._settings.workers, number)
        worker = Worker.start(self._settings, self._listener, homes)
        self._workers.append(worker)
        log.info("worker started", extra={"pid": worker.process.pid})

    def _look_after(self) -> None:
        """Wait until something happens to somebody, and see to it."""
        watched: list[Any] = [self._stopping, *(worker.pipe for worker in self._workers)]
        happened = wait(watched)
        for worker in [worker for worker in self._workers if worker.pipe in happened]:
            try:
                worker.pipe.recv_bytes()
                self._ready(worker)
            except (EOFError, OSError):
                self._replace(worker)

    def _ready(self, worker: Worker) -> None:
        worker.is_ready = True
        if not self._is_ready and all(worker.is_ready for worker in self._workers):
            self._is_ready = True
            self._on_ready()

    def _replace(self, worker: Worker) -> None:
        worker.end()
        self._workers.remove(worker)
        if self._stopping.poll():
            return
        if not self._is_ready and not worker.is_ready:
            raise TilewrightError("expected every worker to start; found one that could not")
        found = {"pid": worker.process.pid, "status": worker.process.exitcode}
        log.error("worker died", extra=found)
        lived = time.monotonic() - worker.started
        if not self._stopping.poll(max(0.0, PATIENCE - lived)):
            self._add(worker.number)

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()


def work(settings: Settings, listener: socket.socket, pipe: Connection, homes: Homes) -> None:
    """The life of one worker, in its own process."""
    from tilewright.server.process.serving import WebServer

    # Ctrl-C in a terminal reaches everybody; the one who looks after us says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = WebServer(settings, lambda: pipe.send_bytes(b"ready"), homes)
    threading.Thread(target=stop_without_parent, args=(pipe, server.stop), daemon=True).start()
    server.run([listener])


def stop_without_parent(pipe: Connection, stop: Callable[[], None]) -> None:
    """Nobody would replace or stop an orphan, and it would keep the port."""
    with contextlib.suppress(EOFError, OSError):
        pipe.recv_bytes()
    stop()
