"""The contents of the Polyssimo Challenge box: the board and the 24 pieces (PC-1, PC-7).

Each piece is drawn once, in an arbitrary orientation. Code derives the other orientations and the
placements.
"""

from typing import NamedTuple

PLAYER_COUNTS = (2, 3, 4)

ROWS = 11
COLUMNS = 12
NUM_CELLS = ROWS * COLUMNS


class Piece(NamedTuple):
    """A piece as a drawing in which "#" is a cell."""

    id: str
    rows: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of cells."""
        return sum(row.count("#") for row in self.rows)

    @property
    def is_hexomino(self) -> bool:
        """True for the harder, black and white pieces."""
        return self.size == 6


# All twelve pentominoes, by their usual letters, and twelve of the thirty-five hexominoes, numbered
# by us. The choice of hexominoes is based on a single source, so it is defined only here.
PIECES: tuple[Piece, ...] = (
    Piece("F", (".#.", "###", "#..")),
    Piece("I", ("#####",)),
    Piece("L", ("####", "#...")),
    Piece("N", ("###.", "..##")),
    Piece("P", ("###", "##.")),
    Piece("T", ("###", ".#.", ".#.")),
    Piece("U", ("###", "#.#")),
    Piece("V", ("###", "#..", "#..")),
    Piece("W", ("##.", ".##", "..#")),
    Piece("X", (".#.", "###", ".#.")),
    Piece("Y", ("####", ".#..")),
    Piece("Z", ("..#", "###", "#..")),
    Piece("H01", ("####", "#..#")),
    Piece("H02", ("####", ".##.")),
    Piece("H03", ("..#.", "####", ".#..")),
    Piece("H04", ("###.", "#.##")),
    Piece("H05", ("#...", "###.", "..##")),
    Piece("H06", ("###.", "..#.", "..##")),
    Piece("H07", ("####", "#.#.")),
    Piece("H08", (".#..", "####", "#...")),
    Piece("H09", ("..#.", "####", "#...")),
    Piece("H10", (".###", "##..", ".#..")),
    Piece("H11", ("##..", ".###", ".#..")),
    Piece("H12", ("##..", ".###", "..#.")),
)

NUM_PIECES = len(PIECES)
NUM_HEXOMINOES = sum(piece.is_hexomino for piece in PIECES)

# Handicaps suggested by the box for a stronger player, by number of players (PC-7).
HANDICAP_HEXOMINOES = {2: (7, 8), 3: (5, 6), 4: (4, 5)}
