"""How Polyssimo Challenge is written: moves, then positions."""

from __future__ import annotations

from tilewright.games.polyssimo.moves import describe_move, format_move, parse_move
from tilewright.games.polyssimo.positions import format_position, parse_position

__all__ = ["describe_move", "format_move", "format_position", "parse_move", "parse_position"]
