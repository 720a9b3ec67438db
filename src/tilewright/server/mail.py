"""Email for games that last days: address confirmations and turn notifications, sent by SMTP.

Turns are polled from the database, so a slow SMTP server delays no move. A process claims a turn
before it sends the email, so that only one process does.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import smtplib
import ssl
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from functools import partial
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from tilewright.errors import Code, NotFound, Refused
from tilewright.registry import GAMES
from tilewright.server.accounts.service import Identity
from tilewright.server.audience.presence import Presence
from tilewright.server.background import run_every
from tilewright.server.ratelimit.limits import rate_limit_error
from tilewright.server.storage import mail as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.mail import Address, DueTurn
from tilewright.server.tables.game_time import GameTime
from tilewright.settings import Settings

__all__ = ["TEMPLATES", "MailService", "MailTemplate", "SendFailed", "SmtpSender", "parse_address"]

TIMEOUT_SECONDS: Final = 10.0
"""Timeout for each response of the SMTP server."""
DEFAULT_PORTS: Final = {"smtp": 587, "smtps": 465}
MAIL_POLICY: Final = policy.SMTP.clone(cte_type="7bit", max_line_length=900)
"""Long lines, so that links are not broken; 7 bits, which every mail server accepts."""
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")


class SendFailed(Exception):
    """The SMTP server did not accept an email. The error message contains no address."""


class SmtpSender:
    """A client for an SMTP server, given by a URL such as `smtp://user:password@host:587`."""

    def __init__(self, url: str, sender: str) -> None:
        self._url, self._sender = urlsplit(url), sender

    def compose(
        self, to: str, subject: str, text: str, unsubscribe_url: str | None = None
    ) -> EmailMessage:
        """Compose an email. It supports one-click unsubscription if a URL is given."""
        message = EmailMessage(MAIL_POLICY)
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"], message["Auto-Submitted"] = formatdate(), "auto-generated"
        message["Message-ID"] = make_msgid(domain=self._address.rpartition("@")[2])
        if unsubscribe_url is not None:
            message["List-Unsubscribe"] = f"<{unsubscribe_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        return message

    def send(self, message: EmailMessage) -> None:
        """Send an email.

        Raises:
            SendFailed: The server did not accept it. An interrupted transfer counts as
                accepted.
        """
        try:
            with self._connect() as smtp:
                for code, _ in (smtp.mail(self._address), smtp.rcpt(message["To"])):
                    if code >= 400:
                        raise SendFailed(f"refused with {code}")
                self._send_data(smtp, message)
        except (smtplib.SMTPException, OSError) as error:
            raise SendFailed(type(error).__name__) from None

    def _send_data(self, smtp: smtplib.SMTP, message: EmailMessage) -> None:
        """Send the content of an email. Raises SendFailed if the server rejects it.

        If the connection breaks, the email may have been accepted, so nothing is raised.
        """
        try:
            code, _ = smtp.data(message.as_bytes())
        except smtplib.SMTPDataError as error:
            raise SendFailed(f"refused with {error.smtp_code}") from None
        except (smtplib.SMTPServerDisconnected, OSError):
            return  # it may have been accepted, and must not be sent twice
        if code != 250:
            raise SendFailed(f"refused with {code}")

    def _connect(self) -> smtplib.SMTP:
        """Connect and log in, with TLS if the server offers it."""
        host, context = self._url.hostname or "", ssl.create_default_context()
        port = self._url.port or DEFAULT_PORTS[self._url.scheme]
        if self._url.scheme == "smtps":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                host, port, timeout=TIMEOUT_SECONDS, context=context
            )
        else:
            smtp = smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
        smtp.ehlo_or_helo_if_needed()
        is_safe = self._url.scheme == "smtps" or host in LOCAL_HOSTS
        if smtp.has_extn("starttls"):
            smtp.starttls(context=context)
            smtp.ehlo()
            is_safe = True
        self._log_in(smtp, is_private=is_safe)
        return smtp

    def _log_in(self, smtp: smtplib.SMTP, *, is_private: bool) -> None:
        """Log in if the URL has a user.

        Raises:
            SendFailed: The connection is not private, so the password is not sent.
        """
        if not self._url.username:
            return
        if not is_private:
            raise SendFailed("a password is sent over TLS only, which the server does not offer")
        smtp.login(unquote(self._url.username), unquote(self._url.password or ""))

    @property
    def _address(self) -> str:
        """The sender's address without the name."""
        return parseaddr(self._sender)[1]


# --- Turns and confirmations ----------------------------------------------------------------------


class MailTemplate(NamedTuple):
    """Subject and body of an email, with placeholders."""

    subject: str
    text: str


