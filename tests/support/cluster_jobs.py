"""Jobs for a Ray cluster, good, failing and deadly, in a module that its workers can import."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

from arena.helpers import Taker, perfect, register
from tilewright.bots import BOTS, Bot, Budget
from tilewright.errors import InvalidOption
from tilewright.game import Game
from tilewright.position import Position

FRAIL = "frail"


def square(job: int) -> int:
    return job * job


def die_once(folder: Path, victim: int, job: int) -> int:
    """Square numbers; the first worker that gets the victim is killed."""
    attempt = folder / f"{job}.{len(list(folder.glob(f'{job}.*')))}"
    attempt.touch()
    if job == victim and attempt.suffix == ".0":
        os.kill(os.getpid(), signal.SIGKILL)
    return job * job


def refuse(job: int) -> int:
    raise InvalidOption(f"expected another job; found {job}")


def die_always(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


def frail_bot(marks: str, game: Game, seed: int, budget: Budget) -> Bot:
    """Return a bot that plays well, but kills its worker in the first of its games."""

    def choose(view: Position) -> int:
        mark = Path(marks) / "died"
        if view.ply >= 2 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return perfect(view)

    return Taker(choose)


def register_frail(marks: str) -> None:
    register()
    BOTS[FRAIL] = partial(frail_bot, marks)


def kill_one(marks: str) -> None:
    """Kill the first worker that is prepared."""
    mark = Path(marks) / "died"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
