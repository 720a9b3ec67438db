"""Hashing and verifying of passwords, in threads outside the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from tilewright.server.background import lower_thread_priority

__all__ = ["Hasher", "Passwords", "make_hasher", "normalise_password"]

T = TypeVar("T")

# Each takes 46 MiB while it runs, so that a flood of log-ins must queue.
MAX_CONCURRENT: Final = 2
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


def make_hasher() -> Hasher:
    """Create a hasher with OWASP's recommended parameters: 46 MiB, one pass, one lane."""
    return PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


class Passwords:
    """Hashes and verifies passwords in threads, outside the event loop."""

    def __init__(self, hasher: Hasher) -> None:
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(
            MAX_CONCURRENT,
            thread_name_prefix="tilewright-passwords",
            initializer=lower_thread_priority,
        )

    async def hash(self, password: str) -> str:
        return await self._run(self.hasher.hash, normalise_password(password))

    async def matches(self, stored_hash: str | None, password: str) -> bool:
        """Return True if a password matches the stored hash. None takes as long as a real hash."""
        return (
            await self._run(self._verify, stored_hash or DECOY, password)
            and stored_hash is not None
        )

    async def _run(self, function: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def _verify(self, stored_hash: str, password: str) -> bool:
        """Return True if a password matches a hash. Runs in a thread."""
        try:
            return self.hasher.verify(stored_hash, normalise_password(password))
        except VerificationError:
            return False


def normalise_password(password: str) -> str:
    """Normalise a password to NFKC, because keyboards compose letters differently."""
    return unicodedata.normalize("NFKC", password)
