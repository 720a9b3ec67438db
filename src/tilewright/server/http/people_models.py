"""What is sent and shown about people."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from tilewright.server.http.dependencies import Body
from tilewright.server.people.names import (
    MAX_LOGIN,
    MAX_NAME,
    MAX_PASSWORD,
    MAX_TEXT,
    MIN_LOGIN,
    MIN_PASSWORD,
)

__all__ = [
    "Credentials",
    "Deletion",
    "FreshToken",
    "NewAccount",
    "NewGuest",
    "NewName",
    "NewToken",
    "PasswordChange",
    "Person",
    "Token",
    "Welcome",
]

# The rules of names.py in short, for whoever reads the schema. They are not checked here: the
# errors of names.py say more, and a letter written in four parts is still one letter.
NAME_SCHEMA: Final = {
    "maxLength": MAX_NAME,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M} \-_'.]*$",
}
LOGIN_SCHEMA: Final = {
    "minLength": MIN_LOGIN,
    "maxLength": MAX_LOGIN,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M}\-_.@+]*$",
}
Name = Annotated[
    str, Field(min_length=1, max_length=MAX_TEXT, json_schema_extra=NAME_SCHEMA, examples=["Ann"])
]
NewLogin = Annotated[
    str, Field(min_length=1, max_length=MAX_TEXT, json_schema_extra=LOGIN_SCHEMA, examples=["ann"])
]
Login = Annotated[str, Field(max_length=MAX_TEXT, examples=["ann"])]
Password = Annotated[str, Field(max_length=MAX_PASSWORD, examples=["correct horse"])]
NewPassword = Annotated[
    str, Field(min_length=MIN_PASSWORD, max_length=MAX_PASSWORD, examples=["correct horse"])
]
AsToken = Annotated[
    bool, Field(description="Give a bearer token, for programs, instead of setting a cookie.")
]
Label = Annotated[
    str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$", examples=["my bot"])
]
Days = Annotated[int, Field(ge=1, le=3650, description="Until it runs out; by default never.")]
Milliseconds = Annotated[int, Field(description="Since 1970.")]


# --- What is sent -------------------------------------------------------------------------------


class NewGuest(Body):
    """Somebody who wants to play at once."""

    name: Name
    token: AsToken = False


class NewName(Body):
    """Another name."""

    name: Name


class NewAccount(Body):
    """What a guest will log in with."""

    login: NewLogin
    password: NewPassword


class Credentials(Body):
    """Somebody who has an account."""

    login: Login
    password: Password
    token: AsToken = False


class PasswordChange(Body):
    """The password so far, and the next one."""

    old: Password
    new: NewPassword


class Deletion(Body):
    """An account's password; a guest leaves it empty."""

    password: Password = ""


class NewToken(Body):
    """A token for a program."""

    label: Label
    days: Days | None = None


# --- What comes back ----------------------------------------------------------------------------


class Person(Body):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    kind: Literal["guest", "account"]


class Welcome(Person):
    """Somebody who has just signed in."""

    token: str | None = Field(description="The bearer token, where one was asked for.")


class Token(Body):
    """An API token, without its secret."""

    id: str
    label: str
    created: Milliseconds
    expires: Milliseconds | None


class FreshToken(Token):
    """An API token, and its secret: it is never shown again."""

    token: str
