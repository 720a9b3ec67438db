"""The rules of Nova Luna for 2 to 4 players, NL-1 to NL-18, as kernels on one record.

After ``setup`` and after every ``apply``, either it is ``mover``'s turn or the game is over: a
forced refill (NL-7) is part of the preceding move.
"""

from __future__ import annotations

from tilewright.game import Action, Actions, Scores, Seat, State, Values, append_actions
from tilewright.games.nova_luna.area import (
    count_tiles,
    find_lowest_neighbour,
    find_neighbours,
    get_neighbour_place,
    get_origin,
    has_tile,
    lay_tile,
)
from tilewright.games.nova_luna.state import COST, NUM_DIRECTIONS, REFILL, TAKES_PER_CHOICE
from tilewright.games.nova_luna.tables import (
    BEGINNERS_DISCS_TO_LAY,
    DISCS_TO_LAY,
    NUM_TILES,
)
from tilewright.games.nova_luna.wheel import (
    count_choices,
    may_refill,
    refill_wheel,
    shuffle,
    sort_supply,
    take_tile,
)
from tilewright.kernel import Word, drop_lowest, kernel, lowest, u64

BEGINNERS_3 = BEGINNERS_DISCS_TO_LAY[3]
BEGINNERS_4 = BEGINNERS_DISCS_TO_LAY[4]

