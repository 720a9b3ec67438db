"""The printed contents of the Nova Luna box (NL-1 to NL-3, NLS-1).

Only printed facts are typed here, one tile per line; derived facts are computed elsewhere.
"""

from typing import NamedTuple

COLOURS = ("red", "blue", "cyan", "yellow")
COLOUR_LETTERS = "rbcy"
NUM_COLOURS = len(COLOURS)

PLAYER_COUNTS = (2, 3, 4)  # the solo game is separate

# The wheel (NL-2, NL-7, NL-8).
NUM_SLOTS = 12
TILES_AT_START = 11
NUM_CHOICES = 3
MOST_TILES_TO_REFILL = 2

# The moon track (NL-11). It is a ring, but only the total distance determines who is behind.
TRACK_SPACES = 24
MOON_PHASES = 12  # drawn along the track (NL-11)

# The discs (NL-3): each player puts one on the track and has to lay the rest.
DISCS_TAKEN = 21
DISCS_TO_LAY = DISCS_TAKEN - 1
BEGINNERS_DISCS_TO_LAY = {2: 20, 3: 17, 4: 15}

# Solo (NLS-1, NLS-4, NLS-7, NLS-8): no disc on the track, so all 21 are to be laid.
SOLO_PILES = (8, 13)
SOLO_DISCS_TO_LAY = sum(SOLO_PILES)
SOLO_PENALTY = 10
SOLO_CHALLENGE = 100


class Tile(NamedTuple):
    """A tile. A task is the number of tiles needed of each colour, in the order of ``COLOURS``."""

    id: int
    colour: int
    cost: int
    tasks: tuple[tuple[int, int, int, int], ...]


# Colour, cost, tasks. A task's letters may repeat ("rr": two red); their order has no meaning. A
# tile's id is its line number, from 1.
_TILE_LINES = """
    cyan 1
    cyan 2 cccc
    cyan 2 cccc
    cyan 3 byy
    cyan 3 ccr
    cyan 3 cry
    cyan 3 bcry/yyy
    cyan 4 bbb/yyy/rr
    cyan 4 ccc/by
    cyan 4 cy/br
    cyan 4 bbbb/bb
    cyan 5 cc/rr/yy
    cyan 5 yyy/y
    cyan 5 rr/b
    cyan 6 bb/yy/r
    cyan 6 rrr/br/bb
    cyan 7 br/ry/by
    blue 1
    blue 2 bbbb
    blue 2 bbbb
    blue 3 crr
    blue 3 bby
    blue 3 bcy
    blue 3 bcry/rrr
    blue 4 ccc/rrr/yy
    blue 4 bbb/cr
    blue 4 cy/br
    blue 4 rrrr/rr
    blue 5 cc/bb/yy
    blue 5 ccc/c
    blue 5 yy/c
    blue 6 cc/rr/y
    blue 6 yyy/ry/rr
    blue 7 cr/cy/ry
    red 1
    red 2 rrrr
    red 2 rrrr
    red 3 ccy
    red 3 brr
    red 3 bcr
    red 3 bcry/ccc
    red 4 bbb/yyy/cc
    red 4 rrr/cy
    red 4 cr/by
    red 4 yyyy/yy
    red 5 cc/rr/bb
    red 5 bbb/b
    red 5 bb/y
    red 6 bb/yy/c
    red 6 ccc/cy/yy
    red 7 bc/cy/by
    yellow 1
    yellow 2 yyyy
    yellow 2 yyyy
    yellow 3 bbr
    yellow 3 cyy
    yellow 3 bry
    yellow 3 bcry/bbb
    yellow 4 ccc/rrr/bb
    yellow 4 yyy/br
    yellow 4 cr/by
    yellow 4 cccc/cc
    yellow 5 rr/bb/yy
    yellow 5 rrr/r
    yellow 5 cc/r
    yellow 6 cc/rr/b
    yellow 6 bbb/bc/cc
    yellow 7 cr/bc/br
"""


def _parse_task(letters: str) -> tuple[int, int, int, int]:
    red, blue, cyan, yellow = (letters.count(letter) for letter in COLOUR_LETTERS)
    return red, blue, cyan, yellow


def _parse_tile(tile_id: int, line: str) -> Tile:
    colour, cost, *tasks = line.replace("/", " ").split()
    return Tile(tile_id, COLOURS.index(colour), int(cost), tuple(map(_parse_task, tasks)))


TILES: tuple[Tile, ...] = tuple(
    _parse_tile(tile_id, line)
    for tile_id, line in enumerate(_TILE_LINES.strip().splitlines(), start=1)
)

NUM_TILES = len(TILES)
NUM_TASKS = sum(len(tile.tasks) for tile in TILES)
MOST_TASKS = max(len(tile.tasks) for tile in TILES)
