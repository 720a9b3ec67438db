"""Why a take is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.game import Claim, Seat, Seen, Sentences, State
from tilewright.games.my_shelfie.grids import Planes, tiles_of, words
from tilewright.games.my_shelfie.rules import apply, legal_actions, score_tokens
from tilewright.games.my_shelfie.score import find_groups
from tilewright.games.my_shelfie.shelf import find_open_columns, score_groups
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

__all__ = ["claims", "say"]

Told = Mapping[str, Any]
FEW_COLUMNS = 3
GROWING = range(2, 6)
"""The sizes of groups that are worth more once they grow."""
COLUMN = (1 << SHELF_ROWS) - 1


def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the best brings that the one played does not, then what the one played leaves behind."""
    mine, other = played[0].effect, best[0].effect
    yield from _tokens(mine, other)
    yield from _ends(mine, other)
    groups, joins = list(_groups(mine, other)), list(_joins(played[0], best[0]))
    yield from groups
    yield from _card(mine, other)
    yield from _spoils(played[0], best[0])
    yield from joins
    yield from _closes(played[0], best[0])
    yield from _progress(played[0], best[0])
    yield from _answer(played[0], best[0])
    yield from _next(played, best)
    yield from _leaves(mine, other)
    yield from _ready(played[0], best[0])
    yield from _begun(played[0], best[0])
    if not (groups or joins):
        yield from _touch(played[0], best[0])
    yield from _columns(played[0], best[0])
    yield from _stock(played[0], best[0])
    yield from _feeds(played[0], best[0])
    yield from _size(mine, other)


def _tokens(mine: Told, other: Told) -> Iterator[Claim]:
    taken = {token["goal"] for token in mine["tokens"]}
    for token in other["tokens"]:
        if token["goal"] not in taken:
            yield Claim("ms-why-token", token)


def _ends(mine: Told, other: Told) -> Iterator[Claim]:
    if mine["fills"] and not other["fills"]:
        yield Claim("ms-why-fills", {})
    elif other["gains"]["end"] and not mine["gains"]["end"]:
        yield Claim("ms-why-end-token", {})


def _groups(mine: Told, other: Told) -> Iterator[Claim]:
    more = other["gains"]["groups"] - mine["gains"]["groups"]
    if more > 0:
        group = max(other["groups"], key=lambda one: one["points"])
        size = len(group["cells"])
        yield Claim("ms-why-group", {"type": group["type"], "size": size, "points": more})


def _card(mine: Told, other: Told) -> Iterator[Claim]:
    if not (mine["matches"] and other["matches"]):
        return
    more = other["matches"]["after"] - mine["matches"]["after"]
    if more > 0:
        yield Claim("ms-why-card", {"matches": other["matches"]["after"], "more": more})


def _spoils(played: Seen, best: Seen) -> Iterator[Claim]:
    """A place of the mover's card that is taken by another item, for good (MS-5)."""
    spared = _spoilt(best)
    for item in _spoilt(played):
        if item not in spared:
            yield Claim("ms-why-spoils", {"type": item})


def _spoilt(seen: Seen) -> list[str]:
    card = int(seen.before["cards"][seen.effect["seat"]])
    wanted = {(row, column): item for row, column, item in CARDS[card - 1]} if card else {}
    landed = zip(map(tuple, seen.effect["lands"]), seen.effect["types"], strict=True)
    letters = [(wanted.get(place), item) for place, item in landed]
    return [
        ITEM_LETTERS[asked]
        for asked, item in letters
        if asked not in (None, ITEM_LETTERS.index(item))
    ]


def _joins(played: Seen, best: Seen) -> Iterator[Claim]:
    """A group that grows and does not pay yet."""
    size, item = _joined(best)
    if size in GROWING and size > _joined(played)[0] and not best.effect["gains"]["groups"]:
        yield Claim("ms-why-joins", {"type": item, "size": size})


