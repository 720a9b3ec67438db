"""Questions about a Nova Luna area or wheel on a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.errors import TextError
from tilewright.game import Question, State
from tilewright.games.nova_luna.area_text import NONE, lay_connected, parse_tile
from tilewright.games.nova_luna.notation import describe_tile, format_task
from tilewright.games.nova_luna.positions import CRESCENT, EMPTY, list_offered
from tilewright.games.nova_luna.state import STATE
from tilewright.games.nova_luna.tables import NUM_SLOTS, NUM_TILES, TILES
from tilewright.games.nova_luna.wheel import may_refill, refill_wheel
from tilewright.text import MAX_TEXT, parse_fields, quote

__all__ = ["QUESTIONS"]

MAX_COORDINATE = 1_000_000


def _number(value: object, what: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        found = quote(str(value)) if isinstance(value, (int, float, str)) else type(value).__name__
        raise TextError(f"{what}: expected a number from {low} to {high}; found {found}")
    return value


def _entries(question: Mapping[str, Any], key: str, low: int, high: int) -> Sequence[Any]:
    value = question.get(key)
    if not isinstance(value, (list, tuple)) or not low <= len(value) <= high:
        found = f"{len(value)}" if isinstance(value, (list, tuple)) else type(value).__name__
        expected = str(low) if low == high else f"{low} to {high}"
        raise TextError(f"{key}: expected a list of {expected} entries; found {found}")
    return value


def _check_keys(question: Mapping[str, Any], *expected: str) -> None:
    if set(question) != set(expected):
        found = ", ".join(quote(str(key)) for key in list(question)[:8]) or "none"
        raise TextError(f"expected the keys {', '.join(expected)}; found {found}")


def _tile(value: object, what: str, seen: set[int]) -> int:
    tile_id = _number(value, what, 1, NUM_TILES)
    if tile_id in seen:
        raise TextError(f"{what}: tile {tile_id} is there twice; each tile is there once (NL-1)")
    seen.add(tile_id)
    return tile_id


def _new_state() -> State:
    return np.zeros(1, dtype=STATE)[0]


# --- Which tasks does an area fulfil? -----------------------------------------------------------


def _parse_area(text: str) -> dict[str, Any]:
    """Words such as ``t17@1,-2``, in any order; y grows upwards."""
    if len(text) > MAX_TEXT:
        raise TextError(f"expected at most {MAX_TEXT:,} characters; found {len(text):,}")
    tiles = []
    for line_number, line in enumerate(text.splitlines(), 1):
        for word in line.split():
            tiles.append(_parse_laid(word, line_number))
            if len(tiles) > NUM_TILES:
                raise TextError(f"expected at most {NUM_TILES} tiles; found more", line_number)
    return {"tiles": tiles}


def _parse_laid(word: str, line_number: int) -> list[int]:
    parts = word.removeprefix("t").replace("@", ",", 1).split(",", 3)
    digits = [part.removeprefix("-") for part in parts]
    if "@" in word and len(parts) == 3 and not parts[0].startswith("-"):
        if all(part.isascii() and part.isdigit() and len(part) <= 6 for part in digits):
            return [int(part) for part in parts]
    raise TextError(f"expected a tile such as t17@1,-2; found {quote(word)}", line_number)


def _lay_area(question: Mapping[str, Any]) -> State:
    """A state in which seat 0 has the area that was asked about, wherever its origin is."""
    _check_keys(question, "tiles")
    seen: set[int] = set()
    places: dict[tuple[int, int], int] = {}
    start = (0, 0)
    for entry in _entries(question, "tiles", 1, NUM_TILES):
        if not isinstance(entry, (list, tuple)) or len(entry) != 3:
            raise TextError(f"tiles: expected [tile, x, y]; found {quote(str(entry)[:50])}")
        tile_id = _tile(entry[0], "tiles", seen)
        x, y = (
            _number(entry[1], f"x of tile {tile_id}", -MAX_COORDINATE, MAX_COORDINATE),
            _number(entry[2], f"y of tile {tile_id}", -MAX_COORDINATE, MAX_COORDINATE),
        )
        start = start if places else (x, y)
        place = x - start[0], y - start[1]
        if place in places:
            raise TextError(f"tiles {places[place]} and {tile_id} both lie at {x},{y} (NL-9)")
        places[place] = tile_id
    state = _new_state()
    for (x, y), tile_id in lay_connected(state, 0, places).items():
        where = f"{x + start[0]},{y + start[1]}"
        raise TextError(f"tile {tile_id} at {where} does not hang together with the first (NL-9)")
    return state


def _answer_area(question: Mapping[str, Any]) -> dict[str, Any]:
    state = _lay_area(question)
    fulfilled = [
        [tile.id, index]
        for tile in TILES
        for index in range(len(tile.tasks))
        if int(state["fulfilled"][tile.id]) >> index & 1
    ]
    return {"fulfilled": fulfilled}


def _area_lines(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    fulfilled = {(tile_id, index) for tile_id, index in answer["fulfilled"]}
    lines = []
    for tile_id, x, y in question["tiles"]:
        tasks = [
            f"{format_task(tile_id, index)}: {'yes' if (tile_id, index) in fulfilled else 'no'}"
            for index in range(len(TILES[tile_id - 1].tasks))
        ]
        lines.append(f"{x},{y}: {describe_tile(tile_id)}  {'  '.join(tasks)}".rstrip())
    lines.append(f"{len(fulfilled)} tasks are fulfilled (NL-12 to NL-14).")
    return lines


# --- What does the wheel offer? -----------------------------------------------------------------


def _parse_wheel(text: str) -> dict[str, Any]:
    """Fields ``wheel`` and ``supply``, written as in a position."""
    fields = parse_fields(text)
    wheel = fields.take("wheel")
    supply = fields.take("supply")
    fields.finish()
    words = wheel.words
    if len(words) != NUM_SLOTS or words.count(CRESCENT) != 1:
        raise wheel.error(
            f"expected {NUM_SLOTS} slots and the crescent, {CRESCENT}, in one of them; found "
            f"{len(words)} slots and {words.count(CRESCENT)} crescents (NL-2)"
        )
    drawn_next = [] if supply.text == NONE else supply.words[: NUM_TILES + 1]
    return {
        "wheel": [None if word in (CRESCENT, EMPTY) else parse_tile(word, wheel) for word in words],
        "crescent": words.index(CRESCENT),
        "supply": [parse_tile(word, supply) for word in drawn_next],
    }


def _set_wheel(question: Mapping[str, Any]) -> State:
    _check_keys(question, "wheel", "crescent", "supply")
    state = _new_state()
    seen: set[int] = set()
    crescent = _number(question["crescent"], "crescent", 0, NUM_SLOTS - 1)
    state["crescent"] = crescent
    for slot, entry in enumerate(_entries(question, "wheel", NUM_SLOTS, NUM_SLOTS)):
        if entry is None:
            continue
        if slot == crescent:
            raise TextError(f"wheel: expected no tile in slot {slot}, the crescent's (NL-2)")
        state["wheel"][slot] = _tile(entry, "wheel", seen)
        state["occupied"] = int(state["occupied"]) | 1 << slot
    supply = _entries(question, "supply", 0, NUM_TILES)
    for index, entry in enumerate(supply):
        state["supply"][len(supply) - 1 - index] = _tile(entry, "supply", seen)
    state["supply_size"] = len(supply)
    return state


def _answer_wheel(question: Mapping[str, Any]) -> dict[str, Any]:
    state = _set_wheel(question)
    is_empty, has_supply = not state["occupied"], bool(state["supply_size"])
    refill = "must" if is_empty and has_supply else "may" if may_refill(state) else "no"
    answer: dict[str, Any] = {"takeable": list_offered(state), "refill": refill}
    if refill != "no":
        refill_wheel(state)
        answer["after_refill"] = [int(tile_id) or None for tile_id in state["wheel"]]
        answer["supply_left"] = int(state["supply_size"])
        answer["takeable_after"] = list_offered(state)
    answer["game_over"] = is_empty and not has_supply
    return answer


def _wheel_lines(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    if answer["game_over"]:
        return ["Wheel and supply are empty: the game is over (NL-17)."]
    lines = [_offer(question["wheel"], answer["takeable"])]
    if answer["refill"] == "no":
        return [*lines, "A refill is not allowed (NL-7)."]
    verb = "happens" if answer["refill"] == "must" else "is allowed"
    left = answer["supply_left"]
    return [
        *(lines if answer["takeable"] else []),
        f"A refill {verb}; it leaves {left} tiles in the supply (NL-7).",
        "After it: " + _offer(answer["after_refill"], answer["takeable_after"]),
    ]


def _offer(wheel: Sequence[int | None], slots: Sequence[int]) -> str:
    offers = [f"slot {slot}: {describe_tile(wheel[slot] or 0)}" for slot in slots]
    return "; ".join(offers) + " (NL-8)."


QUESTIONS = (
    Question(
        "area",
        "which tasks an area fulfils: words such as t17@1,-2, or JSON with tiles",
        _parse_area,
        _answer_area,
        _area_lines,
    ),
    Question(
        "wheel",
        "which tiles the wheel offers: lines wheel and supply, or JSON with crescent as well",
        _parse_wheel,
        _answer_wheel,
        _wheel_lines,
    ),
)
