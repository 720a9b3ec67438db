"""The examples in the client's docstrings, run against a server."""

from __future__ import annotations

import doctest
from pathlib import Path

import tilewright.client
from server_thread import generous, running_server

SHOWN_URL = "http://127.0.0.1:8000"
"""Address of the server in the examples."""


def test_client_docstring_examples_run(tmp_path: Path) -> None:
    tests = [test for test in doctest.DocTestFinder().find(tilewright.client) if test.examples]
    assert len(tests) >= 3
    with running_server(generous("", tmp_path)) as server:
        for test in tests:
            for example in test.examples:
                example.source = example.source.replace(SHOWN_URL, server.url)
            doctest.DebugRunner().run(test)
