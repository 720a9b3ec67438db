"""Two moves at random in positions of a random game, the second being called the better."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import tilewright as tw
from tilewright.study.review.asking import ask_why
from tilewright.study.review.weighing import Weighed


@dataclass
class Reasoned:
    """A claim, and the two moves that it tells apart, as their mover sees them."""

    key: str
    facts: dict[str, Any]
    before: tw.Position
    played: tw.Position
    """After it."""
    best: tw.Position
    effects: tuple[Any, Any]


def reasons(name: str, seed: int) -> Iterator[Reasoned]:
    """All claims of one game."""
    position, dice = tw.new(name, seed=seed), random.Random(seed)
    while not position.is_over:
        actions = [int(dice.choice(position.legal_actions)) for _ in range(2)]
        view = position.view(position.mover)
        played, best = (after(view, action) for action in actions)
        effects = view.effect(actions[0]), view.effect(actions[1])
        for reason in ask_why(position, blunder(position, *actions)):
            assert "{" not in reason["text"] and reason["text"].endswith(".")
            yield Reasoned(reason["key"], reason["facts"], view, played, best, effects)
        position.play(actions[1])


def after(view: tw.Position, action: int) -> tw.Position:
    """What a seat knows after a move, but for what chance brings."""
    then = tw.Position(view.game, np.array([view.state.copy()]))
    then.rules.apply(then.state, action)
    return then


def blunder(position: tw.Position, played: int, best: int) -> Weighed:
    """Two moves, the second being called the better."""
    return Weighed(
        ply=position.ply,
        seat=position.mover,
        played=played,
        best=best,
        loss=0.5,
        error=0.0,
        outlook=0.5,
        before=[],
        after=[],
        spread=[],
        best_line=[best],
        played_line=[played],
        pairs=0,
    )
