"""Mail for games over days."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.wire.fields import Sent

__all__ = ["MailShown", "NewAddress"]

MailAddress = Annotated[str, Meta(max_length=1000, examples=["ann@example.org"])]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}(?!\n)$", examples=["en"])]


class NewAddress(Sent, frozen=True):
    """Where somebody wants to be told of their turns."""

    address: MailAddress
    language: Language = "en"
    """Of the letters; English where we do not speak it."""


class MailShown(Struct, frozen=True, kw_only=True):
    """Where somebody is told of their turns."""

    is_offered: bool
    """Whether this server sends mail at all."""
    address: str | None
    is_confirmed: bool
    """Nothing but one letter is sent before."""
