"""The rules of Polyssimo Challenge, PC-1 to PC-8, as kernels on one record.

The pool and each hand are bit sets of pieces. ``board`` determines where pieces fit.
"""

from __future__ import annotations

from tilewright.game import (
    COMPLETE,
    Action,
    Actions,
    Scores,
    Seat,
    State,
    Values,
    append_actions,
    determinize_open,
    draw_seat,
    view_open,
)
from tilewright.games.polyssimo.board import (
    append_placements,
    can_place,
    cover_cells,
    encode_placement,
    find_free_cells,
    get_anchor,
    get_orientation,
    get_piece,
)
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.state import ALL_PIECES, ASKED, HEXOMINOES
from tilewright.games.polyssimo.tables import NUM_PIECES
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64

# --- The draft ------------------------------------------------------------------------------------


@kernel
def count_picks_left(state: State, seat: Seat) -> int:
    """Return the number of pieces that a seat still has to draft (PC-2)."""
    return NUM_PIECES // int(state["players"]) - popcount(u64(state["hands"][seat]))


@kernel
def count_hexominoes_owed(state: State, seat: Seat) -> int:
    """Return the number of hexominoes that a seat lacks to its guaranteed minimum (PC-7)."""
    least = int(state["least"][seat])
    if least == 0 or least >= ASKED:
        return 0
    return max(0, least - popcount(u64(state["hands"][seat]) & u64(HEXOMINOES)))


@kernel
def find_allowed_pieces(state: State) -> Word:
    """Return the pieces that the mover may draft, as bits (PC-2, PC-7).

    A pick is legal if afterwards every seat can still reach its number, whatever the others do:
    each has enough picks, and the pool has enough hexominoes for all. This holds before the pick.
    So picking a pentomino can only cost the mover a pick, and picking a hexomino can only hurt the
    others.
    """
    mover = int(state["mover"])
    pool = u64(state["pool"])
    if int(state["least"][mover]) >= ASKED:
        return find_requested_pieces(state)
    hexominoes = pool & u64(HEXOMINOES)
    own = count_hexominoes_owed(state, mover)
    if own > 0:
        return hexominoes if own == count_picks_left(state, mover) else pool
    owed = 0
    for seat in range(int(state["players"])):
        owed += count_hexominoes_owed(state, seat)
    return pool ^ hexominoes if owed == popcount(hexominoes) else pool


@kernel
def find_requested_pieces(state: State) -> Word:
    """Return the pieces that the mover may draft with a minimum that is not guaranteed.

    See ``ASKED``.

    A pentomino is forbidden if the number would then be out of reach, by lack of picks or of
    hexominoes in the pool. Once the pool has no hexominoes, any piece is allowed.
    """
    mover = int(state["mover"])
    pool = u64(state["pool"])
    hexominoes = pool & u64(HEXOMINOES)
    held = popcount(u64(state["hands"][mover]) & u64(HEXOMINOES))
    within_reach = held + min(count_picks_left(state, mover) - 1, popcount(hexominoes))
    is_bound = hexominoes != u64(0) and within_reach < int(state["least"][mover]) - ASKED
    return hexominoes if is_bound else pool


@kernel
def draft_piece(state: State, piece: int) -> None:
    """Move a piece from the pool to the mover's hand, and pass the turn clockwise (PC-2)."""
    mover = int(state["mover"])
    bit = u64(1) << u64(piece)
    pool = u64(state["pool"]) ^ bit
    state["pool"] = pool
    state["hands"][mover] = u64(state["hands"][mover]) | bit
    state["ply"] = int(state["ply"]) + 1
    # PC-3: the seat that took the last piece is also the first to place.
    if pool != u64(0):
        players = int(state["players"])
        state["mover"] = mover + 1 if mover + 1 < players else 0


# --- Placing --------------------------------------------------------------------------------------


@kernel
def place_piece(state: State, piece: int, orientation: int, cell: int) -> None:
    """Place one of the mover's pieces on the board, without passing the turn (PC-3)."""
    mover = int(state["mover"])
    cover_cells(state, orientation, cell)
    state["hands"][mover] = u64(state["hands"][mover]) ^ (u64(1) << u64(piece))
    state["lies"][piece] = encode_placement(orientation, cell)
    state["ply"] = int(state["ply"]) + 1


