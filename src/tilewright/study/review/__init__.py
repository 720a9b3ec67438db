"""Reviews of finished games: what each decision lost, and what was luck.

>>> from tilewright.records.record import read_record, read_text
>>> from tilewright.study.review import review
>>> review(read_record(read_text("game.txt"))).as_json()  # doctest: +SKIP
"""

from __future__ import annotations

from tilewright.study.review.move_loss import CLASSES, THRESHOLDS, classify
from tilewright.study.review.pipeline import Progress, review
from tilewright.study.review.results import Decision, Event, Review

__all__ = [
    "CLASSES",
    "THRESHOLDS",
    "Decision",
    "Event",
    "Progress",
    "Review",
    "classify",
    "review",
]
