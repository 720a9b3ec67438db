"""Nova Luna, for 2 to 4 players and solo."""

from __future__ import annotations

from functools import partial

from tilewright.game import (
    Game,
    Level,
    Solver,
    State,
    lazy_solve,
    load_knowledge,
    load_parts,
    load_puzzles,
    load_rules,
    load_stepwise,
)
from tilewright.games.nova_luna.notation import FINISH_WORD, REFILL_WORD
from tilewright.games.nova_luna.positions import LATER_FIELDS
from tilewright.games.nova_luna.solo.rules import sum_costs
from tilewright.games.nova_luna.tables import SOLO_CHALLENGE, SOLO_DISCS_TO_LAY

__all__ = ["GAME", "SOLO"]

GAME = Game(
    title="Nova Luna",
    score_name="discs left",
    lower_is_better=True,
    chance_name="refill",
    chance_field="supply_size",
    spoken_moves={REFILL_WORD: "fill the wheel first, with one or two tiles left on it (NL-7)"},
    knowledge=load_knowledge(
        __name__,
        (
            Level(overlooks=0.115, misjudges=0.34),
            Level(
                overlooks=0.077,
                misjudges=0.216,
                among={4: Level(overlooks=0.096, misjudges=0.278)},
            ),
            Level(
                overlooks=0.041,
                misjudges=0.115,
                among={4: Level(overlooks=0.077, misjudges=0.216)},
            ),
            Level(among={4: Level(overlooks=0.054, misjudges=0.155)}),
            Level(iterations=7, among={4: Level(overlooks=0.029, misjudges=0.083)}),
            Level(iterations=100, among={3: Level(iterations=40), 4: Level()}),
            Level(iterations=1600, among={3: Level(iterations=400), 4: Level(iterations=30)}),
            Level(iterations=None),
        ),
        (
            Level(overlooks=0.13, misjudges=0.39),
            Level(overlooks=0.085, misjudges=0.24),
            Level(overlooks=0.05, misjudges=0.14),
            *(Level(iterations=number) for number in (12, 60, 700, 4000, None)),
        ),
        {"exploration": 0.7, "weight_first": 1.0, "weight_score": 0.0},
        # Settings tuned at 3,000 iterations were no better at 20,000, a tenth of a second.
        {"sharpness": 20.0},
    ),
    **load_parts(__name__, "nova-luna"),
)


def _describe_sums(state: State) -> dict[str, int]:
    """Return the two sums of a finished solo game, by name (NLS-8)."""
    second_sum = int(sum_costs(state, SOLO_DISCS_TO_LAY))
    return {"first_sum": int(state["first_sum"]), "second_sum": second_sum}


_SOLO_PARTS = {
    "players": (1,),
    "options": (),
    "rules": load_rules(f"{__name__}.solo"),
    "later_fields": LATER_FIELDS,
    "subjects": (),
    "puzzles": partial(load_puzzles, f"{__name__}.solo.puzzles"),
}
SOLO = Game(
    title="Nova Luna, solo",
    score_name="costs and missing discs",
    lower_is_better=True,
    chance_field="supply_size",
    spoken_moves={FINISH_WORD: "end phase one, once 8 discs are laid (NLS-3)"},
    solver=Solver(
        lazy_solve(f"{__name__}.solo.solver"),
        _describe_sums,
        SOLO_CHALLENGE,
        partial(load_stepwise, f"{__name__}.solo.solver"),
    ),
    **{**load_parts(__name__, "nova-luna-solo"), **_SOLO_PARTS},
)
