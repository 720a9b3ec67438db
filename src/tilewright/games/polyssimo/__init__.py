"""Polyssimo Challenge for 2 to 4 players: draft pieces, then squeeze them onto one board."""

from __future__ import annotations

from tilewright.game import Game, Level, knowledge_in, parts_in

__all__ = ["GAME"]

GAME = Game(
    title="Polyssimo Challenge",
    score_name="cells left",
    lower_is_better=True,
    knowledge=knowledge_in(
        __name__,
        (
            Level(overlooks=0.22, misjudges=2.2, looks=True),
            Level(overlooks=0.13, misjudges=1.3, looks=True),
            Level(overlooks=0.083, misjudges=0.83, looks=True),
            Level(overlooks=0.05, misjudges=0.5, looks=True),
            Level(overlooks=0.02, misjudges=0.2, looks=True),
            *(Level(iterations=number) for number in (150, 900, None)),
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
