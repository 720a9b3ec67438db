"""My Shelfie as the rules tell it (MS-1 to MS-16), with sets and dicts only.

A room or a shelf is a dict from the cells that hold a tile to the item on them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Literal

from tilewright.games.my_shelfie.tables import (
    CARDS,
    END_TOKEN,
    GROUP_POINTS,
    ITEM_LETTERS,
    MOST_TILES_TAKEN,
    MOST_TILES_TO_REFILL,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_CELLS,
    SHELF_COLUMNS,
    SHELF_ROWS,
    TILES_PER_TYPE,
    TOKENS,
    room_cells,
)

Cell = tuple[int, int]
Item = int
Seat = int
Column = int
Tiles = Mapping[Cell, Item]
Group = frozenset[Cell]
Pick = tuple[Cell, ...]
Move = tuple[Literal["take"], Pick, Column]
RefillRule = Literal["four", "isolated"]


def parse_tiles(lines: Iterable[str]) -> dict[Cell, Item]:
    """Return a room or a shelf from letters, top row first; any other sign means no tile."""
    return {
        (row, column): ITEM_LETTERS.index(letter)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if letter in ITEM_LETTERS
    }


def neighbours(cell: Cell) -> set[Cell]:
    """Return the four cells that share a side with this one, on the grid or off it."""
    row, column = cell
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}


# The room -------------------------------------------------------------------------------------


def has_free_side(room: Tiles, cell: Cell) -> bool:
    """Return True if some side of the tile has no tile against it (MS-7)."""
    return any(other not in room for other in neighbours(cell))


def picks(room: Tiles, limit: int) -> set[Pick]:
    """Return all lines of tiles one may take, each in reading order (MS-7); `limit` is of MS-8."""
    lines = {
        tuple((row + step * down, column + step * (1 - down)) for step in range(length))
        for row, column in room
        for down in (0, 1)
        for length in range(1, min(limit, MOST_TILES_TAKEN) + 1)
    }
    return {
        line for line in lines if all(cell in room and has_free_side(room, cell) for cell in line)
    }


def is_refill_due(room: Tiles, rule: RefillRule) -> bool:
    """Return True if new items come at the end of a turn that leaves this room (MS-11)."""
    if rule == "four":
        return len(room) <= MOST_TILES_TO_REFILL
    return not any(other in room for cell in room for other in neighbours(cell))


# The shelf ------------------------------------------------------------------------------------


def height(shelf: Tiles, column: Column) -> int:
    """Return how many tiles lie in a column."""
    return sum((row, column) in shelf for row in range(SHELF_ROWS))


def num_free(shelf: Tiles, column: Column) -> int:
    """Return how many tiles still fit into a column (MS-3)."""
    return SHELF_ROWS - height(shelf, column)


def pick_limit(shelf: Tiles) -> int:
    """Return the most tiles one may take: what the roomiest column holds, at most 3 (MS-7,
    MS-8)."""
    roomiest = max(num_free(shelf, column) for column in range(SHELF_COLUMNS))
    return min(MOST_TILES_TAKEN, roomiest)


def is_full(shelf: Tiles) -> bool:
    """Return True if all places of the shelf are taken (MS-12)."""
    return len(shelf) == SHELF_CELLS


def insert(shelf: Tiles, column: Column, items: Iterable[Item]) -> dict[Cell, Item]:
    """Return the shelf after dropping items into a column one by one (MS-3, MS-9)."""
    filled = dict(shelf)
    for item in items:
        filled[num_free(filled, column) - 1, column] = item
    return filled


def groups(shelf: Tiles) -> set[Group]:
    """Return all side-connected sets of one type, each as large as it is (MS-13, MS-15)."""
    return {group_of(shelf, cell) for cell in shelf}


def group_of(shelf: Tiles, start: Cell) -> Group:
    """Return the group that a tile belongs to."""
    group, frontier = {start}, [start]
    while frontier:
        for cell in neighbours(frontier.pop()):
            if cell not in group and shelf.get(cell) == shelf[start]:
                group.add(cell)
                frontier.append(cell)
    return frozenset(group)


def group_points(shelf: Tiles) -> int:
    """Return what the groups of a shelf are worth (MS-13)."""
    return sum(GROUP_POINTS[min(len(group), len(GROUP_POINTS) - 1)] for group in groups(shelf))


def personal_points(shelf: Tiles, card: int) -> int:
    """Return what a personal card, numbered from 1, pays for a shelf (MS-5, MS-13)."""
    matches = sum(shelf.get((row, column)) == item for row, column, item in CARDS[card - 1])
    return PERSONAL_POINTS[matches]


# The common goals -----------------------------------------------------------------------------


def full_rows(shelf: Tiles) -> list[list[Item]]:
    """Return the items of every row that has no gap."""
    rows = [[(row, column) for column in range(SHELF_COLUMNS)] for row in range(SHELF_ROWS)]
    return [[shelf[cell] for cell in line] for line in rows if shelf.keys() >= set(line)]


def full_columns(shelf: Tiles) -> list[list[Item]]:
    """Return the items of every column that has no gap."""
    columns = [[(row, column) for row in range(SHELF_ROWS)] for column in range(SHELF_COLUMNS)]
    return [[shelf[cell] for cell in line] for line in columns if shelf.keys() >= set(line)]


def num_with_types(lines: Iterable[Sequence[Item]], fewest: int, most: int) -> int:
    """Return how many lines show at least `fewest` and at most `most` different types."""
    return sum(fewest <= len(set(line)) <= most for line in lines)


def is_one_type(shelf: Tiles, cells: Iterable[Cell]) -> bool:
    """Return True if all the cells hold tiles, and of one type."""
    items = {shelf.get(cell) for cell in cells}
    return len(items) == 1 and None not in items


def shifted(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Return a figure at every place of the shelf's grid; some of its cells may stick out of it.

    What sticks out can hold no tile, so such a place never passes `is_one_type`.
    """
    figure = list(cells)
    for down in range(SHELF_ROWS):
        for right in range(SHELF_COLUMNS):
            yield [(row + down, column + right) for row, column in figure]