# The takes of one tile on offer, as a bit set: four bits per laid tile.
Takes = tuple[Word, Word, Word, Word, Word]
TILES_PER_WORD = 64 // NUM_DIRECTIONS
TILES_OF_WORD = (1 << TILES_PER_WORD) - 1
TAKE_WORDS = -(-NUM_TILES // TILES_PER_WORD)

# --- Set-up -------------------------------------------------------------------------------------


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Deal a new game.

    options: 0 for the standard number of discs or 1 for the beginners' (NL-3); then the seat whose
    disc is on top, or -1 for a random one (NL-4).
    """
    rng = deal_tiles(state, u64(seed), players)
    discs = count_discs(players, int(options[0]))
    for seat in range(players):
        state["discs"][seat] = discs
        state["height"][seat] = seat
    state["rng"] = shuffle(state["height"], players, rng)  # NL-4
    if int(options[1]) >= 0:
        move_disc_to_top(state, int(options[1]))
    state["mover"] = find_mover(state)


@kernel
def move_disc_to_top(state: State, seat: Seat) -> None:
    """Move a seat's disc to the top of the initial stack (NL-4).

    The other discs keep their order.
    """
    players = int(state["players"])
    height = int(state["height"][seat])
    for other in range(players):
        if int(state["height"][other]) > height:
            state["height"][other] = int(state["height"][other]) - 1
    state["height"][seat] = players - 1


@kernel
def deal_tiles(state: State, rng: Word, players: int) -> Word:
    """Shuffle the tiles and fill the wheel from them (NL-2).

    Returns:
        The next generator state.
    """
    for tile in range(NUM_TILES):
        state["supply"][tile] = tile + 1
    state["supply_size"] = NUM_TILES
    rng = shuffle(state["supply"], NUM_TILES, rng)
    refill_wheel(state)
    state["players"] = players
    state["viewer"] = -1
    return rng


@kernel
def count_discs(players: int, beginners: int) -> int:
    """Return the number of discs that each player has to lay (NL-3)."""
    if beginners and players == 3:
        return BEGINNERS_3
    if beginners and players == 4:
        return BEGINNERS_4
    return DISCS_TO_LAY


# --- The moon track -----------------------------------------------------------------------------


@kernel
def get_turn_key(state: State, seat: Seat) -> int:
    """Return the sort key of a seat's turn (NL-5).

    The lowest key moves first: the disc furthest behind, on ties the top one.
    """
    return 4 * int(state["distance"][seat]) - int(state["height"][seat])


@kernel
def find_mover(state: State) -> Seat:
    """Return the seat whose turn it is (NL-5)."""
    mover = 0
    lowest_turn = get_turn_key(state, 0)
    for seat in range(1, int(state["players"])):
        turn = get_turn_key(state, seat)
        if turn < lowest_turn:
            mover = seat
            lowest_turn = turn
    return mover


@kernel
def move_disc(state: State, seat: Seat, cost: int) -> None:
    """Advance a seat's disc by the cost of a tile (NL-11).

    It lands on top of the discs on that space.
    """
    distance = int(state["distance"][seat]) + cost
    height = 0
    for other in range(int(state["players"])):
        if int(state["distance"][other]) == distance:
            height += 1
    state["distance"][seat] = distance
    state["height"][seat] = height


# --- Moves --------------------------------------------------------------------------------------


@kernel
def find_takes(state: State, seat: Seat) -> Takes:
    """Return the takes of one tile on offer, as bits of five words (NL-9).

    There is one for each open place of the area.

    A place is named by its lowest neighbour and the direction from there, four bits per tile. The
    first tile of an area has one place, without a neighbour.
    """
    low = u64(state["area"][seat, 0])
    high = u64(state["area"][seat, 1])
    takes0 = takes1 = takes2 = takes3 = u64(0)
    takes4 = u64(0)
    if (low | high) == u64(0):
        return u64(1), takes1, takes2, takes3, takes4
    # Sixteen tiles fill a word; each iteration shifts the words up by one.
    first = 1
    low = (low >> 1) | u64(high << 63)
    high = high >> 1
    for _ in range(TAKE_WORDS):
        takes = u64(0)
        tiles = low & u64(TILES_OF_WORD)
        while tiles != u64(0):
            index = lowest(tiles)
            tiles = drop_lowest(tiles)
            tile = first + index
            for direction in range(NUM_DIRECTIONS):
                if has_tile(state["free"][direction], tile):
                    sides = find_neighbours(state, get_neighbour_place(state, tile, direction))
                    if find_lowest_neighbour(sides) == tile:
                        takes |= u64(1) << u64(NUM_DIRECTIONS * index + direction)
        takes0, takes1, takes2, takes3, takes4 = takes1, takes2, takes3, takes4, takes
        first += TILES_PER_WORD
        low = (low >> TILES_PER_WORD) | u64(high << (64 - TILES_PER_WORD))
        high = high >> TILES_PER_WORD
    return takes0, takes1, takes2, takes3, takes4


@kernel
def append_takes(takes: Takes, choice: int, out: Actions, count: int) -> int:
    """Append the takes of the tile on offer at index ``choice``.

    Returns:
        The new number of actions.
    """
    first = choice * TAKES_PER_CHOICE
    count = append_actions(out, count, first, takes[0])
    count = append_actions(out, count, first + 64, takes[1])
    count = append_actions(out, count, first + 128, takes[2])
    count = append_actions(out, count, first + 192, takes[3])
    return append_actions(out, count, first + 256, takes[4])


@kernel
def list_open_places(state: State, seat: Seat, out: Actions) -> int:
    """Write the open places of an area, as takes of the first tile on offer (NL-9).

    Returns:
        Their number.
    """
    return append_takes(find_takes(state, seat), 0, out, 0)


@kernel
def list_takes(state: State, out: Actions) -> int:
    """Write all takes in ascending order and return their number (NL-8, NL-9)."""
    takes = find_takes(state, int(state["mover"]))
    count = 0
    for choice in range(count_choices(state)):
        count = append_takes(takes, choice, out, count)
    return count


@kernel
def legal_actions(state: State, out: Actions) -> int:
    """Write the legal actions in ascending order and return their number."""
    if state["over"]:
        return 0
    count = list_takes(state, out)
    if may_refill(state):
        count = append_actions(out, count, REFILL, u64(1))
    return count


@kernel
def get_place_of_take(state: State, take: Action) -> int:
    """Return the place where a take of the first tile on offer lays the tile."""
    seat = int(state["mover"])
    if count_tiles(state["area"][seat]) == 0:
        return get_origin(seat)
    return get_neighbour_place(state, take // NUM_DIRECTIONS + 1, take % NUM_DIRECTIONS)


@kernel
def apply(state: State, action: Action) -> None:
    """Play a legal action.

    A place may also be named by a neighbour other than the lowest.
    """
    if action == REFILL:
        apply_refill(state)
        return
    choice = action // TAKES_PER_CHOICE
    place = get_place_of_take(state, action % TAKES_PER_CHOICE)
    apply_take(state, choice, place, find_neighbours(state, place))


@kernel
def apply_refill(state: State) -> None:
    """Refill the wheel without changing the mover (NL-7)."""
    refill_wheel(state)
    state["ply"] = int(state["ply"]) + 1


@kernel
def apply_take(state: State, choice: int, place: int, sides: int) -> None:
    """Take a tile, lay it and advance the disc.

    Then set the next mover, or end the game.
    """
    seat = int(state["mover"])
    tile = take_tile(state, choice)
    lay_tile(state, seat, tile, place, sides)
    move_disc(state, seat, int(COST[tile]))
    state["ply"] = int(state["ply"]) + 1
    state["mover"] = find_mover(state)
    if int(state["discs"][seat]) == 0:
        state["over"] = 1  # NL-16
    elif int(state["occupied"]) == 0:
        if int(state["supply_size"]) > 0:
            refill_wheel(state)  # NL-7
        else:
            state["over"] = 1  # NL-17


# --- The end ------------------------------------------------------------------------------------


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the discs left and the rank of each seat (NL-16 to NL-18).

    Fewer discs rank first, on ties the earlier turn.
    """
    players = int(state["players"])
    for seat in range(players):
        scores[seat] = int(state["discs"][seat])
        rank = 0
        for other in range(players):
            rank += int(is_ranked_above(state, other, seat))
        ranks[seat] = rank


@kernel
def is_ranked_above(state: State, seat: Seat, other: Seat) -> bool:
    """Return True if ``seat`` ranks above ``other`` (NL-18)."""
    discs = int(state["discs"][seat])
    other_discs = int(state["discs"][other])
    if discs != other_discs:
        return discs < other_discs
    return get_turn_key(state, seat) < get_turn_key(state, other)


# --- Hidden information -------------------------------------------------------------------------


@kernel
def view(state: State, viewer: Seat) -> None:
    """Hide the order of the supply and the generator (NL-2).

    Everything else is public.
    """
    sort_supply(state)
    state["rng"] = u64(0)
    state["viewer"] = viewer


@kernel
def determinize(state: State, rng: Word) -> None:
    """Complete a view by shuffling the supply uniformly."""
    state["rng"] = shuffle(state["supply"], int(state["supply_size"]), u64(rng))
    state["viewer"] = -1
