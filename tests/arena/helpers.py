"""Bots for the toy game, good, bad and broken, and what workers need to know them."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from tilewright.arena import GameResult, Limits, Settings
from tilewright.bots import BOTS, Bot, Budget
from tilewright.game import COMPLETE, Action, Game
from tilewright.position import Position
from tilewright.registry import GAMES
from toy import HIDDEN, TOY

QUICK = Limits(start=3.0, slack=0.3, move=0.5, leave=0.2)
"""For programs that say nothing."""
PATIENT = Limits(start=300.0, slack=300.0, move=300.0, leave=0.2)
"""For those that misbehave at once, however busy the machine is."""
POLITE = Limits(start=300.0, slack=300.0, move=300.0, leave=300.0)
"""For those that leave by themselves."""
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "random_bot.py"


class Taker:
    """Takes as many stones as it is told to; by default what wins, where anything does."""

    def __init__(self, choose: Callable[[Position], Any]) -> None:
        self._choose = choose
        self.heard: list[tuple[int, str]] = []

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        assert view.viewer == view.mover
        check_is_view(view)
        return self._choose(view)

    def played(self, action: Action, view: Position) -> None:
        check_is_view(view)
        self.heard.append((action, view.text))


def check_is_view(view: Position) -> None:
    assert view.viewer != COMPLETE and int(view.state["rng"]) == 0 and view.seed is None
    secrets = [int(view.state["secret"][seat]) for seat in range(view.players)]
    assert all((secret == HIDDEN) == (seat != view.viewer) for seat, secret in enumerate(secrets))


def perfect(view: Position) -> Action:
    return max(0, (int(view.state["heap"]) % 4) - 1)


def one(view: Position) -> Action:
    return 0


def slow(view: Position) -> Action:
    time.sleep(0.03)
    return perfect(view)


def raises(view: Position) -> Action:
    if view.ply >= 2:
        raise RuntimeError("out of ideas")
    return 0


def illegal(view: Position) -> Action:
    return 7


def nothing(view: Position) -> Any:
    return None


def bot(choose: Callable[[Position], Any]) -> Callable[[Game, int, Budget], Bot]:
    return lambda game, seed, budget: Taker(choose)


class DeafBot(Taker):
    def played(self, action: Action, view: Position) -> None:
        raise LookupError("did not catch that")


TEST_BOTS: dict[str, Callable[[Game, int, Budget], Bot]] = {
    "perfect": bot(perfect),
    "one": bot(one),
    "slow": bot(slow),
    "raises": bot(raises),
    "illegal": bot(illegal),
    "nothing": bot(nothing),
    "deaf": lambda game, seed, budget: DeafBot(one),
}


def register() -> None:
    """Register the toy game and these bots in a worker process, which knows neither."""
    GAMES[TOY.name] = TOY
    BOTS.update(TEST_BOTS)


def die() -> None:
    """End a worker at its start."""
    register()
    sys.exit(3)


def settings(*bots: str, **changes: Any) -> Settings:
    given: dict[str, Any] = {"game": "toy", "bots": bots, "games": 12, "seed": 5}
    return Settings(**given | {"options": {"rolls": "yes"}} | changes)


def timeless(games: list[GameResult]) -> list[dict[str, Any]]:
    """Return the games without what a clock has measured."""
    return [
        {key: value for key, value in game.as_json().items() if key not in ("seconds", "slowest")}
        for game in games
    ]


def program(path: Path) -> str:
    return f"exec:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"
