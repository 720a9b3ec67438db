"""What people may call themselves, and what they may log in with."""

from __future__ import annotations

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
# Letters and marks by category, but nothing to be seen: fillers, joiners, variation selectors.
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Letters of other scripts that look like Latin ones; l looks like i.
DOUBLES: Final = str.maketrans("аеіорсухкмтвнԁԛѕјӏlıα", "aeiopcyxkmtbhdqsjiiia")
# Whoever is called so would be taken for a bot, for us, or for somebody who has gone.
RESERVED_WORDS: Final = (
    *("level", "stufe", "уровень", "рівень", "random", "greedy"),
    *("deleted", "tilewright", "admin", "administrator", "moderator", "server", "system"),
)
NAME_SIGNS: Final = " -_'."
LOGIN_SIGNS: Final = "-_.@+"


def parse_name(text: str) -> str:
    """A name as it will be shown: letters and digits of any script, and single spaces and signs.

    Whatever could hide or reorder the text around it is refused: control characters, zero-width
    and bidirectional ones, heaps of combining marks.
    """
    name = plain_name(text)
    if not (1 <= len(name) <= MAX_NAME and starts_well(name) and consists_of(name, NAME_SIGNS)):
        what = f"1 to {MAX_NAME} letters, digits, spaces or - _ ' ., a letter or digit first"
        raise Refused(
            Code.INVALID_NAME, f"name: expected {what}; found {quote(text)}", max=MAX_NAME
        )
    if skeleton(name).rstrip("0123456789") in RESERVED:
        found = f"name: expected one that no bot has, and none of ours; found {quote(text)}"
        raise Refused(Code.INVALID_NAME, found, max=MAX_NAME)
    return name


def skeleton(name: str) -> str:
    """What a name looks like at a glance: no signs, no marks, Latin letters for their doubles."""
    plain = unicodedata.normalize("NFKD", name.translate(DOUBLES)).casefold().translate(DOUBLES)
    return "".join(letter for letter in plain if letter.isalnum())


def plain_name(text: str) -> str:
    """Letters composed, no space too many; nothing of a text that is far too long."""
    if len(text) > MAX_TEXT:
        return ""
    return unicodedata.normalize("NFC", " ".join(word for word in text.split(" ") if word))


def parse_login(text: str) -> str:
    """A login name as it is kept: upper and lower case are the same."""
    key = login_key(text)
    if key is None:
        what = f"{MIN_LOGIN} to {MAX_LOGIN} letters, digits or - _ . @ +, a letter or digit first"
        params = {"min": MIN_LOGIN, "max": MAX_LOGIN}
        raise Refused(Code.INVALID_LOGIN, f"login: expected {what}; found {quote(text)}", **params)
    return key


def login_key(text: str) -> str | None:
    """What a login is found by; None when nobody can have such a login."""
    if len(text) > MAX_TEXT:
        return None
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    fits = MIN_LOGIN <= len(key) <= MAX_LOGIN and starts_well(key)
    return key if fits and consists_of(key, LOGIN_SIGNS) else None


def check_password(password: str, login: str) -> None:
    """Length is what counts; a login is no secret."""
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
    """Whether there are only letters, digits, these signs, and a few marks upon letters."""
    marks = 0
    if not INVISIBLE.isdisjoint(text):
        return False
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Mc") else 0
        if marks > MAX_MARKS or not (marks or category[0] in "LN" or character in signs):
            return False
    return True


RESERVED: Final = frozenset(map(skeleton, RESERVED_WORDS))
