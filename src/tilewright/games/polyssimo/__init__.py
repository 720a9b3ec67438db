"""Polyssimo Challenge for 2 to 4 players: draft pieces, then squeeze them onto one board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tilewright.game import Game, Level, load_knowledge, load_parts

__all__ = ["GAME"]


def careless_level(share: float, among: Mapping[int, Level] = MappingProxyType({})) -> Level:
    """Return a level that overlooks the share ``share`` of the moves.

    The error of its ratings is proportional to ``share``.
    """
    return Level(overlooks=share, misjudges=10 * share, looks=True, among=among)


GAME = Game(
    title="Polyssimo Challenge",
    score_name="cells left",
    lower_is_better=True,
    knowledge=load_knowledge(
        __name__,
        (
            careless_level(0.22),
            careless_level(0.13),
            careless_level(0.083, among={4: careless_level(0.093)}),
            careless_level(0.05, among={4: careless_level(0.068)}),
            careless_level(0.02, among={4: careless_level(0.049)}),
            Level(iterations=150, among={4: careless_level(0.031)}),
            Level(iterations=900, among={4: careless_level(0.012)}),
            Level(iterations=None),
        ),
        (
            Level(overlooks=0.4, misjudges=1.1),
            Level(overlooks=0.13, misjudges=0.26),
            *(Level(iterations=number) for number in (9, 34, 100, 500, 2500, None)),
        ),
        # Ratings look only one ply ahead, estimates further, so the search explores broadly.
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
    **load_parts(__name__, "polyssimo"),
)
