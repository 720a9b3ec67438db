"""``tilewright site``: what it writes, what it takes away, and what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.cli import app, static_site
from tilewright.runtime import wasm_assets

INDEX = '<html lang="en"><link href="/favicon.svg"><script src="/assets/a-1.js"></script></html>'


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it, and modules as a release carries them."""
    page, carried = tmp_path / "page", tmp_path / "wasm"
    (page / "assets").mkdir(parents=True)
    carried.mkdir()
    for name, text in {
        "index.html": INDEX,
        "assets/a-1.js": "1",
        "assets/a-1.js.gz": "packed",
    }.items():
        (page / name).write_text(text)
    (page / "built-from.txt").write_text("sources")
    for game in wasm_assets.playable_games():
        (carried / f"{game.name}.wasm").write_bytes(b"\0asm")
    monkeypatch.setattr(static_site, "PAGE_FOLDER", page)
    monkeypatch.setattr(wasm_assets, "RELEASED_MODULES", carried)
    monkeypatch.setattr(wasm_assets, "_are_released_modules_current", lambda: True)
    return page


def write(folder: Path) -> str:
    done = CliRunner().invoke(app, ["site", "--out", str(folder)])
    if done.exception is not None:
        raise done.exception
    return done.output


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_site_command_writes_all_files_of_the_page(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "site"
    assert f"python -m http.server --directory {out}" in write(out)
    told = json.loads((out / "engine" / "engines.json").read_text())
    assert not told["more"] and told["games"].keys() == {
        g.name for g in wasm_assets.playable_games()
    }
    listed = {
        name
        for game in told["games"].values()
        for name in (game["module"], game["weights"], game["puzzles"])
    }
    expected = {f"engine/{name}" for name in listed if name} | {"engine/engines.json"}
    expected |= {"index.html", "assets/a-1.js", "tilewright-site.txt"}
    assert files_in(out) == expected
    assert (out / "index.html").read_text() == (
        '<html data-server="none" lang="en"><link href="./favicon.svg">'
        '<script src="./assets/a-1.js"></script></html>'
    )


def test_site_command_removes_only_its_own_older_files(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(out)
    (out / "CNAME").write_text("games.example")
    outside = tmp_path / "outside.txt"
    outside.write_text("somebody's")
    with open(out / "tilewright-site.txt", "a") as listed:
        listed.write("../outside.txt\n")
    (page / "assets" / "a-1.js").rename(page / "assets" / "a-2.js")
    write(out)
    assert {"CNAME", "assets/a-2.js"} <= files_in(out)
    assert "assets/a-1.js" not in files_in(out)
    assert outside.exists()


@pytest.mark.parametrize("what", ["a folder of others", "a file", "no page"])
def test_site_command_reports_errors_before_writing(page: Path, tmp_path: Path, what: str) -> None:
    out = tmp_path / "out"
    if what == "a file":
        out.write_text("mine")
    elif what == "no page":
        (page / "index.html").unlink()
    else:
        out.mkdir()
        (out / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"page has not been built|expected a"):
        write(out)
    assert not out.is_dir() or files_in(out) == {"thesis.txt"}
