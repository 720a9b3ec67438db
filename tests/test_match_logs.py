"""Old games replay: logs of whole matches, written once and kept for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from match_logs import FOLDER, outcome_of, read_log, stories
from matches import look
from tilewright.events import Event
from tilewright.match import Match
from tilewright.record import format_match, read_record

LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_match_replays(path: Path) -> None:
    head, events = read_log(path)
    match = Match.from_events(bytes.fromhex(head["secret"]), events)
    found = json.loads(json.dumps(outcome_of(match)))
    assert found == {key: value for key, value in head.items() if key not in ("match", "secret")}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_match_has_a_record_that_holds(path: Path) -> None:
    head, events = read_log(path)
    match = Match.from_events(bytes.fromhex(head["secret"]), events)
    record = read_record(format_match(match))
    assert record.position == match.board
    assert record.outcome == match.outcome
    assert record.shuffle == match.shuffle
    assert record.forfeits == match.reasons


def test_it_makes_no_difference_how_often_one_looks() -> None:
    """A match that is caught up with event by event is the match that is read in one go."""
    head, events = read_log(LOGS[0])
    match = Match(bytes.fromhex(head["secret"]))
    for event in events:
        match.apply(event)
    assert look(match) == look(Match.from_events(match.secret, events))


def test_every_game_and_every_kind_of_event_is_there() -> None:
    assert {path for path, _ in stories()} <= set(LOGS)
    kinds = {type(event) for path in LOGS for event in read_log(path)[1]}
    # A table that was closed has no game to replay.
    assert {kind.__name__ for kind in set(get_args(Event)) - kinds} == {"Closed"}
