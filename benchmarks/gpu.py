"""Games on a GPU: builds all kernels, checks them against the CPU bit for bit, and times them.

    PYTHONPATH=src python benchmarks/gpu.py --json out.json

Each part runs in its own process, since one invalid address makes the GPU unusable for a process.
Results are written after every part, so an interrupted run does not lose them. With
``NUMBA_ENABLE_CUDASIM=1`` the same parts run on a few games, as a test.

Figures are medians over synchronous launches. A launch takes milliseconds for large sizes; for
small sizes the figures include the launch overhead.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numba
import numpy as np

from tilewright.envs.batch import Batch, make_layout
from tilewright.envs.batch_kernels import Layout, deal_game, first_seed, get_bindings, next_seed
from tilewright.envs.cuda import choose_block, choose_launch_config
from tilewright.game import MAX_PLAYERS, Game
from tilewright.game.unbound import outcome, playout
from tilewright.kernel import compiled, device, kernel
from tilewright.kernel.cuda import SIMULATED, copy_record, cuda
from tilewright.registry import GAMES

CHECKED_GAMES = 6 if SIMULATED else 100_000
CHECKED_SLOTS = 3 if SIMULATED else 4096
CHECKED_STEPS = 3 if SIMULATED else 150
SIZES = (2, 4) if SIMULATED else tuple(4**power for power in range(5, 12))  # 1,024 to 4,194,304
SIZE = 4 if SIMULATED else 2**20
BLOCK = 2 if SIMULATED else 128
SECONDS = 0.001 if SIMULATED else 0.1
SEED = 7
MOST_BYTES = 12 * 2**30
WARP = 32
FIRST_GAME = next(iter(GAMES))  # where any will do

Result = dict[str, Any]


# --- Kernels ------------------------------------------------------------------------------------


@kernel
def play_game(work, index, blank, seed, players, options, scores, ranks):
    """Deal a game, play it at random and score it; return the number of plies."""
    deal_game(work, index, blank, seed, players, options)
    playout(work[index], next_seed(seed))
    outcome(work[index], scores, ranks)
    return int(work[index]["ply"])


@kernel
def play_games(start, end, states, blank, seed, players, options):
    """Deal and play out the games from `start` to `end` on the CPU, to compare them with the
    GPU's."""
    for index in range(start, end):
        first = first_seed(seed, index)
        deal_game(states, index, blank, first, players, options)
        playout(states[index], next_seed(first))


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the Numba type of a record; the simulator needs NumPy's."""
    return dtype if SIMULATED else numba.from_dtype(dtype)


@cache
def make_final_states_kernel(game: Game) -> Any:
    """Build a CUDA kernel that plays one game per thread and stores its final state."""
    record = record_type(game.dtype)
    deal, play = device(deal_game, **get_bindings(game)), device(game.rules.playout)
    begin, following = device(first_seed), device(next_seed)

    @cuda.jit
    def grid(states, blank, seed, players, options):
        """Play the game of this thread and store its final state."""
        index = cuda.grid(1)
        if index < len(states):
            work = cuda.local.array(1, record)
            first = begin(seed, index)
            deal(work, 0, blank, first, players, options)
            play(work[0], following(first))
            copy_record(work[0], states, index)

    return grid


@cache
def make_playout_kernel(game: Game, block: int) -> Any:
    """Build a CUDA kernel that plays and scores one game per thread in shared memory."""
    record = record_type(game.dtype)
    play, begin = device(play_game, **get_bindings(game)), device(first_seed)

    @cuda.jit
    def grid(blank, seed, players, options, plies):
        """Play the game of this thread and store its number of plies."""
        index = cuda.grid(1)
        if index < len(plies):
            scores = cuda.local.array(MAX_PLAYERS, np.int64)
            ranks = cuda.local.array(MAX_PLAYERS, np.int64)
            work = cuda.shared.array(block, record)
            place = cuda.threadIdx.x
            plies[index] = play(
                work, place, blank, begin(seed, index), players, options, scores, ranks
            )

    return grid


