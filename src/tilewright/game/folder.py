"""A game by the names of its modules: those are the same in every game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tilewright.game.knowledge import Knowledge, Level, Prove, Yardstick
from tilewright.game.learnt import Learnt
from tilewright.game.puzzling import puzzling_in
from tilewright.game.rules import Rules
from tilewright.game.scenery import drawn_by, pictured_by, shown_by
from tilewright.game.states import Action, State
from tilewright.game.study import NO_REASONS, Reasons, Solution, Solve, Stepwise, reasoned_by

__all__ = ["knowledge_in", "parts_in", "rules_in", "solved_by", "stepwise_in"]


def parts_in(package: str, game: str) -> dict[str, Any]:
    """What a ``Game`` takes from its folder; the modules that show it are imported when needed."""

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
        "questions": get("judge", "QUESTIONS"),
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
    """The kernels of those names in a folder's modules ``rules`` and ``playout``."""
    return Rules(**_words_in(package, ("rules", "playout"), Rules._fields))


def knowledge_in(
    package: str,
    levels: tuple[Level, ...],
    first_levels: tuple[Level, ...],
    settings: Mapping[str, float],
    learnt_settings: Mapping[str, float],
) -> Knowledge:
    """The kernels in a folder's modules ``rating`` and ``evaluation``, its ``proof``, and where it
    has them, its ``belief``, ``yardsticks`` and the ``inputs`` of its network."""
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
    """The function ``prove`` of a module that is imported when a proof is asked for."""

    def prove(state: State, *limits: Any) -> tuple[Action, ...]:
        found: tuple[Action, ...] = import_module(module).prove(state, *limits)
        return found

    return prove


def solved_by(module: str) -> Solve:
    """The function ``solve`` of a module that is imported when it is called."""

    def solve(state: State, **options: Any) -> Solution:
        found: Solution = import_module(module).solve(state, **options)
        return found

    return solve


def stepwise_in(module: str) -> Stepwise:
    """The solver of that module as kernels."""
    found: Stepwise = import_module(module).STEPWISE
    return found
