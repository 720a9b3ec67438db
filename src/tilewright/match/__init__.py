"""One running match: seats, clocks, consent, stand-ins. No input or output, no clock of its own.

A match is the fold of its events. A wish (``move``, ``resign``, ``ask`` ...) is checked and
answered with the events it leads to; nothing has changed until they are applied:

    events = match.move("anna", "7@1,0", number=3, move_id="a1", now=now)
    store(events)                  # the server writes them down first
    match.apply(*events)

``seq`` counts events. ``number`` counts changes of the position (the deal, moves, undos): whoever
wishes to move says which number they saw, so that nobody moves on a position that is gone.

    state     the fold: what is known after so many events
    dealing   how a game begins
    seating   wishes before the game and after it
    playing   wishes during the game; time
    consent   wishes that others must agree to
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.events import Event, Forfeited, Occupant, Opened, Terms
from tilewright.forfeits import Forfeit, places_after
from tilewright.game import Seat
from tilewright.match.chair import Chair
from tilewright.match.consent import Consent
from tilewright.match.dealing import check_beginning
from tilewright.match.refusals import Refused, Stale, check_readable
from tilewright.match.seating import Seating
from tilewright.position import Position
from tilewright.shuffle import commit

__all__ = ["Chair", "Match", "Refused", "Stale", "places_after"]


class Match(Seating, Consent):
    """A table from its opening to its end."""

    @classmethod
    def open(
        cls,
        terms: Terms,
        host: str,
        secret: bytes,
        now: int,
        reserved: Sequence[str | None] = (),
    ) -> list[Event]:
        """The first event of a table, its terms checked."""
        held = list(reserved) or [None] * terms.players
        opened = Opened(at=now, terms=terms, host=host, commitment=commit(secret), reserved=held)
        check_readable(opened)
        check_beginning(terms)
        if terms.rated and terms.players == 1:
            raise Refused("bad_terms", "rated: expected at least two players; found one")
        if len(held) != terms.players:
            raise Refused("bad_terms", f"reserved: expected {terms.players}; found {len(held)}")
        return [opened]

    @classmethod
    def from_events(cls, secret: bytes, events: Sequence[Event]) -> Match:
        match = cls(secret)
        match.apply(*events)
        return match

    @classmethod
    def local(
        cls,
        position: Position,
        seats: Sequence[Occupant],
        forfeits: Sequence[Forfeit] = (),
        stand_in: str = "level-4",
    ) -> Match:
        """A match at one screen, going on from a position: no clock, no shuffle to check."""
        match = cls(b"")
        game, players = position.game.name, position.players
        terms = Terms(game=game, players=players, grace=None, stand_in=stand_in)
        match._opened(Opened(at=0, terms=terms, host="", commitment=""))
        match.chairs = [Chair(who) for who in seats]
        match.movers = list(_movers(position))
        match._deal(position)
        match.apply(*(Forfeited(at=0, seat=seat, reason=reason) for seat, reason in forfeits))
        return match

    @property
    def is_local(self) -> bool:
        """Whether nothing was promised about its deal."""
        return not self.commitment


def _movers(position: Position) -> Iterator[Seat]:
    """Whose move each ply of a position's history was."""
    steps = position.after(0)
    for action in position.actions:
        yield steps.mover
        steps.play(action)
