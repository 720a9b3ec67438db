"""Lessons: every position can be played, and every step accepts exactly the moves it asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
LANGUAGES = ("en", "uk", "ru", "de")
LEARNER = 0
FILES = {path.stem: path for path in WEB.glob("games/*/lessons/*.json")}
SCRIPTS = {game: json.loads(path.read_text()) for game, path in FILES.items()}
STEPS = [(game, step["id"]) for game, script in SCRIPTS.items() for step in script["steps"]]
TASKS = [
    (game, step["id"]) for game in SCRIPTS for step in SCRIPTS[game]["steps"] if "goal" in step
]
MATCHES = json.loads((ROOT / "web" / "tests" / "lesson-goals.json").read_text())

Effect = dict[str, Any]


def step_of(game: str, name: str) -> dict[str, Any]:
    return next(step for step in SCRIPTS[game]["steps"] if step["id"] == name)


@cache
def position_of(game: str, name: str) -> tw.Position:
    lines = SCRIPTS[game]["positions"][step_of(game, name)["position"]]
    return tw.position(game, "\n".join(lines) + "\n")


@cache
def effects_of(game: str, name: str) -> list[Effect]:
    """Return the effect of each legal move, as the learner sees it."""
    view = position_of(game, name).view(LEARNER)
    return [view.effect(move) for move in view.legal_moves]


def is_met(wanted: Any, found: Any) -> bool:
    """Return True if an effect matches a pattern; same as ``web/src/lib/effect-matcher.ts``."""
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(wanted) == len(found)
            and all(map(is_met, wanted, found))
        )
    if not isinstance(wanted, dict):
        number = isinstance(wanted, int) and not isinstance(wanted, bool)
        found = len(found) if number and isinstance(found, list) else found
        return type(wanted) is type(found) and bool(wanted == found)
    if "among" in wanted:
        return any(is_met(one, found) for one in wanted["among"])
    if wanted.keys() & {"least", "most"}:
        found = len(found) if isinstance(found, list) else found
        return isinstance(found, int) and wanted.get("least", found) <= found <= wanted.get(
            "most", found
        )
    return isinstance(found, dict) and all(
        is_met(one, found.get(name)) for name, one in wanted.items()
    )


def accepted(game: str, name: str) -> list[Effect]:
    goal = step_of(game, name)["goal"]
    return [effect for effect in effects_of(game, name) if is_met(goal, effect)]


def missed(game: str, name: str) -> dict[str, list[Effect]]:
    """Return the wrong moves, by the answer they get."""
    step, found = step_of(game, name), dict[str, list[Effect]]()
    for effect in effects_of(game, name):
        if not is_met(step["goal"], effect):
            fitting = [one["answer"] for one in step.get("say", []) if is_met(one["when"], effect)]
            found.setdefault(f"no-{fitting[0]}" if fitting else "no", []).append(effect)
    return found


# --- Positions and moves --------------------------------------------------------------------------


@pytest.mark.parametrize("case", MATCHES, ids=lambda case: json.dumps(case["wanted"]))
def test_is_met_judges_goals_as_the_page_does(case: dict[str, Any]) -> None:
    assert is_met(case["wanted"], case["found"]) == case["met"]


def test_lessons_exist_for_every_game() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    assert SCRIPTS.keys() == pages - {"index"}
    for game, script in SCRIPTS.items():
        assert script["game"] == game
        assert script["players"] == tw.GAMES[game].players[0]
        assert 6 <= len(script["steps"]) <= 10


@pytest.mark.parametrize("game", SCRIPTS)
def test_lesson_positions_are_all_used(game: str) -> None:
    used = {step["position"] for step in SCRIPTS[game]["steps"]}
    assert used == SCRIPTS[game]["positions"].keys()


@pytest.mark.parametrize("game, name", STEPS)
def test_lesson_position_can_be_played(game: str, name: str) -> None:
    position = position_of(game, name)
    assert not position.is_over
    assert position.mover == LEARNER


@pytest.mark.parametrize("game, name", TASKS)
def test_lesson_hint_reaches_the_goal(game: str, name: str) -> None:
    hint = step_of(game, name)["hint"]
    assert hint in [effect["move"] for effect in accepted(game, name)]


@pytest.mark.parametrize("game, name", TASKS)
def test_lesson_answers_are_all_reached_by_a_move(game: str, name: str) -> None:
    expected = {f"no-{one['answer']}" for one in step_of(game, name).get("say", [])}
    assert missed(game, name).keys() - {"no"} == expected


@pytest.mark.parametrize("game, name", STEPS)
def test_lesson_highlights_exist(game: str, name: str) -> None:
    scene = position_of(game, name).view(LEARNER).scene()
    for spot in step_of(game, name).get("show", []):
        kind, thing = spot.split()
        assert IS_THERE[kind](scene, thing), spot


IS_THERE: dict[str, Callable[[dict[str, Any], str], bool]] = {
    "slot": lambda scene, slot: scene["wheel"][int(slot)] is not None,
    "tile": lambda scene, tile: int(tile) in [laid["tile"] for laid in scene["seats"][0]["area"]],
    "area": lambda scene, seat: seat == str(LEARNER),
    "cell": lambda scene, cell: (
        scene["room"][int(cell[1]) - 1]["abcdefghi".index(cell[0])] in "CBGFTP"
    ),
    "goal": lambda scene, goal: int(goal) < len(scene["goals"]),
    "card": lambda scene, whose: whose == "mine" and scene["seats"][LEARNER]["card"] is not None,
    "piece": lambda scene, piece: piece in scene["seats"][LEARNER]["pieces"],
}


@pytest.mark.parametrize("game, name", STEPS)
def test_lesson_rules_are_rules_of_the_game(game: str, name: str) -> None:
    rule = step_of(game, name)["rule"]
    assert f"**{rule} " in (ROOT / "docs" / "games" / f"{game}.md").read_text()


# --- Words ----------------------------------------------------------------------------------------


@cache
def words_of(language: str, game: str) -> dict[str, str]:
    folder = FILES[game].parents[1] / "lang" / language
    text = (folder / f"lesson-{game}.ftl").read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^([a-z0-9-]+) = (.+)$", text))


def expected_words(game: str) -> list[str]:
    names = []
    for step in SCRIPTS[game]["steps"]:
        parts = ["", "-text"]
        if "goal" in step:
            answers = missed(game, step["id"])
            parts += ["-task", "-done", *(f"-{answer}" for answer in answers), "-hint"]
        names += [f"lesson-{game}-{step['id']}{part}" for part in parts]
    return [*names, f"lesson-{game}-finished"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SCRIPTS)
def test_lesson_steps_have_exactly_their_texts(game: str, language: str) -> None:
    assert sorted(words_of(language, game)) == sorted(expected_words(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game, name", TASKS)
def test_lesson_answers_use_variables_of_the_effect(game: str, name: str, language: str) -> None:
    for answer, effects in missed(game, name).items():
        text = words_of(language, game)[f"lesson-{game}-{name}-{answer}"]
        for variable in re.findall(r"\$(\w+)", text):
            assert all(isinstance(effect[variable], int | str | list) for effect in effects)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SCRIPTS)
def test_lesson_texts_are_short(game: str, language: str) -> None:
    for name, text in words_of(language, game).items():
        assert len(text) <= 260, name
        assert len(re.findall(r"[.!?](?=\s|$)", text)) <= 4, name


# --- What the words claim -------------------------------------------------------------------------


def last_of(game: str, name: str, move: str) -> tw.Position:
    after = position_of(game, name).copy()
    after.play(move)
    return after


def test_nova_luna_lesson_cheapest_tile_moves_again() -> None:
    scene = position_of("nova-luna", "cost").scene()
    tiles = tw.GAMES["nova-luna"].scenery.box()["tiles"]
    costs = [tiles[scene["wheel"][slot] - 1]["cost"] for slot in scene["offered"]]
    assert {effect["cost"] for effect in accepted("nova-luna", "cost")} == {min(costs)} == {2}


def test_nova_luna_lesson_rival_is_four_ahead() -> None:
    mine, mia = (disc["distance"] for disc in position_of("nova-luna", "turn").scene()["track"])
    assert mia - mine == 4
    assert {effect["cost"] for effect in accepted("nova-luna", "turn")} == {2, 3}
    assert all(effect["next"] == 1 for effect in missed("nova-luna", "turn")["no"])


@pytest.mark.parametrize(
    "name, tile, task", [("task", 14, "b"), ("group", 13, "yyy"), ("own", 29, "bb")]
)
def test_nova_luna_lesson_covers_the_named_task(name: str, tile: int, task: str) -> None:
    tiles = tw.GAMES["nova-luna"].scenery.box()["tiles"]
    index = tiles[tile - 1]["tasks"].index(task)
    for effect in accepted("nova-luna", name):
        assert effect["covers"] == [{"tile": tile, "task": index}]


def test_nova_luna_lesson_answers_about_several_tasks_are_true() -> None:
    answers = missed("nova-luna", "several")
    assert {len(effect["covers"]) for effect in answers["no"]} == {0}
    assert {len(effect["covers"]) for effect in answers["no-fewer"]} == {1}


def test_nova_luna_lesson_without_a_refill_covers_nothing() -> None:
    assert all(effect["covers"] == [] for effect in missed("nova-luna", "refill")["no"])


def test_nova_luna_lesson_last_disc_wins() -> None:
    assert position_of("nova-luna", "end").scene()["seats"][LEARNER]["discs"] == 1
    assert all(effect["discs"] == 0 for effect in accepted("nova-luna", "end"))


def test_solo_lesson_sums_are_right() -> None:
    solo = position_of("nova-luna-solo", "finish").scene()["solo"]
    assert (solo["sum"], solo["laid"]) == (27, 8)
    assert position_of("nova-luna-solo", "missing").scene()["solo"]["laid"] == 7
    assert all(effect["missing"] == 1 for effect in missed("nova-luna-solo", "missing")["no"])
    assert position_of("nova-luna-solo", "second").scene()["seats"][0]["discs"] == 13


def test_solo_lesson_score_is_under_a_hundred() -> None:
    for effect in accepted("nova-luna-solo", "end"):
        assert last_of("nova-luna-solo", "end", effect["move"]).scene()["scores"][0] < 100


def test_my_shelfie_lesson_points_are_right() -> None:
    assert all(effect["gains"]["groups"] == 2 for effect in accepted("my-shelfie", "line"))
    scene = position_of("my-shelfie", "group").scene()["seats"][LEARNER]
    assert [group["points"] for group in scene["groups"] if group["type"] == "F"] == [2]
    assert all(effect["tokens"][0]["points"] == 8 for effect in accepted("my-shelfie", "goal"))
    assert all(effect["gains"]["card"] == 2 for effect in accepted("my-shelfie", "card"))
    assert position_of("my-shelfie", "goal").scene()["seats"][LEARNER]["progress"][0]["done"] == 6


def test_my_shelfie_lesson_remaining_tiles_are_right() -> None:
    """A single tile leaves five in the room; two fill the shelf, and Mia has one more turn."""
    room = "".join(position_of("my-shelfie", "refill").scene()["room"])
    assert sum(letter in "CBGFTP" for letter in room) == 6
    assert all(len(effect["cells"]) == 1 for effect in missed("my-shelfie", "refill")["no"])
    assert all(
        effect["next"] == 1 and not effect["ends"] for effect in accepted("my-shelfie", "last")
    )


def test_polyssimo_lesson_order_is_counter_clockwise() -> None:
    assert position_of("polyssimo", "order").scene()["turns"] == [0, 2, 1]


def test_polyssimo_lesson_counts_are_right() -> None:
    for effect in missed("polyssimo", "block")["no"]:
        assert last_of("polyssimo", "block", effect["move"]).scene()["scores"] == [11, 10]
    for effect in accepted("polyssimo", "count"):
        assert last_of("polyssimo", "count", effect["move"]).scene()["scores"] == [6, 10]
    assert not missed("polyssimo", "flip")
