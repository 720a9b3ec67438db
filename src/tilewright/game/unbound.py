"""Names of a game's kernels, for kernels that are written over any game: ``kernel.compiled`` and
``kernel.bound`` put a game's own in their place. These do nothing."""

from __future__ import annotations

from tilewright.game.observation import Words
from tilewright.game.rules import Scores, Values
from tilewright.game.states import Action, Actions, Seat, State
from tilewright.kernel import Word, kernel

__all__ = [
    "apply",
    "determinize",
    "legal_actions",
    "outcome",
    "playout",
    "random_action",
    "setup",
    "write",
    "write_mask",
]


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Deal."""


@kernel
def legal_actions(state: State, out: Actions | Words) -> int:
    """All legal actions, in rising order; returns their number."""
    return 0


@kernel
def apply(state: State, action: Action) -> None:
    """Play an action."""


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Each seat's score and rank."""


@kernel
def determinize(state: State, rng: Word) -> None:
    """Fill in what a view does not know."""


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """A random legal action, and the generator."""
    return 0, rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play at random to the end; returns the generator."""
    return rng


@kernel
def write(state: State, seat: Seat, words: Words) -> None:
    """Write what a seat sees."""


@kernel
def write_mask(state: State, words: Words) -> None:
    """Write what is legal."""
