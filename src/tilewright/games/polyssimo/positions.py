"""Positions of Polyssimo Challenge as text.

    first: 0
    handicap: none
    board:
      ............      eleven rows; pentominoes are drawn with their own letters, the hexominoes
      ..g.g.......      H01 to H12 with a to l
      ..gggg...FF.
      ...
    pool: none
    hands:
      I L H01           seat 0
      P T H02           seat 1
    out: none           the seats that are out; optional, because it follows from the rest

The mover and the seats that are out are validated: they follow from board, hands and first player.
"""

from __future__ import annotations

from tilewright.errors import InvalidOption, TextError
from tilewright.game import Seat, State
from tilewright.games.polyssimo.board import (
    FREE,
    NONE,
    Cell,
    count_placements,
    cover_cells,
    encode_placement,
    example_cells,
    find_free_cells,
    format_board,
    format_cell,
    format_cells,
    format_pieces,
    list_pieces,
)
from tilewright.games.polyssimo.options import HANDICAP
from tilewright.games.polyssimo.pieces import (
    PIECE_IDS,
    PIECE_INDEX,
    PIECE_LETTERS,
    find_orientation,
)
from tilewright.games.polyssimo.rules import count_hexominoes_owed, count_picks_left, pass_turn
from tilewright.games.polyssimo.state import ASKED, HEXOMINOES
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.text import Fields, Value, quote


def format_position(state: State) -> list[tuple[str, str | list[str]]]:
    """Return the game's own fields of a position text, as pairs of name and value."""
    players = int(state["players"])
    out = [str(seat) for seat in range(players) if int(state["out"]) >> seat & 1]
    least = [int(number) for number in state["least"]]
    return [
        ("first", str(int(state["first"]))),
        ("handicap", HANDICAP.format(least, players)),
        ("board", format_board(state)),
        ("pool", format_pieces(list_pieces(state["pool"]))),
        ("hands", [format_pieces(list_pieces(state["hands"][seat])) for seat in range(players)]),
        ("out", " ".join(out) or NONE),
    ]


def parse_position(fields: Fields, state: State) -> None:
    """Parse and validate the game's own fields of a position text.

    The values are stored in ``state``, of which only the header is set.
    """
    players = int(state["players"])
    state["first"] = fields.take("first").number_in(0, players - 1)
    handicap = fields.take("handicap")
    try:
        state["least"] = HANDICAP.read(handicap.text, players)
    except InvalidOption as error:
        raise handicap.error(str(error)) from error
    board, pool, hands = fields.take("board"), fields.take("pool"), fields.take("hands")
    seen: dict[int, str] = {}
    _parse_board(board, state, seen)
    state["pool"] = _parse_pieces(pool, pool.text, 0, "the pool", seen)
    for seat, line in enumerate(hands.block(height=players)):
        state["hands"][seat] = _parse_pieces(hands, line, seat, f"the hand of seat {seat}", seen)
    missing = [piece for piece in range(NUM_PIECES) if piece not in seen]
    if missing:
        raise hands.error(
            f"PC-1: expected all 24 pieces on the board, in the pool or in a hand; "
            f"found no {format_pieces(missing)}"
        )
    if int(state["pool"]):
        _check_draft(state, board, hands)
    else:
        _check_placing(state, hands)
    _check_out(fields.take_optional("out"), state)


def _parse_board(value: Value, state: State, seen: dict[int, str]) -> None:
    """Parse the drawn board.

    Raises:
        TextError: A letter is unknown, or its cells do not have the shape of the piece (PC-1).
    """
    cells: dict[int, list[Cell]] = {}
    for row, line in enumerate(value.block(ROWS, COLUMNS)):
        for column, letter in enumerate(line):
            if letter == FREE:
                continue
            if letter not in PIECE_LETTERS:
                raise value.error(
                    f"expected '.' or the letter of a piece; found {quote(letter)} at "
                    f"{format_cell((row, column))}",
                    row,
                )
            cells.setdefault(PIECE_LETTERS.index(letter), []).append((row, column))
    for piece in sorted(cells):
        orientation = find_orientation(piece, cells[piece])
        row, column = cells[piece][0]
        if orientation is None:
            raise value.error(
                f"PC-1: expected {PIECE_IDS[piece]}, turned or flipped, such as "
                f"{example_cells(piece)}; found {quote(format_cells(cells[piece]))}",
                row,
            )
        anchor = COLUMNS * row + column
        state["lies"][piece] = encode_placement(orientation, anchor)
        cover_cells(state, orientation, anchor)
        seen[piece] = "on the board"


def _parse_pieces(value: Value, text: str, row: int, place: str, seen: dict[int, str]) -> int:
    """Parse the ids of pieces to a bit set, and record ``place`` in ``seen``.

    Raises:
        TextError: A piece is unknown or was found before (PC-1).
    """
    mask = 0
    for name in text.split() if text != NONE else []:
        if name not in PIECE_INDEX:
            raise value.error(
                f"expected pieces, F to Z or H01 to H12, or {NONE}; found {quote(name)}", row
            )
        piece = PIECE_INDEX[name]
        if piece in seen:
            raise value.error(
                f"PC-1: expected each piece once; found {name} in {place} and {seen[piece]}", row
            )
        seen[piece] = f"in {place}"
        mask |= 1 << piece
    return mask


