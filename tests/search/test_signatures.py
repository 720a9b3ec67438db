"""Signatures: a number for every bot of every game that changes if its play does.

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
        "level-1@1": 845698,
        "level-2@1": 903776,
        "level-3@1": 68524,
        "level-4@1": 483232,
        "level-8@1": 210116,
        "level-1@2": 289794,
        "level-3@2": 77694,
        "level-5@2": 747049,
    },
    "my-shelfie": {
        "random": 47554,
        "greedy": 863178,
        "level-1@1": 335753,
        "level-2@1": 405785,
        "level-3@1": 428623,
        "level-4@1": 453093,
        "level-5@1": 714533,
        "level-8@1": 572044,
        "level-1@2": 505983,
        "level-3@2": 453093,
        "level-5@2": 703522,
    },
    "polyssimo": {
        "random": 858611,
        "greedy": 157142,
        "level-1@1": 801133,
        "level-2@1": 55457,
        "level-3@1": 235060,
        "level-4@1": 185568,
        "level-8@1": 584361,
        "level-1@2": 666523,
        "level-3@2": 682334,
        "level-5@2": 390876,
    },
}
"""By game and bot. With so few iterations the upper levels differ only in their proofs."""


def sign_game(name: str, bot: str) -> int:
    """Return a hash of all moves of a two-player game, played with a few iterations per move."""
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
def test_bot_signatures_are_unchanged(name: str) -> None:
    assert {bot: sign_game(name, bot) for bot in SIGNATURES[name]} == SIGNATURES[name]
