"""Bots as external programs that speak a line protocol on stdin and stdout.

docs/reference/bot-protocol.md describes the protocol. Programs are not trusted: every wait has a
timeout, all output is limited, and every violation raises a BotError. The process runs in its own
session and is killed with its children when the game ends.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from tilewright.bots import Budget
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.game import Action, Seat
from tilewright.position import Outcome, Position
from tilewright.text import quote

EXEC = "exec:"
PROTOCOL = "tilewright 1"
READ_BYTES = 65_536
MAX_WAIT_SECONDS = 0.2
"""Interval at which a wait checks whether the arena should stop."""
MAX_ERROR_BYTES = 400


class BotError(TilewrightError):
    """A bot violated the protocol: too slow, too much output, invalid output, or exited."""


class Stopped(Exception):
    """The arena was interrupted. No bot is at fault."""


@dataclass(frozen=True)
class Limits:
    """Limits for bots, mostly for external programs. The defaults are documented."""

    start: float = 20.0
    """Seconds from the program's start to ``ready``."""
    slack: float = 5.0
    """Seconds that a move may exceed the budget."""
    move: float = 60.0
    """Seconds per move if the budget has no time limit."""
    own: float = 600.0
    """Seconds that a built-in bot may exceed the budget, since it may have to be compiled first."""
    leave: float = 1.0
    """Seconds from ``quit`` until the process is killed."""
    line: int = 4_096
    """Bytes per line."""
    lines: int = 10_000
    """Lines per response."""

    def move_seconds(self, budget: Budget) -> float:
        """Return the time limit (s) of an external bot's move."""
        return self.move if budget.seconds is None else budget.seconds + self.slack

    def own_move_seconds(self, budget: Budget) -> float:
        """Return the time limit (s) of a built-in bot's move."""
        return self.own + (budget.seconds or 0.0)


def parse_exec(spec: str) -> list[str]:
    """Parse an ``exec:`` spec into the program's absolute path and its arguments."""
    try:
        words = shlex.split(spec.removeprefix(EXEC))
    except ValueError as error:
        raise InvalidOption(f"{quote(spec)}: expected exec:PROGRAM ARGUMENTS; {error}") from error
    if not words:
        raise InvalidOption(f"{quote(spec)}: expected exec:PROGRAM ARGUMENTS; found no program")
    program = shutil.which(words[0])
    if program is None:
        raise InvalidOption(f"{quote(spec)}: {quote(words[0])} is no program that can be run")
    return [os.path.abspath(program), *words[1:]]


def _never_stop() -> bool:
    return False


class ProgramPipes:
    """A running program and its pipes. Every read and write has a deadline and a size limit."""

    def __init__(self, command: list[str], limits: Limits, should_stop: Callable[[], bool]) -> None:
        self._limits = limits
        self._should_stop = should_stop
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._stdin = _make_nonblocking(self._process.stdin)
        self._stdout = _make_nonblocking(self._process.stdout)
        self._stderr = _make_nonblocking(self._process.stderr)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._read = bytearray()
        self._errors = b""
        self._is_closed = False

    def send(self, text: str, deadline: float) -> None:
        """Write text to the program.

        Raises BotError if the program does not read it before the deadline, or has exited.
        """
        left = memoryview(text.encode("ascii", "replace"))
        try:
            while left:
                if self._wait(self._stdin, selectors.EVENT_WRITE, deadline):
                    left = left[os.write(self._stdin.fileno(), left) :]
        except TimeoutError as error:
            raise BotError("the program did not read its input in time") from error
        except (BrokenPipeError, ConnectionResetError) as error:
            raise self._make_exit_error() from error

    def read_line(self, deadline: float) -> str:
        """Read a line of output. Raises BotError if it is invalid, too long or too late."""
        while True:
            end = self._read.find(b"\n")
            if (len(self._read) if end < 0 else end) > self._limits.line:
                raise BotError(f"expected lines of at most {self._limits.line:,} bytes; found more")
            if end >= 0:
                line = bytes(self._read[:end])
                del self._read[: end + 1]
                return _decode_line(line)
            try:
                is_ready = self._wait(self._stdout, selectors.EVENT_READ, deadline)
            except TimeoutError as error:
                raise BotError("the program gave no answer in time") from error
            if is_ready and not self._fill():
                raise self._make_exit_error()

    def _fill(self) -> bool:
        """Read one chunk of output into the buffer. Returns False at the end of the stream."""
        data = os.read(self._stdout.fileno(), READ_BYTES)
        self._read += data
        return bool(data)

    def _wait(self, pipe: IO[bytes], event: int, deadline: float) -> bool:
        """Wait for a pipe, at most `MAX_WAIT_SECONDS`. Returns True if it is ready.

        Raises:
            TimeoutError: The deadline has passed.
        """
        if self._should_stop():
            raise Stopped
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._selector.register(pipe, event)
        ready = [key.fileobj for key, _ in self._selector.select(min(left, MAX_WAIT_SECONDS))]
        self._selector.unregister(pipe)
        if self._stderr in ready:
            self._store_errors()
        return pipe in ready

    def _store_errors(self) -> None:
        """Read standard error and keep its last `MAX_ERROR_BYTES`, for error messages."""
        data = os.read(self._stderr.fileno(), READ_BYTES)
        if not data:
            self._selector.unregister(self._stderr)
        self._errors = (self._errors + data)[-MAX_ERROR_BYTES:]

    def _make_exit_error(self) -> BotError:
        """Create the error for a program that closed its output, usually by exiting."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        for _ in range(16):  # it may have left more than one chunk
            if self._selector.select(0):
                self._store_errors()
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        tail = ascii(" ".join(self._errors.decode("ascii", "replace").split()))[1:-1]
        return BotError(f"the program {how}" + (f": ...{tail}" if tail else ""))

    def close(self) -> None:
        """Close the pipes and end the program.

        It has ``Limits.leave`` seconds to exit before it is killed with its children.
        """
        if self._is_closed:
            return
        self._is_closed = True
        self._selector.close()
        # Close all pipes first: a program blocked on writing would never exit.
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()
        try:
            self._process.wait(self._limits.leave)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._kill()

    def _kill(self) -> None:
        """Kill the program and its children, and wait for the program's end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _make_nonblocking(pipe: IO[bytes] | None) -> IO[bytes]:
    """Make a pipe non-blocking and return it."""
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _decode_line(line: bytes) -> str:
    """Decode a line of printable ASCII. Raises BotError for any other byte."""
    line = line.rstrip(b"\r")
    for byte in line:
        if not 32 <= byte < 127 and byte != 9:
            raise BotError(f"expected printable ASCII; found byte {byte:#04x}")
    return line.decode("ascii").strip()


