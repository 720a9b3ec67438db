"""Positions of My Shelfie as text, validated when they are parsed."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import COMPLETE, Seat, State
from tilewright.games.my_shelfie.goals import fulfils_goal
from tilewright.games.my_shelfie.grids import (
    EMPTY_CELL,
    NOTHING,
    ROOM_SIZE,
    count_tiles_by_type,
    format_cell,
    format_room,
    format_shelf,
    parse_room,
    parse_shelf,
    read_planes,
)
from tilewright.games.my_shelfie.options import REFILLS
from tilewright.games.my_shelfie.room import is_refill_due
from tilewright.games.my_shelfie.state import FEWEST_TILES, FULL_SHELF
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    GOALS_IN_PLAY,
    ITEM_LETTERS,
    MOST_TILES_TAKEN,
    SHELF_COLUMNS,
    SHELF_ROWS,
    TILES_PER_TYPE,
    TOKENS,
    Cell,
    room_cells,
)
from tilewright.text import Fields, Value, parse_number, quote

GOAL_KEYS = tuple(goal.key for goal in GOALS)
HIDDEN = "?"
NONE = "none"

# Goals that stay fulfilled forever. The others can be lost: groups may merge (MS-15a, f, l), stairs
# may be overgrown (MS-15c).
_LASTING = {goal.key for goal in GOALS if goal.rule[-1] not in "acfl"}


# --- Writing ------------------------------------------------------------------------------------


def format_position(state: State) -> list[tuple[str, str | list[str]]]:
    """Return the game's own fields of a position text, as pairs of name and value."""
    players = int(state["players"])
    shelves = [format_shelf(read_planes(state["shelves"][seat])) for seat in range(players)]
    end_token = int(state["end_token"])
    return [
        ("refill", REFILLS[int(state["refill"])]),
        ("first", str(int(state["first"]))),
        ("goals", _format_goals(state)),
        ("cards", " ".join(str(int(card) or HIDDEN) for card in state["cards"][:players])),
        ("end-token", str(end_token - 1) if end_token else NONE),
        ("room", format_room(read_planes(state["room"]), players)),
        ("shelves", [" ".join(rows) for rows in zip(*shelves, strict=True)]),
        ("bag", _format_bag(state)),
    ]


def _format_goals(state: State) -> list[str]:
    """Format each common goal in play with the points that each seat took from it."""
    players = int(state["players"])
    return [
        " ".join([GOAL_KEYS[int(goal) - 1], *(str(int(points)) for points in tokens[:players])])
        for goal, tokens in zip(state["goals"], state["tokens"], strict=True)
        if goal
    ]


def _format_bag(state: State) -> str:
    return " ".join(f"{letter}{count}" for letter, count in count_bag(state).items())


def count_bag(state: State) -> dict[str, int]:
    """Return the number of tiles in the bag, by letter (MS-16).

    The bag contains all tiles that are neither in the room nor on a shelf.
    """
    shelves = state["shelves"][: int(state["players"])]
    outside = [count_tiles_by_type(read_planes(planes)) for planes in (state["room"], *shelves)]
    counts = zip(*outside, strict=True)
    return {
        letter: TILES_PER_TYPE - sum(count)
        for letter, count in zip(ITEM_LETTERS, counts, strict=True)
    }


# --- Reading ------------------------------------------------------------------------------------


def parse_position(fields: Fields, state: State) -> None:
    """Parse and validate the game's own fields of a position text.

    The values are stored in ``state``, of which only the header is set.
    """
    players = int(state["players"])
    state["refill"] = fields.take("refill").one_of(REFILLS)
    state["first"] = fields.take("first").number_in(0, players - 1)
    goals, cards = fields.take("goals"), fields.take("cards")
    end_token, room = fields.take("end-token"), fields.take("room")
    shelves, bag = fields.take("shelves"), fields.take("bag")
    _parse_room(room, state)
    _parse_shelves(shelves, state)
    _parse_goals(goals, state)
    _parse_end_token(end_token, state)
    _check_turns(shelves, state)
    _check_end(shelves, end_token, state)
    _check_room(room, state)
    _check_bag(room, bag, state)
    _check_tokens(goals, state)
    _parse_cards(cards, state)


def _parse_room(value: Value, state: State) -> None:
    """Parse the living room (MS-2).

    Raises:
        TextError: A cell in play has an unknown sign, or a place out of play is not ``.``.
    """
    players = int(state["players"])
    lines = value.block(ROOM_SIZE, ROOM_SIZE)
    in_play = set(room_cells(players))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            is_cell = (row, column) in in_play
            if sign not in (ITEM_LETTERS + EMPTY_CELL if is_cell else NOTHING):
                expected = f"one of {ITEM_LETTERS}{EMPTY_CELL}" if is_cell else quote(NOTHING)
                raise value.error(
                    f"expected {expected} at {format_cell((row, column))} with {players} players "
                    f"(MS-2); found {quote(sign)}",
                    row,
                )
    state["room"] = parse_room(lines)


