"""Contents of the Polyssimo Challenge box: the board and the 24 pieces (PC-1, PC-7).

Each piece is drawn once, lying as it happens to lie. Turning and flipping it, and finding its
places on the board, is left to code.
"""

from typing import NamedTuple

PLAYER_COUNTS = (2, 3, 4)

ROWS = 11
COLUMNS = 12
NUM_CELLS = ROWS * COLUMNS


class Piece(NamedTuple):
    """A piece as a drawing, "#" for a cell."""

    id: str
    rows: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of cells of the piece."""
        return sum(row.count("#") for row in self.rows)

    @property
    def is_hexomino(self) -> bool:
        """True for the harder, black and white pieces."""
        return self.size == 6


# The pentominoes go by their usual letters: all twelve there are. The hexominoes are twelve of the
# thirty-five there are, numbered by us; that choice rests on a single source, so it is made here
# and nowhere else.
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

# The levels of handicap that the box suggests for a stronger player, by number of players (PC-7).
HANDICAP_HEXOMINOES = {2: (7, 8), 3: (5, 6), 4: (4, 5)}