class ExternalBot:
    """A bot that is an external program. `view` is its seat's view before the first move."""

    def __init__(
        self,
        command: list[str],
        view: Position,
        seed: int,
        budget: Budget,
        options: dict[str, str],
        limits: Limits | None = None,
        should_stop: Callable[[], bool] = _never_stop,
    ) -> None:
        self._limits = limits or Limits()
        self._budget = budget
        self._view = view
        self._wants_moves = False
        try:
            self._pipes = ProgramPipes(command, self._limits, should_stop)
        except OSError as error:
            raise BotError(f"cannot start the program: {error.strerror}") from error
        try:
            self._handshake(seed, options)
        except BaseException:
            self.close()
            raise

    @property
    def seat(self) -> Seat:
        return self._view.viewer

    # --- Communication ---

    def _deadline(self, seconds: float) -> float:
        return time.monotonic() + seconds

    def _handshake(self, seed: int, options: dict[str, str]) -> None:
        """Exchange the greeting, wait for ``ready``, and send the game's parameters."""
        deadline = self._deadline(self._limits.start)
        self._pipes.send(f"{PROTOCOL}\n", deadline)
        for _ in range(self._limits.lines):
            line = self._pipes.read_line(deadline)
            if line == "ready":
                break
            if line == "want moves":
                self._wants_moves = True
            elif line and line.split()[0] not in ("info", "name"):
                raise BotError(f"expected name, want moves, info or ready; found {quote(line)}")
        else:
            raise BotError(f"expected ready within {self._limits.lines:,} lines; found more")
        words = " ".join(f"{name}={value}" for name, value in options.items()) or "none"
        game, players = self._view.game.name, self._view.players
        self._pipes.send(
            f"newgame {game} players {players} seat {self.seat} seed {seed} options {words}\n",
            deadline,
        )

    def choose(self, view: Position, stop: threading.Event | None = None) -> Action:
        """Send a view to the program and return its move."""
        self._view = view
        deadline = self._deadline(self._limits.move_seconds(self._budget))
        self._pipes.send(self._format_request(view), deadline)
        for _ in range(self._limits.lines):
            word, _, rest = self._pipes.read_line(deadline).partition(" ")
            if word == "move":
                return view.parse_move(rest)
            if word not in ("info", ""):
                raise BotError(f"expected move or info; found {quote(word)}")
        raise BotError(f"expected a move within {self._limits.lines:,} lines; found more")

    def _format_request(self, view: Position) -> str:
        """Format a request for a move.

        It has the view, the legal moves if the program wants them, and the budget.
        """
        lines = ["position", *view.text.splitlines(), "end"]
        if self._wants_moves:
            lines += ["moves", *view.legal_moves, "end"]
        go = "go"
        if self._budget.seconds is not None:
            go += f" seconds {self._budget.seconds:g}"
        if self._budget.iterations is not None:
            go += f" iterations {self._budget.iterations}"
        return "\n".join([*lines, go, ""])

    def played(self, action: Action, view: Position) -> None:
        """Send a player's move to the program."""
        before, self._view = self._view, view
        move = before.game.notation.format_move(before.state, action)
        deadline = self._deadline(self._limits.move_seconds(self._budget))
        self._pipes.send(f"played {before.mover} {move}\n", deadline)

    # --- The end ---

    def finish(self, outcome: Outcome, reason: str | None) -> None:
        """Send the result to the program. Failures are ignored, since the game is over."""
        places, scores = " ".join(map(str, outcome.places)), " ".join(map(str, outcome.scores))
        lines = [f"forfeit {ascii(reason)[1:-1]}"] if reason else []
        lines += [f"over places {places} scores {scores}", "quit", ""]
        with contextlib.suppress(BotError, Stopped):
            self._pipes.send("\n".join(lines), self._deadline(MAX_WAIT_SECONDS))

    def close(self) -> None:
        self._pipes.close()
