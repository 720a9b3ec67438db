"""Polyssimo Challenge for 2 to 4 players: draft pieces, then squeeze them onto one board."""

from __future__ import annotations

from threading import Event

from tilewright.game import Action, Game, State, drawn_by, pictured_by, shown_by
from tilewright.games.polyssimo import notation
from tilewright.games.polyssimo.features import KNOWLEDGE
from tilewright.games.polyssimo.judge import QUESTIONS
from tilewright.games.polyssimo.observe import OBSERVATION
from tilewright.games.polyssimo.options import FIRST, HANDICAP
from tilewright.games.polyssimo.rules import RULES
from tilewright.games.polyssimo.state import MAX_LEGAL, NUM_ACTIONS, STATE
from tilewright.games.polyssimo.subjects import PIECE_SUBJECT
from tilewright.games.polyssimo.tables import PLAYER_COUNTS

__all__ = ["GAME"]


def _prove(
    state: State, seconds: float | None, nodes: int | None, stop: Event | None
) -> Action | None:
    """The solver is imported when it is called for."""
    from tilewright.games.polyssimo.solver import prove

    return prove(state, seconds, nodes, stop)


GAME = Game(
    name="polyssimo",
    title="Polyssimo Challenge",
    players=PLAYER_COUNTS,
    options=(HANDICAP, FIRST),
    dtype=STATE,
    num_actions=NUM_ACTIONS,
    max_legal=MAX_LEGAL,
    rules=RULES,
    notation=notation,
    score_name="cells left",
    lower_is_better=True,
    questions=QUESTIONS,
    knowledge=KNOWLEDGE._replace(prove=_prove),
    observation=OBSERVATION,
    subjects=(PIECE_SUBJECT,),
    draw=drawn_by("tilewright.games.polyssimo.draw"),
    scenery=shown_by("tilewright.games.polyssimo.scene", "polyssimo"),
    picture=pictured_by("tilewright.games.polyssimo.svg"),
)
