"""What a game is.

A game is data: its name, its options, the dtype of its state and its rules, a handful of kernels.
Everything else (positions, records, terminal, search, environments) knows games only through this.
A game without ``Knowledge`` is searched with even priors and random playouts; one where all lies
open and whose ``legal_actions`` uses ``put_action`` is observed as its record is.
"""

from __future__ import annotations

from tilewright.game.defaults import open_rules
from tilewright.game.folder import (
    knowledge_in,
    parts_in,
    rules_in,
    solved_by,
)
from tilewright.game.game import (
    Game,
)
from tilewright.game.knowledge import (
    ChanceKey,
    Estimate,
    GreedyAction,
    Knowledge,
    Level,
    Prove,
    RateActions,
    Ratings,
    Reseed,
    Rewards,
    Scratch,
    prefer,
    share_chances,
)
from tilewright.game.masks import (
    WriteMask,
    mark_actions,
    mask_size,
)
from tilewright.game.notation import (
    Notation,
)
from tilewright.game.observation import (
    Feature,
    Observation,
    Words,
    Write,
    count_on,
    pack_bits,
)
from tilewright.game.options import (
    Choice,
    Option,
    PerSeat,
)
from tilewright.game.plain import Counter, Grid, Piece, Place, Plain, plain_scenery
from tilewright.game.rules import (
    Apply,
    Determinize,
    LegalActions,
    Playout,
    RandomAction,
    Rules,
    Scores,
    Setup,
    Values,
    View,
    guess_open,
    put_action,
    put_actions,
    view_open,
)
from tilewright.game.scenery import (
    Draw,
    Picture,
    Scenery,
    drawn_by,
    pictured_by,
    shown_by,
    tell_move,
)
from tilewright.game.states import (
    COMPLETE,
    HEADER,
    MAX_PLAYERS,
    MAX_SEED,
    SPECTATOR,
    Action,
    Actions,
    Seat,
    State,
    States,
    check_seed,
    state_dtype,
)
from tilewright.game.study import (
    Question,
    Solution,
    Solve,
    Solver,
    Subject,
)

__all__ = [
    "COMPLETE",
    "HEADER",
    "MAX_PLAYERS",
    "MAX_SEED",
    "SPECTATOR",
    "Action",
    "Actions",
    "Apply",
    "ChanceKey",
    "Choice",
    "Counter",
    "Determinize",
    "Draw",
    "Estimate",
    "Feature",
    "Game",
    "GreedyAction",
    "Grid",
    "Knowledge",
    "LegalActions",
    "Level",
    "Notation",
    "Observation",
    "Option",
    "PerSeat",
    "Picture",
    "Piece",
    "Place",
    "Plain",
    "Playout",
    "Prove",
    "Question",
    "RandomAction",
    "RateActions",
    "Ratings",
    "Reseed",
    "Rewards",
    "Rules",
    "Scenery",
    "Scores",
    "Scratch",
    "Seat",
    "Setup",
    "Solution",
    "Solve",
    "Solver",
    "State",
    "States",
    "Subject",
    "Values",
    "View",
    "Words",
    "Write",
    "WriteMask",
    "check_seed",
    "count_on",
    "drawn_by",
    "guess_open",
    "knowledge_in",
    "mark_actions",
    "mask_size",
    "open_rules",
    "pack_bits",
    "parts_in",
    "pictured_by",
    "plain_scenery",
    "prefer",
    "put_action",
    "put_actions",
    "rules_in",
    "share_chances",
    "shown_by",
    "solved_by",
    "state_dtype",
    "tell_move",
    "view_open",
]