TEMPLATES: Final[dict[str, dict[str, MailTemplate]]] = {
    "en": {
        "confirm": MailTemplate(
            "Confirm your address",
            "Someone asked {club} to notify this address when it is their turn.\n"
            "If it was you, confirm the address within three days:\n\n{link}\n\n"
            "If not, ignore this email: we won't send any more.\n",
        ),
        "turn": MailTemplate(
            "Your turn: {game}",
            "It's your turn in a game of {game}. You have until {until} (UTC).\n\n{link}\n\n"
            "Unsubscribe: {stop}\n",
        ),
    },
    "de": {
        "confirm": MailTemplate(
            "Bestätige deine Adresse",
            "Jemand möchte unter dieser Adresse erfahren, wann er oder sie bei {club} am Zug ist.\n"
            "Wenn du das warst, bestätige es binnen drei Tagen:\n\n{link}\n\n"
            "Wenn nicht, brauchst du nichts zu tun: Du hörst nichts mehr von uns.\n",
        ),
        "turn": MailTemplate(
            "Du bist am Zug: {game}",
            "Du bist in einer Partie {game} am Zug. Du hast Zeit bis {until} (UTC).\n\n{link}\n\n"
            "Keine solchen E-Mails mehr: {stop}\n",
        ),
    },
    "ru": {
        "confirm": MailTemplate(
            "Подтвердите свой адрес",
            "Кто-то просит сообщать на этот адрес, когда наступает его ход на {club}.\n"
            "Если это вы, подтвердите адрес в течение трёх дней:\n\n{link}\n\n"
            "Если нет, ничего не делайте: больше писем не будет.\n",
        ),
        "turn": MailTemplate(
            "Ваш ход: {game}",
            "Ваш ход в партии {game}. У вас есть время до {until} (UTC).\n\n{link}\n\n"
            "Больше не получать таких писем: {stop}\n",
        ),
    },
    "uk": {
        "confirm": MailTemplate(
            "Підтвердьте свою адресу",
            "Хтось просить повідомляти на цю адресу, коли настає його хід на {club}.\n"
            "Якщо це ви, підтвердьте адресу протягом трьох днів:\n\n{link}\n\n"
            "Якщо ні, нічого не робіть: більше листів не буде.\n",
        ),
        "turn": MailTemplate(
            "Ваш хід: {game}",
            "Ваш хід у партії {game}. У вас є час до {until} (UTC).\n\n{link}\n\n"
            "Більше не отримувати таких листів: {stop}\n",
        ),
    },
}


# --- Service --------------------------------------------------------------------------------------


log = logging.getLogger("tilewright.mail")

ADDRESS_PATTERN: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}"
)
MAX_ADDRESS_LENGTH: Final = 254
HOUR_MS: Final = 3600_000
CONFIRM_WITHIN_MS: Final = 72 * HOUR_MS
MIN_TIME_LEFT_MS: Final = 2 * HOUR_MS
"""Players with less time left for a move are not notified."""
MIN_TURN_AGE_MS: Final = 60_000
"""Players are notified once their turn is this old."""
POLL_SECONDS: Final = 20.0
MAX_TURNS_PER_POLL: Final = 50
"""Maximum number of turns handled per poll."""
MAX_QUEUED_CONFIRMATIONS: Final = 50
"""Maximum number of confirmation mails waiting to be sent."""
RETRY_DELAYS_MS: Final = tuple(minutes * 60_000 for minutes in (5, 20, 80, 320))
"""Delays before the second and each further attempt."""


def parse_address(text: str) -> str:
    """Return an email address unchanged. Raises Refused if it is invalid.

    Only the plain form that every mail server accepts is valid.
    """
    if len(text) > MAX_ADDRESS_LENGTH or not ADDRESS_PATTERN.fullmatch(text):
        raise Refused(Code.INVALID_ADDRESS, "expected an address as ann@example.org")
    return text


