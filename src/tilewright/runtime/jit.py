"""Just-in-time compilation of a game: interpreted at once, compiled as soon as that is ready.

The first compilation of a game on a machine takes seconds. A position must not wait for that: the
interpreted rules answer while a thread compiles. Both give the same bytes, so the switch can come
at any moment. The presentation of the game is compiled afterwards, when it is first asked for.

While another process compiles (see ``precompile``), a game is *held*: everything is interpreted
until it is released, and then loaded from the cache.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from tilewright.game import Actions, Game, Rules, Shown
from tilewright.kernel import compiled, is_kernel_cached, may_compile, to_word

THREAD_NAME = "tilewright-compile"
_stopping = threading.Event()
_ending = threading.Lock()
_calls_at_end: list[Callable[[], object]] = []


class GameRuntime:
    """The rules of one game, on the best target that is ready."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: Rules | None = None
        self._shown: Shown | None = None
        self._thread: threading.Thread | None = None
        self._shown_thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._is_held = False

    @property
    def is_compiled(self) -> bool:
        return self._rules is not None

    @property
    def is_cached(self) -> bool:
        """True if this machine has compiled the same rules before, so that compiling is quick."""
        return all(is_kernel_cached(rule) for rule in self.game.rules)

    @property
    def is_held(self) -> bool:
        """True while another process compiles this game; here everything is interpreted."""
        return self._is_held

    def hold(self) -> None:
        """Compile nothing here until `release`, because another process does it."""
        self._is_held = True

    def release(self) -> None:
        """Load from the cache what the other process has compiled."""
        self._is_held = False

    @property
    def rules(self) -> Rules:
        """The compiled rules if they are ready, else the interpreted ones; compiling begins."""
        if self._rules is None:
            if not self._is_held:
                self.prepare()
        return self._rules or self.game.rules

    def compile(self) -> Rules:
        """Compile the rules in this thread and return them."""
        with self._lock:
            if self._rules is None:
                self._rules = compile_rules(self.game)
        return self._rules

    def prepare(self) -> threading.Thread | None:
        """Start a thread that compiles the rules.

        Returns:
            The thread; None if compilation is switched off.
        """
        if self._thread is None:
            self._thread = _begin(self.compile)
        return self._thread

    @property
    def shown(self) -> Shown:
        """The compiled presentation if it is ready, else the interpreted one; compiling begins."""
        if self._shown is None and self._shown_thread is None:
            if not self._is_held:
                self._shown_thread = _begin(self.compile_shown)
        return self.shown_now

    @property
    def shown_now(self) -> Shown:
        """The compiled presentation if it is ready, else the interpreted one; nothing is begun."""
        return self._shown or self.game.shown

    def compile_shown(self) -> Shown:
        """Compile the rules and the presentation in this thread and return the presentation."""
        self.compile()
        with self._lock:
            if self._shown is None:
                self._shown = compile_shown(self.game)
        return self._shown


def _begin(work: Callable[[], object]) -> threading.Thread | None:
    """Start a thread that compiles. Return None if compilation is switched off."""
    if not may_compile():
        return None

    def run() -> None:
        if not _stopping.is_set():
            work()

    thread = threading.Thread(target=run, name=THREAD_NAME, daemon=True)
    thread.start()
    return thread


def compile_rules(game: Game) -> Rules:
    """Compile every rule of a game by calling it once on a sample."""
    for _ in compile_one_by_one(game):
        if _stopping.is_set():
            break
    return _compiled_rules(game)


def compile_one_by_one(game: Game) -> Iterator[None]:
    """Compile the rules of a game and yield after each."""
    for call in _sample_calls(game, _compiled_rules(game)):
        call()
        yield


def _compiled_rules(game: Game) -> Rules:
    return Rules._make(compiled(function) for function in game.rules)


def _sample_calls(game: Game, rules: Rules) -> list[Callable[[], object]]:
    """Return one call of each rule, ordered so that each finds its input."""
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


def compile_shown(game: Game) -> Shown:
    """Compile the presentation of a game by showing a sample."""
    for _ in compile_shown_one_by_one(game):
        if _stopping.is_set():
            break
    return game.shown.compiled()


def compile_shown_one_by_one(game: Game) -> Iterator[None]:
    """Compile the presentation of a game and yield after each kernel."""
    if not any(game.shown.sheets):
        return
    shown, state, out = game.shown.compiled(), game.new_state()[0], _new_actions(game)
    game.rules.setup(state, to_word(1), game.players[0], game.parse_options({}, game.players[0]))
    game.rules.legal_actions(state, out)
    action, after = int(out[0]), state.copy()
    game.rules.apply(after, action)
    for call in (
        lambda: shown.format_move(state, action),
        lambda: shown.scene(state),
        lambda: shown.effect(state, action, after),
    ):
        call()
        yield


def _new_actions(game: Game) -> Actions:
    return np.zeros(game.max_legal, dtype=np.int32)


@cache
def runtime_of(game: Game) -> GameRuntime:
    """Return the one engine of a game."""
    return GameRuntime(game)


def pause(seconds: float) -> bool:
    """Wait for `seconds`. Return True if the process is ending."""
    return _stopping.wait(seconds)


def at_end(call: Callable[[], object]) -> None:
    """Register a call for the end of the process, before it waits for compiling threads."""
    with _ending:
        if not _stopping.is_set():
            _calls_at_end.append(call)
            return
    call()


@atexit.register
def _finish() -> None:
    """Wait for the kernel that is being compiled: LLVM crashes if it is interrupted."""
    with _ending:
        _stopping.set()
    for call in _calls_at_end:
        call()
    for thread in threading.enumerate():
        if thread.name == THREAD_NAME:
            thread.join()
