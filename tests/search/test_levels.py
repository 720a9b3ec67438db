"""Levels: what each one overlooks, misjudges and searches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bare import BARE
from tilewright.bots import RandomBot, make_bot
from tilewright.errors import InvalidOption
from tilewright.game import Action, Actions, Game, Level, Ratings, Scores, Scratch, State
from tilewright.kernel import Word, kernel
from tilewright.network import find_versions
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.bot import SearchBot
from tilewright.search.levels import PlayerCountBot, RatingBot, load_network, make_greedy
from tilewright.search.protocol import Budget
from tilewright.wire.catalog import build_bot_cards
from toy import TOY


@kernel
def rate_by_number(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Ten moves, the last one best, each a step of 1 better than the one before."""
    for index in range(10):
        actions[index] = index
        ratings[index] = index
    return 10


def rated() -> Game:
    assert BARE.knowledge is not None
    return replace(BARE, knowledge=BARE.knowledge._replace(rate_actions=rate_by_number))


def choices(level: Level) -> list[Action]:
    """Return the choices of forty bots of one level."""
    view = Position.new(rated(), 2, 1, {}).view(0)
    return [RatingBot(view.game, seed, level).choose(view) for seed in range(40)]


def test_rating_bot_without_errors_plays_the_best_move() -> None:
    assert set(choices(Level())) == {9}


def test_rating_bot_that_overlooks_some_moves_mostly_plays_good_ones() -> None:
    few, many = choices(Level(overlooks=0.2)), choices(Level(overlooks=0.8))
    assert few.count(9) > 25 > many.count(9) > 0
    assert sum(few) / 40 > 8 > sum(many) / 40 > 4


def test_rating_bot_that_overlooks_all_moves_still_moves() -> None:
    assert len(set(choices(Level(overlooks=1.0)))) > 5


def test_rating_bot_that_misjudges_plays_a_similar_move() -> None:
    slightly, wildly = choices(Level(misjudges=0.5)), choices(Level(misjudges=20.0))
    assert len(set(slightly)) > 1 and min(slightly) > 5
    assert len(set(wildly)) > 6


def test_level_depends_on_the_number_of_players() -> None:
    """A bot that overlooks every move with two players notices all with three, from the first
    view."""
    level = Level(overlooks=1.0, among={3: Level()})
    assert level.at(2) is level and level.at(3) == Level()
    game = rated()
    assert game.knowledge is not None
    game = replace(game, knowledge=game.knowledge._replace(levels=(level,)))

    def chosen(players: int) -> set[Action]:
        view = Position.new(game, players, 1, {}).view(0)
        return {make_bot("level-1", game, seed).choose(view) for seed in range(30)}

    assert chosen(3) == {9} and len(chosen(2)) > 5


def test_player_count_bot_passes_on_moves() -> None:
    """Otherwise its tree could not be reused."""
    view = Position.new(rated(), 3, 1, {}).view(0)
    told: list[Action] = []

    class Listener(RandomBot):
        def played(self, action: Action, view: Position) -> None:
            told.append(action)

    bot = PlayerCountBot(Level(), lambda level: Listener(view.game, 1, Budget()))
    bot.played(7, view)
    assert told == [7]


@pytest.mark.parametrize("game", [game for game in GAMES.values() if find_versions(game)])
def test_docs_describe_every_level(game: Game) -> None:
    assert game.knowledge is not None
    for number, level in enumerate(game.knowledge.levels, 1):
        told = next(card.help for card in build_bot_cards(game) if card.name == f"level-{number}")
        assert told.count("Among") == len(level.among) and not level.at(4).among
    assert not any(level.among for level in game.knowledge.first_levels), "it plays as it did"


@pytest.mark.parametrize("level, asked, given", [(4, 10, 10), (4, 1000, 60), (4, None, 60)])
def test_level_budget_only_lowers_its_iterations(level: int, asked: int | None, given: int) -> None:
    bot = make_bot(f"level-{level}", BARE, 1, Budget(iterations=asked))
    assert isinstance(bot, SearchBot) and bot.budget.iterations == given


