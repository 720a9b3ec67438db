"""The data card of a network: what was learnt, from what, for how long, by which code."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from learning.rounds import Run, Settings

__all__ = ["write_card"]


def write_card(run: Run, bot_version: int, device: str) -> str:
    """The card as Markdown."""
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
        "software": f"Python {platform.python_version()}, {_versions()}",
        "code": _commit(),
    }
    lines = [f"# Network {bot_version} of {run.game.title}", "", "| | |", "| --- | --- |"]
    lines += [f"| {name} | {fact} |" for name, fact in facts.items()]
    lines += ["", _command(settings, run), "", *_curve(run.curve, settings.players)]
    return "\n".join(lines) + "\n"


def _command(settings: Settings, run: Run) -> str:
    players = ",".join(map(str, settings.players))
    rounds = len(run.curve) - 1
    return (
        "Learnt by `python -m learning "
        f"{settings.game} --players {players} --rounds {rounds} --games {settings.games} "
        f"--seed {settings.seed} --rate {settings.rate:g} --wild {settings.wild} "
        f"--candidates {settings.candidates}`: round 0 by ratings, the others by one "
        "ply of the network learnt so far. The loss is that of who comes first and half of that of "
        "the shares of the margin, on games held out."
    )


def _curve(curve: list[dict[str, Any]], players: tuple[int, ...]) -> list[str]:
    names = [f"{one} players" for one in players]
    head = ["round", "games", "positions", *names]
    rows = [_row(told, players) for told in curve if told["games"]]
    return [_line(head), _line(["---"] * len(head)), *map(_line, rows)]


def _row(told: dict[str, Any], players: tuple[int, ...]) -> list[str]:
    losses = [f"{told['before'][str(one)]:.4f} -> {told['after'][str(one)]:.4f}" for one in players]
    return [str(told["round"]), f"{told['games']:,}", f"{told['positions']:,}", *losses]


def _line(words: list[str]) -> str:
    return f"| {' | '.join(words)} |"


def _versions() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))


def _commit() -> str:
    """The commit that is checked out, if there is one."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"commit {done.stdout.strip()}"
