"""Password hashing with argon2id, in low-priority threads, at most two at once."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from tilewright.server.background import lower_thread_priority

__all__ = ["Hasher", "Passwords", "argon2id", "normal_form"]

T = TypeVar("T")

# Each takes 46 MiB while it runs, so that a flood of log-ins must queue.
MAX_AT_ONCE: Final = 2
DECOY: Final = (
    "$argon2id$v=19$m=47104,t=1,p=1$wEkgG++WF"
    "dBPtfvHoAzGzg$/3s+mU+JqxaTKigvCp4wo4H2wIbynUWPVuZNsjbC0NE"
)
"""Hash against which unknown logins are checked, so that they take as long as known ones. Its
random password was discarded."""


class Hasher(Protocol):
    """Interface of a password hash."""

    def hash(self, password: str) -> str: ...

    def verify(self, hash: str, password: str) -> bool: ...  # noqa: A002  # argon2's own name


def argon2id() -> Hasher:
    """Return the hasher that OWASP recommends: 46 MiB, one pass, one lane."""
    return PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


class Passwords:
    """Hashes and checks passwords outside the event loop."""

    def __init__(self, hasher: Hasher) -> None:
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(
            MAX_AT_ONCE,
            thread_name_prefix="tilewright-passwords",
            initializer=lower_thread_priority,
        )

    async def hash(self, password: str) -> str:
        return await self._run(self.hasher.hash, normal_form(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Return True if `password` matches the stored hash; False if there is none."""
        return await self._run(self._verify, kept or DECOY, password) and kept is not None

    async def _run(self, work: Callable[..., T], *words: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *words)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self.hasher.verify(kept, normal_form(password))
        except VerificationError:
            return False


def normal_form(password: str) -> str:
    """Return a password in composed form, because keyboards differ in how they compose letters."""
    return unicodedata.normalize("NFKC", password)
