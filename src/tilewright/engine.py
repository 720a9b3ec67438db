"""Which twin of a game's rules runs: interpreted at once, compiled as soon as that is ready.

Compiling a game takes seconds the first time on a machine. A position must not wait for that, so
an engine answers with the interpreted rules while a thread compiles, and switches when it is done.
Both give the same bytes, so the switch can come at any moment. What shows the game follows, once
somebody looks at it.

Where another process compiles (see ``warming``), an engine is *left* to it: all that its game needs
is interpreted until it is taken over again, and loaded from the cache then.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from tilewright.game import Actions, Game, Rules, Shown
from tilewright.kernel import compiled, is_kept, to_word

__all__ = [
    "Engine",
    "at_end",
    "compile_one_by_one",
    "compile_shown_one_by_one",
    "engine_of",
    "pause",
]

THREAD_NAME = "tilewright-compile"
_stopping = threading.Event()
_ending = threading.Lock()
_calls_at_end: list[Callable[[], object]] = []


class Engine:
    """The rules of one game, on the best target that is ready."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: Rules | None = None
        self._shown: Shown | None = None
        self._thread: threading.Thread | None = None
        self._shown_thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._ask: Callable[[], None] | None = None

    @property
    def is_compiled(self) -> bool:
        return self._rules is not None

    @property
    def is_cached(self) -> bool:
        """Whether this machine has compiled these very rules before, so that it will be quick."""
        return all(is_kept(rule) for rule in self.game.rules)

    @property
    def is_left(self) -> bool:
        """Whether another process compiles this game at present: interpret, and compile nothing."""
        return self._ask is not None

    def leave_to(self, ask: Callable[[], None]) -> None:
        """Let another process compile; ``ask`` tells it that somebody plays this game."""
        self._ask = ask

    def ask(self) -> None:
        """Tell the other process, where there is one, that this game is wanted soon."""
        if (ask := self._ask) is not None:
            ask()

    def take_over(self) -> None:
        """What could be compiled elsewhere is in the cache: load it from there."""
        self._ask = None

    @property
    def rules(self) -> Rules:
        """The compiled rules when they are ready; till then the interpreted ones."""
        if self._rules is None:
            self.ask()
            if not self.is_left:
                self.prepare()
        return self._rules or self.game.rules

    def compile(self) -> Rules:
        """The compiled rules, waiting for them."""
        with self._lock:
            if self._rules is None:
                self._rules = compile_rules(self.game)
        return self._rules

    def prepare(self) -> threading.Thread | None:
        """Begin to compile in a thread; None where TILEWRIGHT_JIT=0 forbids it."""
        if self._thread is None:
            self._thread = _begin(self.compile)
        return self._thread

    @property
    def shown(self) -> Shown:
        """What tells scenes, effects and moves, in the same way; asking for it begins it."""
        if self._shown is None and self._shown_thread is None:
            self.ask()
            if not self.is_left:
                self._shown_thread = _begin(self.compile_shown)
        return self.shown_now

    @property
    def shown_now(self) -> Shown:
        """The same as far as it is ready, with nothing begun."""
        return self._shown or self.game.shown

    def compile_shown(self) -> Shown:
        """What shows the game, compiled after its rules, waiting for it."""
        self.compile()
        with self._lock:
            if self._shown is None:
                self._shown = compile_shown(self.game)
        return self._shown


def _begin(work: Callable[[], object]) -> threading.Thread | None:
    """Compile in a thread; None where TILEWRIGHT_JIT=0 forbids it."""
    if os.environ.get("TILEWRIGHT_JIT") == "0":
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
    """The same, with a pause after each."""
    for call in _sample_calls(game, _compiled_rules(game)):
        call()
        yield


def _compiled_rules(game: Game) -> Rules:
    return Rules._make(compiled(function) for function in game.rules)


def _sample_calls(game: Game, rules: Rules) -> list[Callable[[], object]]:
    """One call of each rule, in an order in which each finds what it needs."""
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
    """Compile what shows a game by showing a sample."""
    for _ in compile_shown_one_by_one(game):
        if _stopping.is_set():
            break
    return game.shown.compiled()


def compile_shown_one_by_one(game: Game) -> Iterator[None]:
    """The same, with a pause after each."""
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
        lambda: [sheet.json(state) for sheet in shown.sheets if sheet is shown.scene],
    ):
        call()
        yield


def _new_actions(game: Game) -> Actions:
    return np.zeros(game.max_legal, dtype=np.int32)


@cache
def engine_of(game: Game) -> Engine:
    """The one engine of a game."""
    return Engine(game)


def pause(seconds: float) -> bool:
    """Wait; whether the process ends meanwhile, so that nothing more should be begun."""
    return _stopping.wait(seconds)


def at_end(call: Callable[[], object]) -> None:
    """Have something done when the process ends, before compiling threads are waited for."""
    with _ending:
        if not _stopping.is_set():
            _calls_at_end.append(call)
            return
    call()


@atexit.register
def _finish() -> None:
    """Wait for the kernel that is being compiled: LLVM does not survive being cut off."""
    with _ending:
        _stopping.set()
    for call in _calls_at_end:
        call()
    for thread in threading.enumerate():
        if thread.name == THREAD_NAME:
            thread.join()
