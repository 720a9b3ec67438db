"""Speed of the page in a real browser: size, time to a board, time to an answer.

    python benchmarks/page.py --json out.json

Needs the built page (``pip install .``), Chromium and Playwright (the extra ``test``). Starts a
server of its own; the browser, the server and the people at the busy tables share this machine.

    visit       bytes on the wire of a first visit
    shift       how far the home page moves by itself while it loads over a slow line
    board       from opening a table's address, with an empty cache, until its board is painted
    answer      from the press of the button until the server's answer is painted, with busy tables
    drag        frames per second while a tile is dragged, on a processor slowed down to a quarter
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import pairwise
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from measured_server import hardware, running_server
from players import API, Figures, Pair
from playwright.sync_api import Browser, Locator

from wire import Http

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "support"))  # the same hands as in the tests of the page

from page_boards import play, sentence  # noqa: E402
from page_games import on_page  # noqa: E402
from page_play import some_move, wait_for_turn  # noqa: E402
from page_states import open_board  # noqa: E402
from page_tables import finished_table, table_with_bots  # noqa: E402
from page_visitor import Visitor, chromium  # noqa: E402

GAMES = ("nova-luna", "my-shelfie", "polyssimo")
WARM_UP = 3
"""Moves at each busy table before anything is measured beside them."""
BEGINNING_SECONDS = 120.0
BROWSER = shutil.which("chromium")
"""Chromium with a window, as people use it, not the headless shell."""
SLOWED = 4
"""Factor by which the processor is slowed down while a tile is dragged."""


def summarise_times(milliseconds: Sequence[float]) -> dict[str, float]:
    """Return the count, median and 95th percentile of times in ms."""
    ordered = sorted(milliseconds)
    return {
        "count": len(ordered),
        "p50_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 1),
    }


# --- Size ---------------------------------------------------------------------------------------


def measure_first_visit(browser: Browser, url: str) -> dict[str, int]:
    """Return the number of requests and bytes of a first visit to the home page."""
    visitor = Visitor(browser, url)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")
    visitor.leave()
    return {"requests": len(sizes), "bytes": round(sum(sizes))}


# --- Layout shift -------------------------------------------------------------------------------

SLOW_LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""A fast 3G network: latency in ms, throughput in bytes per second."""
SCREENS = {
    "desktop": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
}
ADD_SHIFTS = """(() => {
  window.shifted = 0;
  const add = (entries) => { for (const { value } of entries) shifted += value; };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.sumOfShifts = () => { add(observer.takeRecords()); return shifted; };
})()"""


def measure_layout_shift(browser: Browser, url: str, screen: str, *, is_known: bool) -> float:
    """Return the home page's layout shift, for a new visitor or a player with games."""
    visitor = Visitor(browser, url, "Anna" if is_known else None, viewport=SCREENS[screen])
    if is_known:
        finished_table(visitor, GAMES[0])
        table_with_bots(visitor, GAMES[-1])
    session = visitor.session()
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False} | SLOW_LINE)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    visitor.page.add_init_script(ADD_SHIFTS)
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")
    visitor.drawn()
    shift = float(visitor.page.evaluate("sumOfShifts()"))
    visitor.leave()
    return round(shift, 4)


def measure_layout_shifts(browser: Browser, url: str) -> dict[str, dict[str, float]]:
    """Return the home page's layout shift by screen and kind of visitor."""
    return {
        screen: {
            "newcomer": measure_layout_shift(browser, url, screen, is_known=False),
            "player": measure_layout_shift(browser, url, screen, is_known=True),
        }
        for screen in SCREENS
    }


# --- The first board ----------------------------------------------------------------------------

# The time at which the tools of the table stand on the page, and with them the board, and both
# have been painted.
WATCH_BOARD = """(() => {
  const look = () => {
    const board = document.querySelector('.board svg');
    if (!board || !document.querySelector('[role=toolbar]')) return requestAnimationFrame(look);
    requestAnimationFrame(() => { window.boardAt = performance.now(); });
  };
  requestAnimationFrame(look);
})()"""


