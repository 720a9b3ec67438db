"""What a game is.

A game is data: its name, its options, the dtype of its state and its rules, a handful of kernels.
Everything else (positions, records, terminal, search, environments) knows games only through this.

Every state record begins with the same header, so that generic code can read it without asking:

    rng      u8   counter of the generator all later chance comes from; 0 when hidden
    ply      u2   how many actions have been applied
    players  u1   how many seats, 1 to 4
    mover    u1   the seat to move
    over     u1   1 once the game has ended
    viewer   i1   -1: complete; 0..3: what that seat may know; 4: what a spectator may know
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from threading import Event
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.text import Fields

__all__ = [
    "COMPLETE",
    "HEADER",
    "MAX_PLAYERS",
    "SPECTATOR",
    "Action",
    "Choice",
    "Feature",
    "Game",
    "Knowledge",
    "Level",
    "Notation",
    "Observation",
    "Option",
    "PerSeat",
    "Question",
    "Rules",
    "Scenery",
    "Seat",
    "Solution",
    "Solver",
    "State",
    "Subject",
    "drawn_by",
    "mask_size",
    "pack_bits",
    "pictured_by",
    "shown_by",
    "state_dtype",
]

Seat = int
Action = int
State = Any  # one np.void record of the game's dtype; NumPy has no narrower type for it

MAX_PLAYERS = 4
COMPLETE = -1
SPECTATOR = 4

HEADER: list[tuple[str, str]] = [
    ("rng", "u8"),
    ("ply", "u2"),
    ("players", "u1"),
    ("mover", "u1"),
    ("over", "u1"),
    ("viewer", "i1"),
]


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a state: the header, then these fields, aligned.

    Gaps become fields of their own, since NumPy copies fields and leaves gaps as they were; a state
    must be its bytes, all of them.
    """
    aligned = np.dtype([*HEADER, *fields], align=True)
    assert aligned.fields is not None
    filled: list[tuple[Any, ...]] = []
    end = 0
    for name, *kind in [*HEADER, *fields]:
        start = aligned.fields[name][1]
        filled += [*_gap(end, start), (name, *kind)]
        end = start + aligned[name].itemsize
    return np.dtype(filled + _gap(end, aligned.itemsize), align=True)


def _gap(start: int, end: int) -> list[tuple[Any, ...]]:
    return [(f"gap_{start}", "u1", (end - start,))] if end > start else []


class Rules(NamedTuple):
    """The kernels of a game. Each trusts its caller; ``state`` is changed in place."""

    setup: Callable[..., Any]
    """``setup(state, seed, players, options)``: a fresh game in a zeroed record. ``options`` is
    int64[n], the values of the game's options one after the other."""

    legal_actions: Callable[..., Any]
    """``legal_actions(state, out) -> n``: fills ``out`` (int32[max_legal]), ascending. At least one
    unless the game is over."""

    apply: Callable[..., Any]
    """``apply(state, action)``: one legal action and what follows by itself, chance included."""

    outcome: Callable[..., Any]
    """``outcome(state, scores, ranks)``: fills int64[4] with each seat's score in the game's own
    measure and its rank, 0 for the best. Before the end: as if the game ended now."""

    view: Callable[..., Any]
    """``view(state, viewer)``: blanks all that the viewer may not know, sets ``viewer``."""

    determinize: Callable[..., Any]
    """``determinize(state, rng)``: fills a view's blanks at random, as far as is known rightly, and
    makes it complete. A complete state keeps all that any seat can see and gets another future."""

    random_action: Callable[..., Any]
    """``random_action(state, rng) -> (action, rng)``: one legal action by the playout policy."""

    playout: Callable[..., Any]
    """``playout(state, rng) -> rng``: to the end by the playout policy; the same moves as repeated
    ``random_action`` and ``apply``, only faster."""