def _parse_shelves(value: Value, state: State) -> None:
    """Parse the shelves, which are drawn side by side (MS-3).

    Raises:
        TextError: A line or a sign is invalid, or a tile hangs above an empty place.
    """
    players = int(state["players"])
    lines = value.block(SHELF_ROWS, players * (SHELF_COLUMNS + 1) - 1)
    rows = [line.split(" ") for line in lines]
    for row, parts in enumerate(rows):
        if [len(part) for part in parts] != [SHELF_COLUMNS] * players:
            raise value.error(f"expected {players} times {SHELF_COLUMNS} signs", row)
        for sign in "".join(parts):
            if sign not in ITEM_LETTERS + NOTHING:
                raise value.error(
                    f"expected one of {ITEM_LETTERS}{NOTHING}; found {quote(sign)}", row
                )
    for seat in range(players):
        shelf = [parts[seat] for parts in rows]
        hanging = find_unsupported(shelf)
        if hanging is not None:
            row, column = hanging
            raise value.error(
                f"seat {seat}: the tile in column {column + 1} hangs above an empty place (MS-3)",
                row,
            )
        state["shelves"][seat] = parse_shelf(shelf)


def find_unsupported(shelf: Sequence[str]) -> Cell | None:
    """Return the first tile of a shelf above an empty place, or None if there is none (MS-3)."""
    for row in range(SHELF_ROWS - 1):
        for column in range(SHELF_COLUMNS):
            if shelf[row][column] != NOTHING and shelf[row + 1][column] == NOTHING:
                return row, column
    return None


def _parse_goals(value: Value, state: State) -> None:
    """Parse one or two common goals, each with the points that seats took from it.

    Raises:
        TextError: The goals or the points are invalid (MS-4, MS-10).
    """
    players = int(state["players"])
    lines = value.block()
    if len(lines) > GOALS_IN_PLAY:
        raise value.error(f"expected 1 or 2 goals (MS-4); found {len(lines)}")
    for index, line in enumerate(lines):
        key, *points = line.split()
        if key not in GOAL_KEYS or key in [other.split()[0] for other in lines[:index]]:
            expected = ", ".join(GOAL_KEYS)
            raise value.error(
                f"expected different goals, each one of {expected}; found {quote(key)}", index
            )
        if len(points) != players:
            raise value.error(f"expected the points of {players} seats; found {len(points)}", index)
        taken = [parse_number(text, 0, TOKENS[players][0], value) for text in points]
        paid = sorted((number for number in taken if number), reverse=True)
        if tuple(paid) != TOKENS[players][: len(paid)]:
            stack = ", ".join(map(str, TOKENS[players]))
            raise value.error(
                f"expected tokens from the top of the stack {stack} (MS-10); "
                f"found {', '.join(map(str, paid))}",
                index,
            )
        state["goals"][index] = GOAL_KEYS.index(key) + 1
        state["tokens"][index, :players] = taken


def _parse_cards(value: Value, state: State) -> None:
    """Parse the personal cards (MS-16).

    A view hides the cards of other seats as ``?``.

    Raises:
        TextError: A card is missing, unknown or there twice, or is not hidden as it should be
            (MS-5).
    """
    players, viewer = int(state["players"]), int(state["viewer"])
    if len(value.words) != players:
        raise value.error(f"expected {players} cards; found {len(value.words)}")
    for seat, word in enumerate(value.words):
        is_known = viewer in (COMPLETE, seat) or bool(state["over"])
        if is_known == (word == HIDDEN):
            expected = "a card number" if is_known else f"'{HIDDEN}'"
            raise value.error(f"expected {expected} for seat {seat}; found {quote(word)}")
        if is_known:
            card = parse_number(word, 1, len(CARDS), value)
            if card in state["cards"]:
                raise value.error(f"expected different cards (MS-5); found {card} twice")
            state["cards"][seat] = card


def _parse_end_token(value: Value, state: State) -> None:
    if value.text != NONE:
        state["end_token"] = value.number_in(0, int(state["players"]) - 1) + 1


def _count_tiles(state: State, seat: Seat) -> int:
    """Return the number of tiles on a seat's shelf."""
    planes = read_planes(state["shelves"][seat])
    return (planes[0] | planes[1] | planes[2]).bit_count()


