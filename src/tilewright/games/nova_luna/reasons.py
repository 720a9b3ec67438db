"""Reasons why one move is better than another, as claims verified on the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.game import Claim, SeenMove, Sentences, list_legal_actions
from tilewright.games.nova_luna.area import count_adjacent_tiles
from tilewright.games.nova_luna.notation import describe_tile
from tilewright.games.nova_luna.rules import apply, legal_actions
from tilewright.games.nova_luna.state import MAX_LEGAL, NEED, NEVER, TAKES_PER_CHOICE
from tilewright.games.nova_luna.tables import NUM_SLOTS, TILES

Effect = Mapping[str, Any]


def claims(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield reasons why the best move is better than the played one, most important first."""
    mine, other = played[0].effect, best[0].effect
    if mine["kind"] == other["kind"] == "take":
        yield from _claim_tasks(mine, other)
        yield from _claim_turn(mine, other)
        yield from _claim_cost(mine, other)
        yield from _claim_promise(played[0], best[0])
        yield from _claim_near(mine, other)
        yield from _claim_helps(played[0], best[0])
    elif mine["kind"] == "refill":
        yield Claim("nl-why-refilled", {"tile": other["tile"], "tasks": len(other["covers"])})
    else:
        yield Claim("nl-why-refill", {"tiles": other["tiles"]})
    yield from _claim_answer(played, best)
    yield from _claim_next(played, best)
    if mine["kind"] == other["kind"] == "take":
        yield from _claim_many(mine, other)


