"""Losses of moves: pairs of searches, contenders, proofs, and the loss that is worth a reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Action
from tilewright.game.study import Claim, Reasons
from tilewright.position import Position
from tilewright.study.review.evaluation import Evaluator, SearchSummary
from tilewright.study.review.move_loss import (
    FIRST_PAIRS,
    LONG_PAIRS,
    STANDARD_ERRORS,
    MeasuredDecision,
    PairedSearches,
    _Decision,
    explain_loss,
    measure_decision,
)

ITERATIONS, EFFORT = 600, 100


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched here, so nothing need be compiled."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


class Asked(SimpleNamespace):
    """One search: the view, its iterations, seed and action."""

    view: Position
    iterations: int
    seed: int
    action: Action | None


class Priced(Evaluator):
    """Answers what an action is worth to the mover by a function, and keeps what it was asked."""

    def __init__(
        self,
        position: Position,
        worth: Callable[[Asked], float],
        *,
        top: Iterable[Action] = (),
        line: tuple[Action, ...] = (),
    ) -> None:
        super().__init__(position.game)
        self.worth, self.top, self.line = worth, tuple(top), line
        self.asked: list[Asked] = []

    def search(
        self, view: Position, iterations: int, seed: int, action: Action | None = None
    ) -> SearchSummary:
        asked = Asked(view=view, iterations=iterations, seed=seed, action=action)
        self.asked.append(asked)
        price = self.worth(asked)
        outlook = np.full(view.players, (1 - price) / (view.players - 1))
        outlook[view.mover] = price
        return SearchSummary(outlook, self.top, self.line)

    def of(self, action: Action | None) -> list[Asked]:
        return [one for one in self.asked if one.action == action]


def open_position(stones: int = 9) -> Position:
    """Return a position with three moves, in which each seat knows a secret."""
    position = tw.new("toy", seed=5)
    position.state["heap"] = stones
    return position


def by_price(**prices: float) -> Callable[[Asked], float]:
    """Return prices of the actions a0, a1 ...; a search of all of them finds a half."""
    return lambda one: 0.5 if one.action is None else prices[f"a{one.action}"]


# --- Pairs --------------------------------------------------------------------------------------


def searched_pairs(best: Action, *counts: int) -> tuple[PairedSearches, Priced]:
    position = open_position()
    looks = Priced(position, lambda one: (one.seed % 1000) / 2000 + 0.1 * (one.action == 2))
    pairs = PairedSearches(looks, position, best=best, played=1, seed=4, effort=30)
    for count in counts:
        pairs.search(count)
    return pairs, looks


def test_pairs_searched_in_two_goes_are_those_of_one() -> None:
    once, twice = searched_pairs(2, 5)[0], searched_pairs(2, 2, 3)[0]
    for one, other in ((once.bests, twice.bests), (once.played, twice.played)):
        assert [look.outlook.tolist() for look in one] == [look.outlook.tolist() for look in other]


def test_pairs_share_a_seed_and_no_two_pairs_do() -> None:
    pairs, looks = searched_pairs(2, 4)
    seeds = [one.seed for one in looks.of(1)]
    assert seeds == [one.seed for one in looks.of(2)] and len(set(seeds)) == 4
    assert {one.iterations for one in looks.asked} == {30}
    assert pairs.loss(0) == pytest.approx(0.1), "what the seeds do to both counts for neither"
    assert pairs.error(0) == pytest.approx(2 * math.sqrt(3 * 0.015**2 / 6 / 4))


def test_pairs_of_one_move_are_searched_once() -> None:
    pairs, looks = searched_pairs(1, 3)
    assert len(looks.asked) == 3 and pairs.loss(0) == 0.0
    assert pairs.mean_best.tolist() == pairs.mean_played.tolist()


# --- Contenders ---------------------------------------------------------------------------------


def halve(prices: dict[Action, float]) -> tuple[Action, Priced]:
    position = open_position()
    looks = Priced(position, lambda one: prices[one.action or 0])
    found = _Decision(looks, position, 0, ITERATIONS, 7)._find_best_by_halving(set(prices))
    return found, looks


@pytest.mark.parametrize(
    "count, searches",
    [
        (1, [0]),
        (2, [3, 3]),
        (3, [3, 3, 3]),
        (4, [3, 3, 6, 6]),
        (5, [3, 3, 3, 6, 6]),
        (6, [3, 3, 3, 6, 6, 6]),
        (8, [3, 3, 3, 3, 6, 6, 9, 9]),
    ],
)
def test_halving_searches_the_better_half_on(count: int, searches: list[int]) -> None:
    """The better a move, the more searches: three per round."""
    prices = {10 + index: 0.1 + 0.05 * index for index in range(count)}
    best, looks = halve(prices)
    assert best == 10 + count - 1
    assert [len(looks.of(action)) for action in prices] == searches
    assert {one.iterations for one in looks.asked} <= {EFFORT}


def test_halving_gives_all_moves_the_same_seeds_and_each_lap_another() -> None:
    _, looks = halve({1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4})
    seeds = [[one.seed for one in looks.of(action)] for action in (1, 2, 3, 4)]
    assert seeds[0] == seeds[1] == seeds[2][:3] == seeds[3][:3]
    assert seeds[2] == seeds[3] and len(set(seeds[3])) == 6


def test_halving_takes_the_first_of_equal_moves() -> None:
    assert halve({9: 0.5, 4: 0.5, 7: 0.5})[0] == 4
    assert halve({9: 0.6, 4: 0.5, 7: 0.6})[0] == 7


class TwoMinds(Priced):
    """Finds move 2 to be the favourite at first, and move 1 at the second look."""

    def search(
        self, view: Position, iterations: int, seed: int, action: Action | None = None
    ) -> SearchSummary:
        found = super().search(view, iterations, seed, action)
        return found._replace(top=(2,) if len(self.of(None)) == 1 else (1,))


def test_contenders_are_the_top_of_two_searches_and_the_played_move() -> None:
    position = open_position()
    looks = TwoMinds(position, by_price(a0=0.1, a1=0.3, a2=0.2))
    found = measure_decision(looks, position, 0, ITERATIONS, 1)
    assert found.best == 1, "the second search has found it"
    wide = looks.of(None)
    assert [one.iterations for one in wide] == [ITERATIONS] * 2
    assert len({one.seed for one in wide}) == 2
    assert all(one.view.viewer == 0 for one in wide), "as the mover sees it"


# --- Decisions ----------------------------------------------------------------------------------


def decide(
    worth: Callable[[Asked], float], *, played: Action = 0, stones: int = 9, **more: Any
) -> tuple[MeasuredDecision, Priced]:
    position = open_position(stones)
    looks = Priced(position, worth, top=more.pop("top", (0, 1, 2)), **more)
    return measure_decision(looks, position, played, ITERATIONS, 1), looks


def test_a_decision_of_a_clear_loss_is_measured_by_eight_pairs_each_way() -> None:
    found, looks = decide(by_price(a0=0.3, a1=0.7, a2=0.5))
    assert (found.best, found.kind, found.pairs) == (1, "blunder", FIRST_PAIRS)
    assert found.loss == pytest.approx(0.4) and found.outlook == pytest.approx(0.7)
    assert found.error == pytest.approx(STANDARD_ERRORS * math.sqrt(3 * 0.015**2 / 10 / 8))
    long = [one for one in looks.of(1) if one.iterations == ITERATIONS]
    assert len(long) == LONG_PAIRS + 1, "a mistake is verified, and its line is looked for"
    known = [one for one in looks.of(1) if one.view.viewer == -1]
    assert len(known) == FIRST_PAIRS, "and once more with all secrets known"
    assert found.before == pytest.approx([0.7, 0.3]) and found.after == pytest.approx([0.3, 0.7])


def test_what_is_known_to_all_decides_the_ledger_and_not_the_loss() -> None:
    """With all cards on the table the move gained: that is luck of the ledger, and no excuse."""

    def worth(one: Asked) -> float:
        prices = {0: 0.3, 1: 0.7} if one.view.viewer != -1 else {0: 0.9, 1: 0.2}
        return prices.get(-1 if one.action is None else one.action, 0.5)

    found, _ = decide(worth, top=(0, 1))
    assert found.loss == pytest.approx(0.4)
    assert found.before == pytest.approx([0.2, 0.8]) and found.after == pytest.approx([0.9, 0.1])


def test_a_better_move_that_turns_out_worse_in_pairs_costs_nothing() -> None:
    """Halving preferred move 1; in pairs with other seeds it is behind by 0.02."""
    favourite = set[int]()

    def worth(one: Asked) -> float:
        if one.action != 1:
            return 0.5
        favourite.add(one.seed)
        return 0.6 if len(favourite) <= 3 else 0.48

    found, _ = decide(worth, top=(0, 1))
    assert (found.best, found.loss, found.kind) == (0, 0.0, "best")
    assert found.pairs >= FIRST_PAIRS and found.error > 0
    assert found.before == found.after and found.spread == [0.0, 0.0]
    assert (found.best_line, found.played_line) == ([0], [0])


def prove_that(*moves: Action, asked: list[tuple[Any, ...]]) -> Any:
    def prove(state: Any, seconds: Any, nodes: Any, stop: Any) -> tuple[Action, ...]:
        asked.append((int(state["viewer"]), seconds, nodes, stop))
        return moves

    return lambda game: SimpleNamespace(prove=prove)


FIND = "tilewright.study.review.move_loss.require_knowledge"


@pytest.mark.parametrize("played", [1, 2])
def test_a_proven_move_is_no_mistake_whatever_searches_say(
    played: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(FIND, prove_that(1, 2, asked=asked))
    found, looks = decide(by_price(a0=0.9, a1=0.1, a2=0.2), played=played)
    assert (found.best, found.loss, found.error, found.pairs) == (played, 0.0, 0.0, 0)
    assert asked == [(0, None, 50 * ITERATIONS, None)], "from what the mover knows"
    assert not looks.of(0)


def test_a_proven_best_move_is_compared_even_where_searches_prefer_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FIND, prove_that(2, 1, asked=[]))
    found, looks = decide(by_price(a0=0.9, a1=0.1, a2=0.2))
    assert (found.best, found.loss, found.pairs) == (2, 0.0, FIRST_PAIRS)
    assert found.outlook == pytest.approx(0.2)
    assert not [one for one in looks.asked if one.action == 1], "the first of the proven ones"
    monkeypatch.setattr(FIND, prove_that(1, asked=[]))
    found, looks = decide(by_price(a0=0.2, a1=0.9, a2=0.2))
    assert found.loss == pytest.approx(0.7)
    assert len([one for one in looks.of(0) if one.iterations == ITERATIONS]) == 1, (
        "a proof needs no long pairs: only the line is searched"
    )


def test_decisions_of_other_plies_and_seeds_have_other_searches() -> None:
    def seeds(ply: int, seed: int) -> set[int]:
        position = open_position()
        position.state["ply"] = ply
        looks = Priced(position, by_price(a0=0.3, a1=0.7, a2=0.5), top=(0, 1, 2))
        measure_decision(looks, position, 0, ITERATIONS, seed)
        return {one.seed for one in looks.asked}

    runs = [seeds(0, 1), seeds(0, 2), seeds(3, 1)]
    assert runs[0] == seeds(0, 1)
    assert len(set.union(*runs)) == sum(map(len, runs))


@pytest.mark.parametrize(
    "price, best_line, played_line",
    [(0.3, [1, 7, 8], [0, 7, 8]), (0.68, [1], [0])],
)
def test_only_a_decision_that_needs_a_reason_has_replies(
    price: float, best_line: list[Action], played_line: list[Action]
) -> None:
    found, _ = decide(by_price(a0=price, a1=0.7, a2=0.5), line=(99, 7, 8))
    assert (found.best_line, found.played_line) == (best_line, played_line)


# --- Reasons ------------------------------------------------------------------------------------


def explained(loss: float, error: float, count: int = 5) -> tuple[dict[str, Any], ...]:
    told: list[Any] = []

    def claims(played: Any, best: Any) -> Iterable[Claim]:
        told.append((len(played), len(best)))
        return (Claim(f"why-{number}", {"number": number}) for number in range(count))

    position = tw.new("polyssimo", seed=3, first="seat-0")
    say = lambda claim: f"because of {claim.facts['number']}"  # noqa: E731
    position.game = replace(position.game, reasons=Reasons(claims, say))
    played, best = (int(action) for action in position.legal_actions[:2])
    one = MeasuredDecision(
        *(0, 0, played, best, loss, error, 0.5, [0.5] * 2, [0.5] * 2, [0.0] * 2),
        *([best], [played], 8),
    )
    found = explain_loss(position, one)
    assert told in ([], [(1, 1)])
    return found


@pytest.mark.parametrize(
    "loss, error, count, reasons",
    [
        (0.2, 0.01, 5, [0, 1, 2]),
        (0.2, 0.01, 2, [0, 1]),
        (0.03, 0.0, 1, [0]),
        (0.029, 0.0, 1, []),
        (0.2, 0.18, 1, []),
    ],
)
def test_explain_loss_tells_the_first_three_reasons_of_a_certain_loss(
    loss: float, error: float, count: int, reasons: list[int]
) -> None:
    expected = [
        {"key": f"why-{number}", "facts": {"number": number}, "text": f"because of {number}"}
        for number in reasons
    ]
    assert list(explained(loss, error, count)) == expected
