"""Masks of what the mover may do: ``legal_actions``, setting bits where it lists numbers."""

from __future__ import annotations

from typing import Protocol

from tilewright.game.observation import Words
from tilewright.game.rules import Rules
from tilewright.game.states import Action, State
from tilewright.game.unbound import legal_actions
from tilewright.kernel import Word, bound, is_used, kernel, popcount, u64

__all__ = ["WriteMask", "can_mask", "mark_action", "mark_actions", "mask_size", "mask_with"]


class WriteMask(Protocol):
    """``write_mask(state, words)``: fills uint64[mask_size(num_actions)]: bit a is set where
    ``legal_actions`` lists action a."""

    def __call__(self, state: State, words: Words, /) -> None: ...


def mask_size(num_actions: int) -> int:
    """How many words a mask of so many actions takes."""
    return -(-num_actions // 64)


@kernel
def mark_action(out: Words, count: int, action: Action) -> int:
    """What ``put_action`` is bound to for a mask: sets the action's bit."""
    out[action >> 6] = u64(out[action >> 6]) | u64(u64(1) << (action & 63))
    return count + 1


@kernel
def mark_actions(out: Words, count: int, first: Action, actions: Word) -> int:
    """What ``put_actions`` is bound to for a mask.

    Without a branch for those that run over into the next word, since no processor can foresee it;
    in the last word none do. A shift by 64 is nothing to rely on, so it takes two.
    """
    word = first >> 6
    bit = first & 63
    out[word] = u64(out[word]) | u64(actions << bit)
    word = min(word + 1, len(out) - 1)
    out[word] = u64(out[word]) | ((actions >> 1) >> (63 - bit))
    return count + popcount(actions)


@kernel
def write_mask(state: State, words: Words) -> None:
    """The mask of what ``legal_actions`` lists."""
    for word in range(len(words)):
        words[word] = u64(0)
    if int(state["over"]) == 0:
        legal_actions(state, words)


def can_mask(rules: Rules) -> bool:
    """Whether the game's list is written in a way that a mask can be made of."""
    return any(is_used(rules.legal_actions, name) for name in ("put_action", "put_actions"))


def mask_with(rules: Rules) -> WriteMask:
    """The kernel that writes a game's masks."""
    if not can_mask(rules):
        raise TypeError(
            "legal_actions: expected it to write with put_action; found that it does not"
        )
    marks = {"put_action": mark_action, "put_actions": mark_actions}
    return bound(write_mask, legal_actions=bound(rules.legal_actions, **marks))
