"""Reviews of finished games: worked out once, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict
from functools import partial
from threading import Event

import msgspec

from tilewright.errors import Code
from tilewright.game import Seat
from tilewright.record import Record
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts, until_solvable
from tilewright.server.limits import too_many
from tilewright.study.review import Decision, Review, review
from tilewright.study.review.asking import SILENT
from tilewright.study.review.reviewing import Stopped
from tilewright.wire.moves import Played
from tilewright.wire.review import (
    AccountShown,
    ChanceShown,
    DecisionShown,
    ReasonShown,
    ReviewShown,
    StepShown,
)

__all__ = ["SECONDS", "Reviews", "review_quickly"]

KEPT = 200
"""Games; the longest unused is forgotten first."""
ITERATIONS = 300
"""Of a decision: somebody waits for it."""
SECONDS = 4.0
"""About how long a game takes."""


class Reviews:
    """The reviews of games by their names, as JSON. Belongs to one event loop."""

    def __init__(self, analysts: Analysts, kept: int = KEPT) -> None:
        self._analysts, self._num_kept = analysts, kept
        self._kept: OrderedDict[str, str] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    async def find(self, name: str, record: Record, caller: Caller) -> str:
        """One job for an analyst, unless it is known."""
        if name not in self._kept:
            await until_solvable(record.position.game)
            self._kept[name] = await self._analysts.work(caller, SECONDS, partial(_write, record))
        self._kept.move_to_end(name)
        if len(self._kept) > self._num_kept:
            self._kept.popitem(last=False)
        return self._kept[name]


def review_quickly(record: Record, stop: Event) -> Review:
    """One that somebody waits for. Raises TooManyRequests where it was stopped."""
    try:
        return review(record, iterations=ITERATIONS, stop=stop)
    except Stopped:  # with the server, or by who asked
        raise too_many("analyses", SECONDS, Code.BUSY) from None


def _write(record: Record, stop: Event) -> str:
    found = review_quickly(record, stop)
    return msgspec.json.encode(_show(record, found)).decode()


def _show(record: Record, found: Review) -> ReviewShown:
    told = [one for one in found.decisions if one.kind not in SILENT]
    return ReviewShown(
        game=found.game,
        iterations=found.iterations,
        decisions=[_show_decision(record, one) for one in told],
        chance=[
            ChanceShown(ply=one.ply, event=one.event, luck=list(one.luck)) for one in found.chance
        ],
        steps=_show_steps(found),
        seats=_show_accounts(found),
    )


def _show_decision(record: Record, one: Decision) -> DecisionShown:
    view = record.position.at_ply(one.ply).view(one.seat)
    effect = view.effect(view.parse_move(one.best))
    return DecisionShown(
        ply=one.ply,
        seat=one.seat,
        kind=one.kind,
        played=one.played,
        best=Played(ply=one.ply, seat=one.seat, move=one.best, effect=effect),
        loss=one.loss,
        error=one.error,
        why=[ReasonShown(**reason) for reason in one.why],
    )


def _show_steps(found: Review) -> list[StepShown]:
    """In the order of the ledger: a move, then what chance did after it."""
    moves: list[tuple[int, Seat | None]] = [(one.ply + 1, one.seat) for one in found.decisions]
    draws = [(one.ply, None) for one in found.chance]
    told = sorted([*moves, *draws], key=lambda step: (step[0], step[1] is None))
    told += [(told[-1][0], seat) for seat in found.forfeits[-1:]]  # to give up is a decision, too
    return [
        StepShown(ply=ply, seat=seat, outlook=list(outlook))
        for (ply, seat), outlook in zip(told, found.path[1:], strict=True)
    ]


def _show_accounts(found: Review) -> list[AccountShown]:
    return [
        AccountShown(
            **asdict(one),
            adjusted=one.adjusted,
            score=found.outcome.scores[one.seat],
            place=found.outcome.places[one.seat],
            gave_up=one.seat in found.forfeits,
        )
        for one in found.seats
    ]
