"""The client's own part: what it believes of a server, and where it looks for one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilewright.client import Live, Lost, _socket_url
from tilewright.events import Started, Terms
from tilewright.record import write_text
from tilewright.wire.messages import UpdateMessage
from tilewright.wire.moves import View
from tilewright.wire.tables import Numbered, TableInfo

VIEW = View(None, 1, 0, 0, False, "position", None)


def update(seq: int, *events: int, view: View | None = None) -> UpdateMessage:
    info = TableInfo(
        id="t", terms=Terms(game="toy", players=2), host="anna", commitment="0", status="running",
        seq=seq, number=1, ply=0, mover=0, chairs=[], now=0,
    )  # fmt: skip
    return UpdateMessage("t", seq, [Numbered(n, Started(at=0)) for n in events], info, view)


@pytest.fixture
def live() -> Live:
    live = Live("ws://nowhere", None, "t", None, 0.0, scene=False)
    live._take(update(2, 1, 2, view=VIEW))
    return live


def test_what_is_known_already_is_not_taken_twice(live: Live) -> None:
    live._take(update(3, 2, 3))
    assert [numbered.seq for numbered in live.events] == [1, 2, 3]


def test_a_position_stays_until_there_is_a_new_one(live: Live) -> None:
    live._take(update(3, 3))
    assert live.view is VIEW


def test_nothing_is_left_out(live: Live) -> None:
    with pytest.raises(Lost, match="expected event 3; found 4"):
        live._take(update(4, 4))


def test_a_server_that_forgot_is_noticed(live: Live) -> None:
    with pytest.raises(Lost, match="an older backup"):
        live._take(update(1))


def test_another_table_is_another_matter(live: Live) -> None:
    live.table = "elsewhere"
    live._take(update(3, 3))
    assert len(live.events) == 2


def test_where_the_socket_is() -> None:
    assert _socket_url("http://a:8000") == "ws://a:8000/api/v1/socket"
    assert _socket_url("https://a/b") == "wss://a/b/api/v1/socket"


def test_a_file_is_on_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    replace = os.replace
    monkeypatch.setattr(os, "fsync", lambda _descriptor: done.append("synced"))
    monkeypatch.setattr(os, "replace", lambda a, b: (done.append("replaced"), replace(a, b)))
    write_text(tmp_path / "a.txt", "x")
    assert done == ["synced", "replaced"] and (tmp_path / "a.txt").read_text() == "x"