class Level(NamedTuple):
    """How a level of play differs from perfect attention and endless thought."""

    overlooks: float = 0.0
    """The chance that a move is not noticed at all."""
    misjudges: float = 0.0
    """How far off the rating of a noticed move is, in the units of ``Knowledge.rate_actions``."""
    iterations: int | None = 0
    """Of search; 0: none, None: as many as the budget allows."""


class Knowledge(NamedTuple):
    """What a search should know about a game, as kernels. All of it works on complete states."""

    rate_actions: Callable[..., Any]
    """``rate_actions(state, rng, actions, ratings, scratch) -> n``: the moves worth a look and how
    promising each is (float32, a step of 1 being clearly better). ``scratch``: float64[256]."""

    estimate: Callable[..., Any]
    """``estimate(state, rng, rewards, scratch)``: fills float64[4] with what each seat may expect,
    from 0 to 1; or plays the state to its end, and the outcome is rewarded."""

    chance_key: Callable[..., Any]
    """``chance_key(state) -> word``: differs where chance came out differently."""

    greedy_action: Callable[..., Any]
    """``greedy_action(state, rng, actions) -> (action, rng)``: what gains most right now by the
    game's own score, ties at random; the yardstick opponent. ``actions``: int32[max_legal]."""

    levels: tuple[Level, ...]
    """Levels 1 to 8, each a clear step better than the one before; see the docs for how clear."""

    reseed: Callable[..., Any] | None = None
    """``reseed(state, rng)``: lets the chance of the next action follow from this counter and from
    what everybody can see; None where all of it follows from the header's ``rng`` anyway."""

    settings: Mapping[str, float] = {}
    """What this game wants otherwise than ``search.bot.DEFAULTS`` has it."""

    prove: Callable[[State, float | None, int | None, Event | None], Action | None] | None = None
    """``prove(state, seconds, nodes, stop)``: a move proven best from a seat's view, within those
    limits and unless stopped; None where there is no proof."""


class Feature(NamedTuple):
    """One part of what a seat sees: a block of small unsigned numbers among packed words."""

    name: str
    places: npt.NDArray[np.int32]
    """int32[*shape, bits]: where each bit of each number stands, lowest first, bit 64 being the
    first of the second word; -1: nowhere, the bit is always 0."""
    help: str
    kinds: int = 0
    """Where a number names a kind of thing, from 1, or 0 for none: how many kinds there are."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the block of numbers."""
        return self.places.shape[:-1]

    @property
    def bits(self) -> int:
        """Of each number; with 1 the block is a bit plane, or several."""
        return self.places.shape[-1]


class Observation(NamedTuple):
    """What a seat sees and what the mover may do, as packed words for programs that learn.

    What the seat may not know is not in it, and the words say things from the seat's own side: its
    things come first, then those of the others in the order of their seats.
    """

    features: tuple[Feature, ...]

    write: Callable[..., Any]
    """``write(state, seat, words)``: fills uint64[num_words]."""

    write_mask: Callable[..., Any]
    """``write_mask(state, words)``: fills uint64[mask_size(num_actions)]: bit a is set where
    ``legal_actions`` lists action a."""

    @property
    def num_words(self) -> int:
        """How many words ``write`` fills."""
        return 1 + max(int(feature.places.max()) for feature in self.features) // 64


def pack_bits(first: int, shape: tuple[int, ...], bits: int) -> npt.NDArray[np.int32]:
    """The places of a block of numbers that stand one after the other, from that bit on."""
    places = first + np.arange(np.prod(shape, dtype=int) * bits, dtype=np.int32)
    return places.reshape(*shape, bits)


