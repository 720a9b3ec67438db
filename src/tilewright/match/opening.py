"""How a table comes to be: on a server with its terms checked, or at one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tilewright.days import is_day
from tilewright.errors import Code, Refused, TilewrightError
from tilewright.events import (
    ChanceRule,
    Event,
    Forfeited,
    Moved,
    Occupant,
    Opened,
    Sat,
    Started,
    Terms,
)
from tilewright.forfeits import Forfeit
from tilewright.game import COMPLETE
from tilewright.match.checks import check_readable
from tilewright.match.folding import fold
from tilewright.match.state import Match
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.shuffle import commit

__all__ = ["open_table", "play_locally"]

LEAST_TIME: Final = {"game": 60_000, "move": 10_000}
"""Time (ms) of a rated game, by kind of clock: for the whole of it, or for each move."""


def open_table(
    terms: Terms,
    host: str,
    secret: bytes,
    now: int,
    reserved: Sequence[str | None] = (),
    chance: ChanceRule = "keys",
    *,
    is_quick: bool = False,
) -> list[Event]:
    """The first event of a table, its terms checked."""
    held = list(reserved) or [None] * terms.players
    opened = Opened(
        at=now,
        terms=terms,
        host=host,
        commitment=commit(secret),
        reserved=held,
        chance=chance,
        quick=is_quick,
    )
    check_readable(opened)
    _check_beginning(terms)
    options = get_game(terms.game).record_options(terms.options, terms.players)
    opened = replace(opened, terms=replace(terms, options=options))
    if terms.rated:
        _check_rated(terms)
    if len(held) != terms.players:
        raise Refused(Code.BAD_TERMS, f"reserved: expected {terms.players}; found {len(held)}")
    return [opened]


def _check_beginning(terms: Terms) -> None:
    """Refuse terms from which no game could be dealt."""
    if terms.start is not None:
        _check_start(terms)
    if terms.day is not None and not is_day(terms.day):
        raise Refused(Code.BAD_TERMS, f"day: expected a day of the calendar; found {terms.day}")


def _check_rated(terms: Terms) -> None:
    """A game that counts is an even one: nobody has a head start, or too little time to move."""
    if terms.players == 1:
        raise Refused(Code.BAD_TERMS, "rated: expected at least two players; found one")
    least = LEAST_TIME.get(terms.clock.kind, 0)
    if terms.clock.time < least:
        found = f"expected at least {least // 1000} seconds; found {terms.clock.time} ms"
        raise Refused(Code.BAD_TERMS, f"rated: {found}")
    for option in get_game(terms.game).options:
        text = terms.options.get(option.name, option.default)
        is_even = text == option.default or not any(option.parse(text, terms.players))
        if option.kind != "word" and not is_even:
            raise Refused(Code.BAD_TERMS, f"rated: expected {option.name} {option.default}")


def _check_start(terms: Terms) -> None:
    if terms.rated or terms.options or terms.is_duplicate:
        raise Refused(Code.BAD_TERMS, "start: expected no options, no day and an unrated game")
    start = _read_start(terms)
    if start.players != terms.players:
        found = f"a position for {start.players}"
        raise Refused(Code.BAD_TERMS, f"start: expected {terms.players} players; found {found}")
    if start.viewer == COMPLETE:
        raise Refused(Code.BAD_TERMS, "start: expected the view of a seat; found all of a position")
    if start.is_over:
        raise Refused(Code.BAD_TERMS, "start: expected a game that goes on; found the end of one")


def _read_start(terms: Terms) -> Position:
    try:
        return Position.from_text(get_game(terms.game), terms.start or "")
    except TilewrightError as error:
        raise Refused(Code.BAD_TERMS, f"start: {error}") from error


# --- At one screen ------------------------------------------------------------------------------


def play_locally(
    position: Position,
    seats: Sequence[Occupant],
    forfeits: Sequence[Forfeit] = (),
    stand_in: str = "level-4",
) -> Match:
    """A match at one screen, going on from a position: no clock, no shuffle to check."""
    game, players = position.game.name, position.players
    terms = Terms(game=game, players=players, grace=None, stand_in=stand_in)
    log: list[Event] = [
        Opened(at=0, terms=terms, host="", commitment=""),
        *(Sat(at=0, seat=seat, who=who) for seat, who in enumerate(seats)),
        Started(at=0),
        *_moves(position),
        *(Forfeited(at=0, seat=seat, reason=reason) for seat, reason in forfeits),
    ]
    return fold(b"", log, origin=position.after(0))


def _moves(position: Position) -> Iterator[Moved]:
    """The history of a position as events."""
    steps = position.after(0)
    for action, move in zip(position.actions, position.moves, strict=True):
        yield Moved(at=0, seat=steps.mover, move=move)
        steps.play(action)
