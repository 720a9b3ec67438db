"""Games come by entry points, our own too; a broken one hurts no other."""

from __future__ import annotations

import logging
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.errors import UnknownGame
from tilewright.registry import Games, get_game
from toy import TOY

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
OWN = sorted(PROJECT["project"]["entry-points"]["tilewright.games"])


def bring(folder: Path, package: str, **lines: str) -> None:
    """Return something that looks like an installed distribution with these entry points."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    entries = "\n".join(f"{name.replace('_', '-')} = {value}" for name, value in lines.items())
    (info / "entry_points.txt").write_text(f"[tilewright.games]\n{entries}\n")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_registry_finds_our_games_by_entry_points() -> None:
    entries = registry.find_games()
    assert [entry.name for entry in entries][: len(OWN)] == OWN
    assert {entry.group for entry in entries} == {"tilewright.games"}
    assert get_game(OWN[0]).name == OWN[0]


def test_registry_of_a_checkout_without_installation_has_our_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    assert list(Games()) == OWN


def test_registry_lists_names_without_importing_games() -> None:
    script = f"""
import sys, tilewright as tw
print(*tw.GAMES.names)
tw.GAMES[{OWN[0]!r}]
print(*{{name.split(".")[2] for name in sys.modules if name.startswith("tilewright.games.")}})
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names, imported = done.stdout.splitlines()
    assert names.split()[: len(OWN)] == OWN
    assert imported == OWN[0].replace("-", "_")


def test_registry_lists_games_of_other_packages_last(shelf: Path) -> None:
    bring(shelf, "abacus", toy="toy:TOY")
    games = Games()
    assert games.names == [*OWN, "toy"] == list(games)
    assert games["toy"] is TOY and len(games) == len(OWN) + 1


@pytest.mark.parametrize(
    "line, why",
    [
        ({"bad": "no_such_module:GAME"}, "ModuleNotFoundError: No module named 'no_such_module'"),
        ({"bad": "toy:NO_SUCH_THING"}, "AttributeError: module 'toy' has no attribute"),
        ({"bad": "toy:HIDDEN"}, "TypeError: expected a tilewright.game.Game; found int"),
        ({"bad": "toy:TOY"}, "ValueError: expected a game called 'bad'; found 'toy'"),
        ({"bad": "shouting:GAME"}, "RuntimeError: oh no"),
    ],
)
def test_registry_reports_a_broken_game_in_one_line(
    shelf: Path, caplog: pytest.LogCaptureFixture, line: dict[str, str], why: str
) -> None:
    (shelf / "shouting.py").write_text("raise RuntimeError('oh no\\nand more')")
    bring(shelf, "broken", **line)
    games = Games()
    assert games.names == [*OWN, "bad"]
    with caplog.at_level(logging.WARNING):
        assert list(games) == OWN == games.names
        assert "bad" not in games and next(iter(games.values())).name == OWN[0]
    (said,) = caplog.messages
    assert said.startswith(f"the game bad ({line['bad']} of broken) is left out: {why}")
    assert "\n" not in said
    assert why in str(games.why_not("bad"))


def test_registry_get_of_a_broken_game_names_the_cause(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(shelf, "broken", bad="no_such_module:GAME")
    monkeypatch.setattr(registry, "GAMES", Games())
    with pytest.raises(UnknownGame, match=r"^the game bad cannot be used: no_such_module:GAME of"):
        get_game("bad")
    with pytest.raises(UnknownGame, match=r"no game is called 'worse'; there are: [a-z]"):
        get_game("worse")


@pytest.mark.parametrize("name", ["Chess", "two__words", "-x", "x-", "a" * 41, "x/y", "naïve"])
def test_registry_skips_invalid_names(
    shelf: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    bring(shelf, "odd")
    (shelf / "odd-1.0.dist-info" / "entry_points.txt").write_text(
        f"[tilewright.games]\n{name} = toy:TOY\n", encoding="utf-8"
    )
    assert Games().names == OWN
    assert "expected a name of a-z, 0-9 and single '-'" in caplog.text


def test_registry_skips_the_second_of_two_equal_names(
    shelf: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bring(shelf, "aa", **{OWN[-1]: "toy:TOY", "toy": "toy:TOY"})
    bring(shelf, "bb", toy="toy:HIDDEN")
    games = Games()
    assert games.names == [*OWN, "toy"]
    assert games["toy"] is TOY and games[OWN[-1]] is not TOY
    assert caplog.messages == [
        f"the game {OWN[-1]} (toy:TOY of aa) is left out: tilewright has a game of that name",
        "the game toy (toy:HIDDEN of bb) is left out: aa has a game of that name",
    ]


def test_registry_accepts_games_added_by_hand() -> None:
    games = Games()
    games["toy"] = TOY
    assert games["toy"] is TOY and games.names == [*OWN, "toy"] == list(games)
    del games["toy"]
    assert "toy" not in games
