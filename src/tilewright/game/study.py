"""What can be asked about a game: solutions, the worth of its things, questions to a judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from string import Formatter
from threading import Event
from typing import Any, NamedTuple, Protocol

from tilewright.game.states import Action, Actions, Scratch, State
from tilewright.kernel import Word

__all__ = [
    "NO_REASONS",
    "Claim",
    "Question",
    "Reasons",
    "Seen",
    "Sentences",
    "Solution",
    "Solve",
    "Solver",
    "Stepwise",
    "Subject",
    "reasoned_by",
]


class Solution(NamedTuple):
    """A line of play that a solver found, and its score."""

    actions: tuple[Action, ...]
    """To the end of the game; from a view, as far as nothing new comes to light."""
    score: float
    """The score at the end of them; where not all is known, the score to be expected."""


class Solve(Protocol):
    """``solve(state, ...)``: a good play from a state.

    A complete state may be searched to its end; from a view only what the view knows is used.
    ``effort`` instead of ``seconds`` gives the same answer on any machine. ``progress(solution)``
    is told of each better one; ``stop`` ends the search early.
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
    """``begin(state, seed, arrays)``: a search from a state or a view, which chance has a say in
    where not all is known."""

    def __call__(self, state: State, seed: Word, arrays: Any, /) -> None: ...


class GoOnSolving(Protocol):
    """``advance(work, actions, score, arrays) -> n``: does a piece of the search; about a tenth of
    a second with a work of 512. 0, or in the end the length of the play that was found:
    ``actions`` (int32[]) are its moves, ``score`` (float64[1]) is what it comes to."""

    def __call__(self, work: int, actions: Actions, score: Scratch, arrays: Any, /) -> int: ...


class Stepwise(NamedTuple):
    """A solver as kernels, for hosts without Python; the same as ``solve`` of an effort."""

    begin: BeginSolving
    advance: GoOnSolving
    make: Callable[[int], tuple[Any, ...]]
    """``make(effort)``: the arrays of a search, in tuples. Begun, it needs nothing in them."""


class Solver(NamedTuple):
    """How a game for one is solved."""

    solve: Solve
    describe: Callable[[State], dict[str, int]]
    """The parts of a finished game's score by name."""
    challenge: int
    """The rulebook's mark: a score better than this is well played."""
    stepwise: Callable[[], Stepwise | None] = lambda: None
    """The same as kernels, imported when they are asked for; None where there are none."""


class Subject(NamedTuple):
    """A kind of thing in a game whose worth can be studied, such as its tiles or its goals."""

    noun: str
    """One of them: ``tile``, ``goal`` ..."""
    names: tuple[str, ...]
    offered: Callable[[State], tuple[int, ...]]
    """``offered(state)``: which of them are in this game, by their place among the names."""
    taken: Callable[[State, State], tuple[int, ...]]
    """``taken(before, after)``: which of them the mover has got by one action."""
    is_shared: bool = False
    """Whether each seat can get it, as with a goal; otherwise only one can."""
    prices: tuple[int, ...] = ()
    """What each of them costs, where they cost differently much."""


@dataclass(frozen=True)
class Question:
    """Something people ask a judge, such as which goals a shelf fulfils.

    Question and answer are plain JSON data; ``answer`` checks its input and raises TextError.
    """

    name: str
    """Its word on the command line: ``tilewright judge GAME --name FILE``."""
    help: str
    parse: Callable[[str], dict[str, Any]]
    """The question from plain text, as a person would type it."""
    answer: Callable[[Mapping[str, Any]], dict[str, Any]]
    lines: Callable[[Mapping[str, Any], Mapping[str, Any]], list[str]]
    """Question and answer in words, with the ids of the rules that decide."""


# --- Why a move is better than another ------------------------------------------------------------


class Seen(NamedTuple):
    """A move as a seat saw it."""

    before: State
    after: State
    effect: Mapping[str, Any]
    """As ``Position.effect`` tells it."""


class Claim(NamedTuple):
    """Something that is so in a position, and was checked there."""

    key: str
    """Of the sentence, as the page's words have it."""
    facts: Mapping[str, Any]
    """What stands in the sentence: plain JSON data."""


class Sentences(Formatter):
    """What a game's claims say in English, by their keys.

    ``{tasks:task}`` counts: "no tasks", "one task", "2 tasks". ``spelt``: how facts are told that
    are not said as they are.
    """

    def __init__(self, sentences: Mapping[str, str], **spelt: Callable[[Any], str]) -> None:
        self._sentences, self._spelt = sentences, spelt

    def say(self, claim: Claim) -> str:
        """A claim as a sentence."""
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
    """Why one move of a game is better than another, as claims that can be checked."""

    claims: Callable[[Sequence[Seen], Sequence[Seen]], Iterable[Claim]]
    """``claims(played, best)``: two lines of moves, each a move and the answers expected to it as
    far as nothing is left to chance. Why the best is better than the one played, what matters most
    first."""
    say: Callable[[Claim], str]
    """A claim as an English sentence."""


NO_REASONS = Reasons(lambda played, best: (), lambda claim: claim.key)


def reasoned_by(module: str) -> Reasons:
    """The reasons that a module gives, which is imported when somebody asks why."""

    def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterable[Claim]:
        found: Iterable[Claim] = import_module(module).claims(played, best)
        return found

    def say(claim: Claim) -> str:
        told: str = import_module(module).say(claim)
        return told

    return Reasons(claims, say)
