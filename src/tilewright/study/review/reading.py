"""Which games can be reviewed, and what is said of the others."""

from __future__ import annotations

from tilewright.errors import InvalidOption
from tilewright.position import Outcome
from tilewright.record import Record

__all__ = ["check_reviewable", "remarks_of"]


def check_reviewable(record: Record) -> Outcome:
    """How the game ended; an error that says why, where it cannot be reviewed."""
    position = record.position
    if position.game.is_for_one:
        raise InvalidOption(
            f"{position.game.name}: a review compares seats, and this game is for one; "
            "tilewright solve shows what its deals allow"
        )
    if record.outcome is None:
        raise InvalidOption(
            f"the game is unfinished after {position.ply} plies; only what is over is reviewed"
        )
    if not position.actions:
        raise InvalidOption("no move was played; there is nothing to review")
    return record.outcome


def remarks_of(record: Record) -> list[str]:
    """What the reader should know about a game that did not go from a deal to its end."""
    position = record.position
    remarks = []
    if position.seed is None:
        remarks.append(
            f"The game begins at ply {position.first_ply}, not with a deal: what chance did before "
            "is not counted."
        )
    for seat, reason in record.forfeits:
        words = {"resigned": "resigned", "time": "ran out of time", "fault": "broke the rules"}
        remarks.append(
            f"Seat {seat} {words[reason]}. What that cost counts as its own decision; what the "
            "board would have brought is not guessed."
        )
    silent = set(range(position.players)) - _movers(record)
    return remarks + [
        f"Seat {seat} never moved: it has no decisions of its own." for seat in sorted(silent)
    ]


def _movers(record: Record) -> set[int]:
    steps, movers = record.position.after(0), set()
    for action in record.position.actions:
        movers.add(steps.mover)
        steps.play(action)
    return movers
