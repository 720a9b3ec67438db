"""What a finished game teaches: every decision weighed, and what was luck.

>>> from tilewright.record import read_record, read_text
>>> from tilewright.study.review import review
>>> review(read_record(read_text("game.txt"))).as_json()  # doctest: +SKIP
"""

from __future__ import annotations

from tilewright.study.review.results import Decision, Event, Review
from tilewright.study.review.reviewing import Progress, review
from tilewright.study.review.weighing import CLASSES, THRESHOLDS, classify

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