class MailService:
    """Manages email addresses and sends email. Belongs to one event loop."""

    def __init__(
        self, database: Database, presence: Presence, time: GameTime, settings: Settings
    ) -> None:
        self._database, self._presence, self._time = database, presence, time
        self._site_url = settings.public_url
        self._smtp = SmtpSender(settings.mail_server, settings.mail_from)
        self.is_offered = settings.mail_server != ""
        self._confirmations: asyncio.Queue[EmailMessage] = asyncio.Queue(MAX_QUEUED_CONFIRMATIONS)

    # --- Addresses ---

    async def find_address(self, person_id: str) -> Address | None:
        """Return a person's address, confirmed or not, or None."""
        return await self._database.read(lambda tx: store.find(tx, person_id))

    def validate_address(self, person: Identity, address: str) -> str:
        """Return a person's new email address unchanged, if they may use it.

        Raises:
            NotFound: This server sends no email.
            Refused: The person has no account, or the address is invalid.
        """
        if not self.is_offered:
            raise NotFound("this server sends no mail")
        if person.kind != "account":
            raise Refused(Code.FORBIDDEN, "expected an account; guests get no mail")
        return parse_address(address)

    async def request_address(self, person: Identity, address: str, language: str) -> Address:
        """Store an unconfirmed address and queue its confirmation email.

        Raises:
            TooManyRequests: Too many confirmation emails are queued.
        """
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
        """Queue a confirmation email. Raises TooManyRequests if the queue is full."""
        try:
            self._confirmations.put_nowait(message)
        except asyncio.QueueFull:
            raise rate_limit_error("queued mails", POLL_SECONDS, Code.BUSY) from None

    async def remove_address(self, person_id: str) -> None:
        """Delete a person's address, if there is one."""
        await self._database.write(lambda tx: store.remove(tx, person_id))

    async def confirm_address(self, token: str) -> None:
        """Confirm an address with the token from its confirmation email.

        An address that is confirmed already stays so.

        Raises:
            NotFound: The token is unknown or too old.
        """
        sent_after = self._time.now() - CONFIRM_WITHIN_MS
        if not await self._database.write(lambda tx: store.confirm_address(tx, token, sent_after)):
            raise NotFound("this link is too old, or was never sent")

    async def unsubscribe(self, token: str) -> None:
        """Delete the address with this token, if there is one."""
        await self._database.write(lambda tx: store.remove_by_token(tx, token))

    # --- Mails ---

    async def run(self) -> None:
        """Send email until cancelled. Errors are logged.

        Returns at once if this server sends no email.
        """
        if self.is_offered:
            turns = run_every(self.send_due_notifications, POLL_SECONDS, log, "due mail not sent")
            await asyncio.gather(self._send_confirmations(), turns)

    async def _send_confirmations(self) -> None:
        """Send queued confirmation emails one at a time, until cancelled."""
        while True:
            message = await self._confirmations.get()
            try:
                await asyncio.to_thread(self._smtp.send, message)
            except SendFailed as error:
                log.warning("a confirmation was not sent", extra={"error": error})
            except Exception:
                log.exception("a confirmation was not sent")

    async def send_due_notifications(self) -> None:
        """Notify absent players of their turns.

        Stops at the first failure, because its cause is probably the SMTP server.
        """
        if self._time.is_read_only:
            return
        for turn in await self._list_due_turns():
            if not await self._notify(turn):
                break

    async def _list_due_turns(self) -> list[DueTurn]:
        """Return the turns whose absent players must be notified.

        Unconfirmed addresses that have expired are deleted first.
        """
        now = self._time.now()
        expired, quiet_since = now - CONFIRM_WITHIN_MS, now - MIN_TURN_AGE_MS
        await self._database.write(lambda tx: store.delete_unconfirmed(tx, expired))
        read = partial(
            store.list_due_turns,
            now=now,
            deadline_after=now + MIN_TIME_LEFT_MS,
            quiet_since=quiet_since,
            limit=MAX_TURNS_PER_POLL,
        )
        found = await self._database.read(read)
        return [turn for turn in found if not await self._is_present(turn)]

    async def _is_present(self, turn: DueTurn) -> bool:
        """Return True if the player is at the table, or if presence is unknown."""
        people = await self._presence.find_people(turn.table)
        return people is None or turn.person in people

    async def _notify(self, turn: DueTurn) -> bool:
        """Send a turn notification. Return False if the SMTP server failed.

        A turn that another process has claimed is skipped.
        """
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
        """Schedule the next attempt to send a notification, unless all attempts are used."""
        if turn.tries < len(RETRY_DELAYS_MS):
            retry_at = now + RETRY_DELAYS_MS[turn.tries]
            await self._database.write(lambda tx: store.reschedule_turn(tx, turn, retry_at))

    def _compose(self, turn: DueTurn) -> EmailMessage:
        """Compose a turn notification in the player's language."""
        subject, text = TEMPLATES[turn.language]["turn"]
        game = GAMES[turn.game].title if turn.game in GAMES else turn.game
        until = datetime.fromtimestamp(turn.deadline / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        link, stop = f"{self._site_url}/t/{turn.table}", f"{self._site_url}/mail#stop={turn.token}"
        return self._smtp.compose(
            turn.address,
            subject.format(game=game),
            text.format(game=game, until=until, link=link, stop=stop),
            unsubscribe_url=f"{self._site_url}/api/v1/mail/{turn.token}/stop",
        )
