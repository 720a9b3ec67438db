"""Verifiable shuffles: commit before the game, reveal after it.

Before a game, the server draws 32 secret bytes and publishes only their SHA-256. Each player may
contribute bytes of their own (a salt). The deal is derived from all of these:

    commitment = SHA-256(secret)                             published before anyone takes a seat
    deal       = HMAC-SHA-256(secret, "deal" + salts)        its first 8 bytes seed the game
    key n      = HMAC-SHA-256(secret, "chance" + n + salts)  its first 8 bytes seed chance event n
    secret                                                   published after the game

The server cannot choose the deal, because salts arrive after its commitment. Players cannot predict
it, because they do not know the secret. Afterwards everyone can verify it. The state of a 64-bit
generator could be reconstructed from its outputs, so each chance event gets a new key. Other random
numbers, such as a bot's, are derived for other purposes and reveal nothing about the deal.
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
"""Maximum length of a salt in bytes."""


class ShuffleMismatch(TilewrightError):
    """Raised if commitment, secret and seed do not match."""


def draw_secret() -> bytes:
    """Return 32 new random secret bytes for one game."""
    return secrets.token_bytes(SECRET_BYTES)


def commit(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def derive(secret: bytes, purpose: str, *parts: bytes) -> int:
    """Derive a 64-bit number from a secret, a purpose and further parts.

    Numbers for different purposes are independent. Each part is prefixed with its length, so that
    different parts never give the same message.
    """
    message = b"".join(len(part).to_bytes(4) + part for part in (purpose.encode(), *parts))
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8])


def parse_salt(text: str) -> bytes:
    """Parse a salt given as hexadecimal digits. Raises ``TextError`` if it is invalid."""
    if len(text) > 2 * MAX_SALT or len(text) % 2 or not _is_hex(text):
        raise TextError(
            f"salt: expected up to {MAX_SALT} bytes as hexadecimal digits; found {quote(text)}"
        )
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The secret and the salts from which a deal is derived."""

    secret: bytes
    salts: tuple[bytes, ...]
    """Salt of each seat; empty if the player contributed none."""

    @property
    def commitment(self) -> str:
        return commit(self.secret)

    @property
    def seed(self) -> int:
        """Seed of the game, derived from secret and salts."""
        return derive(self.secret, "deal", *self.salts)

    def key(self, event: int) -> int:
        """Return the key of chance event number `event`, counted from 0."""
        return derive(self.secret, "chance", event.to_bytes(4), *self.salts)

    def check(self, commitment: str, seed: int) -> None:
        """Raise ``ShuffleMismatch`` unless `commitment` and `seed` are those of this shuffle."""
        if not hmac.compare_digest(commitment, self.commitment):
            raise ShuffleMismatch(
                f"the secret's SHA-256 is {self.commitment}; announced was {commitment[:80]}"
            )
        if seed != self.seed:
            raise ShuffleMismatch(f"secret and salts give the seed {self.seed}; found {seed}")

    # --- As lines of a record ---

    def format_lines(self) -> list[str]:
        """Return the lines that describe the shuffle in a record."""
        salts = " ".join(salt.hex() or "-" for salt in self.salts)
        return [f"commitment {self.commitment}", f"secret {self.secret.hex()}", f"salts {salts}"]

    @classmethod
    def parse(cls, value: Value, players: int, seed: int | None) -> Shuffle:
        """Parse a record's shuffle and verify its commitment.

        Args:
            value: The record's field ``shuffle``.
            players: Number of seats.
            seed: The expected seed; None to skip its check.

        Raises:
            TextError: A line is invalid, or the commitment or seed does not match.
        """
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
    """Parse the 64 hexadecimal digits on a line of a shuffle.

    Raises ``TextError`` if they are anything else.
    """
    found = " ".join(words)
    if len(found) != 2 * SECRET_BYTES or not _is_hex(found):
        expected = f"expected {2 * SECRET_BYTES} hexadecimal digits"
        raise value.error(f"{expected}; found {quote(found)}", row)
    return found


def _parse_salts(words: list[str], value: Value, players: int) -> tuple[bytes, ...]:
    """Parse the salt of each seat. ``-`` stands for an empty one."""
    if len(words) != players:
        raise value.error(f"expected {players} salts; found {len(words)}", 2)
    try:
        return tuple(parse_salt("" if word == "-" else word) for word in words)
    except TextError as error:
        raise value.error(str(error), 2) from error


def _is_hex(text: str) -> bool:
    return set(text) <= set("0123456789abcdef")
