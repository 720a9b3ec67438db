"""Reviews of finished games: the ledger's identity, what is judged, and what is refused."""

from __future__ import annotations

import json
import math
import random
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event as Signal
from typing import Any
from unittest import mock

import numpy as np
import pytest

import tilewright as tw
from reasoning import reasons
from tilewright import cli
from tilewright.cli.review import summarise_seat
from tilewright.errors import TilewrightError
from tilewright.game import MAX_PLAYERS
from tilewright.kernel import bound
from tilewright.records.record import Record, format_record, parse_record, read_record
from tilewright.search.bot import make_settings
from tilewright.search.levels import load_network
from tilewright.search.mcts import compute_rewards
from tilewright.search.searcher import Searcher, SearchLimits
from tilewright.study.review import CLASSES, Review, classify, review
from tilewright.study.review.evaluation import (
    Evaluator,
    SearchSummary,
    depends_on_chance,
    reward_outcome,
)
from tilewright.study.review.luck import measure_chance_event
from tilewright.study.review.move_loss import measure_decision
from tilewright.study.review.pipeline import Stopped, StoredFinding, open_findings
from tilewright.study.review.results import Event

pytestmark = pytest.mark.slow

FEW = 8
TABLES = [("my-shelfie", 2), ("my-shelfie", 4), ("nova-luna", 3), ("polyssimo", 2)]


def play(name: str, players: int, seed: int, *, plies: int | None = None, **options: str) -> str:
    """Return the record of a game of random moves."""
    position, dice = tw.new(name, players=players, seed=seed, **options), random.Random(seed)
    while not position.is_over and position.ply != plies:
        position.play(int(dice.choice(position.legal_actions)))
    return format_record(position)


def read(name: str, players: int = 2, seed: int = 1, **options: str) -> Record:
    return read_record(play(name, players, seed, plies=None, **options))


def check_identity(found: Review) -> None:
    """Check the identity in floats and in the text of the JSON: nothing is rounded away."""
    for told in json.loads(json.dumps(found.as_json()))["seats"]:
        assert told["skill"] == told["own"] + told["others"]
        assert told["luck"] + told["skill"] == told["result"] - told["start"]
        seat = told["seat"]
        assert told["luck"] == sum(event.luck[seat] for event in found.chance)
        effects = sum(one.effect[seat] for one in found.decisions)
        assert found.forfeits or told["skill"] == effects


@pytest.mark.parametrize("name, players", TABLES)
def test_review_luck_and_skill_add_up_to_result_minus_start(name: str, players: int) -> None:
    record = read(name, players)
    found = review(record, iterations=FEW)
    check_identity(found)
    assert [one.ply for one in found.decisions] == list(range(len(record.position.actions)))
    assert record.outcome is not None
    results = [account.result for account in found.seats]
    assert results == pytest.approx(reward_outcome(record.position.game, record.outcome), abs=1e-4)


def test_review_does_not_depend_on_the_number_of_threads() -> None:
    record = read("my-shelfie")
    once = review(record, iterations=FEW, seed=3)
    assert review(record, iterations=FEW, seed=3, threads=2).as_json() == once.as_json()


def test_review_continues_from_its_checkpoint(tmp_path: Path) -> None:
    record, path = read("my-shelfie"), tmp_path / "out.json.part"
    whole = review(record, iterations=FEW)
    with open_findings(path, record, FEW, 0) as kept, pytest.raises(KeyboardInterrupt):
        review(
            record,
            iterations=FEW,
            on_finding=lambda name, finding: kept.append(StoredFinding(name, finding)),
            on_progress=interrupt_at(5),
        )
    with path.open("a") as file:
        file.write('{"name": "7", "find')  # the power went
    with open_findings(path, record, FEW, 0) as kept:
        known = {one.name: one.finding for one in kept.items}
    assert len(known) == 5
    measured: list[str] = []
    again = review(
        record, iterations=FEW, known=known, on_finding=lambda name, _: measured.append(name)
    )
    assert again.as_json() == whole.as_json()
    assert not set(measured) & set(known)
    with open_findings(path, record, FEW + 1, 0) as other:
        assert other.items == []


def interrupt_at(number: int) -> Any:
    def show(done: int, wanted: int) -> None:
        if done == number:
            raise KeyboardInterrupt

    return show


def test_review_stopped_raises() -> None:
    stop = Signal()
    stop.set()
    with pytest.raises(Stopped):
        review(read("my-shelfie"), iterations=FEW, stop=stop)


