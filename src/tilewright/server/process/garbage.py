"""How often the garbage collector looks through a server's memory.

To look through all of it stops all games: 0.4 s with 3,000 sockets. Python does so whenever a
quarter more has lived for a moment, which moves under way have, too: at 1,500 moves a second every
five seconds, and in vain. What we do leaves nothing that only the collector would find (a test
holds that for sockets and moves), so it looks through everything but seldom, for what we did not
think of, and through what is new as before.
"""

from __future__ import annotations

import gc
from typing import Final

from tilewright.engine import pause

__all__ = ["collect_now_and_then", "settle"]

NEW: Final = 5_000
"""Objects after which it looks through the new ones."""
NEW_ROUNDS: Final = 10
NEVER: Final = 1_000_000_000
ROUND_SECONDS: Final = 900.0


def settle() -> None:
    """What is in memory now stays for good, most of it the compiler's."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, NEW_ROUNDS, NEVER)


def collect_now_and_then() -> None:
    """Look through everything, one time after the other, until the process ends."""
    while not pause(ROUND_SECONDS):
        gc.collect()
