"""Polyssimo Challenge for 2 to 4 players: draft pieces, then squeeze them onto one board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tilewright.game import Game, Level, knowledge_in, parts_in

__all__ = ["GAME"]


def careless(share: float, among: Mapping[int, Level] = MappingProxyType({})) -> Level:
    """Return one that overlooks this share of the moves, and misjudges the others in proportion."""
    return Level(overlooks=share, misjudges=10 * share, looks=True, among=among)


GAME = Game(
    title="Polyssimo Challenge",
    score_name="cells left",
    lower_is_better=True,
    knowledge=knowledge_in(
        __name__,
        (
            careless(0.22),
            careless(0.13),
            careless(0.083, among={4: careless(0.093)}),
            careless(0.05, among={4: careless(0.068)}),
            careless(0.02, among={4: careless(0.049)}),
            Level(iterations=150, among={4: careless(0.031)}),
            Level(iterations=900, among={4: careless(0.012)}),
            Level(iterations=None),
        ),
        (
            Level(overlooks=0.4, misjudges=1.1),
            Level(overlooks=0.13, misjudges=0.26),
            *(Level(iterations=number) for number in (9, 34, 100, 500, 2500, None)),
        ),
        # The ratings see one ply, the estimates through many of them: the search may look around.
        {"exploration": 2.0, "widen_base": 8.0, "widen_factor": 2.0},
        {
            "exploration": 1.8,
            "with_four": 0.5,
            "temperature": 1.5,
            "widen_base": 6.0,
            "widen_factor": 2.6,
            "sharpness": 30.0,
        },
    ),
    **parts_in(__name__, "polyssimo"),
)
