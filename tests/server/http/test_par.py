"""Par of a finished game for one."""

from __future__ import annotations

import pytest

import tilewright as tw
from browser import Browser, code_of
from table_play import play_out, start_table
from tilewright.solving import solve_game


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.tables.par.PAR_EFFORT", 4)


def start_solo(ann: Browser) -> str:
    body = {"game": "nova-luna-solo", "players": 1, "listed": False}
    table = str(ann.post("/tables", json=body).json()["info"]["id"])
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    return table


def test_a_search_that_knows_all_plays_the_deal_well(ann: Browser) -> None:
    """The same as anybody finds who has the record."""
    table = start_solo(ann)
    play_out(table, ann)
    par = ann.get(f"/tables/{table}/par").json()["par"]
    deal = tw.load(ann.get(f"/tables/{table}/record").text).after(0)
    assert par == solve_game(deal, hindsight=True, effort=4).standing().scores[0]


def test_who_may_not(ann: Browser, bob: Browser, eve: Browser) -> None:
    running = start_solo(ann)
    assert code_of(ann.get(f"/tables/{running}/par")) == (403, "hidden")
    assert code_of(eve.get(f"/tables/{running}/par")) == (404, "not_found")
    table = start_table(ann, bob)
    play_out(table, ann, bob)
    assert code_of(ann.get(f"/tables/{table}/par")) == (409, "no_par")