def has_figure(shelf: Tiles, figure: Iterable[Cell]) -> bool:
    """Return True if the figure lies somewhere on the shelf in one type."""
    return any(is_one_type(shelf, cells) for cells in shifted(figure))


FALLING = [(step, step) for step in range(5)]
RISING = [(4 - step, step) for step in range(5)]
SQUARE = [(0, 0), (0, 1), (1, 0), (1, 1)]
X_OF_FIVE = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]
CORNERS = [(0, 0), (0, SHELF_COLUMNS - 1), (SHELF_ROWS - 1, 0), (SHELF_ROWS - 1, SHELF_COLUMNS - 1)]


def num_groups(shelf: Tiles, least: int) -> int:
    """Return how many groups have at least so many tiles (MS-15a, MS-15l)."""
    return sum(len(group) >= least for group in groups(shelf))


def has_diagonal(shelf: Tiles) -> bool:
    """MS-15b, in either direction."""
    return has_figure(shelf, FALLING) or has_figure(shelf, RISING)


def has_stairs(shelf: Tiles) -> bool:
    """MS-15c: steps of exactly 1, and no empty column."""
    heights = [height(shelf, column) for column in range(SHELF_COLUMNS)]
    steps = {right - left for left, right in pairwise(heights)}
    return 0 not in heights and steps in ({1}, {-1})


def has_eight_equal(shelf: Tiles) -> bool:
    """MS-15d."""
    return max(Counter(shelf.values()).values(), default=0) >= 8


def has_two_squares(shelf: Tiles) -> bool:
    """MS-15f: in two different groups, so a 2x4 block of one type is not enough."""
    with_square = {group for group in groups(shelf) if has_figure_within(group, SQUARE)}
    return len(with_square) >= 2


def has_figure_within(group: Group, figure: Iterable[Cell]) -> bool:
    """Return True if the figure fits inside a group."""
    return any(group.issuperset(cells) for cells in shifted(figure))


GOAL_TESTS: dict[str, Callable[[Tiles], bool]] = {
    "six_clusters_of_2": lambda shelf: num_groups(shelf, 2) >= 6,
    "diagonal": has_diagonal,
    "stairs": has_stairs,
    "eight_equal": has_eight_equal,
    "two_rows_5_different": lambda shelf: num_with_types(full_rows(shelf), 5, 5) >= 2,
    "two_squares": has_two_squares,
    "four_rows_max3": lambda shelf: num_with_types(full_rows(shelf), 1, 3) >= 4,
    "corners": lambda shelf: is_one_type(shelf, CORNERS),
    "x_shape": lambda shelf: has_figure(shelf, X_OF_FIVE),
    "three_columns_max3": lambda shelf: num_with_types(full_columns(shelf), 1, 3) >= 3,
    "two_columns_all6": lambda shelf: num_with_types(full_columns(shelf), 6, 6) >= 2,
    "four_clusters_of_4": lambda shelf: num_groups(shelf, 4) >= 4,
}


def goal_fulfilled(key: str, shelf: Tiles) -> bool:
    """Return True if a shelf meets a common goal (MS-15a to MS-15l)."""
    return GOAL_TESTS[key](shelf)


# The game -------------------------------------------------------------------------------------


