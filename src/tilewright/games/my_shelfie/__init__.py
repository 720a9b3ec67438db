"""My Shelfie, for 2 to 4 players: take items from the living room, arrange them on your shelf."""

from __future__ import annotations

from threading import Event

from tilewright.game import (
    Action,
    Choice,
    Game,
    Knowledge,
    Level,
    Rules,
    State,
    drawn_by,
    pictured_by,
    shown_by,
)
from tilewright.games.my_shelfie import features, notation, rating, rules
from tilewright.games.my_shelfie.judge import QUESTIONS
from tilewright.games.my_shelfie.observe import OBSERVATION
from tilewright.games.my_shelfie.positions import REFILLS
from tilewright.games.my_shelfie.state import MAX_LEGAL, NUM_ACTIONS, STATE
from tilewright.games.my_shelfie.subjects import GOAL_SUBJECT
from tilewright.games.my_shelfie.tables import PLAYER_COUNTS

__all__ = ["GAME"]


def _prove(
    state: State, seconds: float | None, nodes: int | None, stop: Event | None
) -> Action | None:
    """The endgame is imported when it is called for."""
    from tilewright.games.my_shelfie.endgame import prove

    return prove(state)


GAME = Game(
    name="my-shelfie",
    title="My Shelfie",
    players=PLAYER_COUNTS,
    options=(
        Choice("goals", ("2", "1"), "how many common goals: 2, or 1 for a first game (MS-4)"),
        Choice(
            "refill",
            REFILLS,
            "when the living room is filled again: with four tiles or fewer left, or, as in other "
            "editions, when no two tiles touch (MS-11)",
        ),
    ),
    dtype=STATE,
    num_actions=NUM_ACTIONS,
    max_legal=MAX_LEGAL,
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
    score_name="points",
    questions=QUESTIONS,
    knowledge=Knowledge(
        rate_actions=rating.rate_actions,
        estimate=features.estimate,
        chance_key=features.chance_key,
        greedy_action=rating.greedy_action,
        levels=(
            Level(overlooks=0.6, misjudges=3.0),
            Level(overlooks=0.45, misjudges=1.6),
            Level(overlooks=0.3, misjudges=0.9),
            Level(overlooks=0.15, misjudges=0.5),
            Level(),
            Level(iterations=700),
            Level(iterations=10_000),
            Level(iterations=None),
        ),
        settings={"score_scale": 6.0, "weight_first": 0.7, "weight_score": 0.3},
        prove=_prove,
    ),
    observation=OBSERVATION,
    subjects=(GOAL_SUBJECT,),
    draw=drawn_by("tilewright.games.my_shelfie.draw"),
    scenery=shown_by("tilewright.games.my_shelfie.scene", "my-shelfie"),
    picture=pictured_by("tilewright.games.my_shelfie.svg"),
)
