"""Data sets: what is in them is what was played, once, whatever happened to the writer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from arena.helpers import settings
from study.helpers import register
from tilewright.arena import Settings
from tilewright.bots import Budget, make_bot
from tilewright.envs.numbers import numbers_of
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.records.record import parse_record
from tilewright.registry import get_game
from tilewright.search.levels import get_levels
from tilewright.study import Dataset, load
from tilewright.study.dataset import DataFolder
from tilewright.study.dataset_writer import MoveRecorder, generate

pytestmark = pytest.mark.slow


def make(folder: Path, *bots: str, **changes: Any) -> Dataset:
    given = {"workers": 1, "on_progress": None}
    options = {name: changes.pop(name, value) for name, value in given.items()}
    generate(settings(*bots, **changes), folder, **options)
    return load(folder)


def stop_after(count: int) -> Callable[[int, int], None]:
    def report(done: int, wanted: int) -> None:
        if done == count:
            raise KeyboardInterrupt

    return report


def same(one: Dataset, other: Dataset) -> bool:
    """Return True if two sets hold the same games, whatever parts they came in."""
    return all(
        all(np.array_equal(a, b) for a, b in zip(mine[name], its[name], strict=True))
        for mine, its in ((one.games, other.games), (one.plies, other.plies))
        for name in mine
        if name not in ("value", "forfeit")  # these have no number where there is none
    )


@pytest.mark.parametrize("name, players", [("toy", 2), ("my-shelfie", 3)])
def test_dataset_rows_are_the_plies_of_the_games(name: str, players: int, tmp_path: Path) -> None:
    asked = Settings(name, ("random",) * 3, games=6, seed=5, players=players)
    generate(asked, tmp_path, workers=1)
    data = load(tmp_path)
    game = get_game(asked.game)
    observation = game.observation
    assert observation is not None
    seen, masks = data.observations(), data.masks()
    row = 0
    for number, record in enumerate(data.games["record"]):
        final = parse_record(record)
        steps = final.after(0)
        for ply, action in enumerate(final.actions):
            words = np.zeros(observation.num_words, np.uint64)
            observation.write(steps.state, steps.mover, words)
            assert np.array_equal(seen[row], numbers_of(game).unpack(words))
            assert np.array_equal(np.flatnonzero(masks[row]), steps.legal_actions)
            found = {name: data.plies[name][row] for name in ("game", "ply", "seat", "action")}
            assert found == {"game": number, "ply": ply, "seat": steps.mover, "action": action}
            outcome = final.standing()
            assert data.plies["score"][row] == outcome.scores[steps.mover]
            assert data.plies["place"][row] == outcome.places[steps.mover]
            steps.play(action)
            row += 1
        assert data.games["plies"][number] == final.ply
    assert row == len(data.plies["ply"])


def test_dataset_has_the_candidates_of_searches(tmp_path: Path) -> None:
    data = make(tmp_path, "level-3", "one", iterations=20)
    searched = np.array([len(actions) > 0 for actions in data.plies["searched_actions"]])
    names = [data.games["bots"][game] for game in data.plies["game"]]
    bots = np.array([bots[seat] for bots, seat in zip(names, data.plies["seat"], strict=True)])
    assert np.array_equal(searched, bots == "level-3") and searched.any()
    for row in np.flatnonzero(searched):
        visits = data.plies["searched_visits"][row]
        assert data.plies["searched_actions"][row][0] == data.plies["action"][row]
        assert visits[0] == max(visits) and sum(visits) >= 20
        assert data.plies["value"][row] == data.plies["searched_values"][row][0]
    assert np.isnan(data.plies["value"][~searched]).all()


SEARCHING = [
    pytest.param(game.name, players, f"level-{number}", id=f"{game.name}-{players}-level-{number}")
    for game in (get_game(name) for name in ("my-shelfie", "nova-luna", "polyssimo"))
    for players in game.players
    for number, level in enumerate(get_levels(game), 1)
    if level.at(players).iterations != 0
]


@pytest.mark.parametrize("name, players, bot", SEARCHING)
def test_dataset_has_candidates_of_every_searching_level(name: str, players: int, bot: str) -> None:
    """Play one move of each level that searches, with a few iterations only."""
    position = tw.new(name, players, seed=1)
    one = make_bot(bot, position.game, 1, Budget(iterations=5))
    diary = MoveRecorder(position.game)
    action = one.choose(position.view(position.mover))
    diary.write(position, one, action)
    *_, (considered,) = diary.columns(1)
    assert considered[0].action == action
    assert sum(move.visits for move in considered) >= 5
    assert 0 <= considered[0].value <= 1


def test_dataset_omits_illegal_moves(tmp_path: Path) -> None:
    data = make(tmp_path, "illegal", "one", games=2)
    assert data.games["forfeit"].tolist() == [0, 1]
    assert data.games["plies"].tolist() == [0, 1] and data.plies["game"].tolist() == [1]
    assert data.plies["place"].tolist() == [1]


# --- Nothing lost, nothing twice ---


@pytest.mark.parametrize("at", [1, 5, 11])
def test_generate_resumed_equals_an_uninterrupted_run(at: int, tmp_path: Path) -> None:
    whole = make(tmp_path / "whole", "random", "perfect")
    part = make(tmp_path / "parts", "random", "perfect", on_progress=stop_after(at))
    assert len(part.games["game"]) == at
    rest = make(tmp_path / "parts", "random", "perfect")
    assert len(list((tmp_path / "parts" / "games").iterdir())) == 2
    assert same(whole, rest) and rest.games["game"].tolist() == list(range(12))


def test_generate_with_more_games_adds_games(tmp_path: Path) -> None:
    make(tmp_path / "grown", "random", "perfect", games=6)
    grown = make(tmp_path / "grown", "random", "perfect", games=10)
    assert same(grown, make(tmp_path / "once", "random", "perfect", games=10))


def test_generate_does_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        asked = settings("random", "perfect")
        generate(asked, tmp_path / str(workers), workers=workers, prepare=register)
    assert same(load(tmp_path / "1"), load(tmp_path / "2"))


def test_generate_writes_large_runs_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.study.dataset_writer.GAMES_PER_PART", 5)
    data = make(tmp_path, "random", "perfect")
    assert len(list((tmp_path / "games").iterdir())) == 3
    assert data.games["game"].tolist() == list(range(12))


def test_generate_replaces_an_incomplete_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk was full after the plies of a part and before its games: those plies must not be
    there twice in the end."""
    real = DataFolder._write

    def fail_at_games(self: DataFolder, path: Path, columns: Any) -> None:
        if path.parent.name == "games":
            raise TilewrightError("no space left")
        real(self, path, columns)

    with monkeypatch.context() as broken:
        broken.setattr(DataFolder, "_write", fail_at_games)
        with pytest.raises(TilewrightError, match="no space"):
            make(tmp_path / "full", "random", "perfect")
    assert list((tmp_path / "full" / "plies").iterdir())
    with pytest.raises(TextError, match="expected at least one part"):
        load(tmp_path / "full")
    assert same(
        make(tmp_path / "full", "random", "perfect"), make(tmp_path / "once", "random", "perfect")
    )


