"""A number for every bot of every game that changes when its play does.

A change meant to alter how bots play changes numbers here, and says so; any other must not.
"""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.bots import Budget, make_bot

pytestmark = pytest.mark.slow

SIGNATURES = {
    "nova-luna": {
        "random": 315107,
        "greedy": 238128,
        "level-1": 845698,
        "level-2": 903776,
        "level-3": 68524,
        "level-4": 483232,
        "level-8@1": 210116,
    },
    "my-shelfie": {
        "random": 47554,
        "greedy": 863178,
        "level-1": 335753,
        "level-2": 405785,
        "level-3": 428623,
        "level-4": 453093,
        "level-5": 714533,
        "level-8@1": 572044,
    },
    "polyssimo": {
        "random": 858611,
        "greedy": 157142,
        "level-1": 801133,
        "level-2": 55457,
        "level-3": 235060,
        "level-4": 185568,
        "level-8@1": 584361,
    },
}
"""By game and bot. With so few iterations the upper levels differ in nothing but their proofs."""


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
    assert {bot: sign_game(name, bot) for bot in SIGNATURES[name]} == SIGNATURES[name]
