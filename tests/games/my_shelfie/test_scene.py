"""Scenes and effects of My Shelfie, compared with the box, the reference and the next state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import my_shelfie as reference
from scene_turns import Turn, turns_of
from tilewright.game import Sheet
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.grids import parse_shelf
from tilewright.games.my_shelfie.progress import GOAL_OF, find_progress
from tilewright.games.my_shelfie.shelf_scene import Place, write_cells
from tilewright.games.my_shelfie.tables import CARDS, GOALS, ITEM_LETTERS, TOKENS
from tilewright.position import Position
from walks import walk

from .play import CONFIGURATIONS, EMPTY_SHELF, empty_room, make_state, put

VECTORS = Path(__file__).parents[2] / "conformance" / "vectors" / "my_shelfie_goals.jsonl"
KEYS = [goal.key for goal in GOALS]
EVERY_SEATING = pytest.mark.parametrize("players, goals, refill", CONFIGURATIONS)

Scene = dict[str, Any]


def test_box_has_goals_cards_and_points() -> None:
    """MS-1 to MS-5, MS-7, MS-13, MS-15."""
    box = GAME.scenery.box()
    assert (box["rows"], box["columns"], box["room"], box["most_taken"]) == (6, 5, 9, 3)
    assert "".join(box["types"]) == ITEM_LETTERS
    assert [(goal["key"], goal["rule"]) for goal in box["goals"]] == [g[:2] for g in GOALS]
    assert [goal["of"] for goal in box["goals"]] == [6, 5, 5, 8, 10, 2, 20, 4, 5, 18, 12, 16]
    for shown, card in zip(box["cards"], CARDS, strict=True):
        places = [(p["row"], p["column"], ITEM_LETTERS.index(p["type"])) for p in shown]
        assert tuple(places) == card
    assert box["card_points"] == [0, 1, 2, 4, 6, 9, 12]
    assert box["group_points"] == [[3, 2], [4, 3], [5, 5], [6, 8]]


# --- Scenes -------------------------------------------------------------------------------------


@EVERY_SEATING
def test_scene_points_equal_those_of_the_rules(players: int, goals: str, refill: str) -> None:
    """MS-13: seat by seat, and part by part as the reference counts them."""
    for position in walk("my-shelfie", players, {"goals": goals, "refill": refill}, seed=21):
        scene = position.scene()
        totals = [seat["points"]["total"] for seat in scene["seats"]]
        assert totals == list(position.standing().scores)
        for number, seat in enumerate(scene["seats"]):
            check_points(scene, number, seat)


def check_points(scene: Scene, number: int, seat: Scene) -> None:
    """Check the parts of a seat's points against the rest of its scene."""
    shelf, points = reference.parse_tiles(seat["shelf"]), seat["points"]
    assert points["tokens"] == sum(seat["tokens"])
    assert points["end"] == int(scene["end_token"] == number)
    assert points["card"] == reference.personal_points(shelf, seat["card"] + 1)
    assert points["groups"] == reference.group_points(shelf)
    assert points["groups"] == sum(group["points"] for group in seat["groups"])
    paid = {group for group in reference.groups(shelf) if len(group) >= 3}
    assert {frozenset(map(tuple, group["cells"])) for group in seat["groups"]} == paid
    assert all(seat["shelf"][r][c] == g["type"] for g in seat["groups"] for r, c in g["cells"])
    card = {(row, column): ITEM_LETTERS[item] for row, column, item in CARDS[seat["card"]]}
    matched = [[r, c] for r, c in card if seat["shelf"][r][c] == card[r, c]]
    assert (seat["matched"], seat["matches"]) == (matched, len(matched))
    assert seat["free"] == 30 - len(shelf)


@EVERY_SEATING
def test_scene_has_room_bag_and_tokens(players: int, goals: str, refill: str) -> None:
    """MS-1, MS-2, MS-4, MS-12."""
    for position in walk("my-shelfie", players, {"goals": goals, "refill": refill}, seed=22):
        scene = position.scene()
        tiles = "".join(scene["room"] + [row for seat in scene["seats"] for row in seat["shelf"]])
        assert {letter: 22 - tiles.count(letter) for letter in ITEM_LETTERS} == scene["bag"]
        assert [len(row) for row in scene["room"]] == [9] * 9
        assert len(scene["goals"]) == int(goals)
        for index, goal in enumerate(scene["goals"]):
            taken = {seat["tokens"][index] for seat in scene["seats"]} - {0}
            assert goal["stack"] == [points for points in TOKENS[players] if points not in taken]
        full = [number for number, seat in enumerate(scene["seats"]) if seat["free"] == 0]
        assert (scene["end_token"] is not None) == bool(full)
        assert scene["last_round"] == (bool(full) and not position.is_over)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scene_lists_the_turns_to_the_last(players: int) -> None:
    """MS-6, MS-12: clockwise; in the last round only those before the first player."""
    turns = list(turns_of(("my-shelfie", players, {}), seed=23))
    movers = [turn.before.mover for turn in turns]
    for index, turn in enumerate(turns):
        scene = turn.before.scene()
        coming = movers[index:] if scene["last_round"] else movers[index : index + players]
        assert scene["turns"][: len(coming)] == coming
        assert len(scene["turns"]) == (len(coming) if scene["last_round"] else players)
    assert turns[-1].after.scene()["turns"] == []