def test_generate_with_other_settings_is_refused(tmp_path: Path) -> None:
    before = make(tmp_path, "random", "perfect")
    others: list[dict[str, Any]] = [{"seed": 6}, {"options": {}}, {"iterations": 9}]
    for changes in others:
        with pytest.raises(TilewrightError, match=r"holds other data: .*expected .*; found"):
            make(tmp_path, "random", "perfect", **changes)
    with pytest.raises(TilewrightError, match=r'bots: expected ."random", "one"'):
        make(tmp_path, "random", "one")
    assert same(before, load(tmp_path))


def test_generate_into_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    asked = settings("one", "one")
    with (
        closing(DataFolder(tmp_path, asked)),
        pytest.raises(TilewrightError, match="another process"),
    ):
        make(tmp_path, "one", "one")
    assert len(make(tmp_path, "one", "one").games["game"]) == 12


def test_generate_into_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(TilewrightError, match="cannot write"):
        make(tmp_path / "file", "one", "one")


# --- Loading ---


def test_load_of_some_columns(tmp_path: Path) -> None:
    make(tmp_path, "one", "one")
    assert list(load(tmp_path, ["action"]).plies) == ["game", "ply", "action"]
    with pytest.raises(InvalidOption, match=r"columns: expected some of game, ply.*found 'actoin'"):
        load(tmp_path, ["actoin"])


def test_load_of_another_layout_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "one", "one")
    about = json.loads((tmp_path / "dataset.json").read_text())
    about["features"][0]["places"] = [1, 0]
    (tmp_path / "dataset.json").write_text(json.dumps(about))
    with pytest.raises(TextError, match="expected observations as this version packs them"):
        load(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tilewright": "dataset 9", "settings": {}}'])
def test_load_of_another_folder_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "dataset.json").write_text(text)
    with pytest.raises(TextError, match=r"dataset.json: expected"):
        load(tmp_path)
    with pytest.raises(TextError, match="cannot read"):
        load(tmp_path / "nowhere")


def test_torch_returns_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch is large, so another module stands in for it here."""
    data = make(tmp_path, "one", "one")
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    with pytest.raises(TilewrightError, match="pip install torch"):
        data.torch()
    stand_in = ModuleType("torch")
    stand_in.from_numpy = lambda array: ("tensor", array)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", stand_in)
    tensors = data.torch()
    assert np.array_equal(tensors["observation"][1], data.observations())
    assert np.array_equal(tensors["action"][1], data.plies["action"])
    assert "searched_actions" not in tensors
