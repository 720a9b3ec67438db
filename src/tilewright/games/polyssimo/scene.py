"""Scenes of Polyssimo Challenge: positions as data for the page to draw; see
docs/reference/scenes.md. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from tilewright.game import (
    Action,
    OneOf,
    Seat,
    SheetBuffer,
    State,
    write_int,
    write_optional,
    write_pair,
)
from tilewright.games.polyssimo.board import (
    count_placements,
    find_free_cells,
    get_anchor,
    get_orientation,
)
from tilewright.games.polyssimo.pieces import (
    ORIENTATIONS,
    PIECE_IDS,
    SHAPES,
    drawn_cells,
    find_orientation,
)
from tilewright.games.polyssimo.rules import count_cells_left
from tilewright.games.polyssimo.state import ASKED, HEXOMINOES
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES, ROWS
from tilewright.kernel import Word, called, drop_lowest, kernel, lowest, popcount, u64

# --- The box ------------------------------------------------------------------------------------


PieceName = Annotated[str, OneOf("PieceName", PIECE_IDS)]
Place = tuple[int, int]
"""Row and column, counted from 0 at the top left."""


class BoxPiece(TypedDict):
    """A piece in all its orientations."""

    name: PieceName
    size: int
    shapes: list[list[Place]]
    """The orientations; the first is the one drawn in ``tables``."""
    turn: list[int]
    """For each shape, the index of the shape after a quarter turn clockwise."""
    flip: list[int]
    """For each shape, the index of the shape after a horizontal flip."""


class Box(TypedDict):
    """The board and the pieces (PC-1)."""

    rows: int
    columns: int
    pieces: list[BoxPiece]


def box() -> Box:
    """Return the printed contents of the box, as JSON data."""
    pieces = [_describe_piece(piece) for piece in range(NUM_PIECES)]
    return {"rows": ROWS, "columns": COLUMNS, "pieces": pieces}


def _describe_piece(piece: int) -> BoxPiece:
    """Return a piece with all its orientations as JSON data."""
    drawn = find_orientation(piece, drawn_cells(PIECES[piece]))
    ways = [number for number, way in enumerate(ORIENTATIONS) if way.piece == piece]
    ways.sort(key=lambda number: number != drawn)
    return {
        "name": PIECE_IDS[piece],
        "size": PIECES[piece].size,
        "shapes": [list(ORIENTATIONS[number].cells) for number in ways],
        "turn": [ways.index(_find_turned(number)) for number in ways],
        "flip": [ways.index(_find_flipped(number)) for number in ways],
    }


def _find_turned(orientation: int) -> int:
    """Return the orientation after a quarter turn clockwise."""
    way = ORIENTATIONS[orientation]
    turned = find_orientation(way.piece, [(column, -row) for row, column in way.cells])
    assert turned is not None
    return turned


def _find_flipped(orientation: int) -> int:
    """Return the orientation after a horizontal flip."""
    way = ORIENTATIONS[orientation]
    flipped = find_orientation(way.piece, [(row, -column) for row, column in way.cells])
    assert flipped is not None
    return flipped


# --- Types --------------------------------------------------------------------------------------


class Placed(TypedDict):
    """A piece on the board."""

    piece: PieceName
    cells: list[Place]


class SeatScene(TypedDict):
    """A seat's pieces."""

    pieces: list[PieceName]
    left: int
    """Number of cells of these pieces."""
    hexominoes: int
    must: int
    """Minimum number of hexominoes it has to draft (PC-7)."""
    out: bool
    """True if it is out because it could not place (PC-4)."""
    places: int | None
    """Number of its placements; None during the draft."""


class Scene(TypedDict):
    """The board, the pool and every seat's pieces."""

    turns: list[int]
    phase: Literal["draft", "place", "over"]
    placed: list[Placed]
    pool: list[PieceName]
    seats: list[SeatScene]


# --- Writing ------------------------------------------------------------------------------------

Places = tuple[int, int, int, int]
"""Number of placements of each seat."""
DRAFT, PLACE, OVER = range(3)


