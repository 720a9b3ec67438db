"""Random play, uniform over all fitting combinations of a line, an order and a column.

All orders count, even of equal tiles. So an action that represents six orders of three equal tiles
is six times as likely as taking a single tile.
"""

from __future__ import annotations

from tilewright.game import Action, State
from tilewright.games.my_shelfie.room import (
    find_free_tiles,
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
)
from tilewright.games.my_shelfie.rules import (
    canonical_action,
    compose_action,
    play_turn,
    store_room,
)
from tilewright.games.my_shelfie.shelf import find_open_columns, pack_columns
from tilewright.games.my_shelfie.state import (
    LINE_AT,
    LINE_BITS_AT,
    LINE_WORDS_AT,
    NUM_ORDERS,
    Word,
)
from tilewright.kernel import NTH_BIT, find_nth, kernel, mix, next_random, popcount, u64

_HALF = (1 << 32) - 1


@kernel
def select_word(condition: bool, old: Word, new: Word) -> Word:
    """Return ``new`` if ``condition`` is True, else ``old``, without a branch.

    A branch would often be mispredicted.
    """
    return old ^ ((old ^ new) & u64(0 - int(condition)))


@kernel
def sample_line(right: Word, down: Word, word: Word) -> tuple[Word, Word, int]:
    """Choose one of the lines in rows and columns by a random 32-bit number.

    Returns:
        The first cells of all lines in the chosen direction, the index of the chosen line among
        them, and 1 if it goes down, else 0.
    """
    num_right = popcount(right)
    number = (word * u64(num_right + popcount(down))) >> 32
    is_down = int(number) >= num_right
    number -= u64(num_right) & u64(0 - int(is_down))
    return select_word(is_down, right, down), number, int(is_down)


@kernel
def sample_take(room: Word, filled: Word, word: Word) -> tuple[int, int, int, int, int]:
    """Sample the tiles, their order and the column of a take from a random word.

    One random word decides everything: its upper half the size, the column and the order, its lower
    half the line. The bias is below one in ten thousand. Lines of all sizes are drawn before the
    size is known, so that the processor can compute both in parallel.

    Returns:
        The kind of line, its first cell, the size, the order and the column.
    """
    free = find_free_tiles(room)
    right2 = find_pairs_right(free)
    down2 = find_pairs_down(free)
    right3 = find_triples_right(right2)
    down3 = find_triples_down(down2)
    columns1 = find_open_columns(filled, 1)
    columns2 = find_open_columns(filled, 2)
    columns3 = find_open_columns(filled, 3)
    num_lines2 = popcount(right2) + popcount(down2)
    num_lines3 = popcount(right3) + popcount(down3)
    ways1 = popcount(free) * popcount(columns1)
    ways2 = ways1 + num_lines2 * (popcount(columns2) * NUM_ORDERS[2])
    ways3 = ways2 + num_lines3 * (popcount(columns3) * NUM_ORDERS[3])
    product = u64((word >> 32) * u64(ways3))
    way = int(product >> 32)
    is_more = way >= ways1
    is_triple = way >= ways2
    size = 1 + int(is_more) + int(is_triple)
    # The line.
    lower = word & u64(_HALF)
    starts, number, is_down = sample_line(free, u64(0), lower)
    starts2, number2, is_down2 = sample_line(right2, down2, lower)
    starts3, number3, is_down3 = sample_line(right3, down3, lower)
    starts = select_word(is_triple, select_word(is_more, starts, starts2), starts3)
    number = select_word(is_triple, select_word(is_more, number, number2), number3)
    is_down = (is_down2 & int(is_more) & int(not is_triple)) | (is_down3 & int(is_triple))
    kind = int(is_more) + 2 * int(is_triple) + is_down
    # Column and order.
    columns = select_word(is_triple, select_word(is_more, columns1, columns2), columns3)
    product = u64((product & u64(_HALF)) * u64(popcount(columns)))
    column = find_nth_column(columns, int(product >> 32))
    order = int(u64((product & u64(_HALF)) * u64(NUM_ORDERS[size])) >> 32)
    return kind, find_nth(starts, int(number)), size, order, column


@kernel
def find_nth_column(columns: Word, n: int) -> int:
    """Return the number of the n-th column in a set of columns, both counted from 0."""
    return int(NTH_BIT[int(pack_columns(columns)), n])


# --- Kernels of the rules -------------------------------------------------------------------------


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """Return a random legal action, and the next generator state.

    It is uniform over all fitting combinations of a line, an order and a column.
    """
    shelf = state["shelves"][int(state["mover"])]
    rng = next_random(rng)
    kind, cell, size, order, column = sample_take(
        u64(state["room"][0]) | u64(state["room"][1]) | u64(state["room"][2]),
        u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2]),
        mix(rng),
    )
    action = compose_action(int(LINE_AT[kind, cell]), size, order, column)
    return canonical_action(state, action), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play random actions until the game is over. Return the next generator state."""
    room0 = u64(state["room"][0])
    room1 = u64(state["room"][1])
    room2 = u64(state["room"][2])
    chance = u64(state["rng"])
    rng = u64(rng)
    while int(state["over"]) == 0:
        shelf = state["shelves"][int(state["mover"])]
        filled = u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2])
        rng = next_random(rng)
        kind, cell, size, order, column = sample_take(room0 | room1 | room2, filled, mix(rng))
        room0, room1, room2, chance = play_turn(
            state,
            room0,
            room1,
            room2,
            chance,
            u64(LINE_WORDS_AT[kind, cell]),
            int(LINE_BITS_AT[kind, cell]),
            size,
            order,
            column,
        )
    store_room(state, room0, room1, room2, chance)
    return rng
