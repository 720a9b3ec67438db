"""My Shelfie, for 2 to 4 players: take items from the living room, arrange them on your shelf."""

from __future__ import annotations

from tilewright.game import Choice, Game, Knowledge, Level, Rules, drawn_by
from tilewright.games.my_shelfie import features, notation, rules
from tilewright.games.my_shelfie.judge import QUESTIONS
from tilewright.games.my_shelfie.positions import REFILLS
from tilewright.games.my_shelfie.state import MAX_LEGAL, NUM_ACTIONS, STATE
from tilewright.games.my_shelfie.tables import PLAYER_COUNTS

__all__ = ["GAME"]

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
        rate_actions=features.rate_actions,
        estimate=features.estimate,
        chance_key=features.chance_key,
        greedy_action=features.greedy_action,
        levels=(
            Level(overlooks=0.6, misjudges=3.0),
            Level(overlooks=0.4, misjudges=1.2),
            Level(overlooks=0.22, misjudges=0.7),
            Level(overlooks=0.12, misjudges=0.4),
            Level(),
            Level(iterations=100),
            Level(iterations=2000),
            Level(iterations=None),
        ),
        settings={"score_scale": 6.0, "weight_first": 0.7, "weight_score": 0.3},
    ),
    draw=drawn_by("tilewright.games.my_shelfie.draw"),
)
