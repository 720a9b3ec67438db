"""Measurements of the page: previews, frames while a bot thinks, time to the first board."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from measured_server import ServerProcess, running_server
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))  # the same hands as in the page's tests

from page import SLOWED, frames, measure_board_times, measure_first_visit  # noqa: E402
from page_device import ask_to_move, hear_device  # noqa: E402
from page_play import begin, game_panel, may_move, wait_for_turn  # noqa: E402
from page_visitor import Visitor  # noqa: E402
from static_host import static_host  # noqa: E402
from tilewright.cli.static_site import write_site  # noqa: E402
from tilewright.client import Client  # noqa: E402
from tilewright.game import Game  # noqa: E402
from tilewright.position import Position  # noqa: E402
from tilewright.runtime.wasm_assets import module_of  # noqa: E402

__all__ = ["Row", "make_row", "measure_page"]

Row = dict[str, Any]
PREVIEWED = 60
"""Number of moves of a position that are previewed."""
THINKING = 5.0
"""Seconds of a bot's thinking in which frames are counted."""
SHOWN = 500
"""Time in ms for drawing the player's own move, which is not counted as thinking."""
VISITS = 5

# What goes to the page's worker and back, as a board's own questions do.
PREVIEW = """async ([table, number, moves]) => {
  const took = [];
  const { heardHere, saidHere } = window;
  window.heardHere = window.saidHere = () => undefined;  // we listen, and nobody waits for that
  for (const move of moves) {
    const ref = `measured-${took.length}`;
    const begin = performance.now();
    await new Promise((resolve) => {
      const hear = ({ data }) => {
        if (!data.say?.includes(ref)) return;
        line.removeEventListener('message', hear);
        resolve();
      };
      line.addEventListener('message', hear);
      const asked = { type: 'preview', table, number, moves: [move], ref };
      line.postMessage({ say: JSON.stringify(asked) });
    });
    took.push(performance.now() - begin);
    await new Promise(requestAnimationFrame);
  }
  Object.assign(window, { heardHere, saidHere });
  return took;
}"""

# When frames came while a bot thought: until its move arrives, for drawing that is no thinking.
FRAMES = """() => new Promise((resolve) => {
  const at = [];
  let isThinking = true;
  line.addEventListener('message', () => (isThinking = false), { once: true });
  const tick = (now) => {
    if (!isThinking) return resolve(at);
    at.push(now);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""


def make_row(game: str, what: str, browser: float, native: float | None = None) -> Row:
    """Create a row of the results; `native` is the figure without a browser, if there is one."""
    ratio = browser / native if native else None
    return {"game": game, "what": what, "browser": browser, "native": native, "ratio": ratio}


def measure_page(browser: Browser, games: Sequence[Game]) -> Iterator[Row]:
    """Measure previews, frames, boards, the server's CPU time and the first visit; yield the
    rows."""
    for game in games:
        module_of(game).build()
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder))
        with static_host(Path(folder)) as url:
            for game in games:
                yield measure_previews(browser, f"{url}/", game)
                yield measure_frame_rates(browser, f"{url}/", game)
        where = ["--data", str(Path(folder) / "data"), "--bot-threads", "1"]
        with running_server(where, Path(folder) / "log") as server:
            for game in games:
                drawn = measure_board_times(browser, server.address, game.name, VISITS)
                yield make_row(game.name, "board", drawn["p50_ms"] / 1000)
                yield make_row(game.name, "server", 0.0, measure_server_cpu(server, game))
            yield make_row("all", "visit", measure_first_visit(browser, server.address)["bytes"])


def measure_server_cpu(server: ServerProcess, game: Game) -> float:
    """Play a game against the strongest bot at a server's table. Returns the server's CPU time in
    s."""
    rng, begin = random.Random(1), server.cpu_seconds
    with Client(server.address) as anna:
        anna.guest("Anna")
        table = anna.open_table(game.name, 2, bots={1: "level-8"}).info.id
        anna.start(table)
        with anna.play(table) as live:
            for view in live.turns():
                live.move(rng.choice(view.moves))
    return server.cpu_seconds - begin


def start_game(browser: Browser, url: str, game: Game, level: int) -> Visitor:
    """Start a local game against a bot of a level. Returns the visitor, who is to move."""
    visitor = Visitor(browser, url, reduced_motion="no-preference")
    hear_device(visitor)
    page = visitor.go("")
    game_panel(page, game.name).get_by_role("button", name="Choose opponents").click()
    page.get_by_role("slider").fill(str(level))
    begin(visitor, "Play")
    wait_for_turn(visitor)
    return visitor


def measure_previews(browser: Browser, url: str, game: Game) -> Row:
    """Return a row with the 95th percentile of a preview's latency, in ms."""
    visitor, rng = start_game(browser, url, game, level=1), random.Random(1)
    took: list[float] = []
    while wait_for_turn(visitor):
        view = visitor.now["view"]
        moves = rng.sample(view["moves"], min(PREVIEWED, len(view["moves"])))
        took += visitor.page.evaluate(PREVIEW, [visitor.table, view["number"], moves])
        if len(took) >= 5 * PREVIEWED:
            break
        ask_to_move(visitor, moves[0])
    visitor.leave()
    return make_row(
        game.name, "preview", p95(took), p95(list(measure_native_previews(game, len(took))))
    )


def measure_native_previews(game: Game, count: int) -> Iterator[float]:
    """Yield the ms that each of `count` previews takes in Python."""
    position, rng = Position.new(game, 2, 1, {}), random.Random(1)
    for _ in range(count):
        move = rng.choice(list(position.legal_moves))
        seen = position.view(position.mover)
        begin = time.perf_counter()
        seen.effect(move)
        yield 1000 * (time.perf_counter() - begin)


def p95(times: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]


def measure_frame_rates(browser: Browser, url: str, game: Game) -> Row:
    """Return a row with the frames per second while a bot thinks, and while none does."""
    visitor, rng = start_game(browser, url, game, level=8), random.Random(1)
    visitor.session().send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    idle = frames(visitor, lambda: visitor.page.wait_for_timeout(1000 * THINKING))
    counted, ms = 0, 0.0
    while ms < 1000 * THINKING and wait_for_turn(visitor):
        ask_to_move(visitor, rng.choice(visitor.now["view"]["moves"]))
        visitor.page.wait_for_timeout(SHOWN)
        if may_move(visitor):
            continue
        at = visitor.page.evaluate(FRAMES)
        counted += len(at) - 1
        ms += at[-1] - at[0]
    visitor.leave()
    return make_row(game.name, "frames", 1000 * counted / ms, idle["per_second"])
