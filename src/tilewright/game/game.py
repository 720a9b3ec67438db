"""A game as data, with what a game that brings less gets by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import chain

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game.defaults import even_knowledge, open_observation
from tilewright.game.knowledge import Knowledge
from tilewright.game.masks import WriteMask, mask_with
from tilewright.game.notation import Notation, Sign
from tilewright.game.observation import Observation
from tilewright.game.options import Option
from tilewright.game.puzzling import Puzzling, no_puzzles
from tilewright.game.rules import Rules
from tilewright.game.scenery import NO_SCENERY, Draw, Picture, Scenery, pictured_by
from tilewright.game.shown import Shown
from tilewright.game.states import States
from tilewright.game.study import NO_REASONS, Question, Reasons, Solver, Subject

__all__ = ["Game"]


@dataclass(frozen=True, eq=False)
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
    """What a score counts: ``points``, ``discs left`` ..."""
    lower_is_better: bool = False
    chance_name: str = "draw"
    """What chance does between two moves: ``refill``, ``roll`` ..."""
    chance_field: str = "rng"
    """The field of a state that every event of chance between two moves changes, and nothing else:
    the generator, or what is left of a pile that was shuffled before."""
    spoken_moves: Mapping[str, str] = field(default_factory=dict)
    """Moves that are one word, such as ``refill``, and what each does."""
    signs: tuple[Sign, ...] = ()
    """How moves are read, for a face of its own on the page: see ``tilewright.wire.facts``."""
    questions: tuple[Question, ...] = ()
    knowledge: Knowledge | None = None
    """Even priors and random playouts where a game brings none; None in a game for one."""
    observation: Observation | None = None
    """The record where a game brings none; None where that might give secrets away."""
    subjects: tuple[Subject, ...] = ()
    solver: Solver | None = None
    reasons: Reasons = NO_REASONS
    puzzling: Callable[[], Puzzling | None] = no_puzzles
    """Its puzzles, imported when they are asked for; None where it has none."""
    draw: Draw = field(repr=False, default=lambda state, seat: "")
    scenery: Scenery = NO_SCENERY
    later_fields: frozenset[str] = frozenset()
    """Fields of a position's text that older versions did not write; see ``Position.digest``."""
    picture: Picture = field(repr=False, default=pictured_by("tilewright.svg.plain"))
    """Without one of its own, what the scene has as plain."""

    def __post_init__(self) -> None:
        """Give the game what it does not bring. It is frozen for everybody else."""
        if self.knowledge is None and not self.is_for_one:
            object.__setattr__(self, "knowledge", even_knowledge(self.rules, self.dtype))
        if self.observation is None:
            object.__setattr__(self, "observation", open_observation(self.rules, self.dtype))

    def _repr_html_(self) -> str:
        """A table for notebooks: for how many it is, its options and how it is scored."""
        facts = [
            ("players", ", ".join(map(str, self.players))),
            ("score", f"{self.score_name}, {'least' if self.lower_is_better else 'most'} wins"),
            *((f"option {option.name}", option.help) for option in self.options),
        ]
        rows = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in facts)
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"

    @cached_property
    def write_mask(self) -> WriteMask:
        """The kernel that writes what the mover may do as a mask; see ``masks``."""
        return mask_with(self.rules)

    @property
    def shown(self) -> Shown:
        """The writers of scenes, effects and moves, as they are: interpreted."""
        return Shown(self.scenery.scene, self.scenery.effect, self.notation.format_move)

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
        chosen = self._fill_in(options, players)
        return _as_values(option.parse(text, players) for option, text in chosen)

    def read_options(self, options: Mapping[str, str], players: int) -> npt.NDArray[np.int64]:
        """The same of a game that was played before: what a record says means what it did then."""
        chosen = self._fill_in(options, players)
        return _as_values(option.read(text, players) for option, text in chosen)

    def _fill_in(self, options: Mapping[str, str], players: int) -> list[tuple[Option, str]]:
        """All options with what was chosen, or else their default."""
        self.check_players(players)
        known = {option.name for option in self.options}
        for name in options:
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; it has: {expected}")
        return [(option, str(options.get(option.name, option.default))) for option in self.options]

    def format_options(self, values: Sequence[int], players: int) -> dict[str, str]:
        """The other way round; every option is named."""
        texts: dict[str, str] = {}
        start = 0
        for option in self.options:
            texts[option.name] = option.format(values[start : start + option.size], players)
            start += option.size
        return texts

    def record_options(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """Options as somebody gave them, in the words in which they are kept."""
        values = self.parse_options(options, players).tolist()
        texts = self.format_options(values, players)
        return {name: texts[name] for name in options}

    def pass_options_on(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        """The options of the next game, in which everybody moves up by one seat."""
        passed = dict(options)
        for option in self.options:
            if option.name in options:
                values = option.read(options[option.name], players)
                passed[option.name] = option.format(option.pass_on(values, players), players)
        return passed

    def new_state(self) -> States:
        """One zeroed record, in an array of length 1."""
        return np.zeros(1, dtype=self.dtype)


def _as_values(numbers: Iterable[list[int]]) -> npt.NDArray[np.int64]:
    return np.array([*chain.from_iterable(numbers)], dtype=np.int64)
