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
    """Actions to the end of the game. From a view, they end before new information appears."""
    score: float
    """Score at the end; the expected score if not everything is known."""


class Solve(Protocol):
    """``solve(state, ...)``: returns a good line of play from a complete state or a view.

    From a view, only what the viewer knows is used. ``effort`` instead of ``seconds`` gives the
    same answer on every machine. ``progress(solution)`` is called for each improvement. ``stop``
    ends the search early.
    """

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
    """``begin(state, seed, arrays)``: starts a search from a complete state or a view.

    The seed matters only for a view, whose hidden parts are sampled.
    """

    def __call__(self, state: State, seed: Word, arrays: Any, /) -> None: ...


class AdvanceSolving(Protocol):
    """``advance(work, actions, score, arrays) -> n``: continues the search by ``work`` steps.

    512 steps take about 0.1 s. Returns 0 until the search ends, then the number of actions in the
    line found. The line is written to ``actions`` (int32[]), its score to ``score`` (float64[1]).
    """

    def __call__(self, work: int, actions: Actions, score: Scratch, arrays: Any, /) -> int: ...


class Stepwise(NamedTuple):
    """A solver as kernels, for hosts without Python; equivalent to ``solve`` with an effort."""

    begin: BeginSolving
    advance: AdvanceSolving
    make: Callable[[int], tuple[Any, ...]]
    """``make(effort)``: allocates the arrays of a search, in tuples; they need not be zeroed."""


class Solver(NamedTuple):
    """Solver of a solo game."""

    solve: Solve
    describe: Callable[[State], dict[str, int]]
    """``describe(state)``: returns the parts of a finished game's score, by name."""
    challenge: int
    """The rulebook's target; a better score is good play."""
    stepwise: Callable[[], Stepwise | None] = lambda: None
    """Loads the solver's kernels; returns None if it has none."""


class Subject(NamedTuple):
    """A group of things whose value can be studied, such as a game's tiles or goals."""

    noun: str
    """Singular noun for one of them: ``tile``, ``goal`` ..."""
    names: tuple[str, ...]
    offered: Callable[[State], tuple[int, ...]]
    """``offered(state)``: returns the indices of the things in play in this game."""
    taken: Callable[[State, State], tuple[int, ...]]
    """``taken(before, after)``: returns the indices of the things that the mover has got."""
    is_shared: bool = False
    """True if every seat can get it, such as a goal; False if only one can."""
    prices: tuple[int, ...] = ()
    """Cost of each, if costs differ."""


# --- Why a move is better than another ------------------------------------------------------------


class SeenMove(NamedTuple):
    """A move and its effect, as seen by one seat."""

    before: State
    after: State
    effect: Mapping[str, Any]
    """The effect, as ``Position.effect`` returns it."""


class Claim(NamedTuple):
    """A fact that was verified on a position."""

    key: str
    """Key of the sentence among the page's messages."""
    facts: Mapping[str, Any]
    """Values for the sentence, as JSON data."""


class Sentences(Formatter):
    """English sentences for a game's claims, by key.

    ``{tasks:task}`` formats a count: "no tasks", "one task", "2 tasks". ``formatters`` convert
    single facts to text, by name.
    """

    def __init__(self, sentences: Mapping[str, str], **formatters: Callable[[Any], str]) -> None:
        self._sentences, self._formatters = sentences, formatters

    def say(self, claim: Claim) -> str:
        """Return the English sentence for a claim."""
        texts = {name: self._format_fact(name, fact) for name, fact in claim.facts.items()}
        return self.vformat(self._sentences[claim.key], (), texts)

    def _format_fact(self, name: str, fact: Any) -> Any:
        return self._formatters[name](fact) if name in self._formatters else fact

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a value, or count it if ``format_spec`` is a noun such as ``task``.

        The counts are written "no tasks", "one task", "2 tasks".
        """
        if not format_spec:
            return str(value)
        few = {0: f"no {format_spec}s", 1: f"one {format_spec}"}
        return few.get(value, f"{value} {format_spec}s")


class Reasons(NamedTuple):
    """Explains why one move is better than another, by claims that can be verified."""

    claims: Callable[[Sequence[SeenMove], Sequence[SeenMove]], Iterable[Claim]]
    """``claims(played, best)``: compares two lines, each a move and the expected replies up to the
    next chance event. Returns why the best is better, most important reason first."""
    say: Callable[[Claim], str]
    """``say(claim)``: returns an English sentence that states the claim."""


NO_REASONS = Reasons(lambda played, best: (), lambda claim: claim.key)


def lazy_reasons(module: str) -> Reasons:
    """Return reasons that import their module on the first call."""

    def claims(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterable[Claim]:
        found: Iterable[Claim] = import_module(module).claims(played, best)
        return found

    def say(claim: Claim) -> str:
        sentence: str = import_module(module).say(claim)
        return sentence

    return Reasons(claims, say)


# --- Puzzles ------------------------------------------------------------------------------------


class PosedPuzzle(NamedTuple):
    """A puzzle found in a position, with its proof."""

    kind: str
    answers: tuple[Action, ...]
    """The correct moves; there are several only if they are equivalent."""
    nodes: int
    """Number of positions that the proof examined."""
    target: int | None = None
    """The number to reach, if this kind of puzzle has one."""


class Pose(Protocol):
    """``pose(state, nodes)``: returns the puzzle in a seat's view, or None if there is none.

    All moves but the answers are proven wrong. Returns None as well if the proof would need more
    than ``nodes`` positions.
    """

    def __call__(self, state: State, nodes: int, /) -> PosedPuzzle | None: ...


class FindKey(Protocol):
    """``find_key(state)``: returns a key that identifies the puzzle.

    The key does not depend on history and symmetry.
    """

    def __call__(self, state: State, /) -> Hashable: ...


class Explain(Protocol):
    """``explain(state, action)``: returns a line of play that begins with ``action``.

    The line shows why the action succeeds or fails. It starts from a complete state consistent with
    a seat's view, which is returned first.
    """

    def __call__(self, state: State, action: Action, /) -> tuple[States, list[Action]]: ...


class PuzzleSet(NamedTuple):
    """A game's puzzles: where they are stored, and how to find and explain them."""

    pose: Pose
    find_key: FindKey
    kinds: Mapping[str, str]
    """The question that each kind of puzzle asks."""
    file: Path
    """File with the puzzles shipped with the game."""
    mined_from: tuple[str, ...]
    """Players whose games are searched for new puzzles: bots, or ``solver`` in a solo game."""
    explain: Explain | None
    """Explains moves; None if the line proven by ``Knowledge.prove`` suffices."""


def list_legal_actions(
    legal_actions: LegalActionsKernel, state: State, max_legal: int
) -> list[Action]:
    """Return the legal actions of a state in ascending order.

    They are computed by the compiled kernel.
    """
    actions = np.zeros(max_legal, dtype=np.int32)
    found: list[Action] = actions[: compiled(legal_actions)(state, actions)].tolist()
    return found


def no_puzzles() -> PuzzleSet | None:
    """Return None, for a game without puzzles."""
    return None


def load_puzzles(module: str) -> PuzzleSet | None:
    """Return the puzzles that a module defines, or None if the module does not exist."""
    if not find_spec(module):
        return None
    found = import_module(module)
    file = Path(str(found.__file__)).with_suffix(".jsonl")
    explain = getattr(found, "explain", None)
    return PuzzleSet(found.pose, found.find_key, found.THEMES, file, found.MINED_FROM, explain)
