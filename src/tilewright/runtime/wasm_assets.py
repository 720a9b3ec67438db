"""Files with which the page plays without a server: the WebAssembly module and the network of each
game.

    python -m tilewright.runtime.wasm_assets                 # build what is missing
    python -m tilewright.runtime.wasm_assets --out FOLDER    # and put copies there, for a release

Modules are the same for every processor and Python version, so releases include them. They are used
if they were built from the package's current sources; otherwise the kernel cache is used.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from base64 import b64encode
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from tilewright.game import (
    MAX_PLAYERS,
    SHEET_SIZE,
    Game,
    Knowledge,
    Level,
    PerSeat,
    Sheet,
    Stepwise,
)
from tilewright.kernel import bound, cache_root, called, mix
from tilewright.kernel.wasm import INT, WORD, Array, Entry, Kind, Module, RecordPointer
from tilewright.match.events import GameTerms
from tilewright.network.files import OUTPUTS, STRIDE, WIDTH, layout, weights_path
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search import explain
from tilewright.search.bot import DEFAULT_SECONDS, make_settings, nodes_per_tree
from tilewright.search.explain import FORECAST_ITERATIONS as FORECAST
from tilewright.search.explain import FORECAST_WIDTH as EXPECTED
from tilewright.search.levels import newest_version
from tilewright.search.mcts import MAX_DEPTH, SCRATCH, SETTINGS, run_search
from tilewright.search.protocol import Budget
from tilewright.search.searcher import search_bindings
from tilewright.search.tree import EDGE, EDGES_PER_NODE, NODE

SCORES: Final = Array(np.dtype("i8"), (MAX_PLAYERS,))
REWARDS: Final = Array(np.dtype("f8"), (MAX_PLAYERS,))
SCRATCH_KIND: Final = Array(np.dtype("f8"), (SCRATCH,))
SHEET: Final = Array(np.dtype("i4"), (SHEET_SIZE,))
TREE: Final = (Array(NODE, (None,)), Array(EDGE, (None,)), Array(np.dtype("i8"), (2,)))

TREE_MIB: Final = 64.0
"""Size of a bot's search tree in MiB, small enough for phones."""
SHOWN_FIELDS: Final = ("scene", "effect", "moves")
"""Entry names for the fields of ``Game.writers``, in order."""
SHARED: Final = ("determinize", "apply", "outcome", "legal_actions", "rate_actions", "estimate")
"""Kernels that a module contains only once: its search calls them, instead of inlining copies."""


@cache
def module_of(game: Game) -> Module:
    """Return the WebAssembly module of a game. This does not build it."""
    entries = [
        *_rules_entries(game),
        *_writer_entries(game),
        *_knowledge_entries(game),
        *_solver_entries(game),
    ]
    return Module(entries, _facts(game))


def _facts(game: Game) -> dict[str, Any]:
    """Return the facts about a game for the manifest of its module."""
    facts: dict[str, Any] = {
        "game": game.name,
        "state": game.dtype.itemsize,
        "most": game.max_legal,
        "edges": EDGES_PER_NODE,
        "rows": 0,
        "marks": {one.name: one.mark for one in game.options if isinstance(one, PerSeat)},
        "layouts": {name: sheet.layout for name, sheet in _sheets_by_entry(game).items()},
    }
    if game.knowledge is not None:
        facts["settings"] = make_settings(game, {}).tobytes().hex()
        facts["bots"] = _bot_facts(game, game.knowledge)
        if game.knowledge.network is not None:
            facts["rows"] = game.knowledge.network.num_inputs + 2
    if stepwise := stepwise_of(game):
        facts["solver"] = _solver_facts(game, stepwise)
    return facts


def _bot_facts(game: Game, known: Knowledge) -> dict[str, Any]:
    """Return the facts about bots: levels, and the budgets of bots and of analysis."""
    return {
        "levels": [_level_facts(level) for level in known.levels],
        "first_levels": [_level_facts(level) for level in known.first_levels or known.levels],
        "stand_in": GameTerms(game=game.name, players=game.players[0]).stand_in,
        "seconds": DEFAULT_SECONDS,
        "nodes": nodes_per_tree(Budget(memory=TREE_MIB)),
        "forecast": FORECAST,
        "learnt": make_settings(game, {}, with_network=True).tobytes().hex(),
    }


