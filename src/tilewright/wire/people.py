"""People: guests, accounts, sessions, tokens."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from tilewright.wire.fields import Milliseconds, Sent

__all__ = [
    "Credentials",
    "Deletion",
    "FreshToken",
    "NewAccount",
    "NewGuest",
    "NewName",
    "NewToken",
    "PasswordChange",
    "PersonCard",
    "TokenCard",
    "Visitor",
    "Welcome",
]

MAX_NAME: Final = 24
# Before letters are composed: some are written in four parts.
MAX_TEXT: Final = 128

# The rules of names in short, for whoever reads the schema. They are not checked here: the server's
# own errors say more, and a letter written in four parts is still one letter.
NAME_SCHEMA: Final = {
    "minLength": 1,
    "maxLength": MAX_NAME,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M} \-_'.]*$",
}
MIN_LOGIN: Final = 3
MAX_LOGIN: Final = 32
LOGIN_SCHEMA: Final = {
    "minLength": MIN_LOGIN,
    "maxLength": MAX_LOGIN,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M}\-_.@+]*$",
}
Name = Annotated[str, Meta(max_length=MAX_TEXT, extra_json_schema=NAME_SCHEMA, examples=["Ann"])]
NewLogin = Annotated[
    str, Meta(max_length=MAX_TEXT, extra_json_schema=LOGIN_SCHEMA, examples=["ann"])
]
Login = Annotated[str, Meta(max_length=MAX_TEXT, examples=["ann"])]
MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 128
Password = Annotated[str, Meta(max_length=MAX_PASSWORD, examples=["correct horse"])]
# Its bounds are checked by the server as well, whose refusal can be told in every language.
PASSWORD_SCHEMA: Final = {"minLength": MIN_PASSWORD, "maxLength": MAX_PASSWORD}
NewPassword = Annotated[
    str,
    Meta(max_length=1024, extra_json_schema=PASSWORD_SCHEMA, examples=["correct horse"]),
]
Label = Annotated[
    str,
    Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*(?!\n)$", examples=["my bot"]),
]
Days = Annotated[int, Meta(ge=1, le=3650, description="Until it runs out; by default never.")]
PersonKind = Literal["guest", "account"]


# --- What is sent -------------------------------------------------------------------------------


class NewGuest(Sent, frozen=True):
    """Somebody who wants to play at once."""

    name: Name
    token: bool = False
    """Give a bearer token, for programs, instead of setting a cookie."""


class NewName(Sent, frozen=True):
    """Another name."""

    name: Name


class NewAccount(Sent, frozen=True):
    """What a guest will log in with."""

    login: NewLogin
    password: NewPassword


class Credentials(Sent, frozen=True):
    """Somebody who has an account."""

    login: Login
    password: Password
    token: bool = False
    """Give a bearer token, for programs, instead of setting a cookie."""


class PasswordChange(Sent, frozen=True):
    """The password so far, and the next one."""

    old: Password
    new: NewPassword


class NewToken(Sent, frozen=True):
    """A token for a program."""

    label: Label
    days: Days | None = None


class Deletion(Sent, frozen=True):
    """An account's password; a guest leaves it empty."""

    password: Password = ""


# --- What comes back ----------------------------------------------------------------------------


class PersonCard(Struct, frozen=True, kw_only=True):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    kind: PersonKind


class Welcome(PersonCard, frozen=True, kw_only=True):
    """Somebody who has just signed in."""

    token: str | None
    """The bearer token, where one was asked for."""


class Visitor(Struct, frozen=True):
    """Who is asking; nobody for a stranger."""

    person: PersonCard | None


class TokenCard(Struct, frozen=True, kw_only=True):
    """An API token, without its secret."""

    id: str
    label: str
    created: Milliseconds
    expires: Milliseconds | None


class FreshToken(TokenCard, frozen=True, kw_only=True):
    """An API token, and its secret: it is never shown again."""

    token: str
