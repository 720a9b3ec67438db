"""Plays games between bots and writes them as a data set. Runs can be interrupted and resumed."""

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
from tilewright.study.dataset import DataFolder, RecordedGame, require_observation

GAMES_PER_PART = 1000
SECONDS_PER_PART = 60.0
"""A killed writer loses at most this much work, and the games in progress."""

Progress = Callable[[int, int], None]
"""Callback that receives the number of finished and of requested games."""


@dataclass
class RunProgress:
    """Progress of a run, in games."""

    total: int
    before: int
    """Games in the folder when the run started."""
    done: int

    @property
    def is_complete(self) -> bool:
        """True if all games have been played."""
        return self.done == self.total


def generate(
    settings: Settings,
    folder: str | os.PathLike[str],
    *,
    workers: int | None = None,
    ray: str | None = None,
    prepare: Prepare | None = None,
    on_progress: Progress | None = None,
) -> RunProgress:
    """Play the games of the settings and add them to the folder.

    Games that the folder already contains are not played again.

    Ctrl-C stops the run without losing finished games. The same call resumes it.
    """
    schedule = Schedule(settings)
    require_observation(get_game(settings.game))
    check_bots(schedule)
    with closing(DataFolder(folder, settings)) as data:
        todo = [index for index in range(len(schedule)) if index not in data.done]
        progress = RunProgress(len(schedule), len(schedule) - len(todo), len(schedule) - len(todo))
        report = on_progress or _ignore_progress
        report(progress.done, progress.total)
        if todo:
            task = Task(settings, record_game, Limits(), prepare)
            with closing(play_all(task, todo, workers, ray)) as games:
                write_in_parts(data, games, progress, report)
    return progress


def _ignore_progress(done: int, total: int) -> None:
    pass


def write_in_parts(
    data: DataFolder, games: Iterable[RecordedGame], progress: RunProgress, report: Progress
) -> None:
    """Write games to the folder in parts of up to `GAMES_PER_PART`, until Ctrl-C."""
    part: list[RecordedGame] = []
    begun = time.monotonic()
    try:
        for game in games:
            part.append(game)
            progress.done += 1
            report(progress.done, progress.total)
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
) -> RecordedGame:
    """Play a scheduled game and record each mover's observation, action and search."""
    recorder = MoveRecorder(get_game(schedule.settings.game))
    result = play_game(schedule, index, limits, should_stop, recorder.write)
    # If a bot forfeits by an illegal move, that move does not count.
    return RecordedGame(result, *recorder.columns(result.plies))


class MoveRecorder:
    """Records the mover's observation, legal moves, action and search at each ply."""

    def __init__(self, game: Game) -> None:
        observation = require_observation(game)
        self._write = compiled(observation.write)
        self._write_mask = compiled(game.write_mask)
        self._sizes = observation.num_words, mask_size(game.num_actions)
        self._moves: list[tuple[int, Action]] = []
        self._words: list[tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]] = []
        self._considered: list[tuple[Candidate, ...]] = []

    def write(self, position: Position, bot: Bot, action: Action) -> None:
        """Record a position and the action chosen in it. Callback for ``play_game``."""
        seen, mask = (np.zeros(size, dtype=np.uint64) for size in self._sizes)
        self._write(position.state, position.mover, seen)
        self._write_mask(position.state, mask)
        self._moves.append((position.mover, action))
        self._words.append((seen, mask))
        self._considered.append(tuple(getattr(bot, "considered", ())))

    def columns(self, plies: int) -> tuple[Any, ...]:
        """Return the data of the first `plies` plies.

        Returns:
            The fields of ``RecordedGame`` that follow ``result``.
        """
        moves = np.array(self._moves[:plies], dtype=np.int64).reshape(plies, 2)
        blocks = (
            np.array([pair[place] for pair in self._words[:plies]], np.uint64).reshape(plies, size)
            for place, size in enumerate(self._sizes)
        )
        considered = tuple(self._considered[:plies])
        return moves[:, 0].astype(np.int8), moves[:, 1].astype(np.int32), *blocks, considered
