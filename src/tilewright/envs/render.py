"""Renders a position as text or as an image, as the terminal shows it.

Each game draws itself for a terminal with 80 columns. The image is that text, drawn letter by
letter in Pillow's built-in font, so games need no second drawing.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from tilewright.errors import InvalidOption
from tilewright.extras import needing
from tilewright.game import Seat
from tilewright.position import Position

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

RENDER_MODES = ["human", "ansi", "rgb_array"]

COLUMNS = 80
LETTER = (6, 11)  # of the font, in pixels
PICTURE = (2 * COLUMNS * LETTER[0], 48 * 2 * LETTER[1])  # width and height
PAPER = ColorTriplet(255, 255, 255)
INK = ColorTriplet(20, 20, 20)
FAINT = ColorTriplet(140, 140, 140)


def check_render_mode(mode: str | None) -> None:
    """Raise InvalidOption if the render mode is unknown."""
    if mode is not None and mode not in RENDER_MODES:
        expected = ", ".join(RENDER_MODES)
        raise InvalidOption(f"render_mode: expected one of {expected}, or None; found {mode!r}")


def render(position: Position, seat: Seat, mode: str | None) -> Any:
    """Render a seat's view.

    Returns:
        Text if `mode` is "ansi", and pixels if it is "rgb_array". None otherwise; "human" prints
        the view.
    """
    if mode == "ansi":
        return draw_text(position, seat)
    if mode == "rgb_array":
        return draw_picture(position, seat)
    if mode == "human":
        Console(width=COLUMNS).print(_draw_view(position, seat))
    return None


def _draw_view(position: Position, seat: Seat) -> Any:
    """Draw a seat's view, as an object that Rich can print."""
    return position.game.draw(position.view(seat).state, seat)


def draw_text(position: Position, seat: Seat) -> str:
    """Draw a seat's view as plain text with 80 columns."""
    console = Console(width=COLUMNS, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        console.print(_draw_view(position, seat))
    return capture.get()


# --- Images -------------------------------------------------------------------------------------


def draw_picture(position: Position, seat: Seat) -> npt.NDArray[np.uint8]:
    """Draw a seat's view as an image, uint8[1056, 960, 3]. Videos require the constant size."""
    with needing("envs"):
        from PIL import Image

    console = Console(width=COLUMNS, file=io.StringIO(), color_system="truecolor")
    lines = console.render_lines(_draw_view(position, seat), pad=False)
    return np.asarray(_paste_scaled(_draw_lines(lines), Image.new("RGB", PICTURE, PAPER)))


def _draw_lines(lines: list[list[Segment]]) -> Image:
    """Draw lines of styled text letter by letter, as an image."""
    from PIL import Image, ImageDraw

    width, height = LETTER
    image = Image.new("RGB", (COLUMNS * width, max(1, len(lines)) * height), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            _draw_segment(pen, segment, column * width, row * height)
            column += segment.cell_length
    return image


def _draw_segment(pen: ImageDraw, segment: Segment, x: int, y: int) -> None:
    """Draw a piece of text in one style, with its top left corner at (x, y)."""
    from PIL import ImageFont

    ink, paper = _colours(segment.style or Style.null())
    right, bottom = x + segment.cell_length * LETTER[0] - 1, y + LETTER[1] - 1
    if paper != PAPER and right > x:
        pen.rectangle((x, y, right, bottom), fill=paper)
    # The font covers Latin-1 only.
    text = segment.text.encode("latin-1", "replace").decode("latin-1")
    pen.text((x, y), text, fill=ink, font=ImageFont.load_default_imagefont())


def _colours(style: Style) -> tuple[ColorTriplet, ColorTriplet]:
    """Return a style's foreground and background colours."""
    ink = _to_triplet(style.color, FAINT if style.dim else INK)
    paper = _to_triplet(style.bgcolor, PAPER)
    return (paper, ink) if style.reverse else (ink, paper)


def _to_triplet(colour: Color | None, default: ColorTriplet) -> ColorTriplet:
    return default if colour is None or colour.is_default else colour.get_truecolor()


def _paste_scaled(drawing: Image, picture: Image) -> Image:
    """Scale a drawing to double size, or as large as fits, and paste it onto `picture`.

    Returns `picture`.
    """
    from PIL import Image

    scale = min(2.0, PICTURE[1] / drawing.height)
    size = int(drawing.width * scale), int(drawing.height * scale)
    how = Image.Resampling.NEAREST if scale == 2 else Image.Resampling.LANCZOS
    picture.paste(drawing.resize(size, how))
    return picture
