"""Letters, and the server that takes them: a thread's work, for it may take seconds."""

from __future__ import annotations

import smtplib
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["NotSent", "Post"]

SECONDS: Final = 10.0
"""For each answer of the mail server."""
PORTS: Final = {"smtp": 587, "smtps": 465}
PLAIN: Final = policy.SMTP.clone(cte_type="7bit", max_line_length=900)
"""Links stay whole, and every mail server can read it."""
HERE: Final = ("localhost", "127.0.0.1", "::1")


class NotSent(Exception):
    """A letter that nobody has got; told without any address."""


class Post:
    """A mail server as it is named in the settings: ``smtp://user:password@host:587``."""

    def __init__(self, server: str, sender: str) -> None:
        self._url, self._sender = urlsplit(server), sender

    def letter(self, to: str, subject: str, text: str, stop: str | None = None) -> EmailMessage:
        """``stop``: where one press of the mail program's own button ends such letters."""
        message = EmailMessage(PLAIN)
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"], message["Auto-Submitted"] = formatdate(), "auto-generated"
        message["Message-ID"] = make_msgid(domain=self._address.rpartition("@")[2])
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        return message

    def send(self, letter: EmailMessage) -> None:
        """Hand a letter over. Raises NotSent; where it may have arrived, that counts as sent."""
        try:
            with self._connect() as smtp:
                for code, _ in (smtp.mail(self._address), smtp.rcpt(letter["To"])):
                    if code >= 400:
                        raise NotSent(f"refused with {code}")
                self._hand_over(smtp, letter)
        except (smtplib.SMTPException, OSError) as error:
            raise NotSent(type(error).__name__) from None

    def _hand_over(self, smtp: smtplib.SMTP, letter: EmailMessage) -> None:
        try:
            code, _ = smtp.data(letter.as_bytes())
        except smtplib.SMTPDataError as error:
            raise NotSent(f"refused with {error.smtp_code}") from None
        except (smtplib.SMTPServerDisconnected, OSError):
            return  # perhaps it was heard: nobody gets two
        if code != 250:
            raise NotSent(f"refused with {code}")

    def _connect(self) -> smtplib.SMTP:
        host, context = self._url.hostname or "", ssl.create_default_context()
        port = self._url.port or PORTS[self._url.scheme]
        if self._url.scheme == "smtps":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
        else:
            smtp = smtplib.SMTP(host, port, timeout=SECONDS)
        smtp.ehlo_or_helo_if_needed()
        is_safe = self._url.scheme == "smtps" or host in HERE
        if smtp.has_extn("starttls"):
            smtp.starttls(context=context)
            smtp.ehlo()
            is_safe = True
        self._log_in(smtp, is_safe=is_safe)
        return smtp

    def _log_in(self, smtp: smtplib.SMTP, *, is_safe: bool) -> None:
        if not self._url.username:
            return
        if not is_safe:
            raise NotSent("a password is sent over TLS only, which the server does not offer")
        smtp.login(unquote(self._url.username), unquote(self._url.password or ""))

    @property
    def _address(self) -> str:
        return parseaddr(self._sender)[1]
