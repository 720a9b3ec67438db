"""Drawings of positions for a terminal of 80 columns; letters accompany all colours."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from tilewright.game import Seat, State
from tilewright.games.my_shelfie.grids import (
    COLUMN_LETTERS,
    EMPTY_CELL,
    NOTHING,
    format_room,
    format_shelf,
    read_planes,
)
from tilewright.games.my_shelfie.options import REFILLS
from tilewright.games.my_shelfie.positions import count_bag
from tilewright.games.my_shelfie.shelf import list_tokens_left, score_seat
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    ITEM_LETTERS,
    SHELF_COLUMNS,
    SHELF_ROWS,
)

STYLES = {
    "C": "black on #6aa457",
    "B": "black on #efe3c4",
    "G": "black on #e0a02f",
    "F": "white on #2f5da8",
    "T": "black on #45b5c4",
    "P": "black on #e08cb2",
}


def draw(state: State, seat: Seat | None) -> Group:
    """Draw the living room, the goals and all shelves.

    The personal card of ``seat`` is drawn if it is visible.
    """
    top = Table.grid(padding=(0, 3, 0, 0))
    top.add_row(_draw_room(state), _draw_info(state, seat))
    return Group(top, Text(), _draw_shelves(state, seat))


def _draw_cell(letter: str) -> Text:
    """Draw a cell of the room or a place of a shelf, three columns wide."""
    if letter in STYLES:
        return Text(f" {letter} ", style=STYLES[letter])
    return Text({NOTHING: "   ", EMPTY_CELL: " · "}[letter], style="dim")


def _draw_row(letters: str) -> Text:
    return Text().join(_draw_cell(letter) for letter in letters)


def _draw_room(state: State) -> Text:
    """Draw the living room with the letters of its columns and the numbers of its rows."""
    names = "   " + "".join(f" {name} " for name in COLUMN_LETTERS)
    lines = [Text(names, style="bold")]
    for number, line in enumerate(
        format_room(read_planes(state["room"]), int(state["players"])), 1
    ):
        lines.append(Text(f" {number} ", style="bold") + _draw_row(line))
    return Text("\n").join(lines)


def _draw_info(state: State, seat: Seat | None) -> Group:
    """Draw the panel beside the room: turn, goals, bag, rule of the refill and personal card."""
    parts: list[Text] = [_draw_turn(state), Text(), *_draw_goals(state), Text()]
    bag = count_bag(state)
    counts = Text(" ").join(_draw_count(bag[item], item) for item in bag)
    parts.append(Text("In the bag: ") + counts)
    rule = "4 tiles or fewer are left" if REFILLS[int(state["refill"])] == "four" else "none touch"
    parts.append(Text(f"The room is filled again when {rule}.", style="dim"))
    if seat is not None and _is_card_visible(state, seat):
        parts += [Text(), *_draw_card(state, seat)]
    return Group(*parts)


def _draw_count(count: int, letter: str) -> Text:
    return Text(f"{count}") + Text(letter, style=STYLES[letter])


def _draw_turn(state: State) -> Text:
    """Draw whose turn it is and the first player, or that the game is over."""
    if state["over"]:
        return Text("The game is over.", style="bold")
    turn = f"Seat {int(state['mover'])} to move"
    if int(state["end_token"]):
        turn += "; last round"
    return Text(turn, style="bold") + Text(f"  (first player: seat {int(state['first'])})")


def _draw_goals(state: State) -> list[Text]:
    """Draw each common goal with its tokens, both left and taken (MS-10)."""
    lines: list[Text] = []
    for index, (goal, tokens) in enumerate(zip(state["goals"], state["tokens"], strict=True)):
        if goal:
            left = map(str, list_tokens_left(state, index))
            lines.append(Text(f"{GOALS[int(goal) - 1].name}", style="bold"))
            paid = [f"{points} to seat {seat}" for seat, points in enumerate(tokens) if points]
            lines.append(Text(f"  tokens left: {' '.join(left) or 'none'}"))
            lines += [Text(f"  taken: {', '.join(paid)}")] if paid else []
    return lines


def _is_card_visible(state: State, seat: Seat) -> bool:
    """Return True if a seat's card is visible.

    Views set hidden cards to 0 (MS-5).
    """
    return seat < int(state["players"]) and int(state["cards"][seat]) != 0


def _draw_card(state: State, seat: Seat) -> list[Text]:
    """Draw a seat's personal card as a shelf with six items."""
    number = int(state["cards"][seat])
    rows = [[NOTHING] * SHELF_COLUMNS for _ in range(SHELF_ROWS)]
    for row, column, item in CARDS[number - 1]:
        rows[row][column] = ITEM_LETTERS[item]
    title = f"Seat {seat}'s card {number}: {score_seat(state, seat).personal} points so far"
    lines = [_draw_row("".join(row).replace(NOTHING, EMPTY_CELL)) for row in rows]
    return [Text(title, style="bold"), *lines]


def _draw_shelves(state: State, seat: Seat | None) -> Table:
    """Draw all shelves side by side, each 15 columns wide."""
    table = Table.grid(padding=(0, 4, 0, 0))
    players = range(int(state["players"]))
    table.add_row(*(_draw_shelf(state, other, other == seat) for other in players))
    return table


def _draw_shelf(state: State, seat: Seat, is_own: bool) -> Text:
    """Draw a seat's shelf above its points."""
    score = score_seat(state, seat)
    mark = "*" if seat == int(state["mover"]) and not state["over"] else " "
    lines = [Text(f"{mark}Seat {seat}{' (you)' if is_own else ''}", style="bold")]
    shelf = format_shelf(read_planes(state["shelves"][seat]))
    lines += [_draw_row(row.replace(NOTHING, EMPTY_CELL)) for row in shelf]
    lines.append(Text("".join(f" {column + 1} " for column in range(SHELF_COLUMNS)), style="bold"))
    lines.append(Text(f"tokens {score.tokens + score.end_token}"))
    lines.append(Text(f"groups {score.groups}"))
    if state["over"]:
        lines.append(Text(f"card   {score.personal}"))
        lines.append(Text(f"in all {score.total}", style="bold"))
    return Text("\n").join(lines)