# --- What is measured ---------------------------------------------------------------------------


@pytest.mark.parametrize("name, players", TABLES)
def test_reward_outcome_equals_the_reward_of_the_search(name: str, players: int) -> None:
    position = parse_record(play(name, players, 5))
    rewards, notes = np.zeros(MAX_PLAYERS), [np.zeros(MAX_PLAYERS, dtype=np.int64) for _ in "ab"]
    kernel = bound(compute_rewards, outcome=position.game.rules.outcome)
    kernel(position.state, notes[0], notes[1], make_settings(position.game, {})[0], rewards)
    assert reward_outcome(position.game, position.standing()) == pytest.approx(rewards[:players])


def test_classify_is_milder_with_a_larger_error() -> None:
    for loss in np.linspace(0, 1, 101):
        assert classify(loss, loss) == "best"
        ranks = [CLASSES.index(classify(loss, error)) for error in (0.0, 0.02, 0.1)]
        assert ranks == sorted(ranks, reverse=True)  # less sure, milder
    assert classify(0.13, 0.0) == "blunder"


def test_review_judges_decisions_by_the_movers_view() -> None:
    """Other cards in the others' hands change no loss and no class, only the ledger."""
    record = read("my-shelfie", seed=4)
    swapped = record.position.after(0)
    cards = swapped.state["cards"].copy()
    other = 1 - swapped.mover
    free = next(card for card in range(1, 13) if card not in cards[:2].tolist())
    swapped.state["cards"][other] = free
    first = Evaluator(swapped.game)
    true = record.position.after(0)
    action = record.position.actions[0]
    found = [measure_decision(first, one, action, 64, 1) for one in (true, swapped)]
    assert found[0].loss == found[1].loss and found[0].best == found[1].best


@pytest.mark.parametrize("sees_through, kind", [(False, "blunder"), (True, "best")])
def test_measure_decision_corrects_short_searches_by_long_ones(
    sees_through: bool, kind: str
) -> None:
    """At the end of a game of Nova Luna short searches were sure of a blunder that was none: they
    erred all alike, so that no spread told."""
    position = tw.new("my-shelfie", seed=3)
    best, played = (int(action) for action in position.legal_actions[:2])

    class Shortsighted(Evaluator):
        def search(
            self, view: Any, iterations: int, seed: int, action: int | None = None
        ) -> SearchSummary:
            is_fooled = action == played and not (sees_through and iterations >= 600)
            worth = np.full(2, 0.5)
            worth[position.mover] -= 0.3 * is_fooled
            return SearchSummary(worth, (best, played), (best,))

    found = measure_decision(Shortsighted(position.game), position, played, 600, 1)
    assert found.kind == kind


@pytest.mark.parametrize("name", ["my-shelfie", "nova-luna", "polyssimo"])
def test_evaluator_search_equals_a_search_of_level_8(name: str) -> None:
    """Reviews had level 8's network with the settings of searches without one: they looked at fewer
    moves than the bot, and called moves mistakes that it had seen through."""
    view = tw.new(name, seed=3).view(0)
    game, evaluator = view.game, Evaluator(view.game)
    settings = make_settings(game, {}, with_network=True)
    searcher = Searcher(game, 5, settings, 66, load_network(game))
    searcher.set_root(view)
    searcher.grow(SearchLimits(64, math.inf, Signal()))
    assert evaluator.search(view, 64, 5).outlook == pytest.approx(searcher.totals[:2] / 64)
    action = int(view.legal_actions[-1])
    assert evaluator.search(view, 64, 5, action).top == (action,)


def test_depends_on_chance_only_if_tiles_are_drawn() -> None:
    position = parse_record(play("my-shelfie", 2, 1))
    steps, drawn = position.after(0), []
    for action in position.actions:
        if depends_on_chance(steps, action):
            drawn.append(steps.ply)
            assert measure_chance_event(Evaluator(steps.game), steps, action, FEW, 0) is not None
        assert (
            steps.effect(action)["refills"] == depends_on_chance(steps, action)
            or steps.ply + 1 == position.ply
        )
        steps.play(action)
    assert drawn


def test_measure_deal_luck_of_a_game_without_chance_is_empty() -> None:
    found = review(read("polyssimo"), iterations=FEW)
    assert found.chance == () and all(account.luck == 0 for account in found.seats)
    drawn = review(read("polyssimo", first="random"), iterations=FEW)
    assert [event.event for event in drawn.chance] == ["first seat"]
    check_identity(drawn)


