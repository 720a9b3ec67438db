"""The observatory: its statistics on numbers made up for it, its eyes on real games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arena.helpers import settings
from tilewright.arena import GameResult, Settings, play_game, run_arena
from tilewright.arena.schedule import Schedule
from tilewright.cli import app
from tilewright.game import Subject
from tilewright.records.record import parse_record
from tilewright.registry import get_game
from tilewright.study.balance import (
    Acquisition,
    SubjectEvents,
    estimate_effects,
    estimate_item_values,
    estimate_mean,
    estimate_share,
    extract_events,
    measure_balance,
    summarise_subject,
)

pytestmark = pytest.mark.slow

# --- Statistics ---


def test_estimate_mean_of_single_games_has_the_usual_interval() -> None:
    values = [1.0, 2.0, 4.0, 9.0]
    found = estimate_mean(values, range(4))
    assert found is not None and found.ci95 is not None
    spread = 1.959964 * np.std(values, ddof=1) / np.sqrt(4)
    assert np.allclose([found.mean, *found.ci95], [4.0, 4.0 - spread, 4.0 + spread])


def test_estimate_mean_counts_games_of_one_deal_once() -> None:
    values, deals = [1.0, 2.0, 4.0, 9.0], [0, 1, 2, 3]
    once, twice = estimate_mean(values, deals), estimate_mean(values * 2, deals * 2)
    assert once is not None and twice is not None
    assert once.ci95 is not None and twice.ci95 is not None
    assert np.allclose(once.ci95, twice.ci95) and (once.count, twice.count) == (4, 8)


def test_estimate_share_of_zero_has_an_interval() -> None:
    never = estimate_share([False] * 40, range(40))
    assert never is not None and never.ci95 is not None and never.mean == 0
    assert never.ci95[0] == 0 and 0.05 < never.ci95[1] < 0.12
    twice = estimate_share([False] * 80, [*range(40)] * 2)
    assert twice is not None and twice.ci95 == never.ci95


def test_estimate_share_of_single_games_has_wilsons_interval() -> None:
    found = estimate_share([True] * 30 + [False] * 70, range(100))
    assert found is not None and found.ci95 is not None
    assert np.allclose(found.ci95, (0.2189, 0.3959), atol=0.003)
    assert estimate_share([], []) is None and estimate_mean([], []) is None


def planted(noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Results that are made of three things, worth 0.3, -0.1 and nothing, and of who began."""
    random = np.random.default_rng(1)
    things = random.integers(0, 2, (400, 3)).astype(float)
    controls = random.integers(0, 2, (400, 1)).astype(float) - 0.5
    worth = things @ [0.3, -0.1, 0.0] + 0.2 * controls[:, 0]
    return worth + noise * random.normal(size=400), things, controls, np.arange(400)


def test_regress_finds_planted_effects() -> None:
    found = estimate_effects(*planted(0.0))
    assert np.allclose([each.mean for each in found if each], [0.3, -0.1, 0.0])
    noisy = estimate_effects(*planted(0.5))
    for each, truth in zip(noisy, (0.3, -0.1, 0.0), strict=True):
        assert each is not None and each.ci95 is not None
        assert each.ci95[0] < truth < each.ci95[1] and each.ci95[1] - each.ci95[0] < 0.25
    centred = estimate_effects(*planted(0.0), np.ones((3, 1)))
    assert np.allclose([each.mean for each in centred if each], np.array([7, -5, -2]) / 30)
    priced = estimate_effects(*planted(0.0), np.array([[1, 3], [1, 1], [1, 2]]))
    assert np.allclose([each.mean for each in priced if each], np.array([1, 1, -2]) / 30)


def test_regress_on_too_few_deals_returns_none() -> None:
    results, things, controls, deals = planted(0.0)
    assert estimate_effects(results[:7], things[:7], controls[:7], deals[:7]) == [None] * 3
    things[:, 2] = controls[:, 0]  # who can tell the third item from having begun?
    found = estimate_effects(results, things, controls, deals)
    assert found[0] is not None and found[2] is None


NOTHING = Subject("x", ("a", "b"), lambda state: (0, 1), lambda before, after: (), is_shared=True)


def test_summarise_subject_counts_shares_pairs_and_values() -> None:
    """Of 50 games the first player gets item a in all and wins; in 10 both get both things."""
    games = [
        SubjectEvents(
            deal,
            (10, 0),
            (1, 2),
            offered=(0, 1),
            takes=(Acquisition(0, 0, 3, 1),)
            + (
                (Acquisition(1, 0, 4, 2), Acquisition(0, 1, 4, 3), Acquisition(1, 1, 5, 4))
                if deal < 10
                else ()
            ),
        )
        for deal in range(50)
    ]
    found = summarise_subject(NOTHING, games)
    first, second = found["things"]
    assert (first["taken"]["mean"], first["turn"]["mean"]) == (0.6, round(190 / 60, 5))
    assert (second["taken"]["mean"], second["order"]["mean"]) == (0.2, 3.0)
    assert (first["won"]["mean"], second["won"]["mean"]) == (round(50 / 60, 5), 0.5)
    assert found["pairs"][0]["both"]["mean"] == 0.2 and found["pairs"][0]["games"] == 50
    assert estimate_item_values(NOTHING, games) == [None, None], "never one of them alone"
    again = summarise_subject(NOTHING, games * 2)["things"]
    for once, twice in zip(found["things"], again, strict=True):
        for key in ("taken", "turn", "order", "won"):
            assert twice[key]["ci95"] == pytest.approx(once[key]["ci95"]), "the same deals"


