"""The GPU: builds all grids, checks them against the CPU bit for bit, and times them.

    PYTHONPATH=src python benchmarks/gpu.py --json out.json

One call does everything. Each part runs in a process of its own, since one bad address spoils all
that a process still wants of the GPU; results are written after every part, so that a call cut
short leaves what it had found. What is compared, and in which ways grids were written, is in
`gpu_grids.py`. Under ``NUMBA_ENABLE_CUDASIM=1`` the same parts run on a
handful of games, to show that they work.

Figures are medians over launches, each waited for; a launch takes milliseconds where the size is
large, and where it is small its cost is part of what is measured.
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
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import gpu_grids as grids
import numpy as np
from gpu_grids import SIMULATED, cuda

from tilewright.envs.batch import Batch, make_layout
from tilewright.envs.grids import (
    SHARED_BYTES,
    Grids,
    Stage,
    choose_block,
    choose_stage,
    row_sizes,
)
from tilewright.envs.layout import Layout
from tilewright.game import Game
from tilewright.kernel import compiled
from tilewright.registry import GAMES

CHECKED_GAMES = 6 if SIMULATED else 100_000
CHECKED_SLOTS = 3 if SIMULATED else 4096
CHECKED_STEPS = 3 if SIMULATED else 150
SIZES = (2, 4) if SIMULATED else tuple(4**power for power in range(5, 12))  # 1,024 to 4,194,304
SIZE = 4 if SIMULATED else 2**20
BLOCKS = (2, 4) if SIMULATED else (32, 64, 128, 256, 512)
BLOCK = 2 if SIMULATED else 128
REGISTERS = (64,) if SIMULATED else (128, 64, 48, 32)
ROUNDS = (1, 2) if SIMULATED else (1, 4, 16)
SECONDS = 0.001 if SIMULATED else 0.1
SEED = 7
SORT_BY = {"my-shelfie": "goals"}  # what games of a warp might be alike in
MOST_BYTES = 12 * 2**30
WARP = 32
FIRST_GAME = next(iter(GAMES))  # where any will do

Result = dict[str, Any]


# --- Measuring ----------------------------------------------------------------------------------


def time_launches(launch: Callable[[], Any]) -> list[float]:
    """Seconds of each launch, the first one (which may compile) left out."""
    launch()
    cuda.synchronize()
    times: list[float] = []
    while len(times) < 3 or (sum(times) < SECONDS and len(times) < 200):
        begin = time.perf_counter()
        launch()
        cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return times


def rate(units: float, times: list[float]) -> Result:
    median = statistics.median(times)
    spread = (max(times) - min(times)) / 2 / median
    return {"per_s": units / median, "ms": 1e3 * median, "spread": spread}


def resources(grid: Any, block: int) -> Result:
    """What the compiler made of a grid, and how many threads fit onto a multiprocessor."""
    if SIMULATED:
        return {}
    registers = max(grid.get_regs_per_thread().values())
    shared = max(grid.get_shared_mem_per_block().values())
    return {
        "registers": registers,
        "local_bytes": max(grid.get_local_mem_per_thread().values()),
        "shared_bytes": shared,
        "occupancy": occupancy(registers, shared, block),
    }


def occupancy(registers: int, shared: int, block: int) -> float:
    """The share of a multiprocessor's 2048 threads that can be at work at once (Hopper)."""
    warps = -(-block // WARP)
    by_registers = 65536 // (-(-registers // 8) * 8 * WARP) // warps
    by_shared = 227 * 1024 // (shared + 1024)
    return min(by_registers, by_shared, 2048 // (warps * WARP), 32) * warps * WARP / 2048


def blocks_for(threads: int, block: int) -> int:
    return -(-threads // block)


# --- Whole games --------------------------------------------------------------------------------


def measure_fused(
    game: Game,
    size: int,
    players: int | None = None,
    rounds: int = 1,
    block: int = BLOCK,
    sort_by: str | None = None,
    **ways: Any,
) -> Result:
    """Games from the deal to the score, by the playout policy."""
    layout = make_layout(game, size, players, {})
    grid = grids.fused_games(game, block=block, **ways)
    lanes = ways.get("lanes", 1)
    dtype = grids.padded(game.dtype) if ways["memory"] == "padded" else game.dtype
    states = cuda.device_array(size if ways["memory"] == "global" else 1, dtype)
    order = cuda.to_device(sort_games(layout, sort_by) if sort_by else np.arange(size))
    blank = cuda.to_device(np.zeros(1, dtype))
    plies, wins = (cuda.device_array(size, np.int64) for _ in range(2))
    options = to_options(layout)

    def launch() -> None:
        grid[blocks_for(size * lanes, block), block](
            states, blank, np.uint64(SEED), order, rounds, layout.players, options, plies, wins
        )

    begin = time.perf_counter()
    launch()
    counts = plies.copy_to_host()
    build = time.perf_counter() - begin
    result = rate(int(counts.sum()), time_launches(launch))
    games = size if ways.get("is_flat") else size * rounds
    return {
        "size": size,
        "players": layout.players,
        "rounds": rounds,
        "block": block,
        "sort_by": sort_by,
        **ways,
        "plies_per_s": result.pop("per_s"),
        "games_per_s": games / result["ms"] * 1e3,
        **result,
        "mean_plies": float(counts.mean()) / (1 if ways.get("is_flat") else rounds),
        "warp_fill": warp_fill(counts),
        "build_s": build,
        **resources(grid, block),
    }


def warp_fill(plies: np.ndarray) -> float:
    """The share of a warp's plies that are not spent waiting for its longest game."""
    whole = plies[: len(plies) // WARP * WARP].reshape(-1, WARP)
    return float(whole.mean() / whole.max(axis=1).mean()) if len(whole) else 1.0


def sort_games(layout: Layout, field: str) -> np.ndarray:
    """The numbers of the games, those that are dealt alike in a field side by side."""
    states = on_cpu(grids.deal_games, layout, SEED)
    return np.lexsort(states[field].reshape(layout.size, -1).T).astype(np.int64)


def to_options(layout: Layout) -> Any:
    return cuda.to_device(layout.options if layout.options.size else np.zeros(1, np.int64))


def fused_part(game: Game, players: int, result: Result) -> None:
    """Ways of keeping the record first, then whatever else was tried, by the best of them."""
    block = choose_block(game.dtype.itemsize + 16) if not SIMULATED else BLOCK
    ways = result["memory"] = measured(
        measure_fused,
        [
            {"memory": "global"},
            {"memory": "local"},
            {"memory": "shared", "block": block},
            {"memory": "padded", "block": block},
        ],
        game,
        SIZE,
    )
    best = find_best(ways, "plies_per_s")
    chosen = {"memory": best["memory"], "block": best["block"]}
    result["lone_lane"] = attempt(
        lambda: measure_fused(game, SIZE // WARP or 1, lanes=WARP, **chosen)
    )
    result["flat"] = attempt(lambda: measure_fused(game, SIZE, rounds=256, is_flat=True, **chosen))
    if game.name in SORT_BY:
        field = SORT_BY[game.name]
        result["sorted"] = attempt(lambda: measure_fused(game, SIZE, sort_by=field, **chosen))
    result["rounds"] = [
        measure_fused(game, SIZE // rounds, rounds=rounds, **chosen) for rounds in ROUNDS
    ]
    limits = [{**chosen, "max_registers": limit} for limit in REGISTERS]
    result["registers"] = measured(measure_fused, limits, game, SIZE)
    blocks = [
        {"memory": memory, "block": size}
        for memory in ("local", "shared")
        for size in BLOCKS
        if memory == "local" or size * game.dtype.itemsize <= SHARED_BYTES
    ]
    result["blocks"] = measured(measure_fused, blocks, game, SIZE)
    result["curve"] = [measure_fused(game, size, **chosen) for size in SIZES]
    result["players"] = {
        count: measure_fused(game, SIZE, count, **chosen) for count in game.players
    }


def measured(measure: Callable[..., Result], ways: list[Result], *args: Any) -> list[Result]:
    """The measure taken in each of the ways; one that cannot be launched says so."""
    results = []
    for way in ways:
        found = attempt(partial(measure, *args, **way))
        results.append(found if isinstance(found, dict) else {**way, "fault": found})
    return results


def find_best(results: list[Result], name: str) -> Result:
    return max((result for result in results if name in result), key=lambda found: found[name])


# --- Steps --------------------------------------------------------------------------------------


def measure_batch(game: Game, size: int) -> Result:
    """``Batch.step`` with mask and observation, the check of the actions included."""
    batch = Batch(game, size, seed=1, device="cuda")
    return time_steps(batch, batch.step)


def measure_step_grid(game: Game, size: int, stage: Stage, **ways: Any) -> Result:
    """The grid alone, with other things kept in shared memory."""
    batch = Batch(game, size, seed=1, device="cuda")
    layout, slots, out = batch._layout, batch._slots, batch._own
    grid = make_step(game, stage)
    slots._fault.copy_to_device(slots._no_fault)

    def step(actions: Any) -> None:
        grid[blocks_for(size, stage.block), stage.block](
            slots.states,
            slots._blank,
            slots.seeds,
            actions,
            slots._options,
            layout.sign,
            slots._fault,
            *out,
        )

    found = time_steps(batch, step)
    return {**stage._asdict(), **found, **resources(grid, stage.block)}


@cache
def make_step(game: Game, stage: Stage) -> Any:
    return Grids(make_layout(game, 1, None, {}), stage).step


def time_steps(batch: Batch, step: Callable[[Any], Any]) -> Result:
    """Steps by random actions, which are chosen outside the clock."""
    choose, actions = grids.choose_actions(batch.game), cuda.device_array(batch.size, np.int32)
    times: list[float] = []
    for index in range(2 if SIMULATED else 90):
        choose[blocks_for(batch.size, BLOCK), BLOCK](batch.states, np.uint64(index), actions)
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


def list_stages(layout: Layout) -> list[Stage]:
    """What might be kept in shared memory, as far as there is room."""
    sizes = row_sizes(layout)
    kept = [(False,) * 3, (True, False, False), (False, True, True), (True, True, False)]
    kept += [(True, False, True), (True, True, True)]
    stages = []
    for flags in kept:
        total = sum(size for size, flag in zip(sizes, flags, strict=True) if flag)
        largest = choose_block(total)
        stages += [Stage(block, *flags) for block in (largest, largest // 2) if block >= WARP]
    return stages[:3] if SIMULATED else stages


def step_part(game: Game, players: int, result: Result) -> None:
    """Steps by size, and what to keep in shared memory."""
    layout = make_layout(game, 1, None, {})
    sizes = [size for size in SIZES if size * layout.num_bytes < MOST_BYTES]
    result["bytes_per_slot"] = layout.num_bytes
    result["stage"] = choose_stage(layout)._asdict()
    result["curve"] = [measure_batch(game, size) for size in sizes]
    size = max(size for size in sizes if size <= SIZE)
    stages = [{"stage": stage} for stage in list_stages(layout)]
    result["grids"] = measured(measure_step_grid, stages, game, size)


def playout_part(game: Game, players: int, result: Result) -> None:
    """``Batch.playout`` from freshly dealt games."""
    size = SIZE // 4
    batch = Batch(game, size, seed=1, device="cuda")
    plies = int(batch.playout(4).plies.copy_to_host().sum())
    found = rate(plies, time_launches(lambda: batch.playout(4)))
    result.update(size=size, rounds=4, plies_per_s=found.pop("per_s"), **found)


# --- Checks -------------------------------------------------------------------------------------


def check_games(game: Game, players: int, result: Result) -> None:
    """The last states of so many random games, on the GPU and on the CPU, byte for byte."""
    layout = make_layout(game, CHECKED_GAMES, players, {})
    begin = time.perf_counter()
    states, blank = cuda.device_array(CHECKED_GAMES, game.dtype), np.zeros(1, game.dtype)
    grids.final_states(game)[blocks_for(CHECKED_GAMES, BLOCK), BLOCK](
        states, cuda.to_device(blank), np.uint64(SEED), players, to_options(layout)
    )
    theirs = states.copy_to_host()
    middle = time.perf_counter()
    ours = on_cpu(grids.play_games, layout, SEED)
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


def on_cpu(kernel: Callable[..., Any], layout: Layout, seed: int) -> np.ndarray:
    """What a kernel makes of all games, on all cores."""
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
    """The same actions in a batch on the CPU and one on the GPU: everything, byte for byte."""
    ours = Batch(game, CHECKED_SLOTS, players, seed=3)
    theirs = Batch(game, CHECKED_SLOTS, players, seed=3, device="cuda")
    choose, actions = grids.choose_actions(game), cuda.device_array(CHECKED_SLOTS, np.int32)
    games, same = 0, True
    for index in range(CHECKED_STEPS):
        choose[blocks_for(CHECKED_SLOTS, BLOCK), BLOCK](theirs.states, np.uint64(index), actions)
        mine, other = ours.step(actions.copy_to_host()), theirs.step(actions)
        games += int(mine.dones.sum())
        for a, b in zip(mine, other, strict=True):
            same = same and a.tobytes() == b.copy_to_host().tobytes()
    same = same and ours.states.tobytes() == theirs.states.copy_to_host().tobytes()
    for a, b in zip(ours.playout(2), theirs.playout(2), strict=True):
        same = same and a.tobytes() == b.copy_to_host().tobytes()
    result.update(slots=CHECKED_SLOTS, steps=CHECKED_STEPS, games=games, same=same)


# --- Other libraries ----------------------------------------------------------------------------


def sharing_part(game: Game, players: int, result: Result) -> None:
    """Whether PyTorch, CuPy and JAX see a batch's memory without a copy."""
    batch = Batch(game, 1024, seed=1, device="cuda")
    pointer = batch.masks.__cuda_array_interface__["data"][0]
    result["torch"] = attempt(lambda: share_with_torch(batch, pointer))
    result["cupy"] = attempt(lambda: share_with_cupy(batch, pointer))
    result["jax"] = attempt(lambda: share_with_jax(batch, pointer))


def attempt(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:300]}"


def share_with_torch(batch: Batch, pointer: int) -> Result:
    import torch

    masks = torch.as_tensor(batch.masks, device="cuda")
    first = masks.view(torch.int64)[:, 0].cpu().numpy().view(np.uint64)
    same = bool((first == batch.masks.copy_to_host()[:, 0]).all())
    choose = grids.choose_actions(batch.game)
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
    import cupy

    masks = cupy.asarray(batch.masks)
    same = bool((masks.get() == batch.masks.copy_to_host()).all())
    return {"no_copy": masks.data.ptr == pointer, "dtype": str(masks.dtype), "same": same}


def share_with_jax(batch: Batch, pointer: int) -> Result:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import cupy
    import jax

    jax.config.update("jax_enable_x64", True)
    masks = jax.dlpack.from_dlpack(cupy.asarray(batch.masks))
    same = bool((np.asarray(masks) == batch.masks.copy_to_host()).all())
    found = masks.unsafe_buffer_pointer()
    return {"no_copy": found == pointer, "dtype": str(masks.dtype), "same": same}


# --- All of it ----------------------------------------------------------------------------------


def machine_part(game: Game, players: int, result: Result) -> None:
    """What all this was measured on."""
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
        result["nvidia_smi"] = attempt(ask_nvidia_smi)
        result["copy_bytes_per_s"] = attempt(measure_copy)


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
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def ask_nvidia_smi() -> Result:
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
    """Bytes read and written by a large copy within the GPU's memory, the roof of all steps."""
    words = 2**28
    source, to = (cuda.device_array(words, np.uint64) for _ in range(2))
    median = statistics.median(time_launches(lambda: to.copy_to_device(source)))
    return 2 * 8 * words / median


Part = Callable[[Game, int, Result], None]
"""``part(game, players, result)`` writes what it finds into ``result``, as it finds it."""


def run_part(part: Part, name: str, players: int) -> tuple[Result, str | None]:
    """A part in this process: what it found until its end or its fault, and the fault."""
    result: Result = {}
    try:
        part(GAMES[name], players, result)
    except Exception as error:
        traceback.print_exc(limit=8)
        return result, f"{type(error).__name__}: {error}"[:2000]
    return result, None


class Report:
    """The results so far, on disk after every part."""

    def __init__(self, path: Path, minutes: float) -> None:
        self.path, self.begin, self.limit = path, time.perf_counter(), 60 * minutes
        self.results: Result = {"left_out": []}
        self.results.update(self.run("the machine", machine_part, FIRST_GAME))

    def run(self, label: str, part: Part, name: str, players: int = 0) -> Result:
        """One part in a process of its own, unless the time is up; its fault is a result, too."""
        spent = time.perf_counter() - self.begin
        if spent > self.limit:
            self.results["left_out"].append(label)
            return {}
        print(f"{spent:6.1f} s  {label}", flush=True)
        result, fault = run_apart(part, name, players)
        if fault:
            self.results.setdefault("faults", {})[label] = fault
        return result

    def save(self) -> None:
        self.results["seconds"] = time.perf_counter() - self.begin
        self.path.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")


def run_apart(part: Part, name: str, players: int) -> tuple[Result, str | None]:
    """A part in a fresh process; one that dies altogether has found nothing."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(run_part, part, name, players).result()
        except BrokenProcessPool as error:
            return {}, f"the process died: {error}"


def run_checks(report: Report, game: Game, result: Result) -> None:
    checks = result.setdefault("checks", {})
    for players in game.players:
        found = checks.setdefault(str(players), {})
        for name, check in (("games", check_games), ("batches", check_batches)):
            label = f"{game.name}, {players} players: {name}"
            found[name] = report.run(label, check, game.name, players)
            print(f"          {found[name]}", flush=True)
            report.save()


def run_timings(report: Report, game: Game, result: Result) -> None:
    parts = {"fused": fused_part, "step": step_part, "playout": playout_part}
    for name, part in parts.items():
        result[name] = report.run(f"{game.name}: {name}", part, game.name)
        report.save()


def print_summary(results: Result) -> None:
    for name, found in results["games"].items():
        print(name)
        for way in found.get("fused", {}).get("memory", []):
            print(f"  {way['memory']:8} {way.get('plies_per_s', 0):.3g} plies/s")
        step = found.get("step", {})
        for way in step.get("grids", []):
            kept = [key for key, value in way.items() if key.startswith("keeps") and value]
            print(f"  {way.get('steps_per_s', 0):.3g} steps/s, {way.get('block')}, {kept}")
        for way in step.get("curve", [])[-3:]:
            print(f"  {way['steps_per_s']:.3g} steps/s, batch of {way['size']}")
        print(f"  {found.get('playout', {}).get('plies_per_s', 0):.3g} plies/s, Batch.playout")
    print("left out:", results["left_out"], "faults:", results.get("faults"))


def main() -> None:
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
        report.results["sharing"] = report.run("other libraries", sharing_part, FIRST_GAME)
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