@cache
def make_action_kernel(game: Game) -> Any:
    """Build a CUDA kernel that chooses a random legal action for each state."""
    choose, begin = device(game.rules.random_action), device(first_seed)

    @cuda.jit
    def grid(states, seed, actions):
        """Choose a random legal action for the state of this thread."""
        index = cuda.grid(1)
        if index < len(states):
            action, _rng = choose(states[index], begin(seed, index))
            actions[index] = action

    return grid


# --- Measuring ----------------------------------------------------------------------------------


def time_launches(launch: Callable[[], Any]) -> list[float]:
    """Time launches of a kernel after a first one, which may compile. Returns the seconds of
    each."""
    launch()
    cuda.synchronize()
    times: list[float] = []
    while len(times) < 3 or (sum(times) < SECONDS and len(times) < 200):
        begin = time.perf_counter()
        launch()
        cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return times


def summarise_rate(units: float, times: list[float]) -> Result:
    """Return units per second, ms per launch and the relative spread."""
    median = statistics.median(times)
    spread = (max(times) - min(times)) / 2 / median
    return {"per_s": units / median, "ms": 1e3 * median, "spread": spread}


def count_blocks(threads: int, block: int) -> int:
    """Return how many blocks of `block` threads are needed for `threads` threads."""
    return -(-threads // block)


# --- Whole games --------------------------------------------------------------------------------


def measure_games(game: Game, size: int, players: int | None = None) -> Result:
    """Measure complete games with the playout policy, from deal to score."""
    layout = make_layout(game, size, players, {})
    block = BLOCK if SIMULATED else choose_block(game.dtype.itemsize)
    grid = make_playout_kernel(game, block)
    blank = cuda.to_device(np.zeros(1, game.dtype))
    plies = cuda.device_array(size, np.int64)
    options = to_options(layout)

    def launch() -> None:
        """Launch the kernel once for all games."""
        grid[count_blocks(size, block), block](
            blank, np.uint64(SEED), layout.players, options, plies
        )

    launch()
    counts = plies.copy_to_host()
    result = summarise_rate(int(counts.sum()), time_launches(launch))
    return {
        "size": size,
        "players": layout.players,
        "block": block,
        "plies_per_s": result.pop("per_s"),
        "games_per_s": size / result["ms"] * 1e3,
        **result,
        "mean_plies": float(counts.mean()),
        "warp_fill": compute_warp_efficiency(counts),
    }


def compute_warp_efficiency(plies: np.ndarray) -> float:
    """Return the share of a warp's time in which it does not wait for its longest game."""
    whole = plies[: len(plies) // WARP * WARP].reshape(-1, WARP)
    return float(whole.mean() / whole.max(axis=1).mean()) if len(whole) else 1.0


def to_options(layout: Layout) -> Any:
    """Copy the options to the GPU; empty options become one zero."""
    return cuda.to_device(layout.options if layout.options.size else np.zeros(1, np.int64))


def run_games_part(game: Game, players: int, result: Result) -> None:
    """Measure complete games by their number and by the number of players."""
    result["curve"] = [measure_games(game, size) for size in SIZES]
    result["players"] = {count: measure_games(game, SIZE, count) for count in game.players}


# --- Steps --------------------------------------------------------------------------------------


def measure_batch(game: Game, size: int) -> Result:
    """Measure ``Batch.step`` with masks and observations, including validation of the actions."""
    batch = Batch(game, size, seed=1, device="cuda")
    return time_steps(batch, batch.step)


def time_steps(batch: Batch, step: Callable[[Any], Any]) -> Result:
    """Time steps of a batch with random actions, without choosing them. Returns rates and ms."""
    choose, actions = make_action_kernel(batch.game), cuda.device_array(batch.size, np.int32)
    times: list[float] = []
    for index in range(2 if SIMULATED else 90):
        choose[count_blocks(batch.size, BLOCK), BLOCK](batch.states, np.uint64(index), actions)
        cuda.synchronize()
        begin = time.perf_counter()
        step(actions)
        cuda.synchronize()
        times.append(time.perf_counter() - begin)
    # Games that were dealt together are in the same phase for a while: the mean over all phases.
    timed = times[1:] if SIMULATED else times[10:]
    mean, median = statistics.mean(timed), statistics.median(timed)
    return {
        "size": batch.size,
        "steps_per_s": batch.size / mean,
        "steps_per_s_median": batch.size / median,
        "ms": 1e3 * mean,
        "ms_least": 1e3 * min(timed),
        "ms_most": 1e3 * max(timed),
    }


def run_steps_part(game: Game, players: int, result: Result) -> None:
    """Measure steps by batch size."""
    layout = make_layout(game, 1, None, {})
    sizes = [size for size in SIZES if size * layout.num_bytes < MOST_BYTES]
    result["bytes_per_slot"] = layout.num_bytes
    result["stage"] = choose_launch_config(layout)._asdict()
    result["curve"] = [measure_batch(game, size) for size in sizes]


def run_playouts_part(game: Game, players: int, result: Result) -> None:
    """Measure ``Batch.playout`` from freshly dealt games."""
    size = SIZE // 4
    batch = Batch(game, size, seed=1, device="cuda")
    plies = int(batch.playout(4).plies.copy_to_host().sum())
    found = summarise_rate(plies, time_launches(lambda: batch.playout(4)))
    result.update(size=size, rounds=4, plies_per_s=found.pop("per_s"), **found)


# --- Checks -------------------------------------------------------------------------------------


def check_games(game: Game, players: int, result: Result) -> None:
    """Compare the final states of random games on GPU and CPU, byte for byte."""
    layout = make_layout(game, CHECKED_GAMES, players, {})
    begin = time.perf_counter()
    states, blank = cuda.device_array(CHECKED_GAMES, game.dtype), np.zeros(1, game.dtype)
    make_final_states_kernel(game)[count_blocks(CHECKED_GAMES, BLOCK), BLOCK](
        states, cuda.to_device(blank), np.uint64(SEED), players, to_options(layout)
    )
    theirs = states.copy_to_host()
    middle = time.perf_counter()
    ours = run_on_cpu(play_games, layout, SEED)
    same = ours.tobytes() == theirs.tobytes()
    differing = [] if same else np.flatnonzero(ours != theirs)[:5].tolist()
    result.update(
        games=CHECKED_GAMES,
        plies=int(ours["ply"].sum()),
        all_over=bool(ours["over"].all()),
        same=same,
        first_differing=differing,
        gpu_s=middle - begin,
        cpu_s=time.perf_counter() - middle,
    )


def run_on_cpu(kernel: Callable[..., Any], layout: Layout, seed: int) -> np.ndarray:
    """Run a kernel on ranges of games on all CPU cores. Returns the final states."""
    states = np.zeros(layout.size, layout.game.dtype)
    blank = np.zeros(1, layout.game.dtype)
    play = compiled(kernel, **layout.bindings)
    parts = os.cpu_count() or 1
    bounds = [layout.size * part // parts for part in range(parts + 1)]
    with ThreadPoolExecutor(parts) as pool:
        jobs = [
            pool.submit(
                play, start, end, states, blank, np.uint64(seed), layout.players, layout.options
            )
            for start, end in pairwise(bounds)
        ]
        for job in jobs:
            job.result()
    return states


def check_batches(game: Game, players: int, result: Result) -> None:
    """Play the same actions in a batch on CPU and GPU and compare all results, byte for byte."""
    ours = Batch(game, CHECKED_SLOTS, players, seed=3)
    theirs = Batch(game, CHECKED_SLOTS, players, seed=3, device="cuda")
    choose, actions = make_action_kernel(game), cuda.device_array(CHECKED_SLOTS, np.int32)
    games, same = 0, True
    for index in range(CHECKED_STEPS):
        choose[count_blocks(CHECKED_SLOTS, BLOCK), BLOCK](theirs.states, np.uint64(index), actions)
        mine, other = ours.step(actions.copy_to_host()), theirs.step(actions)
        games += int(mine.dones.sum())
        for a, b in zip(mine, other, strict=True):
            same = same and a.tobytes() == b.copy_to_host().tobytes()
    same = same and ours.states.tobytes() == theirs.states.copy_to_host().tobytes()
    for a, b in zip(ours.playout(2), theirs.playout(2), strict=True):
        same = same and a.tobytes() == b.copy_to_host().tobytes()
    result.update(slots=CHECKED_SLOTS, steps=CHECKED_STEPS, games=games, same=same)


# --- Other libraries ----------------------------------------------------------------------------


def run_sharing_part(game: Game, players: int, result: Result) -> None:
    """Check that PyTorch, CuPy and JAX use a batch's memory without a copy."""
    batch = Batch(game, 1024, seed=1, device="cuda")
    pointer = batch.masks.__cuda_array_interface__["data"][0]
    result["torch"] = call_or_describe_error(lambda: share_with_torch(batch, pointer))
    result["cupy"] = call_or_describe_error(lambda: share_with_cupy(batch, pointer))
    result["jax"] = call_or_describe_error(lambda: share_with_jax(batch, pointer))


def call_or_describe_error(function: Callable[[], Any]) -> Any:
    """Call a function and return its result; if it raises, return the error as a text."""
    try:
        return function()
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:300]}"


def share_with_torch(batch: Batch, pointer: int) -> Result:
    """Check that PyTorch reads a batch's masks and writes its actions and rewards without a
    copy."""
    import torch

    masks = torch.as_tensor(batch.masks, device="cuda")
    first = masks.view(torch.int64)[:, 0].cpu().numpy().view(np.uint64)
    same = bool((first == batch.masks.copy_to_host()[:, 0]).all())
    choose = make_action_kernel(batch.game)
    actions = torch.zeros(batch.size, dtype=torch.int32, device="cuda")
    choose[8, 128](batch.states, np.uint64(1), cuda.as_cuda_array(actions))
    batch.step(actions)
    out = batch.new_buffers()._replace(
        rewards=torch.zeros(batch.size, batch.players, dtype=torch.float32, device="cuda")
    )
    choose[8, 128](batch.states, np.uint64(2), cuda.as_cuda_array(actions))
    batch.step(actions, out=out)
    return {
        "no_copy": masks.data_ptr() == pointer,
        "dtype": str(masks.dtype),
        "same": same,
        "steps_by_its_tensors": True,
    }


def share_with_cupy(batch: Batch, pointer: int) -> Result:
    """Check that CuPy reads a batch's masks without a copy."""
    import cupy

    masks = cupy.asarray(batch.masks)
    same = bool((masks.get() == batch.masks.copy_to_host()).all())
    return {"no_copy": masks.data.ptr == pointer, "dtype": str(masks.dtype), "same": same}


def share_with_jax(batch: Batch, pointer: int) -> Result:
    """Check that JAX reads a batch's masks without a copy."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import cupy
    import jax

    jax.config.update("jax_enable_x64", True)
    masks = jax.dlpack.from_dlpack(cupy.asarray(batch.masks))
    same = bool((np.asarray(masks) == batch.masks.copy_to_host()).all())
    found = masks.unsafe_buffer_pointer()
    return {"no_copy": found == pointer, "dtype": str(masks.dtype), "same": same}


# --- All of it ----------------------------------------------------------------------------------


def run_machine_part(game: Game, players: int, result: Result) -> None:
    """Record hardware and software."""
    result.update(
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        python=platform.python_version(),
        simulated=SIMULATED,
        cpu_cores=os.cpu_count(),
        versions={name: find_version(name) for name in PACKAGES},
    )
    if not SIMULATED:
        device = cuda.get_current_device()
        name = device.name
        result["gpu"] = name.decode() if isinstance(name, bytes) else str(name)
        result["compute_capability"] = list(device.compute_capability)
        result["nvidia_smi"] = call_or_describe_error(query_nvidia_smi)
        result["copy_bytes_per_s"] = call_or_describe_error(measure_copy)


PACKAGES = (
    "numpy",
    "numba",
    "numba-cuda",
    "cuda-bindings",
    "cuda-core",
    "torch",
    "jax",
    "cupy-cuda13x",
)


def find_version(name: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def query_nvidia_smi() -> Result:
    """Return the GPU's name, driver, memory, clock and power limit from nvidia-smi."""
    fields = "name,driver_version,memory.total,clocks.max.sm,power.limit"
    done = subprocess.run(
        ["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return dict(zip(fields.split(","), done.stdout.strip().split(", "), strict=False))


def measure_copy() -> float:
    """Return the bytes per second of a large copy in GPU memory, an upper bound for steps."""
    words = 2**28
    source, target = (cuda.device_array(words, np.uint64) for _ in range(2))
    median = statistics.median(time_launches(lambda: target.copy_to_device(source)))
    return 2 * 8 * words / median


Part = Callable[[Game, int, Result], None]
"""``part(game, players, result)`` writes each finding into ``result`` at once."""


def run_part(part: Part, name: str, players: int) -> tuple[Result, str | None]:
    """Run a part in this process. Returns ``(results, error)``; the error is None if it
    succeeded."""
    result: Result = {}
    try:
        part(GAMES[name], players, result)
    except Exception as error:
        traceback.print_exc(limit=8)
        return result, f"{type(error).__name__}: {error}"[:2000]
    return result, None


class Report:
    """The results so far, written to a file after every part."""

    def __init__(self, path: Path, minutes: float) -> None:
        self.path, self.begin, self.limit = path, time.perf_counter(), 60 * minutes
        self.results: Result = {"left_out": []}
        self.results.update(self.run("the machine", run_machine_part, FIRST_GAME))

    def run(self, label: str, part: Part, name: str, players: int = 0) -> Result:
        """Run a part in its own process, unless the time is up. Returns its results and records its
        error."""
        spent = time.perf_counter() - self.begin
        if spent > self.limit:
            self.results["left_out"].append(label)
            return {}
        print(f"{spent:6.1f} s  {label}", flush=True)
        result, fault = run_part_in_process(part, name, players)
        if fault:
            self.results.setdefault("faults", {})[label] = fault
        return result

    def save(self) -> None:
        self.results["seconds"] = time.perf_counter() - self.begin
        self.path.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")


def run_part_in_process(part: Part, name: str, players: int) -> tuple[Result, str | None]:
    """Run a part in a new process. If the process crashes, it has no results but an error."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(run_part, part, name, players).result()
        except BrokenProcessPool as error:
            return {}, f"the process died: {error}"


def run_checks(report: Report, game: Game, result: Result) -> None:
    """Compare GPU and CPU for each number of players, and write the results to the report."""
    checks = result.setdefault("checks", {})
    for players in game.players:
        found = checks.setdefault(str(players), {})
        for name, check in (("games", check_games), ("batches", check_batches)):
            label = f"{game.name}, {players} players: {name}"
            found[name] = report.run(label, check, game.name, players)
            print(f"          {found[name]}", flush=True)
            report.save()


def run_timings(report: Report, game: Game, result: Result) -> None:
    """Measure games, steps and playouts of a game, and write the results to the report."""
    parts = {"games": run_games_part, "step": run_steps_part, "playout": run_playouts_part}
    for name, part in parts.items():
        result[name] = report.run(f"{game.name}: {name}", part, game.name)
        report.save()


def print_summary(results: Result) -> None:
    """Print the rates of the largest sizes, and what was left out or failed."""
    for name, found in results["games"].items():
        print(name)
        for way in found.get("games", {}).get("curve", [])[-3:]:
            print(f"  {way['plies_per_s']:.3g} plies/s, {way['size']} games at once")
        step = found.get("step", {})
        for way in step.get("curve", [])[-3:]:
            print(f"  {way['steps_per_s']:.3g} steps/s, batch of {way['size']}")
        print(f"  {found.get('playout', {}).get('plies_per_s', 0):.3g} plies/s, Batch.playout")
    print("left out:", results["left_out"], "faults:", results.get("faults"))


def main() -> None:
    """Run the checks, then the timings, and write the report. Exits with 1 if a check failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0, help="start no part after so long")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, with commas between")
    args = parser.parse_args()
    report = Report(args.json, args.minutes)
    chosen = {name: GAMES[name] for name in args.games.split(",")}
    results = report.results["games"] = {name: {} for name in chosen}
    for name, game in chosen.items():
        run_checks(report, game, results[name])
    if not SIMULATED:
        report.results["sharing"] = report.run("other libraries", run_sharing_part, FIRST_GAME)
    for name, game in chosen.items():
        run_timings(report, game, results[name])
    print_summary(report.results)
    same = all(
        part.get("same", False)
        for found in results.values()
        for check in found["checks"].values()
        for part in check.values()
    )
    sys.exit(0 if same and "faults" not in report.results else 1)


if __name__ == "__main__":
    main()
