"""Why a tile or a place is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.game import Claim, Seen, Sentences, list_legal
from tilewright.games.nova_luna.area import count_helpers
from tilewright.games.nova_luna.notation import describe_tile
from tilewright.games.nova_luna.rules import apply, legal_actions
from tilewright.games.nova_luna.state import MAX_LEGAL, NEED, NEVER, TAKES_PER_CHOICE
from tilewright.games.nova_luna.tables import NUM_SLOTS, TILES

__all__ = ["claims", "say"]

Told = Mapping[str, Any]


def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the best brings that the one played does not, then what the one played leaves behind."""
    mine, other = played[0].effect, best[0].effect
    if mine["kind"] == other["kind"] == "take":
        yield from _tasks(mine, other)
        yield from _turn(mine, other)
        yield from _cost(mine, other)
        yield from _promise(played[0], best[0])
        yield from _near(mine, other)
        yield from _helps(played[0], best[0])
    elif mine["kind"] == "refill":
        yield Claim("nl-why-refilled", {"tile": other["tile"], "tasks": len(other["covers"])})
    else:
        yield Claim("nl-why-refill", {"tiles": other["tiles"]})
    yield from _answer(played, best)
    yield from _next(played, best)
    if mine["kind"] == other["kind"] == "take":
        yield from _many(mine, other)


def _tasks(mine: Told, other: Told) -> Iterator[Claim]:
    done, could = len(mine["covers"]), len(other["covers"])
    if could > done:
        yield Claim("nl-why-tasks", {"done": done, "could": could, "tile": other["tile"]})


def _turn(mine: Told, other: Told) -> Iterator[Claim]:
    """Whoever is still furthest behind moves again (NL-5)."""
    if other["next"] == other["seat"] != mine["next"]:
        yield Claim("nl-why-again", {"tile": other["tile"], "cost": other["cost"]})


def _cost(mine: Told, other: Told) -> Iterator[Claim]:
    if mine["cost"] - other["cost"] >= 3:
        yield Claim("nl-why-cost", {"cost": mine["cost"], "less": other["cost"]})


def _near(mine: Told, other: Told) -> Iterator[Claim]:
    if other["near"] > mine["near"]:
        yield Claim("nl-why-near", {"near": other["near"], "instead": mine["near"]})


def _helps(played: Seen, best: Seen) -> Iterator[Claim]:
    """How many of the tiles that all its tasks ask for are there (NL-12)."""
    done, could = _count_helping(played), _count_helping(best)
    if could > done:
        yield Claim("nl-why-helps", {"count": could, "fewer": done})


def _count_helping(seen: Seen) -> int:
    state, seat = seen.after, seen.effect["seat"]
    area = int(state["area"][seat, 0]) | int(state["area"][seat, 1]) << 64
    there = 0
    for tile in range(area.bit_length()):
        if area >> tile & 1:
            counts = _bytes(count_helpers(state, tile))
            tasks = [_bytes(int(need)) for need in NEED[tile] if int(need) != NEVER]
            there += sum(min(pair) for need in tasks for pair in zip(counts, need, strict=True))
    return there


def _promise(played: Seen, best: Seen) -> Iterator[Claim]:
    """The most tasks that a tile of the wheel would cover for the mover next."""
    if played.effect["tiles"] or best.effect["tiles"]:  # nobody knows which come
        return
    (most, _), (tasks, tile) = _most_covered(played), _most_covered(best)
    if tasks > most:
        yield Claim("nl-why-promise", {"tile": tile, "tasks": tasks, "most": most})


def _most_covered(seen: Seen) -> tuple[int, int]:
    """How many tasks one tile of the wheel can cover at most, and which; whoever moves before."""
    seat = seen.effect["seat"]
    found = [(0, 0)]
    for slot in np.flatnonzero(seen.after["wheel"]).tolist():
        near = seen.after.copy()
        near["mover"], near["crescent"] = seat, (slot - 1) % NUM_SLOTS
        for action in list_legal(legal_actions, near, MAX_LEGAL):
            if action < TAKES_PER_CHOICE:  # the first after the crescent
                then = near.copy()
                apply(then, action)
                covered = int(near["discs"][seat]) - int(then["discs"][seat])
                found.append((covered, int(near["wheel"][slot])))
    return max(found)


def _bytes(number: int) -> bytes:
    return int(number).to_bytes(8)


def _many(mine: Told, other: Told) -> Iterator[Claim]:
    """What the two tiles bring: tasks to cover later, for how many steps."""
    has, could = len(TILES[mine["tile"] - 1].tasks), len(TILES[other["tile"] - 1].tasks)
    if could > has:
        yield Claim("nl-why-many", {"tile": other["tile"], "could": could, "done": has})
    if 0 < mine["cost"] - other["cost"] < 3:
        yield Claim("nl-why-cost", {"cost": mine["cost"], "less": other["cost"]})


def _answer(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What another seat covers by the answer expected to the one, beside that to the other."""
    tasks = _covered_next(played)
    if tasks > _covered_next(best):
        reply = played[1].effect
        facts = {"seat": reply["seat"], "tile": reply["tile"], "tasks": tasks}
        yield Claim("nl-why-answer", facts)


def _covered_next(line: Sequence[Seen]) -> int:
    """The tasks that the second move of a line covers, if it is another seat's."""
    if len(line) < 2 or line[1].effect["seat"] == line[0].effect["seat"]:
        return 0
    return len(line[1].effect.get("covers", ()))


def _next(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """What the mover itself would cover next after the best, and not after the one played."""
    tasks = _covered_later(best)
    if tasks > _covered_later(played):
        reply = next(one.effect for one in best[1:] if _is_own(best, one))
        yield Claim("nl-why-next", {"tile": reply["tile"], "tasks": tasks})


def _covered_later(line: Sequence[Seen]) -> int:
    """The tasks that the mover's next own move of a line covers."""
    own = [one.effect for one in line[1:] if _is_own(line, one)]
    return len(own[0].get("covers", ())) if own else 0


def _is_own(line: Sequence[Seen], one: Seen) -> bool:
    return bool(one.effect["seat"] == line[0].effect["seat"])


# --- In English ---------------------------------------------------------------------------------


SENTENCES = {
    "nl-why-tasks": "Covers {done:task}; with {tile} the best covers {could:task}.",
    "nl-why-again": "With {tile} at cost {cost} the best leaves the same seat to move again.",
    "nl-why-cost": "Costs {cost} steps on the moon track, the best only {less}.",
    "nl-why-near": "The best leaves {near:task} that lack but one tile, this {instead:task}.",
    "nl-why-helps": "After the best its tasks have {count} of the tiles they ask for, not {fewer}.",
    "nl-why-many": "The best takes {tile} with {could:task} to cover; this one has {done:task}.",
    "nl-why-answer": "Leaves {tile} to seat {seat}, which covers {tasks:task} with it.",
    "nl-why-next": "After the best, {tile} comes next and covers {tasks:task}.",
    "nl-why-promise": "After the best {tile} would cover {tasks:task}; after this, {most} at most.",
    "nl-why-refilled": "Refills, where {tile} was there to take and covers {tasks:task}.",
    "nl-why-refill": "The best refills first: {tiles} new tiles come to the wheel.",
}

say = Sentences(SENTENCES, tile=describe_tile).say
