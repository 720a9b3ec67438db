"""Playing all games of a schedule: in this process or on all cores, interruptible, resumable."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from typing import Any

from tilewright.arena.external import Limits
from tilewright.arena.play import GameResult, check_bots, play_game
from tilewright.arena.schedule import Schedule
from tilewright.arena.settings import Settings
from tilewright.arena.sprt import Sprt, SprtState
from tilewright.arena.store import GamesFile
from tilewright.engine import engine_of
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.registry import get_game

__all__ = ["ArenaRun", "Progress", "num_cores", "run_arena"]

MAX_WORKERS = 256
ORPHAN_SECONDS = 2.0

Progress = Callable[[int, int, GameResult | None], None]
"""Called with the games finished, the games wanted, and the game that has just ended, if any."""
Prepare = Callable[[], None]


@dataclass(frozen=True)
class ArenaRun:
    """What has been played."""

    schedule: Schedule
    games: list[GameResult]
    """By number. With a test: those up to the decision, whatever else was under way."""
    num_resumed: int
    """How many games were already in the games file."""
    sprt: SprtState | None
    is_interrupted: bool

    @property
    def is_finished(self) -> bool:
        decided = self.sprt is not None and self.sprt.decision is not None
        return decided or len(self.games) == len(self.schedule)


def run_arena(
    settings: Settings,
    *,
    workers: int | None = None,
    games_file: str | os.PathLike[str] | None = None,
    sprt: Sprt | None = None,
    on_progress: Progress | None = None,
    prepare: Prepare | None = None,
    limits: Limits | None = None,
) -> ArenaRun:
    """Play what is not yet in the games file. Ctrl-C ends it early with what there is.

    ``workers`` is the number of processes, all cores by default; 1 plays in this one. ``prepare``
    is called in every worker before its first game, to register games or bots of your own."""
    schedule = Schedule(settings)
    if sprt is not None and (settings.players, len(settings.bots)) != (2, 2):
        raise InvalidOption("sprt: expected two bots in a game of two players")
    check_bots(schedule)
    collected = _Collected(schedule, sprt)
    is_interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(GamesFile(games_file, schedule)) if games_file else None
        for game in store.games.values() if store else ():
            collected.add(game)
        num_resumed = len(collected.games)
        todo = [index for index in range(len(schedule)) if index not in collected.games]
        report = on_progress or _silent
        try:
            report(num_resumed, len(schedule), None)
            if todo and not collected.is_decided:
                task = _Task(settings, limits or Limits(), prepare)
                games = stack.enter_context(closing(_play_all(task, todo, workers)))
                for game in games:
                    if store:
                        store.append(game)
                    collected.add(game)
                    report(len(collected.games), len(schedule), game)
                    if collected.is_decided:
                        break
        except KeyboardInterrupt:
            is_interrupted = True
    return ArenaRun(schedule, collected.counted(), num_resumed, collected.sprt, is_interrupted)


def num_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _silent(done: int, total: int, game: GameResult | None) -> None:
    pass


class _Collected:
    """Finished games. A test looks at them in the order of their numbers, not as they come in, so
    its answer does not depend on how many processes play."""

    def __init__(self, schedule: Schedule, sprt: Sprt | None) -> None:
        self.games: dict[int, GameResult] = {}
        self.sprt = SprtState(sprt) if sprt else None
        self._num_games = len(schedule)
        self._next = 0

    def add(self, game: GameResult) -> None:
        if game.index < self._num_games:
            self.games[game.index] = game
        while self.sprt and not self.is_decided and self._has_next_pair():
            pair = [self.games[self._next], self.games[self._next + 1]]
            self.sprt.add(sum(game.places[game.entries.index(1)] == 1 for game in pair) / 2)
            self._next += 2

    def _has_next_pair(self) -> bool:
        return self._next in self.games and self._next + 1 in self.games

    @property
    def is_decided(self) -> bool:
        return self.sprt is not None and self.sprt.decision is not None

    def counted(self) -> list[GameResult]:
        last = self._next if self.is_decided else self._num_games
        return [self.games[index] for index in sorted(self.games) if index < last]


# --- Who plays ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Task:
    """What a worker has to know."""

    settings: Settings
    limits: Limits
    prepare: Prepare | None


def _play_all(
    task: _Task, todo: list[int], workers: int | None
) -> Generator[GameResult, None, None]:
    """All these games as they end. Closing the iterator stops them."""
    count = num_cores() if workers is None else workers
    if not 1 <= count <= MAX_WORKERS:
        raise InvalidOption(f"workers: expected 1 to {MAX_WORKERS}; found {count}")
    _warm_up(task.settings)
    count = min(count, len(todo))
    return _play_here(task, todo) if count == 1 else _play_in_pool(task, todo, count)


def _warm_up(settings: Settings) -> None:
    """A bot that plays by the clock must not meet rules that are still being compiled."""
    if settings.seconds is not None and os.environ.get("TILEWRIGHT_JIT") != "0":
        engine_of(get_game(settings.game)).compile()


def _play_here(task: _Task, todo: list[int]) -> Generator[GameResult, None, None]:
    schedule = Schedule(task.settings)
    for index in todo:
        yield play_game(schedule, index, task.limits)


def _play_in_pool(task: _Task, todo: list[int], workers: int) -> Generator[GameResult, None, None]:
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _start_worker, (task, stop))
    try:
        yield from _feed(pool, iter(todo), 2 * workers)
    except BrokenProcessPool as error:
        raise TilewrightError(
            "a worker process has died; was it killed, or out of memory? "
            "With a games file, the same command goes on from the last finished game"
        ) from error
    finally:
        # Workers look at the event between moves, so this takes one move and not one game.
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _feed(
    pool: ProcessPoolExecutor, todo: Iterator[int], window: int
) -> Generator[GameResult, None, None]:
    """Keep a few games waiting for each worker, no more: a test may stop any moment."""
    with _interrupts_ignored():
        pending = _submit(pool, islice(todo, window))
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= _submit(pool, islice(todo, len(done)))
        for future in done:
            yield future.result()


def _submit(pool: ProcessPoolExecutor, indices: Iterable[int]) -> set[Future[GameResult]]:
    return {pool.submit(_play_in_worker, index) for index in indices}


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started in here are deaf to Ctrl-C, even while they are still importing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- In a worker --------------------------------------------------------------------------------

_orphaned = threading.Event()
_playing: tuple[Schedule, Limits, Any] | None = None


def _start_worker(task: _Task, stop: Any) -> None:
    global _playing  # noqa: PLW0603  # a pool hands its workers nothing but globals
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if task.prepare is not None:
        task.prepare()
    _warm_up(task.settings)
    _playing = Schedule(task.settings), task.limits, stop


def _leave_with_parent() -> None:
    """A pool's workers would outlive a parent that was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _orphaned.set()
        time.sleep(ORPHAN_SECONDS)  # enough to end the programs it has started
        os._exit(1)


def _play_in_worker(index: int) -> GameResult:
    assert _playing is not None
    schedule, limits, stop = _playing
    return play_game(schedule, index, limits, lambda: _orphaned.is_set() or stop.is_set())
