"""Reasons why one take is better than another, as claims verified on the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.game import Claim, Seat, SeenMove, Sentences, State
from tilewright.games.my_shelfie.grids import Planes, find_tiles_of_type, read_planes
from tilewright.games.my_shelfie.rules import apply, legal_actions, score_tokens
from tilewright.games.my_shelfie.shelf import find_open_columns, list_groups, score_groups
from tilewright.games.my_shelfie.state import COLUMN_STEP, FULL_SHELF, MAX_LEGAL, shelf_bit
from tilewright.games.my_shelfie.subjects import list_goals
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    ITEM_LETTERS,
    ITEMS,
    MOST_TILES_TAKEN,
    SHELF_ROWS,
)

Effect = Mapping[str, Any]
FEW_COLUMNS = 3
GROWING = range(2, 6)
"""Sizes of groups that would score more if they grew."""
COLUMN = (1 << SHELF_ROWS) - 1


def claims(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield reasons why the best move is better than the played one, most important first."""
    mine, other = played[0].effect, best[0].effect
    yield from _claim_tokens(mine, other)
    yield from _claim_ends(mine, other)
    groups, joins = list(_claim_groups(mine, other)), list(_claim_joins(played[0], best[0]))
    yield from groups
    yield from _claim_card(mine, other)
    yield from _claim_spoils(played[0], best[0])
    yield from joins
    yield from _claim_closes(played[0], best[0])
    yield from _claim_progress(played[0], best[0])
    yield from _claim_answer(played[0], best[0])
    yield from _claim_next(played, best)
    yield from _claim_leaves(mine, other)
    yield from _claim_ready(played[0], best[0])
    yield from _claim_begun(played[0], best[0])
    if not (groups or joins):
        yield from _claim_touch(played[0], best[0])
    yield from _claim_columns(played[0], best[0])
    yield from _claim_stock(played[0], best[0])
    yield from _claim_feeds(played[0], best[0])
    yield from _claim_size(mine, other)


