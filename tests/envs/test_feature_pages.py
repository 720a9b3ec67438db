"""The page of each game says what is in its observations: one row a feature, none left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.envs.numbers import numbers_of
from tilewright.game import Feature, Game
from walks import REAL_GAMES

PAGES = Path(__file__).parents[2] / "docs/games"


def row(feature: Feature) -> str:
    """Return the row of a feature in the table of its game's page."""
    shape = " x ".join(map(str, feature.shape)) or "1"
    size = "1 bit" if feature.bits == 1 else f"{feature.bits} bits"
    values = f"1 to {feature.kinds}, 0: none" if feature.kinds else size
    return f"| `{feature.name}` | {shape} | {values} | {feature.help} |"


def section(game: Game, heading: str) -> str:
    text = (PAGES / f"{game.name}.md").read_text(encoding="utf-8")
    return re.split(r"^## ", text.split(f"\n## {heading}\n")[1], flags=re.M)[0]


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_feature_pages_have_a_row_for_every_feature(game: Game) -> None:
    rows = [line for line in section(game, "Observations").splitlines() if line.startswith("| `")]
    assert rows == [row(feature) for feature in numbers_of(game).features]


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_feature_pages_have_the_sizes_of_the_game(game: Game) -> None:
    assert f"{numbers_of(game).size} numbers" in section(game, "Observations")
    assert f"There are {game.num_actions:,} actions" in section(game, "Actions")
