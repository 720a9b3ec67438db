"""Who is written to, and when. Moves know nothing of it: turns are found in the database, so that
a mail server which is slow or gone costs nobody a moment, and each is claimed before its letter is
sent, so that among all processes one letter tells of it."""

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
from tilewright.server.limits import too_many
from tilewright.server.mail.sending import NotSent, Post
from tilewright.server.mail.words import WORDS
from tilewright.server.people.service import Identity
from tilewright.server.rounds import go_round
from tilewright.server.settings import Settings
from tilewright.server.storage import mail as store
from tilewright.server.storage.mail import Address, Turn
from tilewright.server.tables.service import Tables

__all__ = ["Mail", "parse_address"]

log = logging.getLogger("tilewright.mail")

ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}")
LONGEST: Final = 254
HOUR: Final = 3600_000
CONFIRM_WITHIN: Final = 72 * HOUR
LONG_TURN: Final = 2 * HOUR
"""Whoever has less time left for a move is not told by mail."""
QUIET_MS: Final = 60_000
"""Who answers within a minute needs no letter."""
LOOK_SECONDS: Final = 20.0
AT_ONCE: Final = 50
"""Turns looked at in one round."""
MAX_WAITING: Final = 50
"""Letters that wait to be sent to addresses not confirmed."""
RETRIES_MS: Final = tuple(minutes * 60_000 for minutes in (5, 20, 80, 320))
"""Until the second try, and until each one after that."""


def parse_address(text: str) -> str:
    """An address of the plain kind that every mail server takes."""
    if len(text) > LONGEST or not ADDRESS.fullmatch(text):
        raise Refused(Code.INVALID_ADDRESS, "expected an address as ann@example.org")
    return text


class Mail:
    """Belongs to one event loop."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._database, self._club = tables, tables.database, settings.public_url
        self._post = Post(settings.mail_server, settings.mail_from)
        self.is_offered = settings.mail_server != ""
        self._waiting: asyncio.Queue[EmailMessage] = asyncio.Queue(MAX_WAITING)

    # --- Addresses ---

    async def find(self, person: str) -> Address | None:
        return await self._database.read(lambda tx: store.find(tx, person))

    async def ask(self, person: Identity, address: str, language: str) -> Address:
        """Take note of an address, and send it the letter that asks for a confirmation."""
        self._check(person)
        asked = Address(
            *(person.id, parse_address(address), language if language in WORDS else "en"),
            *(secrets.token_urlsafe(24), self._tables.clock(), False),
        )
        await self._database.write(lambda tx: store.set_address(tx, asked))
        link = f"{self._club}/mail#confirm={asked.token}"
        subject, text = WORDS[asked.language]["confirm"]
        self._hand_in(self._post.letter(address, subject, text.format(club=self._club, link=link)))
        return asked

    def _check(self, person: Identity) -> None:
        if not self.is_offered:
            raise NotFound("whoever runs this server has named no server for mail")
        if person.kind != "account":
            raise Refused(Code.FORBIDDEN, "mail is for people with an account")

    def _hand_in(self, letter: EmailMessage) -> None:
        try:
            self._waiting.put_nowait(letter)
        except asyncio.QueueFull:
            raise too_many("letters that wait", LOOK_SECONDS, Code.BUSY) from None

    async def remove(self, person: str) -> None:
        await self._database.write(lambda tx: store.remove(tx, person))

    async def confirm(self, token: str) -> None:
        """Somebody has read the letter. Raises NotFound for a link that is old or false."""
        since = self._tables.clock() - CONFIRM_WITHIN
        if not await self._database.write(lambda tx: store.confirm(tx, token, since)):
            raise NotFound("this link is too old, or was never sent")

    async def stop(self, token: str) -> None:
        """No more letters; whoever asks twice is told the same."""
        await self._database.write(lambda tx: store.remove_by_token(tx, token))

    # --- Letters ---

    async def run(self) -> None:
        """Send letters for ever. Whatever goes wrong, it goes on."""
        if self.is_offered:
            turns = go_round(self.tell_turns, LOOK_SECONDS, log, "turns not looked at")
            await asyncio.gather(self._send_waiting(), turns)

    async def _send_waiting(self) -> None:
        while True:
            letter = await self._waiting.get()
            try:
                await asyncio.to_thread(self._post.send, letter)
            except NotSent as error:
                log.warning("a confirmation was not sent", extra={"error": error})
            except Exception:
                log.exception("a confirmation was not sent")

    async def tell_turns(self) -> None:
        """Write to everybody whose turn it is, who is not at the table and does not know yet. If a
        letter cannot be sent the others wait, too: it will be the server's fault."""
        if self._tables.is_read_only:
            return
        for turn in await self._due():
            if not await self._tell(turn):
                break

    async def _due(self) -> list[Turn]:
        now = self._tables.clock()
        old, quiet = now - CONFIRM_WITHIN, now - QUIET_MS
        await self._database.write(lambda tx: store.forget_unconfirmed(tx, old))
        look = partial(store.turns, now=now, still_after=now + LONG_TURN, quiet_since=quiet)
        found = await self._database.read(lambda tx: look(tx, limit=AT_ONCE))
        return [turn for turn in found if not await self._is_here(turn)]

    async def _is_here(self, turn: Turn) -> bool:
        """Whether somebody sees by themselves that it is their turn; where nobody can tell, yes:
        there will be another look."""
        people = await self._tables.presence.find_people(turn.table)
        return people is None or turn.person in people

    async def _tell(self, turn: Turn) -> bool:
        """Whether all is well."""
        now = self._tables.clock()
        if not await self._database.write(lambda tx: store.claim_turn(tx, turn, now)):
            return True
        try:
            await asyncio.to_thread(self._post.send, self._letter(turn))
        except NotSent as error:
            log.warning("a turn was not told", extra={"error": error, "tries": turn.tries + 1})
            await self._put_off(turn, now)
            return False
        return True

    async def _put_off(self, turn: Turn, now: int) -> None:
        if turn.tries < len(RETRIES_MS):
            until = now + RETRIES_MS[turn.tries]
            await self._database.write(lambda tx: store.put_off_turn(tx, turn, until))

    def _letter(self, turn: Turn) -> EmailMessage:
        subject, text = WORDS[turn.language]["turn"]
        game = GAMES[turn.game].title if turn.game in GAMES else turn.game
        until = datetime.fromtimestamp(turn.deadline / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        link, stop = f"{self._club}/t/{turn.table}", f"{self._club}/mail#stop={turn.token}"
        return self._post.letter(
            turn.address,
            subject.format(game=game),
            text.format(game=game, until=until, link=link, stop=stop),
            stop=f"{self._club}/api/v1/mail/{turn.token}/stop",
        )
