"""Polyssimo Challenge as the rules tell it (PC-1 to PC-8), with sets of cells only."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from tilewright.games.polyssimo.tables import COLUMNS, PIECES, ROWS, Piece

Seat = int
PieceId = str
Cell = tuple[int, int]
Shape = frozenset[Cell]  # some cells; where it is pushed into the corner, that is said
Draft = tuple[Literal["draft"], PieceId]
Place = tuple[Literal["place"], PieceId, Shape]
Move = Draft | Place

PIECE_BY_ID: dict[PieceId, Piece] = {piece.id: piece for piece in PIECES}
BOARD: Shape = frozenset((row, column) for row in range(ROWS) for column in range(COLUMNS))


# Shapes ---------------------------------------------------------------------------------------


def cells_of(piece: Piece) -> Shape:
    """Return the cells of a piece as it is drawn."""
    return frozenset(
        (row, column)
        for row, line in enumerate(piece.rows)
        for column, sign in enumerate(line)
        if sign == "#"
    )


def cornered(cells: Collection[Cell]) -> Shape:
    """Return the same cells pushed up and left as far as they go."""
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def turned(cells: Iterable[Cell]) -> Shape:
    """Return a quarter turn, pushed into the corner."""
    return cornered([(column, -row) for row, column in cells])


def flipped(cells: Iterable[Cell]) -> Shape:
    """Return the other face up, pushed into the corner."""
    return cornered([(row, -column) for row, column in cells])


def orientations(piece: Piece) -> set[Shape]:
    """Return all ways a piece can lie, pushed into the corner (PC-1)."""
    shapes = {cornered(cells_of(piece)), flipped(cells_of(piece))}
    for _ in range(3):
        shapes |= {turned(shape) for shape in shapes}
    return shapes


def placements(piece: Piece, free: Collection[Cell]) -> set[Shape]:
    """Return all sets of free cells that a piece can cover (PC-3)."""
    free_cells = frozenset(free)
    return {
        cells
        for shape in orientations(piece)
        for down in range(ROWS)
        for right in range(COLUMNS)
        if (cells := frozenset((row + down, column + right) for row, column in shape)) <= free_cells
    }


# The draft ------------------------------------------------------------------------------------


def hexominoes_in(pieces: Collection[PieceId]) -> int:
    """Return how many of some pieces are hexominoes."""
    return sum(PIECE_BY_ID[piece_id].is_hexomino for piece_id in pieces)


def can_all_reach(
    middle: Collection[PieceId], hands: Sequence[Collection[PieceId]], least: Sequence[int]
) -> bool:
    """Return True if every seat reaches its number whatever the others do (PC-7): with picks enough
    left, and hexominoes enough for all of them in the middle."""
    share = len(PIECES) // len(hands)
    owed = [max(0, n - hexominoes_in(hand)) for n, hand in zip(least, hands, strict=True)]
    has_picks = all(n <= share - len(hand) for n, hand in zip(owed, hands, strict=True))
    return has_picks and sum(owed) <= hexominoes_in(middle)


def asked_draftable(
    middle: Collection[PieceId], hexominoes_held: int, picks_left: int, least: int
) -> set[PieceId]:
    """Return what a seat may draft in games played before the number was guaranteed, if it has
    `picks_left` picks, this one included.

    A pentomino is barred if the number would then be out of reach, be it for want of picks or of
    hexominoes in the middle. Others may take those away meanwhile: nothing is certain but that the
    bar falls when none is left.
    """
    hexominoes = {piece_id for piece_id in middle if PIECE_BY_ID[piece_id].is_hexomino}
    within_reach = hexominoes_held + min(picks_left - 1, len(hexominoes))
    if hexominoes and within_reach < least:
        return hexominoes
    return set(middle)


# The game -------------------------------------------------------------------------------------


class Polyssimo:
    """A game of 2 to 4: first the draft, then the placing."""

    def __init__(
        self,
        players: int,
        first: Seat = 0,
        least_hexominoes: Sequence[int] | None = None,
        *,
        is_guaranteed: bool = True,
    ) -> None:
        """Start a game: `least_hexominoes` for each seat, none of them bound unless told (PC-7)."""
        self.is_guaranteed = is_guaranteed
        self.players = players
        self.least = list(least_hexominoes or [0] * players)
        assert len(self.least) == players, "PC-7: a number for each seat"
        self.middle: set[PieceId] = set(PIECE_BY_ID)
        self.hands: list[set[PieceId]] = [set() for _ in range(players)]
        self.free: set[Cell] = set(BOARD)
        self.placed: list[tuple[Seat, PieceId, Shape]] = []
        self.mover: Seat = first

    @property
    def is_drafting(self) -> bool:
        """Return True if pieces are left in the middle (PC-2)."""
        return bool(self.middle)

    @property
    def is_over(self) -> bool:
        """When no player can place any more (PC-5)."""
        return not self.is_drafting and not any(map(self.can_place, range(self.players)))

    def can_place(self, seat: Seat) -> bool:
        """Return True if a player is still in (PC-4).

        Room on the board only shrinks, so a player who cannot place now never can again: being out
        for good needs no note of its own.
        """
        return any(placements(PIECE_BY_ID[piece_id], self.free) for piece_id in self.hands[seat])

    def legal_moves(self) -> set[Move]:
        """Return what the mover may take (PC-2, PC-7), or place (PC-3)."""
        moves: set[Move] = set()
        if self.is_drafting:
            moves.update(("draft", piece_id) for piece_id in self._draftable())
            return moves
        for piece_id in self.hands[self.mover]:
            found = placements(PIECE_BY_ID[piece_id], self.free)
            moves.update(("place", piece_id, cells) for cells in found)
        return moves

    def _draftable(self) -> set[PieceId]:
        if self.is_guaranteed:
            return {piece_id for piece_id in self.middle if self._leaves_enough(piece_id)}
        hand = self.hands[self.mover]
        picks_left = len(PIECES) // self.players - len(hand)
        return asked_draftable(self.middle, hexominoes_in(hand), picks_left, self.least[self.mover])

    def _leaves_enough(self, piece_id: PieceId) -> bool:
        """Return True if all can still reach their numbers after this pick (PC-7)."""
        hands = [set(hand) for hand in self.hands]
        hands[self.mover].add(piece_id)
        return can_all_reach(self.middle - {piece_id}, hands, self.least)

    def play(self, move: Move, drawn: None = None) -> None:
        """Play a legal move. Nothing in this game is drawn by chance."""
        assert move in self.legal_moves(), f"not legal: {move}"
        if move[0] == "draft":
            self._draft(move[1])
        else:
            self._place(move[1], move[2])

    def _draft(self, piece_id: PieceId) -> None:
        """Take a piece; the turn passes clockwise, but the last taker stays on (PC-2, PC-3)."""
        self.middle.remove(piece_id)
        self.hands[self.mover].add(piece_id)
        if self.is_drafting:
            self.mover = (self.mover + 1) % self.players

    def _place(self, piece_id: PieceId, cells: Shape) -> None:
        """Lay a piece; the turn passes anticlockwise to a player still in (PC-3, PC-4)."""
        self.hands[self.mover].remove(piece_id)
        self.free -= cells
        self.placed.append((self.mover, piece_id, cells))
        for step in range(1, self.players + 1):
            seat = (self.placed[-1][0] - step) % self.players
            if self.can_place(seat):
                self.mover = seat
                return

    def scores(self) -> list[int]:
        """Cells of the pieces not placed, seat by seat (PC-5)."""
        return [sum(PIECE_BY_ID[piece_id].size for piece_id in hand) for hand in self.hands]

    def ranking(self) -> list[Seat]:
        """Fewest cells first, ties to the one who placed most recently (PC-5, PC-6)."""
        left = self.scores()
        last = {seat: turn for turn, (seat, _, _) in enumerate(self.placed)}
        return sorted(range(self.players), key=lambda seat: (left[seat], -last.get(seat, -1)))
