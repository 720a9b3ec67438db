"""Plays all games of a schedule on all cores. Runs can be interrupted and resumed."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Event
from typing import Generic, TypeVar

from tilewright.arena.external import Limits
from tilewright.arena.play import GameResult, check_bots, play_game
from tilewright.arena.schedule import Schedule, Settings
from tilewright.arena.stats import Sprt, SprtState
from tilewright.errors import InvalidOption, TextError
from tilewright.jobs import Prepare, run_jobs
from tilewright.jobs.checkpoint import Checkpoint
from tilewright.kernel import may_compile
from tilewright.registry import get_game
from tilewright.runtime.jit import runtime_of
from tilewright.text import parse_json
from tilewright.version import __version__

T = TypeVar("T")

Progress = Callable[[int, int, GameResult | None], None]
"""Callback that receives the finished and requested number of games, and the latest game."""

FORMAT = "arena games 1"


# --- The games file -------------------------------------------------------------------------------


class GamesFile(Checkpoint[GameResult]):
    """A games file, opened for reading and appending. ``games`` has its games by index.

    Raises:
        TilewrightError: The file is in use, or has other settings.
        TextError: A line before the last is damaged, or a game does not match the schedule.
    """

    def __init__(self, path: str | os.PathLike[str], schedule: Schedule) -> None:
        settings = schedule.settings.as_json()
        del settings["games"]  # a longer run continues with the games of a shorter one
        header = {"tilewright": FORMAT, "version": __version__, "settings": settings}
        super().__init__(path, header, _decode_line, kind="arena", title="games file of an arena")
        self.games = {game.index: game for game in self.items}
        for number, game in enumerate(self.items, 2):
            fixture = schedule.fixture(game.index) if game.index >= 0 else None
            if fixture is None or (fixture.seed, fixture.entries) != (game.seed, game.entries):
                self.close()
                raise TextError(f"{path}: game {game.index} is not of this schedule", number)


def _decode_line(line: bytes) -> GameResult:
    return GameResult.from_json(parse_json(line))


# --- Jobs ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task(Generic[T]):
    """The job of playing one game of a schedule, given its index."""

    settings: Settings
    play: Callable[[Schedule, int, Limits, Callable[[], bool]], T]
    """``play(schedule, index, limits, should_stop)`` plays one game and returns its result."""
    limits: Limits
    prepare: Prepare | None = None

    def __call__(self, index: int, stop: Event) -> T:
        """Play the `index`-th game."""
        return self.play(self._schedule, index, self.limits, stop.is_set)

    @cached_property
    def _schedule(self) -> Schedule:
        return Schedule(self.settings)


def play_all(
    task: Task[T], indexes: list[int], workers: int | None = None, ray: str | None = None
) -> Generator[T, None, None]:
    """Play the games in `indexes` and yield their results as they finish.

    See ``jobs.run_jobs`` for `workers` and `ray`.
    """
    prepare = partial(_prepare, task.prepare, task.settings)
    if ray is None:
        _compile_rules(task.settings)
    threads = task.settings.threads
    return run_jobs(task, indexes, workers=workers, ray=ray, prepare=prepare, cores_per_job=threads)


def _prepare(prepare_worker: Prepare | None, settings: Settings) -> None:
    """Call `prepare_worker`, if given, then compile the rules if necessary."""
    if prepare_worker is not None:
        prepare_worker()
    _compile_rules(settings)


def _compile_rules(settings: Settings) -> None:
    """Compile the rules if bots have a time limit, so that compiling does not use it up."""
    if settings.seconds is not None and may_compile():
        runtime_of(get_game(settings.game)).compile()


# --- A run --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArenaRun:
    """The games of an arena run, finished or not."""

    schedule: Schedule
    games: list[GameResult]
    """Games by index; with an SPRT, only those up to its decision."""
    num_resumed: int
    """Number of games loaded from the games file."""
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
    ray: str | None = None,
) -> ArenaRun:
    """Play the games of an arena until all are played or Ctrl-C is pressed.

    Games in the games file are not played again.

    Args:
        settings: The settings of the arena.
        workers: Number of processes, by default one per core; 1 plays in this process.
        games_file: File that stores finished games, so that the run can be resumed.
        sprt: Test that ends the run once it is decided; requires two bots and two players.
        on_progress: Called at the start and after each game.
        prepare: Called in every worker before its first game, to register your own games or bots.
        limits: Limits for bots.
        ray: Address of a Ray cluster to play on instead.
    """
    schedule = Schedule(settings)
    if sprt is not None and (settings.players, len(settings.bots)) != (2, 2):
        raise InvalidOption("sprt: expected two bots in a game of two players")
    check_bots(schedule)
    collector = _GameCollector(schedule, sprt)
    is_interrupted = False
    with ExitStack() as stack:
        store = (
            stack.enter_context(closing(GamesFile(games_file, schedule))) if games_file else None
        )
        for game in store.games.values() if store else ():
            collector.add(game)
        num_resumed = len(collector.games)
        todo = [index for index in range(len(schedule)) if index not in collector.games]
        report = on_progress or _ignore_progress
        try:
            report(num_resumed, len(schedule), None)
            if todo and not collector.is_decided:
                task = Task(settings, play_game, limits or Limits(), prepare)
                games = stack.enter_context(closing(play_all(task, todo, workers, ray)))
                for game in games:
                    if store:
                        store.append(game)
                    collector.add(game)
                    report(len(collector.games), len(schedule), game)
                    if collector.is_decided:
                        break
        except KeyboardInterrupt:
            is_interrupted = True
    return ArenaRun(schedule, collector.list_games(), num_resumed, collector.sprt, is_interrupted)


def _ignore_progress(done: int, total: int, game: GameResult | None) -> None:
    pass


class _GameCollector:
    """Collects finished games. The SPRT evaluates them in order of their index, so that its result
    does not depend on the number of processes."""

    def __init__(self, schedule: Schedule, sprt: Sprt | None) -> None:
        self.games: dict[int, GameResult] = {}
        self.sprt = SprtState(sprt) if sprt else None
        self._num_games = len(schedule)
        self._next = 0

    def add(self, game: GameResult) -> None:
        """Add a finished game, and pass the pairs that are now complete to the SPRT."""
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

    def list_games(self) -> list[GameResult]:
        """Return the games by index. With a decided SPRT, only those up to its decision."""
        last = self._next if self.is_decided else self._num_games
        return [self.games[index] for index in sorted(self.games) if index < last]
