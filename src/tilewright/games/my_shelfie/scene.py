"""My Shelfie as plain data, for a page that draws it: see docs/reference/scenes.md.

A card that the viewer may not know is None, and so is all that follows from it (MS-16).
"""

from __future__ import annotations

from typing import Any

from tilewright.game import Action, Seat, State
from tilewright.games.my_shelfie.grids import (
    ROOM_SIZE,
    Planes,
    format_room,
    format_shelf,
    letter_at,
    tiles_of,
    words,
)
from tilewright.games.my_shelfie.notation import split_move
from tilewright.games.my_shelfie.positions import count_bag
from tilewright.games.my_shelfie.progress import MEASURES, cells_of, measure_goal
from tilewright.games.my_shelfie.room import (
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
    free_tiles,
)
from tilewright.games.my_shelfie.score import (
    SeatScore,
    find_groups,
    list_stack,
    score_group,
    score_seat,
)
from tilewright.games.my_shelfie.shelf import match_card
from tilewright.games.my_shelfie.state import FULL_SHELF, ROOM_BITS
from tilewright.games.my_shelfie.subjects import find_fulfilled, list_goals
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    GROUP_POINTS,
    ITEM_LETTERS,
    PERSONAL_POINTS,
    SHELF_CELLS,
    SHELF_COLUMNS,
    SHELF_ROWS,
)
from tilewright.kernel import u64

__all__ = ["box", "effect", "scene"]


# --- The box ------------------------------------------------------------------------------------


def box() -> dict[str, Any]:
    """Room, shelf, goals, cards and points (MS-1 to MS-5, MS-13, MS-15)."""
    return {
        "types": list(ITEM_LETTERS),
        "rows": SHELF_ROWS,
        "columns": SHELF_COLUMNS,
        "room": ROOM_SIZE,
        "goals": [
            {"key": goal.key, "rule": goal.rule, "of": measure.of}
            for goal, measure in zip(GOALS, MEASURES, strict=True)
        ],
        "cards": [
            [
                {"row": row, "column": column, "type": ITEM_LETTERS[item]}
                for row, column, item in card
            ]
            for card in CARDS
        ],
        "card_points": list(PERSONAL_POINTS),
        "group_points": [[size, points] for size, points in enumerate(GROUP_POINTS) if points],
    }


# --- A position ---------------------------------------------------------------------------------


def scene(state: State) -> dict[str, Any]:
    """The room, the goals and every shelf."""
    players, end_token = int(state["players"]), int(state["end_token"])
    return {
        "turns": _list_turns(state),
        "room": format_room(words(state["room"]), players),
        "bag": count_bag(state),
        "goals": [
            {"goal": goal, "stack": list_stack(state, index)}
            for index, goal in enumerate(list_goals(state))
        ],
        "end_token": end_token - 1 if end_token else None,
        "first": int(state["first"]),
        "last_round": bool(end_token) and not state["over"],
        "seats": [_show_seat(state, seat) for seat in range(players)],
    }


def _list_turns(state: State) -> list[Seat]:
    """The seats clockwise from the mover; in the last round those still to move (MS-12)."""
    if state["over"]:
        return []
    players, mover = int(state["players"]), int(state["mover"])
    in_round = players - (mover - int(state["first"])) % players
    return [(mover + step) % players for step in range(in_round if state["end_token"] else players)]


def _show_seat(state: State, seat: Seat) -> dict[str, Any]:
    planes = words(state["shelves"][seat])
    goals = list_goals(state)
    tokens = state["tokens"][:, seat].tolist()
    return {
        "shelf": format_shelf(planes),
        "free": SHELF_CELLS - _filled(planes).bit_count(),
        **_show_card(planes, int(state["cards"][seat])),
        "tokens": tokens[: len(goals)],
        "progress": [_show_progress(planes, goal) for goal in goals],
        "groups": _show_groups(planes),
        "points": _show_points(score_seat(state, seat)),
    }


def _show_card(planes: Planes, card: int) -> dict[str, Any]:
    """A seat's card and what matches it, all None where the card is hidden (MS-5)."""
    if not card:
        return {"card": None, "matches": None, "matched": None}
    matched = cells_of(match_card(*planes, card))
    return {"card": card - 1, "matches": len(matched), "matched": matched}


def _show_progress(planes: Planes, goal: int) -> dict[str, Any]:
    progress = measure_goal(goal, planes)
    return {"done": progress.done, "cells": cells_of(progress.tiles)}