def measure_board_times(browser: Browser, url: str, game: str, times: int) -> dict[str, float]:
    """Open a table's page several times with an empty cache. Returns statistics of the ms until its
    board is painted."""
    host = Visitor(browser, url, "Anna")
    table = table_with_bots(host, game, plies=on_page(game).middle)
    took = []
    for _ in range(times):
        visitor = Visitor(browser, url)
        visitor.context.add_cookies(host.context.cookies())
        visitor.page.add_init_script(WATCH_BOARD)
        visitor.go(f"/t/{table}")
        visitor.until("a board", lambda: visitor.page.evaluate("window.boardAt"))  # noqa: B023
        took.append(float(visitor.page.evaluate("boardAt")))
        visitor.leave()
    host.leave()
    return summarise_times(took)


# --- Clicks while others play -------------------------------------------------------------------


async def play_endlessly(url: str, tables: int, pace: float, begun: Event) -> None:
    """Play at `tables` tables without end, one move every `pace` seconds at each."""
    figures, http = Figures(), Http(url)
    pairs = [Pair(http, figures, pace, seed, client_kind="page") for seed in range(tables)]
    socket_url = f"{url.replace('http', 'ws', 1)}{API}/socket"
    await asyncio.gather(*(pair.sit_down(socket_url) for pair in pairs))
    while len(figures.until_both) < WARM_UP * tables:
        await asyncio.sleep(pace)
    begun.set()
    await asyncio.Event().wait()


def run_players(url: str, tables: int, pace: float, begun: Event) -> None:
    """Run the players of the busy tables. Entry point of their process."""
    asyncio.run(play_endlessly(url, tables, pace, begun))


@contextmanager
def busy_tables(url: str, tables: int, pace: float = 1.0) -> Iterator[None]:
    """Run players at busy tables in another process."""
    begun = multiprocessing.Event()
    crowd = multiprocessing.Process(
        target=run_players, args=(url, tables, pace, begun), daemon=True
    )
    crowd.start()
    try:
        assert begun.wait(BEGINNING_SECONDS), "the people at the other tables did not begin"
        yield
        assert crowd.is_alive(), "the people at the other tables went away"
    finally:
        crowd.terminate()
        crowd.join()


# From the press of a button until the frame is painted that shows the next update.
WATCH_CLICKS = """(() => {
  window.answers = [];
  let pressed = null;
  addEventListener('click', (event) => {
    if (event.target.closest('.bar .primary')) pressed = event.timeStamp;
  }, true);
  const painted = (at) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => answers.push(performance.now() - at);
    channel.port2.postMessage(null);
  });
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (pressed === null || !data.startsWith('{"type":"update"')) return;
        painted(pressed);
        pressed = null;
      });
    }
  };
})()"""


def answers(browser: Browser, url: str, moves: int) -> list[float]:
    """Return the ms from the press of the button to the painted answer, for `moves` moves of each
    game."""
    took: list[float] = []
    for game in GAMES:
        visitor = Visitor(browser, url, "Anna")
        visitor.page.add_init_script(WATCH_CLICKS)
        rng, made = random.Random(1), 0
        while made < moves:
            open_board(visitor, table_with_bots(visitor, game, plies=2, seed=made))
            while made < moves and wait_for_turn(visitor):
                play(visitor, some_move(visitor, rng))
                made += 1
            visitor.drawn()
            took += visitor.page.evaluate("answers")
        visitor.leave()
    return took


# --- Dragging -----------------------------------------------------------------------------------

