"""Nova Luna, for 2 to 4 players and solo."""

from __future__ import annotations

from tilewright.game import Choice, Game, Rules, drawn_by
from tilewright.games.nova_luna import judge, notation, rules, solo, state

__all__ = ["GAME", "SOLO"]

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
    draw=drawn_by("tilewright.games.nova_luna.draw"),
)

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
    draw=drawn_by("tilewright.games.nova_luna.draw"),
)