def _show_groups(planes: Planes) -> list[dict[str, Any]]:
    """The groups that pay (MS-13)."""
    return [
        {"type": ITEM_LETTERS[item], "cells": cells_of(group), "points": points}
        for item, group in find_groups(planes)
        if (points := score_group(group.bit_count()))
    ]


def _show_points(score: SeatScore) -> dict[str, int | None]:
    return {
        "tokens": score.tokens,
        "end": score.end_token,
        "card": score.personal,
        "groups": score.groups,
        "total": score.total,
    }


# --- What a move does ---------------------------------------------------------------------------


def effect(before: State, action: Action, after: State) -> dict[str, Any]:
    """The tiles taken, where they land and what that brings; not what fills the room again."""
    seat = int(before["mover"])
    old, new = words(before["shelves"][seat]), words(after["shelves"][seat])
    return {
        "kind": "take",
        **_show_take(words(before["room"]), action),
        "lands": _list_landed(old, new),
        "tokens": _list_tokens(before, after),
        "fills": _filled(new) == FULL_SHELF,
        "refills": int(after["rng"]) != int(before["rng"]),  # it came to chance
        "gains": _show_gains(score_seat(before, seat), score_seat(after, seat)),
        "matches": _compare_matches(old, new, int(before["cards"][seat])),
        "progress": [_compare_progress(old, new, goal) for goal in list_goals(before)],
        "groups": _list_joined(old, new),
        "leaves": _list_lines(before, after),
    }


def _show_take(room: Planes, action: Action) -> dict[str, Any]:
    cells, column = split_move(action)
    return {
        "cells": [list(cell) for cell in cells],
        "types": [letter_at(room, ROOM_BITS[cell]) for cell in cells],
        "column": column,
    }


def _list_landed(old: Planes, new: Planes) -> list[list[int]]:
    """Where the tiles stand, the first one lowest (MS-9)."""
    return cells_of(_filled(new) & ~_filled(old))[::-1]


def _list_tokens(before: State, after: State) -> list[dict[str, int]]:
    """The tokens that the mover has just taken (MS-10)."""
    goals, points = list_goals(after), after["tokens"][:, int(before["mover"])].tolist()
    return [
        {"goal": goal, "points": points[goals.index(goal)]}
        for goal in find_fulfilled(before, after)
    ]


def _show_gains(old: SeatScore, new: SeatScore) -> dict[str, int | None]:
    """The points that a turn brings at once (MS-13)."""
    before, after = _show_points(old), _show_points(new)
    return {
        name: None if points is None else points - (before[name] or 0)
        for name, points in after.items()
    }


def _compare_matches(old: Planes, new: Planes, card: int) -> dict[str, int] | None:
    if not card:
        return None
    before, after = (match_card(*planes, card).bit_count() for planes in (old, new))
    return {"before": before, "after": after}


def _compare_progress(old: Planes, new: Planes, goal: int) -> dict[str, int]:
    before, after = measure_goal(goal, old).done, measure_goal(goal, new).done
    return {"before": before, "after": after, "of": MEASURES[goal].of}


def _list_joined(old: Planes, new: Planes) -> list[dict[str, Any]]:
    """The groups that pay and have some of the tiles in them, in the order of these (MS-13)."""
    groups = _show_groups(new)
    found = [g for cell in _list_landed(old, new) for g in groups if cell in g["cells"]]
    return [group for index, group in enumerate(found) if group not in found[:index]]


def _list_lines(before: State, after: State) -> list[dict[str, Any]]:
    """The longest line of each type that may be taken next, two tiles or three (MS-7).

    Of a room that is filled up nobody knows any.
    """
    if int(after["rng"]) != int(before["rng"]):
        return []
    room = words(after["room"])
    free = int(free_tiles(u64(_filled(room))))
    codes = range(1, len(ITEM_LETTERS) + 1)
    lines = [(_longest_line(tiles_of(room, code) & free), code) for code in codes]
    lines.sort(reverse=True)
    return [{"type": ITEM_LETTERS[code - 1], "count": count} for count, code in lines if count > 1]


def _longest_line(tiles: int) -> int:
    """How many of these tiles lie in one line, three at most; 1 stands for less than two."""
    right, down = find_pairs_right(u64(tiles)), find_pairs_down(u64(tiles))
    if find_triples_right(right) or find_triples_down(down):
        return 3
    return 2 if right or down else 1


def _filled(planes: Planes) -> int:
    return planes[0] | planes[1] | planes[2]