def test_level_8_uses_its_whole_budget() -> None:
    bot = make_bot("level-8", BARE, 1, Budget(iterations=12345))
    assert isinstance(bot, SearchBot) and bot.budget.iterations == 12345


def test_level_8_alone_uses_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proven moves are perfect play, which is reserved for the last level."""
    assert BARE.knowledge is not None
    calls: list[float | None] = []

    def prove(
        state: State, seconds: float | None, nodes: int | None, stop: object
    ) -> tuple[Action, ...]:
        calls.append(nodes)
        return (0,)

    game = replace(BARE, knowledge=BARE.knowledge._replace(prove=prove))
    view = Position.new(game, 2, 1, {}).view(0)
    make_bot("level-7", game, 1, Budget(iterations=4)).choose(view)
    assert not calls
    assert make_bot("level-8", game, 1, Budget(iterations=4)).choose(view) == 0
    *before, last = calls
    assert last == 200 and set(before) == {1}, "compiled before the clock runs"


def test_level_8_searches_among_moves_proven_equal() -> None:
    """Regression: level 8 took any proven move, in lost games even one that the search rated
    low."""
    learnt = next(game for game in GAMES.values() if find_versions(game))
    assert learnt.knowledge is not None
    network, few = load_network(learnt), Budget(iterations=300)
    position = Position.new(learnt, 2, 1, {})
    view = position.view(position.mover)
    liked = [one.action for one in SearchBot(learnt, 1, few, network=network).analyse(view)]
    proven = (liked[-1], liked[2], liked[1])
    game = replace(learnt, knowledge=learnt.knowledge._replace(prove=lambda *_: proven))
    assert SearchBot(game, 1, few, network=network).choose(view) == liked[1]
    assert SearchBot(game, 1, few).choose(view) == liked[-1], "version 1 plays as it did"


def test_level_above_those_of_the_game_is_refused() -> None:
    with pytest.raises(InvalidOption, match="level: expected 1 to 3; found 4"):
        make_bot("level-4", TOY, 1)


def test_random_bot_draws_again_for_every_move() -> None:
    view = Position.new(BARE, 2, 1, {}).view(0)
    bot = RandomBot(BARE, 1, Budget())
    assert len({bot.choose(view) for _ in range(20)}) > 2


@kernel
def even_heaps_lead(state: State, scores: Scores, ranks: Scores) -> None:
    """Write ranks without scores: seat 0 is first if an even number of stones is left."""
    scores[0] = scores[1] = 0
    ranks[0] = int(state["heap"]) % 2
    ranks[1] = 1 - int(ranks[0])


def test_greedy_bot_at_equal_leads_takes_the_better_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game without its own greedy bot, taking 1 or 3 of 5 stones leaves an even heap."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    assert TOY.knowledge is not None
    game = replace(
        TOY,
        rules=TOY.rules._replace(outcome=even_heaps_lead),
        knowledge=TOY.knowledge._replace(greedy_action=None),
    )
    position = Position.new(game, 2, 1, {})
    position.state["heap"] = 5
    chosen = {make_greedy(game, seed, Budget()).choose(position.view(0)) for seed in range(20)}
    assert chosen == {0, 2}


@kernel
def one_rival_is_close(state: State, scores: Scores, ranks: Scores) -> None:
    """Write scores: 5, 4 and 0 points with four stones left, and 3, 0 and 0 with three."""
    for seat in range(3):
        scores[seat] = ranks[seat] = 0
    if int(state["heap"]) == 4:
        scores[0] = 5
        scores[1] = 4
    elif int(state["heap"]) == 3:
        scores[0] = 3


def test_greedy_bot_among_three_compares_with_the_best_rival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    assert TOY.knowledge is not None
    game = replace(
        TOY,
        rules=TOY.rules._replace(outcome=one_rival_is_close),
        knowledge=TOY.knowledge._replace(greedy_action=None),
    )
    position = Position.new(game, 3, 1, {})
    position.state["heap"] = 5
    assert position.mover == 0
    assert make_greedy(game, 1, Budget()).choose(position.view(0)) == 1, "two stones taken"
