"""The engines for browsers: what is ready is listed and served, and nothing waits for the rest."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from browser import Server, code_of
from tilewright.registry import GAMES
from tilewright.runtime import wasm_assets
from tilewright.settings import Settings

READY, OTHER, SOLO = "polyssimo", "my-shelfie", "nova-luna-solo"
MODULE = b"\0asm" + b"kernels" * 200


@pytest.fixture
def carried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The modules of a release, on a machine that has built nothing."""
    folder = tmp_path / "wasm"
    folder.mkdir()
    (folder / f"{READY}.wasm").write_bytes(MODULE)
    (folder / wasm_assets.BUILT_FROM).write_text(wasm_assets._hash_sources())
    monkeypatch.setattr(wasm_assets, "RELEASED_MODULES", folder)
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    wasm_assets._are_released_modules_current.cache_clear()
    yield folder
    wasm_assets._are_released_modules_current.cache_clear()


@pytest.fixture
def server(carried: Path, tmp_path: Path) -> Iterator[Server]:
    with Server(Settings(data=tmp_path / "data")) as server:
        yield server


def ask(server: Server, name: str, method: str = "GET", **headers: str) -> httpx.Response:
    client = server.browser().client
    url = client.base_url.copy_with(raw_path=f"/engine/{name}".encode())
    return server.run(client.request(method, url, headers=headers))


def test_engines_list_has_card_box_and_positions(server: Server) -> None:
    answer = ask(server, "engines.json")
    assert answer.headers["Cache-Control"] == "no-cache"
    told = answer.json()
    assert (list(told["games"]), told["more"]) == ([READY], True)
    engine, browser = told["games"][READY], server.browser()
    assert engine["box"] == browser.get(f"/games/{READY}/box").json()
    card = browser.get(f"/games/{READY}").json()
    # A server is ready, or not.
    assert engine["card"] == card | {"is_ready": engine["card"]["is_ready"]}


def test_engines_puzzles_are_compressed_on_request(server: Server) -> None:
    name = ask(server, "engines.json").json()["games"][READY]["puzzles"]
    answer = ask(server, name)
    told = answer.json()
    assert len(told["puzzles"]) == server.browser().get(f"/games/{READY}").json()["puzzles"]
    assert "immutable" in answer.headers["Cache-Control"]
    assert not {"answers", "position"} & told["puzzles"][0].keys()
    assert ask(server, f"{READY}.000000000000.puzzles").status_code == 404


def test_engines_files_are_immutable_and_compressed(server: Server) -> None:
    name = ask(server, "engines.json").json()["games"][READY]["module"]
    answer = ask(server, name, **{"Accept-Encoding": "gzip"})
    assert answer.content == MODULE
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(gzip.compress(MODULE))
    assert answer.headers["Content-Type"] == "application/wasm"
    assert "immutable" in answer.headers["Cache-Control"]
    assert ask(server, name, "HEAD").content == b""


def test_engines_networks_are_sent_uncompressed(server: Server) -> None:
    name = ask(server, "engines.json").json()["games"][READY]["weights"]
    assert ask(server, name).content.startswith(b"tilewright: network 1\ngame: polyssimo\n")


def test_engines_list_adds_modules_compiled_later(server: Server, carried: Path) -> None:
    assert OTHER not in ask(server, "engines.json").json()["games"]
    (carried / f"{OTHER}.wasm").write_bytes(MODULE)
    (carried / f"{SOLO}.wasm").write_bytes(MODULE)
    listed = ask(server, "engines.json").json()["games"]
    assert {READY, OTHER, SOLO} == set(listed)
    assert listed[SOLO]["weights"] is None


@pytest.mark.parametrize(
    "name", ["polyssimo.wasm", "polyssimo.0123456789ab.wasm", "built-from.txt", "../README.md", ""]
)
def test_engines_route_serves_no_other_file(server: Server, name: str) -> None:
    if name:
        assert code_of(ask(server, name)) == (404, "not_found")
    assert code_of(ask(server, "engines.json", "POST")) == (404, "not_found")


def test_engines_module_name_changes_with_its_source(carried: Path) -> None:
    """A checkout that has once built a release, and was edited since."""
    assert wasm_assets.is_ready(GAMES[READY])
    (carried / wasm_assets.BUILT_FROM).write_text("0" * 64)
    wasm_assets._are_released_modules_current.cache_clear()
    assert not wasm_assets.is_ready(GAMES[READY])


def test_engines_policy_allows_compiling_in_a_worker_only(server: Server) -> None:
    policy = ask(server, "engines.json").headers["Content-Security-Policy"].split("; ")
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "worker-src 'self'" in policy