def _level_facts(level: Level) -> dict[str, Any]:
    """Return the parameters of a level as JSON data."""
    among = {str(players): _level_facts(other) for players, other in level.among.items()}
    return {**level._asdict(), "among": among}


def _solver_facts(game: Game, stepwise: Stepwise) -> dict[str, Any]:
    """Return the facts about a solver: the efforts of each task, and array lengths by effort."""
    efforts, kinds = sorted({*explain.SEARCH_WIDTHS, EXPECTED}), _find_array_kinds(stepwise)
    return {
        "weighing": explain.SEARCH_WIDTHS,
        "staying": explain.MIN_KEPT_MOVES,
        "futures": explain.NUM_SAMPLES,
        "sign": 1 if game.lower_is_better else -1,
        "forecast": EXPECTED,
        "lengths": {
            effort: [*_list_free_lengths(stepwise.make(effort), kinds)] for effort in efforts
        },
    }


def _actions(game: Game) -> Array:
    return Array(np.dtype("i4"), (game.max_legal,))


def _ratings(game: Game) -> Array:
    return Array(np.dtype("f4"), (game.max_legal,))


def _rules_entries(game: Game) -> list[Entry]:
    """Return the entries for the kernels of the rules."""
    state = RecordPointer(game.dtype)
    shared = {name: mark_as_called(getattr(game.rules, name)) for name in SHARED[:4]}
    rules = game.rules._replace(**shared)
    options = Array(np.dtype("i8"), (sum(option.size for option in game.options) or 1,))
    return [
        Entry("setup", rules.setup, (state, WORD, INT, options)),
        Entry("legal_actions", rules.legal_actions, (state, _actions(game))),
        Entry("apply", rules.apply, (state, INT)),
        Entry("outcome", rules.outcome, (state, SCORES, SCORES)),
        Entry("view", rules.view, (state, INT)),
        Entry("determinize", rules.determinize, (state, WORD)),
        Entry("random_action", rules.random_action, (state, WORD)),
        Entry("playout", rules.playout, (state, WORD)),
    ]


def _sheets_by_entry(game: Game) -> dict[str, Sheet]:
    """Return the writers that run kernels, by the name of their entry."""
    writers: Iterator[tuple[str, Any]] = zip(SHOWN_FIELDS, game.writers, strict=True)
    return {name: sheet for name, sheet in writers if isinstance(sheet, Sheet)}


def _writer_entries(game: Game) -> list[Entry]:
    """Return the entries for the writers of scenes, effects and moves.

    The host decodes their sheets.
    """
    state, actions = RecordPointer(game.dtype), Array(np.dtype("i4"), (None,))
    arguments = dict(
        zip(SHOWN_FIELDS, [(state,), (state, INT, state), (state, actions, INT)], strict=True)
    )
    return [
        Entry(name, sheet.write, (*arguments[name], SHEET))
        for name, sheet in _sheets_by_entry(game).items()
    ]


def _knowledge_entries(game: Game) -> Iterator[Entry]:
    """Yield the entries for bots. A solo game has none, because its solver plays it."""
    known, state = game.knowledge, RecordPointer(game.dtype)
    if known is None:
        return
    rated = (state, WORD, _actions(game), _ratings(game), SCRATCH_KIND)
    yield Entry("rate_actions", mark_as_called(known.rate_actions), rated)
    yield Entry("estimate", mark_as_called(known.estimate), (state, WORD, REWARDS, SCRATCH_KIND))
    yield Entry("chance_key", known.chance_key, (state,))
    if known.greedy_action is not None:
        yield Entry("greedy_action", known.greedy_action, (state, WORD, _actions(game)))
    yield Entry("search", run_search, _search_arguments(game, known), _search_bindings(game))


def stepwise_of(game: Game) -> Stepwise | None:
    """Return the solver of a game as kernels, or None if it has none."""
    return game.solver.stepwise() if game.solver else None


