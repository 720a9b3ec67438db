"""Error codes and exceptions shared by games, matches, servers and clients.

Each error has a stable ``code`` for programs, and a message for people that says what was expected
and found, or what to do. On the wire, an error consists of its code, its message, the ``rule`` that
was broken, and ``params`` for translations of the message.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Why a request was refused. ``status`` is the HTTP status, ``meaning`` a short description."""

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
    CROSS_ORIGIN = "cross_origin", 403, "another origin tried to use a person's cookie"
    WRONG_PASSWORD = "wrong_password", 403, "no such login, or another password"
    LOGIN_TAKEN = "login_taken", 409, "that login is taken"
    INVALID_NAME = "invalid_name", 422, "not a name for a person"
    INVALID_LOGIN = "invalid_login", 422, "not a login"
    INVALID_ADDRESS = "invalid_address", 422, "not an address for mail"
    INVALID_PASSWORD = "invalid_password", 422, "too short, too long or easy to guess"

    # --- What is asked for ---
    HIDDEN = "hidden", 403, "something was asked that is still secret, or that a view cannot know"
    NOT_FOUND = "not_found", 404, "no such thing, or none that this person may see"
    UNKNOWN_GAME = "unknown_game", 404, "no game of that name"
    METHOD_NOT_ALLOWED = "method_not_allowed", 405, "`Allow` lists the methods of the path"
    GAME_OVER = "game_over", 409, "a move was asked of a finished game"
    CONFLICT = "conflict", 409, "another request was faster: try again"
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
    READ_ONLY = "read_only", 503, "the server is under maintenance: nothing can be changed"

    # --- At a table ---
    BAD_TERMS = "bad_terms", 409, "no game could be played on these terms"
    BAD_VALUE = "bad_value", 409, "a value that could not be read again: too long, no such bot"
    NOT_OPEN = "not_open", 409, "the game has begun, or the table was given up"
    NOT_RUNNING = "not_running", 409, "the game has not begun, or is over"
    NOT_OVER = "not_over", 409, "the game goes on, or has not begun"
    NOT_HOST = "not_host", 409, "only the host of the table may do that"
    NO_SEAT = "no_seat", 409, "there is no seat of that number"
    TABLE_FULL = "table_full", 409, "all seats are taken or reserved"
    SEAT_TAKEN = "seat_taken", 409, "that seat is taken, or reserved for another person"
    SEAT_FREE = "seat_free", 409, "that seat is empty"
    NOT_HERE = "not_here", 409, "a rated game begins when all players are at the table"
    SEATS_FREE = "seats_free", 409, "a game begins when all seats are taken"
    NOT_YOURS = "not_yours", 409, "the seat belongs to another person"
    NOT_SEATED = "not_seated", 409, "you have no seat in this game"
    NOT_YOUR_TURN = "not_your_turn", 409, "another player is to move"
    STALE = "stale", 409, "the position has changed since: look again"
    TIME = "time", 409, "your time was up before this move"
    PAUSED = "paused", 409, "the game is paused"
    NOT_PAUSED = "not_paused", 409, "the game is not paused"
    ASKED_ALREADY = "asked_already", 409, "something has been asked: answer that first"
    NOTHING_ASKED = "nothing_asked", 409, "nothing was asked of you"
    NOTHING_TO_UNDO = "nothing_to_undo", 409, "you have not moved yet"
    NO_UNDO = "no_undo", 409, "moves of a deal that others play cannot be taken back"
    RATED = "rated", 409, "moves of a rated game against bots cannot be taken back"
    NO_HANDING_OVER = (
        "no_handing_over",
        409,
        "seats of rated games and shared deals cannot be handed over",
    )
    STILL_HERE = "still_here", 409, "the owner of that seat is here, or was a moment ago"
    SEATED_ALREADY = "seated_already", 409, "you have another seat in this game"
    BAD_KEY = "bad_key", 409, "that key to a seat was used, is too old or was never given"
    NOTHING_TO_RECLAIM = "nothing_to_reclaim", 409, "no stand-in plays for you"
    NO_HINTS = "no_hints", 409, "only on your turn, and not in games against people or rated games"
    NO_TALK = "no_talk", 409, "the chat is off at this table, or closed"
    NO_BOT = "no_bot", 409, "no bot sits there, or it has forfeited"
    NEVER_BEGUN = "never_begun", 409, "the table was given up before a game began"
    REMATCHED = "rematched", 409, "the next game has a table already"
    NOT_SUBSCRIBED = "not_subscribed", 409, "only subscribers of a table may chat there"
    TOO_MANY_TABLES = (
        "too_many_tables",
        409,
        "one socket follows, and one host keeps open, so many tables at most",
    )
    RECORDS_FULL = "records_full", 409, "a person keeps so many bytes of records at most"
    SEATED_TOO_OFTEN = (
        "seated_too_often",
        409,
        "a person sits down at a table so many times at most",
    )
    LOG_FULL = "log_full", 409, "the log of the table is full: only moves are accepted"


class TilewrightError(ValueError):
    """Base class of all errors that the caller can correct: bad text, bad option, illegal move."""

    code: str = Code.REFUSED
    rule: str | None = None

    @property
    def params(self) -> dict[str, Any]:
        """Values for translations of the message."""
        return {}


class UnknownGame(TilewrightError):
    """Raised if there is no game of this name."""

    code = Code.UNKNOWN_GAME


class TextError(TilewrightError):
    """Raised for text (position, move, record) that cannot be parsed. ``line`` is its line number,
    if known."""

    code = Code.INVALID_TEXT

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line is not None else message)


class InvalidOption(TilewrightError):
    """Raised for an option, player count or seed that a game does not have."""

    code = Code.INVALID_OPTION


class IllegalMove(TilewrightError):
    """Raised for a move that the rules forbid. ``rule`` is the rule id, such as ``NL-8``; None for
    a bare action number, whose intention is unknown."""

    code = Code.ILLEGAL_MOVE

    def __init__(self, rule: str | None, message: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {message}" if rule else message)


class GameOver(TilewrightError):
    """Raised for a move in a finished game."""

    code = Code.GAME_OVER


class HiddenInformation(TilewrightError):
    """Raised for a question that a view cannot answer."""

    code = Code.HIDDEN


class Refused(TilewrightError):
    """Raised if a match or server refuses a command."""

    def __init__(self, code: str, message: str, **params: Any) -> None:
        self.code, self._params = code, params
        super().__init__(message)

    @property
    def params(self) -> dict[str, Any]:
        return self._params


class Stale(Refused):
    """Raised for a command based on an outdated version of the position."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.STALE, message)


class NotFound(Refused):
    """Raised if something does not exist, or this person may not see it."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.NOT_FOUND, message)


class NotSignedIn(Refused):
    """Raised if a request requires signing in."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.NOT_SIGNED_IN, message)


class TooManyRequests(Refused):
    """Raised above a rate limit. Retry after ``seconds``."""

    def __init__(self, message: str, seconds: int, code: str = Code.TOO_MANY_REQUESTS) -> None:
        self.seconds = seconds
        super().__init__(code, message, seconds=seconds)
