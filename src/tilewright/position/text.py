"""Positions as text: what all games write of one, and then each game its own."""

from __future__ import annotations

from tilewright.game import COMPLETE, SPECTATOR, Game, State, States
from tilewright.text import Value, parse_fields, quote

__all__ = ["VIEWERS", "fields_of", "parse_states"]

POSITION_VERSION = "position 1"
VIEWERS = ("seat-0", "seat-1", "seat-2", "seat-3", "spectator")


def parse_states(game: Game, text: str) -> States:
    """The state that a text tells: record[1]."""
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
    index = value.one_of(VIEWERS[:players] + VIEWERS[SPECTATOR:])
    return index if index < players else SPECTATOR


def _parse_rng(value: Value, *, is_hidden: bool) -> int:
    text = value.text
    if is_hidden:
        if text != "?":
            raise value.error(f"expected '?' in a view; found {quote(text)}")
        return 0
    if len(text) != 16 or not set(text) <= set("0123456789abcdef"):
        raise value.error(f"expected 16 hexadecimal digits; found {quote(text)}")
    return int(text, 16)


def fields_of(game: Game, state: State) -> list[tuple[str, str | list[str]]]:
    """What is written of a state, by key."""
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
