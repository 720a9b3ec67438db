"""Random play, uniform over the legal actions: all takes, and ``finish`` if it is legal."""

from __future__ import annotations

from tilewright.games.nova_luna import playout as others
from tilewright.games.nova_luna.solo.rules import apply_finish, apply_take, may_finish
from tilewright.games.nova_luna.state import FINISH
from tilewright.kernel import bound

random_action = bound(others.random_action, may_refill=may_finish, REFILL=FINISH)
playout = bound(
    others.playout, may_refill=may_finish, apply_refill=apply_finish, apply_take=apply_take
)
