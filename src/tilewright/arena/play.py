"""Play one game of bots. Bots get views; a bot that breaks the rules forfeits."""

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
    """Who lost by breaking the rules, and how."""

    seat: Seat
    reason: str


@dataclass(frozen=True)
class GameResult:
    """One finished game. Lists run over the seats."""

    index: int
    deal: int
    seed: int
    entries: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    """Thinking time of each seat in all."""
    slowest: tuple[float, ...]
    """Its longest move."""
    moves: tuple[int, ...]
    """Number of moves by seat."""
    forfeit: Forfeit | None
    record: str

    @property
    def plies(self) -> int:
        return sum(self.moves)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        """Return a game read from a file, with its shape checked."""
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


class _Lost(Exception):
    """A seat forfeits."""

    def __init__(self, seat: Seat, cause: Exception) -> None:
        is_plain = isinstance(cause, TilewrightError)
        words = str(cause) if is_plain else f"{type(cause).__name__}: {cause}"
        self.forfeit = Forfeit(seat, words[:MAX_REASON])


def _never() -> bool:
    return False


Witness = Callable[[Position, Bot, Action], None]
"""Sees every move just before it is made: the whole position, who moves, and what. The last one may
turn out to be refused, and its bot forfeits."""


def _ignore(position: Position, bot: Bot, action: Action) -> None:
    pass


