"""The GPU: builds all grids, checks them against the CPU bit for bit, and times them.

    PYTHONPATH=src python benchmarks/gpu.py --json out.json

One call does everything. Results are written after every part, so that a call cut short leaves what
it had found. What is compared, and in which ways grids were written, is in `gpu_grids.py`. Under
``NUMBA_ENABLE_CUDASIM=1`` the same parts run on a handful of games, to show that they work.

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
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import Any

import gpu_grids as grids
import numpy as np
from gpu_grids import SIMULATED, cuda

from tilewright.envs.batch import Batch, make_layout
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
REGISTERS = (64, 40) if SIMULATED else (128, 64, 48, 40, 32)
ROUNDS = (1, 2) if SIMULATED else (1, 4, 16)
SECONDS = 0.001 if SIMULATED else 0.15
MOST_BYTES = 12 * 2**30
WARP = 32

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
    layout: Layout, size: int, rounds: int = 1, block: int = BLOCK, **ways: Any
) -> Result:
    """Games from the deal to the score, by the playout policy."""
    begin = time.perf_counter()
    grid = grids.fused_games(layout, block=block, **ways)
    lanes = ways.get("lanes", 1)
    dtype = layout.game.dtype
    if ways.get("memory") == "padded":
        dtype = grids.padded(dtype)
    states = cuda.device_array(size if ways.get("memory") == "global" else 1, dtype)
    blank = cuda.to_device(np.zeros(1, dtype))
    plies, wins = (cuda.device_array(size, np.int64) for _ in range(2))
    options = to_options(layout)

    def launch() -> None:
        grid[blocks_for(size * lanes, block), block](
            states, blank, np.uint64(1), rounds, options, plies, wins
        )

    launch()
    cuda.synchronize()
    build = time.perf_counter() - begin
    counts = plies.copy_to_host()
    result = rate(int(counts.sum()), time_launches(launch))
    games = size if ways.get("is_flat") else size * rounds
    return {
        "size": size,
        "rounds": rounds,
        "block": block,
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


def to_options(layout: Layout) -> Any:
    return cuda.to_device(layout.options if layout.options.size else np.zeros(1, np.int64))


def fused_part(layout: Layout, result: Result) -> None:
    """Ways of keeping the record first, then whatever else was tried, by the best of them."""
    shared_block = max(1, min(BLOCK, grids.STATIC_SHARED // (layout.game.dtype.itemsize + 16)))
    shared_block = max(1, shared_block // WARP * WARP) if not SIMULATED else BLOCK
    ways = result["memory"] = [
        measure_fused(layout, SIZE, memory="global"),
        measure_fused(layout, SIZE, memory="local"),
        measure_fused(layout, SIZE, memory="shared", block=shared_block),
        measure_fused(layout, SIZE, memory="padded", block=shared_block),
    ]
    best = max(ways, key=lambda way: way["plies_per_s"])
    chosen = {"memory": best["memory"]}
    block = best["block"]
    result["lone_lane"] = measure_fused(
        layout, SIZE // WARP or 1, block=block, lanes=WARP, **chosen
    )
    result["flat"] = measure_fused(layout, SIZE, rounds=256, block=block, is_flat=True, **chosen)
    result["rounds"] = [
        measure_fused(layout, SIZE // rounds, rounds=rounds, block=block, **chosen)
        for rounds in ROUNDS
    ]
    result["registers"] = [
        measure_fused(layout, SIZE, block=block, max_registers=limit, **chosen)
        for limit in REGISTERS
    ]
    if best["memory"] in ("global", "local"):
        result["blocks"] = [measure_fused(layout, SIZE, block=size, **chosen) for size in BLOCKS]
    result["curve"] = [measure_fused(layout, size, block=block, **chosen) for size in SIZES]


def players_part(game: Game, result: Result, memory: str, block: int) -> None:
    result["players"] = {
        players: measure_fused(
            make_layout(game, SIZE, players, {}), SIZE, block=block, memory=memory
        )
        for players in game.players
    }


# --- Steps --------------------------------------------------------------------------------------


def measure_batch(layout: Layout, size: int) -> Result:
    """``Batch.step`` with mask and observation, the check of the actions included."""
    batch = Batch(layout.game, size, layout.players, seed=1, device="cuda")
    choose = grids.choose_actions(layout)
    actions = cuda.device_array(size, np.int32)
    times: list[float] = []
    for index in range(200):
        choose[blocks_for(size, BLOCK), BLOCK](batch.states, np.uint64(index), actions)
        cuda.synchronize()
        begin = time.perf_counter()
        batch.step(actions)
        cuda.synchronize()
        times.append(time.perf_counter() - begin)
        if SIMULATED or (index >= 60 and sum(times[10:]) > SECONDS):
            break
    timed = times[len(times) // 4 :]
    result = rate(size, timed)
    return {"size": size, "steps_per_s": result.pop("per_s"), **result}


def measure_step_grid(layout: Layout, staging: str, block: int, **ways: Any) -> Result:
    """The grid alone, in one of the ways it can be written."""
    size = layout.size
    batch = Batch(layout.game, size, layout.players, seed=1, device="cuda")
    slots, out = batch._slots, batch._own
    grid, choose = grids.step_games(layout, staging, block, **ways), grids.choose_actions(layout)
    actions = cuda.device_array(size, np.int32)
    slots._fault.copy_to_device(slots._no_fault)
    times: list[float] = []
    for index in range(2 if SIMULATED else 80):
        choose[blocks_for(size, BLOCK), BLOCK](batch.states, np.uint64(index), actions)
        cuda.synchronize()
        begin = time.perf_counter()
        grid[blocks_for(size, block), block](
            slots.states,
            slots._blank,
            slots.seeds,
            actions,
            slots._options,
            layout.sign,
            slots._fault,
            *out,
        )
        cuda.synchronize()
        times.append(time.perf_counter() - begin)
    result = rate(size, times[len(times) // 4 :])
    return {
        "staging": staging,
        "size": size,
        "block": block,
        **ways,
        "steps_per_s": result.pop("per_s"),
        **result,
        **resources(grid, block),
    }


def step_part(layout: Layout, result: Result) -> None:
    """Steps by size, and the ways to write them."""
    sizes = [size for size in SIZES if size * bytes_per_slot(layout) < MOST_BYTES]
    result["bytes_per_slot"] = bytes_per_slot(layout)
    result["curve"] = [measure_batch(layout, size) for size in sizes]
    size = max(size for size in sizes if size <= SIZE)
    sized = make_layout(layout.game, size, layout.players, {})
    ways = [("bare", BLOCK), ("global", BLOCK), ("local", BLOCK), ("masks", BLOCK)]
    ways += [("shared", block) for block in (32, 64, 128) if grids.fits_in_shared(layout, block)]
    result["grids"] = [measure_step_grid(sized, staging, block) for staging, block in ways]
    best = max(result["grids"][1:], key=lambda way: way["steps_per_s"])
    result["blocks"] = [
        measure_step_grid(sized, best["staging"], block)
        for block in BLOCKS
        if best["staging"] != "shared"
    ]
    result["registers"] = [
        measure_step_grid(sized, best["staging"], best["block"], max_registers=limit)
        for limit in REGISTERS[1:]
    ]


def bytes_per_slot(layout: Layout) -> int:
    return make_layout(layout.game, 1, layout.players, {}).num_bytes


def playout_part(layout: Layout, result: Result) -> None:
    """``Batch.playout`` from freshly dealt games."""
    size = SIZE // 4
    batch = Batch(layout.game, size, layout.players, seed=1, device="cuda")
    plies = int(batch.playout(4).plies.copy_to_host().sum())
    times = time_launches(lambda: batch.playout(4))
    measured = rate(plies, times)
    result.update(size=size, rounds=4, plies_per_s=measured.pop("per_s"), **measured)


# --- Checks -------------------------------------------------------------------------------------


def check_games(game: Game, players: int) -> Result:
    """The last states of so many random games, on the GPU and on the CPU, byte for byte."""
    layout = make_layout(game, CHECKED_GAMES, players, {})
    begin = time.perf_counter()
    states = cuda.device_array(CHECKED_GAMES, game.dtype)
    grids.final_states(layout)[blocks_for(CHECKED_GAMES, BLOCK), BLOCK](
        states, cuda.to_device(np.zeros(1, game.dtype)), np.uint64(7), 0, to_options(layout)
    )
    theirs = states.copy_to_host()
    middle = time.perf_counter()
    ours = play_on_cpu(layout, 7)
    same = ours.tobytes() == theirs.tobytes()
    differing = [] if same else np.flatnonzero(ours != theirs)[:5].tolist()
    return {
        "games": CHECKED_GAMES,
        "plies": int(ours["ply"].sum()),
        "all_over": bool(ours["over"].all()),
        "same": same,
        "first_differing": differing,
        "gpu_s": middle - begin,
        "cpu_s": time.perf_counter() - middle,
    }


def play_on_cpu(layout: Layout, seed: int) -> np.ndarray:
    states = np.zeros(layout.size, layout.game.dtype)
    blank = np.zeros(1, layout.game.dtype)
    play = compiled(grids.play_games, **layout.bindings)
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


def check_batches(game: Game, players: int) -> Result:
    """The same actions in a batch on the CPU and one on the GPU: everything, byte for byte."""
    ours = Batch(game, CHECKED_SLOTS, players, seed=3)
    theirs = Batch(game, CHECKED_SLOTS, players, seed=3, device="cuda")
    layout = make_layout(game, CHECKED_SLOTS, players, {})
    choose, actions = grids.choose_actions(layout), cuda.device_array(CHECKED_SLOTS, np.int32)
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
    return {"slots": CHECKED_SLOTS, "steps": CHECKED_STEPS, "games": games, "same": same}


# --- Other libraries ----------------------------------------------------------------------------


def check_sharing() -> Result:
    """Whether PyTorch, CuPy and JAX see a batch's memory without a copy."""
    batch = Batch("my-shelfie", 1024, seed=1, device="cuda")
    pointer = batch.masks.__cuda_array_interface__["data"][0]
    return {
        "torch": attempt(lambda: share_with_torch(batch, pointer)),
        "cupy": attempt(lambda: share_with_cupy(batch, pointer)),
        "jax": attempt(lambda: share_with_jax(batch, pointer)),
    }


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
    layout = make_layout(batch.game, batch.size, batch.players, {})
    actions = torch.zeros(batch.size, dtype=torch.int32, device="cuda")
    grids.choose_actions(layout)[8, 128](batch.states, np.uint64(1), cuda.as_cuda_array(actions))
    batch.step(actions)
    out = batch.new_buffers()._replace(
        rewards=torch.zeros(batch.size, batch.players, dtype=torch.float32, device="cuda")
    )
    grids.choose_actions(layout)[8, 128](batch.states, np.uint64(2), cuda.as_cuda_array(actions))
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