def _joined(seen: Seen) -> tuple[int, str]:
    """The largest group with one of the tiles in it, and its type."""
    groups = find_groups(words(seen.after["shelves"][seen.effect["seat"]]))
    sizes = [
        (group.bit_count(), ITEM_LETTERS[item])
        for item, group in groups
        if any(group >> shelf_bit(row, column) & 1 for row, column in seen.effect["lands"])
    ]
    return max(sizes, default=(0, ""))


def _closes(played: Seen, best: Seen) -> Iterator[Claim]:
    """A group of the mover's that can grow no more, no free place being beside it, while it can
    after the best."""
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
    """What a group has become: its item and its places."""
    return next((item, int(one)) for item, one in find_groups(shelf) if int(one) & int(group))


def _free_beside(shelf: Planes, group: int) -> int:
    """The free places beside a group, as the bits of a number."""
    beside = group << 1 | group >> 1 | group << COLUMN_STEP | group >> COLUMN_STEP
    return beside & int(FULL_SHELF) & ~int(shelf[0] | shelf[1] | shelf[2])


def _progress(played: Seen, best: Seen) -> Iterator[Claim]:
    """A common goal that the best brings further, when half of it is there."""
    yield from (one for one in _further(played, best) if 2 * one.facts["done"] >= one.facts["of"])


def _begun(played: Seen, best: Seen) -> Iterator[Claim]:
    """The same, when a quarter of it is there."""
    for claim in _further(played, best):
        if 2 * claim.facts["done"] < claim.facts["of"] <= 4 * claim.facts["done"]:
            yield claim


def _further(played: Seen, best: Seen) -> Iterator[Claim]:
    """Whatever is there; of a goal that is reached its token tells."""
    goals = list_goals(best.before)
    pairs = zip(goals, played.effect["progress"], best.effect["progress"], strict=True)
    for goal, mine, other in pairs:
        if mine["after"] < other["after"] > other["before"] and other["after"] < other["of"]:
            facts = {"goal": goal, "done": other["after"], "of": other["of"]}
            yield Claim("ms-why-progress", facts | {"instead": mine["after"]})


def _answer(played: Seen, best: Seen) -> Iterator[Claim]:
    """The most that the next seat can gain at once after the one, beside that after the other."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    points, instead = _most_next(played.after), _most_next(best.after)
    if points >= 2 and points > instead:
        facts = {"seat": int(played.after["mover"]), "points": points, "instead": instead}
        yield Claim("ms-why-answer", facts)


def _most_next(state: State) -> int:
    """What any take of the mover gains at most for all to see: the others' cards are secret."""
    seat = int(state["mover"])
    return max((_public(then, seat) for then in _after_all(state)), default=0) - _public(
        state, seat
    )


def _after_all(state: State) -> Iterator[State]:
    """The states after all takes of the mover."""
    actions = np.zeros(MAX_LEGAL, dtype=np.int32)
    for action in actions[: legal_actions(state, actions)].tolist():
        then = state.copy()
        apply(then, action)
        yield then


def _public(state: State, seat: Seat) -> int:
    return score_tokens(state, seat) + score_groups(*words(state["shelves"][seat]))


def _ready(played: Seen, best: Seen) -> Iterator[Claim]:
    """A place of the mover's card that one take can reach after the best alone, its item being at
    hand: the one of which most lie in the room."""
    if best.effect["refills"]:
        return
    reached = _next_places(played)
    items = [item for place, item in _next_places(best).items() if place not in reached]
    counts = dict(zip(items, _count_in_room(best, items), strict=True))
    item = max(counts, key=lambda one: counts[one], default=None)
    if item and counts[item]:
        yield Claim("ms-why-ready", {"type": item, "count": counts[item]})


def _next_places(seen: Seen) -> dict[int, str]:
    """The places of the card that are free, at most two free ones being below."""
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


def _touch(played: Seen, best: Seen) -> Iterator[Claim]:
    """How many tiles of the mover's shelf stand beside one of their type."""
    now, then = _grouped(played), _grouped(best)
    if then > now:
        yield Claim("ms-why-touch", {"count": then, "fewer": now})


