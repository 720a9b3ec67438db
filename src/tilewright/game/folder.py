"""Assembles a game from its folder: module names are the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tilewright.game.knowledge import Knowledge, Learnt, Level, Prove, Yardstick
from tilewright.game.rules import Rules
from tilewright.game.scenery import drawn_by, pictured_by, shown_by
from tilewright.game.states import Action, State
from tilewright.game.study import (
    NO_REASONS,
    Reasons,
    Solution,
    Solve,
    Stepwise,
    puzzling_in,
    reasoned_by,
)


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