@kernel
def find_next_seat(state: State, seat: Seat) -> Seat:
    """Return the next seat anticlockwise that is not out (PC-3, PC-4).

    At least one seat must be left.
    """
    players = int(state["players"])
    out = int(state["out"])
    seat = seat - 1 if seat > 0 else players - 1
    while (out >> seat) & 1:
        seat = seat - 1 if seat > 0 else players - 1
    return seat


@kernel
def eliminate(state: State, seat: Seat) -> None:
    """Mark a seat as out (PC-4).

    Once all seats are out, the game is over (PC-5).
    """
    out = int(state["out"]) | (1 << seat)
    state["out"] = out
    if out == (1 << int(state["players"])) - 1:
        state["over"] = 1


@kernel
def pass_turn(state: State) -> None:
    """Pass the turn anticlockwise to a seat that can place (PC-3 to PC-5).

    Seats that cannot place are eliminated.

    If no seat can place, the mover remains the seat that placed last.
    """
    free0, free1, free2 = find_free_cells(state)
    seat = int(state["mover"])
    while int(state["over"]) == 0:
        seat = find_next_seat(state, seat)
        if can_place(free0, free1, free2, state["hands"][seat]):
            state["mover"] = seat
            return
        eliminate(state, seat)


# --- The protocol ---------------------------------------------------------------------------------


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Set up a new game: an empty board, and all pieces in the pool.

    options: the minimum number of hexominoes of each seat, then the first player, or -1 for a
    random one.
    """
    first, rng = draw_seat(int(options[4]), u64(seed), players)  # PC-8
    for seat in range(players):
        state["least"][seat] = int(options[seat])
    state["rng"] = rng
    state["players"] = players
    state["first"] = first
    state["mover"] = first
    state["viewer"] = COMPLETE
    state["pool"] = ALL_PIECES


@kernel
def legal_actions(state: State, out: Actions) -> int:
    """Write the legal actions in ascending order and return their number."""
    if int(state["over"]) != 0:
        return 0
    if int(state["pool"]) != 0:
        return append_actions(out, 0, 0, find_allowed_pieces(state))
    free0, free1, free2 = find_free_cells(state)
    count = 0
    left = u64(state["hands"][int(state["mover"])])
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
            count = append_placements(free0, free1, free2, orientation, out, count)
    return count


@kernel
def apply(state: State, action: Action) -> None:
    """Play a legal action: draft a piece, or place one and pass the turn."""
    if action < NUM_PIECES:
        draft_piece(state, action)
    else:
        orientation = get_orientation(action)
        place_piece(state, get_piece(orientation), orientation, get_anchor(action, orientation))
        pass_turn(state)


@kernel
def count_cells_left(hand: Word) -> int:
    """Return the number of cells of all pieces in a hand (PC-5)."""
    return 5 * popcount(u64(hand)) + popcount(u64(hand) & u64(HEXOMINOES))


@kernel
def get_rank_key(state: State, seat: Seat) -> int:
    """Return the sort key of a seat's rank, of which the lowest wins (PC-5, PC-6)."""
    players = int(state["players"])
    hand = u64(state["hands"][seat])
    # Placing goes anticlockwise, starting with the seat before the first to draft (PC-3).
    place_in_round = (int(state["first"]) + 2 * players - 1 - seat) % players
    rounds = 0
    if int(state["pool"]) == 0:
        rounds = NUM_PIECES // players - popcount(hand)
    return (count_cells_left(hand) * 16 - rounds) * players - place_in_round


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the cells left and the rank of each seat (PC-5, PC-6).

    On ties the seat that placed last ranks higher.
    """
    players = int(state["players"])
    for seat in range(players):
        scores[seat] = count_cells_left(state["hands"][seat])
        rank = 0
        for other in range(players):
            if get_rank_key(state, other) < get_rank_key(state, seat):
                rank += 1
        ranks[seat] = rank


# Everything except the generator is public.
view = view_open
determinize = determinize_open
