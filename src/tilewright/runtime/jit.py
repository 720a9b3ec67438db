"""Just-in-time compilation of a game: interpreted until its compiled kernels are ready.

The first compilation of a game on a machine takes seconds. Positions use the interpreted rules
while a thread compiles. Both give the same bytes, so the switch can happen at any moment. The
scene writers are compiled later, on first use.

While another process compiles (see ``precompile``), a game is *suspended*: this process interprets
it. When the game is resumed, its kernels are loaded from the cache.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from tilewright.game import Actions, Game, Rules, SceneWriters
from tilewright.kernel import compiled, is_kernel_cached, may_compile, to_word

THREAD_NAME = "tilewright-compile"
_stopping = threading.Event()
_exit_lock = threading.Lock()
_exit_callbacks: list[Callable[[], object]] = []


class GameRuntime:
    """The rules and scene writers of one game: compiled if ready, otherwise interpreted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: Rules | None = None
        self._writers: SceneWriters | None = None
        self._thread: threading.Thread | None = None
        self._writers_thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._is_suspended = False

    @property
    def is_compiled(self) -> bool:
        return self._rules is not None

    @property
    def is_cached(self) -> bool:
        """True if the disk cache holds the compiled rules, so that they load quickly."""
        return all(is_kernel_cached(rule) for rule in self.game.rules)

    @property
    def is_suspended(self) -> bool:
        """True while this process interprets the game because another one compiles it."""
        return self._is_suspended

    def suspend(self) -> None:
        """Do not compile in this process until ``resume`` is called."""
        self._is_suspended = True

    def resume(self) -> None:
        """Allow this process to compile again."""
        self._is_suspended = False

    @property
    def rules(self) -> Rules:
        """Compiled rules if they are ready, otherwise interpreted ones.

        The first access starts compilation in a thread, unless it is suspended.
        """
        if self._rules is None:
            if not self._is_suspended:
                self.compile_in_background()
        return self._rules or self.game.rules

    def compile(self) -> Rules:
        """Compile the rules in the calling thread and return them."""
        with self._lock:
            if self._rules is None:
                self._rules = compile_rules(self.game)
        return self._rules

    def compile_in_background(self) -> threading.Thread | None:
        """Start compiling the rules in a thread, unless this has been called before.

        Returns:
            The thread; None if compilation is switched off.
        """
        if self._thread is None:
            self._thread = _start_thread(self.compile)
        return self._thread

    @property
    def writers(self) -> SceneWriters:
        """Compiled writers if they are ready, otherwise interpreted ones.

        The first access starts compilation in a thread, unless it is suspended.
        """
        if self._writers is None and self._writers_thread is None:
            if not self._is_suspended:
                self._writers_thread = _start_thread(self.compile_writers)
        return self.writers_now

    @property
    def writers_now(self) -> SceneWriters:
        """Compiled writers if they are ready, otherwise interpreted ones.

        Never starts compilation.
        """
        return self._writers or self.game.writers

    def compile_writers(self) -> SceneWriters:
        """Compile the rules and the writers in the calling thread. Returns the writers."""
        self.compile()
        with self._lock:
            if self._writers is None:
                self._writers = compile_writers(self.game)
        return self._writers


def _start_thread(work: Callable[[], object]) -> threading.Thread | None:
    """Start a thread that calls `work`. Returns None if compilation is disabled."""
    if not may_compile():
        return None

    def run() -> None:
        """Compile unless the process is exiting.

        While it exits, a module that the compiler imports may be refused an exit callback.
        """
        try:
            if not _stopping.is_set():
                work()
        except RuntimeError:
            if not _stopping.is_set():
                raise

    thread = threading.Thread(target=run, name=THREAD_NAME, daemon=True)
    thread.start()
    return thread


def compile_rules(game: Game) -> Rules:
    """Compile the rules of a game by calling each kernel once, and return them."""
    for _ in compile_one_by_one(game):
        if _stopping.is_set():
            break
    return _bind_compiled_rules(game)


def compile_one_by_one(game: Game) -> Iterator[None]:
    """Compile the rules of a game, yielding after each kernel."""
    for call in _list_sample_calls(game, _bind_compiled_rules(game)):
        call()
        yield


def _bind_compiled_rules(game: Game) -> Rules:
    return Rules._make(compiled(function) for function in game.rules)


def _list_sample_calls(game: Game, rules: Rules) -> list[Callable[[], object]]:
    """Return one call of each kernel of the rules, in a valid order."""
    players = game.players[0]
    states = game.new_state()
    state = states[0]
    seed = to_word(1)
    out = _new_actions(game)
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    return [
        lambda: rules.setup(state, seed, players, game.parse_options({}, players)),
        lambda: rules.legal_actions(state, out),
        lambda: rules.apply(state, int(out[0])),
        lambda: rules.random_action(state, seed),
        lambda: rules.outcome(state, scores, ranks),
        lambda: rules.view(state, 0),
        lambda: rules.determinize(state, seed),
        lambda: rules.playout(state, seed),
    ]


def compile_writers(game: Game) -> SceneWriters:
    """Compile the writers of a game by calling each one once, and return them."""
    for _ in compile_writers_one_by_one(game):
        if _stopping.is_set():
            break
    return game.writers.compiled()


def compile_writers_one_by_one(game: Game) -> Iterator[None]:
    """Compile the writers of a game, yielding after each one."""
    if not any(game.writers.sheets):
        return
    writers, state, out = game.writers.compiled(), game.new_state()[0], _new_actions(game)
    game.rules.setup(state, to_word(1), game.players[0], game.parse_options({}, game.players[0]))
    game.rules.legal_actions(state, out)
    action, after = int(out[0]), state.copy()
    game.rules.apply(after, action)
    for call in (
        lambda: writers.format_move(state, action),
        lambda: writers.scene(state),
        lambda: writers.effect(state, action, after),
    ):
        call()
        yield


def _new_actions(game: Game) -> Actions:
    return np.zeros(game.max_legal, dtype=np.int32)


@cache
def runtime_of(game: Game) -> GameRuntime:
    """Return the runtime of a game. A process has one per game."""
    return GameRuntime(game)


def pause(seconds: float) -> bool:
    """Sleep for ``seconds`` or until the process exits. Returns True if it is exiting."""
    return _stopping.wait(seconds)


def call_at_exit(call: Callable[[], object]) -> None:
    """Register a callback for process exit. It runs before compiler threads are joined.

    If the process is already exiting, the callback runs at once.
    """
    with _exit_lock:
        if not _stopping.is_set():
            _exit_callbacks.append(call)
            return
    call()


@atexit.register
def _shut_down() -> None:
    """Run the exit callbacks and join the compiler threads.

    LLVM would crash if a compilation were interrupted.
    """
    with _exit_lock:
        _stopping.set()
    for call in _exit_callbacks:
        call()
    for thread in threading.enumerate():
        if thread.name == THREAD_NAME:
            thread.join()