def _turn_in_round(state: State, seat: Seat) -> int:
    """Return the index of a seat's turn in a round, 0 for the first player (MS-6)."""
    return (seat - int(state["first"])) % int(state["players"])


def _check_turns(value: Value, state: State) -> None:
    """Raise ``TextError`` unless mover and shelves match the ply.

    A turn adds 1 to 3 tiles to a shelf (MS-6, MS-7).
    """
    players, ply = int(state["players"]), int(state["ply"])
    if _turn_in_round(state, int(state["mover"])) != ply % players:
        expected = (int(state["first"]) + ply) % players
        raise value.error(
            f"expected mover {expected} after {ply} turns from first {int(state['first'])} (MS-6); "
            f"found {int(state['mover'])}"
        )
    for seat in range(players):
        turns = (ply - _turn_in_round(state, seat) + players - 1) // players
        tiles = _count_tiles(state, seat)
        if not turns <= tiles <= MOST_TILES_TAKEN * turns:
            raise value.error(
                f"expected {turns} to {MOST_TILES_TAKEN * turns} tiles on the shelf of seat {seat} "
                f"after {turns} turns (MS-7); found {tiles}"
            )


def _check_end(shelves: Value, end_token: Value, state: State) -> None:
    """Set ``over`` from the shelves (MS-12).

    Raises:
        TextError: The end token does not match the full shelves, or a seat with a full shelf has a
            turn to come.
    """
    players = int(state["players"])
    played = int(state["ply"]) % players
    by_turn = sorted(range(players), key=lambda seat: _turn_in_round(state, seat))
    full = [seat for seat in by_turn if _count_tiles(state, seat) == FULL_SHELF.bit_count()]
    expected = full[0] + 1 if full else 0
    if int(state["end_token"]) != expected:
        raise end_token.error(
            f"expected {full[0] if full else NONE} by the shelves (MS-12); "
            f"found {quote(end_token.text)}"
        )
    state["over"] = bool(full) and played == 0
    for seat in full:
        if played and _turn_in_round(state, seat) >= played:
            raise shelves.error(
                f"seat {seat} has a full shelf and a turn to come in the last round (MS-12)"
            )


def _check_room(value: Value, state: State) -> None:
    """Raise ``TextError`` if the room has too few tiles or is due for a refill (MS-2, MS-11)."""
    players = int(state["players"])
    planes = read_planes(state["room"])
    room = planes[0] | planes[1] | planes[2]
    tiles = sum(_count_tiles(state, seat) for seat in range(players))
    fewest = len(room_cells(players)) - tiles
    if room.bit_count() < fewest:
        raise value.error(
            f"expected at least {fewest} tiles with {tiles} on the shelves (MS-2); "
            f"found {room.bit_count()}"
        )
    if not state["over"] and is_refill_due(room, int(state["refill"])):
        raise value.error(
            f"expected a room that was filled again (MS-11); found {room.bit_count()} tiles"
        )


def _check_bag(room: Value, bag: Value, state: State) -> None:
    """Raise ``TextError`` unless room, shelves and bag have 22 tiles of each type (MS-1)."""
    counts = count_bag(state)
    for letter, count in counts.items():
        if count < 0:
            raise room.error(
                f"expected at most {TILES_PER_TYPE} tiles {letter} in room and shelves (MS-1); "
                f"found {TILES_PER_TYPE - count}"
            )
    if bag.words != _format_bag(state).split():
        raise bag.error(
            f"expected {_format_bag(state)}, what is left of {TILES_PER_TYPE} each (MS-1); "
            f"found {quote(bag.text)}"
        )


def _check_tokens(value: Value, state: State) -> None:
    """Raise ``TextError`` unless the tokens match the shelves (MS-10).

    A seat that fulfils a goal must have a token. A seat without a chance to have fulfilled it must
    not.
    """
    for index, line in enumerate(value.lines):
        goal = int(state["goals"][index])
        key = GOAL_KEYS[goal - 1]
        for seat in range(int(state["players"])):
            is_paid = bool(state["tokens"][index, seat])
            is_met = bool(fulfils_goal(*read_planes(state["shelves"][seat]), goal))
            if is_met and not is_paid:
                raise value.error(
                    f"expected a token for seat {seat}, whose shelf fulfils it (MS-10); "
                    f"found {quote(line)}",
                    index,
                )
            could_be = key not in _LASTING and _count_tiles(state, seat) >= int(FEWEST_TILES[goal])
            if is_paid and not is_met and not could_be:
                raise value.error(
                    f"expected no token for seat {seat}, whose shelf never fulfilled it (MS-10); "
                    f"found {quote(line)}",
                    index,
                )
