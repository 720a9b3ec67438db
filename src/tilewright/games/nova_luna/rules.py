"""The law of Nova Luna for 2 to 4 players, NL-1 to NL-18, as kernels over one record.

After ``setup`` and after every ``apply`` the state stands at a choice of ``mover``, or the game is
over: a forced refill (NL-7) is done as part of the move before it.

The playout policy is uniform over the legal actions: each takeable tile on each open place, and the
refill where it is allowed, are equally likely.
"""

from __future__ import annotations

from tilewright.games.nova_luna.area import (
    count_free_sides,
    count_tiles,
    find_lowest,
    find_nth_free,
    find_origin,
    find_place,
    find_sides,
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
from tilewright.kernel import below, kernel, lowest, next_random, u64

BEGINNERS_3 = BEGINNERS_DISCS_TO_LAY[3]
BEGINNERS_4 = BEGINNERS_DISCS_TO_LAY[4]

# --- Set-up -------------------------------------------------------------------------------------


@kernel
def setup(state, seed, players, options):
    """A fresh game. ``options``: 0 for the usual discs, 1 for the beginners' (NL-3)."""
    rng = deal_tiles(state, u64(seed), players)
    discs = count_discs(players, int(options[0]))
    for seat in range(players):
        state["discs"][seat] = discs
        state["height"][seat] = seat
    state["rng"] = shuffle(state["height"], players, rng)  # NL-4
    state["mover"] = find_mover(state)


@kernel
def deal_tiles(state, rng, players):
    """All tiles into the supply in random order, 11 of them on the wheel (NL-2)."""
    for tile in range(NUM_TILES):
        state["supply"][tile] = tile + 1
    state["supply_size"] = NUM_TILES
    rng = shuffle(state["supply"], NUM_TILES, rng)
    refill_wheel(state)
    state["players"] = players
    state["viewer"] = -1
    return rng


@kernel
def count_discs(players, beginners):
    """How many discs each player has to lay (NL-3)."""
    if beginners and players == 3:
        return BEGINNERS_3
    if beginners and players == 4:
        return BEGINNERS_4
    return DISCS_TO_LAY


# --- The moon track -----------------------------------------------------------------------------


@kernel
def get_turn(state, seat):
    """A number that is lowest for the seat to move: furthest behind, then on top (NL-5)."""
    return 4 * int(state["distance"][seat]) - int(state["height"][seat])


@kernel
def find_mover(state):
    """The seat that is to move (NL-5)."""
    mover = 0
    lowest_turn = get_turn(state, 0)
    for seat in range(1, int(state["players"])):
        turn = get_turn(state, seat)
        if turn < lowest_turn:
            mover = seat
            lowest_turn = turn
    return mover


@kernel
def move_disc(state, seat, cost):
    """Move a disc forward; it lands on top (NL-11). It was on top, so it leaves no gap."""
    distance = int(state["distance"][seat]) + cost
    height = 0
    for other in range(int(state["players"])):
        if int(state["distance"][other]) == distance:
            height += 1
    state["distance"][seat] = distance
    state["height"][seat] = height


# --- Moves --------------------------------------------------------------------------------------


@kernel
def list_takes(state, out):
    """All ways to take and lay a tile, ascending; how many (NL-8, NL-9)."""
    n = list_places(state, int(state["mover"]), out)
    num_choices = count_choices(state)
    for choice in range(1, num_choices):
        for i in range(n):
            out[choice * n + i] = out[i] + choice * TAKES_PER_CHOICE
    return n * num_choices


@kernel
def list_places(state, seat, out):
    """The open places of an area, each by its lowest neighbour and the side of it (NL-9)."""
    area = state["area"][seat]
    n = 0
    for word in range(2):
        left = u64(area[word])
        while left != u64(0):
            tile = 64 * word + lowest(left)
            left = left & u64(left - u64(1))
            for direction in range(NUM_DIRECTIONS):
                if has_tile(state["free"][direction], tile):
                    sides = find_sides(state, find_place(state, tile, direction))
                    if find_lowest(sides) == tile:
                        out[n] = (tile - 1) * NUM_DIRECTIONS + direction
                        n += 1
    if n == 0:
        out[0] = 0
        n = 1
    return n


@kernel
def legal_actions(state, out):
    """The legal actions, ascending; how many (NL-6 to NL-9)."""
    if state["over"]:
        return 0
    n = list_takes(state, out)
    if may_refill(state):
        out[n] = REFILL
        n += 1
    return n


@kernel
def find_place_of_take(state, take):
    """The place that a take names, its choice left out."""
    seat = int(state["mover"])
    if count_tiles(state["area"][seat]) == 0:
        return find_origin(seat)
    return find_place(state, take // NUM_DIRECTIONS + 1, take % NUM_DIRECTIONS)


@kernel
def apply(state, action):
    """One legal action. Any name of a place will do, not only the one that is listed."""
    if action == REFILL:
        apply_refill(state)
        return
    choice = action // TAKES_PER_CHOICE
    place = find_place_of_take(state, action % TAKES_PER_CHOICE)
    apply_take(state, choice, place, find_sides(state, place))


@kernel
def apply_refill(state):
    """The optional refill; the mover goes on to take (NL-7)."""
    refill_wheel(state)
    state["ply"] = int(state["ply"]) + 1


@kernel
def apply_take(state, choice, place, sides):
    """Take a tile and lay it, move the disc, see whether the game goes on."""
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
def outcome(state, scores, ranks):
    """Discs left; fewer rank higher, then whoever would move earlier (NL-16 to NL-18)."""
    players = int(state["players"])
    for seat in range(players):
        scores[seat] = int(state["discs"][seat])
        rank = 0
        for other in range(players):
            rank += int(ranks_before(state, other, seat))
        ranks[seat] = rank


@kernel
def ranks_before(state, one, other):
    """Whether a seat ranks higher than another (NL-18)."""
    discs = int(state["discs"][one])
    other_discs = int(state["discs"][other])
    if discs != other_discs:
        return discs < other_discs
    return get_turn(state, one) < get_turn(state, other)


# --- Secrets ------------------------------------------------------------------------------------


@kernel
def view(state, viewer):
    """Everything is public but the order of the supply (NL-2)."""
    sort_supply(state)
    state["rng"] = u64(0)
    state["viewer"] = viewer


@kernel
def determinize(state, rng):
    """Any order of the supply is as likely as any other."""
    state["rng"] = shuffle(state["supply"], int(state["supply_size"]), u64(rng))
    state["viewer"] = -1


# --- Random play --------------------------------------------------------------------------------

EXTRA = -1


@kernel
def draw_move(state, num_extra, rng):
    """A legal action, all equally likely, by trial and error: (action, place, sides, rng).

    Drawn are a choice and a free side of the area's tiles; it stands if the tile is the lowest
    neighbour of the place there. ``num_extra`` is 1 if there is one more action besides the takes,
    returned as EXTRA; it is drawn along with them, so no place needs counting.
    """
    seat = int(state["mover"])
    north, east, south, west = count_free_sides(state, seat)
    num_names = max(1, north + east + south + west)  # the first tile's place has one name, too
    num_choices = count_choices(state)
    while True:
        rng = next_random(rng)
        name = below(rng, num_choices * num_names + num_extra)
        if name == num_choices * num_names:
            return EXTRA, 0, 0, rng
        choice = int(name >= num_names) + int(name >= 2 * num_names)
        name -= choice * num_names
        if north == 0:
            return choice * TAKES_PER_CHOICE, find_origin(seat), 0, rng
        past_north = int(name >= north)
        past_east = int(name >= north + east)
        past_south = int(name >= north + east + south)
        direction = past_north + past_east + past_south
        name -= past_north * north + past_east * east + past_south * south
        tile = find_nth_free(state, seat, direction, name)
        place = find_place(state, tile, direction)
        sides = find_sides(state, place)
        if find_lowest(sides) == tile:
            take = (tile - 1) * NUM_DIRECTIONS + direction
            return choice * TAKES_PER_CHOICE + take, place, sides, rng


@kernel
def random_action(state, rng):
    """One legal action, all equally likely; the next counter."""
    action, _place, _sides, rng = draw_move(state, may_refill(state), u64(rng))
    return (REFILL if action == EXTRA else action), rng


@kernel
def playout(state, rng):
    """Random actions to the end; the next counter."""
    rng = u64(rng)
    while int(state["over"]) == 0:
        action, place, sides, rng = draw_move(state, may_refill(state), rng)
        if action == EXTRA:
            apply_refill(state)
        else:
            apply_take(state, action // TAKES_PER_CHOICE, place, sides)
    return rng
