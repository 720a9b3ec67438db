"""Rules for names and logins."""

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

# Hebrew and Tibetan stack up to three marks on a letter; pranksters stack thirty.
MAX_MARKS: Final = 3
# Letters and marks by category, but invisible: fillers, joiners, variation selectors.
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Letters of other scripts that look like Latin ones; l looks like i.
DOUBLES: Final = str.maketrans("аеіорсухкмтвнԁԛѕјӏlıα", "aeiopcyxkmtbhdqsjiiia")
# Names that could be mistaken for a bot, the operators, or a deleted account.
RESERVED_WORDS: Final = (
    *("level", "stufe", "уровень", "рівень", "random", "greedy"),
    *("deleted", "tilewright", "admin", "administrator", "moderator", "server", "system"),
)
NAME_SIGNS: Final = " -_'."
LOGIN_SIGNS: Final = "-_.@+"


def parse_name(text: str) -> str:
    """Return a name as it will be shown: letters and digits of any script, single spaces and
    signs.

    Characters that could hide or reorder the text around them are refused: control, zero-width and
    bidirectional characters, stacks of combining marks.

    Raises:
        Refused: The name breaks these rules, or looks like a bot's or an official one.
    """
    name = plain_name(text)
    if not (1 <= len(name) <= MAX_NAME and starts_well(name) and consists_of(name, NAME_SIGNS)):
        what = f"1 to {MAX_NAME} letters, digits, spaces or - _ ' ., a letter or digit first"
        raise Refused(
            Code.INVALID_NAME, f"name: expected {what}; found {quote(text)}", max=MAX_NAME
        )
    if RESERVED.fullmatch(skeleton(name)):
        found = f"name: expected one that no bot has, and none of ours; found {quote(text)}"
        raise Refused(Code.INVALID_NAME, found, max=MAX_NAME)
    return name


def skeleton(name: str) -> str:
    """Return a key that is equal for names that look alike: no signs, no marks, Latin for
    look-alikes."""
    plain = unicodedata.normalize("NFKD", name.translate(DOUBLES)).casefold().translate(DOUBLES)
    return "".join(letter for letter in plain if letter.isalnum())


def plain_name(text: str) -> str:
    """Return a name in composed form with single spaces; empty if the text is too long."""
    if len(text) > MAX_TEXT:
        return ""
    return unicodedata.normalize("NFC", " ".join(word for word in text.split(" ") if word))


def parse_login(text: str) -> str:
    """Return a login as it is stored; case is ignored.

    Raises:
        Refused: The login is too short, too long or has other characters.
    """
    key = login_key(text)
    if key is None:
        what = f"{MIN_LOGIN} to {MAX_LOGIN} letters, digits or - _ . @ +, a letter or digit first"
        params = {"min": MIN_LOGIN, "max": MAX_LOGIN}
        raise Refused(Code.INVALID_LOGIN, f"login: expected {what}; found {quote(text)}", **params)
    return key


def login_key(text: str) -> str | None:
    """Return the key under which a login is stored; None if no such login can exist."""
    if len(text) > MAX_TEXT:
        return None
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    fits = MIN_LOGIN <= len(key) <= MAX_LOGIN and starts_well(key)
    return key if fits and consists_of(key, LOGIN_SIGNS) else None


def check_password(password: str, login: str) -> None:
    """Refuse a password that is too short, too long, or equal to the login."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        what = f"{MIN_PASSWORD} to {MAX_PASSWORD} characters"
        params = {"min": MIN_PASSWORD, "max": MAX_PASSWORD}
        raise Refused(
            Code.INVALID_PASSWORD, f"password: expected {what}; found {len(password)}", **params
        )
    if login_key(password) == login:
        raise Refused(Code.INVALID_PASSWORD, "password: choose another text than the login")


def starts_well(text: str) -> bool:
    return unicodedata.category(text[0])[0] in "LN"


def consists_of(text: str, signs: str) -> bool:
    """Return True if a text has only letters, digits, these signs, and few marks per letter."""
    marks = 0
    if not INVISIBLE.isdisjoint(text):
        return False
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Mc") else 0
        if marks > MAX_MARKS or not (marks or category[0] in "LN" or character in signs):
            return False
    return True


def _pattern(word: str) -> str:
    """Return a pattern for what looks like `word`: 1 is read as i or l, and 0 as o."""
    return skeleton(word).replace("i", "[i1]").replace("o", "[o0]")


RESERVED: Final = re.compile(rf"(?:{'|'.join(map(_pattern, RESERVED_WORDS))})\d*")