RECORD_FRAMES = """() => {
  window.frames_at = [];
  window.isRecording = true;
  const tick = (now) => {
    frames_at.push(now);
    if (isRecording) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
STOP = "() => { isRecording = false; return frames_at; }"
HANDLES = {
    "nova-luna": ("[data-slot] button", "[data-area]"),
    "my-shelfie": ("button[data-cell][aria-disabled=false]", "[data-column]"),
    "polyssimo": ("[data-piece] button", "[role=grid]"),
}


def middle(locator: Locator) -> tuple[float, float]:
    """Return the centre of an element on the page."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wander(visitor: Visitor, target: tuple[float, float], steps: int) -> None:
    """Move the pointer around a point, about 100 times per second."""
    rng = random.Random(1)
    for _ in range(steps):
        x, y = target[0] + rng.uniform(-120, 120), target[1] + rng.uniform(-90, 90)
        visitor.page.mouse.move(x, y, steps=5)


def frames(visitor: Visitor, work: Callable[[], None]) -> dict[str, float]:
    """Call `work` and return statistics of the frames painted meanwhile."""
    visitor.page.evaluate(RECORD_FRAMES)
    work()
    at = visitor.page.evaluate(STOP)
    gaps = sorted(after - before for before, after in pairwise(at))
    return {
        "frames": len(gaps),
        "per_second": round(1000 * len(gaps) / (at[-1] - at[0]), 1),
        "median_gap_ms": round(statistics.median(gaps), 1),
        "p95_gap_ms": round(gaps[int(0.95 * len(gaps))], 1),
    }


def measure_drag(browser: Browser, url: str, game: str, steps: int) -> dict[str, Any]:
    """Return the frame rate while a tile is dragged, and while the pointer moves over nothing."""
    visitor = Visitor(browser, url, "Anna", reduced_motion="no-preference")
    open_board(visitor, table_with_bots(visitor, game, plies=on_page(game).middle))
    asked = sentence(visitor.page).inner_text()
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    handle, target = (visitor.page.locator(name).first for name in HANDLES[game])
    visitor.page.mouse.move(*middle(handle))
    idle = frames(visitor, lambda: wander(visitor, (5, 5), steps))
    visitor.page.mouse.move(*middle(handle))
    visitor.page.mouse.down()
    dragged = frames(visitor, lambda: wander(visitor, middle(target), steps))
    assert sentence(visitor.page).inner_text() != asked, f"nothing was dragged in {game}"
    visitor.page.mouse.up()
    visitor.leave()
    return {"dragging": dragged, "pointing_at_nothing": idle}


# --- All of it ----------------------------------------------------------------------------------


def measure(browser: Browser, url: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Run all measurements of the page and return the figures."""
    result: dict[str, Any] = {
        "first_visit": measure_first_visit(browser, url),
        "home_shift_slow_line": measure_layout_shifts(browser, url),
        "board_drawn": {
            game: measure_board_times(browser, url, game, arguments.visits) for game in GAMES
        },
        "drag_slowed_4_times": {game: measure_drag(browser, url, game, 60) for game in GAMES},
        "answer_alone": summarise_times(answers(browser, url, arguments.moves)),
    }
    with busy_tables(url, arguments.tables):
        busy = summarise_times(answers(browser, url, arguments.moves))
    return result | {f"answer_beside_{arguments.tables}_tables": busy}


def parse_arguments() -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--tables", type=int, default=50, help="busy tables beside ours (50)")
    add("--moves", type=int, default=40, help="moves of each game that are measured (40)")
    add("--visits", type=int, default=7, help="how often each board is opened (7)")
    add("--json", help="write the figures to this file")
    return parser.parse_args()


def main() -> None:
    """Run the benchmark, and print and write the figures."""
    arguments = parse_arguments()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        where = ["--data", folder, "--bot-threads", "1"]
        with running_server(where, Path(folder) / "log") as server, chromium(BROWSER) as browser:
            figures = measure(browser, server.address, arguments)
            browser_version = browser.version
    result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": hardware(),
        "load_before": round(load, 2),
        "versions": {"tilewright": version("tilewright"), "chromium": browser_version},
    } | figures
    print(json.dumps(result, indent=1))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
