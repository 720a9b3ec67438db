"""Every bot on every game: legal, honest, repeatable."""

from __future__ import annotations

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
def test_bots_are_honest_and_repeatable(name: str, players: int, bot: str) -> None:
    """Whatever a seat cannot know may change: the move, with the same seed, does not."""
    for seed in range(3):
        position = random_position(name, players, {}, seed)
        if position.is_over:
            continue
        view = position.view(position.mover)
        moves = set()
        for guess_seed in range(4):
            other = view.determinize(guess_seed)
            chosen = make_bot(bot, position.game, 7, SMALL).choose(other.view(position.mover))
            assert chosen in position.legal_actions
            moves.add(chosen)
        assert len(moves) == 1


@pytest.mark.parametrize("bot", ["greedy", "level-4", "level-8"])
@pytest.mark.parametrize("name", [game.name for game in KNOWN])
def test_bots_play_to_the_end(name: str, bot: str) -> None:
    position = tw.new(name, seed=5)
    bots = [make_bot(bot, position.game, seat, Budget(iterations=20)) for seat in range(2)]
    while not position.is_over:
        mover = position.mover
        action = bots[mover].choose(position.view(mover))
        position.play(action)
        for seat, player in enumerate(bots[: position.players]):
            player.played(action, position.view(seat))
    assert position.outcome is not None


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(InvalidOption, match="no bot is called 'level-9'"):
        make_bot("level-9", KNOWN[0], 1)