# --- Cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scene_shows_only_the_viewers_card_before_the_end(players: int) -> None:
    """MS-5, MS-16."""
    for position in walk("my-shelfie", players, {}, seed=24):
        for viewer in (*range(players), None):
            for number, seat in enumerate(position.view(viewer).scene()["seats"]):
                told = [seat["card"], seat["matches"], seat["matched"], seat["points"]["card"]]
                is_known = number == viewer or position.is_over
                assert [part is not None for part in told] == [is_known] * 4
                points = [seat["points"][part] or 0 for part in ("tokens", "end", "card", "groups")]
                assert seat["points"]["total"] == sum(points)


def test_effect_hides_matches_of_hidden_cards() -> None:
    """MS-5: the mover is told, the other seat and a spectator are not, else they see the same."""
    for turn in turns_of(("my-shelfie", 2, {}), seed=25):
        seen = turn.before.view(turn.before.mover).effect(turn.move)
        assert seen == turn.effect and seen["matches"] is not None
        gains = seen["gains"]
        for viewer in (1 - turn.before.mover, None):
            effect = turn.before.view(viewer).effect(turn.move)
            hidden = gains | {"card": None, "total": gains["total"] - gains["card"]}
            assert effect == seen | {"matches": None, "gains": hidden}


# --- Effects ------------------------------------------------------------------------------------


@EVERY_SEATING
def test_effect_of_a_take_agrees_with_the_next_scene(players: int, goals: str, refill: str) -> None:
    """MS-3, MS-9 to MS-13."""
    options = {"goals": goals, "refill": refill}
    turns = list(turns_of(("my-shelfie", players, options), seed=26))
    for turn in turns:
        before, after, seat = turn.before.scene(), turn.after.scene(), turn.effect["seat"]
        check_tiles(turn, before, after)
        check_gains(turn.effect, before["seats"][seat], after["seats"][seat])
        check_groups(turn.effect, after["seats"][seat])
        check_leaves(turn.effect, after)
    assert any(turn.effect["groups"] for turn in turns)
    assert any(turn.effect["refills"] for turn in turns)


def check_tiles(turn: Turn, before: Scene, after: Scene) -> None:
    """Check the path of the tiles from the room to the shelf, the first tile lowest."""
    effect, seat = turn.effect, turn.effect["seat"]
    was, now = before["seats"][seat]["shelf"], after["seats"][seat]["shelf"]
    assert [before["room"][row][column] for row, column in effect["cells"]] == effect["types"]
    assert turn.move.endswith(f">{effect['column'] + 1}")
    assert all(column == effect["column"] for _, column in effect["lands"])
    assert [now[row][column] for row, column in effect["lands"]] == effect["types"]
    assert effect["lands"] == sorted(effect["lands"], reverse=True)
    changed = [[r, c] for r in range(6) for c in range(5) if was[r][c] != now[r][c]]
    assert changed == sorted(effect["lands"])
    assert effect["fills"] == (after["seats"][seat]["free"] == 0)
    taken = {(row, column) for row, column in effect["cells"]}
    left = reference.parse_tiles(before["room"]).keys() - taken
    assert effect["refills"] == (set(reference.parse_tiles(after["room"])) != left)


def check_leaves(effect: Scene, after: Scene) -> None:
    """MS-7: the longest line of each type that the next player finds."""
    room = reference.parse_tiles(after["room"])
    alike: dict[str, int] = {}
    for pick in reference.picks(room, 3):
        types = {after["room"][row][column] for row, column in pick}
        if len(types) == 1 and len(pick) > 1:
            (one,) = types
            alike[one] = max(len(pick), alike.get(one, 0))
    told = {line["type"]: line["count"] for line in effect["leaves"]}
    assert told == ({} if effect["refills"] else alike)
    counts = [line["count"] for line in effect["leaves"]]
    assert counts == sorted(counts, reverse=True)


