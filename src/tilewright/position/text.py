"""Positions and legal moves as text, and positions and effects as data for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from tilewright.errors import TilewrightError
from tilewright.game import (
    COMPLETE,
    SPECTATOR,
    Action,
    Actions,
    Game,
    State,
    States,
    as_int,
    copy_states,
    generic_effect,
)
from tilewright.text import Value, parse_fields, quote

if TYPE_CHECKING:
    from tilewright.position.position import Position

POSITION_VERSION = "position 1"
VIEWERS = ("seat-0", "seat-1", "seat-2", "seat-3", "spectator")


def parse_states(game: Game, text: str) -> States:
    """Parse the text of a position into an array of one record.

    Raises:
        TextError: A field is missing, unknown or out of range; the error names the line.
    """
    fields = parse_fields(text)
    version = fields.take("tilewright")
    if version.text != POSITION_VERSION:
        raise version.error(f"expected {POSITION_VERSION!r}; found {quote(version.text)}")
    name = fields.take("game")
    if name.text != game.name:
        raise name.error(f"expected {game.name!r}; found {quote(name.text)}")
    states = game.new_state()
    state = states[0]
    state["players"] = fields.take("players").number_in(game.players[0], game.players[-1])
    state["ply"] = fields.take("ply").number_in(0, 10_000)
    state["mover"] = fields.take("mover").number_in(0, int(state["players"]) - 1)
    viewer = fields.take_optional("viewer")
    state["viewer"] = COMPLETE if viewer is None else _parse_viewer(viewer, int(state["players"]))
    state["rng"] = _parse_rng(fields.take("rng"), is_hidden=viewer is not None)
    game.notation.parse_position(fields, state)
    fields.finish()
    return states


def _parse_viewer(value: Value, players: int) -> int:
    """Parse a viewer such as ``seat-1`` or ``spectator``. Return its number."""
    index = value.one_of(VIEWERS[:players] + VIEWERS[SPECTATOR:])
    return index if index < players else SPECTATOR


def _parse_rng(value: Value, *, is_hidden: bool) -> int:
    """Parse the state of the generator.

    In a view, the text must be ``?``, which gives 0.
    """
    text = value.text
    if is_hidden:
        if text != "?":
            raise value.error(f"expected '?' in a view; found {quote(text)}")
        return 0
    if len(text) != 16 or not set(text) <= set("0123456789abcdef"):
        raise value.error(f"expected 16 hexadecimal digits; found {quote(text)}")
    return int(text, 16)


def list_fields(game: Game, state: State) -> list[tuple[str, str | list[str]]]:
    """Return the fields of a position's text in order, as pairs of name and value."""
    viewer = int(state["viewer"])
    is_complete = viewer == COMPLETE
    fields: list[tuple[str, str | list[str]]] = [
        ("tilewright", POSITION_VERSION),
        ("game", game.name),
        *((key, str(int(state[key]))) for key in ("players", "ply", "mover")),
        *([] if is_complete else [("viewer", VIEWERS[viewer])]),
        ("rng", f"{int(state['rng']):016x}" if is_complete else "?"),
    ]
    return fields + game.notation.format_position(state)


# --- Legal moves --------------------------------------------------------------------------------


class LegalMoves(Sequence[str]):
    """The legal moves of a position, as a sequence of strings.

    Moves are formatted on access. The sequence is a snapshot: it does not change when moves are
    played. ``text in moves`` accepts every spelling that ``Position.play`` accepts.
    """

    def __init__(self, position: Position) -> None:
        self._state = copy_states(position._array)[0]
        self._notation = position.game.notation
        self._runtime = position._runtime
        self._actions = position.legal_actions

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._format(self._actions[index])
        number, count = as_int("index", index), len(self)
        if not -count <= number < count:
            raise IndexError(f"expected the index of one of {count} legal moves; found {number}")
        return self._format(self._actions[[number]])[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._format(self._actions))

    def __contains__(self, text: object) -> bool:
        """Return True if the text describes a legal move, in any spelling."""
        try:
            return isinstance(text, str) and self._notation.parse_move(self._state, text) >= 0
        except TilewrightError:
            return False

    def __repr__(self) -> str:
        shown = ", ".join(self[:8])
        return f"<{len(self)} legal moves: {shown}{', ...' if len(self) > 8 else ''}>"

    def _format(self, actions: Actions) -> list[str]:
        return self._runtime.writers_now.format_moves(self._state, actions)


# --- Scenes -------------------------------------------------------------------------------------


def build_scene(position: Position) -> dict[str, Any]:
    """Return the scene of a position: JSON data from which the page draws it."""
    scene = position._runtime.writers.scene(position.state)
    if position.game.scenery.place is not None:
        scene["plain"]["moves"] = _place_moves(position, position.game.scenery.place)
    return _common_scene(position) | scene


def _common_scene(position: Position) -> dict[str, Any]:
    """Return the keys of a scene that all games share."""
    outcome = position.outcome
    return {
        "game": position.game.name,
        "players": position.players,
        "ply": position.ply,
        "mover": position.mover,
        "is_over": position.is_over,
        "scores": list(outcome.scores) if outcome else None,
        "places": list(outcome.places) if outcome else None,
    }


def _place_moves(position: Position, place: Callable[[State, Action], dict[str, Any]]) -> list[Any]:
    """Return the place of each legal move on the generic board.

    The list is empty in a view if it is not the viewer's turn.
    """
    if position.viewer not in (COMPLETE, position.mover):
        return []
    return [place(position.state, int(action)) for action in position.legal_actions]


# --- Effects ------------------------------------------------------------------------------------


def build_effect(position: Position, action: Action, move: str, after: State) -> dict[str, Any]:
    """Return the consequences of a legal action as JSON data.

    ``after`` is the state after the action.
    """
    scenery, state = position.game.scenery, position.state
    plain = {"text": position.describe_move(action)} if scenery.effect is generic_effect else {}
    if scenery.place is not None:
        plain |= scenery.place(state, action)
    effect = position._runtime.writers.effect(state, action, after)
    return _common_effect(position, move, after) | effect | plain


def _common_effect(position: Position, move: str, after: State) -> dict[str, Any]:
    """Return the keys of an effect that all games share."""
    is_over = bool(after["over"])
    return {
        "move": move,
        "seat": position.mover,
        "next": None if is_over else int(after["mover"]),
        "ends": is_over,
    }
