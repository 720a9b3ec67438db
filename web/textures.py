"""Draws the textures of wood and cloth from noise; they are kept in src/textures.

``python web/textures.py`` writes them again, byte for byte: every texture has a seed. Each is one
colour whose opacity varies, so that any hue can lie beneath it, and repeats without a seam.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TEXTURES = Path(__file__).resolve().parent / "src" / "textures"
LEVELS = 16
"""Shades of opacity: four bits per pixel."""


class Texture(NamedTuple):
    """Fractal noise of one colour."""

    size: tuple[int, int]
    """Width and height in pixels."""
    cells: tuple[int, int]
    """Cells of the coarsest lattice across and down: long cells make grain."""
    octaves: int
    colour: tuple[int, int, int]
    contrast: float
    """Opacity is contrast x noise - threshold, where noise is between 0 and 1."""
    threshold: float
    seed: int


DRAWN = {
    "grain": Texture((512, 256), (4, 36), 4, (43, 23, 8), 2.6, 1.05, 7),
    "sheen": Texture((384, 192), (2, 9), 3, (255, 237, 204), 2.4, 1.05, 23),
    "fine": Texture((128, 128), (64, 64), 1, (26, 20, 15), 1.2, 0.42, 3),
}


def draw_noise(texture: Texture) -> NDArray[np.float64]:
    """Return fractal noise between 0 and 1, shape (height, width), without a seam."""
    rng = np.random.default_rng(texture.seed)
    width, height = texture.size
    total = np.zeros((height, width))
    for octave in range(texture.octaves):
        columns, rows = (count << octave for count in texture.cells)
        angles = rng.uniform(0, 2 * np.pi, (rows, columns))
        total += _draw_octave(angles, width, height) / 2**octave
    return np.clip(0.5 + total * 0.5 * np.sqrt(2), 0, 1)


def _draw_octave(angles: NDArray[np.float64], width: int, height: int) -> NDArray[np.float64]:
    """Return gradient noise (Perlin) over a lattice that repeats at its edges."""
    rows, columns = angles.shape
    across = np.arange(width) * columns / width
    down = np.arange(height) * rows / height
    left, top = across.astype(int), down.astype(int)
    x, y = (across - left)[None, :], (down - top)[:, None]

    def slope(to_right: int, below: int) -> NDArray[np.float64]:
        angle = angles[np.ix_((top + below) % rows, (left + to_right) % columns)]
        return np.cos(angle) * (x - to_right) + np.sin(angle) * (y - below)

    u, v = (t**3 * (t * (6 * t - 15) + 10) for t in (x, y))
    upper = slope(0, 0) * (1 - u) + slope(1, 0) * u
    lower = slope(0, 1) * (1 - u) + slope(1, 1) * u
    noise: NDArray[np.float64] = upper * (1 - v) + lower * v
    return noise


def encode_png(opacity: NDArray[np.uint8], colour: tuple[int, int, int]) -> bytes:
    """Return a PNG of one colour in `LEVELS` shades of opacity; two pixels share a byte."""
    height, width = opacity.shape
    packed = opacity[:, 0::2] << 4 | opacity[:, 1::2]
    lines = b"".join(b"\0" + line.tobytes() for line in packed)
    shades = bytes(255 * level // (LEVELS - 1) for level in range(LEVELS))
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0),
        b"PLTE": bytes(colour) * LEVELS,
        b"tRNS": shades,
        b"IDAT": zlib.compress(lines, 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_encode_chunk, chunks, chunks.values()))


def _encode_chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)


def draw(texture: Texture) -> bytes:
    """Return a texture as a PNG."""
    opacity = np.clip(texture.contrast * draw_noise(texture) - texture.threshold, 0, 1)
    return encode_png((opacity * (LEVELS - 1)).round().astype(np.uint8), texture.colour)


def main() -> None:
    """Write all textures."""
    TEXTURES.mkdir(exist_ok=True)
    for name, texture in DRAWN.items():
        (TEXTURES / f"{name}.png").write_bytes(draw(texture))


if __name__ == "__main__":
    main()