def check_gains(effect: Scene, was: Scene, now: Scene) -> None:
    """Tokens, points, matches and progress of the mover."""
    pairs = zip(was["tokens"], now["tokens"], strict=True)
    assert [token["points"] for token in effect["tokens"]] == [b for a, b in pairs if b > a]
    assert effect["gains"] == {
        part: now["points"][part] - was["points"][part] for part in now["points"]
    }
    assert effect["matches"] == {"before": was["matches"], "after": now["matches"]}
    for told, a, b in zip(effect["progress"], was["progress"], now["progress"], strict=True):
        assert (told["before"], told["after"]) == (a["done"], b["done"])


def check_groups(effect: Scene, now: Scene) -> None:
    """Check the groups that contain the new tiles, in the order of the tiles."""
    firsts = [
        min(n for n, cell in enumerate(effect["lands"]) if cell in group["cells"])
        for group in effect["groups"]
    ]
    assert firsts == sorted(set(firsts))
    joined = [g for g in now["groups"] if any(cell in g["cells"] for cell in effect["lands"])]
    assert sorted(map(repr, effect["groups"])) == sorted(map(repr, joined))


def test_effect_names_the_groups_that_tiles_join() -> None:
    """MS-13: the lowest tile's first; neither a group elsewhere nor one that is too small."""
    room = put(empty_room(2), {"d4": "C", "e4": "P"})
    shelf = [".....", ".....", ".....", "....B", "PPC.B", "PCC.B"]
    position = Position(GAME, np.array([make_state(2, room, [shelf])]))
    cats = {"type": "C", "cells": [[4, 2], [4, 3], [5, 1], [5, 2]], "points": 3}
    assert position.effect("e4d4>4")["groups"] == [cats]
    plants = {"type": "P", "cells": [[3, 0], [4, 0], [4, 1], [5, 0]], "points": 3}
    assert position.effect("e4d4>1")["groups"] == [plants]
    assert position.effect("d4>1")["groups"] == []


def test_effect_names_the_goal_of_a_token() -> None:
    """MS-10: the index is that of the box, the points those of the token on top."""
    taken = 0
    for seed in range(6):
        for turn in turns_of(("my-shelfie", 2, {}), seed):
            scene = turn.before.scene()
            stacks = {goal["goal"]: goal["stack"] for goal in scene["goals"]}
            for token in turn.effect["tokens"]:
                taken += 1
                assert token["points"] == stacks[token["goal"]][0]
                order = [goal["goal"] for goal in scene["goals"]]
                progress = turn.effect["progress"][order.index(token["goal"])]
                assert progress["after"] == progress["of"]
    assert taken


@pytest.mark.parametrize(
    "goals, tokens",
    [
        (("corners", "eight_equal"), [{"goal": 3, "points": 8}]),
        (("eight_equal", "corners"), [{"goal": 3, "points": 8}]),
        (("eight_equal", "two_squares"), [{"goal": 3, "points": 8}, {"goal": 5, "points": 8}]),
    ],
)
def test_effect_has_the_tokens_of_one_goal_or_both(
    goals: tuple[str, str], tokens: list[dict[str, int]]
) -> None:
    """MS-10: the eighth of a type makes a second square."""
    room = put(empty_room(2), {"d4": "C", "e4": "P", "e5": "G"})
    shelf = [".....", ".....", ".....", ".....", "CC.C.", "CCBCC"]
    state = make_state(2, room, [shelf], goals)
    position = Position(GAME, np.array([state], dtype=state.dtype))
    assert position.effect("d4>5")["tokens"] == tokens
    assert position.effect("e4>5")["tokens"] == []


# --- Progress -----------------------------------------------------------------------------------


def progress_of(key: str, shelf: list[str]) -> tuple[int, list[list[int]]]:
    """Return the progress towards a goal, and the cells of the tiles that count."""
    done, tiles = find_progress(*parse_shelf(shelf), KEYS.index(key))
    return done, Sheet(lambda out: write_cells(tiles, out, 0), list[Place])()


def marked(*rows: str) -> list[list[int]]:
    """Return the cells marked with # in a drawing."""
    return [[r, c] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]


@pytest.mark.parametrize("key", KEYS)
def test_progress_on_an_empty_shelf_is_zero(key: str) -> None:
    assert progress_of(key, EMPTY_SHELF) == (0, [])


def test_progress_is_complete_if_the_goal_is_fulfilled() -> None:
    """MS-15a to MS-15l, on shelves that fulfil them and shelves that nearly do."""
    seen = set()
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        shelf = vector["shelf"]
        for goal, of in zip(GOALS, GOAL_OF.tolist(), strict=True):
            is_done = progress_of(goal.key, shelf)[0] == of
            assert is_done == reference.goal_fulfilled(goal.key, reference.parse_tiles(shelf))
            seen.add((goal.key, is_done))
    assert len(seen) == 2 * len(GOALS)


