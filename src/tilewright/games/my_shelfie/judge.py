"""Questions about a shelf or a living room on a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import TextError
from tilewright.game import Question
from tilewright.games.my_shelfie.grids import (
    EMPTY_CELL,
    NOTHING,
    ROOM_SIZE,
    cell_name,
    room_planes,
    shelf_planes,
)
from tilewright.games.my_shelfie.positions import find_hanging
from tilewright.games.my_shelfie.room import (
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
    free_tiles,
)
from tilewright.games.my_shelfie.score import find_groups, score_group
from tilewright.games.my_shelfie.shelf import fulfils_goal, score_card, score_groups
from tilewright.games.my_shelfie.state import KINDS, LINE_AT, LINES
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    ITEM_LETTERS,
    ITEMS,
    MOST_TILES_TAKEN,
    PLAYER_COUNTS,
    SHELF_COLUMNS,
    SHELF_ROWS,
    room_cells,
)
from tilewright.text import quote

__all__ = ["QUESTIONS", "list_groups", "list_picks"]

MAX_QUESTION = 10_000


# --- Checking what comes in ---------------------------------------------------------------------


def _check_keys(question: Mapping[str, Any], *expected: str) -> None:
    if set(question) != set(expected):
        found = ", ".join(quote(str(key)) for key in list(question)[:8]) or "none"
        raise TextError(f"expected the keys {', '.join(expected)}; found {found}")


def _number(question: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = question[key]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        found = (
            quote(str(value)[:50]) if isinstance(value, (str, float)) else quote(repr(value)[:50])
        )
        raise TextError(f"{key}: expected a number from {low} to {high}; found {found}")
    return value


def _grid(question: Mapping[str, Any], key: str, height: int, width: int, signs: str) -> list[str]:
    """Lines of a fixed size made of a few signs.

    More tiles of a type than there are in the box do no harm: the question is about patterns.
    """
    lines = question[key]
    if not isinstance(lines, (list, tuple)) or len(lines) != height:
        found = f"{len(lines)}" if isinstance(lines, (list, tuple)) else type(lines).__name__
        raise TextError(f"{key}: expected {height} lines; found {found}")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str) or len(line) != width or not set(line) <= set(signs):
            found = quote(line) if isinstance(line, str) else type(line).__name__
            raise TextError(
                f"{key}, line {number}: expected {width} of the signs {signs}; found {found}"
            )
    return list(lines)


def _plain_lines(text: str) -> list[str]:
    """The lines of a text without remarks and blank lines."""
    if len(text) > MAX_QUESTION:
        raise TextError(f"expected at most {MAX_QUESTION:,} characters; found {len(text):,}")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


# --- What is a shelf worth? ---------------------------------------------------------------------


def _parse_shelf(text: str) -> dict[str, Any]:
    """Six lines of five letters."""
    return {"shelf": _plain_lines(text)}


def list_groups(shelf: list[str]) -> list[tuple[int, int]]:
    """(item, size) of every group on a checked shelf, larger ones first (MS-13)."""
    groups = [(item, group.bit_count()) for item, group in find_groups(shelf_planes(shelf))]
    return sorted(groups, key=lambda group: (-group[1], group[0]))


def _answer_shelf(question: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(question, "shelf")
    shelf = _grid(question, "shelf", SHELF_ROWS, SHELF_COLUMNS, ITEM_LETTERS + NOTHING)
    hanging = find_hanging(shelf)
    if hanging is not None:
        row, column = hanging
        raise TextError(
            f"shelf, line {row + 1}: the tile in column {column + 1} hangs above an empty place "
            "(MS-3)"
        )
    planes = shelf_planes(shelf)
    return {
        "goals": {
            goal.key: bool(fulfils_goal(*planes, number)) for number, goal in enumerate(GOALS, 1)
        },
        "adjacency_points": int(score_groups(*planes)),
        "personal": {
            str(card): int(score_card(*planes, card)) for card in range(1, len(CARDS) + 1)
        },
        "groups": [
            {"item": ITEMS[item], "tiles": size, "points": score_group(size)}
            for item, size in list_groups(shelf)
            if score_group(size)
        ],
    }


def _say_shelf(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    lines = ["Common goals (MS-15):"]
    for goal in GOALS:
        is_met = answer["goals"][goal.key]
        lines.append(f"  {'yes' if is_met else 'no ':3}  {goal.name} ({goal.rule})")
    lines.append("Groups (MS-13):")
    lines += [
        f"  {group['tiles']:2} {group['item']}: {group['points']} points"
        for group in answer["groups"]
    ]
    lines.append(f"  together {answer['adjacency_points']} points")
    lines.append("Personal cards (MS-13):")
    personal = [f"card {card}: {points}" for card, points in answer["personal"].items()]
    lines += ["  " + "  ".join(f"{text:11}" for text in personal[:6]).rstrip()]
    lines += ["  " + "  ".join(f"{text:11}" for text in personal[6:]).rstrip()]
    return lines


# --- What may be taken from a room? -------------------------------------------------------------


def _parse_room(text: str) -> dict[str, Any]:
    """Nine lines of nine; before them, where wanted, ``players: 3`` and ``max: 2``."""
    question: dict[str, Any] = {"board": [], "max": MOST_TILES_TAKEN}
    for line in _plain_lines(text):
        key, colon, value = line.partition(":")
        if not colon:
            question["board"].append(line)
        elif key in ("players", "max") and value.strip().isascii() and value.strip().isdigit():
            question[key] = int(value.strip()[:4])
        else:
            raise TextError(f"expected 'players: 2' or 'max: 3'; found {quote(line)}")
    question.setdefault("players", _guess_players(question["board"]))
    return question


def _guess_players(board: list[str]) -> int:
    """The cells of a room tell how many play."""
    cells = tuple(
        (row, column)
        for row, line in enumerate(board[:ROOM_SIZE])
        for column, sign in enumerate(line[:ROOM_SIZE])
        if sign != NOTHING
    )
    for players in PLAYER_COUNTS:
        if cells == room_cells(players):
            return players
    expected = ", ".join(f"{len(room_cells(players))} for {players}" for players in PLAYER_COUNTS)
    raise TextError(
        f"board: expected the cells of a room ({expected} players), the empty ones as "
        f"'{EMPTY_CELL}' (MS-2); found {len(cells)} cells that are none"
    )


def list_picks(room: int, most: int) -> list[list[list[int]]]:
    """All takes from the tiles of a room, of at most so many tiles, sorted (MS-7, MS-8)."""
    free = free_tiles(room)
    right, down = find_pairs_right(free), find_pairs_down(free)
    starts = (free, right, down, find_triples_right(right), find_triples_down(down))
    return sorted(
        [list(cell) for cell in LINES[LINE_AT[kind, bit]].cells]
        for kind, word in enumerate(starts)
        if KINDS[kind][0] <= most
        for bit in range(word.bit_length())
        if word >> bit & 1
    )


def _answer_room(question: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(question, "players", "board", "max")
    players = _number(question, "players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
    most = _number(question, "max", 1, MOST_TILES_TAKEN)
    signs = ITEM_LETTERS + EMPTY_CELL + NOTHING
    board = _grid(question, "board", ROOM_SIZE, ROOM_SIZE, signs)
    in_play = set(room_cells(players))
    for row, line in enumerate(board):
        for column, sign in enumerate(line):
            if ((row, column) in in_play) == (sign == NOTHING):
                expected = "a cell" if (row, column) in in_play else f"'{NOTHING}'"
                raise TextError(
                    f"board, line {row + 1}: expected {expected} at {cell_name((row, column))} "
                    f"with {players} players (MS-2); found {quote(sign)}"
                )
    planes = room_planes(board)
    return {"picks": list_picks(planes[0] | planes[1] | planes[2], most)}


def _say_room(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    picks = ["".join(cell_name((row, column)) for row, column in pick) for pick in answer["picks"]]
    lines = [
        f"{len(picks)} takes of at most {question['max']} tiles (MS-7, MS-8);",
        "columns a to i from the left, rows 1 to 9 from the top:",
    ]
    for size in range(1, MOST_TILES_TAKEN + 1):
        row = "  "
        for pick in (pick for pick in picks if len(pick) == 2 * size):
            if len(row) + len(pick) > 78:
                lines.append(row.rstrip())
                row = "  "
            row += pick + " "
        lines += [row.rstrip()] if row.strip() else []
    return lines


QUESTIONS = (
    Question(
        "shelf",
        "Which common goals does a shelf fulfil, and what is it worth? Six lines of five letters.",
        _parse_shelf,
        _answer_shelf,
        _say_shelf,
    ),
    Question(
        "room",
        "Which tiles may be taken from a living room? Nine lines of nine signs.",
        _parse_room,
        _answer_room,
        _say_room,
    ),
)
