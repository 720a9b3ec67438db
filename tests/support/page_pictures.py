"""Draw the pictures of the page in the documentation.

    python tests/support/page_pictures.py [NAME ...]

They show games between bots, so that people see real play, and lie in docs/images. A film is four
turns at a table, with what the page animates.
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
from page_boards import prepare, primary
from page_games import SEVERAL, on_page
from page_play import wait_for_turn
from page_states import open_board
from page_tables import open_table
from page_visitor import COMPILING_MS, PHONE, Visitor, chromium
from server_process import server_process
from tilewright.bots import make_bot
from tilewright.search.protocol import Budget

IMAGES = Path(__file__).parents[2] / "docs" / "images"
WINDOW = {"width": 1440, "height": 900}
SEED = 5
Come = Callable[..., Visitor]
Picture = Callable[[Come], bytes]
Frame = tuple[bytes, int]
"""A picture and how long it is shown, in ms."""
FILM_SIZE = (720, 450)
FILM_TURNS = 4


# --- Games --------------------------------------------------------------------------------------


def expert_move(position: tw.Position) -> str:
    """Return the move of a strong bot, always the same."""
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
    """Store the record of a game on the server and return its id."""
    record: str = visitor.post("/records", {"text": tw.dump(good_game(game))})["id"]
    return record


# --- Pictures -----------------------------------------------------------------------------------


def home(come: Come) -> bytes:
    visitor = come()
    expect(visitor.go("/").get_by_role("article").first).to_be_visible()
    return shot(visitor)


def turn(game: str, **how: object) -> Picture:
    """Return a picture taken in the middle of a turn, with a good move prepared."""

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


def film(game: str, come: Come) -> list[Frame]:
    """Return four turns at a table: each move prepared, played and answered."""
    visitor, played = come(reduced_motion="no-preference"), good_game(game)
    ply = next(n for n in range(on_page(game).middle, played.ply) if played.after(n).mover == 0)
    start = {"record": keep(visitor, game), "ply": ply, "seat": 0}
    table = open_table(visitor, game, bot="level-6", start=start)["info"]["id"]
    visitor.post(f"/tables/{table}/start")
    open_board(visitor, table)
    frames: list[Frame] = []
    for _ in range(FILM_TURNS):
        position = tw.position(game, visitor.get(f"/tables/{table}")["view"]["position"])
        visitor.drawn()
        frames.append((visitor.page.screenshot(), 900))
        prepare(visitor, expert_move(position))
        frames.append((shot(visitor), 1200))
        visitor.press(primary(visitor.page))
        frames += [(visitor.page.screenshot(), 120) for _ in range(6)]
        if not wait_for_turn(visitor):
            break
        frames += [(visitor.page.screenshot(), 120) for _ in range(6)]
    visitor.drawn()
    return [*frames, (visitor.page.screenshot(), 2000)]


def replay(game: str, *, has_moment: bool) -> Picture:
    """Return a picture of the replay of a finished game, or of a moment of its review."""

    def picture(come: Come) -> bytes:
        visitor = come()
        page = visitor.go(f"/r/{keep(visitor, game)}?ply={on_page(game).middle}")
        moment = page.locator(".moment").first
        expect(moment).to_be_visible(timeout=COMPILING_MS)
        if has_moment:
            moment.click()
            page.get_by_role("button", name="Show answer").click()
        return shot(visitor)

    return picture


def puzzle(game: str) -> Picture:
    def picture(come: Come) -> bytes:
        visitor = come()
        expect(visitor.go(f"/puzzles/{game}").locator(".board svg").first).to_be_visible()
        return shot(visitor)

    return picture


def beside(pictures: Sequence[Picture]) -> Picture:
    """Join several pictures side by side."""

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
    "page-replay": replay(SEVERAL[0], has_moment=False),
    "page-review": replay(SEVERAL[-1], has_moment=True),
    "page-puzzle": puzzle(SEVERAL[-1]),
    "page-phone": beside([turn(game, **IN_HAND) for game in SEVERAL]),
}
FILMS = {f"film-{game}": game for game in SEVERAL}


def write(picture: bytes, path: Path) -> None:
    """Write a picture as WebP: a palette of 256 colours is too small for wood and linen."""
    PIL.Image.open(BytesIO(picture)).convert("RGB").save(path, quality=85, method=6)


def write_film(frames: Sequence[Frame], path: Path) -> None:
    """Write an animated WebP; equal pictures in a row become one that is shown longer."""
    images: list[PIL.Image.Image] = []
    durations: list[int] = []
    last = b""
    for picture, duration in frames:
        if picture == last:
            durations[-1] += duration
            continue
        last = picture
        image = PIL.Image.open(BytesIO(picture)).convert("RGB")
        images.append(image.resize(FILM_SIZE, PIL.Image.Resampling.LANCZOS))
        durations.append(duration)
    images[0].save(
        path,
        save_all=True,
        append_images=images[1:],
        duration=durations,
        loop=0,
        quality=60,
        method=6,
        minimize_size=True,
    )


def take(browser: Browser, url: str, name: str) -> None:
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitors.append(Visitor(browser, url, "Anna", **{"viewport": WINDOW, **how}))
        return visitors[-1]

    if name in FILMS:
        write_film(film(FILMS[name], come), IMAGES / f"{name}.webp")
    else:
        write(PICTURES[name](come), IMAGES / f"{name}.webp")
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
    main(sys.argv[1:] or [*PICTURES, *FILMS])
