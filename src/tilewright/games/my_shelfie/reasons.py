"""Why a take is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.game import Claim, Seat, Seen, Sentences, State
from tilewright.games.my_shelfie.grids import Planes, tiles_of, words
from tilewright.games.my_shelfie.rules import apply, legal_actions, score_tokens
from tilewright.games.my_shelfie.shelf import find_groups, find_open_columns, score_groups
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

Told = Mapping[str, Any]
FEW_COLUMNS = 3
GROWING = range(2, 6)
"""The sizes of groups that are worth more once they grow."""
COLUMN = (1 << SHELF_ROWS) - 1


def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """Yield claims: first the gains of the best move over the played one, then the harm of the
    played one."""
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


def _claim_tokens(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the best move takes a common goal's token."""
    taken = {token["goal"] for token in played["tokens"]}
    for token in best["tokens"]:
        if token["goal"] not in taken:
            yield Claim("ms-why-token", token)


def _claim_ends(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the played move fills the shelf, or that the best takes the end token."""
    if played["fills"] and not best["fills"]:
        yield Claim("ms-why-fills", {})
    elif best["gains"]["end"] and not played["gains"]["end"]:
        yield Claim("ms-why-end-token", {})


def _claim_groups(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the best move scores more for groups."""
    more = best["gains"]["groups"] - played["gains"]["groups"]
    if more > 0:
        group = max(best["groups"], key=lambda one: one["points"])
        size = len(group["cells"])
        yield Claim("ms-why-group", {"type": group["type"], "size": size, "points": more})


def _claim_card(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the best move matches more places of the personal card."""
    if not (played["matches"] and best["matches"]):
        return
    more = best["matches"]["after"] - played["matches"]["after"]
    if more > 0:
        yield Claim("ms-why-card", {"matches": best["matches"]["after"], "more": more})


def _claim_spoils(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the played move puts another item on a place of the personal card (MS-5)."""
    spared = _spoilt(best)
    for item in _spoilt(played):
        if item not in spared:
            yield Claim("ms-why-spoils", {"type": item})


def _spoilt(seen: Seen) -> list[str]:
    """Return the items of the card on whose places a take put other items."""
    card = int(seen.before["cards"][seen.effect["seat"]])
    wanted = {(row, column): item for row, column, item in CARDS[card - 1]} if card else {}
    landed = zip(map(tuple, seen.effect["lands"]), seen.effect["types"], strict=True)
    letters = [(wanted.get(place), item) for place, item in landed]
    return [
        ITEM_LETTERS[asked]
        for asked, item in letters
        if asked not in (None, ITEM_LETTERS.index(item))
    ]


def _claim_joins(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the best move makes a group larger that does not score more yet."""
    size, item = _joined(best)
    if size in GROWING and size > _joined(played)[0] and not best.effect["gains"]["groups"]:
        yield Claim("ms-why-joins", {"type": item, "size": size})


def _joined(seen: Seen) -> tuple[int, str]:
    """Return the size and type of the largest group that contains a tile just laid."""
    groups = find_groups(words(seen.after["shelves"][seen.effect["seat"]]))
    sizes = [
        (group.bit_count(), ITEM_LETTERS[item])
        for item, group in groups
        if any(group >> shelf_bit(row, column) & 1 for row, column in seen.effect["lands"])
    ]
    return max(sizes, default=(0, ""))


def _claim_closes(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the played move leaves a group no free place beside it, and the best does."""
    seat = best.effect["seat"]
    shelves = [words(seen.after["shelves"][seat]) for seen in (played, best)]
    for _, group in find_groups(words(best.before["shelves"][seat])):
        now, then = (_grown(shelf, group) for shelf in shelves)
        if now[1].bit_count() in GROWING and not _free_beside(shelves[0], now[1]):
            if _free_beside(shelves[1], then[1]):
                item = ITEM_LETTERS[now[0]]
                yield Claim("ms-why-closes", {"type": item, "size": now[1].bit_count()})
                return


def _grown(shelf: Planes, group: int) -> tuple[int, int]:
    """Return the group that contains an earlier group: its item and its places."""
    return next((item, int(one)) for item, one in find_groups(shelf) if int(one) & int(group))


def _free_beside(shelf: Planes, group: int) -> int:
    """Return the free places beside a group, as a bit mask."""
    beside = group << 1 | group >> 1 | group << COLUMN_STEP | group >> COLUMN_STEP
    return beside & int(FULL_SHELF) & ~int(shelf[0] | shelf[1] | shelf[2])


def _claim_progress(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the best move brings a common goal further that is at least half done."""
    yield from (
        one for one in _claim_further(played, best) if 2 * one.facts["done"] >= one.facts["of"]
    )


def _claim_begun(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the best move brings a common goal further that is a quarter to half done."""
    for claim in _claim_further(played, best):
        if 2 * claim.facts["done"] < claim.facts["of"] <= 4 * claim.facts["done"]:
            yield claim


def _claim_further(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the best move brings an unreached common goal further."""
    goals = list_goals(best.before)
    pairs = zip(goals, played.effect["progress"], best.effect["progress"], strict=True)
    for goal, mine, other in pairs:
        if mine["after"] < other["after"] > other["before"] and other["after"] < other["of"]:
            facts = {"goal": goal, "done": other["after"], "of": other["of"]}
            yield Claim("ms-why-progress", facts | {"instead": mine["after"]})


def _claim_answer(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the played move lets the next seat score more at once."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    points, instead = _most_next(played.after), _most_next(best.after)
    if points >= 2 and points > instead:
        facts = {"seat": int(played.after["mover"]), "points": points, "instead": instead}
        yield Claim("ms-why-answer", facts)


def _most_next(state: State) -> int:
    """Return the most points that a take can bring the mover, its hidden card not counted."""
    seat = int(state["mover"])
    return max((_public(then, seat) for then in _after_all(state)), default=0) - _public(
        state, seat
    )


def _after_all(state: State) -> Iterator[State]:
    """Yield the states after each legal take of the mover."""
    actions = np.zeros(MAX_LEGAL, dtype=np.int32)
    for action in actions[: legal_actions(state, actions)].tolist():
        then = state.copy()
        apply(then, action)
        yield then


def _public(state: State, seat: Seat) -> int:
    """Return the points of a seat that all players can see."""
    return score_tokens(state, seat) + score_groups(*words(state["shelves"][seat]))


def _claim_ready(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that after the best move only, one take reaches a further place of the card.

    Of several places, the one whose item is most frequent in the room is named.
    """
    if best.effect["refills"]:
        return
    reached = _next_places(played)
    items = [item for place, item in _next_places(best).items() if place not in reached]
    counts = dict(zip(items, _count_in_room(best, items), strict=True))
    item = max(counts, key=lambda one: counts[one], default=None)
    if item and counts[item]:
        yield Claim("ms-why-ready", {"type": item, "count": counts[item]})


def _next_places(seen: Seen) -> dict[int, str]:
    """Return the free places of the card that have at most two free places below them."""
    seat = seen.effect["seat"]
    card, shelf = int(seen.before["cards"][seat]), words(seen.after["shelves"][seat])
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


def _claim_touch(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that more tiles of the shelf touch a tile of their type after the best move."""
    now, then = _grouped(played), _grouped(best)
    if then > now:
        yield Claim("ms-why-touch", {"count": then, "fewer": now})


def _grouped(seen: Seen) -> int:
    """Return the number of tiles of the mover's shelf that touch one of their type."""
    groups = find_groups(words(seen.after["shelves"][seen.effect["seat"]]))
    return sum(group.bit_count() for _, group in groups if group.bit_count() > 1)


def _claim_stock(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that more tiles of the best move's type are left in the room."""
    types, instead = set(best.effect["types"]), set(played.effect["types"])
    if len(types) > 1 or played.effect["refills"] or best.effect["refills"]:
        return
    count = sum(_count_in_room(best, types))
    fewer = max(_count_in_room(played, instead))
    if count > fewer:
        yield Claim("ms-why-stock", {"type": types.pop(), "count": count, "fewer": fewer})


def _count_in_room(seen: Seen, types: Iterable[str]) -> list[int]:
    room = words(seen.after["room"])
    return [tiles_of(room, 1 + ITEM_LETTERS.index(item)).bit_count() for item in types]


def _claim_feeds(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the played move lets the next seat make a larger group at once."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    (size, item), (instead, _) = _most_joined(played.after), _most_joined(best.after)
    if size >= 3 and size > instead:
        facts = {"seat": int(played.after["mover"]), "type": item, "size": size}
        yield Claim("ms-why-feeds", facts)


def _most_joined(state: State) -> tuple[int, str]:
    """Return the size and type of the largest group that a take of the mover can make."""
    seat = int(state["mover"])
    old, *shelves = {words(one["shelves"][seat]): None for one in (state, *_after_all(state))}
    before = set(find_groups(old))
    new = (set(find_groups(shelf)) - before for shelf in shelves)
    sizes = ((group.bit_count(), ITEM_LETTERS[item]) for groups in new for item, group in groups)
    return max(sizes, default=(0, ""))


def _claim_columns(played: Seen, best: Seen) -> Iterator[Claim]:
    """Claim that the played move leaves fewer columns with room for three tiles."""
    left, could = _roomy(played), _roomy(best)
    if left < could and left <= FEW_COLUMNS:
        yield Claim("ms-why-columns", {"left": left, "could": could})


def _roomy(seen: Seen) -> int:
    """Return the number of columns with room for three tiles."""
    shelf = words(seen.after["shelves"][seen.effect["seat"]])
    return find_open_columns(shelf[0] | shelf[1] | shelf[2], MOST_TILES_TAKEN).bit_count()


def _claim_next(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """Claim that the mover's next take scores more after the best move; needs both lines."""
    if len(played) < 3 or len(best) < 3:
        return
    mine, other = played[2].effect, best[2].effect
    if not mine["seat"] == other["seat"] == best[0].effect["seat"]:
        return
    more = other["gains"]["total"] - mine["gains"]["total"]
    if more >= 2:
        yield Claim("ms-why-next", {"move": other["move"], "points": other["gains"]["total"]})


def _claim_size(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the best move takes more tiles, which fills the shelf earlier."""
    took, could = len(played["cells"]), len(best["cells"])
    if could > took:
        yield Claim("ms-why-size", {"took": took, "could": could})


def _claim_leaves(played: Told, best: Told) -> Iterator[Claim]:
    """Claim that the played move leaves three of one type in a line that can be taken."""
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
