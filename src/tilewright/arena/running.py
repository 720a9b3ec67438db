"""Playing all games of a schedule: interruptible, resumable, by whoever has hands free."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass

from tilewright.arena.external import Limits
from tilewright.arena.play import GameResult, check_bots, play_game
from tilewright.arena.schedule import Schedule
from tilewright.arena.settings import Settings
from tilewright.arena.sprt import Sprt, SprtState
from tilewright.arena.store import GamesFile
from tilewright.arena.workers import Prepare, Task, play_all
from tilewright.errors import InvalidOption

__all__ = ["ArenaRun", "Progress", "run_arena"]

Progress = Callable[[int, int, GameResult | None], None]
"""Called with the games finished, the games wanted, and the game that has just ended, if any."""


@dataclass(frozen=True)
class ArenaRun:
    """The games of an arena so far, and whether it came to its end."""

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
    ray: str | None = None,
) -> ArenaRun:
    """Play what is not yet in the games file. Ctrl-C ends it early with what there is.

    ``workers`` is the number of processes, all cores by default; 1 plays in this one. ``ray`` is
    the address of a Ray cluster to play on instead. ``prepare`` is called in every worker before
    its first game, to register games or bots of your own."""
    schedule = Schedule(settings)
    if sprt is not None and (settings.players, len(settings.bots)) != (2, 2):
        raise InvalidOption("sprt: expected two bots in a game of two players")
    check_bots(schedule)
    collected = _Collected(schedule, sprt)
    is_interrupted = False
    with ExitStack() as stack:
        store = (
            stack.enter_context(closing(GamesFile(games_file, schedule))) if games_file else None
        )
        for game in store.games.values() if store else ():
            collected.add(game)
        num_resumed = len(collected.games)
        todo = [index for index in range(len(schedule)) if index not in collected.games]
        report = on_progress or _silent
        try:
            report(num_resumed, len(schedule), None)
            if todo and not collected.is_decided:
                task = Task(settings, play_game, limits or Limits(), prepare)
                games = stack.enter_context(closing(play_all(task, todo, workers, ray)))
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