def mask_size(num_actions: int) -> int:
    """How many words a mask of so many actions takes."""
    return -(-num_actions // 64)


class Solution(NamedTuple):
    """What a solver found."""

    actions: tuple[Action, ...]
    """To the end of the game; from a view, as far as nothing new comes to light."""
    score: float
    """What they come to, or may be expected to come to where not all is known."""


class Solver(NamedTuple):
    """How a game for one is solved."""

    solve: Callable[..., Solution]
    """``solve(state, *, seconds, effort, seed, progress, stop)``: a good play from a state. A
    complete state may be searched to its end; from a view only what the view knows is used.
    ``effort`` instead of ``seconds`` gives the same answer on any machine. ``progress(solution)``
    is told of each better one; a ``threading.Event`` in ``stop`` ends the search early."""

    describe: Callable[[State], dict[str, int]]
    """The parts of a finished game's score by name."""

    challenge: int
    """The rulebook's mark: a score better than this is well played."""


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


class Option(Protocol):
    """One option of a game: text on the outside, one or more small integers for the kernels."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def default(self) -> str: ...
    @property
    def size(self) -> int: ...

    def parse(self, text: str, players: int) -> list[int]: ...
    def format(self, values: Sequence[int], players: int) -> str: ...


@dataclass(frozen=True)
class Choice:
    """An option that takes one of a few words."""

    name: str
    values: tuple[str, ...]
    help: str
    size: int = 1

    @property
    def default(self) -> str:
        return self.values[0]

    def parse(self, text: str, players: int) -> list[int]:
        if text not in self.values:
            expected = ", ".join(self.values)
            raise InvalidOption(f"option {self.name}: expected one of {expected}; found {text!r}")
        return [self.values.index(text)]

    def format(self, values: Sequence[int], players: int) -> str:
        return self.values[values[0]]


@dataclass(frozen=True)
class PerSeat:
    """An option that gives every seat a number, as ``0,7``."""

    name: str
    highest: Mapping[int, int]
    """The greatest number a seat may be given, by player count."""
    help: str
    default: str = "none"
    size: int = MAX_PLAYERS

    def parse(self, text: str, players: int) -> list[int]:
        if text == self.default:
            return [0] * self.size
        parts = text.split(",")
        highest = self.highest[players]
        if len(parts) != players or not all(
            part.isascii() and part.isdigit() and len(part) < 4 and int(part) <= highest
            for part in parts
        ):
            raise InvalidOption(
                f"option {self.name}: expected {self.default!r} or {players} numbers from 0 to "
                f"{highest}, as {','.join(['0'] * players)}; found {text!r}"
            )
        return [int(part) for part in parts] + [0] * (self.size - players)

    def format(self, values: Sequence[int], players: int) -> str:
        if not any(values):
            return self.default
        return ",".join(str(value) for value in values[:players])


class Notation(Protocol):
    """How a game's moves and positions are written. Implemented by a game's ``notation`` module."""

    def format_move(self, state: State, action: Action) -> str:
        """The move as a person would type it, such as ``7@1,-2``."""
        ...

    def parse_move(self, state: State, text: str) -> Action:
        """The legal action that the text names.

        Raises TextError when it cannot be read, IllegalMove with the rule when it is not legal."""
        ...

    def describe_move(self, state: State, action: Action) -> str:
        """The move and what it does in words, in English."""
        ...

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        """The fields of the position as text, in order; the header is not the game's business."""
        ...

    def parse_position(self, fields: Fields, state: State) -> None:
        """Fill a zeroed record (players already set) from those fields, checking everything."""
        ...


def pictured_by(module: str) -> Callable[[Mapping[str, Any]], str]:
    """The function ``draw`` of a module that is imported when a picture is made."""

    def picture(scene: Mapping[str, Any]) -> str:
        drawn: str = import_module(module).draw(scene)
        return drawn

    return picture


def drawn_by(module: str) -> Callable[[State, Seat | None], Any]:
    """The function ``draw`` of a module that is imported when something is drawn: it is slow."""

    def draw(state: State, seat: Seat | None) -> Any:
        return import_module(module).draw(state, seat)

    return draw


class Scenery(NamedTuple):
    """A game as plain JSON data for a page that draws it and knows no rules.

    What is common to all games is added by ``Position.scene`` and ``Position.effect``. A state may
    be a view: what is hidden is None, and what chance will bring is in no answer.
    """

    box: Callable[[], dict[str, Any]]
    """``box()``: what is printed in the box; the same in every game."""

    scene: Callable[[State], dict[str, Any]]
    """``scene(state)``: all there is to see, and ``turns``, the seats in the order in which they
    move, as far as that is known."""

    effect: Callable[[State, Action, State], dict[str, Any]]
    """``effect(before, action, after)``: the ``kind`` of a move, and all that it does."""


PLAIN = Scenery(
    box=dict,
    scene=lambda state: {"turns": []},
    effect=lambda before, action, after: {"kind": "move"},
)


def shown_by(module: str, game: str) -> Scenery:
    """The scenery that a module tells, which is imported when something is shown."""

    def box() -> dict[str, Any]:
        return {"game": game, **import_module(module).box()}

    def scene(state: State) -> dict[str, Any]:
        told: dict[str, Any] = import_module(module).scene(state)
        return told

    def effect(before: State, action: Action, after: State) -> dict[str, Any]:
        told: dict[str, Any] = import_module(module).effect(before, action, after)
        return told

    return Scenery(box, scene, effect)


@dataclass(frozen=True)
class Question:
    """Something people ask a judge, such as which goals a shelf fulfils.

    Question and answer are plain JSON data; ``answer`` checks its input and raises TextError.
    """

    name: str
    """Its word on the command line: ``tilewright judge my-shelfie --shelf FILE``."""
    help: str
    parse: Callable[[str], dict[str, Any]]
    """The question from plain text, as a person would type it."""
    answer: Callable[[Mapping[str, Any]], dict[str, Any]]
    lines: Callable[[Mapping[str, Any], Mapping[str, Any]], list[str]]
    """Question and answer in words, with the ids of the rules that decide."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game as data."""

    name: str
    title: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    dtype: np.dtype[Any]
    num_actions: int
    max_legal: int
    rules: Rules
    notation: Notation
    score_name: str
    """What a score counts: ``points``, ``discs left`` ..."""
    lower_is_better: bool = False
    questions: tuple[Question, ...] = ()
    knowledge: Knowledge | None = None
    observation: Observation | None = None
    subjects: tuple[Subject, ...] = ()
    solver: Solver | None = None
    draw: Callable[[State, Seat | None], Any] = field(repr=False, default=lambda state, seat: "")
    """``draw(state, seat)``: a rich renderable of the position, 80 columns wide at most, as that
    seat would like to see it."""
    scenery: Scenery = PLAIN
    picture: Callable[[Mapping[str, Any]], str] = field(
        repr=False, default=pictured_by("tilewright.svg.plain")
    )
    """``picture(scene)``: a scene as SVG; without one of its own, what the scene has as plain."""

    def _repr_html_(self) -> str:
        """What a notebook shows: for how many it is, its options and how it is scored."""
        facts = [
            ("players", ", ".join(map(str, self.players))),
            ("score", f"{self.score_name}, {'least' if self.lower_is_better else 'most'} wins"),
            *((f"option {option.name}", option.help) for option in self.options),
        ]
        rows = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in facts)
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"

    @property
    def is_for_one(self) -> bool:
        """Whether one plays it alone: there is a total to improve, and nobody to beat."""
        return self.players == (1,)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not made for."""
        if players not in self.players:
            expected = ", ".join(map(str, self.players))
            raise InvalidOption(f"{self.name} is for {expected} players; found {players}")

    def parse_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """The options' values for ``setup``, defaults filled in."""
        self.check_players(players)
        known = {option.name for option in self.options}
        for name in options:
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; it has: {expected}")
        values: list[int] = []
        for option in self.options:
            values += option.parse(str(options.get(option.name, option.default)), players)
        return np.array(values, dtype=np.int64)

    def format_options(self, values: Sequence[int], players: int) -> dict[str, str]:
        """The other way round; every option is named."""
        texts: dict[str, str] = {}
        start = 0
        for option in self.options:
            texts[option.name] = option.format(values[start : start + option.size], players)
            start += option.size
        return texts

    def new_state(self) -> npt.NDArray[Any]:
        """One zeroed record, in an array of length 1."""
        return np.zeros(1, dtype=self.dtype)
