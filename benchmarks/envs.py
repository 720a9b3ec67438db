"""Measures steps per second of CPU time in the PettingZoo loop, with observation and mask.

    python benchmarks/envs.py --seconds 2 --json out.json

Rounds of each game alternate with PettingZoo's own connect four if it is installed (``pip install
'pettingzoo[classic]'``). The action is a random legal one, drawn from the mask.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tilewright.envs import pettingzoo as tz
from tilewright.registry import GAMES

ROUNDS = 5


def main() -> None:
    """Measure all environments in alternation, and print and write the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and round")
    parser.add_argument("--json", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    makers = {**list_own_envs(), **list_peer_envs()}
    figures: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(ROUNDS):
        for name, make in makers.items():
            figures[name].append(measure(make(), arguments.seconds))
    report = {name: summarise_rates(values) for name, values in figures.items()}
    for name, row in report.items():
        spread = f"{row['lowest']:,.0f} to {row['highest']:,.0f}"
        print(f"{name:20} {row['median']:>10,.0f} steps/s   ({spread})")
    if arguments.json:
        arguments.json.write_text(
            json.dumps(describe_machine() | {"steps_per_second": report}, indent=2)
        )


def list_own_envs() -> dict[str, Callable[[], Any]]:
    """Return functions that make our environments, by name."""
    return {
        f"{game.name}-{game.players[0]}": lambda name=name: tz.env(name)  # type: ignore[misc]
        for name, game in GAMES.items()
    }


def list_peer_envs() -> dict[str, Callable[[], Any]]:
    """Return functions that make PettingZoo's environments, by name; empty if it is not
    installed."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return {}
    return {"pettingzoo connect four": connect_four_v3.env}


def measure(env: Any, seconds: float) -> float:
    """Return an environment's steps per second of CPU time, after a warm-up."""
    play(env, 200)  # the first steps may compile
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        steps += play(env, 1000)
    return steps / (time.process_time() - start)


def play(env: Any, steps: int) -> int:
    """Run the loop of PettingZoo's docs for at least `steps` steps. Returns how many were run."""
    rng = np.random.default_rng(1)
    done = 0
    while done < steps:
        env.reset()
        for _ in env.agent_iter():
            observed, _, is_over, is_cut, _ = env.last()
            env.step(None if is_over or is_cut else choose_action(observed["action_mask"], rng))
            done += 1
    return done


def choose_action(mask: Any, rng: np.random.Generator) -> int:
    """Return a random action that a mask allows."""
    legal = np.flatnonzero(mask.view(np.bool_))
    return int(legal[int(rng.random() * len(legal))])


def summarise_rates(values: list[float]) -> dict[str, float]:
    """Return the median and the range of the rates."""
    return {"median": median(values), "lowest": min(values), "highest": max(values)}


def describe_machine() -> dict[str, str]:
    """Return the date, the Python version and the CPU model."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "processor": read_cpu_model(),
    }


def read_cpu_model() -> str:
    """Return the CPU model from /proc/cpuinfo, or what Python knows of it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


if __name__ == "__main__":
    main()
