"""The twelve pentominoes and all their placements.

Everything is derived from the shapes. A placement is a word with one bit per covered cell, and its
index is the action. Bit 0 is the top left cell of the board, bit 7 the top right cell, and bit 63
the bottom right cell.
"""

from __future__ import annotations

import numpy as np

SIDE = 8
DRAWN = {
    "F": ".XX XX. .X.",
    "I": "XXXXX",
    "L": "XXXX X...",
    "N": "XXX. ..XX",
    "P": "XX XX X.",
    "T": "XXX .X. .X.",
    "U": "X.X XXX",
    "V": "X.. X.. XXX",
    "W": "X.. XX. .XX",
    "X": ".X. XXX .X.",
    "Y": "XXXX .X..",
    "Z": "XX. .X. .XX",
}
Shape = tuple[tuple[int, int], ...]


def read_shape(drawn: str) -> Shape:
    """Parse a drawn shape into (row, column) pairs."""
    rows = enumerate(drawn.split())
    return tuple((r, c) for r, row in rows for c, mark in enumerate(row) if mark == "X")


def to_corner(shape: Shape) -> Shape:
    """Move a shape to the top left corner, and sort its cells."""
    top, left = min(row for row, _ in shape), min(column for _, column in shape)
    return tuple(sorted((row - top, column - left) for row, column in shape))


def orientations(shape: Shape) -> set[Shape]:
    """Return all rotations and reflections of a shape."""
    found = set()
    for _ in range(4):
        shape = tuple((column, -row) for row, column in shape)
        found |= {to_corner(shape), to_corner(tuple((row, -column) for row, column in shape))}
    return found


def placements(shape: Shape) -> list[int]:
    """Return all placements of a shape on the board, ascending."""
    words = []
    for turned in orientations(shape):
        height, width = (1 + max(place) for place in zip(*turned, strict=True))
        word = sum(1 << (SIDE * row + column) for row, column in turned)
        for row in range(SIDE - height + 1):
            words += [word << (SIDE * row + column) for column in range(SIDE - width + 1)]
    return sorted(words)


SHAPES = {letter: read_shape(drawn) for letter, drawn in DRAWN.items()}
LETTERS, NUM_PIECES = "".join(SHAPES), len(SHAPES)
_found = [
    (word, piece) for piece, shape in enumerate(SHAPES.values()) for word in placements(shape)
]
PLACEMENTS = np.array([word for word, _ in _found], dtype=np.uint64)
PIECE_OF = np.array([piece for _, piece in _found], dtype=np.int8)
NUM_ACTIONS = len(PLACEMENTS)
