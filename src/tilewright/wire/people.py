"""Guests, accounts, tokens, profiles, ratings and email addresses."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from tilewright.wire.fields import ClientStruct, Milliseconds

MAX_NAME: Final = 24
# Before Unicode composition: some letters consist of four code points.
MAX_TEXT: Final = 128

# The rules of names in short, for readers of the schema. The server checks them, because its errors
# say more, and because a letter of four code points counts as one.
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
# The server checks the bounds as well, because its errors can be translated.
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


# --- Requests -----------------------------------------------------------------------------------


class NewGuest(ClientStruct, frozen=True):
    """A request to play as a guest."""

    name: Name
    token: bool = False
    """True to get a bearer token, for programs, instead of a cookie."""


class NewName(ClientStruct, frozen=True):
    """A request to change the name."""

    name: Name


class NewAccount(ClientStruct, frozen=True):
    """A guest's request for an account: login and password."""

    login: NewLogin
    password: NewPassword


class Credentials(ClientStruct, frozen=True):
    """A request to log in."""

    login: Login
    password: Password
    token: bool = False
    """True to get a bearer token, for programs, instead of a cookie."""


class PasswordChange(ClientStruct, frozen=True):
    """A request to change the password."""

    old: Password
    new: NewPassword


class NewToken(ClientStruct, frozen=True):
    """A request for an API token."""

    label: Label
    days: Days | None = None


class DeleteAccountRequest(ClientStruct, frozen=True):
    """A request to delete your account, with its password; empty for a guest."""

    password: Password = ""


# --- Responses ----------------------------------------------------------------------------------


class PersonCard(Struct, frozen=True, kw_only=True):
    """A person's public data."""

    id: str
    name: str
    kind: PersonKind


class SignInResponse(PersonCard, frozen=True, kw_only=True):
    """The person who has just signed in."""

    token: str | None
    """The bearer token, if requested."""


class WhoAmI(Struct, frozen=True):
    """The signed-in person; None without a session."""

    person: PersonCard | None


class TokenCard(Struct, frozen=True, kw_only=True):
    """An API token, without its secret."""

    id: str
    label: str
    created: Milliseconds
    expires: Milliseconds | None


class FreshToken(TokenCard, frozen=True, kw_only=True):
    """A new API token with its secret, which is shown only once."""

    token: str


# --- Ratings ------------------------------------------------------------------------------------


class Rated(Struct, frozen=True, kw_only=True):
    """A rating in one game with one number of players."""

    subject: str
    """Person id, or a bot such as ``bot:level-3``."""
    name: str
    game: str
    players: int
    skill: float
    """``mu - 3 * sigma``: the skill is almost certainly higher."""
    mu: float
    """Most likely skill, initially 25."""
    sigma: float
    """Standard deviation of the skill."""
    games: int


class RatingPoint(Struct, frozen=True, kw_only=True):
    """A rating after a rated game."""

    game: str
    players: int
    at: Milliseconds
    mu: float
    sigma: float


class Profile(Struct, frozen=True, kw_only=True):
    """The public profile of an account holder.

    Their games are listed separately. Games at unlisted tables are visible only to their players.
    """

    person: PersonCard
    ratings: list[Rated]
    curve: list[RatingPoint]
    """Ratings after each of the latest 500 rated games, in order."""


# --- Mail ---------------------------------------------------------------------------------------

MailAddress = Annotated[str, Meta(max_length=1000, examples=["ann@example.org"])]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}(?!\n)$", examples=["en"])]


class NewAddress(ClientStruct, frozen=True):
    """A request to send turn notifications to an address."""

    address: MailAddress
    language: Language = "en"
    """Language of the emails; English if the server does not support it."""


class MailShown(Struct, frozen=True, kw_only=True):
    """A person's email address for turn notifications."""

    is_offered: bool
    """True if this server sends email."""
    address: str | None
    is_confirmed: bool
    """True once the link in the confirmation email was opened. No other email is sent before."""