@kernel
def write_scene(state: State, buffer: SheetBuffer) -> int:
    """Write the ``Scene`` of a state. Return the number of integers."""
    players = int(state["players"])
    pool = u64(state["pool"])
    is_draft = pool != u64(0)
    places = count_all_placements(state)
    offset = write_turns(state, places, buffer, 0)
    offset = write_int(
        buffer, offset, OVER if int(state["over"]) else (DRAFT if is_draft else PLACE)
    )
    offset = write_placed(state, buffer, offset)
    offset = write_pieces(pool, buffer, offset)
    offset = write_int(buffer, offset, players)
    for seat in range(players):
        offset = write_optional(
            buffer, write_seat(state, seat, buffer, offset), not is_draft, places[seat]
        )
    return offset


@called
def count_all_placements(state: State) -> Places:
    """Return the number of placements of each seat, or 1 for each during the draft."""
    if int(state["pool"]):
        return 1, 1, 1, 1
    hands = state["hands"]
    free0, free1, free2 = find_free_cells(state)
    return (
        count_hand_placements(free0, free1, free2, u64(hands[0])),
        count_hand_placements(free0, free1, free2, u64(hands[1])),
        count_hand_placements(free0, free1, free2, u64(hands[2])),
        count_hand_placements(free0, free1, free2, u64(hands[3])),
    )


@called
def count_hand_placements(free0: Word, free1: Word, free2: Word, hand: Word) -> int:
    """Return the number of placements of all pieces in a hand."""
    count = 0
    while hand != u64(0):
        count += count_placements(free0, free1, free2, lowest(hand))
        hand = drop_lowest(hand)
    return count


@kernel
def write_turns(state: State, places: Places, buffer: SheetBuffer, offset: int) -> int:
    """Write the seats of the next round in order. Return the next offset.

    Seats that cannot place are left out.

    Turns go clockwise in the draft. The seat that drafts last starts placing, anticlockwise (PC-2,
    PC-3).
    """
    players = int(state["players"])
    seat = int(state["mover"])
    picks = min(popcount(u64(state["pool"])), players)
    start = offset
    offset = write_int(buffer, offset, 0)
    if int(state["over"]):
        return offset
    for turn in range(picks):
        seat = (int(state["mover"]) + turn) % players
        offset = write_int(buffer, offset, seat)
    for turn in range(players - picks):
        placing = (seat + players - turn) % players
        if places[placing] != 0:
            offset = write_int(buffer, offset, placing)
    write_int(buffer, start, offset - start - 1)
    return offset


@kernel
def write_placed(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the pieces on the board, as a list of ``Placed``. Return the next offset."""
    lies = state["lies"]
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    for piece in range(NUM_PIECES):
        action = int(lies[piece])
        if action:
            offset = write_cells(action, buffer, write_int(buffer, offset, piece))
            count += 1
    write_int(buffer, start, count)
    return offset


@called
def write_cells(action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the cells of a placement, as a list in reading order. Return the next offset."""
    orientation = get_orientation(action)
    anchor = get_anchor(action, orientation)
    shape = u64(SHAPES[orientation])
    offset = write_int(buffer, offset, popcount(shape))
    while shape != u64(0):
        cell = anchor + lowest(shape)
        shape = drop_lowest(shape)
        offset = write_pair(buffer, offset, cell // COLUMNS, cell % COLUMNS)
    return offset


@kernel
def write_pieces(pieces: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write the pieces in a bit set, as a list. Return the next offset."""
    offset = write_int(buffer, offset, popcount(pieces))
    while pieces != u64(0):
        offset = write_int(buffer, offset, lowest(pieces))
        pieces = drop_lowest(pieces)
    return offset


@kernel
def write_seat(state: State, seat: Seat, buffer: SheetBuffer, offset: int) -> int:
    """Write the ``SeatScene`` of a seat up to its key ``out``. Return the next offset."""
    hand = u64(state["hands"][seat])
    offset = write_pieces(hand, buffer, offset)
    offset = write_pair(buffer, offset, count_cells_left(hand), popcount(hand & u64(HEXOMINOES)))
    return write_pair(
        buffer, offset, int(state["least"][seat]) & ~ASKED, (int(state["out"]) >> seat) & 1
    )
