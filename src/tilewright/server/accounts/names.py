"""Validation of names, logins and passwords."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tilewright.errors import Code, Refused
from tilewright.text import quote
from tilewright.wire.people import (
    MAX_LOGIN,
    MAX_NAME,
    MAX_PASSWORD,
    MAX_TEXT,
    MIN_LOGIN,
    MIN_PASSWORD,
)

__all__ = [
    "check_password",
    "login_key",
    "parse_login",
    "parse_name",
]

# Hebrew and Tibetan stack up to three marks on a letter; abusive names stack dozens.
MAX_MARKS: Final = 3
# Invisible characters of letter or mark categories: fillers, joiners, variation selectors.
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Letters of other scripts that look like Latin letters; also, l looks like i.
DOUBLES: Final = str.maketrans("аеіорсухкмтвнԁԛѕјӏlıα", "aeiopcyxkmtbhdqsjiiia")
# Names that could be mistaken for a bot, the operators, or a deleted account.
RESERVED_WORDS: Final = (
    *("level", "stufe", "уровень", "рівень", "random", "greedy"),
    *("deleted", "tilewright", "admin", "administrator", "moderator", "server", "system"),
)
NAME_SIGNS: Final = " -_'."
LOGIN_SIGNS: Final = "-_.@+"


def parse_name(text: str) -> str:
    """Validate and normalise a display name: letters and digits of any script, spaces and signs.

    Characters that could hide or reorder the surrounding text are not allowed: control, zero-width
    and bidirectional characters, stacked combining marks.

    Raises:
        Refused: The name is invalid, or resembles the name of a bot or an operator.
    """
    name = normalise_name(text)
    if not (
        1 <= len(name) <= MAX_NAME
        and starts_with_letter_or_digit(name)
        and has_only_allowed_characters(name, NAME_SIGNS)
    ):
        what = f"1 to {MAX_NAME} letters, digits, spaces or - _ ' ., a letter or digit first"
        raise Refused(
            Code.INVALID_NAME, f"name: expected {what}; found {quote(text)}", max=MAX_NAME
        )
    if RESERVED.fullmatch(skeleton(name)):
        found = f"name: expected one that no bot has, and none of ours; found {quote(text)}"
        raise Refused(Code.INVALID_NAME, found, max=MAX_NAME)
    return name


def skeleton(name: str) -> str:
    """Return a key that is equal for names that look alike.

    It has no signs and marks, and Latin letters in place of letters that look like them.
    """
    plain = unicodedata.normalize("NFKD", name.translate(DOUBLES)).casefold().translate(DOUBLES)
    return "".join(letter for letter in plain if letter.isalnum())


def normalise_name(text: str) -> str:
    """Return a name in NFC with single spaces. A text over `MAX_TEXT` becomes an empty string."""
    if len(text) > MAX_TEXT:
        return ""
    return unicodedata.normalize("NFC", " ".join(word for word in text.split(" ") if word))


def parse_login(text: str) -> str:
    """Validate a login and return it as stored. Logins are case-insensitive.

    Raises:
        Refused: The login is too short, too long, or contains invalid characters.
    """
    key = login_key(text)
    if key is None:
        what = f"{MIN_LOGIN} to {MAX_LOGIN} letters, digits or - _ . @ +, a letter or digit first"
        params = {"min": MIN_LOGIN, "max": MAX_LOGIN}
        raise Refused(Code.INVALID_LOGIN, f"login: expected {what}; found {quote(text)}", **params)
    return key


def login_key(text: str) -> str | None:
    """Return a login in its stored form, or None if it is invalid."""
    if len(text) > MAX_TEXT:
        return None
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    fits = MIN_LOGIN <= len(key) <= MAX_LOGIN and starts_with_letter_or_digit(key)
    return key if fits and has_only_allowed_characters(key, LOGIN_SIGNS) else None


def check_password(password: str, login: str) -> None:
    """Raise Refused if a password is too short, too long, or equal to the login."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        what = f"{MIN_PASSWORD} to {MAX_PASSWORD} characters"
        params = {"min": MIN_PASSWORD, "max": MAX_PASSWORD}
        raise Refused(
            Code.INVALID_PASSWORD, f"password: expected {what}; found {len(password)}", **params
        )
    if login_key(password) == login:
        raise Refused(Code.INVALID_PASSWORD, "password: choose another text than the login")


def starts_with_letter_or_digit(text: str) -> bool:
    """Return True if a text, which must not be empty, starts with a letter or digit."""
    return unicodedata.category(text[0])[0] in "LN"


def has_only_allowed_characters(text: str, signs: str) -> bool:
    """Return True if a text has only letters, digits, `signs` and a few marks per letter.

    Invisible characters are never allowed.
    """
    marks = 0
    if not INVISIBLE.isdisjoint(text):
        return False
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Mc") else 0
        if marks > MAX_MARKS or not (marks or category[0] in "LN" or character in signs):
            return False
    return True


def _lookalike_pattern(word: str) -> str:
    """Return a regular expression for skeletons that resemble `word`.

    It accepts 1 for i, and 0 for o.
    """
    return skeleton(word).replace("i", "[i1]").replace("o", "[o0]")


RESERVED: Final = re.compile(rf"(?:{'|'.join(map(_lookalike_pattern, RESERVED_WORDS))})\d*")
