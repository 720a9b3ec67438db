"""What a client is shown of a table. Secrets are removed here and nowhere else.

Everything a seat or a spectator ever receives about a running game is made from ``Position.view``
of that seat and from events, which hold nothing secret. Once the game is over all is open, but for
a deal that others still play.
"""

from __future__ import annotations

from typing import NamedTuple

from tilewright.game import Seat
from tilewright.match import Chair, Match
from tilewright.server.effects import see, written
from tilewright.wire.moves import View
from tilewright.wire.tables import ChairInfo, OutcomeInfo, ShuffleInfo, TableInfo

__all__ = ["BYTES", "PLAIN", "WHOLE", "Form", "describe", "look", "show_outcome"]


class Form(NamedTuple):
    """How somebody wants to have positions."""

    scene: bool = False
    text: bool = True
    state: bool = False
    """As bytes and nothing else: whoever has an engine works out the rest."""


PLAIN = Form()
WHOLE = Form(scene=True)
BYTES = Form(text=False, state=True)


def describe(table: str, match: Match, now: int) -> TableInfo:
    """What is public about a table."""
    has_begun = match.position is not None
    return TableInfo(
        id=table,
        terms=match.terms,
        host=match.host,
        commitment=match.commitment,
        chairs=[_chair(match, seat, chair, now) for seat, chair in enumerate(match.chairs)],
        status=match.status,
        seq=match.seq,
        number=match.number,
        mover=match.mover,
        ply=match.board.ply if has_begun else 0,
        now=now,
        running=match.clocks.running,
        held_until=match.clocks.since if match.clocks.is_held(now) else None,
        asked=match.asked,
        is_paused=match.is_paused,
        next_table=match.next_table,
        unrated=match.unrated,
        is_quick=match.is_quick,
        outcome=show_outcome(match),
        shuffle=_shuffle(match) if match.is_revealed and has_begun else None,
    )


def show_outcome(match: Match) -> OutcomeInfo | None:
    """How a match ended, or None."""
    if (outcome := match.outcome) is None:
        return None
    return OutcomeInfo(list(outcome.scores), list(outcome.places))


def _chair(match: Match, seat: Seat, chair: Chair, now: int) -> ChairInfo:
    return ChairInfo(
        chair.who,
        chair.salt,
        chair.has_stand_in,
        chair.forfeit,
        match.reserved[seat] if chair.who is None else None,
        None if match.terms.clock.kind == "none" else match.clocks.remaining(seat, now),
    )


def _shuffle(match: Match) -> ShuffleInfo:
    shuffle = match.shuffle
    salts = [salt.hex() for salt in shuffle.salts]
    return ShuffleInfo(shuffle.secret.hex(), salts, str(shuffle.seed))


def look(match: Match, seat: Seat | None, form: Form = PLAIN) -> View | None:
    """The position of a match as a seat may see it; None before the deal."""
    if match.position is None:
        return None
    seen = see(match.position, seat, is_revealed=match.is_revealed)
    is_turn = seat is not None and seat == match.mover
    return View(
        seat=seat,
        number=match.number,
        ply=seen.ply,
        mover=seen.mover,
        is_over=seen.is_over,
        moves=written(seen.moves_json()) if is_turn and not form.state else None,
        position=seen.text if form.text else "",
        scene=written(seen.scene_json()) if form.scene else None,
        state=seen.packed if form.state or (form.scene and is_turn) else None,
    )
