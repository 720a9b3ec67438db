"""One list of reasons and one small tree of exceptions, for games, matches, servers and clients.

Every error has a ``code``, for programs, which never changes, and a message, for people, which says
what was expected and what was found, or what to do next. Over a network an error is its code, its
message, the ``rule`` of the game it is about and ``params``, which a translation of the message
needs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

__all__ = [
    "Code",
    "GameOver",
    "HiddenInformation",
    "IllegalMove",
    "InvalidOption",
    "NotFound",
    "NotSignedIn",
    "Refused",
    "Stale",
    "TextError",
    "TilewrightError",
    "TooManyRequests",
    "UnknownGame",
]


class Code(StrEnum):
    """Why something is refused. ``status`` is that of HTTP, ``meaning`` a few words."""

    status: int
    meaning: str

    def __new__(cls, code: str, status: int, meaning: str) -> Code:
        self = str.__new__(cls, code)
        self._value_, self.status, self.meaning = code, status, meaning
        return self

    # --- Who is asking ---
    NOT_SIGNED_IN = (
        "not_signed_in",
        401,
        "you have not said who you are, or your token is not valid",
    )
    FORBIDDEN = "forbidden", 403, "not for this person"
    ACCOUNTS_ONLY = "accounts_only", 403, "rated games are for people with an account"
    CROSS_ORIGIN = "cross_origin", 403, "a foreign page tried to use somebody's cookie"
    WRONG_PASSWORD = "wrong_password", 403, "no such login, or another password"
    LOGIN_TAKEN = "login_taken", 409, "somebody has that login"
    INVALID_NAME = "invalid_name", 422, "not a name for a person"
    INVALID_LOGIN = "invalid_login", 422, "not a login"
    INVALID_ADDRESS = "invalid_address", 422, "not an address for mail"
    INVALID_PASSWORD = "invalid_password", 422, "too short, too long or too easily guessed"

    # --- What is asked for ---
    HIDDEN = "hidden", 403, "something was asked that is still secret, or that a view cannot know"
    NOT_FOUND = "not_found", 404, "no such thing, or none that this person may see"
    UNKNOWN_GAME = "unknown_game", 404, "no game of that name"
    METHOD_NOT_ALLOWED = "method_not_allowed", 405, "`Allow` lists the methods of the path"
    GAME_OVER = "game_over", 409, "a move was asked of a finished game"
    CONFLICT = "conflict", 409, "somebody else was faster: try again"
    INVALID_REQUEST = "invalid_request", 422, "`params.where` is missing, mistyped or out of bounds"
    INVALID_OPTION = "invalid_option", 422, "an option, player count or seed the game does not have"
    INVALID_TEXT = "invalid_text", 422, "a position, move or record that cannot be read"
    ILLEGAL_MOVE = "illegal_move", 422, "a move that the rules do not allow here; `rule` says which"
    UNSTORABLE = "unstorable", 422, "a number beyond 64 bits, or text with a NUL"
    REFUSED = "refused", 400, "anything else that the sender can put right"
    BAD_REQUEST = "bad_request", 400, "a body that is no JSON at all"

    # --- How it is asked ---
    TOO_SLOW = "too_slow", 408, "the body did not arrive in time"
    TOO_LARGE = "too_large", 413, "the body is longer than the server is ready to read"
    TOO_MANY_REQUESTS = "too_many_requests", 429, "wait `params.seconds`, also in `Retry-After`"
    INTERNAL = "internal", 500, "a fault of the server; `params.number` is its number in the log"
    BUSY = "busy", 503, "the server has as much to do as it takes on; wait `params.seconds`"
    UNAVAILABLE = "unavailable", 503, "the database cannot be reached or cannot write"
    READ_ONLY = "read_only", 503, "the server is being looked after: nothing can be changed"

    # --- At a table ---
    BAD_TERMS = "bad_terms", 409, "no game could be played on these terms"
    BAD_VALUE = "bad_value", 409, "a value that could not be read again: too long, no such bot"
    NOT_OPEN = "not_open", 409, "the game has begun, or the table was given up"
    NOT_RUNNING = "not_running", 409, "the game has not begun, or is over"
    NOT_OVER = "not_over", 409, "the game goes on, or has not begun"
    NOT_HOST = "not_host", 409, "only the host of the table may do that"
    NO_SEAT = "no_seat", 409, "there is no seat of that number"
    TABLE_FULL = "table_full", 409, "all seats are taken or kept for somebody"
    SEAT_TAKEN = "seat_taken", 409, "that seat is taken, or kept for somebody else"
    SEAT_FREE = "seat_free", 409, "nobody sits there"
    NOT_HERE = "not_here", 409, "a rated game begins when everybody is at the table"
    SEATS_FREE = "seats_free", 409, "a game begins when all seats are taken"
    NOT_YOURS = "not_yours", 409, "the seat is somebody else's"
    NOT_SEATED = "not_seated", 409, "you have no seat in this game"
    NOT_YOUR_TURN = "not_your_turn", 409, "somebody else is to move"
    STALE = "stale", 409, "the position has changed since: look again"
    TIME = "time", 409, "your time was up before this move"
    PAUSED = "paused", 409, "the game is paused"
    NOT_PAUSED = "not_paused", 409, "the game is not paused"
    ASKED_ALREADY = "asked_already", 409, "something has been asked: answer that first"
    NOTHING_ASKED = "nothing_asked", 409, "nothing was asked of you"
    NOTHING_TO_UNDO = "nothing_to_undo", 409, "you have not moved yet"
    NO_UNDO = "no_undo", 409, "moves of a deal that others play cannot be taken back"
    RATED = "rated", 409, "moves of a rated game against bots cannot be taken back"
    NO_HANDING_OVER = "no_handing_over", 409, "seats of games that count stay with who has them"
    STILL_HERE = "still_here", 409, "whoever has that seat is here, or was a moment ago"
    SEATED_ALREADY = "seated_already", 409, "you have another seat in this game"
    BAD_KEY = "bad_key", 409, "that key to a seat was used, is too old or was never given"
    NOTHING_TO_RECLAIM = "nothing_to_reclaim", 409, "nobody plays for you"
    NO_HINTS = "no_hints", 409, "only on your turn, and where nobody plays for anything against you"
    NO_TALK = "no_talk", 409, "talk is switched off at this table, or has come to its end"
    NO_BOT = "no_bot", 409, "no bot sits there, or it has forfeited"
    NO_PAR = "no_par", 409, "only games for one have a par"
    NEVER_BEGUN = "never_begun", 409, "the table was given up before a game began"
    REMATCHED = "rematched", 409, "the next game has a table already"
    NOT_SUBSCRIBED = "not_subscribed", 409, "only those who follow a table may talk there"
    TOO_MANY_TABLES = (
        "too_many_tables",
        409,
        "one socket follows, and one host keeps open, so many tables at most",
    )
    LOG_FULL = "log_full", 409, "so much has happened here that only moves are added"
    CLIENT_GONE = "client_gone", 409, "the client has hung up"


class TilewrightError(ValueError):
    """Anything a caller can put right: bad text, bad option, illegal move."""

    code: str = Code.REFUSED
    rule: str | None = None

    @property
    def params(self) -> dict[str, Any]:
        """What a translation of the message needs."""
        return {}


class UnknownGame(TilewrightError):
    """No game of that name."""

    code = Code.UNKNOWN_GAME


class TextError(TilewrightError):
    """A position, move or record that cannot be read. Names the line where there is one."""

    code = Code.INVALID_TEXT

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line is not None else message)


class InvalidOption(TilewrightError):
    """An option, player count or seed that the game does not have."""

    code = Code.INVALID_OPTION


class IllegalMove(TilewrightError):
    """A move that the rules forbid here. ``rule`` is the id of the rule, such as ``NL-8``; None
    where a bare action number is not legal and nothing says what was meant by it."""

    code = Code.ILLEGAL_MOVE

    def __init__(self, rule: str | None, message: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {message}" if rule else message)


class GameOver(TilewrightError):
    """A move was asked of a finished game."""

    code = Code.GAME_OVER


class HiddenInformation(TilewrightError):
    """Something was asked that a view cannot know."""

    code = Code.HIDDEN


class Refused(TilewrightError):
    """Something that a match or a server will not do, with the code that says why."""

    def __init__(self, code: str, message: str, **params: Any) -> None:
        self.code, self._params = code, params
        super().__init__(message)

    @property
    def params(self) -> dict[str, Any]:
        return self._params


class Stale(Refused):
    """A move for a position that is gone."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.STALE, message)


class NotFound(Refused):
    """There is no such thing, or none that this person may see."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.NOT_FOUND, message)


class NotSignedIn(Refused):
    """Only for people who have said who they are."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.NOT_SIGNED_IN, message)


class TooManyRequests(Refused):
    """Faster than allowed: wait ``seconds``."""

    def __init__(self, message: str, seconds: int, code: str = Code.TOO_MANY_REQUESTS) -> None:
        self.seconds = seconds
        super().__init__(code, message, seconds=seconds)
