"""A game's module in V8 returns the same bytes as its kernels here."""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Route

from engine_traces import (
    ask_node,
    game_job,
    run_node,
    search_job,
    solver_job,
    trace_game,
    trace_search,
    trace_shown,
    trace_solver,
    weights_of,
)
from page_visitor import chromium
from tilewright.game import Game
from tilewright.kernel import kernel
from tilewright.kernel.wasm import Array, Entry, Module, RecordPointer, read_manifest
from tilewright.kernel.wasm.binary import ALLOWED_IMPORTS, read_imports, read_sections
from tilewright.network import Network
from tilewright.position import Position
from tilewright.runtime.wasm_assets import SHOWN_FIELDS, module_of, stepwise_of
from tilewright.search.levels import load_network
from toy import TOY
from walks import REAL_GAMES, walk

pytestmark = pytest.mark.slow

GAMES = [*REAL_GAMES, TOY]
ITERATIONS = 2000
ROOT = Path(__file__).parents[2]
Ask = Callable[..., list[str]]
"""Given a module, jobs, and a network where there is one."""


@pytest.fixture(scope="module")
def in_chromium() -> Iterator[Ask]:
    """Return digests of a module's results in a browser."""
    script = """async ([text, jobs, weights]) => {
        const { trace } = await import('/tests/engine/trace.mjs');
        return trace(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)), jobs, weights);
    }"""
    with chromium() as browser:
        page = browser.new_page()
        page.route("**/*", serve)
        page.goto("https://engine.test/")

        def ask(module: Module, jobs: list[Any], network: Network | None = None) -> list[str]:
            text = b64encode(module.build()).decode()
            found: list[str] = page.evaluate(script, [text, jobs, weights_of(network)])
            return found

        yield ask


def serve(route: Route) -> None:
    """Serve a file of ours as plain JavaScript, and an empty page for the rest."""
    path = ROOT / route.request.url.removeprefix("https://engine.test/")
    if not path.is_file():
        route.fulfill(body="", content_type="text/html")
        return
    strip = (
        "console.log(require('module').stripTypeScriptTypes(require('fs').readFileSync(0,'utf8')))"
    )
    plain = run_node("-e", strip, given=path.read_text(encoding="utf-8"))
    route.fulfill(body=plain, content_type="text/javascript")


@pytest.fixture
def ask(request: pytest.FixtureRequest, is_long: bool) -> Ask:
    """Run jobs in V8 alone, which starts at once; with --long in the browser itself."""
    return request.getfixturevalue("in_chromium") if is_long else ask_node


def name_of(game: Game) -> str:
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_wasm_plays_random_games_with_the_same_bytes(game: Game, is_long: bool, ask: Ask) -> None:
    """States, legal moves, views and guesses after every ply, and the scores."""
    seeds = range(1000 if is_long else 12)
    jobs = [game_job(game, players, seed) for players in game.players for seed in seeds]
    assert ask(module_of(game), jobs) == [trace_game(game, job) for job in jobs]


SHOWN = [game for game in GAMES if len(list(game.writers.sheets)) == len(SHOWN_FIELDS)]


@pytest.mark.parametrize("game", SHOWN, ids=name_of)
def test_wasm_writes_texts_and_scenes_with_the_same_bytes(
    game: Game, is_long: bool, ask: Ask
) -> None:
    """Moves as text, scenes and effects as JSON, of whole random games."""
    positions = 10_000 if is_long else 60
    jobs, digests, seed = [], [], 0
    while positions > 0:
        job = game_job(game, game.players[seed % len(game.players)], seed, "shown")
        digest, plies = trace_shown(game, job)
        jobs.append(job)
        digests.append(digest)
        positions, seed = positions - plies, seed + 1
    assert ask(module_of(game), jobs) == digests


