"""The data card of a network: what was learnt, from which games, for how long, by which code."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from learning.rounds import Run, Settings

__all__ = ["name_commit", "name_software", "write_card", "write_row"]


def write_card(run: Run, bot_version: int, device: str) -> str:
    """Return the card as Markdown."""
    settings = run.settings
    facts = {
        "game": settings.game,
        "version": str(bot_version),
        "inputs": f"{run.network.num_inputs:,}",
        "players": ", ".join(map(str, settings.players)),
        "games": f"{sum(told['games'] for told in run.curve):,}",
        "positions": f"{sum(told['positions'] for told in run.curve):,}",
        "seed": str(settings.seed),
        "time": f"{sum(told.get('seconds', 0) for told in run.curve) / 60:.1f} minutes",
        "machine": f"{device}, {os.cpu_count()} cores",
        "software": name_software(),
        "code": name_commit(),
    }
    lines = [f"# Network {bot_version} of {run.game.title}", "", "| | |", "| --- | --- |"]
    lines += [f"| {name} | {fact} |" for name, fact in facts.items()]
    lines += ["", _command(settings, run), "", *_curve(run.curve, settings.players)]
    return "\n".join(lines) + "\n"


def _command(settings: Settings, run: Run) -> str:
    players = ",".join(map(str, settings.players))
    rounds, start = len(run.curve) - 1, run.curve[0].get("start")
    by = f"searches of {settings.iterations} iterations" if settings.iterations else "one ply"
    return (
        "Learnt by `python -m learning "
        f"{settings.game} --players {players} --rounds {rounds} --games {settings.games} "
        f"--seed {settings.seed} --rate {settings.rate:g} --wild {settings.wild} "
        f"--candidates {settings.candidates} --iterations {settings.iterations}"
        f"{f' --start {start}' if start else ''}`: "
        f"round 0 {'is the network before' if start else 'by ratings'}, the others by {by} "
        "with the network learnt so far. The loss is that of who comes first and half of that of "
        "the shares of the margin, on games held out."
    )


def _curve(curve: list[dict[str, Any]], players: tuple[int, ...]) -> list[str]:
    names = [f"{one} players" for one in players]
    head = ["round", "games", "positions", *names]
    rows = [_row(told, players) for told in curve if told["games"]]
    return [write_row(head), write_row(["---"] * len(head)), *map(write_row, rows)]


def _row(told: dict[str, Any], players: tuple[int, ...]) -> list[str]:
    losses = [f"{told['before'][str(one)]:.4f} -> {told['after'][str(one)]:.4f}" for one in players]
    return [str(told["round"]), f"{told['games']:,}", f"{told['positions']:,}", *losses]


def write_row(words: list[str]) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(words)} |"


def name_software() -> str:
    """Return the versions of Python, NumPy and Numba."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return f"Python {platform.python_version()}, {versions}"


def name_commit() -> str:
    """Return the commit that is checked out, if there is one."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"commit {done.stdout.strip()}"
