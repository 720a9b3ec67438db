"""Level versions: old ones play as before, and the newest usable one is the default."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright as tw
from network.positions import LEARNT
from tilewright.arena import Settings, run_arena
from tilewright.bots import Budget, full_name, make_bot
from tilewright.errors import InvalidOption
from tilewright.game import Game
from tilewright.network import find_versions, pack_network, read_network
from tilewright.network.files import weights_path
from tilewright.records.record import read_record
from tilewright.search.bot import SearchBot
from tilewright.search.levels import get_levels, load_network, newest_version
from toy import TOY

NETWORKED = [game for game in LEARNT if find_versions(game)]
GAME = NETWORKED[0]
FEW = Budget(iterations=40)


def moved(folder: Path, weights: bytes | None) -> Game:
    """Return the game with the weights in another folder."""
    assert GAME.knowledge is not None and GAME.knowledge.network is not None
    if weights is not None:
        weights_path(folder, 2).write_bytes(weights)
    learnt = GAME.knowledge.network._replace(folder=folder)
    return replace(GAME, knowledge=GAME.knowledge._replace(network=learnt))


def ours() -> bytes:
    return pack_network(read_network(GAME, find_versions(GAME)[-1]), GAME.name, 2)


@pytest.mark.parametrize(
    "weights, line",
    [
        (ours()[:-100], "network-2.weights: digest: expected"),
        (ours().replace(b"game: ", b"game: x"), "network-2.weights: game: expected"),
        (b"", "expected 'tilewright:'; found no such line"),
    ],
)
def test_newest_version_warns_of_unusable_weights_in_one_line(
    tmp_path: Path, weights: bytes, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = moved(tmp_path, weights)
    view = tw.Position.new(game, 2, 1, {}).view(0)
    with caplog.at_level(logging.WARNING):
        move = make_bot("level-8", game, 1, FEW).choose(view)
        make_bot("level-8", game, 2, FEW)
    assert len(caplog.messages) == 1
    assert "level 8 plays as an older version" in caplog.text and line in caplog.text
    assert move == make_bot("level-8@1", game, 1, FEW).choose(view)
    assert full_name("level-8", game) == "level-8"


def test_newest_version_without_weights_is_1(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = moved(tmp_path, None)
    assert newest_version(game) == 1 and load_network(game) is None and not caplog.messages


def test_make_bot_takes_the_newest_version_by_default(tmp_path: Path) -> None:
    game = moved(tmp_path, ours())
    assert newest_version(game) == 2 and full_name("level-8", game) == "level-8@2"
    assert load_network(game) is load_network(game, 2) is not None
    assert load_network(game, 1) is None


def test_make_bot_parses_versions() -> None:
    assert full_name("level-8@1", GAME) == "level-8@1"
    assert full_name("level-3", GAME) == "level-3@2" and full_name("greedy", GAME) == "greedy"
    assert full_name("level-8", TOY) == "level-8"
    assert isinstance(make_bot("level-7@1", GAME, 1, FEW), SearchBot)


def test_get_levels_without_weights_returns_version_1(tmp_path: Path) -> None:
    assert GAME.knowledge is not None
    game = moved(tmp_path, None)
    assert get_levels(game) == get_levels(GAME, 1) == GAME.knowledge.first_levels
    assert get_levels(GAME) == get_levels(GAME, 2) == GAME.knowledge.levels
    assert get_levels(GAME) != get_levels(game) and get_levels(TOY, 1) == get_levels(TOY)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("level-8@9", "expected a version of 1, 2; found 9"),
        ("level-8@", "expected a version after '@'"),
        ("level-8@0", "expected a version after '@'"),
        ("level-8@1\n", "expected a version after '@'"),
        ("level-3@9", "expected a version of 1, 2; found 9"),
        ("greedy@2", "greedy has one version"),
        ("level-9@1", "no bot is called 'level-9@1'"),
    ],
)
def test_make_bot_refuses_unknown_versions(name: str, expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected):
        make_bot(name, GAME, 1)


@pytest.mark.slow
def test_record_names_the_version_of_each_bot() -> None:
    bots = ("level-8", "level-8@1")
    settings = Settings(GAME.name, bots, games=2, seed=1, iterations=4)
    records = [read_record(game.record) for game in run_arena(settings, workers=1).games]
    assert [record.seats for record in records] == [
        ("level-8@2", "level-8@1"),
        ("level-8@1", "level-8@2"),
    ]