def _claim_tasks(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best move covers more tasks."""
    done, could = len(played["covers"]), len(best["covers"])
    if could > done:
        yield Claim("nl-why-tasks", {"done": done, "could": could, "tile": best["tile"]})


def _claim_turn(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if only the best move lets the same seat move again (NL-5)."""
    if best["next"] == best["seat"] != played["next"]:
        yield Claim("nl-why-again", {"tile": best["tile"], "cost": best["cost"]})


def _claim_cost(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best tile costs at least 3 steps less."""
    if played["cost"] - best["cost"] >= 3:
        yield Claim("nl-why-cost", {"cost": played["cost"], "less": best["cost"]})


def _claim_near(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if more tasks lack only one tile after the best move."""
    if best["near"] > played["near"]:
        yield Claim("nl-why-near", {"near": best["near"], "instead": played["near"]})


def _claim_helps(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the best move leaves more tiles in place for the mover's tasks (NL-12)."""
    done, could = _count_helping(played), _count_helping(best)
    if could > done:
        yield Claim("nl-why-helps", {"count": could, "fewer": done})


def _count_helping(seen: SeenMove) -> int:
    """Return the number of tiles in place for the mover's tasks (NL-12).

    A tile counts for every task that needs it.
    """
    state, seat = seen.after, seen.effect["seat"]
    area = int(state["area"][seat, 0]) | int(state["area"][seat, 1]) << 64
    there = 0
    for tile in range(area.bit_length()):
        if area >> tile & 1:
            counts = _unpack_counts(count_adjacent_tiles(state, tile))
            tasks = [_unpack_counts(int(need)) for need in NEED[tile] if int(need) != NEVER]
            there += sum(min(pair) for need in tasks for pair in zip(counts, need, strict=True))
    return there


def _claim_promise(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the best move lets a tile on the wheel cover more tasks."""
    if played.effect["tiles"] or best.effect["tiles"]:  # the drawn tiles are unknown
        return
    (most, _), (tasks, tile) = _find_best_cover(played), _find_best_cover(best)
    if tasks > most:
        yield Claim("nl-why-promise", {"tile": tile, "tasks": tasks, "most": most})


def _find_best_cover(seen: SeenMove) -> tuple[int, int]:
    """Return the most tasks that a tile on the wheel could cover for the mover, and the tile.

    Both are 0 if there is no such tile.
    """
    seat = seen.effect["seat"]
    found = [(0, 0)]
    for slot in np.flatnonzero(seen.after["wheel"]).tolist():
        near = seen.after.copy()
        near["mover"], near["crescent"] = seat, (slot - 1) % NUM_SLOTS
        for action in list_legal_actions(legal_actions, near, MAX_LEGAL):
            if action < TAKES_PER_CHOICE:  # takes of the first tile after the crescent
                then = near.copy()
                apply(then, action)
                covered = int(near["discs"][seat]) - int(then["discs"][seat])
                found.append((covered, int(near["wheel"][slot])))
    return max(found)


def _unpack_counts(number: int) -> bytes:
    return int(number).to_bytes(8)


def _claim_many(played: Effect, best: Effect) -> Iterator[Claim]:
    """Yield a claim if the best tile has more tasks, or is cheaper by 1 or 2."""
    has, could = len(TILES[played["tile"] - 1].tasks), len(TILES[best["tile"] - 1].tasks)
    if could > has:
        yield Claim("nl-why-many", {"tile": best["tile"], "could": could, "done": has})
    if 0 < played["cost"] - best["cost"] < 3:
        yield Claim("nl-why-cost", {"cost": played["cost"], "less": best["cost"]})


def _claim_answer(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield a claim if the opponent's expected reply covers more tasks after the played move."""
    tasks = _count_reply_tasks(played)
    if tasks > _count_reply_tasks(best):
        reply = played[1].effect
        facts = {"seat": reply["seat"], "tile": reply["tile"], "tasks": tasks}
        yield Claim("nl-why-answer", facts)


def _count_reply_tasks(line: Sequence[SeenMove]) -> int:
    """Return the number of tasks that an opponent's reply covers.

    It is 0 if the second move of the line is not an opponent's.
    """
    if len(line) < 2 or line[1].effect["seat"] == line[0].effect["seat"]:
        return 0
    return len(line[1].effect.get("covers", ()))


def _claim_next(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield a claim if the best move lets the mover's next move cover more tasks."""
    tasks = _count_followup_tasks(best)
    if tasks > _count_followup_tasks(played):
        reply = next(one.effect for one in best[1:] if _is_own(best, one))
        yield Claim("nl-why-next", {"tile": reply["tile"], "tasks": tasks})


def _count_followup_tasks(line: Sequence[SeenMove]) -> int:
    """Return the number of tasks that the mover's next move in a line covers.

    It is 0 if there is no such move.
    """
    own = [one.effect for one in line[1:] if _is_own(line, one)]
    return len(own[0].get("covers", ())) if own else 0


def _is_own(line: Sequence[SeenMove], one: SeenMove) -> bool:
    return bool(one.effect["seat"] == line[0].effect["seat"])


# --- In English ---------------------------------------------------------------------------------


SENTENCES = {
    "nl-why-tasks": "Covers {done:task}; with {tile} the best covers {could:task}.",
    "nl-why-again": "With {tile} at cost {cost} the best leaves the same seat to move again.",
    "nl-why-cost": "Costs {cost} steps on the moon track, the best only {less}.",
    "nl-why-near": "The best leaves {near:task} one tile short, this {instead:task}.",
    "nl-why-helps": "After the best its tasks have {count} of the tiles they ask for, not {fewer}.",
    "nl-why-many": "The best takes {tile} with {could:task} to cover; this one has {done:task}.",
    "nl-why-answer": "Lets seat {seat} take {tile} and cover {tasks:task}.",
    "nl-why-next": "After the best, {tile} comes next and covers {tasks:task}.",
    "nl-why-promise": "After the best {tile} would cover {tasks:task}; after this, {most} at most.",
    "nl-why-refilled": "Refills, though {tile} was on offer and covers {tasks:task}.",
    "nl-why-refill": "The best refills first: {tiles} new tiles come to the wheel.",
}

say = Sentences(SENTENCES, tile=describe_tile).say