def _solver_entries(game: Game) -> Iterator[Entry]:
    """Yield the entries of a solver, and ``mix``, from which the host derives seeds."""
    if stepwise := stepwise_of(game):
        arrays = _find_array_kinds(stepwise)
        yield Entry("mix", mix, (WORD,))
        yield Entry("solve", stepwise.begin, (RecordPointer(game.dtype), WORD, arrays))
        found = _actions(game), Array(np.dtype("f8"), (1,))
        yield Entry("solve_on", stepwise.advance, (INT, *found, arrays))


def _find_array_kinds(stepwise: Stepwise) -> Kind:
    """Return the kinds of a solver's arrays. Lengths that depend on the effort are free."""
    return _unify_kinds(stepwise.make(1), stepwise.make(explain.SEARCH_WIDTHS[-1]))


def _unify_kinds(small: Any, large: Any) -> Kind:
    """Return the kind that fits both arrays, or both tuples of arrays.

    A first length that differs is free.
    """
    if isinstance(small, tuple):
        make: Any = getattr(small, "_make", tuple)
        return make(map(_unify_kinds, small, large))
    is_free = small.shape != large.shape
    return Array(small.dtype, (None, *small.shape[1:]) if is_free else small.shape)


def _list_free_lengths(arrays: Any, kinds: Any) -> Iterator[int]:
    """Yield the length of each array that has a free length, in order."""
    if isinstance(kinds, tuple):
        for part, kind in zip(arrays, kinds, strict=True):
            yield from _list_free_lengths(part, kind)
    elif None in kinds.shape:
        yield len(arrays)


def _search_arguments(game: Game, known: Knowledge) -> tuple[Kind, ...]:
    """Return the kinds of the arguments of ``run_search``, in order.

    They must match ``search.searcher`` and ``search.mcts.make_buffers``.
    """
    states = Array(game.dtype, (1,))
    path = Array(np.dtype("i8"), (MAX_DEPTH, 2))
    notes = (path, _actions(game), _ratings(game), REWARDS, SCORES, SCORES, SCRATCH_KIND, REWARDS)
    mind = _make_mind_kind(known.network.max_inputs(MAX_PLAYERS)) if known.network else INT
    both = Array(game.dtype, (2,))
    return (states, both, TREE, notes, WORD, INT, RecordPointer(SETTINGS), mind)


def _search_bindings(game: Game) -> dict[str, Any]:
    bindings = search_bindings(game)
    return bindings | {name: mark_as_called(bindings[name]) for name in SHARED}


def mark_as_called(function: Any) -> Any:
    """Return a copy of a kernel that is called instead of inlined.

    A module contains it only once.
    """
    return called(bound(function))


def _make_mind_kind(max_inputs: int) -> Kind:
    """Return the kind of a ``network.Mind``.

    The number of rows is free. With 0 rows, the game's own estimate is used.
    """
    (_, rows), *rest = layout(0)
    weights = (
        Array(np.dtype(rows), (None, WIDTH)),
        *(Array(np.dtype(kind), shape) for shape, kind in rest),
    )
    notes = (
        Array(np.dtype("u2"), (max_inputs + STRIDE,)),
        Array(np.dtype("i4"), (WIDTH,)),
        Array(np.dtype("i2"), (WIDTH,)),
        Array(np.dtype("i8"), (OUTPUTS,)),
    )
    return (weights, notes, REWARDS, REWARDS)


# --- Files ----------------------------------------------------------------------------------------


PACKAGE: Final = Path(__file__).parent.parent
RELEASED_MODULES: Final = PACKAGE / "wasm"
"""Folder of the modules in a release."""
LESSONS: Final = PACKAGE / "page" / "assets"
"""Folder of the page's lessons; file names contain the game and a content hash."""
BUILT_FROM: Final = "built-from.txt"


class EngineFile(NamedTuple):
    """A file of the page's engine; its name contains a hash of its contents."""

    name: str
    body: bytes