# --- What is refused, and what is said of odd games ---------------------------------------------


def test_review_of_an_unfinished_game_is_refused() -> None:
    with pytest.raises(TilewrightError, match="unfinished after 3 plies; only what is over"):
        review(read_record(play("my-shelfie", 2, 1, plies=3)))


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("record 1", "record 9", "expected 'record 1' or 'record 2'; found 'record 9'"),
        ("\nresult:", "\nreslut:", "result"),
        ("  3. ", "  4. ", "expected '3. ' and a move"),
    ],
)
def test_review_command_names_the_line_of_a_damaged_record(old: str, new: str, says: str) -> None:
    with pytest.raises(TilewrightError, match=says):
        read_record(play("my-shelfie", 2, 1).replace(old, new, 1))


def test_review_command_refuses_a_truncated_record() -> None:
    text = play("my-shelfie", 2, 1)
    for length in range(0, text.index("result:") + 9, 40):
        with pytest.raises(TilewrightError):
            review(read_record(text[:length]))


def test_review_of_a_solo_game_is_refused() -> None:
    with pytest.raises(TilewrightError, match="this game is for one"):
        review(read("nova-luna-solo", 1))


def test_review_of_a_game_without_moves_is_refused() -> None:
    text = play("my-shelfie", 2, 1, plies=0).replace(
        "result: unfinished", "forfeits: 1 resigned\nresult: 0 0"
    )
    with pytest.raises(TilewrightError, match="no move was played"):
        review(read_record(text))


def test_review_of_a_game_from_the_middle_starts_there() -> None:
    whole = parse_record(play("my-shelfie", 2, 1))
    late = tw.position("my-shelfie", str(whole.after(20)))
    for action in whole.actions[20:]:
        late.play(action)
    found = review(read_record(format_record(late)), iterations=FEW)
    check_identity(found)
    assert found.decisions[0].ply == 20
    assert "begins at ply 20" in found.remarks[0]
    assert not {"deal", "hidden cards", "first seat"} & {event.event for event in found.chance}


def test_review_counts_a_forfeit_as_a_decision() -> None:
    text = play("my-shelfie", 2, 1, plies=1)
    scores = parse_record(text).standing().scores
    mover = parse_record(text).after(0).mover
    text = text.replace(
        "result: unfinished", f"forfeits: {1 - mover} resigned\nresult: {scores[0]} {scores[1]}"
    )
    found = review(read_record(text), iterations=FEW)
    check_identity(found)
    assert len(found.decisions) == 1
    assert any("resigned" in remark for remark in found.remarks)
    assert any(f"Seat {1 - mover} never moved" in remark for remark in found.remarks)
    assert "gave the game up" in summarise_seat(found, 1 - mover)
    quitter = found.seats[1 - mover]
    assert quitter.own < -0.3  # to give up cost the seat its outlook


@cache
def reviewed() -> Review:
    return review(read("my-shelfie"), iterations=FEW)


def test_summary_names_the_main_causes() -> None:
    found = reviewed()
    for account in found.seats:
        words = summarise_seat(found, account.seat)
        assert ("won by" in words) == (found.outcome.places[account.seat] == 1)
        assert "own moves" in words and "luck" in words


@pytest.mark.parametrize(
    "events, words",
    [
        ((0.01, -0.02), "; luck was even."),
        ((0.02, 0.02), "; luck as a whole brought it 4 %."),
        ((0.04, 0.01), "; the first refill brought it 4 %, the rest of luck was even."),
        ((-0.06, 0.05), "; the first refill cost it 6 %, but luck as a whole was even."),
        ((-0.24, 0.1), "; the first refill cost it 24 %, luck as a whole cost it 14 %."),
        ((0.1, -0.2), "; the second refill cost it 20 %, luck as a whole cost it 10 %."),
        (
            (0.1, -0.07, -0.07, -0.06),
            "; the first refill brought it 10 %, luck as a whole cost it 10 %.",
        ),
        ((0.2, -0.3), "; the second refill cost it 30 %, luck as a whole cost it 10 %."),
        ((-0.14, 0.28), "; the second refill brought it 28 %, luck as a whole brought it 14 %."),
    ],
)
def test_summary_mentions_luck_once(events: tuple[float, ...], words: str) -> None:
    """They told one number twice, and that six percent were even."""
    found = reviewed()
    chance = tuple(Event(1, "refill", (luck, -luck), (0.0, 0.0)) for luck in events)
    account = replace(found.seats[0], luck=sum(events))
    assert summarise_seat(replace(found, chance=chance, seats=(account,) * 2), 0).endswith(words)


