"""Texts of mails in the languages of the page.

They contain no text chosen by a user: a mail program would turn a name into a link.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["TEMPLATES", "MailTemplate"]


class MailTemplate(NamedTuple):
    """Subject and text of a mail, with placeholders."""

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
