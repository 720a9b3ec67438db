"""Probabilities of the opponents' personal cards, given their shelves (MS-5, MS-16).

Players put items where their cards show them. A card is likely if the owner's shelf matches many of
its places, and unlikely if the shelf has filled many with other items. How likely was learnt from
games of bots (``weights.BELIEF``). Only public information is used.
"""

from __future__ import annotations

from typing import Final

from tilewright.game import Seat, State
from tilewright.games.my_shelfie.rules import determinize
from tilewright.games.my_shelfie.shelf import match_card
from tilewright.games.my_shelfie.state import CARD_PLANES
from tilewright.games.my_shelfie.tables import CARDS
from tilewright.games.my_shelfie.weights import BELIEF
from tilewright.kernel import Word, below, kernel, mix, next_random, popcount, u64

NUM_CARDS: Final = len(CARDS)
MOST_TRIES: Final = 16
SALT: Final = 0xBE11EF


@kernel
def count_card_places(state: State, seat: Seat, card: int) -> tuple[int, int]:
    """Return how well a seat's shelf fits a card.

    Returns:
        The number of places of the card that the shelf matches, and the number that it fills with
        other items.
    """
    shelf = state["shelves"][seat]
    plane0 = u64(shelf[0])
    plane1 = u64(shelf[1])
    plane2 = u64(shelf[2])
    shown = u64(CARD_PLANES[card, 0]) | u64(CARD_PLANES[card, 1]) | u64(CARD_PLANES[card, 2])
    matched = popcount(match_card(plane0, plane1, plane2, card))
    return matched, popcount(shown & (plane0 | plane1 | plane2)) - matched


@kernel
def get_card_weight(state: State, seat: Seat, card: int) -> int:
    """Return the likelihood of a card, given a seat's shelf, up to a constant factor."""
    matched, wrong = count_card_places(state, seat, card)
    return int(BELIEF[matched, wrong])


@kernel
def sample_card(state: State, seat: Seat, excluded: int, rng: Word) -> int:
    """Sample a card for a seat by likelihood.

    Cards whose bits are set in ``excluded`` are never sampled.
    """
    total = 0
    for card in range(1, NUM_CARDS + 1):
        if (excluded >> card) & 1 == 0:
            total += get_card_weight(state, seat, card)
    left = below(rng, total)
    card = 0
    while left >= 0:
        card += 1
        if (excluded >> card) & 1 == 0:
            left -= get_card_weight(state, seat, card)
    return card


@kernel
def sample_cards(state: State, known: int, is_last: bool, rng: Word) -> int:
    """Sample all hidden cards.

    On the last try, cards drawn by earlier seats are excluded.

    Returns:
        The cards, 4 bits per seat, or 0 if two seats got the same card.
    """
    taken = known
    drawn = 0
    for seat in range(int(state["players"])):
        if int(state["cards"][seat]) == 0:
            rng = next_random(rng)
            card = sample_card(state, seat, taken if is_last else known, rng)
            if (taken >> card) & 1:
                return 0
            taken |= 1 << card
            drawn |= card << (4 * seat)
    return drawn


@kernel
def believe(state: State, rng: Word) -> None:
    """Complete a view by sampling the hidden cards by their likelihood.

    Everything else is sampled like in ``determinize``.

    Cards are sampled independently, and again if two are equal, which gives the correct joint
    distribution. The number of tries is limited, in case two shelves favour the same card.
    """
    players = int(state["players"])
    known = 0
    for seat in range(players):
        known |= 1 << int(state["cards"][seat])
    drawn = 0
    tries = 0
    word = mix(u64(rng ^ u64(SALT)))
    while known & 1 and drawn == 0:
        tries += 1
        word = mix(next_random(word))
        drawn = sample_cards(state, known, tries == MOST_TRIES, word)
    for seat in range(players):
        state["cards"][seat] |= (drawn >> (4 * seat)) & 15
    determinize(state, rng)
