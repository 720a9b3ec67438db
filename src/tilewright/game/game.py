"""``Game``: the definition of a game as data, completed with defaults or loaded from its folder."""

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
from tilewright.game.defaults import WriteMask, bind_write_mask, default_knowledge, open_observation
from tilewright.game.knowledge import Knowledge, Level, NetworkInputs, Prove, Yardstick
from tilewright.game.notation import Notation, Sign
from tilewright.game.options import Option
from tilewright.game.rules import Rules
from tilewright.game.scenery import (
    NO_SCENERY,
    Draw,
    Picture,
    Scenery,
    SceneWriters,
    lazy_draw,
    lazy_picture,
    load_scenery,
)
from tilewright.game.states import Action, Observation, State, States, as_int
from tilewright.game.study import (
    NO_REASONS,
    PuzzleSet,
    Reasons,
    Solution,
    Solve,
    Solver,
    Stepwise,
    Subject,
    lazy_reasons,
    load_puzzles,
    no_puzzles,
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
    """Moves written as one word, such as ``refill``, each with an explanation."""
    signs: tuple[Sign, ...] = ()
    """Patterns of the notation for the page; see ``tools/ts/facts.py``."""
    knowledge: Knowledge | None = None
    """Search knowledge; defaults to uniform priors and random playouts. None in a solo game."""
    observation: Observation | None = None
    """Observation for learning programs; defaults to the record, or None if it may contain secrets.
    """
    subjects: tuple[Subject, ...] = ()
    solver: Solver | None = None
    reasons: Reasons = NO_REASONS
    puzzles: Callable[[], PuzzleSet | None] = no_puzzles
    """Loads the game's puzzles; returns None if it has none."""
    draw: Draw = field(repr=False, default=lambda state, seat: "")
    scenery: Scenery = NO_SCENERY
    later_fields: frozenset[str] = frozenset()
    """Fields of the position text that older versions did not write; see ``Position.digest``."""
    picture: Picture = field(repr=False, default=lazy_picture("tilewright.svg.plain"))
    """Draws a scene as SVG; defaults to the plain drawing."""

    def __post_init__(self) -> None:
        """Fill in defaults for missing parts."""
        if self.knowledge is None and not self.is_for_one:
            object.__setattr__(self, "knowledge", default_knowledge(self.rules, self.dtype))
        if self.observation is None:
            object.__setattr__(self, "observation", open_observation(self.rules, self.dtype))

    def __repr__(self) -> str:
        seats = " or ".join(map(str, self.players))
        return f"<Game {self.name}: {self.title}, {seats} players, {self.num_actions} actions>"

    def _repr_html_(self) -> str:
        """Return an HTML table of player counts, scoring and options, for notebooks."""
        facts = [
            ("players", ", ".join(map(str, self.players))),
            ("score", f"{self.score_name}, {'least' if self.lower_is_better else 'most'} wins"),
            *((f"option {option.name}", option.help) for option in self.options),
        ]
        rows = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in facts)
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"

    @cached_property
    def write_mask(self) -> WriteMask:
        """Kernel that writes the mask of legal actions."""
        return bind_write_mask(self.rules)

    @property
    def writers(self) -> SceneWriters:
        """Writers of scenes, effects and moves, not compiled."""
        return SceneWriters(self.scenery.scene, self.scenery.effect, self.notation.format_move)

    @property
    def is_for_one(self) -> bool:
        """True for a solo game, in which a single player improves a total."""
        return self.players == (1,)

    def validate_players(self, players: int) -> int:
        """Return the number of players as an int.

        Raises:
            InvalidOption: The game does not support this number of players.
        """
        number = as_int("players", players)
        if number not in self.players:
            expected = ", ".join(map(str, self.players))
            raise InvalidOption(f"{self.name} is for {expected} players; found {number}")
        return number

    def parse_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """Return the option values for ``setup``, with defaults for missing options.

        Raises:
            InvalidOption: An option is unknown or its value is not allowed.
        """
        chosen = self._complete_options(options, players)
        return _concatenate(option.parse(text, players) for option, text in chosen)

    def read_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """Return the option values for ``setup``, given the options of a record.

        See ``Option.read``.
        """
        chosen = self._complete_options(options, players)
        return _concatenate(option.read(text, players) for option, text in chosen)

    def _complete_options(
        self, options: Mapping[str, str], players: int
    ) -> list[tuple[Option, str]]:
        """Return every option with its given text, or its default if it is not given."""
        self.validate_players(players)
        known = {option.name for option in self.options}
        for name in options:
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; it has: {expected}")
        return [(option, str(options.get(option.name, option.default))) for option in self.options]

    def format_options(self, values: Sequence[int], players: int) -> dict[str, str]:
        """Return the text of each option by name, given the values passed to ``setup``."""
        texts: dict[str, str] = {}
        start = 0
        for option in self.options:
            texts[option.name] = option.format(values[start : start + option.size], players)
            start += option.size
        return texts

    def canonical_options(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the given options in the canonical form of records."""
        values = self.parse_options(options, players).tolist()
        texts = self.format_options(values, players)
        return {name: texts[name] for name in options}

    def rematch_options(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """Return the options for a rematch, in which every player moves up one seat."""
        passed = dict(options)
        for option in self.options:
            if option.name in options:
                values = option.read(options[option.name], players)
                passed[option.name] = option.format(option.pass_on(values, players), players)
        return passed

    def new_state(self) -> States:
        """Return an array that holds one zeroed state."""
        return np.zeros(1, dtype=self.dtype)


def _concatenate(numbers: Iterable[list[int]]) -> npt.NDArray[np.int64]:
    """Return all values in one array, the form that ``setup`` expects."""
    return np.array([*chain.from_iterable(numbers)], dtype=np.int64)


# --- A game from the modules of its folder --------------------------------------------------------


def load_parts(package: str, game: str) -> dict[str, Any]:
    """Return the keyword arguments of ``Game``, collected from the modules of a package.

    Presentation modules are imported on first use.
    """

    def get(module: str, name: str) -> Any:
        return getattr(import_module(f"{package}.{module}"), name)

    return {
        "name": game,
        "players": get("tables", "PLAYER_COUNTS"),
        "options": get("options", "OPTIONS"),
        "dtype": get("state", "STATE"),
        "num_actions": get("state", "NUM_ACTIONS"),
        "max_legal": get("state", "MAX_LEGAL"),
        "rules": load_rules(package),
        "notation": import_module(f"{package}.notation"),
        "signs": get("notation", "SIGNS"),
        "observation": get("observe", "OBSERVATION"),
        "subjects": get("subjects", "SUBJECTS"),
        "draw": lazy_draw(f"{package}.draw"),
        "scenery": load_scenery(package, game),
        "picture": lazy_picture(f"{package}.svg"),
        "reasons": _load_reasons(f"{package}.reasons"),
        "puzzles": partial(load_puzzles, f"{package}.puzzles"),
    }


def _load_reasons(module: str) -> Reasons:
    return lazy_reasons(module) if find_spec(module) else NO_REASONS


def load_rules(package: str) -> Rules:
    """Return the rules of a package, from its modules ``rules`` and ``playout``."""
    return Rules(**_collect_values(package, ("rules", "playout"), Rules._fields))


def load_knowledge(
    package: str,
    levels: tuple[Level, ...],
    first_levels: tuple[Level, ...],
    settings: Mapping[str, float],
    network_settings: Mapping[str, float],
) -> Knowledge:
    """Return the search knowledge of a package.

    It comes from the modules ``rating``, ``evaluation`` and ``proof``, and from ``belief``,
    ``yardsticks`` and ``inputs`` if present.
    """
    belief = ("belief",) if find_spec(f"{package}.belief") else ()
    kernels = _collect_values(package, ("rating", "evaluation", *belief), Knowledge._fields)
    prove = _lazy_prove(f"{package}.proof")
    network = _load_network_inputs(f"{package}.inputs", network_settings)
    return Knowledge(
        **kernels,
        levels=levels,
        first_levels=first_levels,
        settings=settings,
        prove=prove,
        yardsticks=_load_yardsticks(package),
        network=network,
    )


def _load_yardsticks(package: str) -> Mapping[str, Yardstick]:
    """Return the baseline bots of the module ``yardsticks``, or {} without such a module."""
    if not find_spec(f"{package}.yardsticks"):
        return {}
    found: Mapping[str, Yardstick] = import_module(f"{package}.yardsticks").YARDSTICKS
    return found


def _load_network_inputs(module: str, settings: Mapping[str, float]) -> NetworkInputs | None:
    """Return the network inputs of a module, or None if the module does not exist."""
    if not find_spec(module):
        return None
    inputs = import_module(module)
    return NetworkInputs(
        inputs.write_inputs,
        inputs.NUM_INPUTS,
        inputs.MAX_SEAT_INPUTS,
        inputs.MAX_TABLE_INPUTS,
        Path(str(inputs.__file__)).parent,
        settings,
        getattr(inputs, "seat_after", None),
    )


def _collect_values(
    package: str, modules: tuple[str, ...], names: tuple[str, ...]
) -> dict[str, Any]:
    """Return the values that the modules define under ``names``, by name."""
    found: dict[str, Any] = {}
    for module in modules:
        namespace = vars(import_module(f"{package}.{module}"))
        found |= {name: namespace[name] for name in names if name in namespace}
    return found


def _lazy_prove(module: str) -> Prove:
    """Return a ``prove`` that imports its module on the first call."""

    def prove(state: State, *limits: Any) -> tuple[Action, ...]:
        found: tuple[Action, ...] = import_module(module).prove(state, *limits)
        return found

    return prove


def lazy_solve(module: str) -> Solve:
    """Return a ``solve`` that imports its module on the first call."""

    def solve(state: State, **options: Any) -> Solution:
        found: Solution = import_module(module).solve(state, **options)
        return found

    return solve


def load_stepwise(module: str) -> Stepwise:
    """Import a solver's module and return its kernels."""
    found: Stepwise = import_module(module).STEPWISE
    return found
