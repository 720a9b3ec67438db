"""Placeholders for a game's kernels, called by kernels that work for every game.

They do nothing. ``kernel.compiled`` and ``kernel.bound`` replace them with a game's own kernels.
"""

from __future__ import annotations

from tilewright.game.rules import Scores, Values
from tilewright.game.states import Action, Actions, Seat, State, Words
from tilewright.kernel import Word, kernel


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Deal a new game."""


@kernel
def legal_actions(state: State, out: Actions | Words) -> int:
    """Write the legal actions in ascending order. Return their number."""
    return 0


@kernel
def apply(state: State, action: Action) -> None:
    """Play an action."""


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the score and rank of each seat."""


@kernel
def determinize(state: State, rng: Word) -> None:
    """Sample the hidden parts of a view."""


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """Return a random legal action and the next generator state."""
    return 0, rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play the game out at random. Return the next generator state."""
    return rng


@kernel
def write(state: State, seat: Seat, words: Words) -> None:
    """Write a seat's observation."""


@kernel
def write_mask(state: State, words: Words) -> None:
    """Write the mask of legal actions."""