class Engine(NamedTuple):
    """A game's module and its newest network."""

    module: EngineFile
    weights: EngineFile | None


def playable_games() -> list[Game]:
    """Return the games that the page can play without a server.

    Their scenes, effects and moves are written by kernels.
    """
    return [game for game in GAMES.values() if len(list(game.writers.sheets)) == len(SHOWN_FIELDS)]


def is_ready(game: Game) -> bool:
    """Return True if the module of a game has been built, by this process or another."""
    return _find_module(game) is not None


def find_engine(game: Game) -> Engine | None:
    """Return the files of a game's engine, or None if its module has not been built yet."""
    path = _find_module(game)
    return None if path is None else _read_engine(game, path)


def _find_module(game: Game) -> Path | None:
    """Return the path of a game's built module, in the release or the kernel cache, or None."""
    released = RELEASED_MODULES / f"{game.name}.wasm"
    if released.is_file() and _are_released_modules_current():
        return released
    built = _built_path(cache_root(), game)
    return built if built.is_file() else None


@cache
def _built_path(_root: Path, game: Game) -> Path:
    """Return the path of a game's module in the kernel cache. Results are memoised."""
    return module_of(game).path


@cache
def _read_engine(game: Game, path: Path) -> Engine:
    """Read the files of a game's engine."""
    return Engine(_read_hashed(game, path, ".wasm"), _read_weights(game))


def _read_weights(game: Game) -> EngineFile | None:
    """Read the weights of a game's newest network. Returns None if it has no network."""
    inputs, version = game.knowledge and game.knowledge.network, newest_version(game)
    if not inputs or version == 1:
        return None
    return _read_hashed(game, weights_path(inputs.folder, version), ".weights")


def _read_hashed(game: Game, path: Path, suffix: str) -> EngineFile:
    """Read a file and name it by its game, a hash of its contents and `suffix`."""
    body = path.read_bytes()
    return EngineFile(f"{game.name}.{hashlib.sha256(body).hexdigest()[:12]}{suffix}", body)


# --- Lessons --------------------------------------------------------------------------------------


def lesson_positions(game: Game) -> dict[str, str]:
    """Return the states of a game's lesson positions in base64, by their text."""
    found = (json.loads(path.read_bytes()) for path in LESSONS.glob(f"{game.name}-*.json"))
    lessons = [lesson for lesson in found if lesson.get("game") == game.name]
    texts = ["\n".join([*lines, ""]) for one in lessons for lines in one["positions"].values()]
    return {text: _pack_state(Position.from_text(game, text)) for text in texts}


def _pack_state(position: Position) -> str:
    return b64encode(position.state.tobytes()).decode()


# --- Releases -------------------------------------------------------------------------------------


@cache
def _are_released_modules_current() -> bool:
    """Return True if the modules of the release were built from the current sources."""
    stamp = RELEASED_MODULES / BUILT_FROM
    return stamp.is_file() and stamp.read_text(encoding="ascii") == _hash_sources()


def _hash_sources() -> str:
    """Return a hash of all Python files of the package."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# --- Building -------------------------------------------------------------------------------------


def build_engines(names: Container[str] = GAMES) -> Iterator[Game]:
    """Build the missing modules of the named games, 25 s each. Yields each game once ready."""
    for game in playable_games():
        if game.name not in names:
            continue
        if not is_ready(game):
            module_of(game).build()
        yield game


def _export_modules(folder: Path) -> None:
    """Write the modules of the built-in games to a folder of the release."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in playable_games():
        if game.rules.setup.__module__.startswith("tilewright."):
            (folder / f"{game.name}.wasm").write_bytes(module_of(game).build())
    (folder / BUILT_FROM).write_text(_hash_sources(), encoding="ascii")


def main() -> None:
    """Build all missing modules and print each game that is ready."""
    parser = argparse.ArgumentParser(
        prog="python -m tilewright.runtime.wasm_assets", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where copies go")
    chosen = parser.parse_args()
    for game in build_engines():
        print("ready", game.name, flush=True)
    if chosen.out:
        _export_modules(chosen.out)


if __name__ == "__main__":
    main()
