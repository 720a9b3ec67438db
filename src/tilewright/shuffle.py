"""Shuffles that can be checked.

Before a game the server draws 32 secret bytes and shows only their SHA-256. Everybody who sits down
may add bytes of their own. The deal comes from all of them together:

    commitment = SHA-256(secret)                             shown before anybody sits down
    deal       = HMAC-SHA-256(secret, "deal" + salts)        its first 8 bytes seed the game
    key n      = HMAC-SHA-256(secret, "chance" + n + salts)  its first 8 bytes: what comes next
    secret                                                   shown after the game

So the server cannot choose the deal (the salts came after its commitment), nobody else can foresee
it (the secret is not known), and afterwards everybody can check it. A generator of 64 bits could be
worked out from what it has shown; so after each event of chance the next key takes its place, and
what was shown tells nothing of what comes. Other things that need chance, such as a bot's own
numbers, are derived under other names and tell nothing about the deal.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from tilewright.errors import TextError, TilewrightError
from tilewright.text import Value, quote

__all__ = [
    "MAX_SALT",
    "Shuffle",
    "ShuffleMismatch",
    "commit",
    "derive",
    "draw_secret",
    "parse_salt",
]

SECRET_BYTES = 32
MAX_SALT = 64
"""Bytes that a seat may add."""


class ShuffleMismatch(TilewrightError):
    """A deal that does not follow from what was shown."""


def draw_secret() -> bytes:
    """A fresh secret for one game."""
    return secrets.token_bytes(SECRET_BYTES)


def commit(secret: bytes) -> str:
    """The hash of a secret: it may be shown before the game, and binds whoever dealt."""
    return hashlib.sha256(secret).hexdigest()


def derive(secret: bytes, purpose: str, *parts: bytes) -> int:
    """A 64-bit number for one purpose; numbers for different purposes tell nothing of each other.

    Every part is preceded by its length, so that no two lists of parts read alike."""
    message = b"".join(len(part).to_bytes(4) + part for part in (purpose.encode(), *parts))
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8])


def parse_salt(text: str) -> bytes:
    """A seat's own bytes, given as hexadecimal digits."""
    if len(text) > 2 * MAX_SALT or len(text) % 2 or not _is_hex(text):
        raise TextError(
            f"salt: expected up to {MAX_SALT} bytes as hexadecimal digits; found {quote(text)}"
        )
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Everything that decided a deal, in the open."""

    secret: bytes
    salts: tuple[bytes, ...]
    """Each seat's own bytes, in the order of the seats; empty where a seat gave none."""

    @property
    def commitment(self) -> str:
        return commit(self.secret)

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return derive(self.secret, "deal", *self.salts)

    def key(self, event: int) -> int:
        """The seed of all chance after so many of its events, see ``position.Chance``."""
        return derive(self.secret, "chance", event.to_bytes(4), *self.salts)

    def check(self, commitment: str, seed: int) -> None:
        """Raise unless this secret was the one committed to and gives that seed."""
        if not hmac.compare_digest(commitment, self.commitment):
            raise ShuffleMismatch(
                f"the secret's SHA-256 is {self.commitment}; announced was {commitment[:80]}"
            )
        if seed != self.seed:
            raise ShuffleMismatch(f"secret and salts give the seed {self.seed}; found {seed}")

    # --- As lines of a record ---

    def lines(self) -> list[str]:
        salts = " ".join(salt.hex() or "-" for salt in self.salts)
        return [f"commitment {self.commitment}", f"secret {self.secret.hex()}", f"salts {salts}"]

    @classmethod
    def parse(cls, value: Value, players: int, seed: int | None) -> Shuffle:
        """The shuffle in a record, checked: it must be the one committed to and give that seed,
        where there is one."""
        found = [line.split() for line in value.block()]
        if [words[:1] for words in found] != [["commitment"], ["secret"], ["salts"]]:
            raise value.error("expected the lines 'commitment', 'secret' and 'salts'")
        commitment, secret = (_parse_digits(found[row][1:], value, row) for row in (0, 1))
        shuffle = cls(bytes.fromhex(secret), _parse_salts(found[2][1:], value, players))
        try:
            shuffle.check(commitment, shuffle.seed if seed is None else seed)
        except ShuffleMismatch as error:
            raise value.error(str(error)) from error
        return shuffle


def _parse_digits(words: list[str], value: Value, row: int) -> str:
    """The 32 bytes on a line of the block, as digits."""
    found = " ".join(words)
    if len(found) != 2 * SECRET_BYTES or not _is_hex(found):
        expected = f"expected {2 * SECRET_BYTES} hexadecimal digits"
        raise value.error(f"{expected}; found {quote(found)}", row)
    return found


def _parse_salts(words: list[str], value: Value, players: int) -> tuple[bytes, ...]:
    """Each seat's bytes; ``-`` is none at all."""
    if len(words) != players:
        raise value.error(f"expected {players} salts; found {len(words)}", 2)
    try:
        return tuple(parse_salt("" if word == "-" else word) for word in words)
    except TextError as error:
        raise value.error(str(error), 2) from error


def _is_hex(text: str) -> bool:
    return set(text) <= set("0123456789abcdef")
