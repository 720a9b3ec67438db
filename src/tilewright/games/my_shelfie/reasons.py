"""Why a take is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilewright.game import Claim, Seen
from tilewright.games.my_shelfie.grids import words
from tilewright.games.my_shelfie.score import find_groups
from tilewright.games.my_shelfie.state import shelf_bit
from tilewright.games.my_shelfie.subjects import list_goals
from tilewright.games.my_shelfie.tables import CARDS, GOALS, ITEM_LETTERS, ITEMS

__all__ = ["claims", "say"]

Told = Mapping[str, Any]


def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the best brings that the one played does not, then what the one played leaves behind."""
    mine, other = played[0].effect, best[0].effect
    yield from _tokens(mine, other)
    yield from _ends(mine, other)
    yield from _groups(mine, other)
    yield from _card(mine, other)
    yield from _spoils(played[0], best[0])
    yield from _joins(played[0], best[0])
    yield from _progress(played[0], best[0])
    yield from _answer(played, best)
    yield from _next(played, best)
    yield from _leaves(mine, other)
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
    """A group that grows but does not pay yet, or no more than before."""
    size, item = _joined(best)
    if size >= 2 and size > _joined(played)[0] and not best.effect["gains"]["groups"]:
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


def _progress(played: Seen, best: Seen) -> Iterator[Claim]:
    """A common goal that the best brings further, when half of it is there."""
    goals = list_goals(best.before)
    pairs = zip(goals, played.effect["progress"], best.effect["progress"], strict=True)
    for goal, mine, other in pairs:
        is_far = 2 * other["after"] >= other["of"]
        if is_far and mine["after"] < other["after"] > other["before"]:
            facts = {"goal": goal, "done": other["after"], "of": other["of"]}
            yield Claim("ms-why-progress", facts | {"instead": mine["after"]})


def _answer(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the next seat gains by the answer expected to the one, beside that to the other."""
    points = _gained_next(played)
    if points >= 2 and points > _gained_next(best):
        reply = played[1].effect
        yield Claim(
            "ms-why-answer",
            {"seat": reply["seat"], "count": len(reply["types"]), "points": points},
        )


def _gained_next(line: Sequence[Seen]) -> int:
    """What the second take of a line gains for all to see: the others' cards are secret."""
    if len(line) < 2:
        return 0
    gains = line[1].effect["gains"]
    return int(gains["groups"] + gains["tokens"] + gains["end"])


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


def say(claim: Claim) -> str:
    """A claim as a sentence."""
    facts = dict(claim.facts)
    if "type" in facts:
        facts["items"] = ITEMS[ITEM_LETTERS.index(facts["type"])]
    if "goal" in facts:
        facts["goal"] = GOALS[facts["goal"]].name
    if facts.get("count") == 1:
        return SENTENCES[f"{claim.key}-one"].format(**facts)
    return SENTENCES[claim.key].format(**facts)


SENTENCES = {
    "ms-why-token": "The best takes the token of {goal} for {points} points.",
    "ms-why-fills": "Fills the shelf, and the game ends with this round.",
    "ms-why-end-token": "The best fills the shelf and takes the end token.",
    "ms-why-group": "The best makes a group of {size} {items}, worth {points} more.",
    "ms-why-card": "The best matches the personal card in {matches} of 6 places, {more} more.",
    "ms-why-progress": "The best has {done} of {of} of the goal {goal}, this {instead}.",
    "ms-why-next": "After the best, {move} would bring {points} points the turn after.",
    "ms-why-size": "Takes {took}; the best takes {could} tiles towards a full shelf.",
    "ms-why-spoils": "Takes up the place of the {items} of the personal card.",
    "ms-why-joins": "The best brings {size} {items} together.",
    "ms-why-answer": "Leaves {count} tiles to seat {seat} that bring it {points} points at once.",
    "ms-why-answer-one": "Leaves a tile to seat {seat} that brings it {points} points at once.",
    "ms-why-leaves": "Leaves three {items} in a line that can be taken at once.",
}
