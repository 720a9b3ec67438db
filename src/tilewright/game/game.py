"""The definition of a game as data, completed with defaults, or assembled from its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game.defaults import WriteMask, even_knowledge, mask_with, open_observation
from tilewright.game.knowledge import Knowledge, Learnt, Level, Prove, Yardstick
from tilewright.game.notation import Notation, Sign
from tilewright.game.options import Option
from tilewright.game.rules import Rules
from tilewright.game.scenery import (
    NO_SCENERY,
    Draw,
    Picture,
    Scenery,
    Shown,
    drawn_by,
    pictured_by,
    shown_by,
)
from tilewright.game.states import Action, Observation, State, States, check_whole
from tilewright.game.study import (
    NO_REASONS,
    Puzzling,
    Reasons,
    Solution,
    Solve,
    Solver,
    Stepwise,
    Subject,
    no_puzzles,
    puzzling_in,
    reasoned_by,
)


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game as data."""

    name: str
    title: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    dtype: np.dtype[np.void]
    num_actions: int
    max_legal: int
    rules: Rules
    notation: Notation
    score_name: str
    """Unit of the score: ``points``, ``discs left`` ..."""
    lower_is_better: bool = False
    chance_name: str = "draw"
    """Name of a chance event between two moves: ``refill``, ``roll`` ..."""
    chance_field: str = "rng"
    """The field of a state that changes with every chance event between two moves, and only then:
    the generator, or the rest of a shuffled pile."""
    spoken_moves: Mapping[str, str] = field(default_factory=dict)
    """Moves that are one word, such as ``refill``, with an explanation each."""
    signs: tuple[Sign, ...] = ()
    """Patterns of the notation for the page; see ``tools/ts/facts.py``."""
    knowledge: Knowledge | None = None
    """Search knowledge; defaults to even priors and random playouts. None in a solo game."""
    observation: Observation | None = None
    """Observation for learners; defaults to the record, or None if that may reveal secrets."""
    subjects: tuple[Subject, ...] = ()
    solver: Solver | None = None
    reasons: Reasons = NO_REASONS
    puzzling: Callable[[], Puzzling | None] = no_puzzles
    """Loads the puzzles of the game; returns None if it has none."""
    draw: Draw = field(repr=False, default=lambda state, seat: "")
    scenery: Scenery = NO_SCENERY
    later_fields: frozenset[str] = frozenset()
    """Fields of a position's text that older versions did not write; see ``Position.digest``."""
    picture: Picture = field(repr=False, default=pictured_by("tilewright.svg.plain"))
    """Draws a scene as SVG; defaults to the plain drawing."""

    def __post_init__(self) -> None:
        """Fill in defaults for parts that the game does not define."""
        if self.knowledge is None and not self.is_for_one:
            object.__setattr__(self, "knowledge", even_knowledge(self.rules, self.dtype))
        if self.observation is None:
            object.__setattr__(self, "observation", open_observation(self.rules, self.dtype))

    def __repr__(self) -> str:
        seats = " or ".join(map(str, self.players))
        return f"<Game {self.name}: {self.title}, {seats} players, {self.num_actions} actions>"

    def _repr_html_(self) -> str:
        """Return a table for notebooks: player counts, options, scoring."""
        facts = [
            ("players", ", ".join(map(str, self.players))),
            ("score", f"{self.score_name}, {'least' if self.lower_is_better else 'most'} wins"),
            *((f"option {option.name}", option.help) for option in self.options),
        ]
        rows = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in facts)
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"

    @cached_property
    def write_mask(self) -> WriteMask:
        """Kernel that writes the legal actions as a mask; see ``masks``."""
        return mask_with(self.rules)

    @property
    def shown(self) -> Shown:
        """Interpreted writers of scenes, effects and moves."""
        return Shown(self.scenery.scene, self.scenery.effect, self.notation.format_move)

    @property
    def is_for_one(self) -> bool:
        """True for a solo game: a total to improve instead of opponents."""
        return self.players == (1,)

    def check_players(self, players: int) -> int:
        """Return a number of players as an int; refuse one that the game does not support."""
        number = check_whole("players", players)
        if number not in self.players:
            expected = ", ".join(map(str, self.players))
            raise InvalidOption(f"{self.name} is for {expected} players; found {number}")
        return number

    def parse_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """Return option values for ``setup``, with defaults filled in.

        Raises:
            InvalidOption: An option is unknown or its text is not allowed.
        """
        chosen = self._fill_in(options, players)
        return _as_values(option.parse(text, players) for option, text in chosen)

    def read_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """Return option values as an old record means them; see ``Option.read``."""
        chosen = self._fill_in(options, players)
        return _as_values(option.read(text, players) for option, text in chosen)

    def _fill_in(self, options: Mapping[str, str], players: int) -> list[tuple[Option, str]]:
        """Return all options with the chosen text or their default."""
        self.check_players(players)
        known = {option.name for option in self.options}
        for name in options:
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; it has: {expected}")
        return [(option, str(options.get(option.name, option.default))) for option in self.options]

    def format_options(self, values: Sequence[int], players: int) -> dict[str, str]:
        """Return the texts of option values, every option named."""
        texts: dict[str, str] = {}
        start = 0
        for option in self.options:
            texts[option.name] = option.format(values[start : start + option.size], players)
            start += option.size
        return texts

    def record_options(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the given options in the words in which records keep them."""
        values = self.parse_options(options, players).tolist()
        texts = self.format_options(values, players)
        return {name: texts[name] for name in options}

    def pass_options_on(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the options of the rematch, in which each seat moves up by one."""
        passed = dict(options)
        for option in self.options:
            if option.name in options:
                values = option.read(options[option.name], players)
                passed[option.name] = option.format(option.pass_on(values, players), players)
        return passed

    def new_state(self) -> States:
        """Return a zeroed state, in an array of length 1."""
        return np.zeros(1, dtype=self.dtype)


def _as_values(numbers: Iterable[list[int]]) -> npt.NDArray[np.int64]:
    return np.array([*chain.from_iterable(numbers)], dtype=np.int64)


# --- A game from the modules of its folder --------------------------------------------------------


def parts_in(package: str, game: str) -> dict[str, Any]:
    """Return the arguments of ``Game`` found in a folder; presentation modules load when needed."""

    def get(module: str, word: str) -> Any:
        return getattr(import_module(f"{package}.{module}"), word)

    return {
        "name": game,
        "players": get("tables", "PLAYER_COUNTS"),
        "options": get("options", "OPTIONS"),
        "dtype": get("state", "STATE"),
        "num_actions": get("state", "NUM_ACTIONS"),
        "max_legal": get("state", "MAX_LEGAL"),
        "rules": rules_in(package),
        "notation": import_module(f"{package}.notation"),
        "signs": get("notation", "SIGNS"),
        "observation": get("observe", "OBSERVATION"),
        "subjects": get("subjects", "SUBJECTS"),
        "draw": drawn_by(f"{package}.draw"),
        "scenery": shown_by(package, game),
        "picture": pictured_by(f"{package}.svg"),
        "reasons": _reasons_in(f"{package}.reasons"),
        "puzzling": partial(puzzling_in, f"{package}.puzzles"),
    }


def _reasons_in(module: str) -> Reasons:
    return reasoned_by(module) if find_spec(module) else NO_REASONS


def rules_in(package: str) -> Rules:
    """Return the kernels of the modules ``rules`` and ``playout``."""
    return Rules(**_words_in(package, ("rules", "playout"), Rules._fields))


def knowledge_in(
    package: str,
    levels: tuple[Level, ...],
    first_levels: tuple[Level, ...],
    settings: Mapping[str, float],
    learnt_settings: Mapping[str, float],
) -> Knowledge:
    """Return the kernels of ``rating``, ``evaluation`` and ``proof``, and of ``belief``,
    ``yardsticks`` and ``inputs`` if present."""
    belief = ("belief",) if find_spec(f"{package}.belief") else ()
    kernels = _words_in(package, ("rating", "evaluation", *belief), Knowledge._fields)
    prove = _proven_by(f"{package}.proof")
    learnt = _learnt_in(f"{package}.inputs", learnt_settings)
    return Knowledge(
        **kernels,
        levels=levels,
        first_levels=first_levels,
        settings=settings,
        prove=prove,
        yardsticks=_yardsticks_in(package),
        learnt=learnt,
    )


def _yardsticks_in(package: str) -> Mapping[str, Yardstick]:
    if not find_spec(f"{package}.yardsticks"):
        return {}
    found: Mapping[str, Yardstick] = import_module(f"{package}.yardsticks").YARDSTICKS
    return found


def _learnt_in(module: str, settings: Mapping[str, float]) -> Learnt | None:
    if not find_spec(module):
        return None
    inputs = import_module(module)
    return Learnt(
        inputs.write_inputs,
        inputs.NUM_INPUTS,
        inputs.MOST_OF_SEAT,
        inputs.MOST_OF_TABLE,
        Path(str(inputs.__file__)).parent,
        settings,
        getattr(inputs, "seat_after", None),
    )


def _words_in(package: str, modules: tuple[str, ...], words: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in modules:
        names = vars(import_module(f"{package}.{module}"))
        found |= {word: names[word] for word in words if word in names}
    return found


def _proven_by(module: str) -> Prove:
    """Return the function ``prove`` of a module that is imported at the first call."""

    def prove(state: State, *limits: Any) -> tuple[Action, ...]:
        found: tuple[Action, ...] = import_module(module).prove(state, *limits)
        return found

    return prove


def solved_by(module: str) -> Solve:
    """Return the function ``solve`` of a module that is imported at the first call."""

    def solve(state: State, **options: Any) -> Solution:
        found: Solution = import_module(module).solve(state, **options)
        return found

    return solve


def stepwise_in(module: str) -> Stepwise:
    """Return the solver kernels of a module."""
    found: Stepwise = import_module(module).STEPWISE
    return found
