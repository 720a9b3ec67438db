"""The rules of My Shelfie, MS-1 to MS-16, as kernels on one record; see ``tilewright.game.Rules``.

The mover always has a legal take, so passing is never needed (MS-9). A player with a full shelf
gets no further turn, because the round in which it was filled is the last (MS-12). With at most 30
tiles per shelf, at least 132 - 4 * 30 = 12 are left, so a refill never leaves the room empty; and
an empty room is always refilled (MS-11). The first tile of a room in reading order has a free side
above it, and a single tile fits into any column that is not full.
"""

from __future__ import annotations

from tilewright.game import (
    COMPLETE,
    MAX_PLAYERS,
    Action,
    Actions,
    Scores,
    Seat,
    State,
    Values,
    append_actions,
)
from tilewright.games.my_shelfie.goals import fulfils_goal
from tilewright.games.my_shelfie.room import (
    add_to_bag,
    deal_tiles,
    draw_number,
    find_free_tiles,
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
    get_code,
    is_refill_due,
    shift_up,
)
from tilewright.games.my_shelfie.shelf import (
    find_open_columns,
    match_type,
    pack_columns,
    score_card,
    score_groups,
)
from tilewright.games.my_shelfie.state import (
    CANONICAL_ORDER,
    COLUMN,
    COLUMN_STEP,
    FIRST_ACTION,
    FIRST_ACTION_AT,
    FIRST_LINE,
    FULL_SHELF,
    LINE_BITS,
    LINE_WORDS,
    NOBODY,
    NUM_ORDERS,
    ORDER_SHIFTS,
    ORDERS_LISTED,
    ROOM_WORDS,
    TOKEN_POINTS,
)
from tilewright.games.my_shelfie.tables import (
    CARDS,
    END_TOKEN,
    GOALS,
    GOALS_IN_PLAY,
    NUM_TYPES,
    SHELF_COLUMNS,
    TILES_PER_TYPE,
)
from tilewright.kernel import Word, drop_lowest, kernel, lowest, mix, next_random, popcount, u64

NUM_GOALS = len(GOALS)
NUM_CARDS = len(CARDS)


# --- Set-up -------------------------------------------------------------------------------------
#
# A deck of twelve cards is a word of twelve hexadecimal digits. One random word is enough for the
# whole set-up; see ``draw_number``.

_DECK = 0xCBA987654321


