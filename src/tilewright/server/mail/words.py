"""What letters say, in the languages of the page. Nothing that a stranger chose stands in them:
a name would become a link in somebody's mail program."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["WORDS", "Letter"]


class Letter(NamedTuple):
    """Subject and text, to be filled in."""

    subject: str
    text: str


WORDS: Final[dict[str, dict[str, Letter]]] = {
    "en": {
        "confirm": Letter(
            "Confirm your address",
            "Somebody wants to be told at this address when it is their turn at {club}.\n"
            "If that was you, confirm it within three days:\n\n{link}\n\n"
            "If not, do nothing: you will hear no more from us.\n",
        ),
        "turn": Letter(
            "Your turn: {game}",
            "It is your turn in a game of {game}. You have until {until} (UTC).\n\n{link}\n\n"
            "To get no more of these letters: {stop}\n",
        ),
    },
    "de": {
        "confirm": Letter(
            "Bestätige deine Adresse",
            "Jemand möchte unter dieser Adresse erfahren, wann er oder sie bei {club} am Zug ist.\n"
            "Wenn du das warst, bestätige es binnen drei Tagen:\n\n{link}\n\n"
            "Wenn nicht, brauchst du nichts zu tun: Du hörst nichts mehr von uns.\n",
        ),
        "turn": Letter(
            "Du bist am Zug: {game}",
            "Du bist in einer Partie {game} am Zug. Du hast Zeit bis {until} (UTC).\n\n{link}\n\n"
            "Keine solchen Mails mehr: {stop}\n",
        ),
    },
    "ru": {
        "confirm": Letter(
            "Подтвердите свой адрес",
            "Кто-то просит сообщать на этот адрес, когда наступает его ход на {club}.\n"
            "Если это вы, подтвердите адрес в течение трёх дней:\n\n{link}\n\n"
            "Если нет, ничего не делайте: больше писем не будет.\n",
        ),
        "turn": Letter(
            "Ваш ход: {game}",
            "Ваш ход в партии {game}. У вас есть время до {until} (UTC).\n\n{link}\n\n"
            "Больше не получать таких писем: {stop}\n",
        ),
    },
    "uk": {
        "confirm": Letter(
            "Підтвердьте свою адресу",
            "Хтось просить повідомляти на цю адресу, коли настає його хід на {club}.\n"
            "Якщо це ви, підтвердьте адресу протягом трьох днів:\n\n{link}\n\n"
            "Якщо ні, нічого не робіть: більше листів не буде.\n",
        ),
        "turn": Letter(
            "Ваш хід: {game}",
            "Ваш хід у партії {game}. У вас є час до {until} (UTC).\n\n{link}\n\n"
            "Більше не отримувати таких листів: {stop}\n",
        ),
    },
}
