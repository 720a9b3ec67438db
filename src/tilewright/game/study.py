"""Solvers, study subjects, reasons for moves, and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from threading import Event
from typing import Any, NamedTuple, Protocol

import numpy as np

from tilewright.game.rules import LegalActionsKernel
from tilewright.game.states import Action, Actions, Scratch, State, States
from tilewright.kernel import Word, compiled


class Solution(NamedTuple):
    """A line of play found by a solver, and its score."""

    actions: tuple[Action, ...]
    """Actions to the end of the game; from a view, as far as no new information appears."""
    score: float
    """Score at the end; the expected score if not everything is known."""


class Solve(Protocol):
    """``solve(state, ...)``: returns good play from a state. A complete state may be searched to
    its end; from a view only its knowledge is used. ``effort`` instead of ``seconds`` gives the
    same answer on every machine. ``progress(solution)`` is called for each improvement; ``stop``
    ends the search early."""

    def __call__(
        self,
        state: State,
        /,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        seed: int = 0,
        progress: Callable[[Solution], None] | None = None,
        stop: Event | None = None,
    ) -> Solution: ...


class BeginSolving(Protocol):
    """``begin(state, seed, arrays)``: starts a search from a state or a view; chance affects it if
    not everything is known."""

    def __call__(self, state: State, seed: Word, arrays: Any, /) -> None: ...


class GoOnSolving(Protocol):
    """``advance(work, actions, score, arrays) -> n``: continues the search, about 0.1 s with a
    work of 512. Returns 0, or at the end the length of the play found: ``actions`` (int32[]) are
    its moves, ``score`` (float64[1]) its score."""

    def __call__(self, work: int, actions: Actions, score: Scratch, arrays: Any, /) -> int: ...


class Stepwise(NamedTuple):
    """A solver as kernels, for hosts without Python; equal to ``solve`` with an effort."""

    begin: BeginSolving
    advance: GoOnSolving
    make: Callable[[int], tuple[Any, ...]]
    """``make(effort)``: returns the arrays of a search, in tuples; their contents may be anything.
    """


class Solver(NamedTuple):
    """Solver of a solo game."""

    solve: Solve
    describe: Callable[[State], dict[str, int]]
    """Parts of a finished game's score by name."""
    challenge: int
    """The rulebook's challenge: a better score is good play."""
    stepwise: Callable[[], Stepwise | None] = lambda: None
    """Loads the solver as kernels; returns None if there are none."""


class Subject(NamedTuple):
    """A kind of thing whose worth can be studied, such as the tiles or the goals of a game."""

    noun: str
    """Name of one of them: ``tile``, ``goal`` ..."""
    names: tuple[str, ...]
    offered: Callable[[State], tuple[int, ...]]
    """``offered(state)``: returns the indices of those in this game."""
    taken: Callable[[State, State], tuple[int, ...]]
    """``taken(before, after)``: returns the indices of those that the mover got by one action."""
    is_shared: bool = False
    """True if each seat can get it, as with a goal; false if only one can."""
    prices: tuple[int, ...] = ()
    """Cost of each, if costs differ."""


# --- Why a move is better than another ------------------------------------------------------------


class Seen(NamedTuple):
    """A move with its effect as a seat saw it."""

    before: State
    after: State
    effect: Mapping[str, Any]
    """The effect, as ``Position.effect`` returns it."""


class Claim(NamedTuple):
    """A fact about a position that was checked there."""

    key: str
    """Key of the sentence among the page's messages."""
    facts: Mapping[str, Any]
    """Values in the sentence, as JSON data."""