def describe_machine() -> Result:
    result: Result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "simulated": SIMULATED,
        "cpu_cores": os.cpu_count(),
        "versions": {name: find_version(name) for name in PACKAGES},
    }
    if not SIMULATED:
        device = cuda.get_current_device()
        name = device.name
        result["gpu"] = name.decode() if isinstance(name, bytes) else str(name)
        result["compute_capability"] = list(device.compute_capability)
        result["nvidia_smi"] = attempt(ask_nvidia_smi)
        result["copy_bytes_per_s"] = attempt(measure_copy)
    return result


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


class Report:
    """The results so far, on disk after every part."""

    def __init__(self, path: Path, minutes: float) -> None:
        self.path, self.begin, self.limit = path, time.perf_counter(), 60 * minutes
        self.results: Result = describe_machine()
        self.results["left_out"] = []

    def run(self, name: str, part: Callable[[], Any]) -> Any:
        """One part, unless the time is up; its fault is a result, too."""
        spent = time.perf_counter() - self.begin
        if spent > self.limit:
            self.results["left_out"].append(name)
            return None
        print(f"{spent:6.1f} s  {name}", flush=True)
        try:
            return part()
        except Exception as error:
            traceback.print_exc(limit=8)
            self.results.setdefault("faults", {})[name] = f"{type(error).__name__}: {error}"[:2000]
            return None
        finally:
            self.results["seconds"] = time.perf_counter() - self.begin
            self.path.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")


