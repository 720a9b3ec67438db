"""The page: what is served, how long browsers keep it, and that nothing else is to be had."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from browser import Server, code_of
from tilewright.settings import PAGE_FOLDER, Settings

INDEX = "<!doctype html><title>Tilewright</title><script src=/assets/app-1a2b.js></script>"
SCRIPT = "console.log('tiles');" * 50
SECRET = "nobody's business"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as the build leaves it, with something next to it that is none of it."""
    folder = tmp_path / "package" / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "site.webmanifest").write_text("{}")
    (folder / "assets" / "app-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode(), mtime=0))
    (folder / "assets" / "odd.bin").write_bytes(b"\0")
    (folder.parent / "secret.txt").write_text(SECRET)
    (folder.parent / "secret").write_text(SECRET)
    return folder


@pytest.fixture
def server(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr("tilewright.server.app.PAGE_FOLDER", folder)
    with Server(Settings(data=tmp_path / "data")) as server:
        yield server


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """Request an address as it is, without the tidying that clients do."""
    plain = {"Accept-Encoding": "identity"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    client = server.browser().client
    url = client.base_url.copy_with(raw_path=path.encode())
    return server.run(client.request(method, url, headers=plain))


# --- What is served -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/index.html", "/t/k7f2", "/learn/nova-luna/3", "/t/k7f2/"])
def test_page_is_served_at_every_route(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path, kind, keeping",
    [
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8", "immutable"),
        ("/assets/odd.bin", "application/octet-stream", "immutable"),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/site.webmanifest", "application/manifest+json", "no-cache"),
    ],
)
def test_page_files_have_their_media_types(
    server: Server, path: str, kind: str, keeping: str
) -> None:
    headers = ask(server, path).headers
    assert headers["Content-Type"] == kind
    assert keeping in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js", "/t/k7f2"])
def test_page_head_request_has_no_body(server: Server, path: str) -> None:
    full, head = ask(server, path), ask(server, path, "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control"):
        assert head.headers[name] == full.headers[name]


def test_page_files_answer_304_for_a_known_etag(server: Server) -> None:
    tag = ask(server, "/").headers["ETag"]
    again = ask(server, "/t/k7f2", If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert ask(server, "/", If_None_Match='W/"another"').status_code == 200


@pytest.mark.parametrize(
    "wish, is_packed",
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("GZIP", True),
        ("gzip;q=0", False),
        ("identity", False),
        ("", False),
    ],
)
def test_page_scripts_are_sent_gzipped_if_accepted(
    server: Server, wish: str, is_packed: bool
) -> None:
    answer = ask(server, "/assets/app-1a2b.js", Accept_Encoding=wish)
    assert answer.text == SCRIPT
    assert (answer.headers.get("Content-Encoding") == "gzip") is is_packed
    assert (int(answer.headers["Content-Length"]) < len(SCRIPT)) is is_packed
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_page_file_without_gzip_is_sent_plain(server: Server) -> None:
    assert "Content-Encoding" not in ask(server, "/", Accept_Encoding="gzip").headers


def test_page_content_security_policy_is_minimal(server: Server) -> None:
    policy = dict(
        part.split(" ", 1)
        for part in ask(server, "/").headers["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    own = ("worker-src", "style-src", "font-src", "connect-src", "manifest-src")
    assert [policy[name] for name in own] == ["'self'"] * 5
    assert policy["img-src"] == "'self' data:"
    assert policy.pop("script-src") == "'self' 'wasm-unsafe-eval'"  # engines, and no script's eval
    assert not any(word in str(policy) for word in ("unsafe", "*", "http"))


# --- What is not --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt"),
        *("/..%5csecret.txt", "/assets/..%2f..%2fsecret.txt", "//secret.txt", "/./../secret.txt"),
        *("/..;/secret.txt", "/%00/../secret.txt", "/..%252fsecret.txt", "/etc/hosts.txt"),
        *("/assets/app-1a2b.js.gz", "/assets/gone-9z.js", "/assets/app-1a2b.js/../x.js", "/x.php"),
    ],
)
def test_page_route_serves_no_other_file(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert code_of(answer) == (404, "not_found")
    assert SECRET not in answer.text


@pytest.mark.parametrize("path", ["/../secret", "/..%2fsecret", "/assets/..%2f..%2fsecret", "/%00"])
def test_page_is_served_for_addresses_without_a_suffix(server: Server, path: str) -> None:
    assert ask(server, path).text == INDEX


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v1/nowhere", "/api/v2/tables"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_page_is_not_served_for_unknown_api_paths(server: Server, path: str, method: str) -> None:
    assert code_of(ask(server, path, method)) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/t/k7f2", "/favicon.svg"])
def test_page_refuses_posts(server: Server, path: str) -> None:
    assert code_of(ask(server, path, "POST")) == (404, "not_found")


# --- Where it is missing ------------------------------------------------------------------------


def test_page_that_was_not_built_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.app.PAGE_FOLDER", tmp_path / "nothing")
    with Server(Settings(data=tmp_path)) as server:
        answer = ask(server, "/")
        assert (answer.status_code, "has not been built" in answer.text) == (503, True)
        assert answer.headers["Content-Type"].startswith("text/html")
        assert "pip install ." in answer.text
        assert code_of(ask(server, "/favicon.svg")) == (404, "not_found")
        assert server.browser().get("/health").status_code == 200


def test_page_is_part_of_the_package() -> None:
    assert PAGE_FOLDER.parent.joinpath("py.typed").exists() and PAGE_FOLDER.name == "page"


def test_page_visits_are_counted_as_one_route(server: Server) -> None:
    """An address may hold the name of a table, which is private."""
    for path in ("/", "/t/k7f2", "/favicon.svg"):
        ask(server, path)
    text = server.browser().get("/metrics").text
    assert 'tilewright_http_requests_total{method="GET",route="/page",status="200"} 3.0' in text
    assert "k7f2" not in text
