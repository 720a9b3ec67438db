"""A reconnect loses nothing: connections are cut again and again, at any byte."""

from __future__ import annotations

import threading

import pytest

from cutting_proxy import CuttingProxy, cutting_proxy
from server_thread import ServerThread
from tilewright.client import Client, Live

CUTS = 50
LONG_CUTS = 1000


@pytest.mark.usefixtures("many_arrivals")
def test_reconnect_over_a_bad_connection_loses_nothing(server: ServerThread, is_long: bool) -> None:
    with cutting_proxy(server.port, LONG_CUTS if is_long else CUTS) as proxy:
        while proxy.cuts_left > 0:
            _play_one_game(server.url, proxy)


def _play_one_game(url: str, proxy: CuttingProxy) -> None:
    """Play a game in which Anna and a spectator have bad connections, Ben a good one."""
    with Client(url) as anna, Client(url) as ben, Client(url) as watcher:
        anna.guest("Anna")
        ben.guest("Ben")
        table = anna.open_table("my-shelfie", players=2).info.id
        ben.sit(table)
        anna.start(table)
        bad = Client(f"http://127.0.0.1:{proxy.port}", anna.token)
        seen: dict[str, Live] = {}
        threads = [
            threading.Thread(target=_play, args=(client, table, name, seen))
            for name, client in (("bad", bad), ("good", ben))
        ]
        for thread in threads:
            thread.start()
        with Client(f"http://127.0.0.1:{proxy.port}") as far, far.play(table) as live:
            for _ in live:
                pass
            seen["watching"] = live
        for thread in threads:
            thread.join()
        _compare(watcher, anna, table, seen)
        bad.close()


def _play(client: Client, table: str, name: str, seen: dict[str, Live]) -> None:
    with client.play(table) as live:
        for view in live.turns():
            assert view.moves
            live.move(view.moves[len(live.events) % len(view.moves)])
        seen[name] = live


def _compare(watcher: Client, anna: Client, table: str, seen: dict[str, Live]) -> None:
    assert set(seen) == {"bad", "good", "watching"}
    log = watcher.events(table)
    assert [numbered.seq for numbered in log] == list(range(1, len(log) + 1))
    for live in seen.values():
        assert live.events == log
    assert seen["bad"].view == anna.table(table).view
    assert seen["watching"].view == watcher.table(table).view
