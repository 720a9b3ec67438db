"""Composition of mails and their delivery to an SMTP server. Delivery blocks for seconds: call it
in a thread."""

from __future__ import annotations

import smtplib
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["SendFailed", "SmtpSender"]

TIMEOUT_SECONDS: Final = 10.0
"""Timeout for each answer of the SMTP server."""
DEFAULT_PORTS: Final = {"smtp": 587, "smtps": 465}
MAIL_POLICY: Final = policy.SMTP.clone(cte_type="7bit", max_line_length=900)
"""Long lines keep links whole; 7 bits are read by every mail server."""
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")


class SendFailed(Exception):
    """The SMTP server has not accepted a mail. The message names no address."""


class SmtpSender:
    """An SMTP server given by a URL such as `smtp://user:password@host:587`."""

    def __init__(self, server: str, sender: str) -> None:
        self._url, self._sender = urlsplit(server), sender

    def compose(self, to: str, subject: str, text: str, stop: str | None = None) -> EmailMessage:
        """Return a mail. `stop` is the URL of one-click unsubscription in the mail program."""
        message = EmailMessage(MAIL_POLICY)
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"], message["Auto-Submitted"] = formatdate(), "auto-generated"
        message["Message-ID"] = make_msgid(domain=self._address.rpartition("@")[2])
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        return message

    def send(self, message: EmailMessage) -> None:
        """Deliver a mail. Raises SendFailed, unless the server may have accepted it."""
        try:
            with self._connect() as smtp:
                for code, _ in (smtp.mail(self._address), smtp.rcpt(message["To"])):
                    if code >= 400:
                        raise SendFailed(f"refused with {code}")
                self._send_data(smtp, message)
        except (smtplib.SMTPException, OSError) as error:
            raise SendFailed(type(error).__name__) from None

    def _send_data(self, smtp: smtplib.SMTP, message: EmailMessage) -> None:
        """Send the contents of a mail. Raises SendFailed if they are refused."""
        try:
            code, _ = smtp.data(message.as_bytes())
        except smtplib.SMTPDataError as error:
            raise SendFailed(f"refused with {error.smtp_code}") from None
        except (smtplib.SMTPServerDisconnected, OSError):
            return  # it may have been accepted: do not send it twice
        if code != 250:
            raise SendFailed(f"refused with {code}")

    def _connect(self) -> smtplib.SMTP:
        """Return a connection, encrypted if the server offers it, and logged in."""
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
        self._log_in(smtp, is_safe=is_safe)
        return smtp

    def _log_in(self, smtp: smtplib.SMTP, *, is_safe: bool) -> None:
        """Log in if the URL has a user. Raises SendFailed without encryption."""
        if not self._url.username:
            return
        if not is_safe:
            raise SendFailed("a password is sent over TLS only, which the server does not offer")
        smtp.login(unquote(self._url.username), unquote(self._url.password or ""))

    @property
    def _address(self) -> str:
        return parseaddr(self._sender)[1]
