"""Old games replay: logs of whole matches, written once and kept for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from match_logs import FOLDER, outcome_of, read_log, stories
from matches import look
from tilewright.errors import TilewrightError
from tilewright.match import apply, format_match, replay
from tilewright.match.events import Event
from tilewright.records.record import read_record

LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_log_replays_to_its_match(path: Path) -> None:
    head, events = read_log(path)
    match = replay(bytes.fromhex(head["secret"]), events)
    found = json.loads(json.dumps(outcome_of(match)))
    assert found == {key: value for key, value in head.items() if key not in ("match", "secret")}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_log_gives_a_record_that_is_verified(path: Path) -> None:
    head, events = read_log(path)
    match = replay(bytes.fromhex(head["secret"]), events)
    record = read_record(format_match(match))
    assert record.position == match.board
    assert record.outcome == match.outcome
    assert record.shuffle == match.shuffle
    assert record.forfeits == match.reasons


def test_event_log_begins_with_the_opening() -> None:
    head, events = read_log(LOGS[0])
    with pytest.raises(TilewrightError, match="begins with 'opened'; found 'sat'"):
        replay(bytes.fromhex(head["secret"]), events[1:])


def test_match_repr_hides_its_secret() -> None:
    head, events = read_log(LOGS[0])
    assert repr(bytes.fromhex(head["secret"])) not in repr(
        replay(bytes.fromhex(head["secret"]), events)
    )


def test_golden_logs_cover_every_game_and_event() -> None:
    assert {path for path, _ in stories()} <= set(LOGS)
    kinds = {type(event) for path in LOGS for event in read_log(path)[1]}
    # A table that was closed has no game to replay.
    assert {kind.__name__ for kind in set(get_args(Event)) - kinds} == {"Closed"}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_events_applied_to_a_copy_leave_the_match_as_it_was(path: Path) -> None:
    """The last copy is the match that is read in one go."""
    head, events = read_log(path)
    match = replay(bytes.fromhex(head["secret"]), events[:1])
    for event in events[1:]:
        before, after = look(match), match.copy()
        apply(after, event)
        assert look(match) == before
        match = after
    assert look(match) == look(replay(match.secret, events))
