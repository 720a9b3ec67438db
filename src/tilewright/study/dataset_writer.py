"""Games between bots as data to learn from, written in parts; a run can be interrupted and
resumed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.arena import Limits, Settings, play_game
from tilewright.arena.play import check_bots
from tilewright.arena.runner import Task, play_all
from tilewright.arena.schedule import Schedule
from tilewright.bots import Bot
from tilewright.game import Action, Game, mask_size
from tilewright.jobs import Prepare
from tilewright.kernel import compiled
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.search.bot import Candidate
from tilewright.study.dataset import DataFolder, KeptGame, observation_of

GAMES_PER_PART = 1000
SECONDS_PER_PART = 60.0
"""Interval between parts: a killed writer loses this much, and the games under way."""

Progress = Callable[[int, int], None]
"""Called with the games that are done and the games wanted."""


@dataclass
class RunProgress:
    """Progress of a run: games wanted, games at its beginning, games now."""

    wanted: int
    before: int
    """Games in the folder when the run began."""
    done: int

    @property
    def is_complete(self) -> bool:
        return self.done == self.wanted


def generate(
    settings: Settings,
    folder: str | os.PathLike[str],
    *,
    workers: int | None = None,
    ray: str | None = None,
    prepare: Prepare | None = None,
    on_progress: Progress | None = None,
) -> RunProgress:
    """Play the games that are not in the folder yet, until Ctrl-C.

    Games played before an interruption are kept; the same call continues from there.
    """
    schedule = Schedule(settings)
    observation_of(get_game(settings.game))
    check_bots(schedule)
    with closing(DataFolder(folder, settings)) as data:
        todo = [index for index in range(len(schedule)) if index not in data.done]
        tally = RunProgress(len(schedule), len(schedule) - len(todo), len(schedule) - len(todo))
        report = on_progress or _silent
        report(tally.done, tally.wanted)
        if todo:
            task = Task(settings, record_game, Limits(), prepare)
            with closing(play_all(task, todo, workers, ray)) as games:
                write_parts(data, games, tally, report)
    return tally


def _silent(done: int, wanted: int) -> None:
    pass


def write_parts(
    data: DataFolder, games: Iterable[KeptGame], tally: RunProgress, report: Progress
) -> None:
    """Write games as they come, until Ctrl-C, in parts that are large or a minute old."""
    part: list[KeptGame] = []
    begun = time.monotonic()
    try:
        for game in games:
            part.append(game)
            tally.done += 1
            report(tally.done, tally.wanted)
            if len(part) >= GAMES_PER_PART or time.monotonic() - begun >= SECONDS_PER_PART:
                data.add(part)
                part, begun = [], time.monotonic()
    except KeyboardInterrupt:
        pass
    finally:
        data.add(part)


# --- One game -----------------------------------------------------------------------------------


def record_game(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> KeptGame:
    """Play one game of the schedule and record the movers' observations."""
    diary = MoveRecorder(get_game(schedule.settings.game))
    result = play_game(schedule, index, limits, should_stop, diary.write)
    # A bot may have forfeited by its last move, which then never was one.
    return KeptGame(result, *diary.columns(result.plies))


class MoveRecorder:
    """The mover's observation, moves and search at each ply."""

    def __init__(self, game: Game) -> None:
        observation = observation_of(game)
        self._write = compiled(observation.write)
        self._write_mask = compiled(game.write_mask)
        self._sizes = observation.num_words, mask_size(game.num_actions)
        self._moves: list[tuple[int, Action]] = []
        self._words: list[tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]] = []
        self._considered: list[tuple[Candidate, ...]] = []

    def write(self, position: Position, bot: Bot, action: Action) -> None:
        """Record a ply: a callback for the arena."""
        seen, mask = (np.zeros(size, dtype=np.uint64) for size in self._sizes)
        self._write(position.state, position.mover, seen)
        self._write_mask(position.state, mask)
        self._moves.append((position.mover, action))
        self._words.append((seen, mask))
        self._considered.append(tuple(getattr(bot, "considered", ())))

    def columns(self, plies: int) -> tuple[Any, ...]:
        """Return the columns of the first moves."""
        moves = np.array(self._moves[:plies], dtype=np.int64).reshape(plies, 2)
        blocks = (
            np.array([pair[place] for pair in self._words[:plies]], np.uint64).reshape(plies, size)
            for place, size in enumerate(self._sizes)
        )
        considered = tuple(self._considered[:plies])
        return moves[:, 0].astype(np.int8), moves[:, 1].astype(np.int32), *blocks, considered
