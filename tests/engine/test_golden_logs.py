"""The browser folds events like Python: golden logs replay to the same matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine_folder import write_engines
from engine_traces import run_node
from match_logs import FOLDER, read_log
from tilewright import match as matches
from tilewright.match import Match
from tilewright.position import Position
from tilewright.registry import GAMES

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("local.mjs")
OLD_RULE = "polyssimo-2-handicap-asked-for"
"""A handicap as it was before the page could play by itself: no browser has such a game."""
PLAYED = ["my-shelfie", "nova-luna-solo", "polyssimo"]


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_engines(tmp_path_factory.mktemp("engine"), PLAYED)


def replay(engines: Path, logs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    job = json.dumps([{"kind": "logs", "logs": logs}])
    found: list[dict[str, Any]] = json.loads(run_node(str(SCRIPT), str(engines), given=job))[0]
    return found


def read(path: Path) -> tuple[Match, dict[str, Any]]:
    """Return a match replayed in Python, and its log as a browser stores it."""
    head, events = read_log(path)
    match = matches.replay(bytes.fromhex(head["secret"]), events)
    start = match.terms.start
    kept = {
        "seed": str(match.shuffle.seed),
        "start": start and list(_bytes(Position.from_text(GAMES[match.terms.game], start))),
        "events": [
            {"chance": "seed", **json.loads(line)} for line in path.read_text().splitlines()[1:]
        ],
    }
    return match, kept


def _bytes(position: Position) -> bytes:
    return position.state.tobytes()


def outcome_of(match: Match) -> dict[str, Any]:
    assert match.outcome is not None
    return {
        "board": list(_bytes(match.board)),
        "scores": list(match.outcome.scores),
        "places": list(match.outcome.places),
        "forfeits": [list(forfeit) for forfeit in match.reasons],
        "seq": match.seq,
        "number": match.number,
        "seats": [
            [seat.occupant and seat.occupant.name, seat.has_stand_in] for seat in match.seats
        ],
    }


def test_golden_logs_replay_to_the_same_match(engines: Path) -> None:
    paths = [path for path in sorted(FOLDER.glob("*.jsonl")) if path.name.startswith(tuple(PLAYED))]
    told = [read(path) for path in paths]
    found = replay(engines, [kept for _, kept in told])
    for path, (match, _), one in zip(paths, told, found, strict=True):
        if match.chance == "keys":
            assert one == {"refused": "expected chance from a seed; found keys"}, path.stem
        elif path.stem == OLD_RULE:
            assert "refused" in one
        else:
            assert one == outcome_of(match), path.stem


def test_golden_log_with_an_unknown_event_is_refused(engines: Path) -> None:
    """It was ignored without a word, and the game went on as another one."""
    _, kept = read(FOLDER / "my-shelfie-2.jsonl")
    kept["events"].insert(6, {"kind": "doubled", "at": 1})
    assert replay(engines, [kept]) == [{"refused": "unknown event doubled"}]
