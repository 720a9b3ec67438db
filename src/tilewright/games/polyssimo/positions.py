"""Positions of Polyssimo Challenge as text.

    first: 0
    handicap: none
    board:
      ............      eleven rows; a pentomino is drawn with its own capital, the hexominoes H01
      ..g.g.......      to H12 with a to l
      ..gggg...FF.
      ...
    pool: none
    hands:
      I L H01           seat 0
      P T H02           seat 1
    out: none           who is out; follows from the rest, so it may be left out

Who moves and who is out is not taken on trust: it follows from board, hands and first player.
"""

from __future__ import annotations

from tilewright.errors import InvalidOption, TextError
from tilewright.game import Seat, State
from tilewright.games.polyssimo.board import (
    FREE,
    NONE,
    Cell,
    cell_name,
    count_placements,
    cover,
    draw_board,
    example_cells,
    format_cells,
    free_cells,
    number_placement,
    piece_names,
    pieces_in,
)
from tilewright.games.polyssimo.options import HANDICAP
from tilewright.games.polyssimo.pieces import (
    PIECE_IDS,
    PIECE_INDEX,
    PIECE_LETTERS,
    find_orientation,
)
from tilewright.games.polyssimo.rules import hexominoes_owed, pass_turn, picks_left
from tilewright.games.polyssimo.state import ASKED, HEXOMINOES
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.text import Fields, Value, quote


def format_position(state: State) -> list[tuple[str, str | list[str]]]:
    """Format the fields of the position as text."""
    players = int(state["players"])
    out = [str(seat) for seat in range(players) if int(state["out"]) >> seat & 1]
    least = [int(number) for number in state["least"]]
    return [
        ("first", str(int(state["first"]))),
        ("handicap", HANDICAP.format(least, players)),
        ("board", draw_board(state)),
        ("pool", piece_names(pieces_in(state["pool"]))),
        ("hands", [piece_names(pieces_in(state["hands"][seat])) for seat in range(players)]),
        ("out", " ".join(out) or NONE),
    ]


def parse_position(fields: Fields, state: State) -> None:
    """Fill a zeroed record whose header is set, checking everything."""
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
            f"found no {piece_names(missing)}"
        )
    if int(state["pool"]):
        _check_draft(state, board, hands)
    else:
        _check_placing(state, hands)
    _check_out(fields.take_optional("out"), state)


def _parse_board(value: Value, state: State, seen: dict[int, str]) -> None:
    cells: dict[int, list[Cell]] = {}
    for row, line in enumerate(value.block(ROWS, COLUMNS)):
        for column, letter in enumerate(line):
            if letter == FREE:
                continue
            if letter not in PIECE_LETTERS:
                raise value.error(
                    f"expected '.' or the letter of a piece; found {quote(letter)} at "
                    f"{cell_name((row, column))}",
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
        state["lies"][piece] = number_placement(orientation, anchor)
        cover(state, orientation, anchor)
        seen[piece] = "on the board"


def _parse_pieces(value: Value, text: str, row: int, place: str, seen: dict[int, str]) -> int:
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
    """Raise unless the hands fit a draft that goes clockwise, one piece at a time (PC-2)."""
    players, first = int(state["players"]), int(state["first"])
    if any(int(action) for action in state["lies"]):
        raise board.error("PC-3: expected an empty board while pieces are in the pool")
    taken = NUM_PIECES - len(pieces_in(state["pool"]))
    for seat in range(players):
        turns = (taken + players - 1 - (seat - first) % players) // players
        held = len(pieces_in(state["hands"][seat]))
        if held != turns:
            raise hands.error(
                f"PC-2: expected {turns} pieces for seat {seat}, with {taken} drafted and seat "
                f"{first} first; found {held}",
                seat,
            )
        _check_handicap(state, seat, hands)
    _check_pool(state, hands)
    _expect("PC-2", "ply", taken, int(state["ply"]))
    _expect("PC-2", "mover", (first + taken) % players, int(state["mover"]))


def _check_handicap(state: State, seat: Seat, hands: Value) -> None:
    """Raise unless a seat can still reach its number of hexominoes (PC-7)."""
    least, picks = int(state["least"][seat]), picks_left(state, seat)
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
    """Refuse a seat that took hexominoes which others need (PC-7)."""
    owed = sum(hexominoes_owed(state, seat) for seat in range(int(state["players"])))
    left = _count_hexominoes(state["pool"])
    if left < owed:
        raise hands.error(f"PC-7: expected at least {owed} hexominoes in the pool; found {left}")


def _count_hexominoes(pieces: int) -> int:
    return (int(pieces) & HEXOMINOES).bit_count()


def _check_placing(state: State, hands: Value) -> None:
    """Check that turns go round anticlockwise and only seats that cannot place are passed over
    (PC-3, PC-4).

    Who is out and who moves follows from the hands: a seat that has placed fewer pieces than the
    turn has come round is out. The mover is then found by the rules themselves.
    """
    players, first, mover = int(state["players"]), int(state["first"]), int(state["mover"])
    share = NUM_PIECES // players
    placed = [share - len(pieces_in(state["hands"][seat])) for seat in range(players)]
    for seat in range(players):
        if placed[seat] < 0:
            raise hands.error(
                f"PC-2: expected at most {share} pieces for seat {seat}; found "
                f"{share - placed[seat]}",
                seat,
            )
    _expect("PC-3", "ply", NUM_PIECES + sum(placed), int(state["ply"]))
    turn = [(first - 1 - seat) % players for seat in range(players)]  # place in the round
    if not any(placed):
        _expect("PC-3", "mover", turn.index(0), mover)
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
    _expect(rule, "mover", int(state["mover"]), mover)


def _check_is_out(state: State, seat: Seat, hands: Value) -> None:
    free0, free1, free2 = free_cells(state)
    for piece in pieces_in(state["hands"][seat]):
        if count_placements(free0, free1, free2, piece):
            raise hands.error(
                f"PC-4: seat {seat} was passed over, it has placed fewer pieces than others, so "
                f"expected that none of its pieces fits; found that {PIECE_IDS[piece]} does",
                seat,
            )


def _check_out(value: Value | None, state: State) -> None:
    """Check the seats that are out, if the text names them: they follow from the rest."""
    if value is None:
        return
    out = [str(seat) for seat in range(int(state["players"])) if int(state["out"]) >> seat & 1]
    if value.text != (" ".join(out) or NONE):
        raise value.error(f"PC-4: expected {' '.join(out) or NONE}; found {quote(value.text)}")


def _expect(rule: str, what: str, expected: int, found: int) -> None:
    if expected != found:
        raise TextError(f"{what}: {rule}: expected {expected}; found {found}")