@kernel
def remove_card(deck: Word, index: int) -> tuple[int, Word]:
    """Return the card at an index of the deck, and the deck without it."""
    card = int((deck >> (4 * index)) & u64(15))
    below = u64((u64(1) << (4 * index)) - u64(1))
    return card, (deck & below) | ((deck >> 4) & u64(~below))


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Deal a new game.

    options: index of the option ``goals`` (2, 1), index of ``refill``, and the first player, or -1
    for a random one.
    """
    state["players"] = players
    state["viewer"] = COMPLETE
    state["refill"] = options[1]
    rng = next_random(mix(seed))
    fraction = mix(rng) >> 8
    # Two different common goals, or one (MS-4).
    deck = u64(_DECK)
    for index in range(GOALS_IN_PLAY - int(options[0])):
        place, fraction = draw_number(fraction, u64(NUM_GOALS - index))
        goal, deck = remove_card(deck, int(place))
        state["goals"][index] = goal
    # Personal cards, all different (MS-5).
    deck = u64(_DECK)
    for seat in range(players):
        place, fraction = draw_number(fraction, u64(NUM_CARDS - seat))
        card, deck = remove_card(deck, int(place))
        state["cards"][seat] = card
    # The first player (MS-6); the deal does not depend on it.
    drawn, fraction = draw_number(fraction, u64(players))
    first = int(options[2]) if int(options[2]) >= 0 else int(drawn)
    state["first"] = first
    state["mover"] = first
    # The living room (MS-1, MS-2).
    plane0, plane1, plane2, rng = refill_room(state, rng)
    store_room(state, plane0, plane1, plane2, rng)


@kernel
def store_room(state: State, room0: Word, room1: Word, room2: Word, rng: Word) -> None:
    """Store the planes of the living room and the generator in the record."""
    state["room"][0] = room0
    state["room"][1] = room1
    state["room"][2] = room2
    state["rng"] = rng


@kernel
def refill_room(state: State, rng: Word) -> tuple[Word, Word, Word, Word]:
    """Deal a new room from all tiles that are not on a shelf (MS-2, MS-11).

    Tiles left in the room are first put back into the bag.

    Returns:
        The three planes of the room and the next generator state.
    """
    players = int(state["players"])
    bag = u64(0)
    for item in range(NUM_TYPES):
        count = TILES_PER_TYPE
        for seat in range(players):
            shelf = state["shelves"][seat]
            count -= popcount(match_type(u64(shelf[0]), u64(shelf[1]), u64(shelf[2]), item + 1))
        bag = add_to_bag(bag, item, count)
    return deal_tiles(u64(ROOM_WORDS[players]), bag, rng)


# --- Legal actions ------------------------------------------------------------------------------


@kernel
def compare_types(plane0: Word, plane1: Word, plane2: Word, bits: int) -> int:
    """Return which tiles of a line have the same type.

    Returns:
        Bit 0 for the first two tiles, bit 1 for the last two, bit 2 for the outer two.
    """
    a = get_code(plane0, plane1, plane2, bits & 63)
    b = get_code(plane0, plane1, plane2, (bits >> 8) & 63)
    c = get_code(plane0, plane1, plane2, (bits >> 16) & 63)
    return int(a == b) | (int(b == c) << 1) | (int(a == c) << 2)


@kernel
def find_equal_cells(
    one0: Word, one1: Word, one2: Word, other0: Word, other1: Word, other2: Word
) -> Word:
    """Return the cells on which two rooms have the same type."""
    return u64(~((one0 ^ other0) | (one1 ^ other1) | (one2 ^ other2)))


@kernel
def append_line_actions(
    starts: Word,
    kind: int,
    size: int,
    likenesses: tuple[Word, Word, Word],
    columns: Word,
    out: Actions,
    count: int,
) -> int:
    """Append the actions of all lines of one kind. Return the new number of actions.

    likenesses: the first cells of lines whose first two, last two, or outer two tiles have the same
    type. The actions of a line are consecutive, by order and then by column. So as a bit set they
    are the open columns, repeated for each listed order.
    """
    if columns == u64(0):
        return count
    while starts != u64(0):
        cell = lowest(starts)
        starts = drop_lowest(starts)
        likeness = (likenesses[0] >> cell) & u64(1)
        likeness |= ((likenesses[1] >> cell) & u64(1)) << 1
        likeness |= ((likenesses[2] >> cell) & u64(1)) << 2
        actions = u64(u64(ORDERS_LISTED[size, int(likeness)]) * columns)
        count = append_actions(out, count, int(FIRST_ACTION_AT[kind, cell]), actions)
    return count


@kernel
def compose_action(line: int, size: int, order: int, column: int) -> Action:
    """Return the action with this line, size, order and column."""
    index = (line - FIRST_LINE[size]) * NUM_ORDERS[size] + order
    return FIRST_ACTION[size] + index * SHELF_COLUMNS + column


@kernel
def split_action(action: Action) -> tuple[int, int, int, int]:
    """Return the line, size, order and column of an action."""
    size = 1
    if action >= FIRST_ACTION[2]:
        size = 2
    if action >= FIRST_ACTION[3]:
        size = 3
    index = action - FIRST_ACTION[size]
    column = index % SHELF_COLUMNS
    index //= SHELF_COLUMNS
    return FIRST_LINE[size] + index // NUM_ORDERS[size], size, index % NUM_ORDERS[size], column


@kernel
def legal_actions(state: State, out: Actions) -> int:
    """Write the legal actions in ascending order and return their number (MS-7 to MS-9).

    Among orders that stack the same types, only the lowest is listed.
    """
    room0 = u64(state["room"][0])
    room1 = u64(state["room"][1])
    room2 = u64(state["room"][2])
    shelf = state["shelves"][int(state["mover"])]
    filled = u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2])
    free = find_free_tiles(room0 | room1 | room2)
    # The planes of the tiles one and two steps further, and the cells where the types are equal.
    next0, next1, next2 = room0 >> 1, room1 >> 1, room2 >> 1
    last0, last1, last2 = room0 >> 2, room1 >> 2, room2 >> 2
    likenesses_right = (
        find_equal_cells(room0, room1, room2, next0, next1, next2),
        find_equal_cells(next0, next1, next2, last0, last1, last2),
        find_equal_cells(room0, room1, room2, last0, last1, last2),
    )
    next0, next1, next2 = shift_up(room0), shift_up(room1), shift_up(room2)
    last0, last1, last2 = shift_up(next0), shift_up(next1), shift_up(next2)
    likenesses_down = (
        find_equal_cells(room0, room1, room2, next0, next1, next2),
        find_equal_cells(next0, next1, next2, last0, last1, last2),
        find_equal_cells(room0, room1, room2, last0, last1, last2),
    )
    none = u64(0)
    columns = pack_columns(find_open_columns(filled, 1))
    count = append_line_actions(free, 0, 1, (none, none, none), columns, out, 0)
    columns = pack_columns(find_open_columns(filled, 2))
    right = find_pairs_right(free)
    down = find_pairs_down(free)
    count = append_line_actions(right, 1, 2, (likenesses_right[0], none, none), columns, out, count)
    count = append_line_actions(down, 2, 2, (likenesses_down[0], none, none), columns, out, count)
    columns = pack_columns(find_open_columns(filled, 3))
    count = append_line_actions(
        find_triples_right(right), 3, 3, likenesses_right, columns, out, count
    )
    return append_line_actions(find_triples_down(down), 4, 3, likenesses_down, columns, out, count)


@kernel
def canonical_action(state: State, action: Action) -> Action:
    """Return the action of ``legal_actions`` that has the same result as a legal action."""
    line, size, order, column = split_action(action)
    likeness = compare_types(
        u64(state["room"][0]), u64(state["room"][1]), u64(state["room"][2]), int(LINE_BITS[line])
    )
    return compose_action(line, size, int(CANONICAL_ORDER[size, likeness, order]), column)


# --- A turn -------------------------------------------------------------------------------------


@kernel
def stack_plane(plane: Word, lower: int, middle: int, upper: int) -> Word:
    """Return the bits of a room plane for up to three tiles, moved to bits 0 to 2.

    The bit of the lowest tile comes first.
    """
    bits = (plane >> lower) & u64(1)
    bits |= ((plane >> middle) & u64(1)) << 1
    return bits | (((plane >> upper) & u64(1)) << 2)


@kernel
def find_free_place(filled: Word, column: int) -> int:
    """Return the bit of the lowest free place in a column of a shelf (MS-3)."""
    foot = COLUMN_STEP * column
    return foot + popcount((filled >> foot) & u64(COLUMN))


@kernel
def award_tokens(state: State, seat: Seat, plane0: Word, plane1: Word, plane2: Word) -> None:
    """Give a seat the top token of each common goal that its shelf newly fulfils (MS-10)."""
    for index in range(GOALS_IN_PLAY):
        goal = int(state["goals"][index])
        if goal != 0 and int(state["tokens"][index, seat]) == 0:
            if fulfils_goal(plane0, plane1, plane2, goal):
                taken = 0
                for other in range(MAX_PLAYERS):
                    taken += int(int(state["tokens"][index, other]) != 0)
                state["tokens"][index, seat] = TOKEN_POINTS[int(state["players"]), taken]


@kernel
def play_turn(
    state: State,
    room0: Word,
    room1: Word,
    room2: Word,
    rng: Word,
    taken: Word,
    bits: int,
    size: int,
    order: int,
    column: int,
) -> tuple[Word, Word, Word, Word]:
    """Play a take with all its consequences.

    taken, bits: the line's entries of LINE_WORDS and LINE_BITS. The caller stores the room and the
    generator.

    Returns:
        The planes of the room and the generator state.
    """
    seat = int(state["mover"])
    lower = (bits >> int(ORDER_SHIFTS[size, order, 0])) & 63
    middle = (bits >> int(ORDER_SHIFTS[size, order, 1])) & 63
    upper = (bits >> int(ORDER_SHIFTS[size, order, 2])) & 63
    # Insert (MS-3, MS-9). NO_BIT is empty in every plane, so a missing tile adds nothing.
    shelf = state["shelves"][seat]
    shelf0 = u64(shelf[0])
    shelf1 = u64(shelf[1])
    shelf2 = u64(shelf[2])
    slot = find_free_place(shelf0 | shelf1 | shelf2, column)
    shelf0 |= u64(stack_plane(room0, lower, middle, upper) << slot)
    shelf1 |= u64(stack_plane(room1, lower, middle, upper) << slot)
    shelf2 |= u64(stack_plane(room2, lower, middle, upper) << slot)
    shelf[0] = shelf0
    shelf[1] = shelf1
    shelf[2] = shelf2
    left = u64(~taken)
    room0 &= left
    room1 &= left
    room2 &= left
    # The end of the turn: goals (MS-10), end token and last round (MS-12), new items (MS-11).
    award_tokens(state, seat, shelf0, shelf1, shelf2)
    if (shelf0 | shelf1 | shelf2) == u64(FULL_SHELF) and int(state["end_token"]) == NOBODY:
        state["end_token"] = seat + 1
    seat += 1
    if seat == int(state["players"]):
        seat = 0
    state["mover"] = seat
    state["ply"] = int(state["ply"]) + 1
    if int(state["end_token"]) != NOBODY and seat == int(state["first"]):
        state["over"] = 1
    elif is_refill_due(room0 | room1 | room2, int(state["refill"])):
        room0, room1, room2, rng = refill_room(state, rng)
    return room0, room1, room2, rng


@kernel
def apply(state: State, action: Action) -> None:
    """Play a legal action.

    All orders of a take are accepted, including those that ``legal_actions`` omits.
    """
    line, size, order, column = split_action(action)
    room0, room1, room2, rng = play_turn(
        state,
        u64(state["room"][0]),
        u64(state["room"][1]),
        u64(state["room"][2]),
        u64(state["rng"]),
        u64(LINE_WORDS[line]),
        int(LINE_BITS[line]),
        size,
        order,
        column,
    )
    store_room(state, room0, room1, room2, rng)


# --- Score (MS-13, MS-14) -----------------------------------------------------------------------


@kernel
def score_tokens(state: State, seat: Seat) -> int:
    """Return the points of a seat's tokens, including the end token (MS-13)."""
    points = int(state["tokens"][0, seat]) + int(state["tokens"][1, seat])
    if int(state["end_token"]) == seat + 1:
        points += END_TOKEN
    return points


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the points and the ranks of all seats.

    On ties the seat further clockwise from the first player ranks higher (MS-14).

    In a view, hidden personal cards score nothing.
    """
    players = int(state["players"])
    first = int(state["first"])
    for seat in range(MAX_PLAYERS):
        scores[seat] = 0
        ranks[seat] = 0
    for seat in range(players):
        shelf = state["shelves"][seat]
        shelf0 = u64(shelf[0])
        shelf1 = u64(shelf[1])
        shelf2 = u64(shelf[2])
        points = score_tokens(state, seat) + score_groups(shelf0, shelf1, shelf2)
        scores[seat] = points + score_card(shelf0, shelf1, shelf2, int(state["cards"][seat]))
    for seat in range(players):
        for other in range(players):
            # Numba treats seats as unsigned, so differences must not become negative.
            is_further = (other + players - first) % players > (seat + players - first) % players
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and is_further):
                ranks[seat] += 1


# --- Hidden information (MS-16) -----------------------------------------------------------------


@kernel
def view(state: State, viewer: Seat) -> None:
    """Hide the generator and the cards of the other seats (MS-5).

    The cards are visible once the game is over.
    """
    state["rng"] = 0
    state["viewer"] = viewer
    if int(state["over"]) == 0:
        for seat in range(MAX_PLAYERS):
            if seat != viewer:
                state["cards"][seat] = 0


@kernel
def determinize(state: State, rng: Word) -> None:
    """Complete a view: deal the hidden cards uniformly, and set the generator."""
    rng = next_random(rng)
    fraction = mix(rng) >> 8
    players = int(state["players"])
    deck = u64(_DECK)
    left = NUM_CARDS
    # From the highest card down, card n is at place n - 1.
    for card in range(NUM_CARDS, 0, -1):
        for seat in range(players):
            if int(state["cards"][seat]) == card:
                _, deck = remove_card(deck, card - 1)
                left -= 1
    for seat in range(players):
        if int(state["cards"][seat]) == 0:
            place, fraction = draw_number(fraction, u64(left))
            card, deck = remove_card(deck, int(place))
            state["cards"][seat] = card
            left -= 1
    state["rng"] = mix(next_random(rng))
    state["viewer"] = COMPLETE
