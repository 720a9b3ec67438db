"""Nova Luna, for 2 to 4 players and solo."""

from __future__ import annotations

from threading import Event
from typing import Any

from tilewright.game import (
    Action,
    Choice,
    Game,
    Knowledge,
    Level,
    Rules,
    Solution,
    Solver,
    State,
    drawn_by,
    pictured_by,
    shown_by,
)
from tilewright.games.nova_luna import features, judge, notation, policy, rules, solo, state
from tilewright.games.nova_luna.observe import OBSERVATION, SOLO_OBSERVATION
from tilewright.games.nova_luna.subjects import TILE_SUBJECT
from tilewright.games.nova_luna.tables import SOLO_CHALLENGE, SOLO_DISCS_TO_LAY

__all__ = ["GAME", "SOLO"]


def _prove(
    state: State, seconds: float | None, nodes: int | None, stop: Event | None
) -> Action | None:
    """The proof is imported when it is called for."""
    from tilewright.games.nova_luna.proof import prove

    return prove(state, seconds, nodes, stop)


GAME = Game(
    name="nova-luna",
    title="Nova Luna",
    players=(2, 3, 4),
    options=(
        Choice(
            "discs",
            ("standard", "beginner"),
            "beginner: 17 discs to lay with 3 players and 15 with 4, instead of 20 (NL-3)",
        ),
    ),
    dtype=state.DTYPE,
    num_actions=state.NUM_ACTIONS,
    max_legal=state.MAX_LEGAL,
    rules=Rules(
        setup=rules.setup,
        legal_actions=rules.legal_actions,
        apply=rules.apply,
        outcome=rules.outcome,
        view=rules.view,
        determinize=rules.determinize,
        random_action=rules.random_action,
        playout=rules.playout,
    ),
    notation=notation,
    score_name="discs left",
    lower_is_better=True,
    questions=judge.QUESTIONS,
    knowledge=Knowledge(
        rate_actions=policy.rate_actions,
        estimate=features.estimate,
        chance_key=features.chance_key,
        greedy_action=policy.greedy_action,
        levels=(
            Level(overlooks=0.13, misjudges=0.39),
            Level(overlooks=0.085, misjudges=0.24),
            Level(overlooks=0.05, misjudges=0.14),
            Level(iterations=12),
            Level(iterations=60),
            Level(iterations=700),
            Level(iterations=4000),
            Level(iterations=None),
        ),
        reseed=features.reseed,
        settings={"exploration": 0.7, "weight_first": 1.0, "weight_score": 0.0},
        prove=_prove,
    ),
    observation=OBSERVATION,
    subjects=(TILE_SUBJECT,),
    draw=drawn_by("tilewright.games.nova_luna.draw"),
    scenery=shown_by("tilewright.games.nova_luna.scene", "nova-luna"),
    picture=pictured_by("tilewright.games.nova_luna.svg"),
)


def _solve_solo(state: State, **options: Any) -> Solution:
    """The solver is imported when it is called for."""
    from tilewright.games.nova_luna.solver import solve

    return solve(state, **options)


def _describe_sums(state: State) -> dict[str, int]:
    """The two sums of a finished solo game (NLS-8)."""
    second_sum = int(solo.sum_costs(state, SOLO_DISCS_TO_LAY))
    return {"first_sum": int(state["first_sum"]), "second_sum": second_sum}


SOLO = Game(
    name="nova-luna-solo",
    title="Nova Luna, solo",
    players=(1,),
    options=(),
    dtype=state.DTYPE,
    num_actions=state.NUM_ACTIONS,
    max_legal=state.MAX_LEGAL,
    rules=Rules(
        setup=solo.setup,
        legal_actions=solo.legal_actions,
        apply=solo.apply,
        outcome=solo.outcome,
        view=rules.view,
        determinize=rules.determinize,
        random_action=solo.random_action,
        playout=solo.playout,
    ),
    notation=notation,
    score_name="costs and missing discs",
    lower_is_better=True,
    questions=judge.QUESTIONS,
    observation=SOLO_OBSERVATION,
    solver=Solver(_solve_solo, _describe_sums, SOLO_CHALLENGE),
    draw=drawn_by("tilewright.games.nova_luna.draw"),
    scenery=shown_by("tilewright.games.nova_luna.scene", "nova-luna-solo"),
    picture=pictured_by("tilewright.games.nova_luna.svg"),
)
