"""Verifiable shuffles: commit before the game, reveal after it.

Before a game the server draws 32 secret bytes and shows only their SHA-256. Each player may add
bytes of their own (a salt). The deal follows from all of them:

    commitment = SHA-256(secret)                             shown before the first player sits down
    deal       = HMAC-SHA-256(secret, "deal" + salts)        its first 8 bytes seed the game
    key n      = HMAC-SHA-256(secret, "chance" + n + salts)  its first 8 bytes seed chance event n
    secret                                                   shown after the game

The server cannot choose the deal (salts come after its commitment), players cannot foresee it (they
do not know the secret), and all can verify it afterwards. The state of a 64-bit generator could be
computed from its outputs, so each chance event gets a new key. Other random numbers, such as a
bot's, are derived under other names and reveal nothing about the deal.
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
"""Most bytes of a salt."""


class ShuffleMismatch(TilewrightError):
    """Raised for a deal that does not follow from its commitment and secret."""


def draw_secret() -> bytes:
    """Return new secret bytes for one game."""
    return secrets.token_bytes(SECRET_BYTES)


def commit(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256, shown before the game."""
    return hashlib.sha256(secret).hexdigest()


def derive(secret: bytes, purpose: str, *parts: bytes) -> int:
    """Derive a 64-bit number for one purpose; numbers for different purposes are independent.

    Each part is preceded by its length, so that no two lists of parts give the same message.
    """
    message = b"".join(len(part).to_bytes(4) + part for part in (purpose.encode(), *parts))
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8])


def parse_salt(text: str) -> bytes:
    """Return the bytes of a salt given as hexadecimal digits."""
    if len(text) > 2 * MAX_SALT or len(text) % 2 or not _is_hex(text):
        raise TextError(
            f"salt: expected up to {MAX_SALT} bytes as hexadecimal digits; found {quote(text)}"
        )
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Secret and salts that decide a deal."""

    secret: bytes
    salts: tuple[bytes, ...]
    """By seat: its salt; empty if it gave none."""

    @property
    def commitment(self) -> str:
        return commit(self.secret)

    @property
    def seed(self) -> int:
        """Seed of the game."""
        return derive(self.secret, "deal", *self.salts)

    def key(self, event: int) -> int:
        """Return the seed of chance event number `event`, see ``position.Chance``."""
        return derive(self.secret, "chance", event.to_bytes(4), *self.salts)

    def check(self, commitment: str, seed: int) -> None:
        """Raise ``ShuffleMismatch`` unless secret, commitment and seed belong together."""
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
        """Return the shuffle in a record, checked against its commitment and the seed, if any."""
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
    """Return the 32 bytes on a line of the block, as digits."""
    found = " ".join(words)
    if len(found) != 2 * SECRET_BYTES or not _is_hex(found):
        expected = f"expected {2 * SECRET_BYTES} hexadecimal digits"
        raise value.error(f"{expected}; found {quote(found)}", row)
    return found


def _parse_salts(words: list[str], value: Value, players: int) -> tuple[bytes, ...]:
    """Return the salts by seat; ``-`` means none."""
    if len(words) != players:
        raise value.error(f"expected {players} salts; found {len(words)}", 2)
    try:
        return tuple(parse_salt("" if word == "-" else word) for word in words)
    except TextError as error:
        raise value.error(str(error), 2) from error


def _is_hex(text: str) -> bool:
    return set(text) <= set("0123456789abcdef")
