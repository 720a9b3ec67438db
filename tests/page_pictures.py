"""Takes the pictures of the page that the documentation shows.

    python tests/page_pictures.py [NAME ...]

They show games between bots, so that people see play as it is, and lie in docs/images.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

import PIL.Image
from playwright.sync_api import Browser, expect

import tilewright as tw
from page_boards import prepare
from page_games import SEVERAL, on_page
from page_states import open_board
from page_tables import open_table
from page_visitor import COMPILING_MS, PHONE, Visitor, chromium
from server_process import server_process
from tilewright.bot import Budget
from tilewright.bots import make_bot

IMAGES = Path(__file__).parents[1] / "docs" / "images"
WINDOW = {"width": 1440, "height": 900}
SEED = 5
Come = Callable[..., Visitor]
Picture = Callable[[Come], bytes]


# --- Games --------------------------------------------------------------------------------------


def expert_move(position: tw.Position) -> str:
    """What a strong bot plays, the same every time."""
    view = position.view(position.mover)
    bot = make_bot("level-6", position.game, SEED + position.ply, Budget(iterations=400))
    return position.format_move(bot.choose(view))


@cache
def good_game(game: str) -> tw.Position:
    position = tw.new(game, players=2, seed=SEED)
    while not position.is_over:
        position.play(expert_move(position))
    return position


def keep(visitor: Visitor, game: str) -> str:
    """The record of that game, on the server."""
    record: str = visitor.post("/records", {"text": tw.dump(good_game(game))})["id"]
    return record


# --- Pictures -----------------------------------------------------------------------------------


def home(come: Come) -> bytes:
    visitor = come()
    expect(visitor.go("/").get_by_role("article").first).to_be_visible()
    return shot(visitor)


def turn(game: str, **how: object) -> Picture:
    """In the middle of a turn, a good move in hand."""

    def picture(come: Come) -> bytes:
        visitor, played = come(**how), good_game(game)
        ply = next(n for n in range(on_page(game).middle, played.ply) if played.after(n).mover == 0)
        start = {"record": keep(visitor, game), "ply": ply, "seat": 0}
        table = open_table(visitor, game, bot="level-6", start=start)["info"]["id"]
        visitor.post(f"/tables/{table}/start")
        open_board(visitor, table)
        prepare(visitor, expert_move(played.after(ply)))
        return shot(visitor)

    return picture


def replay(game: str, tab: str, ready: str) -> Picture:
    """A game that is over, with what there is to learn from it."""

    def picture(come: Come) -> bytes:
        visitor = come()
        page = visitor.go(f"/r/{keep(visitor, game)}?ply={on_page(game).middle}")
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_text(ready).first).to_be_visible(timeout=COMPILING_MS)
        return shot(visitor)

    return picture


def puzzle(game: str) -> Picture:
    def picture(come: Come) -> bytes:
        visitor = come()
        expect(visitor.go(f"/puzzles/{game}").locator(".board svg").first).to_be_visible()
        return shot(visitor)

    return picture


def beside(pictures: Sequence[Picture]) -> Picture:
    """Several beside each other."""

    def picture(come: Come) -> bytes:
        shots = [b64encode(one(come)).decode() for one in pictures]
        images = "".join(f'<img src="data:image/png;base64,{one}">' for one in shots)
        width = len(shots) * PHONE["width"] + 20 * (len(shots) - 1)
        visitor = come(viewport=PHONE | {"width": width})
        visitor.page.set_content(f'<body style="margin:0;display:flex;gap:20px">{images}</body>')
        return shot(visitor)

    return picture


def shot(visitor: Visitor) -> bytes:
    visitor.drawn()
    return visitor.page.screenshot()


IN_HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PICTURES: dict[str, Picture] = {
    "page-home": home,
    **{f"page-{game}": turn(game) for game in SEVERAL},
    "page-replay": replay(SEVERAL[0], "Analysis", "As a table"),
    "page-review": replay(SEVERAL[-1], "Review", "Most instructive"),
    "page-puzzle": puzzle(SEVERAL[-1]),
    "page-phone": beside([turn(game, **IN_HAND) for game in SEVERAL]),
}


def write(picture: bytes, path: Path) -> None:
    """In as many colours as it has, more or less: a third of the bytes."""
    image = PIL.Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(256, dither=PIL.Image.Dither.NONE).save(path, optimize=True)


def take(browser: Browser, url: str, name: str) -> None:
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitors.append(Visitor(browser, url, "Anna", **{"viewport": WINDOW, **how}))
        return visitors[-1]

    write(PICTURES[name](come), IMAGES / f"{name}.png")
    for visitor in visitors:
        visitor.leave()


def main(names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        server_process(["--data", data], Path(data) / "log.txt") as server,
        chromium() as browser,
    ):
        for name in names:
            take(browser, server.url, name)
            print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PICTURES))
