"""The mail service: confirmation of addresses, and turn notifications.

Turns are polled from the database, so a slow SMTP server delays no move. A process claims each
turn before it sends the mail, so that only one process sends it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from typing import Final

from tilewright.errors import Code, NotFound, Refused
from tilewright.registry import GAMES
from tilewright.server.accounts.service import Identity
from tilewright.server.audience.presence import Presence
from tilewright.server.background import run_every
from tilewright.server.mail.smtp import SendFailed, SmtpSender
from tilewright.server.mail.templates import TEMPLATES
from tilewright.server.ratelimit.token_bucket import rate_limit_error
from tilewright.server.storage import mail as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.mail import Address, DueTurn
from tilewright.server.tables.game_time import GameTime
from tilewright.settings import Settings

__all__ = ["MailService", "parse_address"]

log = logging.getLogger("tilewright.mail")

ADDRESS_PATTERN: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}"
)
MAX_ADDRESS_LENGTH: Final = 254
HOUR_MS: Final = 3600_000
CONFIRM_WITHIN_MS: Final = 72 * HOUR_MS
MIN_TIME_LEFT_MS: Final = 2 * HOUR_MS
"""Players with less time than this left for a move get no mail."""
MIN_TURN_AGE_MS: Final = 60_000
"""A turn must be this old before its player is notified."""
POLL_SECONDS: Final = 20.0
MAX_TURNS_PER_POLL: Final = 50
"""Maximum number of turns handled per poll."""
MAX_QUEUED_CONFIRMATIONS: Final = 50
"""Maximum number of confirmation mails waiting to be sent."""
RETRY_DELAYS_MS: Final = tuple(minutes * 60_000 for minutes in (5, 20, 80, 320))
"""Delay before the second try, and before each further one."""


def parse_address(text: str) -> str:
    """Return the address if it has the plain form that every mail server accepts. Raises Refused
    otherwise."""
    if len(text) > MAX_ADDRESS_LENGTH or not ADDRESS_PATTERN.fullmatch(text):
        raise Refused(Code.INVALID_ADDRESS, "expected an address as ann@example.org")
    return text


class MailService:
    """The mail service of one event loop."""

    def __init__(
        self, database: Database, presence: Presence, time: GameTime, settings: Settings
    ) -> None:
        self._database, self._presence, self._time = database, presence, time
        self._site_url = settings.public_url
        self._smtp = SmtpSender(settings.mail_server, settings.mail_from)
        self.is_offered = settings.mail_server != ""
        self._confirmations: asyncio.Queue[EmailMessage] = asyncio.Queue(MAX_QUEUED_CONFIRMATIONS)

    # --- Addresses ---

    async def find_address(self, person: str) -> Address | None:
        return await self._database.read(lambda tx: store.find(tx, person))

    def check_request(self, person: Identity, address: str) -> str:
        """Return the address if the server may send mail to the person there. Raises NotFound or
        Refused otherwise."""
        if not self.is_offered:
            raise NotFound("this server sends no mail")
        if person.kind != "account":
            raise Refused(Code.FORBIDDEN, "expected an account; guests get no mail")
        return parse_address(address)

    async def request_address(self, person: Identity, address: str, language: str) -> Address:
        """Store an unconfirmed address and queue the mail that asks for its confirmation."""
        asked = Address(
            *(person.id, address, language if language in TEMPLATES else "en"),
            *(secrets.token_urlsafe(24), self._time.now(), False),
        )
        await self._database.write(lambda tx: store.set_address(tx, asked))
        link = f"{self._site_url}/mail#confirm={asked.token}"
        subject, text = TEMPLATES[asked.language]["confirm"]
        self._queue_confirmation(
            self._smtp.compose(address, subject, text.format(club=self._site_url, link=link))
        )
        return asked

    def _queue_confirmation(self, message: EmailMessage) -> None:
        """Queue a confirmation mail. Raises TooManyRequests if the queue is full."""
        try:
            self._confirmations.put_nowait(message)
        except asyncio.QueueFull:
            raise rate_limit_error("queued mails", POLL_SECONDS, Code.BUSY) from None

    async def remove_address(self, person: str) -> None:
        await self._database.write(lambda tx: store.remove(tx, person))

    async def confirm_address(self, token: str) -> None:
        """Confirm an address by the token of its mail. Raises NotFound if the token is unknown or
        too old."""
        since = self._time.now() - CONFIRM_WITHIN_MS
        if not await self._database.write(lambda tx: store.confirm(tx, token, since)):
            raise NotFound("this link is too old, or was never sent")

    async def unsubscribe(self, token: str) -> None:
        """Delete the address of a token; does nothing if it is already deleted."""
        await self._database.write(lambda tx: store.remove_by_token(tx, token))

    # --- Mails ---

    async def run(self) -> None:
        """Send mails until cancelled. Errors are logged."""
        if self.is_offered:
            turns = run_every(self.send_due_mails, POLL_SECONDS, log, "due mail not sent")
            await asyncio.gather(self._send_confirmations(), turns)

    async def _send_confirmations(self) -> None:
        """Send the queued confirmation mails one by one."""
        while True:
            message = await self._confirmations.get()
            try:
                await asyncio.to_thread(self._smtp.send, message)
            except SendFailed as error:
                log.warning("a confirmation was not sent", extra={"error": error})
            except Exception:
                log.exception("a confirmation was not sent")

    async def send_due_mails(self) -> None:
        """Notify the players whose turn it is, who are not at the table and were not notified yet.

        Stops at the first mail that fails: the cause is probably the SMTP server.
        """
        if self._time.is_read_only:
            return
        for turn in await self._list_due():
            if not await self._notify(turn):
                break

    async def _list_due(self) -> list[DueTurn]:
        """Return the turns to notify of now; also delete addresses not confirmed in time."""
        now = self._time.now()
        old, quiet = now - CONFIRM_WITHIN_MS, now - MIN_TURN_AGE_MS
        await self._database.write(lambda tx: store.delete_unconfirmed(tx, old))
        look = partial(
            store.list_due_turns, now=now, still_after=now + MIN_TIME_LEFT_MS, quiet_since=quiet
        )
        found = await self._database.read(lambda tx: look(tx, limit=MAX_TURNS_PER_POLL))
        return [turn for turn in found if not await self._is_present(turn)]

    async def _is_present(self, turn: DueTurn) -> bool:
        """Return True if the player is at the table, or if presence is unknown; the next poll asks
        again."""
        people = await self._presence.find_people(turn.table)
        return people is None or turn.person in people

    async def _notify(self, turn: DueTurn) -> bool:
        """Send the mail of a turn unless another process does. Return False if it failed."""
        now = self._time.now()
        if not await self._database.write(lambda tx: store.claim_turn(tx, turn, now)):
            return True
        try:
            await asyncio.to_thread(self._smtp.send, self._compose(turn))
        except SendFailed as error:
            log.warning("a turn was not told", extra={"error": error, "tries": turn.tries + 1})
            await self._reschedule(turn, now)
            return False
        return True

    async def _reschedule(self, turn: DueTurn, now: int) -> None:
        """Retry the mail of a turn later, unless all tries are used up."""
        if turn.tries < len(RETRY_DELAYS_MS):
            until = now + RETRY_DELAYS_MS[turn.tries]
            await self._database.write(lambda tx: store.reschedule_turn(tx, turn, until))

    def _compose(self, turn: DueTurn) -> EmailMessage:
        """Return the mail of a turn in the player's language."""
        subject, text = TEMPLATES[turn.language]["turn"]
        game = GAMES[turn.game].title if turn.game in GAMES else turn.game
        until = datetime.fromtimestamp(turn.deadline / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        link, stop = f"{self._site_url}/t/{turn.table}", f"{self._site_url}/mail#stop={turn.token}"
        return self._smtp.compose(
            turn.address,
            subject.format(game=game),
            text.format(game=game, until=until, link=link, stop=stop),
            stop=f"{self._site_url}/api/v1/mail/{turn.token}/stop",
        )