class Deadline(Event):
    """An event that sets itself when the time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self._end = time.perf_counter() + seconds

    def is_set(self) -> bool:
        return super().is_set() or time.perf_counter() >= self._end


class _Table:
    """A game in progress: a match, and a bot and a stopwatch for each seat."""

    def __init__(
        self,
        schedule: Schedule,
        index: int,
        limits: Limits,
        should_stop: Callable[[], bool],
        witness: Witness,
    ) -> None:
        settings = schedule.settings
        self.schedule, self.limits, self.should_stop = schedule, limits, should_stop
        self.witness = witness
        self.fixture = schedule.fixture(index)
        self.names = [settings.bots[entry] for entry in self.fixture.entries]
        game, seed = get_game(settings.game), self.fixture.seed
        position = Position.new(game, settings.players, seed, settings.options)
        words = [short_name(full_name(name, game)) for name in self.names]
        self.match = play_locally(position, [BotSeat(word) for word in words])
        self.bots: dict[Seat, Bot] = {}
        self.seconds = [0.0] * settings.players
        self.slowest = [0.0] * settings.players
        self.moves = [0] * settings.players
        self.forfeit: Forfeit | None = None

    @property
    def position(self) -> Position:
        return self.match.board

    def seat_bot(self, seat: Seat) -> None:
        """Make the bot of a seat. This is not on its clock."""
        settings = self.schedule.settings
        seed = self.schedule.bot_seed(self.fixture.index, seat)
        name = self.names[seat]

        def make() -> Bot:
            if not name.startswith(EXEC):
                return make_bot(name, self.position.game, seed, settings.budget)
            view, options = self.position.view(seat), self.position.options
            command, budget = parse_exec(name), settings.budget
            return ExternalBot(command, view, seed, budget, options, self.limits, self.should_stop)

        self.bots[seat] = self._guard(seat, make)

    def play(self) -> None:
        """Play to the end, or until a bot forfeits."""
        try:
            for seat in range(self.position.players):
                self.seat_bot(seat)
            while not self.match.is_over:
                self.step()
        except _Lost as lost:
            self.send_away(lost.forfeit)

    def send_away(self, forfeit: Forfeit) -> None:
        """Forfeit a bot, unless the game is over already."""
        if not self.match.is_over:
            self.forfeit = forfeit
            apply(self.match, *game_commands.disqualify(self.match, forfeit.seat, NOW))

    def step(self) -> None:
        if self.should_stop():
            raise Stopped
        seat = self.position.mover
        action = self.ask(seat)
        self.witness(self.position, self.bots[seat], action)
        self._guard(seat, lambda: self.move(action))
        self.moves[seat] += 1
        for other in self.bots:
            self.notify_bot(other, action)

    def move(self, action: Action) -> None:
        apply(self.match, *game_commands.bot_move(self.match, action, self.match.number, NOW))

    def notify_bot(self, seat: Seat, action: Action) -> None:
        view = self.position.view(seat)
        self.timed(seat, lambda: self.bots[seat].played(action, view))

    def ask(self, seat: Seat) -> Action:
        view = self.position.view(seat)
        before = self.seconds[seat]
        answer = self.timed(seat, lambda: self.answer(seat, view))
        self.slowest[seat] = max(self.slowest[seat], self.seconds[seat] - before)
        return answer

    def answer(self, seat: Seat, view: Position) -> Action:
        """Return a bot's move, or give up waiting for it.

        The package's bots are stopped when they are far too late; a program has its own deadline.
        Code that ignores ``stop`` cannot be interrupted, only refused.
        """
        bot = self.bots[seat]
        if isinstance(bot, ExternalBot):
            return bot.choose(view)
        stop = Deadline(self.limits.for_own_move(self.schedule.settings.budget))
        action = _as_action(bot.choose(view, stop))
        if stop.is_set():
            raise BotError(f"expected a move within {stop.seconds:g} seconds; found none")
        return action

    def timed(self, seat: Seat, call: Callable[[], T]) -> T:
        start = time.perf_counter()
        try:
            return self._guard(seat, call)
        finally:
            self.seconds[seat] += time.perf_counter() - start

    def _guard(self, seat: Seat, call: Callable[[], T]) -> T:
        """Call a bot; raise `_Lost` for its seat if it fails."""
        try:
            return call()
        except Stopped:
            raise
        except Exception as error:
            raise _Lost(seat, error) from error

    def outcome(self) -> Outcome:
        outcome = self.match.outcome
        assert outcome is not None
        return outcome

    def close(self) -> None:
        """Close all bots: end their programs and threads."""
        for bot in self.bots.values():
            _close(bot)

    def notify_end(self) -> None:
        outcome = self.outcome()
        for seat, bot in self.bots.items():
            if isinstance(bot, ExternalBot):
                is_guilty = self.forfeit is not None and self.forfeit.seat == seat
                bot.finish(outcome, self.forfeit.reason if self.forfeit and is_guilty else None)

    def result(self) -> GameResult:
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
    should_stop: Callable[[], bool] = _never,
    witness: Witness = _ignore,
) -> GameResult:
    """Play one game of the schedule. Raises Stopped if `should_stop` becomes true in the middle."""
    table = _Table(schedule, index, limits or Limits(), should_stop, witness)
    with ExitStack() as stack:
        stack.callback(table.close)
        table.play()
        table.notify_end()
    return table.result()


def check_bots(schedule: Schedule) -> None:
    """Raise an error for an unknown bot before the first game."""
    settings = schedule.settings
    for name in sorted(set(settings.bots)):
        if name.startswith(EXEC):
            parse_exec(name)
        else:
            _close(make_bot(name, get_game(settings.game), 0, settings.budget))


def _close(bot: Bot) -> None:
    """Close a bot that holds resources."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def _as_action(answer: Any) -> Action:
    if isinstance(answer, bool) or not hasattr(answer, "__index__"):
        raise BotError(f"expected an action; found {type(answer).__name__}")
    return int(answer.__index__())


def short_name(name: str) -> str:
    """Return a bot's name as one word for records and tables, a program's without its folder."""
    words = name.removeprefix(EXEC).split() if name.startswith(EXEC) else [name]
    short = "_".join(PurePath(word).name for word in words)
    prefix = EXEC if name.startswith(EXEC) else ""
    return re.sub(r"[^!-~]+", "_", f"{prefix}{short}")[:MAX_WORD]