def views(game: Game, number: int) -> list[Position]:
    """Yield the movers' views over whole games."""
    seen: list[Position] = []
    for seed in range(number):
        players = game.players[seed % len(game.players)]
        shown = [
            each.view(each.mover) for each in walk(game.name, players, {}, seed) if not each.is_over
        ]
        seen.append(shown[len(shown) * seed // number])
    return seen


def networks(game: Game) -> list[Network | None]:
    known = game.knowledge
    assert known is not None
    return [None, load_network(game)] if known.network else [None]


@pytest.mark.parametrize("game", [game for game in GAMES if game.knowledge], ids=name_of)
def test_wasm_search_grows_the_same_trees(game: Game, is_long: bool, ask: Ask) -> None:
    """All nodes and edges, what the seats got, and the generator, with a network and without."""
    for network in networks(game):
        seen = views(game, 200 if is_long else 3)
        jobs = [search_job(view, ITERATIONS) for view in seen]
        found = ask(module_of(game), jobs, network)
        assert found == [
            trace_search(view, job, network) for view, job in zip(seen, jobs, strict=True)
        ]


SOLVED = [game for game in GAMES if stepwise_of(game)]
EFFORTS = [2, 16, 64]


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
def test_wasm_solver_finds_the_same_solutions(game: Game, is_long: bool, ask: Ask) -> None:
    """Plays and totals: from what a player sees early and late in a game, and of all that there is;
    in pieces large and small."""
    positions = [one for seed in range(20 if is_long else 2) for one in parts_of(game, seed)]
    seen = [one for position in positions for one in (position, position.view(0))]
    assert {int(one.state["phase"]) for one in seen} == {1, 2}
    pairs = [(one, effort) for one in seen for effort in EFFORTS]
    jobs = [solver_job(one, effort, 1 + 700 * (n % 2)) for n, (one, effort) in enumerate(pairs)]
    expected = [trace_solver(one, job) for (one, _), job in zip(pairs, jobs, strict=True)]
    assert ask(module_of(game), jobs) == expected


def parts_of(game: Game, seed: int) -> list[Position]:
    """Return the first position of a game, and the two halves of its moves."""
    shown = [each.copy() for each in walk(game.name, 1, {}, seed) if not each.is_over]
    return [shown[0], shown[len(shown) // 4], shown[3 * len(shown) // 4]]


def test_interpreted_search_grows_the_same_tree() -> None:
    (view,) = views(TOY, 1)
    job = search_job(view, 200)
    assert trace_search(view, job, None, is_compiled=False) == trace_search(view, job, None)


def test_wasm_in_chromium_gives_the_same_bytes(in_chromium: Ask) -> None:
    """Types are stripped in a browser, for no bundler has run."""
    jobs = [game_job(TOY, 2, seed) for seed in range(20)]
    assert in_chromium(module_of(TOY), jobs) == [trace_game(TOY, job) for job in jobs]


# --- What a module may want, and says -------------------------------------------------------------

POINT = np.dtype([("x", "f8"), ("y", "f8")], align=True)


@kernel
def by_library(point: Any) -> None:
    point["y"] = math.tanh(point["x"])


def test_wasm_module_with_imports_is_refused() -> None:
    module = Module([Entry("by_library", by_library, (RecordPointer(POINT),))], {})
    with pytest.raises(ValueError, match=r"may import .*; found \['tanh'\]"):
        module.build()
    assert not module.is_built


def test_wasm_manifest_lists_the_exports() -> None:
    module = module_of(TOY)
    told = read_manifest(module.build())
    assert told == json.loads(json.dumps(module.manifest | {"pages": told["pages"]}))
    sections = list(read_sections(module.build()))
    assert set(read_imports(sections)) <= set(ALLOWED_IMPORTS)
    assert {entry["name"] for entry in told["entries"]} >= {"setup", "apply", "search"}


def test_wasm_module_name_changes_with_its_source() -> None:
    one = Entry("by_library", by_library, (RecordPointer(POINT),))
    other = Entry("by_library", by_library, (Array(POINT, (1,)),))
    assert Module([one], {}).path != Module([other], {}).path != Module([other], {"a": 1}).path


@pytest.mark.parametrize("game", [game for game in GAMES if any(game.writers.sheets)], ids=name_of)
def test_wasm_manifest_describes_the_sheets(game: Game) -> None:
    told = module_of(game).manifest
    scene, effect, _ = game.writers.sheets
    assert {"scene", "effect", "moves"} <= {entry["name"] for entry in told["entries"]}
    layouts = {"scene": scene.layout, "effect": effect.layout, "moves": "text"}
    assert told["layouts"] == layouts
