"""Every bot on every game: its moves are legal, fair and reproducible."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.bots import BOTS, Budget, make_bot
from tilewright.errors import InvalidOption
from walks import REAL_GAMES, random_position

KNOWN = [game for game in REAL_GAMES if game.knowledge is not None]
SEATINGS = [(game.name, players) for game in KNOWN for players in game.players]
SMALL = Budget(iterations=60)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name, players", SEATINGS)
def test_bots_play_equal_moves_whatever_is_hidden(
    name: str, players: int, bot: str, is_long: bool
) -> None:
    """Whatever a seat cannot know may be otherwise: the move, with the same seed, is not.

    The positions differ in what the mover cannot see, and a bot may not leave a mark on a view.
    """
    for seed in range(3 if is_long else 1):
        position = random_position(name, players, {}, seed)
        view = position.view(position.mover)
        guesses = [view.determinize(guess) for guess in range(2)]
        assert guesses[0] != guesses[1], "what is to come, at least"
        moves = set()
        for other in guesses:
            seen = other.view(position.mover)
            moves.add(make_bot(bot, position.game, 7, SMALL).choose(seen))
            assert seen == view
        assert len(moves) == 1 and moves <= set(position.legal_actions.tolist())


@pytest.mark.parametrize("bot", ["random", "level-1", "level-4", "level-8"])
def test_bots_with_other_seeds_play_other_moves(bot: str) -> None:
    """In a position with many moves, the seed changes the choice of some bots, if not all."""
    view = tw.new(KNOWN[0].name, seed=6).view(0)
    seeds = range(40)
    few = Budget(iterations=8)
    moves = {make_bot(bot, view.game, seed, few).choose(view) for seed in seeds}
    assert len(moves) > 1


@pytest.mark.parametrize("bot", ["greedy", "level-4", "level-8"])
@pytest.mark.parametrize("name", [game.name for game in KNOWN])
def test_bots_play_games_to_their_end(name: str, bot: str) -> None:
    position = tw.new(name, seed=5)
    bots = [make_bot(bot, position.game, seat, Budget(iterations=20)) for seat in range(2)]
    while not position.is_over:
        mover = position.mover
        action = bots[mover].choose(position.view(mover))
        position.play(action)
        for seat, player in enumerate(bots[: position.players]):
            player.played(action, position.view(seat))
    assert position.outcome is not None


def test_make_bot_refuses_unknown_names() -> None:
    with pytest.raises(InvalidOption, match="no bot is called 'level-9'"):
        make_bot("level-9", KNOWN[0], 1)


@pytest.mark.parametrize("name, players", SEATINGS)
def test_uniform_bot_plays_each_legal_action_equally_often(name: str, players: int) -> None:
    """Chi-square test over 40 draws per action with a fixed seed; 5 standard deviations allowed."""
    view = tw.new(name, players, seed=3).view(0)
    bot = make_bot("uniform", view.game, 3)
    legal = view.legal_actions
    drawn = [bot.choose(view) for _ in range(40 * len(legal))]
    counts = np.array([drawn.count(action) for action in legal.tolist()])
    assert counts.sum() == len(drawn), "nothing else"
    freedom = len(legal) - 1
    assert abs(((counts - 40) ** 2 / 40).sum() - freedom) <= 5 * (2 * freedom) ** 0.5
