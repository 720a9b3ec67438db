"""Why a move was worse than another: the claims of its game about the two lines, checked there."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

import numpy as np

from tilewright.game import Action, Seen
from tilewright.position import Position
from tilewright.study.review.outlooks import leaves_to_chance
from tilewright.study.review.weighing import Weighed

__all__ = ["SILENT", "ask_why"]

SILENT: Final = ("best", "good")
"""Classes of decisions that need no reason, and no word."""
MOST_REASONS: Final = 3


def ask_why(position: Position, one: Weighed) -> tuple[dict[str, Any], ...]:
    """Why the one played was worse than the best, what matters most first; nothing of a good
    move."""
    if one.kind in SILENT:
        return ()
    reasons = position.game.reasons
    played, best = _see(position, one.played_line), _see(position, one.best_line)
    found = islice(reasons.claims(played, best), MOST_REASONS)
    return tuple(
        {"key": claim.key, "facts": dict(claim.facts), "text": reasons.say(claim)}
        for claim in found
    )


def _see(position: Position, line: list[Action]) -> list[Seen]:
    """A line as its mover sees it, as far as nothing is left to chance."""
    truth, view, seen = position.copy(), position.view(position.mover), []
    for action in line:
        effect, before = view.effect(action), view.state.copy()
        view = Position(view.game, np.array([before]))
        view.rules.apply(view.state, action)
        seen.append(Seen(before, view.state.copy(), effect))
        if leaves_to_chance(truth, action):
            break
        truth.play(action)
    return seen