@st.composite
def shelves(draw: st.DrawFn) -> list[str]:
    """Random shelves of few types, so that goals are nearly fulfilled."""
    letters = draw(st.sampled_from(["CB", "CBG", "CBGF", ITEM_LETTERS]))
    columns = [draw(st.text(letters, max_size=6)).rjust(6, ".") for _ in range(5)]
    return ["".join(row) for row in zip(*columns, strict=True)]


@given(shelves())
def test_progress_counts_tiles_up_to_the_goal(shelf: list[str]) -> None:
    tiles = reference.parse_tiles(shelf)
    for goal, of in zip(GOALS, GOAL_OF.tolist(), strict=True):
        done, cells = progress_of(goal.key, shelf)
        assert 0 <= done <= of
        assert (done > 0) == bool(cells)
        assert {(row, column) for row, column in cells} <= tiles.keys()
        assert (done == of) == reference.goal_fulfilled(goal.key, tiles)


def test_progress_in_groups() -> None:
    """MS-15a: groups of two; MS-15l: tiles of the four largest; MS-15f: groups with a square."""
    shelf = [".....", ".....", ".....", "CC...", "CCBB.", "CPBB."]
    groups = marked(".....", ".....", ".....", "##...", "####.", "#.##.")
    assert progress_of("six_clusters_of_2", shelf) == (2, groups)
    assert progress_of("four_clusters_of_4", shelf) == (8, groups)
    squares = marked(".....", ".....", ".....", "##...", "####.", "..##.")
    assert progress_of("two_squares", shelf) == (2, squares)


def test_progress_counts_squares_of_one_group_once() -> None:
    """MS-15f: a block of 2x4 is a single group."""
    shelf = [".....", ".....", ".....", ".....", "CCCC.", "CCCC."]
    block = marked(".....", ".....", ".....", ".....", "####.", "####.")
    assert progress_of("two_squares", shelf) == (1, block)


def test_progress_of_eight_alike() -> None:
    """MS-15d: the type there is most of, and no more than eight."""
    shelf = [".....", ".....", ".....", ".....", "C.B.C", "BCBCC"]
    assert progress_of("eight_equal", shelf) == (5, marked("", "", "", "", "#...#", ".#.##"))
    assert progress_of("eight_equal", ["....."] * 4 + ["CCCCC"] * 2)[0] == 8


def test_progress_on_patterns_counts_where_no_other_type_stands() -> None:
    """MS-15b, MS-15h, MS-15i: a tile never leaves the shelf, so another type spoils a pattern."""
    shelf = [".....", ".....", ".....", ".....", "PC...", "CPCB."]
    assert progress_of("diagonal", shelf) == (2, marked("", "", "", "", ".#...", "#...."))
    assert progress_of("x_shape", shelf) == (3, marked("", "", "", "", ".#...", "#.#.."))
    shelf[3] = "B...."
    assert progress_of("x_shape", shelf)[0] == 1
    corners = ["C....", "B....", "B....", "B....", "B....", "CBGFC"]
    assert progress_of("corners", corners) == (3, marked("#....", "", "", "", "", "#...#"))
    assert progress_of("corners", [*corners[:5], "CBGFP"]) == (0, [])


def test_progress_of_stairs_counts_columns_that_have_their_height() -> None:
    """MS-15c: heights 1, 2 and 5 of 1 to 5; with a tile above every stair nothing is done."""
    shelf = [".....", "....C", "....C", "....C", ".C..C", "CCC.C"]
    done = marked("", "....#", "....#", "....#", ".#..#", "##..#")
    assert progress_of("stairs", shelf) == (3, done)
    too_high = ["..C..", "..C..", "..C..", "..C..", ".CC..", "CCC.."]
    assert progress_of("stairs", too_high) == (0, [])


def test_progress_on_lines_counts_the_tiles_of_the_best() -> None:
    """MS-15e, MS-15g, MS-15j, MS-15k: the fullest lines that may still come to it."""
    shelf = [".....", ".....", "C....", "CB...", "CBGFT", "CBGFF"]
    rows = marked("", "", "", "##...", "#####", "")
    assert progress_of("two_rows_5_different", shelf) == (7, rows)
    plain = marked("", "", "#....", "##...", "", "")
    assert progress_of("four_rows_max3", shelf) == (3, plain)
    columns = marked("", "", "#....", "##...", "###..", "###..")
    assert progress_of("three_columns_max3", shelf) == (9, columns)
    varied = marked("", "", "", "", "....#", "....#")
    assert progress_of("two_columns_all6", shelf) == (2, varied)