def run_checks(report: Report, game: Game, result: Result) -> None:
    checks = result.setdefault("checks", {})
    for players in game.players:
        found = checks.setdefault(str(players), {})
        for name, check in (("games", check_games), ("batches", check_batches)):
            label = f"{game.name}, {players} players: {name}"
            found[name] = report.run(label, partial(check, game, players))
            print(f"          {found[name]}", flush=True)


def run_timings(report: Report, game: Game, result: Result) -> None:
    layout = make_layout(game, SIZE, None, {})
    steps, fused, playouts = (result.setdefault(part, {}) for part in ("step", "fused", "playout"))
    report.run(f"{game.name}: whole games", lambda: fused_part(layout, fused))
    report.run(f"{game.name}: steps", lambda: step_part(layout, steps))
    report.run(f"{game.name}: playouts", lambda: playout_part(layout, playouts))
    report.run(
        f"{game.name}: by players",
        lambda: players_part(game, fused, *best_way(fused)),
    )


def best_way(fused: Result) -> tuple[str, int]:
    best = max(fused["memory"], key=lambda way: way["plies_per_s"])
    return best["memory"], best["block"]


def print_summary(results: Result) -> None:
    for name, found in results["games"].items():
        print(name)
        for way in found.get("fused", {}).get("memory", []):
            registers = way.get("registers")
            print(f"  {way['memory']:8} {way['plies_per_s']:.3g} plies/s, {registers} registers")
        step = found.get("step", {})
        for way in step.get("grids", []) + step.get("curve", [])[-3:]:
            label = way.get("staging", f"Batch.step of {way['size']}")
            print(f"  {label:8} {way['steps_per_s']:.3g} steps/s")
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
        report.run("other libraries", lambda: report.results.update(sharing=check_sharing()))
    for name, game in chosen.items():
        run_timings(report, game, results[name])
    print_summary(report.results)
    same = all(
        part is not None and part["same"]
        for found in results.values()
        for check in found["checks"].values()
        for part in check.values()
    )
    sys.exit(0 if same and "faults" not in report.results else 1)


if __name__ == "__main__":
    main()
