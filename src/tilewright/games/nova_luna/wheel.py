"""Kernels for the wheel: the tiles on offer, taking a tile, refilling."""

from __future__ import annotations

from tilewright.game import State, States
from tilewright.games.nova_luna.tables import MOST_TILES_TO_REFILL, NUM_CHOICES, NUM_SLOTS
from tilewright.kernel import Word, below, drop_lowest, kernel, lowest, next_random, popcount, u64


@kernel
def count_choices(state: State) -> int:
    """Return the number of tiles on offer, 0 to 3 (NL-8)."""
    return min(popcount(u64(state["occupied"])), NUM_CHOICES)


@kernel
def find_offered_slot(state: State, choice: int) -> int:
    """Return the slot of the tile on offer at index ``choice``, counted from 0 (NL-8)."""
    occupied = int(state["occupied"])
    first = int(state["crescent"]) + 1
    ahead = (occupied | (occupied << NUM_SLOTS)) >> first  # bit 0 is the slot after the crescent
    ahead &= ahead - int(choice > 0)  # without the first
    ahead &= ahead - int(choice > 1)  # without the second
    slot = first + lowest(u64(ahead))
    return slot - NUM_SLOTS if slot >= NUM_SLOTS else slot


@kernel
def take_tile(state: State, choice: int) -> int:
    """Take the tile on offer at index ``choice`` (NL-8, NL-10).

    The crescent moves to its slot.

    Returns:
        The tile.
    """
    slot = find_offered_slot(state, choice)
    tile = int(state["wheel"][slot])
    state["wheel"][slot] = 0
    state["occupied"] = int(state["occupied"]) & ~(1 << slot)
    state["crescent"] = slot
    return tile


@kernel
def may_refill(state: State) -> int:
    """Return 1 if the mover may refill the wheel before taking a tile, else 0 (NL-7)."""
    num_tiles = popcount(u64(state["occupied"]))
    return int(1 <= num_tiles <= MOST_TILES_TO_REFILL and int(state["supply_size"]) > 0)


@kernel
def refill_wheel(state: State) -> None:
    """Fill the empty slots clockwise from the crescent, as far as the supply lasts (NL-7)."""
    wheel = state["wheel"]
    supply = state["supply"]
    left = int(state["supply_size"])
    occupied = int(state["occupied"])
    slot = int(state["crescent"])
    for _ in range(NUM_SLOTS - 1):
        slot = slot + 1 if slot + 1 < NUM_SLOTS else 0
        if left > 0 and wheel[slot] == 0:
            left -= 1
            wheel[slot] = supply[left]
            supply[left] = 0
            occupied |= 1 << slot
    state["supply_size"] = left
    state["occupied"] = occupied


@kernel
def shuffle(items: States, size: int, rng: Word) -> Word:
    """Shuffle the first ``size`` items uniformly, in place. Return the next generator state."""
    for last in range(size - 1, 0, -1):
        rng = next_random(rng)
        other = below(rng, last + 1)
        item = items[last]
        items[last] = items[other]
        items[other] = item
    return rng


@kernel
def sort_supply(state: State) -> None:
    """Sort the supply by tile id, so that its order reveals nothing (NL-2)."""
    supply = state["supply"]
    low = u64(0)
    high = u64(0)
    size = int(state["supply_size"])
    for i in range(size):
        tile = int(supply[i])
        if tile < 64:
            low = low | u64(u64(1) << u64(tile))
        else:
            high = high | u64(u64(1) << u64(tile - 64))
    for i in range(size):
        if low != u64(0):
            supply[i] = lowest(low)
            low = drop_lowest(low)
        else:
            supply[i] = 64 + lowest(high)
            high = drop_lowest(high)
