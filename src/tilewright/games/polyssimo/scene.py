"""Scenes of Polyssimo Challenge: positions as data for the page to draw; see
docs/reference/scenes.md. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from tilewright.game import Action, Figures, OneOf, Seat, State, put, put_optional, put_pair
from tilewright.games.polyssimo.board import anchor_of, count_placements, free_cells, orientation_of
from tilewright.games.polyssimo.pieces import (
    ORIENTATIONS,
    PIECE_IDS,
    SHAPES,
    drawn_cells,
    find_orientation,
)
from tilewright.games.polyssimo.rules import cells_left
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
    """Return the contents of the box."""
    pieces = [_describe_piece(piece) for piece in range(NUM_PIECES)]
    return {"rows": ROWS, "columns": COLUMNS, "pieces": pieces}


def _describe_piece(piece: int) -> BoxPiece:
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
def write_scene(state: State, out: Figures) -> int:
    """Write a ``Scene``."""
    players = int(state["players"])
    pool = u64(state["pool"])
    is_draft = pool != u64(0)
    places = count_places(state)
    at = put_turns(state, places, out, 0)
    at = put(out, at, OVER if int(state["over"]) else (DRAFT if is_draft else PLACE))
    at = put_placed(state, out, at)
    at = put_pieces(pool, out, at)
    at = put(out, at, players)
    for seat in range(players):
        at = put_optional(out, put_seat(state, seat, out, at), not is_draft, places[seat])
    return at


@called
def count_places(state: State) -> Places:
    """Return the number of placements of each seat; meaningless during the draft."""
    if int(state["pool"]):
        return 1, 1, 1, 1
    hands = state["hands"]
    free0, free1, free2 = free_cells(state)
    return (
        count_hand(free0, free1, free2, u64(hands[0])),
        count_hand(free0, free1, free2, u64(hands[1])),
        count_hand(free0, free1, free2, u64(hands[2])),
        count_hand(free0, free1, free2, u64(hands[3])),
    )


@called
def count_hand(free0: Word, free1: Word, free2: Word, hand: Word) -> int:
    """Return the total number of placements of the pieces in a hand."""
    count = 0
    while hand != u64(0):
        count += count_placements(free0, free1, free2, lowest(hand))
        hand = drop_lowest(hand)
    return count


@kernel
def put_turns(state: State, places: Places, out: Figures, at: int) -> int:
    """Write the next turns: one round, without seats that are out or will be out when they move.

    Turns go clockwise in the draft. The seat that drafts last starts placing, anticlockwise (PC-2,
    PC-3).
    """
    players = int(state["players"])
    seat = int(state["mover"])
    picks = min(popcount(u64(state["pool"])), players)
    start = at
    at = put(out, at, 0)
    if int(state["over"]):
        return at
    for turn in range(picks):
        seat = (int(state["mover"]) + turn) % players
        at = put(out, at, seat)
    for turn in range(players - picks):
        placing = (seat + players - turn) % players
        if places[placing] != 0:
            at = put(out, at, placing)
    put(out, start, at - start - 1)
    return at


@kernel
def put_placed(state: State, out: Figures, at: int) -> int:
    """Write the pieces on the board."""
    lies = state["lies"]
    start = at
    at = put(out, at, 0)
    count = 0
    for piece in range(NUM_PIECES):
        action = int(lies[piece])
        if action:
            at = put_cells(action, out, put(out, at, piece))
            count += 1
    put(out, start, count)
    return at


@called
def put_cells(action: Action, out: Figures, at: int) -> int:
    """Write the number of cells that a placement covers, then each cell in reading order."""
    orientation = orientation_of(action)
    anchor = anchor_of(action, orientation)
    shape = u64(SHAPES[orientation])
    at = put(out, at, popcount(shape))
    while shape != u64(0):
        cell = anchor + lowest(shape)
        shape = drop_lowest(shape)
        at = put_pair(out, at, cell // COLUMNS, cell % COLUMNS)
    return at


@kernel
def put_pieces(pieces: Word, out: Figures, at: int) -> int:
    """Write the pieces in a bit set."""
    at = put(out, at, popcount(pieces))
    while pieces != u64(0):
        at = put(out, at, lowest(pieces))
        pieces = drop_lowest(pieces)
    return at


@kernel
def put_seat(state: State, seat: Seat, out: Figures, at: int) -> int:
    """Write a ``SeatScene`` without ``places``."""
    hand = u64(state["hands"][seat])
    at = put_pieces(hand, out, at)
    at = put_pair(out, at, cells_left(hand), popcount(hand & u64(HEXOMINOES)))
    return put_pair(out, at, int(state["least"][seat]) & ~ASKED, (int(state["out"]) >> seat) & 1)
