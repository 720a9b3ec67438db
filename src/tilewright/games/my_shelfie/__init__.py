"""My Shelfie for 2 to 4 players: take items from the living room and arrange them on your shelf."""

from __future__ import annotations

from tilewright.game import Game, Level, load_knowledge, load_parts

__all__ = ["GAME"]

GAME = Game(
    title="My Shelfie",
    score_name="points",
    chance_name="refill",
    knowledge=load_knowledge(
        __name__,
        (
            Level(overlooks=0.49, misjudges=1.95),
            Level(
                overlooks=0.33,
                misjudges=1.04,
                among={4: Level(overlooks=0.375, misjudges=1.3)},
            ),
            Level(
                overlooks=0.15,
                misjudges=0.5,
                among={4: Level(overlooks=0.27, misjudges=0.83)},
            ),
            Level(among={4: Level(overlooks=0.16, misjudges=0.52)}),
            Level(overlooks=0.12, looks=True, among={4: Level(overlooks=0.06, misjudges=0.2)}),
            Level(iterations=80, among={4: Level(overlooks=0.25, looks=True)}),
            Level(iterations=2000, among={4: Level(iterations=80)}),
            Level(iterations=None),
        ),
        (
            Level(overlooks=0.6, misjudges=3.0),
            Level(overlooks=0.45, misjudges=1.6),
            Level(overlooks=0.3, misjudges=0.9),
            Level(overlooks=0.15, misjudges=0.5),
            Level(),
            *(Level(iterations=number) for number in (700, 10_000, None)),
        ),
        {"score_scale": 6.0, "weight_first": 0.7, "weight_score": 0.3},
        {
            "exploration": 0.75,
            "with_four": 0.5,
            "temperature": 1.25,
            "first_play": 0.16,
            "widen_base": 3.0,
            "sharpness": 30.0,
            "believes": 1.0,
        },
    ),
    **load_parts(__name__, "my-shelfie"),
)
