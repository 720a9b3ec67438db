"""Statistics of reviews on made-up numbers: means, errors, signs, and which seat is charged.

That sums add up holds for any numbers; these tests say which numbers they are.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.cli.review import format_event_name, summarise_seat
from tilewright.position import Outcome, Position
from tilewright.records.record import Record
from tilewright.search.bot import make_settings
from tilewright.search.tree import Tree
from tilewright.study.review import Review, review
from tilewright.study.review.evaluation import (
    Evaluator,
    SearchSummary,
    _list_top_moves,
    _read_principal_variation,
    reward_outcome,
)
from tilewright.study.review.luck import (
    DEAL,
    FIRST_SEAT,
    HIDDEN_CARDS,
    MeasuredLuck,
    SeatBreakdown,
    Step,
    _compare_outcomes,
    break_down_results,
    fit_path,
    measure_deal_luck,
)
from tilewright.study.review.move_loss import (
    FIRST_PAIRS,
    MAX_PAIRS,
    STANDARD_ERRORS,
    MeasuredDecision,
    PairedSearches,
    classify,
    measure_decision,
)
from tilewright.study.review.pipeline import StoredFinding, open_findings
from tilewright.study.review.results import Event

TOY = tw.new("my-shelfie", seed=3)
"""A position for those who never look at it."""


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched here, so nothing need be compiled."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


def look(*outlook: float) -> SearchSummary:
    return SearchSummary(np.array(outlook), (), ())


# --- The ledger ---------------------------------------------------------------------------------


def test_fit_path_trusts_only_the_mean_before_the_first_event() -> None:
    """Least squares by hand: each outlook is a mean, weighted by 1 / spread**2."""
    steps = [Step([0.0], [0.1], before=[0.5]), Step([0.0], [0.1], before=[0.9])]
    start, middle, end = (outlook[0] for outlook in fit_path(steps, np.array([0.5])))
    level = 1 / (0.16 * 0.9 * 0.1) ** 2  # a search's own, not that of a mean over deals
    assert middle == pytest.approx((2 * 100 * 0.5 + level * 0.9) / (2 * 100 + level), abs=1e-3)
    assert start == pytest.approx(0.5, abs=1e-3) and end == 0.5


def test_fit_path_weighs_measurements_by_their_error() -> None:
    steps = [Step([0.3], [0.01], mover=0, before=[0.5]), Step([0.1], [0.2], mover=1)]
    start, middle, _ = (outlook[0] for outlook in fit_path(steps, np.array([1.0])))
    assert middle - start == pytest.approx(0.3, abs=0.01), "the sure step keeps its change"
    assert 1.0 - middle > 0.15, "the other one bears the rest"


def test_fit_path_uses_measurements_after_a_move() -> None:
    steps = [
        Step([0.3], [0.5], mover=0, before=[0.5], after=[0.8]),
        Step([0.5], [0.5], mover=1),
    ]
    start, middle, _ = (outlook[0] for outlook in fit_path(steps, np.array([1.0])))
    assert start == pytest.approx(0.5, abs=0.02) and middle == pytest.approx(0.8, abs=0.02)


def test_break_down_results_adds_luck_own_and_other_moves() -> None:
    """Three seats: each move is its mover's own, and to both others the others'."""
    steps = [
        Step([0.0] * 3, [0.03, 0.0, 0.0]),
        Step([0.0] * 3, [0.5] * 3, mover=1),
        Step([0.0] * 3, [0.04, 0.0, 0.0]),
        Step([0.0] * 3, [0.5] * 3, mover=2),
    ]
    path = [[0.3, 0.4, 0.3], [0.4, 0.3, 0.3], [0.2, 0.6, 0.2], [0.1, 0.7, 0.2], [0.0, 0.0, 1.0]]
    found = break_down_results(steps, path)
    sums = [(one.luck, one.own, one.others) for one in found]
    assert sums[0] == pytest.approx((0.1 - 0.1, 0.0, -0.2 - 0.1))
    assert sums[1] == pytest.approx((-0.1 + 0.1, 0.3, -0.7))
    assert sums[2] == pytest.approx((0.0, 0.8, -0.1))
    assert [one.error for one in found] == pytest.approx([0.1, 0.0, 0.0]), "2 * hypot(.03, .04)"
    assert [one.adjusted for one in found] == pytest.approx([0.0, 0.0, 1.0])


# --- Paired searches ----------------------------------------------------------------------------


def pairs_of(differences: list[float]) -> PairedSearches:
    pairs = PairedSearches(Evaluator(TOY.game), TOY, best=0, played=1, seed=1, effort=1)
    pairs.bests = [look(0.5 + one, 0.5 - one) for one in differences]
    pairs.played = [look(0.5, 0.5) for _ in differences]
    return pairs


def test_paired_searches_loss_is_the_mean_difference() -> None:
    pairs = pairs_of([0.1, 0.3])
    assert pairs.loss(0) == pytest.approx(0.2) and pairs.loss(1) == pytest.approx(-0.2)
    # Three guessed differences of 0.015 are counted in; 2 + 3 - 1 degrees of freedom.
    variance = (2 * 0.1**2 + 3 * 0.015**2) / 4
    assert pairs.error(0) == pytest.approx(STANDARD_ERRORS * math.sqrt(variance / 2))


def test_paired_searches_error_shrinks_with_the_root_of_their_number() -> None:
    few, many = (pairs_of([0.1, 0.3] * count).error(0) for count in (50, 200))
    assert few / many == pytest.approx(2, rel=0.02)


class Scripted(Evaluator):
    """Looks of which every second is 0.1 off, and the move that was played 0.3 worse."""

    def __init__(self, played: int, best: int) -> None:
        super().__init__(TOY.game)
        self.played, self.best = played, best
        self.count = 0

    def search(
        self, view: Any, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        self.count += action == self.played
        worth = np.full(2, 0.5)
        if action == self.played:
            worth += np.array([-0.3, 0.3]) + 0.1 * (self.count % 2) * np.array([-1, 1])
        return SearchSummary(worth, (self.best, self.played), (self.best,))


def test_measure_decision_spread_is_one_standard_error() -> None:
    """The ledger counts in standard errors, classes in STANDARD_ERRORS of them."""
    position = tw.new("my-shelfie", seed=3)
    position.state["mover"] = 0
    best, played = (int(action) for action in position.legal_actions[:2])
    found = measure_decision(Scripted(played, best), position, played, 600, 1)
    variance = (FIRST_PAIRS * 0.05**2 + 3 * 0.015**2) / (FIRST_PAIRS + 2)
    assert found.spread == pytest.approx([math.sqrt(variance / FIRST_PAIRS)] * 2)
    change = np.subtract(found.after, found.before)
    assert change == pytest.approx([-0.35, 0.35]), "what the move did: it cost its mover"
    assert found.loss == pytest.approx(0.35)


class Priced(Evaluator):
    """Searches that find the same worth of each move again and again, by a table.

    ``prices``: by action, what a short search finds and what one of all iterations finds, as what
    it is worth to the mover. Every second search is off by `noise`.
    """

    def __init__(self, prices: dict[int, tuple[float, float]], noise: float = 0.0) -> None:
        super().__init__(TOY.game)
        self.prices, self.noise = prices, noise
        self.counts: Counter[int] = Counter()

    def search(
        self, view: Any, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        top = tuple(self.prices)
        if action is None:
            return SearchSummary(np.array([0.4, 0.6]), top, top[:1])
        self.counts[action] += 1
        price = self.prices[action][iterations == ITERATIONS]
        if action == top[-1]:
            price += self.noise * (-1) ** self.counts[action]
        worth = np.full(2, 1 - price)
        worth[view.mover] = price
        return SearchSummary(worth, top, top[:1])


ITERATIONS = 600


def measured(
    *prices: tuple[float, float], noise: float = 0.0, mover: int = 0
) -> tuple[MeasuredDecision, list[int]]:
    """Return the decision for the last of some moves, and these moves."""
    position = tw.new("my-shelfie", seed=3)
    position.state["mover"] = mover
    moves = [int(action) for action in position.legal_actions[: len(prices)]]
    looks = Priced(dict(zip(moves, prices, strict=True)), noise)
    return measure_decision(looks, position, moves[-1], ITERATIONS, 1), moves


@pytest.mark.parametrize("mover", [0, 1])
def test_measure_decision_finds_the_best_move_of_the_mover(mover: int) -> None:
    found, (_, best, _, _) = measured((0.6, 0.6), (0.8, 0.8), (0.3, 0.3), (0.5, 0.5), mover=mover)
    assert (found.seat, found.best) == (mover, best)
    assert found.loss == pytest.approx(0.3) and found.outlook == pytest.approx(0.8)


@pytest.mark.parametrize("mover", [0, 1])
def test_measure_decision_outlook_is_that_of_the_mover(mover: int) -> None:
    found, moves = measured((0.3, 0.3), (0.8, 0.8), mover=mover)
    assert (found.best, found.loss, found.kind) == (moves[-1], 0.0, "best")
    assert found.outlook == pytest.approx([0.4, 0.6][mover])


@pytest.mark.parametrize(
    "loss, error, kind",
    [
        (0.0, 0.0, "best"),
        (0.0099, 0.0, "best"),
        (0.01, 0.0, "good"),
        (0.03, 0.0, "inaccuracy"),
        (0.0599, 0.0, "inaccuracy"),
        (0.06, 0.0, "mistake"),
        (0.12, 0.0, "blunder"),
        (0.5, 0.0, "blunder"),
        (0.25, 0.125, "blunder"),
        (0.25, 0.15, "mistake"),
        (0.25, 0.25, "best"),
    ],
)
def test_classify_subtracts_the_error(loss: float, error: float, kind: str) -> None:
    assert classify(loss, error) == kind


def test_seat_breakdown_adjusted_is_result_minus_luck() -> None:
    account = SeatBreakdown(0, 0.5, luck=0.2, own=-0.1, others=0.4, result=1.0, error=0.05)
    assert account.adjusted == pytest.approx(0.8)
    assert account.skill == pytest.approx(0.3)


@pytest.mark.parametrize(
    "price, noise, pairs",
    [
        (0.5, 0.0, FIRST_PAIRS),  # far above all thresholds
        (0.799, 0.0, FIRST_PAIRS),  # below all of them
        (0.77, 0.03, MAX_PAIRS),  # at 0.03, though far from 0.12
        (0.68, 0.03, MAX_PAIRS),  # at 0.12, though far from 0.01
    ],
)
def test_measure_decision_searches_until_the_class_is_clear(
    price: float, noise: float, pairs: int
) -> None:
    found, _ = measured((0.8, 0.8), (price, price), noise=noise)
    assert found.loss == pytest.approx(0.8 - price)
    assert found.pairs == pairs


@pytest.mark.parametrize(
    "long, loss",
    [
        (0.50, 0.3),
        (0.52, 0.3),  # less, but not by more than the errors
        (0.40, 0.3),  # more
        (0.75, 0.05),  # the short searches have overlooked something
    ],
)
def test_measure_decision_prefers_a_clearly_smaller_long_loss(long: float, loss: float) -> None:
    found, _ = measured((0.8, 0.8), (0.5, long), noise=0.05)
    assert found.loss == pytest.approx(loss)


# --- What is expected -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "places, shares",
    [
        ((1, 2), (1.0, 0.0)),
        ((2, 3, 1), (0.5, 0.0, 1.0)),
        ((4, 1, 3, 2), (0.0, 1.0, 1 / 3, 2 / 3)),
    ],
)
def test_reward_outcome_of_places_has_even_steps(
    places: tuple[int, ...], shares: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = make_settings(TOY.game, {})
    for name, weight in (("weight_first", 0.5), ("weight_place", 0.3), ("weight_score", 0.2)):
        settings[name] = weight
    monkeypatch.setattr(
        "tilewright.study.review.evaluation.make_settings", lambda game, given: settings
    )
    found = reward_outcome(TOY.game, Outcome((20,) * len(places), places))
    expected = [
        0.5 * (place == 1) + 0.3 * share + 0.2 * 0.5
        for place, share in zip(places, shares, strict=True)
    ]
    assert found == pytest.approx(expected), "equal scores are a margin of nothing"


@pytest.mark.parametrize(
    "sibling, visits, line",
    [(0, 30, [5, 7]), (2, 30, [5]), (0, 24, [5, 7]), (0, 23, [5])],
)
def test_principal_variation_ends_at_chance_or_few_visits(
    sibling: int, visits: int, line: list[int]
) -> None:
    tree = Tree(8)
    tree.nodes[0]["first"], tree.nodes[0]["count"] = 0, 2
    tree.nodes[1]["first"], tree.nodes[1]["count"] = 2, 1
    tree.nodes[1]["sibling"] = sibling
    tree.edges[0] = (4, 0, 25, 0.5, 0.0)
    tree.edges[1] = (5, 1, 100, 0.5, 0.0)
    tree.edges[2] = (7, 0, visits, 1.0, 0.0)
    assert _read_principal_variation(tree) == line


def test_list_top_moves_returns_the_six_most_visited() -> None:
    tree = Tree(8)
    tree.nodes[0]["count"] = 8
    for index, visits in enumerate((5, 40, 10, 40, 1, 7, 10, 3)):
        tree.edges[index] = (100 + index, 0, visits, 0.125, 0.0)
    assert _list_top_moves(tree) == (101, 103, 102, 106, 105, 100)


# --- Chance -------------------------------------------------------------------------------------


def test_measure_chance_event_is_actual_minus_mean() -> None:
    came = [np.array([0.7, 0.3]), np.array([0.9, 0.1])]
    others = [np.array([0.5, 0.5]), np.array([0.1, 0.9]), np.array([0.3, 0.7])]
    found = _compare_outcomes(4, "refill", came, others)
    assert (found.ply, found.event) == (4, "refill")
    assert found.luck == pytest.approx([0.5, -0.5])
    assert found.before == pytest.approx([0.3, 0.7])
    assert found.spread == pytest.approx([math.sqrt(0.02 / 2 + 0.04 / 3)] * 2)


class Dealt(Evaluator):
    """A deal is worth 0.9 to seat 0, the same with other cards 0.7, another 0.5."""

    def __init__(self, deal: Position) -> None:
        super().__init__(deal.game)
        self.deal = deal

    def search(
        self, view: Position, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        if view.view() != self.deal.view():
            return look(0.5, 0.5)
        is_same = (view.state["cards"] == self.deal.state["cards"]).all()
        return look(0.9, 0.1) if is_same else look(0.7, 0.3)


def test_measure_deal_luck_counts_public_and_secret_parts_once() -> None:
    deal = tw.new("my-shelfie", seed=3, first="seat-0")
    found = {one.event: one.luck for one in measure_deal_luck(Dealt(deal), deal, 16, 1)}
    luck = sum(seat_luck[0] for seat_luck in found.values())
    assert set(found) == {DEAL, HIDDEN_CARDS}
    assert found[DEAL][0] == pytest.approx(0.2, abs=0.01)
    assert luck == pytest.approx(0.4, abs=0.01), "0.9 came where 0.5 was to be expected"


class ByMover(Evaluator):
    """The mover has half, the next seat 0.3, the last 0.1."""

    def search(
        self, view: Position, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        return look(*(0.5 - 0.2 * ((seat - view.mover) % 3) for seat in range(3)))


def test_measure_deal_luck_of_moving_first_is_relative_to_the_mean() -> None:
    deal = tw.new("my-shelfie", players=3, seed=3)
    found = {one.event: one for one in measure_deal_luck(ByMover(deal.game), deal, 16, 1)}
    first = found[FIRST_SEAT]
    turns = [(seat - deal.mover) % 3 for seat in range(3)]
    assert first.before == pytest.approx([0.3] * 3)
    assert first.luck == pytest.approx([0.2 - 0.2 * turn for turn in turns])


# --- Whole reviews of made-up findings ----------------------------------------------------------


def weighed(ply: int, seat: int, players: int) -> dict[str, Any]:
    even = [1 / players] * players
    one = MeasuredDecision(ply, seat, 0, 0, 0.0, 0.0, 0.5, even, even, [0.0] * players, [0], [0], 0)
    return {"weighed": asdict(one), "fortune": None}


@pytest.mark.parametrize("quitters", [(2, 0), (0, 2), (1, 2)])
def test_review_charges_the_last_forfeit(quitters: tuple[int, int]) -> None:
    position = tw.new("toy", players=3, seed=5)
    position.play(0)
    winner = ({0, 1, 2} - set(quitters)).pop()
    places = {winner: 1, quitters[1]: 2, quitters[0]: 3}
    outcome = Outcome((0, 0, 0), (places[0], places[1], places[2]))
    reasons = tuple((seat, "resigned") for seat in quitters)
    record = Record(position, forfeits=reasons, outcome=outcome)  # type: ignore[arg-type]
    deal = MeasuredLuck(0, "deal", [0.0] * 3, [0.01] * 3, [1 / 3] * 3)
    known = {"deal": {"fortunes": [asdict(deal)]}, "0": weighed(0, 0, 3)}
    found = review(record, iterations=1, known=known)
    own = [account.own for account in found.seats]
    assert own[quitters[1]] < -0.2, "its own decision"
    assert abs(own[quitters[0]]) < 0.05 and abs(own[winner]) < 0.05
    assert found.seats[quitters[0]].others < -0.2 and found.seats[winner].others > 0.2


def test_review_effect_of_a_move_is_the_next_change() -> None:
    position = tw.new("toy", players=3, seed=5)
    position.play(0)
    record = Record(
        position, forfeits=((1, "resigned"), (2, "resigned")), outcome=Outcome((0,) * 3, (1, 3, 2))
    )
    before, after = [0.4, 0.3, 0.3], [0.2, 0.5, 0.3]
    one = weighed(0, 0, 3)
    one["weighed"] |= {"before": before, "after": after}
    deal = MeasuredLuck(0, "deal", [0.0] * 3, [0.01] * 3, before)
    found = review(record, iterations=1, known={"deal": {"fortunes": [asdict(deal)]}, "0": one})
    assert found.decisions[0].effect == pytest.approx([-0.2, 0.2, 0.0], abs=0.02)
    assert found.seats[0].own == pytest.approx(-0.2, abs=0.02)


def test_review_checkpoint_of_another_review_is_not_used(tmp_path: Path) -> None:
    """Another seed or another number of iterations measures other numbers."""
    position = tw.new("toy", seed=5)
    while not position.is_over:
        position.play(0)
    record, path = Record(position, outcome=position.outcome), tmp_path / "out.json.part"
    for iterations, seed in ((9, 1), (8, 2)):
        with open_findings(path, record, 8, 1) as kept:
            kept.append(StoredFinding("0", {"weighed": None}))
        with open_findings(path, record, 8, 1) as again:
            assert [one.name for one in again.items][-1:] == ["0"]
        with open_findings(path, record, iterations, seed) as other:
            assert list(other.items) == []


def test_measure_decision_of_the_only_legal_move_is_lossless() -> None:
    position = tw.new("toy", seed=3)
    position.state["heap"] = 1
    (only,) = (int(action) for action in position.legal_actions)
    found = measure_decision(Alike(position.game), position, only, 600, 1)
    assert (found.pairs, found.loss, found.best, found.kind) == (0, 0.0, only, "best")


class Alike(Evaluator):
    """Everything is worth the same, and another move is the favourite."""

    def search(
        self, view: Any, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        assert action != 2, "nothing is compared where there is no choice"
        return SearchSummary(np.full(2, 0.5), (2,), (2,))


# --- In words -----------------------------------------------------------------------------------


def made_up(scores: tuple[int, ...], places: tuple[int, ...], **more: Any) -> Review:
    """Return a review in which each seat's own moves brought it 10 % and the others' cost it 20
    %."""
    accounts = tuple(
        SeatBreakdown(seat, 0.5, 0.0, 0.1, -0.2, 0.4, 0.0) for seat in range(len(scores))
    )
    told: dict[str, Any] = {"names": (), "forfeits": (), "chance": (), **more}
    return Review(
        game="toy",
        iterations=1,
        seed=1,
        outcome=Outcome(scores, places),
        path=(),
        decisions=(),
        seats=accounts,
        remarks=(),
        **told,
    )


@pytest.mark.parametrize(
    "scores, places, seat, words",
    [
        ((9, 4), (1, 2), 0, "Seat 0 won by 5 points."),
        ((9, 4), (1, 2), 1, "Seat 1 lost by 5 points."),
        ((4, 4), (2, 1), 1, "Seat 1 won on the tie-break."),
        ((4, 4), (2, 1), 0, "Seat 0 lost on the tie-break."),
        ((4, 9, 7), (3, 1, 2), 1, "Seat 1 won by 2 points."),
        ((4, 9, 7), (3, 1, 2), 2, "Seat 2 came second of 3, behind by 2 points."),
        ((4, 9, 7), (3, 1, 2), 0, "Seat 0 came third of 3, behind by 5 points."),
    ],
)
def test_summary_sentence_says_by_how_much(
    scores: tuple[int, ...], places: tuple[int, ...], seat: int, words: str
) -> None:
    assert summarise_seat(made_up(scores, places), seat).startswith(words)


def test_summary_sentence_says_who_gave_up() -> None:
    found = made_up((0, 0, 0), (1, 2, 3), forfeits=(2,))
    assert summarise_seat(found, 0).startswith("Seat 0 won, the others having given up.")
    assert summarise_seat(found, 1).startswith("Seat 1 did not win.")
    assert summarise_seat(found, 2).startswith("Seat 2 gave the game up.")


def test_summary_sentence_tells_moves_and_whose() -> None:
    two = made_up((9, 4), (1, 2), names=("ann", "bob"))
    words = "Its own moves brought it 10 %, bob's cost it 20 %; nothing was left to chance."
    assert summarise_seat(two, 0) == f"Ann won by 5 points. {words}"
    assert "ann's cost it" in summarise_seat(two, 1)
    assert "seat 1's cost it" in summarise_seat(made_up((9, 4), (1, 2), names=("bob", "bob")), 0)
    assert "the others' cost it" in summarise_seat(made_up((4, 9, 7), (3, 1, 2)), 0)


@pytest.mark.parametrize(
    "luck, total, words",
    [
        (0.03, 0.0, "the refill brought it 3 %, but luck as a whole was even."),
        (0.029, 0.03, "luck as a whole brought it 3 %."),
        (0.029, 0.029, "luck was even."),
        (-0.10, -0.129, "the refill cost it 10 %, the rest of luck was even."),
        (-0.10, -0.131, "the refill cost it 10 %, luck as a whole cost it 13 %."),
    ],
)
def test_summary_sentence_names_luck_from_three_percent_on(
    luck: float, total: float, words: str
) -> None:
    event = Event(1, "refill", (luck, -luck), (0.0, 0.0))
    found = made_up((9, 4), (1, 2), chance=(event,))
    account = replace(found.seats[0], luck=total)
    assert summarise_seat(replace(found, seats=(account, found.seats[1])), 0).endswith(f"; {words}")


def test_format_event_name_counts_events_by_kind() -> None:
    events = [Event(ply, name, (ply / 100,), (0.0,)) for ply, name in enumerate("abbab")]
    found = made_up((9, 4), (1, 2), chance=tuple(events))
    told = [format_event_name(found, one) for one in events]
    assert told == ["the first a", "the first b", "the second b", "the second a", "the third b"]
