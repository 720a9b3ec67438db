"""An SMTP server for tests: a thread that keeps the mails it accepts."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast


class MailBox(socketserver.ThreadingTCPServer):
    """An SMTP server. `answers` replace the usual ones by command: `{"RCPT": "450 later"}`."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.mails: list[EmailMessage] = []
        self.answers: dict[str, str] = {}
        self.commands: list[str] = []
        """All commands received, in order."""

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.box = cast(MailBox, self.server)
        self._say("220 box")
        while line := self.rfile.readline():
            text = line.decode().strip()
            self.box.commands.append(text)
            command = text.partition(" ")[0].upper()
            answer = self.box.answers.get(command, ANSWERS.get(command, "250 ok"))
            if answer == "hang up":
                return
            self._say(answer)
            if command == "QUIT":
                return
            if answer.startswith("354") and not self._take():
                return

    def _take(self) -> bool:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) and line != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        self.box.mails.append(mail)
        answer = self.box.answers.get(".", "250 taken")
        if answer != "hang up":
            self._say(answer)
        return answer != "hang up"

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


ANSWERS = {"DATA": "354 go on", "QUIT": "221 bye"}


@contextmanager
def mail_box() -> Iterator[MailBox]:
    with MailBox() as box:
        thread = threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield box
        finally:
            box.shutdown()
            thread.join()
