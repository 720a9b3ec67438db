"""The data card of a network: the games it was trained on, the duration and the code."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from learning.rounds import Run, Settings

__all__ = ["describe_commit", "describe_software", "format_data_card", "format_row"]


def format_data_card(run: Run, bot_version: int, device: str) -> str:
    """Format the data card of a training run as Markdown."""
    settings = run.settings
    facts = {
        "game": settings.game,
        "version": str(bot_version),
        "inputs": f"{run.network.num_inputs:,}",
        "players": ", ".join(map(str, settings.players)),
        "games": f"{sum(report['games'] for report in run.curve):,}",
        "positions": f"{sum(report['positions'] for report in run.curve):,}",
        "seed": str(settings.seed),
        "time": f"{sum(report.get('seconds', 0) for report in run.curve) / 60:.1f} minutes",
        "machine": f"{device}, {os.cpu_count()} cores",
        "software": describe_software(),
        "code": describe_commit(),
    }
    lines = [f"# Network {bot_version} of {run.game.title}", "", "| | |", "| --- | --- |"]
    lines += [f"| {name} | {fact} |" for name, fact in facts.items()]
    lines += [
        "",
        _describe_run(settings, run),
        "",
        *_format_learning_curve(run.curve, settings.players),
    ]
    return "\n".join(lines) + "\n"


def _describe_run(settings: Settings, run: Run) -> str:
    """Return a sentence that says how the network was trained, with the command."""
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


def _format_learning_curve(curve: list[dict[str, Any]], players: tuple[int, ...]) -> list[str]:
    """Return the lines of a Markdown table with one row per round."""
    names = [f"{one} players" for one in players]
    head = ["round", "games", "positions", *names]
    rows = [_format_round(report, players) for report in curve if report["games"]]
    return [format_row(head), format_row(["---"] * len(head)), *map(format_row, rows)]


def _format_round(report: dict[str, Any], players: tuple[int, ...]) -> list[str]:
    """Return the cells of a round's row: its number, games, positions, and loss before and
    after."""
    losses = [
        f"{report['before'][str(one)]:.4f} -> {report['after'][str(one)]:.4f}" for one in players
    ]
    return [str(report["round"]), f"{report['games']:,}", f"{report['positions']:,}", *losses]


def format_row(cells: list[str]) -> str:
    """Format a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def describe_software() -> str:
    """Return the versions of Python, NumPy and Numba."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return f"Python {platform.python_version()}, {versions}"


def describe_commit() -> str:
    """Return the checkout's commit as ``commit ID``, or ``unknown`` outside a checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"commit {done.stdout.strip()}"
