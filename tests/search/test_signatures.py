"""A number for every bot of every game that changes when its play does.

A change meant to alter how bots play changes numbers here, and says so; any other must not.
"""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.bots import BOTS, Budget, make_bot

SIGNATURES: dict[str, dict[str, int]] = {}


def sign_game(name: str, bot: str) -> int:
    """All moves of a game of two, some iterations each, as one number."""
    position = tw.new(name, seed=1)
    bots = [make_bot(bot, position.game, seat, Budget(iterations=60)) for seat in range(2)]
    signature = 0
    while not position.is_over:
        action = bots[position.mover].choose(position.view(position.mover))
        position.play(action)
        for seat, player in enumerate(bots):
            player.played(action, position.view(seat))
        signature = (signature * 31 + action) % 1_000_003
    return signature


@pytest.mark.parametrize("name", SIGNATURES)
def test_bots_play_as_they_did(name: str) -> None:
    assert {bot: sign_game(name, bot) for bot in BOTS} == SIGNATURES[name]
