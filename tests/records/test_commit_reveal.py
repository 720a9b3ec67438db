"""Verifiable shuffles: the secret, the players' salts, the deal."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import TextError
from tilewright.records.commit_reveal import (
    Shuffle,
    ShuffleMismatch,
    commit,
    derive,
    draw_secret,
    parse_salt,
)
from tilewright.text import Value, format_fields, parse_fields

SECRET = bytes(range(32))
SHUFFLE = Shuffle(SECRET, (b"\x00\xff", b""))
salts = st.lists(st.binary(max_size=8), max_size=4)


def block(text: str) -> Value:
    return parse_fields(text).take("shuffle")


def text_of(shuffle: Shuffle) -> str:
    return format_fields([("shuffle", shuffle.format_lines())])


def test_commitment_is_the_documented_hash() -> None:
    """The recipe in the docs, implemented with the standard library alone."""
    message = b"\x00\x00\x00\x04deal" + b"\x00\x00\x00\x02\x00\xff" + b"\x00\x00\x00\x00"
    digest = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert SHUFFLE.seed == int.from_bytes(digest[:8], "big")
    assert SHUFFLE.commitment == hashlib.sha256(SECRET).hexdigest()


def test_seed_of_a_secret_never_changes() -> None:
    """Old games must replay, so this number must never change."""
    assert SHUFFLE.seed == 2863574208980747327


def test_new_secrets_differ() -> None:
    assert len({draw_secret() for _ in range(100)}) == 100
    assert len(draw_secret()) == 32


@given(salts, salts)
def test_hash_input_is_unambiguous(first: list[bytes], second: list[bytes]) -> None:
    same = derive(SECRET, "deal", *first) == derive(SECRET, "deal", *second)
    assert same == (first == second)


def test_derived_seeds_differ_by_purpose() -> None:
    assert derive(SECRET, "deal") != derive(SECRET, "bot") != derive(bytes(32), "bot")
    assert derive(SECRET, "deal", b"x") != derive(SECRET, "dealx")


def test_verify_finds_a_wrong_commitment() -> None:
    SHUFFLE.check(commit(SECRET), SHUFFLE.seed)
    with pytest.raises(ShuffleMismatch, match="announced was 00"):
        SHUFFLE.check("00" * 32, SHUFFLE.seed)
    with pytest.raises(ShuffleMismatch, match=r"give the seed \d+; found 7"):
        SHUFFLE.check(commit(SECRET), 7)


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=64), max_size=4))
def test_shuffle_text_round_trips(secret: bytes, added: list[bytes]) -> None:
    shuffle = Shuffle(secret, tuple(added))
    assert Shuffle.parse(block(text_of(shuffle)), len(added), shuffle.seed) == shuffle


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("secret 00", "secret 01", "line 2: shuffle: the secret's SHA-256 is"),
        ("secret 00", "secret zz", "line 3: shuffle: expected 64 hexadecimal digits; found 'zz"),
        ("secret 00", "secret 00 01", "line 3: shuffle: expected 64 hexadecimal digits"),
        ("commitment ", "commitment 0", "line 2: shuffle: expected 64 hexadecimal digits"),
        ("salts 00ff -", "salts 00fe -", "line 2: shuffle: secret and salts give the seed"),
        ("salts 00ff -", "salts - 00ff", "line 2: shuffle: secret and salts give the seed"),
        ("salts 00ff -", "salts 00ff", "line 4: shuffle: expected 2 salts; found 1"),
        ("salts 00ff -", "salts 00f -", "line 4: shuffle: salt: expected up to 64 bytes"),
        ("secret", "Secret", "expected the lines 'commitment', 'secret' and 'salts'"),
        ("  salts 00ff -\n", "", "expected the lines 'commitment', 'secret' and 'salts'"),
    ],
)
def test_shuffle_from_damaged_text_is_refused(old: str, new: str, complaint: str) -> None:
    text = text_of(SHUFFLE)
    assert old in text
    with pytest.raises(TextError) as error:
        Shuffle.parse(block(text.replace(old, new)), 2, SHUFFLE.seed)
    assert complaint in str(error.value)


@pytest.mark.parametrize("text", ["0", "0g", "AB", "\u0661\u0661", "00" * 65])
def test_salt_must_be_short_hexadecimal(text: str) -> None:
    with pytest.raises(TextError, match="salt: expected up to 64 bytes"):
        parse_salt(text)
