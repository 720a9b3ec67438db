"""Pictures of positions: well made, honest about what a view may show, and as they were."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import tilewright as tw
from pictures import FOLDER, RECORDS, draw, picture_path
from tilewright.game import Game
from tilewright.svg import outline, tag, text
from tilewright.svg import plain as plain_picture
from walks import REAL_GAMES, walk

SEATINGS = [(game.name, players) for game in REAL_GAMES for players in game.players]
EVERY_SEATING = pytest.mark.parametrize("name, players", SEATINGS)
EVERY_GAME = pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
ELEMENTS = {"svg", "title", "g", "rect", "circle", "ellipse", "path", "text"}


def parts_of(picture: str) -> list[ElementTree.Element]:
    """Return all elements of a picture, which must be one well-formed document."""
    return list(ElementTree.fromstring(picture).iter())


def check(picture: str) -> None:
    """Check that nothing comes from elsewhere, and nothing would meddle with the page around it."""
    for part in parts_of(picture):
        assert part.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        assert not {"id", "class", "href", "onload"} & set(part.attrib)
        assert "url(" not in "".join(part.attrib.values())
    assert "None" not in picture


@EVERY_SEATING
def test_svg_pictures_are_complete(name: str, players: int) -> None:
    for position in walk(name, players, {}, seed=2):
        if position.ply % 12 == 0 or position.is_over:
            check(position._repr_svg_())


@EVERY_SEATING
def test_svg_of_a_view_shows_nothing_hidden(name: str, players: int) -> None:
    """Hidden information is dealt again: the seat's picture stays the same, byte for byte."""
    *_, position = walk(name, players, {}, seed=3, plies=9)
    for viewer in (*range(position.players), None):
        view = position.view(viewer)
        other = view.determinize(8)
        assert other.view(viewer)._repr_svg_() == view._repr_svg_()


@EVERY_GAME
def test_svg_pictures_are_unchanged(game: Game) -> None:
    """When a change is meant: ``python tests/support/pictures.py --write``, and look at it."""
    assert draw(game) == picture_path(game).read_text(encoding="utf-8")


def test_svg_files_are_all_used() -> None:
    assert set(FOLDER.iterdir()) == {picture_path(game) for game in REAL_GAMES}
    assert {path.stem for path in RECORDS.iterdir()} == {game.name for game in REAL_GAMES}


@EVERY_GAME
def test_svg_shows_the_end_of_the_game(game: Game) -> None:
    *_, end = walk(game.name, game.players[0], {}, seed=1)
    assert re.search(r">over · [^<]*\d", end._repr_svg_())


@EVERY_GAME
def test_svg_shows_scores_and_the_mover(game: Game) -> None:
    table = ElementTree.fromstring(game._repr_html_())
    assert table.findtext("caption") == game.title
    assert [row.findtext("th") for row in table.iter("tr")] == [
        "players",
        "score",
        *(f"option {option.name}" for option in game.options),
    ]


# --- A game without a picture of its own --------------------------------------------------------

SCENE: dict[str, Any] = {
    "game": "a<b",
    "players": 2,
    "ply": 3,
    "mover": 1,
    "is_over": False,
    "plain": {
        "grids": [{"title": "Board & all", "rows": [["", "X"], ["<&>", ""]], "seat": None}],
        "pieces": [
            {"title": f"piece {number}", "cells": [[0, 0], [0, 1]], "seat": 0, "count": number}
            for number in range(7)
        ],
        "counters": [{"title": "stones", "value": 4, "seat": 1}],
        "texts": ["the last stone wins"],
        "moves": [],
    },
}


def texts_of(picture: str) -> list[str]:
    return [part.text or "" for part in parts_of(picture) if part.tag.endswith("}text")]


def test_svg_draws_plain_scenes() -> None:
    picture = plain_picture.draw(SCENE)
    check(picture)
    texts = texts_of(picture)
    for words in ("Board & all", "X", "<&>", "piece 1", "piece 6 ×6", "stones: 4"):
        assert words in texts
    assert "the last stone wins" in texts and "ply 3 · seat 1 to move" in texts
    assert picture.count('fill="#1d2340"/>') == 2 * 7  # the cells of the pieces


def test_svg_of_a_game_without_pictures_shows_the_mover() -> None:
    position = tw.new("toy", players=2, seed=1)
    assert "ply 0 · seat 0 to move" in texts_of(position._repr_svg_())


# --- Parts --------------------------------------------------------------------------------------


def test_svg_escapes_texts_and_attributes() -> None:
    assert tag("rect", fill='"<') == "<rect fill='\"&lt;'/>"
    assert "a&lt;b &amp; c</text>" in text(0, 0, "a<b & c", 9, "red")


@pytest.mark.parametrize(
    "cells, corners",
    [
        ([(0, 0)], 4),
        ([(0, 0), (0, 1)], 4),
        ([(0, 0), (0, 1), (1, 0)], 6),
        ([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], 12),
        # Two ends that meet at a corner: the way round stays with one cell.
        ([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (1, 2)], 10),
    ],
)
def test_svg_outline_is_closed(cells: list[tuple[int, int]], corners: int) -> None:
    path = outline(cells)
    assert path.count("Q") == corners and path.startswith("M") and path.endswith("Z")
