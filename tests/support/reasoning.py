"""Pairs of random moves in positions of a random game, one of them called the better."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import tilewright as tw
from tilewright.study.review.move_loss import MeasuredDecision, explain_loss


@dataclass
class Reasoned:
    """A claim, and the two moves that it compares, as their mover sees them."""

    key: str
    facts: dict[str, Any]
    before: tw.Position
    played: tw.Position
    """After it."""
    best: tw.Position
    effects: tuple[Any, Any]


def reasons(name: str, seed: int) -> Iterator[Reasoned]:
    """Yield all claims of one game."""
    position, dice = tw.new(name, seed=seed), random.Random(seed)
    while not position.is_over:
        actions = [int(dice.choice(position.legal_actions)) for _ in range(2)]
        view = position.view(position.mover)
        played, best = (after(view, action) for action in actions)
        effects = view.effect(actions[0]), view.effect(actions[1])
        for reason in explain_loss(position, blunder(position, *actions)):
            assert "{" not in reason["text"] and reason["text"].endswith(".")
            yield Reasoned(reason["key"], reason["facts"], view, played, best, effects)
        position.play(actions[1])


def after(view: tw.Position, action: int) -> tw.Position:
    """Return a seat's view after a move, without what chance brings."""
    then = tw.Position(view.game, np.array([view.state.copy()]))
    then.rules.apply(then.state, action)
    return then


def blunder(position: tw.Position, played: int, best: int) -> MeasuredDecision:
    """Return a decision between two moves, one of them called the better."""
    return MeasuredDecision(
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
