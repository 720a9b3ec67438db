"""Mail over HTTP: where somebody wants to hear of their turns, and the links in the letters."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from tilewright.server.http.dependencies import ClientKey, CurrentPerson, TheServices
from tilewright.server.http.structs import Body, encode, refusals, shows
from tilewright.server.storage.mail import Address
from tilewright.wire.mail import MailShown, NewAddress

__all__ = ["router"]

router = APIRouter(tags=["mail"])

Token = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$", description="As the letter has it.")]


def show_mail(found: Address | None, *, is_offered: bool) -> str:
    address, is_confirmed = (found.address, found.confirmed) if found else (None, False)
    return encode(MailShown(is_offered=is_offered, address=address, is_confirmed=is_confirmed))


@router.get("/people/me/mail", **shows(MailShown, 401))
async def look_at_mail(person: CurrentPerson, services: TheServices) -> str:
    """Where you are told of your turns in games over days, and whether that is offered here."""
    mail = services.mail
    return show_mail(await mail.find(person.id), is_offered=mail.is_offered)


@router.put("/people/me/mail", **shows(MailShown, 401, 403, 404))
async def ask_for_mail(
    person: CurrentPerson, services: TheServices, client: ClientKey, body: Body[NewAddress]
) -> str:
    """Be told by mail. One letter asks for a confirmation; until then no other is sent."""
    limit = services.admission.mails
    for key in (f"of {client}", f"of {person.id}", f"to {body.address.lower()}"):
        limit.take(key)
    asked = await services.mail.ask(person, body.address, body.language)
    return show_mail(asked, is_offered=True)


@router.delete("/people/me/mail", status_code=204, responses=refusals(401, 403))
async def end_mail(person: CurrentPerson, services: TheServices) -> None:
    """No more mail; the address is forgotten."""
    await services.mail.remove(person.id)


@router.post("/mail/{token}/confirm", status_code=204, responses=refusals(404))
async def confirm_address(token: Token, services: TheServices) -> None:
    """Confirm an address, by the link that was sent there. Nobody has to sign in."""
    await services.mail.confirm(token)


@router.post("/mail/{token}/stop", status_code=204)
async def stop_mail(token: Token, services: TheServices) -> None:
    """End the letters, by the link in any of them. Nobody has to sign in."""
    await services.mail.stop(token)
