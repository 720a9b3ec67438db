"""Measures the speed of random games, from deal to final score, relative to a fixed yardstick.

Machines are noisy, so rounds of each game alternate with rounds of the yardstick, a loop of the
random number generator. Across runs, compare the ratios, not the absolute rates. Figures are
medians over the rounds.
"""

from __future__ import annotations

import os
import platform
import statistics
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import numpy as np

from tilewright.game import Game, Scores, States, Values
from tilewright.game.unbound import outcome, playout, setup
from tilewright.kernel import Word, compiled, kernel, mix, next_random, to_word

POLICY = "the bot random: each game's playout policy, as the games' pages describe it"
ROUNDS = 5


@kernel
def play_games(
    work: States,
    blank: States,
    seed: Word,
    num_games: int,
    players: int,
    options: Values,
    scores: Scores,
    ranks: Scores,
) -> int:
    """Deal, play at random and score ``num_games`` games. Returns the total number of plies.

    work, blank: record[1]; blank contains zeros.
    """
    plies = 0
    for index in range(num_games):
        work[0] = blank[0]
        setup(work[0], mix(seed + index), players, options)
        playout(work[0], mix(seed - index))
        outcome(work[0], scores, ranks)
        plies += int(work[0]["ply"])
    return plies


@kernel
def generate_words(seed: Word, steps: int) -> Word:
    """Generate a chain of `steps` random words. Returns the last word."""
    rng = seed
    for _ in range(steps):
        rng = mix(next_random(rng))
    return rng


@dataclass
class Workload:
    """A workload that is run and timed in chunks."""

    name: str
    run: Callable[[int], tuple[int, int]]
    """``run(chunk)`` runs a chunk of this size and returns ``(units, games)``."""
    chunk: int = 1
    rates: list[float] = field(default_factory=list[float])
    game_rates: list[float] = field(default_factory=list[float])

    def calibrate(self, seconds: float) -> None:
        """Compile, warm up, and choose a chunk size that takes about `seconds`."""
        self.run(1)
        while (elapsed := self._time_chunk()[0]) < seconds / 4:
            self.chunk *= 4
        self.chunk = max(1, int(self.chunk * seconds / elapsed))

    def run_round(self) -> None:
        """Run one chunk and store its rates per second."""
        elapsed, units, games = self._time_chunk()
        self.rates.append(units / elapsed)
        self.game_rates.append(games / elapsed)

    def _time_chunk(self) -> tuple[float, int, int]:
        """Run one chunk. Returns its seconds, units and games."""
        begin = time.perf_counter()
        units, games = self.run(self.chunk)
        return time.perf_counter() - begin, units, games


@dataclass(frozen=True)
class Row:
    """One row of the results."""

    game: str
    players: int
    threads: int
    plies_per_s: float
    games_per_s: float
    ns_per_ply: float
    state_bytes: int
    yardstick_ratio: float
    """Plies per step of the yardstick, in the same run."""
    spread: float
    """Half the range of the ratios over the rounds, divided by the median."""


def make_yardstick_workload() -> Workload:
    """Create the reference workload: steps of the random number generator."""
    loop = compiled(generate_words)

    def run(chunk: int) -> tuple[int, int]:
        loop(to_word(1), 1000 * chunk)
        return 1000 * chunk, 0

    return Workload("yardstick", run)


def make_workload(game: Game, players: int, threads: int) -> Workload:
    """Create a workload of random games on `threads` threads. Its unit is a ply."""
    rules = game.rules
    loop = compiled(play_games, setup=rules.setup, playout=rules.playout, outcome=rules.outcome)
    options = game.parse_options({}, players)
    calls = 0

    def play(seed: int, num_games: int) -> int:
        """Play games on one thread. Returns the number of plies."""
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        work, blank = game.new_state(), game.new_state()
        return loop(work, blank, to_word(seed), num_games, players, options, scores, ranks)

    def run(chunk: int) -> tuple[int, int]:
        """Play `chunk` games on every thread. Returns the total numbers of plies and games."""
        nonlocal calls
        calls += 1
        seeds = [(calls * threads + index) << 40 for index in range(threads)]
        return sum(_run_in_threads(play, seeds, chunk)), chunk * threads

    return Workload(f"{game.name}/{players}/{threads}", run)


def _run_in_threads(play: Callable[[int, int], int], seeds: list[int], chunk: int) -> list[int]:
    """Call ``play(seed, chunk)`` in one thread per seed.

    Returns the results in the order of `seeds`.
    """
    if len(seeds) == 1:
        return [play(seeds[0], chunk)]
    results = [0] * len(seeds)

    def run_thread(index: int) -> None:
        results[index] = play(seeds[index], chunk)

    workers = [threading.Thread(target=run_thread, args=(index,)) for index in range(len(seeds))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return results


def measure(workloads: list[Workload], seconds: float, rounds: int = ROUNDS) -> None:
    """Calibrate the workloads, then run them in alternation.

    Noise affects all of them equally.
    """
    for workload in workloads:
        workload.calibrate(seconds / rounds)
    for _ in range(rounds):
        for workload in workloads:
            workload.run_round()


def run_bench(
    games: Iterable[Game], seconds: float, on_progress: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Benchmark each game with every player and thread count.

    Args:
        games: The games.
        seconds: Duration per row of the report.
        on_progress: Called with a line of text before each row.

    Returns:
        A report as JSON data.
    """
    configurations = [
        (game, players, threads)
        for game in games
        for players in game.players
        for threads in sorted({1, os.cpu_count() or 1})
    ]
    rows: list[Row] = []
    for game, players, threads in configurations:
        on_progress(f"{game.name}, {players} players, {threads} thread{'s' if threads > 1 else ''}")
        reference, workload = make_yardstick_workload(), make_workload(game, players, threads)
        measure([reference, workload], seconds)
        rows.append(_make_row(game, players, threads, reference, workload))
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": describe_hardware(),
        "versions": {name: version(name) for name in ("numba", "numpy")},
        "policy": POLICY,
        "rows": [vars(row) for row in rows],
    }


def _make_row(
    game: Game, players: int, threads: int, reference: Workload, workload: Workload
) -> Row:
    """Create a row of results from the medians over the rounds of a workload."""
    rate = statistics.median(workload.rates)
    ratios = [ours / steps for ours, steps in zip(workload.rates, reference.rates, strict=True)]
    ratio = statistics.median(ratios)
    return Row(
        game=game.name,
        players=players,
        threads=threads,
        plies_per_s=rate,
        games_per_s=statistics.median(workload.game_rates),
        ns_per_ply=1e9 * threads / rate,
        state_bytes=game.dtype.itemsize,
        yardstick_ratio=ratio,
        spread=(max(ratios) - min(ratios)) / 2 / ratio,
    )


def describe_hardware() -> dict[str, Any]:
    """Return the CPU model, the number of cores and the operating system, as JSON data."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = (
                line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")
            )
            model = next(names, model)
    except OSError:
        pass
    return {"cpu": model, "cores": os.cpu_count(), "system": platform.system()}
