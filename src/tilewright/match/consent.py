"""Wishes that the others must agree to: to take moves back, to pause."""

from __future__ import annotations

from tilewright.events import Answered, Ask, Asked, Event, Paused, Resumed, Undone
from tilewright.game import Seat
from tilewright.match.playing import Playing
from tilewright.match.refusals import Refused

__all__ = ["Consent"]


class Consent(Playing):
    """Asking, answering, resuming."""

    def ask(self, person: str, what: Ask, now: int) -> list[Event]:
        """Ask for an undo or a pause; granted at once where there is nobody to ask."""
        seat = self._playing_seat(person)
        if flag := self._flag(now):
            return flag
        self._check_ask(seat, what)
        asked = Asked(at=now, seat=seat, what=what)
        return [asked] if self._others(seat) else [asked, self._granted(what, seat, now)]

    def _check_ask(self, seat: Seat, what: Ask) -> None:
        if self.asked is not None:
            raise Refused("asked_already", f"seat {self.asked[1]} has asked for something already")
        if what == "undo":
            self._check_undo(seat)
        elif self.is_paused:
            raise Refused("paused", "the game is paused already")

    def answer(self, person: str, yes: bool, now: int) -> list[Event]:
        """Agree to what was asked, or refuse; whoever asked may take it back by a no."""
        seat = self._playing_seat(person)
        if flag := self._flag(now):
            return flag
        what, asker = self._check_asked(person, yes)
        answered = Answered(at=now, seat=seat, what=what, yes=yes)
        is_granted = yes and self._others(asker) <= self.agreed | {person}
        return [answered, self._granted(what, asker, now)] if is_granted else [answered]

    def _check_asked(self, person: str, yes: bool) -> tuple[Ask, Seat]:
        """What was asked of somebody and by which seat."""
        if self.asked is not None:
            is_takeback = not yes and self.chairs[self.asked[1]].belongs_to(person)
            if is_takeback or person in self._others(self.asked[1]):
                return self.asked
        raise Refused("nothing_asked", "nothing was asked of you")

    def resume(self, person: str, now: int) -> list[Event]:
        """End a pause; anybody who plays may."""
        seat = self._playing_seat(person)
        if not self.is_paused:
            raise Refused("not_paused", "the game is not paused")
        return [Resumed(at=now, seat=seat)]

    def _others(self, asker: Seat) -> set[str]:
        """Whose consent is needed: the persons who play, but for whoever asks."""
        owners = {chair.owner for chair in self.chairs if chair.is_person and not chair.is_bot}
        return {owner for owner in owners if owner not in (None, self.chairs[asker].owner)}

    def _granted(self, what: Ask, seat: Seat, now: int) -> Event:
        if what == "pause":
            return Paused(at=now)
        return Undone(at=now, moves=self._moves_to_undo(seat))

    def _moves_to_undo(self, seat: Seat) -> int:
        """From the asker's last move on; at one screen, from the last move of any there."""
        owner = self.chairs[seat].owner
        for count, mover in enumerate(reversed(self.movers), 1):
            if self.chairs[mover].owner == owner:
                return count
        return 0

    def _check_undo(self, seat: Seat) -> None:
        if self._moves_to_undo(seat) == 0:
            raise Refused("nothing_to_undo", "nothing to undo: you have not moved yet")
        if self.terms.day is not None:
            raise Refused("daily", "the daily deal knows no undo")
        if self.terms.rated and not self._others(seat):
            raise Refused("rated", "a rated game against bots knows no undo")