class MyShelfie:
    """A game of 2 to 4.

    A player to move always has a take. A player with a full shelf gets no further turn (MS-12), and
    at least 132 - 4 * 30 = 12 tiles are outside the shelves at all times, so a refill never leaves
    the room empty, and the topmost tile of a room that is not empty has a free side.
    """

    def __init__(
        self,
        players: int,
        first: Seat,
        room: Tiles,
        bag: Mapping[Item, int],
        goals: Sequence[str],
        cards: Sequence[int],
        refill: RefillRule = "four",
    ) -> None:
        """Start a game: `goals` by key; `cards`, numbered from 1, one for each seat."""
        self.players = players
        self.first = first
        self.room: dict[Cell, Item] = dict(room)
        self.bag: Counter[Item] = Counter(dict(bag))
        self.cards = list(cards)
        self.refill_rule: RefillRule = refill
        self.cells = room_cells(players)
        self._check_set_up(goals)
        self.tokens = {key: list(TOKENS[players]) for key in goals}
        self.paid: list[dict[str, int]] = [{} for _ in range(players)]
        self.shelves: list[dict[Cell, Item]] = [{} for _ in range(players)]
        self.mover: Seat = first
        self.filled_first: Seat | None = None
        self.is_over = False

    def _check_set_up(self, goals: Sequence[str]) -> None:
        items = self.bag + Counter(self.room.values())
        assert items == Counter(dict.fromkeys(range(NUM_TYPES), TILES_PER_TYPE)), (
            "MS-1: not the box"
        )
        assert set(self.room) == set(self.cells), "MS-2: the room starts full"
        assert len(set(goals)) == len(goals), "MS-4: two different goals"
        assert set(goals) <= set(GOAL_TESTS), "MS-15: no such goal"
        assert len(set(self.cards)) == len(self.cards) == self.players, "MS-5: a card each"

    def legal_moves(self) -> set[Move]:
        """Return every pick, in every order, into every column that holds it (MS-7 to MS-9)."""
        if self.is_over:
            return set()
        shelf = self.shelves[self.mover]
        return {
            ("take", order, column)
            for pick in picks(self.room, pick_limit(shelf))
            for column in range(SHELF_COLUMNS)
            if num_free(shelf, column) >= len(pick)
            for order in permutations(pick)
        }

    def needs_refill_after(self, move: Move) -> bool:
        """Return True if `play` has to be told what a refill dealt (MS-11).

        Not after the last turn of the game: the room no longer matters.
        """
        room = {cell: item for cell, item in self.room.items() if cell not in move[1]}
        return is_refill_due(room, self.refill_rule) and not self._ends_game(move)

    def _ends_game(self, move: Move) -> bool:
        """Return True if the game is over after the move (MS-12)."""
        fills = len(self.shelves[self.mover]) + len(move[1]) == SHELF_CELLS
        is_last_of_round = (self.mover + 1) % self.players == self.first
        return is_last_of_round and (fills or self.filled_first is not None)

    def play(self, move: Move, drawn: Tiles | None = None) -> None:
        """Play a legal move; `drawn` is the whole new room where a refill comes (MS-11).

        After the game's last turn a refill may be told or left out: it changes nothing.
        """
        assert move in self.legal_moves(), f"not legal: {move}"
        _, order, column = move
        is_last_turn = self._ends_game(move)
        items = [self.room.pop(cell) for cell in order]
        self.shelves[self.mover] = insert(self.shelves[self.mover], column, items)
        self._pay_tokens()
        self._take_end_token()
        if is_refill_due(self.room, self.refill_rule):
            assert drawn is not None or is_last_turn, "MS-11: a refill is due"
        else:
            assert drawn is None, "MS-11: no refill is due"
        if drawn is not None:
            self._refill(drawn)
        self.is_over = is_last_turn
        self.mover = (self.mover + 1) % self.players

    def _pay_tokens(self) -> None:
        """Pay the top token of each goal the mover meets for the first time (MS-10)."""
        for key, stack in self.tokens.items():
            is_new = key not in self.paid[self.mover]
            if is_new and goal_fulfilled(key, self.shelves[self.mover]):
                self.paid[self.mover][key] = stack.pop(0)

    def _take_end_token(self) -> None:
        """Give the end token to the first player with a full shelf (MS-12)."""
        if self.filled_first is None and is_full(self.shelves[self.mover]):
            self.filled_first = self.mover

    def _refill(self, drawn: Tiles) -> None:
        """Put what is left back into the bag and fill the room from it (MS-11).

        Should the bag run out, the cells at the end of the reading order stay empty.
        """
        self.bag += Counter(self.room.values())
        cells = self.cells[: self.bag.total()]
        assert set(drawn) == set(cells), "MS-11: not the cells to be filled"
        items = Counter(drawn.values())
        assert items <= self.bag, "MS-11: the bag does not hold these items"
        self.bag -= items
        self.room = dict(drawn)

    def breakdown(self, seat: Seat) -> dict[str, int]:
        """Return where a player's points come from (MS-13)."""
        shelf = self.shelves[seat]
        return {
            "tokens": sum(self.paid[seat].values()),
            "end": END_TOKEN if self.filled_first == seat else 0,
            "personal": personal_points(shelf, self.cards[seat]),
            "groups": group_points(shelf),
        }

    def scores(self) -> list[int]:
        """Points, seat by seat (MS-13)."""
        return [sum(self.breakdown(seat).values()) for seat in range(self.players)]

    def ranking(self) -> list[Seat]:
        """Rank most points first, ties to the one furthest clockwise from the first player
        (MS-14)."""
        points = self.scores()
        return sorted(
            range(self.players),
            key=lambda seat: (points[seat], (seat - self.first) % self.players),
            reverse=True,
        )