def _grouped(seen: Seen) -> int:
    groups = find_groups(words(seen.after["shelves"][seen.effect["seat"]]))
    return sum(group.bit_count() for _, group in groups if group.bit_count() > 1)


def _stock(played: Seen, best: Seen) -> Iterator[Claim]:
    """Tiles in the room of the one type that the best collects, and of those of the one played."""
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


def _feeds(played: Seen, best: Seen) -> Iterator[Claim]:
    """The largest group that the next seat can make larger at once after the one, beside that after
    the other."""
    if played.effect["refills"] or best.effect["refills"]:
        return
    (size, item), (instead, _) = _most_joined(played.after), _most_joined(best.after)
    if size >= 3 and size > instead:
        facts = {"seat": int(played.after["mover"]), "type": item, "size": size}
        yield Claim("ms-why-feeds", facts)


def _most_joined(state: State) -> tuple[int, str]:
    seat = int(state["mover"])
    old, *shelves = {words(one["shelves"][seat]): None for one in (state, *_after_all(state))}
    before = set(find_groups(old))
    new = (set(find_groups(shelf)) - before for shelf in shelves)
    sizes = ((group.bit_count(), ITEM_LETTERS[item]) for groups in new for item, group in groups)
    return max(sizes, default=(0, ""))


def _columns(played: Seen, best: Seen) -> Iterator[Claim]:
    """In how many columns three tiles can be put, where few are left."""
    left, could = _roomy(played), _roomy(best)
    if left < could and left <= FEW_COLUMNS:
        yield Claim("ms-why-columns", {"left": left, "could": could})


def _roomy(seen: Seen) -> int:
    shelf = words(seen.after["shelves"][seen.effect["seat"]])
    return find_open_columns(shelf[0] | shelf[1] | shelf[2], MOST_TILES_TAKEN).bit_count()


def _next(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the mover itself would gain by its next take, two lines being known as far."""
    if len(played) < 3 or len(best) < 3:
        return
    mine, other = played[2].effect, best[2].effect
    if not mine["seat"] == other["seat"] == best[0].effect["seat"]:
        return
    more = other["gains"]["total"] - mine["gains"]["total"]
    if more >= 2:
        yield Claim("ms-why-next", {"move": other["move"], "points": other["gains"]["total"]})


def _size(mine: Told, other: Told) -> Iterator[Claim]:
    """A shelf is full after thirty tiles: whoever takes more each time gets there first."""
    took, could = len(mine["cells"]), len(other["cells"])
    if could > took:
        yield Claim("ms-why-size", {"took": took, "could": could})


def _leaves(mine: Told, other: Told) -> Iterator[Claim]:
    """A line of three of one type that the one leaves open and the other does not."""
    spared = {line["type"] for line in other["leaves"] if line["count"] == 3}
    if mine["refills"] or other["refills"]:
        return
    for line in mine["leaves"]:
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
    "ms-why-answer": "Leaves seat {seat} a take for {points} points; the best leaves it {instead}.",
    "ms-why-ready": "After the best, one take reaches the card's {type}; the room has {count}.",
    "ms-why-closes": "Shuts its {size} {type} in; after the best they can grow.",
    "ms-why-feeds": "Lets seat {seat} bring {size} {type} together at once.",
    "ms-why-touch": "The best puts {count} tiles beside one of their kind in all, this {fewer}.",
    "ms-why-stock": "The best collects {type}: {count} more lie in the room, of these {fewer}.",
    "ms-why-columns": "Leaves room for three tiles in {left:column}, the best in {could}.",
    "ms-why-leaves": "Leaves three {type} in a line that can be taken at once.",
}

say = Sentences(
    SENTENCES,
    type=lambda letter: ITEMS[ITEM_LETTERS.index(letter)],
    goal=lambda goal: GOALS[goal].name,
).say
