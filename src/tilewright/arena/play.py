"""Plays one game between bots. Bots receive views; a bot that breaks the rules forfeits."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import PurePath
from threading import Event
from typing import Any, TypeVar

from tilewright.arena.external import EXEC, BotError, ExternalBot, Limits, Stopped, parse_exec
from tilewright.arena.schedule import Schedule
from tilewright.bots import Bot, full_name, make_bot
from tilewright.errors import TextError, TilewrightError
from tilewright.game import Action, Seat
from tilewright.match import apply, format_match, game_commands, play_locally
from tilewright.match.events import BotSeat
from tilewright.position import Outcome, Position
from tilewright.registry import get_game

T = TypeVar("T")

MAX_REASON = 300
MAX_WORD = 60
NOW = 0  # bots are timed here, not by the match


@dataclass(frozen=True)
class Forfeit:
    """The seat of a bot that broke the rules, and how."""

    seat: Seat
    reason: str


@dataclass(frozen=True)
class GameResult:
    """A finished game. Tuples are indexed by seat."""

    index: int
    deal: int
    seed: int
    entries: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    """Total thinking time."""
    slowest: tuple[float, ...]
    """Thinking time of the slowest move."""
    moves: tuple[int, ...]
    """Number of moves."""
    forfeit: Forfeit | None
    record: str

    @property
    def plies(self) -> int:
        return sum(self.moves)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        """Parse a game from JSON data. Raises TextError if it is malformed."""
        try:
            forfeit = data["forfeit"]
            game = cls(
                index=int(data["index"]),
                deal=int(data["deal"]),
                seed=int(data["seed"]),
                entries=tuple(map(int, data["entries"])),
                scores=tuple(map(int, data["scores"])),
                places=tuple(map(int, data["places"])),
                seconds=tuple(map(float, data["seconds"])),
                slowest=tuple(map(float, data["slowest"])),
                moves=tuple(map(int, data["moves"])),
                forfeit=Forfeit(int(forfeit["seat"]), str(forfeit["reason"])) if forfeit else None,
                record=str(data["record"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise TextError(f"expected a game of an arena; found {error!r}"[:MAX_REASON]) from error
        lists = (game.scores, game.places, game.seconds, game.slowest, game.moves)
        if any(len(values) != len(game.entries) for values in lists):
            raise TextError("expected lists over the seats; found lists of different lengths")
        return game


class _BotFailed(Exception):
    """Raised when a bot fails, so that its seat forfeits."""

    def __init__(self, seat: Seat, cause: Exception) -> None:
        is_plain = isinstance(cause, TilewrightError)
        words = str(cause) if is_plain else f"{type(cause).__name__}: {cause}"
        self.forfeit = Forfeit(seat, words[:MAX_REASON])


def _never_stop() -> bool:
    return False


MoveObserver = Callable[[Position, Bot, Action], None]
"""Callback before every move: the complete position, the bot and its action. The last action may
turn out to be illegal, in which case the bot forfeits."""


def _ignore_move(position: Position, bot: Bot, action: Action) -> None:
    pass


class Deadline(Event):
    """An event that is set by itself after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self._end = time.perf_counter() + seconds

    def is_set(self) -> bool:
        return super().is_set() or time.perf_counter() >= self._end