def draft(is_odd: bool, deal: int) -> SubjectEvents:
    """Thing a went to the beginner, or else to the other; b is for either, and wins."""
    owner, other = int(is_odd), deal % 2
    takes = (Acquisition(0, owner, 1, 1), Acquisition(1, other, 1, 2))
    return SubjectEvents(deal, (0, 0), (1, 2) if other == 0 else (2, 1), (0, 1), takes)


def test_estimate_item_values_of_an_item_with_one_owner_is_none() -> None:
    """Good bots draft Polyssimo's pieces in all but the same order every time. Each piece then
    seemed to be worth a share of what it is worth to begin, and very surely so."""
    subject = NOTHING._replace(is_shared=False)
    always = [draft(False, deal) for deal in range(100)]
    assert estimate_item_values(subject, always)[0] is None
    mostly = [draft(deal % 10 == 0, deal) for deal in range(100)]
    assert estimate_item_values(subject, mostly)[0] is None  # ten deals are too few to tell
    mixed = [draft(deal % 3 == 0, deal) for deal in range(100)]
    worth = estimate_item_values(subject, mixed)
    assert worth[0] is not None and worth[1] is not None and worth[1].mean > worth[0].mean


# --- Real games ---


def play(game: str, players: int) -> GameResult:
    asked = Settings(game, ("greedy",) * players, games=players, seed=2, players=players)
    return play_game(Schedule(asked), 0)


@pytest.mark.parametrize("players", [2, 4])
def test_extract_events_finds_my_shelfie_goals(players: int) -> None:
    result = play("my-shelfie", players)
    _, [seen] = extract_events(result, get_game("my-shelfie").subjects)
    state = parse_record(result.record).state
    assert seen.offered == tuple(int(goal) - 1 for goal in state["goals"])
    tokens = {
        (int(state["goals"][index]) - 1, seat)
        for index in range(2)
        for seat in range(players)
        if state["tokens"][index][seat]
    }
    first = parse_record(result.record).after(0).mover
    assert {(take.item, (take.player + first) % players) for take in seen.takes} == tokens


def test_extract_events_finds_nova_luna_tiles() -> None:
    result = play("nova-luna", 3)
    plain, [seen] = extract_events(result, get_game("nova-luna").subjects)
    final = parse_record(result.record)
    laid = sum(bin(int(word)).count("1") for word in final.state["area"].ravel())
    assert len(seen.takes) == laid == len({take.item for take in seen.takes})
    assert [take.order for take in seen.takes] == list(range(1, laid + 1))
    assert plain.takes == () and sorted(plain.places) == [1, 2, 3]


def test_extract_events_finds_polyssimo_pieces_in_draft_order() -> None:
    _, [seen] = extract_events(play("polyssimo", 2), get_game("polyssimo").subjects)
    assert sorted(take.item for take in seen.takes) == list(range(24))
    assert [(take.player, take.turn) for take in seen.takes] == [
        (player, turn) for turn in range(1, 13) for player in (0, 1)
    ]


def test_extract_events_orders_players_from_the_first_to_move() -> None:
    """Chance decides who begins a game of My Shelfie: seat 0 is like any other."""
    asked = Settings("my-shelfie", ("random",) * 3, games=12, seed=4, players=3)
    firsts = set()
    for game in run_arena(asked, workers=1).games:
        first = parse_record(game.record).after(0).mover
        firsts.add(first)
        plain, _ = extract_events(game, ())
        seats = [(first + player) % 3 for player in range(3)]
        assert list(plain.places) == [game.places[seat] for seat in seats]
        assert list(plain.scores) == [game.scores[seat] for seat in seats]
    assert firsts == {0, 1, 2}


def test_measure_balance_of_a_run_is_json_data() -> None:
    result = measure_balance(
        run_arena(settings("perfect", "perfect", games=60, options={}), workers=1)
    )
    wins = [row["wins"]["mean"] for row in result["starts"]]
    assert sum(wins) == pytest.approx(1) and wins[0] > 0.6  # the first of two perfect players
    assert result["games"] == 60 and result["deals"] == 30 and result["finished"]
    json.dumps(result)


# --- The command ---


def test_observe_command_writes_tables_figures_and_plots(tmp_path: Path) -> None:
    words = "observe toy --bot one --games 8 --players 2,3 --workers 1".split()
    outputs = ["--json", f"{tmp_path}/o.json", "--plot", str(tmp_path)]
    done = CliRunner().invoke(
        app, [*words, *outputs, "--games-folder", str(tmp_path)], catch_exceptions=False
    )
    assert done.exit_code == 0
    assert "toy, 2 x one, 8 games on 4 deals" in done.stdout
    assert "toy, 3 x one, 9 games on 3 deals" in done.stdout
    assert [result["games"] for result in json.loads((tmp_path / "o.json").read_text())] == [8, 9]
    plots = ("toy-starts", "toy-handfuls-2", "toy-handfuls-3")
    assert all((tmp_path / f"{plot}.svg").read_text().startswith("<?xml") for plot in plots)
    assert (tmp_path / "toy-3.games.jsonl").exists()


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("--players 2,x", "numbers with commas"),
        ("--players 9", "is for 2, 3 players; found 9"),
        ("--bot nobody", "no bot is called 'nobody'"),
        ("--plot /no/such/folder", "expected a folder that exists"),
        ("--json /no/such/folder/x", "expected a file in a folder that exists"),
    ],
)
def test_observe_command_refuses_bad_input_before_play(words: str, complaint: str) -> None:
    done = CliRunner().invoke(app, ["observe", "toy", "--bot", "one", *words.split()])
    assert done.exit_code != 0 and complaint in str(done.exception)
