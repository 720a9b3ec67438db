"""The rules as kernels. The state is one word for the board and a bit for each unused piece."""

from __future__ import annotations

from golomb.pieces import NUM_ACTIONS, NUM_PIECES, PIECE_OF, PLACEMENTS
from tilewright import game
from tilewright.game import Action, Actions, Scores, State, Values, append_action
from tilewright.kernel import Word, kernel, u64

# They follow the fields common to all games: the mover, the number of plies, the players ...
STATE = game.state_dtype(
    [
        ("board", "u8"),  # the covered cells
        ("left", "u2"),  # the pieces not placed yet
        ("lies", "i2", (NUM_PIECES,)),  # the placement of each piece; -1: it is left
    ]
)


@kernel
def fits(state: State, action: Action) -> bool:
    """Return True if the piece is unused and all its cells are free."""
    is_left = (int(state["left"]) >> int(PIECE_OF[action])) & 1
    return is_left == 1 and (u64(state["board"]) & u64(PLACEMENTS[action])) == u64(0)


@kernel
def can_lay(state: State) -> bool:
    """Return True if any piece can be placed."""
    for action in range(NUM_ACTIONS):
        if fits(state, action):
            return True
    return False


@kernel
def put_piece(state: State, action: Action) -> None:
    """Place a piece without changing the turn."""
    piece = int(PIECE_OF[action])
    state["board"] = u64(state["board"]) | u64(PLACEMENTS[action])
    state["left"] = int(state["left"]) ^ (1 << piece)
    state["lies"][piece] = action


@kernel
def count_laid(state: State, seat: int) -> int:
    """Count the pieces placed by a seat. Seats take turns, starting with seat 0."""
    players = int(state["players"])
    return (int(state["ply"]) + players - 1 - seat) // players


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Start with an empty board and all pieces unused."""
    state["rng"] = seed
    state["players"] = players
    state["viewer"] = game.COMPLETE
    state["left"] = (1 << NUM_PIECES) - 1
    for piece in range(NUM_PIECES):
        state["lies"][piece] = -1


@kernel
def legal_actions(state: State, out: Actions) -> int:
    """Write all legal placements. Returns their number."""
    count = 0
    for action in range(NUM_ACTIONS):
        if fits(state, action):
            count = append_action(out, count, action)
    return count


@kernel
def apply(state: State, action: Action) -> None:
    """Place a piece. The game ends if the next player cannot move."""
    put_piece(state, action)
    state["ply"] = int(state["ply"]) + 1
    state["mover"] = (int(state["mover"]) + 1) % int(state["players"])
    state["over"] = int(not can_lay(state))


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Rank the seats backwards from the last to move. The one who cannot move is last."""
    players = int(state["players"])
    for seat in range(players):
        scores[seat] = count_laid(state, seat)
        ranks[seat] = (int(state["mover"]) + players - 1 - seat) % players


RULES = game.open_rules(setup, legal_actions, apply, outcome)  # no hidden information
