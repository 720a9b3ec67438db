"""The proxy with a bad line leaves nothing behind, whenever it is stopped."""

from __future__ import annotations

import gc
import sys
from contextlib import ExitStack
from socket import create_connection, create_server

import pytest

from cutting_proxy import cutting_proxy


@pytest.mark.filterwarnings("error")
def test_stopped_proxy_leaves_no_open_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that was on its way when it stopped failed another test, minutes later."""
    left: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    with create_server(("127.0.0.1", 0)) as server, ExitStack() as clients:
        port = server.getsockname()[1]
        for _ in range(20):
            with cutting_proxy(port, cuts=0) as proxy:
                for _ in range(6):
                    clients.enter_context(create_connection(("127.0.0.1", proxy.port)))
        del proxy
        gc.collect()
    assert left == []