class _GameInProgress:
    """A game in progress: the match, and each seat's bot and thinking time."""

    def __init__(
        self,
        schedule: Schedule,
        index: int,
        limits: Limits,
        should_stop: Callable[[], bool],
        on_move: MoveObserver,
    ) -> None:
        settings = schedule.settings
        self.schedule, self.limits, self.should_stop = schedule, limits, should_stop
        self.on_move = on_move
        self.fixture = schedule.fixture(index)
        self.names = [settings.bots[entry] for entry in self.fixture.entries]
        game, seed = get_game(settings.game), self.fixture.seed
        position = Position.new(game, settings.players, seed, settings.options)
        words = [shorten_name(full_name(name, game)) for name in self.names]
        self.match = play_locally(position, [BotSeat(word) for word in words])
        self.bots: dict[Seat, Bot] = {}
        self.seconds = [0.0] * settings.players
        self.slowest = [0.0] * settings.players
        self.moves = [0] * settings.players
        self.forfeit: Forfeit | None = None

    @property
    def position(self) -> Position:
        return self.match.board

    def create_bot(self, seat: Seat) -> None:
        """Create a seat's bot. This does not count as thinking time."""
        settings = self.schedule.settings
        seed = self.schedule.bot_seed(self.fixture.index, seat)
        name = self.names[seat]

        def make() -> Bot:
            """Create a built-in bot, or start an external one."""
            if not name.startswith(EXEC):
                return make_bot(name, self.position.game, seed, settings.budget)
            view, options = self.position.view(seat), self.position.options
            command, budget = parse_exec(name), settings.budget
            return ExternalBot(command, view, seed, budget, options, self.limits, self.should_stop)

        self.bots[seat] = self._call_bot(seat, make)

    def play(self) -> None:
        """Play until the game ends or a bot forfeits."""
        try:
            for seat in range(self.position.players):
                self.create_bot(seat)
            while not self.match.is_over:
                self.step()
        except _BotFailed as lost:
            self.forfeit_bot(lost.forfeit)

    def forfeit_bot(self, forfeit: Forfeit) -> None:
        """End the game with a forfeit, unless it is already over."""
        if not self.match.is_over:
            self.forfeit = forfeit
            apply(self.match, *game_commands.disqualify(self.match, forfeit.seat, NOW))

    def step(self) -> None:
        """Request the mover's action, play it, and notify all bots.

        Raises Stopped if the arena should stop.
        """
        if self.should_stop():
            raise Stopped
        seat = self.position.mover
        action = self.request_timed_move(seat)
        self.on_move(self.position, self.bots[seat], action)
        self._call_bot(seat, lambda: self.apply_move(action))
        self.moves[seat] += 1
        for other in self.bots:
            self.notify_bot(other, action)

    def apply_move(self, action: Action) -> None:
        apply(self.match, *game_commands.bot_move(self.match, action, self.match.number, NOW))

    def notify_bot(self, seat: Seat, action: Action) -> None:
        view = self.position.view(seat)
        self.call_timed(seat, lambda: self.bots[seat].played(action, view))

    def request_timed_move(self, seat: Seat) -> Action:
        """Request a move from a seat's bot, and measure its thinking time."""
        view = self.position.view(seat)
        before = self.seconds[seat]
        action = self.call_timed(seat, lambda: self.request_move(seat, view))
        self.slowest[seat] = max(self.slowest[seat], self.seconds[seat] - before)
        return action

    def request_move(self, seat: Seat, view: Position) -> Action:
        """Request a bot's move. Raises BotError if the bot exceeds its time limit.

        External programs have their own deadline. A built-in bot is asked to stop at its limit. If
        it ignores ``stop`` it is not interrupted, but its move is rejected.
        """
        bot = self.bots[seat]
        if isinstance(bot, ExternalBot):
            return bot.choose(view)
        stop = Deadline(self.limits.own_move_seconds(self.schedule.settings.budget))
        action = _as_action(bot.choose(view, stop))
        if stop.is_set():
            raise BotError(f"expected a move within {stop.seconds:g} seconds; found none")
        return action

    def call_timed(self, seat: Seat, call: Callable[[], T]) -> T:
        """Call a seat's bot and add the time to its thinking time."""
        start = time.perf_counter()
        try:
            return self._call_bot(seat, call)
        finally:
            self.seconds[seat] += time.perf_counter() - start

    def _call_bot(self, seat: Seat, call: Callable[[], T]) -> T:
        """Call a bot. Raises `_BotFailed` for its seat if the call fails."""
        try:
            return call()
        except Stopped:
            raise
        except Exception as error:
            raise _BotFailed(seat, error) from error

    def outcome(self) -> Outcome:
        """Return the outcome of the finished game."""
        outcome = self.match.outcome
        assert outcome is not None
        return outcome

    def close(self) -> None:
        """Close all bots and so end their programs and threads."""
        for bot in self.bots.values():
            _close(bot)

    def notify_end(self) -> None:
        """Send the result to all external bots.

        A bot that forfeited also gets the reason.
        """
        outcome = self.outcome()
        for seat, bot in self.bots.items():
            if isinstance(bot, ExternalBot):
                is_guilty = self.forfeit is not None and self.forfeit.seat == seat
                bot.finish(outcome, self.forfeit.reason if self.forfeit and is_guilty else None)

    def result(self) -> GameResult:
        """Build the result of the finished game."""
        outcome = self.outcome()
        return GameResult(
            index=self.fixture.index,
            deal=self.fixture.deal,
            seed=self.fixture.seed,
            entries=self.fixture.entries,
            scores=outcome.scores,
            places=outcome.places,
            seconds=tuple(round(seconds, 6) for seconds in self.seconds),
            slowest=tuple(round(seconds, 6) for seconds in self.slowest),
            moves=tuple(self.moves),
            forfeit=self.forfeit,
            record=format_match(self.match),
        )


def play_game(
    schedule: Schedule,
    index: int,
    limits: Limits | None = None,
    should_stop: Callable[[], bool] = _never_stop,
    on_move: MoveObserver = _ignore_move,
) -> GameResult:
    """Play a scheduled game to its end. Raises Stopped when `should_stop` returns True."""
    table = _GameInProgress(schedule, index, limits or Limits(), should_stop, on_move)
    with ExitStack() as stack:
        stack.callback(table.close)
        table.play()
        table.notify_end()
    return table.result()


def check_bots(schedule: Schedule) -> None:
    """Raise InvalidOption if a bot is unknown or its program cannot be found."""
    settings = schedule.settings
    for name in sorted(set(settings.bots)):
        if name.startswith(EXEC):
            parse_exec(name)
        else:
            _close(make_bot(name, get_game(settings.game), 0, settings.budget))


def _close(bot: Bot) -> None:
    """Close a bot, if it has a ``close`` method."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def _as_action(answer: Any) -> Action:
    """Convert a bot's answer to an action. Raises BotError if it is not an integer."""
    if isinstance(answer, bool) or not hasattr(answer, "__index__"):
        raise BotError(f"expected an action; found {type(answer).__name__}")
    return int(answer.__index__())


def shorten_name(name: str) -> str:
    """Shorten a bot's name to one word for records and tables.

    The path of a program is reduced to its file name.
    """
    words = name.removeprefix(EXEC).split() if name.startswith(EXEC) else [name]
    short = "_".join(PurePath(word).name for word in words)
    prefix = EXEC if name.startswith(EXEC) else ""
    return re.sub(r"[^!-~]+", "_", f"{prefix}{short}")[:MAX_WORD]