def _claim_tokens(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim for each token that only the best move takes."""
    taken = {token["goal"] for token in played["tokens"]}
    for token in best["tokens"]:
        if token["goal"] not in taken:
            yield Claim("ms-why-token", token)


def _claim_ends(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim about filling the shelf.

    Either only the played move fills it, or only the best move takes the end token.
    """
    if played["fills"] and not best["fills"]:
        yield Claim("ms-why-fills", {})
    elif best["gains"]["end"] and not played["gains"]["end"]:
        yield Claim("ms-why-end-token", {})


def _claim_groups(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best move scores more for groups."""
    more = best["gains"]["groups"] - played["gains"]["groups"]
    if more > 0:
        group = max(best["groups"], key=lambda one: one["points"])
        size = len(group["cells"])
        yield Claim("ms-why-group", {"type": group["type"], "size": size, "points": more})


def _claim_card(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best move matches more places of the personal card."""
    if not (played["matches"] and best["matches"]):
        return
    more = best["matches"]["after"] - played["matches"]["after"]
    if more > 0:
        yield Claim("ms-why-card", {"matches": best["matches"]["after"], "more": more})


def _claim_spoils(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the played move covers a place of the personal card with another item
    (MS-5)."""
    spared = _find_spoilt_items(best)
    for item in _find_spoilt_items(played):
        if item not in spared:
            yield Claim("ms-why-spoils", {"type": item})


def _find_spoilt_items(seen: SeenMove) -> list[str]:
    """Return the items of the personal card that a take makes impossible.

    Their places are covered with other items.
    """
    card = int(seen.before["cards"][seen.effect["seat"]])
    wanted = {(row, column): item for row, column, item in CARDS[card - 1]} if card else {}
    landed = zip(map(tuple, seen.effect["lands"]), seen.effect["types"], strict=True)
    letters = [(wanted.get(place), item) for place, item in landed]
    return [
        ITEM_LETTERS[asked]
        for asked, item in letters
        if asked not in (None, ITEM_LETTERS.index(item))
    ]


def _claim_joins(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the best move enlarges a group without scoring more yet."""
    size, item = _find_joined_group(best)
    before, _ = _find_joined_group(played)
    if size in GROWING and size > before and not best.effect["gains"]["groups"]:
        yield Claim("ms-why-joins", {"type": item, "size": size})


def _find_joined_group(seen: SeenMove) -> tuple[int, str]:
    """Return the size and the type of the largest group that contains a new tile."""
    groups = list_groups(read_planes(seen.after["shelves"][seen.effect["seat"]]))
    sizes = [
        (group.bit_count(), ITEM_LETTERS[item])
        for item, group in groups
        if any(group >> shelf_bit(row, column) & 1 for row, column in seen.effect["lands"])
    ]
    return max(sizes, default=(0, ""))


def _claim_closes(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if a group can grow after the best move only."""
    seat = best.effect["seat"]
    shelves = [read_planes(seen.after["shelves"][seat]) for seen in (played, best)]
    for _, group in list_groups(read_planes(best.before["shelves"][seat])):
        now, then = (_find_grown_group(shelf, group) for shelf in shelves)
        if now[1].bit_count() in GROWING and not _find_free_neighbours(shelves[0], now[1]):
            if _find_free_neighbours(shelves[1], then[1]):
                item = ITEM_LETTERS[now[0]]
                yield Claim("ms-why-closes", {"type": item, "size": now[1].bit_count()})
                return


def _find_grown_group(shelf: Planes, group: int) -> tuple[int, int]:
    """Return the item and the places of the group that now contains the earlier ``group``."""
    return next((item, int(one)) for item, one in list_groups(shelf) if int(one) & int(group))


def _find_free_neighbours(shelf: Planes, group: int) -> int:
    """Return the free places next to a group, as bits."""
    beside = group << 1 | group >> 1 | group << COLUMN_STEP | group >> COLUMN_STEP
    return beside & int(FULL_SHELF) & ~int(shelf[0] | shelf[1] | shelf[2])


def _claim_progress(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim for each common goal that the best move advances further.

    Only goals that are at least half done count.
    """
    yield from (
        one for one in _claim_further(played, best) if 2 * one.facts["done"] >= one.facts["of"]
    )


def _claim_begun(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim for each common goal that the best move advances further.

    Only goals that are at least a quarter, but not half done count.
    """
    for claim in _claim_further(played, best):
        if 2 * claim.facts["done"] < claim.facts["of"] <= 4 * claim.facts["done"]:
            yield claim


def _claim_further(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim for each unfulfilled common goal that the best move advances further."""
    goals = list_goals(best.before)
    pairs = zip(goals, played.effect["progress"], best.effect["progress"], strict=True)
    for goal, mine, other in pairs:
        if mine["after"] < other["after"] > other["before"] and other["after"] < other["of"]:
            facts = {"goal": goal, "done": other["after"], "of": other["of"]}
            yield Claim("ms-why-progress", facts | {"instead": mine["after"]})


def _claim_answer(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the played move lets the next seat score more points at once."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    points, instead = _find_max_gain(played.after), _find_max_gain(best.after)
    if points >= 2 and points > instead:
        facts = {"seat": int(played.after["mover"]), "points": points, "instead": instead}
        yield Claim("ms-why-answer", facts)


def _find_max_gain(state: State) -> int:
    """Return the most points that one take can gain, without the hidden card."""
    seat = int(state["mover"])
    points = (_count_public_points(then, seat) for then in _iterate_successors(state))
    return max(points, default=0) - _count_public_points(state, seat)


def _iterate_successors(state: State) -> Iterator[State]:
    """Yield the state after each legal take."""
    actions = np.zeros(MAX_LEGAL, dtype=np.int32)
    for action in actions[: legal_actions(state, actions)].tolist():
        then = state.copy()
        apply(then, action)
        yield then


def _count_public_points(state: State, seat: Seat) -> int:
    """Return a seat's publicly visible points."""
    return score_tokens(state, seat) + score_groups(*read_planes(state["shelves"][seat]))


def _claim_ready(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if only the best move prepares a place of the card for the next take.

    If there are several, the claim names the one whose item is most frequent in the room.
    """
    if best.effect["refills"]:
        return
    reached = _find_next_places(played)
    items = [item for place, item in _find_next_places(best).items() if place not in reached]
    counts = dict(zip(items, _count_in_room(best, items), strict=True))
    item = max(counts, key=lambda one: counts[one], default=None)
    if item and counts[item]:
        yield Claim("ms-why-ready", {"type": item, "count": counts[item]})


def _find_next_places(seen: SeenMove) -> dict[int, str]:
    """Return the places of the card that the next take can fill, each with its item."""
    seat = seen.effect["seat"]
    card, shelf = int(seen.before["cards"][seat]), read_planes(seen.after["shelves"][seat])
    filled = shelf[0] | shelf[1] | shelf[2]
    wanted = CARDS[card - 1] if card else ()
    places = {shelf_bit(row, column): ITEM_LETTERS[item] for row, column, item in wanted}
    return {
        bit: item
        for bit, item in places.items()
        if not filled >> bit & 1 and _count_free_below(filled, bit) < MOST_TILES_TAKEN
    }


def _count_free_below(filled: int, bit: int) -> int:
    return bit % COLUMN_STEP - (filled >> bit - bit % COLUMN_STEP & COLUMN).bit_count()


def _claim_touch(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the best move leaves more tiles that touch a tile of their type."""
    now, then = _count_grouped(played), _count_grouped(best)
    if then > now:
        yield Claim("ms-why-touch", {"count": then, "fewer": now})


def _count_grouped(seen: SeenMove) -> int:
    """Return the number of tiles on the mover's shelf that touch a tile of their type."""
    groups = list_groups(read_planes(seen.after["shelves"][seen.effect["seat"]]))
    return sum(group.bit_count() for _, group in groups if group.bit_count() > 1)


def _claim_stock(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the room has more tiles of the best move's type."""
    types, instead = set(best.effect["types"]), set(played.effect["types"])
    if len(types) > 1 or played.effect["refills"] or best.effect["refills"]:
        return
    count = sum(_count_in_room(best, types))
    fewer = max(_count_in_room(played, instead))
    if count > fewer:
        yield Claim("ms-why-stock", {"type": types.pop(), "count": count, "fewer": fewer})


def _count_in_room(seen: SeenMove, types: Iterable[str]) -> list[int]:
    room = read_planes(seen.after["room"])
    return [find_tiles_of_type(room, 1 + ITEM_LETTERS.index(item)).bit_count() for item in types]


def _claim_feeds(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the played move lets the next seat form a larger group at once."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    (size, item), (instead, _) = _find_largest_join(played.after), _find_largest_join(best.after)
    if size >= 3 and size > instead:
        facts = {"seat": int(played.after["mover"]), "type": item, "size": size}
        yield Claim("ms-why-feeds", facts)


def _find_largest_join(state: State) -> tuple[int, str]:
    """Return the size and type of the largest group that one take of the mover can form."""
    seat = int(state["mover"])
    states = (state, *_iterate_successors(state))
    old, *shelves = {read_planes(one["shelves"][seat]): None for one in states}
    before = set(list_groups(old))
    new = (set(list_groups(shelf)) - before for shelf in shelves)
    sizes = ((group.bit_count(), ITEM_LETTERS[item]) for groups in new for item, group in groups)
    return max(sizes, default=(0, ""))


def _claim_columns(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if fewer columns have room for three tiles after the played move."""
    left, could = _count_roomy_columns(played), _count_roomy_columns(best)
    if left < could and left <= FEW_COLUMNS:
        yield Claim("ms-why-columns", {"left": left, "could": could})


def _count_roomy_columns(seen: SeenMove) -> int:
    """Return the number of columns of the mover's shelf with room for three tiles."""
    shelf = read_planes(seen.after["shelves"][seen.effect["seat"]])
    return find_open_columns(shelf[0] | shelf[1] | shelf[2], MOST_TILES_TAKEN).bit_count()


def _claim_next(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield a claim if the mover's next expected take scores more after the best move."""
    if len(played) < 3 or len(best) < 3:
        return
    mine, other = played[2].effect, best[2].effect
    if not mine["seat"] == other["seat"] == best[0].effect["seat"]:
        return
    more = other["gains"]["total"] - mine["gains"]["total"]
    if more >= 2:
        yield Claim("ms-why-next", {"move": other["move"], "points": other["gains"]["total"]})


def _claim_size(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best move takes more tiles."""
    took, could = len(played["cells"]), len(best["cells"])
    if could > took:
        yield Claim("ms-why-size", {"took": took, "could": could})


def _claim_leaves(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim for each type of which only the played move leaves three in a line."""
    spared = {line["type"] for line in best["leaves"] if line["count"] == 3}
    if played["refills"] or best["refills"]:
        return
    for line in played["leaves"]:
        if line["count"] == 3 and line["type"] not in spared:
            yield Claim("ms-why-leaves", {"type": line["type"]})


# --- In English ---------------------------------------------------------------------------------


SENTENCES = {
    "ms-why-token": "The best takes the token of {goal} for {points} points.",
    "ms-why-fills": "Fills the shelf, and the game ends with this round.",
    "ms-why-end-token": "The best fills the shelf and takes the end token.",
    "ms-why-group": "The best makes a group of {size} {type}, worth {points} more.",
    "ms-why-card": "The best matches the personal card in {matches} of 6 places, {more} more.",
    "ms-why-progress": "The best has {done} of {of} of the goal {goal}, this {instead}.",
    "ms-why-next": "After the best, {move} would bring {points} points the turn after.",
    "ms-why-size": "Takes {took}; the best takes {could} tiles towards a full shelf.",
    "ms-why-spoils": "Takes up the place of the {type} of the personal card.",
    "ms-why-joins": "The best brings {size} {type} together.",
    "ms-why-answer": "Lets seat {seat} score {points} points at once; after the best, {instead}.",
    "ms-why-ready": "After the best, one move fills the card's {type}; the room has {count}.",
    "ms-why-closes": "Traps a group of {size} {type}; after the best it can grow.",
    "ms-why-feeds": "Lets seat {seat} bring {size} {type} together at once.",
    "ms-why-touch": "The best puts {count} tiles beside one of their kind in all, this {fewer}.",
    "ms-why-stock": "The best collects {type}: the room has {count} more, of these only {fewer}.",
    "ms-why-columns": "Leaves room for three tiles in {left:column}, the best in {could}.",
    "ms-why-leaves": "Leaves three {type} in a line that can be taken at once.",
}

say = Sentences(
    SENTENCES,
    type=lambda letter: ITEMS[ITEM_LETTERS.index(letter)],
    goal=lambda goal: GOALS[goal].name,
).say
