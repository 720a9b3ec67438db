"""``Position``: the current position of a game, with the moves that led to it."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.errors import (
    GameOver,
    HiddenInformation,
    IllegalMove,
    InvalidOption,
    TextError,
    TilewrightError,
)
from tilewright.game import (
    COMPLETE,
    PLACES,
    SPECTATOR,
    Action,
    Game,
    Rules,
    Seat,
    State,
    States,
    Values,
    as_int,
    copy_states,
    find_line,
    lines_to_json,
    validate_seed,
)
from tilewright.game.rules import Outcome
from tilewright.kernel import to_word
from tilewright.position.text import (
    VIEWERS,
    LegalMoves,
    build_effect,
    build_scene,
    list_fields,
    parse_states,
)
from tilewright.runtime.jit import GameRuntime, runtime_of
from tilewright.text import format_fields


class Chance(Protocol):
    """Source of keys for chance events, unpredictable from the position and from earlier keys."""

    def key(self, event: int) -> int:
        """Return the 64-bit key that decides a chance event, counted from 0.

        Event 0 is the deal: its key decides the hidden parts, of which a seat sees only its own.
        """


MAX_MOVE_TEXT = 200
PLY, PLAYERS = PLACES["ply"], PLACES["players"]
MOVER, OVER, VIEWER = PLACES["mover"], PLACES["over"], PLACES["viewer"]


class Position:
    """The current position of a game, with the moves that led to it.

    ``tw.new``, ``tw.position`` and ``tw.load`` return positions. A position is mutable: ``play``
    and ``undo`` change it in place; ``copy``, ``view`` and ``after`` return new positions.
    Positions can be compared, copied and pickled, hidden information included. They are not
    hashable.

    Attributes:
        game: The game as data.
        seed: Seed of the deal and of all later chance; None if the game started from a text or a
            view.
        options: Options of the deal by name, as text; empty if the game started from a text.
        start_text: Text of the first position if the game was not dealt from a seed, else None.
        chance: Source of keys for chance events; None if all chance follows from ``seed``.

    Examples:
        >>> import tilewright as tw
        >>> p = tw.new("nova-luna", players=2, seed=7)
        >>> p.mover, len(p.legal_moves)
        (1, 3)
        >>> p.play(p.legal_moves[0])
        >>> p
        <Nova Luna, 2 players, ply 1, seat 0 to move>
        >>> p.undo() == p.legal_moves[0]
        True
    """

    __slots__ = (
        *("chance", "game", "options", "seed", "start_text"),
        *("_array", "_bytes", "_runtime", "_history", "_legal", "_lines"),
        *("_num_drawn", "_previous", "_start", "_written"),
    )

    def __init__(self, game: Game, array: States) -> None:
        self.game = game
        self.seed: int | None = None
        self.options: dict[str, str] = {}
        self.start_text: str | None = None
        self.chance: Chance | None = None
        self._num_drawn = 0  # chance events so far; counted only if `chance` is set
        self._array = array
        self._bytes = array.view(np.uint8)  # ten times as fast to read as the record's fields
        self._runtime: GameRuntime = runtime_of(game)
        self._legal: npt.NDArray[np.int32] | None = None
        self._lines: bytes | None = None  # the legal moves as text, one per line
        self._written: tuple[str, Action] | None = None  # last move formatted, with its action
        self._start = array  # state before the first move of the history
        self._history: list[tuple[Action, str]] = []
        self._previous: tuple[States, int] | None = (
            None  # state and _num_drawn before the last move
        )

    # --- Construction ---

    @classmethod
    def new(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """Deal a new game; ``tw.new`` does the same, given the name of a game.

        Args:
            game: The game to deal.
            players: Number of players.
            seed: Whole number from 0 to 2**64 - 1, from which all chance of the game follows.
            options: Options by name, as text; missing options get their defaults.

        Raises:
            InvalidOption: The number of players, the seed or an option is invalid.
        """
        players = game.validate_players(players)
        return cls._deal(game, players, seed, game.parse_options(options, players))

    @classmethod
    def again(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """Deal the game of a record.

        The options keep the meaning that they had when the record was written.
        """
        return cls._deal(game, players, seed, game.read_options(options, players))

    @classmethod
    def _deal(cls, game: Game, players: int, seed: int, values: Values) -> Position:
        """Deal a game, given the option values for ``setup``."""
        position = cls(game, game.new_state())
        position.seed = validate_seed(seed)
        position.rules.setup(position.state, to_word(position.seed), players, values)
        position.options = game.format_options([int(value) for value in values], players)
        return position

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """Parse the text of a position, written by ``str(position)`` or by hand.

        Raises:
            TextError: The text cannot be parsed, or describes an unreachable position; the error
                names the line.
        """
        position = cls(game, parse_states(game, text))
        position.start_text = position.text
        return position

    @classmethod
    def unpack(cls, game: Game, packed: str) -> Position:
        """Decode a position from ``Position.packed``: the bytes of the state in base64.

        Only the number of bytes is checked, so the text must come from a trusted source.

        Raises:
            TextError: The text is not valid base64, or the number of bytes is wrong.
        """
        try:
            data = b64decode(packed, validate=True)
        except ValueError as error:
            raise TextError(f"expected a state in base64; found: {error}") from None
        array = game.new_state()
        if len(data) != array.nbytes:
            raise TextError(f"expected a state of {array.nbytes} bytes; found {len(data)}")
        array.view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
        return cls(game, array)

    def draw_from(self, chance: Chance) -> None:
        """Let ``chance`` decide all future chance events, with a separate key for each.

        Call this before the first move. The hidden parts of the deal are dealt again from key 0, so
        that they cannot be derived from the visible parts.
        """
        self.chance, self._num_drawn = chance, 0
        if self.seed is not None:
            self.rules.view(self.state, SPECTATOR)
            self.rules.determinize(self.state, to_word(chance.key(0)))
        self._set_next_key()

    def _set_next_key(self) -> None:
        """Set the generator to the key of the next chance event."""
        assert self.chance is not None
        self._num_drawn += 1
        self.rules.determinize(self.state, to_word(self.chance.key(self._num_drawn)))

    def copy(self) -> Position:
        """Return an independent copy of the position and its history.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("polyssimo", seed=7)
            >>> ahead = p.copy()
            >>> ahead.play(ahead.legal_moves[0])
            >>> p.ply, ahead.ply
            (0, 1)
        """
        twin = Position(self.game, copy_states(self._array))
        twin.chance, twin._num_drawn = self.chance, self._num_drawn
        twin.seed, twin.options, twin.start_text = self.seed, dict(self.options), self.start_text
        twin._legal, twin._lines, twin._written = self._legal, self._lines, self._written
        if self._history:
            twin._start, twin._history = self._start, list(self._history)
            twin._previous = self._previous
        return twin

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        """Pickle the states, the history and the origin.

        The game is pickled by name.
        """
        origin = (self.options, self.seed, self.start_text, self.chance, self._num_drawn)
        states = (self._array.tobytes(), self._start.tobytes())
        return _restore, (self.game, *states, self._history, *origin)

    def after(self, plies: int) -> Position:
        """Return the position after the first ``plies`` moves of the history.

        Args:
            plies: Number of moves to keep, 0 to ``len(self.moves)``.

        Returns:
            A new position whose history is these moves. They are replayed, so the time grows with
            their number.

        Raises:
            InvalidOption: The history is shorter.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> for _ in range(5):
            ...     p.play(p.legal_moves[0])
            >>> p.after(2).moves == p.moves[:2]
            True
        """
        if not 0 <= as_int("plies", plies) <= len(self._history):
            raise InvalidOption(
                f"expected a number of moves from 0 to {len(self._history)}; found {plies}"
            )
        earlier = self.copy()
        earlier._go_back_to(plies)
        return earlier

    def before(self, count: int) -> Position:
        """Return the position before the last ``count`` moves, for reading only.

        It may share memory with this position. For a ``count`` of 1 it may have no history.
        """
        if count == 1 and self._previous is not None:
            return Position(self.game, self._previous[0])
        return self.after(len(self._history) - count)

    def at_ply(self, ply: int) -> Position:
        """Return the position at an earlier ply of this game.

        Raises:
            InvalidOption: The ply is not between ``first_ply`` and the current ply.
        """
        first = self.first_ply
        if not first <= as_int("ply", ply) <= self.ply:
            raise InvalidOption(f"ply: expected {first} to {self.ply}; found {ply}")
        return self.after(ply - first)

    # --- State and outcome ---

    @property
    def state(self) -> State:
        """NumPy record of the position (``np.void`` of ``game.dtype``), not a copy.

        Changes to it are not validated.
        """
        return self._array[0]

    @property
    def rules(self) -> Rules:
        """Kernels of the rules: compiled if they are ready, otherwise interpreted."""
        return self._runtime.rules

    @property
    def players(self) -> int:
        """Number of seats, 1 to 4."""
        return self._bytes.item(PLAYERS)

    @property
    def mover(self) -> Seat:
        """Seat to move, counted from 0; undefined once the game is over."""
        return self._bytes.item(MOVER)

    @property
    def ply(self) -> int:
        """Number of actions since the deal, including those before ``first_ply``."""
        return self._bytes.item(PLY) | self._bytes.item(PLY + 1) << 8

    @property
    def first_ply(self) -> int:
        """Ply at which the history starts; 0 unless the game started from a later position."""
        return self.ply - len(self._history)

    @property
    def is_over(self) -> bool:
        """True once the game has ended; then there are no legal actions."""
        return self._bytes.item(OVER) != 0

    @property
    def viewer(self) -> int:
        """Seat whose view this is, 4 for a spectator's view, or -1 for a complete position."""
        viewer = self._bytes.item(VIEWER)
        return COMPLETE if viewer == 255 else viewer

    @property
    def legal_actions(self) -> npt.NDArray[np.int32]:
        """Legal actions in ascending order, int32[n], read-only; empty once the game is over.

        Computed on the first access after a move, then cached.
        """
        if self._legal is None:
            out = np.empty(self.game.max_legal, dtype=np.int32)
            count = 0 if self.is_over else self.rules.legal_actions(self.state, out)
            self._legal = out[:count].copy()
            self._legal.flags.writeable = False
        return self._legal

    @property
    def legal_moves(self) -> LegalMoves:
        """Legal moves as text, in the order of ``legal_actions``; formatted on access.

        Examples:
            >>> import tilewright as tw
            >>> moves = tw.new("my-shelfie", seed=7).legal_moves
            >>> len(moves), moves[:3], "D2 > 1" in moves
            (160, ['d2>1', 'd2>2', 'd2>3'], True)
        """
        return LegalMoves(self)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, or None while it is in progress."""
        return self.standing() if self.is_over else None

    def standing(self) -> Outcome:
        """Return the outcome as if the game ended now.

        Examples:
            >>> import tilewright as tw
            >>> tw.new("nova-luna", players=3, seed=7).standing()
            Outcome(scores=(20, 20, 20), places=(3, 2, 1))
        """
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        self.rules.outcome(self.state, scores, ranks)
        seats = range(self.players)
        return Outcome(
            tuple(int(scores[seat]) for seat in seats),
            tuple(int(ranks[seat]) + 1 for seat in seats),
        )

    def scene(self) -> dict[str, Any]:
        """Return the scene of the position: JSON data from which the page draws it.

        All games share the keys ``game``, ``players``, ``ply``, ``mover``, ``is_over``, ``scores``
        and ``places``; the others belong to the game. In a view, hidden values are None.
        """
        return build_scene(self)

    def moves_json(self) -> bytes:
        """Return the legal moves as a JSON list of strings, encoded in UTF-8.

        This is fast once the game is compiled.
        """
        writers, legal = self._runtime.writers_now, self.legal_actions
        self._lines = self._lines or writers.format_lines(self.state, legal)
        if self._lines is None:
            return msgspec.json.encode(writers.format_moves(self.state, legal))
        return lines_to_json(self._lines)

    def scene_json(self) -> bytes:
        """Return the scene as JSON, encoded in UTF-8."""
        return msgspec.json.encode(build_scene(self))

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the position for notebooks.

        The picture does not show what the viewer may not see.
        """
        return self.game.picture(self.scene())

    @property
    def text(self) -> str:
        """Text of the position, from which ``Position.from_text`` restores it bit for bit."""
        return format_fields(list_fields(self.game, self.state))

    @property
    def packed(self) -> str:
        """Bytes of the state in base64.

        ``Position.unpack`` of the same version of the package decodes them.
        """
        return b64encode(self._array.tobytes()).decode()

    @property
    def digest(self) -> str:
        """SHA-256 of the text in hexadecimal.

        Fields that older versions did not write are left out, so that every version computes the
        same digest.
        """
        fields = list_fields(self.game, self.state)
        kept = [field for field in fields if field[0] not in self.game.later_fields]
        return hashlib.sha256(format_fields(kept).encode()).hexdigest()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.mover} to move"
        return f"<{self.game.title}, {self.players} players, ply {self.ply}, {turn}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.name == other.game.name
            and self._array.tobytes() == other._array.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]  # positions change

    # --- Moves ---

    @property
    def history(self) -> Sequence[tuple[Action, str]]:
        """Moves played since ``first_ply``, as pairs of action and text. Do not modify it."""
        return self._history

    @property
    def actions(self) -> list[Action]:
        """Actions played since ``first_ply``, in order."""
        return [action for action, _ in self._history]

    @property
    def moves(self) -> list[str]:
        """Moves played since ``first_ply``, as text, in order."""
        return [move for _, move in self._history]

    def play(self, move: str | Action) -> None:
        """Play a legal move in place.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
            GameOver: The game has ended.
            HiddenInformation: This is a view; ``determinize`` returns a position to play from.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> p.play("d2>1")
            >>> p.play("d2>1")
            Traceback (most recent call last):
            tilewright.errors.IllegalMove: MS-7: expected a tile on d2; found an empty cell
        """
        action = self._to_action(move)
        if self.viewer != COMPLETE:
            raise HiddenInformation("a view cannot be played on; fill it in with determinize(seed)")
        self._previous = copy_states(self._array), self._num_drawn
        if not self._history:
            self._start = self._previous[0]
        self._history.append((action, self._cached_text(action)))
        self._apply(action)
        self._legal = self._lines = self._written = None

    def _apply(self, action: Action) -> None:
        """Apply an action.

        If it had a chance event and ``chance`` is set, set the key of the next event.
        """
        field = self.game.chance_field
        before = self.state[field]
        self.rules.apply(self.state, action)
        if self.chance is not None and self.state[field] != before:
            self._set_next_key()

    def undo(self) -> str:
        """Take back the last move and return its text.

        The first call after a move takes constant time; further calls replay the history.

        Raises:
            TilewrightError: There is no move to take back.
        """
        if not self._history:
            raise TilewrightError("nothing to undo: no move has been played here")
        move = self._history[-1][1]
        self._go_back_to(len(self._history) - 1)
        return move

    def _go_back_to(self, plies: int) -> None:
        """Take back all moves of the history but the first ``plies``.

        Only the last state is stored; earlier ones are replayed, because states are large and moves
        are fast.
        """
        if self._previous is not None and plies == len(self._history) - 1:
            before, self._num_drawn = self._previous
            self._array[0] = before[0]
            del self._history[plies:]
        else:
            self._replay(self._history[:plies])
        self._legal = self._lines = self._written = self._previous = None

    def _replay(self, history: list[tuple[Action, str]]) -> None:
        """Return to the start of the history and play the given moves again."""
        self._array[0] = self._start[0]
        self._num_drawn = 1
        for action, _ in history:
            self._apply(action)
        self._history = history

    def parse_move(self, text: str) -> Action:
        """Return the legal action that a move text describes.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
            GameOver: The game has ended.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> p.parse_move("d2>1")
            10
            >>> p.parse_move("a1>1")
            Traceback (most recent call last):
            tilewright.errors.IllegalMove: MS-2: a1 is no cell with 2 players
        """
        if len(text) > MAX_MOVE_TEXT:
            raise TextError(f"expected a move; found {len(text):,} characters")
        self._check_running()
        if self._written is not None and self._written[0] == text:
            return self._written[1]
        writers, legal = self._runtime.writers_now, self.legal_actions
        if self._lines is None and writers.has_compiled_formatter:
            self._lines = writers.format_lines(self.state, legal)
        found = None if self._lines is None else find_line(self._lines, text)
        if found is None:
            return self.game.notation.parse_move(self.state, text.strip())
        self._written = text, int(legal[found])
        return self._written[1]

    def format_move(self, action: Action) -> str:
        """Return the text of a legal action.

        Raises:
            IllegalMove: The action is illegal in this position.
            GameOver: The game has ended.
        """
        return self._cached_text(self._require_legal(as_int("action", action)))

    def _cached_text(self, action: Action) -> str:
        """Return the text of a legal action.

        The last text is cached.
        """
        if self._written is None or self._written[1] != action:
            self._written = self._runtime.writers_now.format_move(self.state, action), action
        return self._written[0]

    def describe_move(self, move: str | Action) -> str:
        """Return an English sentence about a legal move and its consequences.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
            GameOver: The game has ended.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("polyssimo", seed=7)
            >>> p.describe_move(p.legal_moves[0])
            'takes the pentomino F'
        """
        return self.game.notation.describe_move(self.state, self._to_action(move))

    def effect(self, move: str | Action) -> dict[str, Any]:
        """Return the consequences of a legal move as JSON data, without playing it.

        This also works on views: hidden values are None, and the outcome of chance is omitted.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Returns:
            The keys ``move``, ``seat``, ``next`` (the seat to move, None at the end), ``ends`` and
            ``kind``, and the game's own keys.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
            GameOver: The game has ended.
        """
        action = self._to_action(move)
        return build_effect(self, action, self._cached_text(action), self._after(action))

    def effect_json(self, action: Action, move: str) -> bytes:
        """Return the effect of an action as JSON, without validating the action or its text."""
        return msgspec.json.encode(build_effect(self, action, move, self._after(action)))

    def _after(self, action: Action) -> State:
        """Return the state after a legal action.

        It reveals the outcome of chance, which callers must keep secret.
        """
        after = copy_states(self._array)[0]
        self.rules.apply(after, action)
        return after

    def _to_action(self, move: str | Action) -> Action:
        """Return the legal action for a move given as text or as an action."""
        if isinstance(move, str):
            return self.parse_move(move)
        return self._require_legal(as_int("move", move, "a text or a whole number"))

    def _check_running(self) -> None:
        if self.is_over:
            raise GameOver(f"the game is over after {self.ply} plies; no move can be played")

    def _require_legal(self, action: Action) -> Action:
        """Return ``action`` if it is legal.

        Raises:
            IllegalMove: The action is illegal in this position.
            GameOver: The game has ended.
        """
        self._check_running()
        legal = self.legal_actions
        index = int(legal.searchsorted(action))
        if index == len(legal) or int(legal[index]) != action:
            raise IllegalMove(
                None, f"expected one of {len(legal)} legal actions; found action {action}"
            )
        return action

    # --- Views ---

    def view(self, seat: Seat | None = None) -> Position:
        """Return a copy without the information that is hidden from a viewer.

        Args:
            seat: The viewer's seat; None for a spectator.

        Returns:
            A position without history, whose moves can be listed but not played.

        Raises:
            InvalidOption: There is no such seat.
            HiddenInformation: This is already another viewer's view.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> p.state["cards"].tolist(), p.view(1).state["cards"].tolist()
            ([3, 8, 0, 0], [0, 8, 0, 0])
        """
        viewer = SPECTATOR if seat is None else seat
        if seat is not None and not 0 <= as_int("seat", seat) < self.players:
            raise InvalidOption(f"seat: expected 0 to {self.players - 1}; found {seat}")
        if self.viewer not in (COMPLETE, viewer):
            raise HiddenInformation(f"this is already the view of {VIEWERS[self.viewer]}")
        seen = Position(self.game, copy_states(self._array))
        self.rules.view(seen.state, viewer)
        return seen

    def determinize(self, seed: int) -> Position:
        """Return a random complete position consistent with this view.

        Args:
            seed: Whole number from 0 to 2**64 - 1; equal seeds give equal positions.

        Raises:
            HiddenInformation: This position is not a view.

        Examples:
            >>> import tilewright as tw
            >>> view = tw.new("my-shelfie", seed=7).view(0)
            >>> guess = view.determinize(1)
            >>> guess.play(guess.legal_moves[0])
        """
        if self.viewer == COMPLETE:
            raise HiddenInformation("this position is complete; nothing is hidden in it")
        number = to_word(validate_seed(seed))
        guess = Position(self.game, copy_states(self._array))
        self.rules.determinize(guess.state, number)
        guess.start_text = guess.text
        return guess


def _restore(
    game: Game,
    state: bytes,
    start: bytes,
    history: list[tuple[Action, str]],
    options: dict[str, str],
    seed: int | None,
    start_text: str | None,
    chance: Chance | None,
    num_drawn: int,
) -> Position:
    """Rebuild a pickled position."""
    position = Position(game, _unpack_state(game, state))
    if history:
        position._start, position._history = _unpack_state(game, start), history
    position.options, position.seed, position.start_text = options, seed, start_text
    position.chance, position._num_drawn = chance, num_drawn
    return position


def _unpack_state(game: Game, state: bytes) -> States:
    return np.ndarray((1,), game.dtype, bytearray(state))