# --- The command --------------------------------------------------------------------------------


def run(*words: object) -> int:
    with mock.patch.object(sys, "argv", ["tilewright", *map(str, words)]):
        try:
            cli.main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def test_review_command_writes_the_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.txt", tmp_path / "out.json"
    game.write_text(play("my-shelfie", 2, 1))
    assert run("review", game, "--iterations", FEW, "--json", out) == 0
    told, printed = json.loads(out.read_text()), capsys.readouterr().out
    assert not (tmp_path / "out.json.part").exists()
    assert {"ply", "seat", "played", "best", "loss", "error", "class", "why"} <= set(
        told["decisions"][0]
    )
    assert {"ply", "event", "luck"} <= set(told["chance"][0])
    assert {"luck", "own", "others", "skill", "start", "result"} <= set(told["seats"][0])
    assert told["path"][-1] == [seat["result"] for seat in told["seats"]]
    assert all(sentence in printed for sentence in told["closing"])


def test_review_command_reports_errors_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.txt"
    for text in (play("my-shelfie", 2, 1)[:200], play("my-shelfie", 2, 1, plies=4)):
        game.write_text(text)
        assert run("review", game) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


# --- Why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["my-shelfie", "nova-luna", "polyssimo"])
def test_review_reasons_are_true_of_the_position(name: str) -> None:
    """Claims are looked up in the effects of the two moves; other claims are counted again in
    the tests of each game."""
    told = set()
    for one in reasons(name, 2):
        if one.key in CHECKS:
            CHECKS[one.key](one.facts, *one.effects)
            told.add(one.key)
    assert len(told) >= 2


def _less(first: Any, second: Any) -> None:
    assert first < second


CHECKS: dict[str, Any] = {
    "ms-why-token": lambda facts, mine, best: _less(0, facts["points"]),
    "ms-why-fills": lambda facts, mine, best: _less(best["fills"], mine["fills"]),
    "ms-why-end-token": lambda facts, mine, best: _less(mine["gains"]["end"], best["gains"]["end"]),
    "ms-why-group": lambda facts, mine, best: _less(
        mine["gains"]["groups"], best["gains"]["groups"]
    ),
    "ms-why-card": lambda facts, mine, best: _less(
        mine["matches"]["after"], best["matches"]["after"]
    ),
    "ms-why-progress": lambda facts, mine, best: _less(facts["instead"], facts["done"]),
    "ms-why-spoils": lambda facts, mine, best: _less(0, len(mine["lands"])),
    "ms-why-joins": lambda facts, mine, best: _less(1, facts["size"]),
    "ms-why-leaves": lambda facts, mine, best: _less(
        {"type": facts["type"], "count": 3} in best["leaves"],
        {"type": facts["type"], "count": 3} in mine["leaves"],
    ),
    "ms-why-size": lambda facts, mine, best: _less(len(mine["types"]), len(best["types"])),
    "nl-why-tasks": lambda facts, mine, best: _less(len(mine["covers"]), len(best["covers"])),
    "nl-why-again": lambda facts, mine, best: _less(
        mine["next"] == mine["seat"], best["next"] == best["seat"]
    ),
    "nl-why-cost": lambda facts, mine, best: _less(best["cost"], mine["cost"]),
    "nl-why-near": lambda facts, mine, best: _less(mine["near"], best["near"]),
    "nl-why-refilled": lambda facts, mine, best: _less(
        best["kind"] == "refill", mine["kind"] == "refill"
    ),
    "nl-why-refill": lambda facts, mine, best: _less(
        mine["kind"] == "refill", best["kind"] == "refill"
    ),
    "pc-why-roomier": lambda facts, mine, best: _less(facts["fewer"], facts["ways"]),
    "pc-why-out": lambda facts, mine, best: _less(
        facts["seat"] in mine["outs"], facts["seat"] in best["outs"]
    ),
    "pc-why-lost": lambda facts, mine, best: _less(0, facts["count"]),
    "pc-why-scarce": lambda facts, mine, best: _less(0, facts["ways"]),
    "pc-why-reserved": lambda facts, mine, best: _less(0, facts["count"]),
    "pc-why-spared": lambda facts, mine, best: _less(0, facts["count"]),
    "pc-why-room": lambda facts, mine, best: _less(
        mine["places"][mine["seat"]]["after"], best["places"][best["seat"]]["after"]
    ),
}