def _check_draft(state: State, board: Value, hands: Value) -> None:
    """Raise ``TextError`` unless the hands match a draft of one piece per turn (PC-2, PC-7)."""
    players, first = int(state["players"]), int(state["first"])
    if any(int(action) for action in state["lies"]):
        raise board.error("PC-3: expected an empty board while pieces are in the pool")
    taken = NUM_PIECES - len(list_pieces(state["pool"]))
    for seat in range(players):
        turns = (taken + players - 1 - (seat - first) % players) // players
        held = len(list_pieces(state["hands"][seat]))
        if held != turns:
            raise hands.error(
                f"PC-2: expected {turns} pieces for seat {seat}, with {taken} drafted and seat "
                f"{first} first; found {held}",
                seat,
            )
        _check_handicap(state, seat, hands)
    _check_pool(state, hands)
    _require_equal("PC-2", "ply", taken, int(state["ply"]))
    _require_equal("PC-2", "mover", (first + taken) % players, int(state["mover"]))


def _check_handicap(state: State, seat: Seat, hands: Value) -> None:
    """Raise ``TextError`` if a seat can no longer reach its minimum number of hexominoes (PC-7)."""
    least, picks = int(state["least"][seat]), count_picks_left(state, seat)
    held = _count_hexominoes(state["hands"][seat])
    if least & ASKED and not _count_hexominoes(state["pool"]):
        return
    if held + picks < least & ~ASKED:
        raise hands.error(
            f"PC-7: expected at least {(least & ~ASKED) - picks} hexominoes, so that seat {seat} "
            f"can still reach {least & ~ASKED}; found {held}",
            seat,
        )


def _check_pool(state: State, hands: Value) -> None:
    """Raise ``TextError`` if the pool has too few hexominoes for the seats that need them
    (PC-7)."""
    owed = sum(count_hexominoes_owed(state, seat) for seat in range(int(state["players"])))
    left = _count_hexominoes(state["pool"])
    if left < owed:
        raise hands.error(f"PC-7: expected at least {owed} hexominoes in the pool; found {left}")


def _count_hexominoes(pieces: int) -> int:
    return (int(pieces) & HEXOMINOES).bit_count()


def _check_placing(state: State, hands: Value) -> None:
    """Determine which seats are out from the hands, and set ``out`` and ``mover``.

    A seat that has placed fewer pieces than it had turns is out (PC-3, PC-4). This sets ``out``;
    then the rules themselves determine the mover.

    Raises:
        TextError: The hands do not match anticlockwise turns that skip only seats without a
            placement.
    """
    players, first, mover = int(state["players"]), int(state["first"]), int(state["mover"])
    share = NUM_PIECES // players
    placed = [share - len(list_pieces(state["hands"][seat])) for seat in range(players)]
    for seat in range(players):
        if placed[seat] < 0:
            raise hands.error(
                f"PC-2: expected at most {share} pieces for seat {seat}; found "
                f"{share - placed[seat]}",
                seat,
            )
    _require_equal("PC-3", "ply", NUM_PIECES + sum(placed), int(state["ply"]))
    turn = [(first - 1 - seat) % players for seat in range(players)]  # index in the round
    if not any(placed):
        _require_equal("PC-3", "mover", turn.index(0), mover)
        return
    last = max(range(players), key=lambda seat: (placed[seat], turn[seat]))
    for seat in range(players):
        had = placed[last] if turn[seat] <= turn[last] else placed[last] - 1
        if placed[seat] < had:
            _check_is_out(state, seat, hands)
            state["out"] = int(state["out"]) | 1 << seat
    state["mover"] = last
    pass_turn(state)
    rule = "PC-5" if int(state["over"]) else "PC-4"
    _require_equal(rule, "mover", int(state["mover"]), mover)


def _check_is_out(state: State, seat: Seat, hands: Value) -> None:
    """Raise ``TextError`` if a skipped seat can place one of its pieces (PC-4)."""
    free0, free1, free2 = find_free_cells(state)
    for piece in list_pieces(state["hands"][seat]):
        if count_placements(free0, free1, free2, piece):
            raise hands.error(
                f"PC-4: seat {seat} was passed over, it has placed fewer pieces than others, so "
                f"expected that none of its pieces fits; found that {PIECE_IDS[piece]} does",
                seat,
            )


def _check_out(value: Value | None, state: State) -> None:
    """Raise ``TextError`` if the text names other seats as out than ``state`` has (PC-4).

    An absent field is accepted.
    """
    if value is None:
        return
    out = [str(seat) for seat in range(int(state["players"])) if int(state["out"]) >> seat & 1]
    if value.text != (" ".join(out) or NONE):
        raise value.error(f"PC-4: expected {' '.join(out) or NONE}; found {quote(value.text)}")


def _require_equal(rule: str, what: str, expected: int, found: int) -> None:
    if expected != found:
        raise TextError(f"{what}: {rule}: expected {expected}; found {found}")
