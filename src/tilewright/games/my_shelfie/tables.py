"""The printed contents of the My Shelfie box (MS-1 to MS-5, MS-12, MS-13, MS-15).

Rows are counted from the top and columns from the left, both from 0, in the room and on shelves.
"""

from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]

ITEMS = ("cats", "books", "games", "frames", "trophies", "plants")
ITEM_LETTERS = "CBGFTP"
NUM_TYPES = len(ITEMS)
TILES_PER_TYPE = 22
NUM_TILES = NUM_TYPES * TILES_PER_TYPE

PLAYER_COUNTS = (2, 3, 4)

SHELF_ROWS = 6
SHELF_COLUMNS = 5
SHELF_CELLS = SHELF_ROWS * SHELF_COLUMNS
MOST_TILES_TAKEN = 3

# The living room (MS-2): the minimum number of players for a cell to be in play; "." is no cell. It
# is symmetric under quarter turns, but not under reflection.
ROOM = (
    "...34....",
    "...224...",
    "..32223..",
    ".42222223",
    "422222224",
    "32222224.",
    "..32223..",
    "...422...",
    "....43...",
)


@cache
def room_cells(players: int) -> tuple[Cell, ...]:
    """Return the cells in play with ``players`` players, in reading order (MS-2)."""
    return tuple(
        (row, column)
        for row, line in enumerate(ROOM)
        for column, dots in enumerate(line)
        if dots != "." and int(dots) <= players
    )


# A refill is due with this many tiles left or fewer (MS-11).
MOST_TILES_TO_REFILL = 4


class Goal(NamedTuple):
    """A common goal: its key, its rule, and a short name."""

    key: str
    rule: str
    name: str


GOALS: tuple[Goal, ...] = (
    Goal("six_clusters_of_2", "MS-15a", "Six groups of two"),
    Goal("diagonal", "MS-15b", "Diagonal"),
    Goal("stairs", "MS-15c", "Stairs"),
    Goal("eight_equal", "MS-15d", "Eight alike"),
    Goal("two_rows_5_different", "MS-15e", "Two varied rows"),
    Goal("two_squares", "MS-15f", "Two squares"),
    Goal("four_rows_max3", "MS-15g", "Four plain rows"),
    Goal("corners", "MS-15h", "Corners"),
    Goal("x_shape", "MS-15i", "X shape"),
    Goal("three_columns_max3", "MS-15j", "Three plain columns"),
    Goal("two_columns_all6", "MS-15k", "Two varied columns"),
    Goal("four_clusters_of_4", "MS-15l", "Four groups of four"),
)
GOALS_IN_PLAY = 2

# The personal cards (MS-5), 1 to 4 in the first band, 5 to 8 in the second, 9 to 12 in the third.
_CARD_BANDS = """
    P.F..  .....  .....  ....G
    ....C  .P...  F..G.  .....
    ...B.  C.G..  ..P..  T.F..
    .G...  ....B  .C..T  ...P.
    .....  ...T.  .....  .BC..
    ..T..  ....F  B....  .....

    .....  ..T.C  C....  ....F
    .T...  .....  ...F.  .C...
    .....  ...B.  .P...  ..T..
    .FB..  .....  T....  P....
    ....P  .G.F.  ....G  ...B.
    G..C.  P....  ..B..  ...G.

    ..G..  ....T  ..P..  ..B..
    .....  .G...  .B...  .P...
    ..C..  B....  G....  ..F..
    ....B  ...C.  ..F..  ...T.
    .T..P  .F...  ....C  ....G
    F....  ...P.  ...T.  C....
"""


def _parse_card(rows: tuple[str, ...]) -> tuple[tuple[int, int, int], ...]:
    """Parse a drawn card.

    Returns:
        The row, the column and the item of each of its six places.
    """
    return tuple(
        (row, column, ITEM_LETTERS.index(letter))
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "."
    )


def _parse_bands(text: str) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Parse the drawn cards, which are side by side in bands."""
    bands = [[line.split() for line in band.splitlines()] for band in text.strip().split("\n\n")]
    return tuple(_parse_card(rows) for band in bands for rows in zip(*band, strict=True))


# Card n is CARDS[n - 1]: (row, column, item) of its six places.
CARDS: tuple[tuple[tuple[int, int, int], ...], ...] = _parse_bands(_CARD_BANDS)

# Points (MS-4, MS-12, MS-13).
TOKENS = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}  # highest first: the top of the stack
END_TOKEN = 1
PERSONAL_POINTS = (0, 1, 2, 4, 6, 9, 12)  # by the number of matching tiles
GROUP_POINTS = (0, 0, 0, 2, 3, 5, 8)  # by group size; the last entry also for larger groups