class Sentences(Formatter):
    """English sentences for a game's claims, by key.

    ``{tasks:task}`` counts: "no tasks", "one task", "2 tasks". ``spelt`` formats facts that are
    not shown as they are.
    """

    def __init__(self, sentences: Mapping[str, str], **spelt: Callable[[Any], str]) -> None:
        self._sentences, self._spelt = sentences, spelt

    def say(self, claim: Claim) -> str:
        """Return a claim as a sentence."""
        told = {name: self._spell(name, fact) for name, fact in claim.facts.items()}
        return self.vformat(self._sentences[claim.key], (), told)

    def _spell(self, name: str, fact: Any) -> Any:
        return self._spelt[name](fact) if name in self._spelt else fact

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        few = {0: f"no {format_spec}s", 1: f"one {format_spec}"}
        return few.get(value, f"{value} {format_spec}s")


class Reasons(NamedTuple):
    """Reasons why a move is better than another, as claims that can be checked."""

    claims: Callable[[Sequence[Seen], Sequence[Seen]], Iterable[Claim]]
    """``claims(played, best)``: takes two lines, each a move and its expected replies until chance
    decides; returns why the best is better, most important first."""
    say: Callable[[Claim], str]
    """Formats a claim as an English sentence."""


NO_REASONS = Reasons(lambda played, best: (), lambda claim: claim.key)


def reasoned_by(module: str) -> Reasons:
    """Return the reasons defined by a module that is imported at the first call."""

    def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterable[Claim]:
        found: Iterable[Claim] = import_module(module).claims(played, best)
        return found

    def say(claim: Claim) -> str:
        told: str = import_module(module).say(claim)
        return told

    return Reasons(claims, say)


# --- Puzzles ------------------------------------------------------------------------------------


class Posed(NamedTuple):
    """A puzzle found in a position, with its proof."""

    kind: str
    answers: tuple[Action, ...]
    """Correct moves; several only if they are equivalent, and then they count as one."""
    nodes: int
    """Number of positions that the proof examined."""
    target: int | None = None
    """Number to reach, for kinds of puzzle that ask for one."""


class Pose(Protocol):
    """``pose(state, nodes)``: returns the puzzle in a seat's view, or None if it has none or the
    proof needs more than `nodes` positions. All other moves are proven wrong."""

    def __call__(self, state: State, nodes: int, /) -> Posed | None: ...


class FindKey(Protocol):
    """``find_key(state)``: returns a key that is equal for positions that are the same puzzle, up
    to history and symmetry."""

    def __call__(self, state: State, /) -> Hashable: ...


class Explain(Protocol):
    """``explain(state, action)``: returns a complete state consistent with a seat's view, and a
    line of play from it that begins with `action` and shows its consequence: for a wrong move, how
    it fails."""

    def __call__(self, state: State, action: Action, /) -> tuple[States, list[Action]]: ...


class Puzzling(NamedTuple):
    """Puzzles of a game."""

    pose: Pose
    find_key: FindKey
    kinds: Mapping[str, str]
    """Question of each kind of puzzle."""
    file: Path
    """File of the puzzles shipped with the game."""
    mined_from: tuple[str, ...]
    """Players whose games are searched for new puzzles: bots, or ``solver`` in a solo game."""
    explain: Explain | None
    """Explains moves; None if the moves proven by ``Knowledge.prove`` are explanation enough."""


def list_legal(legal_actions: LegalActionsKernel, state: State, most: int) -> list[Action]:
    """Return the legal actions of a state (at most `most`), by compiled code."""
    actions = np.zeros(most, dtype=np.int32)
    found: list[Action] = actions[: compiled(legal_actions)(state, actions)].tolist()
    return found


def no_puzzles() -> Puzzling | None:
    """Return None: the game has no puzzles."""
    return None


def puzzling_in(module: str) -> Puzzling | None:
    """Return the puzzles defined by a module, or None if there is no such module."""
    if not find_spec(module):
        return None
    found = import_module(module)
    file = Path(str(found.__file__)).with_suffix(".jsonl")
    explain = getattr(found, "explain", None)
    return Puzzling(found.pose, found.find_key, found.THEMES, file, found.MINED_FROM, explain)
