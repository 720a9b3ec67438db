"""Hints: for whom, and that they come from what the player may know."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from browser import Browser, Server, code_of
from table_play import look, move, open_table, play_out, start_table
from tilewright.bots import Budget
from tilewright.search.explain import Analysis, analyse
from tilewright.server.analysis.analysts import Task
from tilewright.server.limits import Rate

BOT = {"bots": [{"seat": 1, "bot": "random"}]}


def hint(who: Browser, table: str, **body: Any) -> httpx.Response:
    return who.post(f"/tables/{table}/hint", json={"seconds": 0.01} | body)


def test_a_hint_has_moves_and_reasons(ann: Browser) -> None:
    table = start_table(ann, **BOT)
    shown = hint(ann, table, most=2).raise_for_status().json()
    view = look(ann, table)["view"]
    assert (shown["mover"], shown["number"], shown["ply"]) == (0, view["number"], 0)
    assert len(shown["moves"]) == 2
    for one in shown["moves"]:
        assert one["move"] in view["moves"] and one["effect"]["move"] == one["move"]
        assert 0 <= one["chance"] <= 1 and one["expected"] is None


def test_at_one_screen_everybody_gets_one(ann: Browser) -> None:
    table = start_table(ann, ann)
    assert hint(ann, table).json()["mover"] == 0
    move(ann, table).raise_for_status()
    assert hint(ann, table).json()["mover"] == 1


def test_solo_is_judged_by_totals(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Task, "think", think_briefly)
    table = start_table(ann, game="nova-luna-solo")
    best = hint(ann, table).raise_for_status().json()["moves"][0]
    assert best["chance"] is None and best["expected"] > 30  # whatever the deal: no share of 1


def think_briefly(self: Task, stop: Any) -> Analysis:
    return analyse(self.position, Budget(iterations=20), self.most, stop=stop)


def test_who_gets_none(
    server: Server, ann: Browser, bob: Browser, eve: Browser, ada: Browser
) -> None:
    against_people = start_table(ann, bob)
    assert code_of(hint(ann, against_people)) == (409, "no_hints")
    assert code_of(hint(bob, against_people)) == (409, "not_your_turn")
    assert code_of(hint(eve, against_people)) == (409, "not_seated")
    assert code_of(hint(server.program(), against_people)) == (401, "not_signed_in")
    rated = start_table(ada, rated=True, **BOT)
    assert code_of(hint(ada, rated)) == (409, "no_hints")
    waiting = open_table(ann)["info"]["id"]
    assert code_of(hint(ann, waiting)) == (409, "not_running")
    play_out(against_people, ann, bob)
    assert code_of(hint(ann, against_people)) == (409, "not_running")
    mine = start_table(ann, listed=False, **BOT)
    assert code_of(hint(eve, mine)) == (404, "not_found")


@pytest.mark.parametrize("body", [{"seconds": 6}, {"seconds": 0}, {"most": 0}, {"more": 1}])
def test_bad_wishes_are_refused(ann: Browser, body: Any) -> None:
    table = start_table(ann, **BOT)
    assert code_of(hint(ann, table, **body)) == (422, "invalid_request")


def test_a_hint_counts_as_an_analysis(server: Server, ann: Browser) -> None:
    server.services.admission.analyses.persons.rate = Rate(1, 0.001)
    table = start_table(ann, **BOT)
    hint(ann, table).raise_for_status()
    assert code_of(hint(ann, table)) == (429, "too_many_requests")


def test_only_the_seat_s_view_is_thought_about(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others' cards and what is to come never reach the search."""
    seen: list[str] = []

    def think(self: Task, stop: Any) -> Analysis:
        seen.append(self.position.text)
        return Analysis(0, 0, ())

    monkeypatch.setattr(Task, "think", think)
    table = start_table(ann, ann, game="my-shelfie")
    hint(ann, table).raise_for_status()
    assert seen == [look(ann, table)["view"]["position"]]
    assert "viewer: seat-" in seen[0] and "?" in seen[0]
