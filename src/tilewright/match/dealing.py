"""How a game begins: freshly dealt, or from the middle of another."""

from __future__ import annotations

from tilewright.days import is_day
from tilewright.errors import TilewrightError
from tilewright.events import Terms
from tilewright.game import COMPLETE
from tilewright.match.refusals import Refused
from tilewright.position import Position
from tilewright.registry import get_game

__all__ = ["check_beginning", "deal"]


def deal(terms: Terms, seed: int) -> Position:
    """The first position of a game, all of it, from the seed of its shuffle."""
    game = get_game(terms.game)
    if terms.start is None:
        return Position.new(game, terms.players, seed, terms.options)
    return Position.from_text(game, terms.start).determinize(seed)


def check_beginning(terms: Terms) -> None:
    """Refuse terms from which no game could be dealt."""
    get_game(terms.game).parse_options(terms.options, terms.players)
    if terms.start is not None:
        _check_start(terms)
    if terms.day is not None and (terms.players > 1 or not is_day(terms.day)):
        raise Refused("bad_terms", f"day: expected a game for one and a day; found {terms.day}")


def _check_start(terms: Terms) -> None:
    if terms.rated or terms.options or terms.day:
        raise Refused("bad_terms", "start: expected no options, no day and an unrated game")
    start = _read_start(terms)
    if start.players != terms.players:
        found = f"a position for {start.players}"
        raise Refused("bad_terms", f"start: expected {terms.players} players; found {found}")
    if start.viewer == COMPLETE:
        raise Refused("bad_terms", "start: expected the view of a seat; found all of a position")
    if start.is_over:
        raise Refused("bad_terms", "start: expected a game that goes on; found the end of one")


def _read_start(terms: Terms) -> Position:
    try:
        return Position.from_text(get_game(terms.game), terms.start or "")
    except TilewrightError as error:
        raise Refused("bad_terms", f"start: {error}") from error
