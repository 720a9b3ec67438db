"""One position of one game, with the moves that led to it."""

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
    check_seed,
    check_whole,
    copy_states,
    find_line,
    lines_json,
)
from tilewright.game.rules import Outcome
from tilewright.kernel import to_word
from tilewright.position.text import (
    VIEWERS,
    LegalMoves,
    build_effect,
    build_scene,
    fields_of,
    parse_states,
)
from tilewright.runtime.jit import GameRuntime, runtime_of
from tilewright.text import format_fields


class Chance(Protocol):
    """Keys for chance events, which cannot be predicted from the position or from earlier keys."""

    def key(self, event: int) -> int:
        """Return 64 bits that decide chance event number `event`; the deal is number 0.

        Number 0 decides hidden parts of the deal, of which a seat sees its own at most.
        """


MAX_MOVE_TEXT = 200
PLY, PLAYERS = PLACES["ply"], PLACES["players"]
MOVER, OVER, VIEWER = PLACES["mover"], PLACES["over"], PLACES["viewer"]


class Position:
    """One position of one game, with the moves that led to it.

    ``tw.new``, ``tw.position`` and ``tw.load`` make positions. A position is mutable: ``play`` and
    ``undo`` change it in place, ``copy``, ``view`` and ``after`` return new ones. Positions can be
    compared, copied and pickled, hidden information included; they have no hash.

    Attributes:
        game: The game as data.
        seed: Seed of the deal and of all later chance; None if the game began from a text or a
            view.
        options: Options of the deal by name, as text; empty if the game began from a text.
        start_text: Text of the first position of a game that was not dealt from a seed, else None.
        chance: Source of a key for each chance event; None if all chance follows from ``seed``.

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
        self._num_drawn = 0  # events of chance so far, where they are counted
        self._array = array
        self._bytes = array.view(np.uint8)  # read ten times as fast as a record's fields
        self._runtime: GameRuntime = runtime_of(game)
        self._legal: npt.NDArray[np.int32] | None = None
        self._lines: bytes | None = None  # the legal actions as text, a line each
        self._written: tuple[str, Action] | None = None  # the last move written here, to be read
        self._start = array  # as it was before the first move of the history
        self._history: list[tuple[Action, str]] = []
        self._previous: tuple[States, int] | None = None  # before its last move, and _num_drawn

    # --- Making one ---

    @classmethod
    def new(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """Deal a new game; ``tw.new`` finds the game by its name.

        Args:
            game: The game to deal.
            players: Number of players.
            seed: Whole number from 0 to 2**64 - 1, from which all chance of the game follows.
            options: Options by name, as text; those left out get their defaults.

        Raises:
            InvalidOption: The game does not have this number of players, seed or option.
        """
        players = game.check_players(players)
        return cls._deal(game, players, seed, game.parse_options(options, players))

    @classmethod
    def again(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """Deal the game of a record: like ``new``, but options mean what they meant when the record
        was written."""
        return cls._deal(game, players, seed, game.read_options(options, players))

    @classmethod
    def _deal(cls, game: Game, players: int, seed: int, values: Values) -> Position:
        position = cls(game, game.new_state())
        position.seed = check_seed(seed)
        position.rules.setup(position.state, to_word(position.seed), players, values)
        position.options = game.format_options([int(value) for value in values], players)
        return position

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """Read a position written by ``str(position)`` or by hand.

        Raises:
            TextError: The text cannot be read, or describes a position that no game can reach;
                the error names the line.
        """
        position = cls(game, parse_states(game, text))
        position.start_text = position.text
        return position

    @classmethod
    def unpack(cls, game: Game, packed: str) -> Position:
        """Return the position of which ``packed`` are the bytes of the state, in base64.

        Only the number of bytes is checked: they must come from a trusted source.

        Raises:
            TextError: The text is not base64, or the number of bytes is wrong.
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
        """Take a separate key from ``chance`` for each chance event; call it before the first move.

        Hidden parts of the deal are dealt again from key 0, so that they do not follow from the
        parts that all players see.
        """
        self.chance, self._num_drawn = chance, 0
        if self.seed is not None:
            self.rules.view(self.state, SPECTATOR)
            self.rules.determinize(self.state, to_word(chance.key(0)))
        self._set_next_key()

    def _set_next_key(self) -> None:
        """Set the next key after a chance event."""
        assert self.chance is not None
        self._num_drawn += 1
        self.rules.determinize(self.state, to_word(self.chance.key(self._num_drawn)))

    def copy(self) -> Position:
        """Return an independent copy, history included.

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
        """Pickle the state and the moves; the game goes by its name."""
        told = (self.options, self.seed, self.start_text, self.chance, self._num_drawn)
        states = (self._array.tobytes(), self._start.tobytes())
        return _restore, (self.game, *states, self._history, *told)

    def after(self, plies: int) -> Position:
        """Return the position after the first ``plies`` moves of the history.

        Args:
            plies: Number of moves to keep, 0 to ``len(self.moves)``.

        Returns:
            A new position whose history is these moves. The moves are played again, which takes
            time in proportion to their number.

        Raises:
            InvalidOption: There are fewer moves.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> for _ in range(5):
            ...     p.play(p.legal_moves[0])
            >>> p.after(2).moves == p.moves[:2]
            True
        """
        if not 0 <= check_whole("plies", plies) <= len(self._history):
            raise InvalidOption(
                f"expected a number of moves from 0 to {len(self._history)}; found {plies}"
            )
        earlier = self.copy()
        earlier._go_back_to(plies)
        return earlier

    def before(self, count: int) -> Position:
        """Return the position ``count`` moves earlier, for reading only: it may share bytes with
        this one."""
        if count == 1 and self._previous is not None:
            return Position(self.game, self._previous[0])
        return self.after(len(self._history) - count)

    def at_ply(self, ply: int) -> Position:
        """Return the position of this game at a ply, from ``first_ply`` to ``ply``.

        Raises:
            InvalidOption: The ply is out of this range.
        """
        first = self.first_ply
        if not first <= check_whole("ply", ply) <= self.ply:
            raise InvalidOption(f"ply: expected {first} to {self.ply}; found {ply}")
        return self.after(ply - first)

    # --- Looking at it ---

    @property
    def state(self) -> State:
        """The NumPy record (``np.void`` of ``game.dtype``) that is the position. It is no copy:
        changes to it are not checked against the rules."""
        return self._array[0]

    @property
    def rules(self) -> Rules:
        """The game's kernels: compiled ones once they are ready, interpreted ones before."""
        return self._runtime.rules

    @property
    def players(self) -> int:
        """Number of seats, 1 to 4."""
        return self._bytes.item(PLAYERS)

    @property
    def mover(self) -> Seat:
        """The seat to move, counted from 0; meaningless once the game is over."""
        return self._bytes.item(MOVER)

    @property
    def ply(self) -> int:
        """Number of actions since the deal, those before ``first_ply`` included."""
        return self._bytes.item(PLY) | self._bytes.item(PLY + 1) << 8

    @property
    def first_ply(self) -> int:
        """The ply at which this game began; 0 unless it began in the middle."""
        return self.ply - len(self._history)

    @property
    def is_over(self) -> bool:
        """True once the game has ended; there are no legal actions then."""
        return self._bytes.item(OVER) != 0

    @property
    def viewer(self) -> int:
        """The seat whose view this is, 4 for a spectator's view, -1 for a complete position."""
        viewer = self._bytes.item(VIEWER)
        return COMPLETE if viewer == 255 else viewer

    @property
    def legal_actions(self) -> npt.NDArray[np.int32]:
        """int32[n]: the legal actions as numbers, ascending; read-only, empty after the end.

        Computed at the first access after a move, then kept.
        """
        if self._legal is None:
            out = np.empty(self.game.max_legal, dtype=np.int32)
            count = 0 if self.is_over else self.rules.legal_actions(self.state, out)
            self._legal = out[:count].copy()
            self._legal.flags.writeable = False
        return self._legal

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves as text, in the order of ``legal_actions``; formatted when accessed.

        Examples:
            >>> import tilewright as tw
            >>> moves = tw.new("my-shelfie", seed=7).legal_moves
            >>> len(moves), moves[:3], "D2 > 1" in moves
            (160, ['d2>1', 'd2>2', 'd2>3'], True)
        """
        return LegalMoves(self)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game; None while it runs."""
        return self.standing() if self.is_over else None

    def standing(self) -> Outcome:
        """Return the outcome if the game ended here: the present scores and places.

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
        """Return the position as plain JSON data, for a page that draws it.

        The keys ``game``, ``players``, ``ply``, ``mover``, ``is_over``, ``scores`` and ``places``
        are the same in all games; the others are the game's own. In a view hidden values are None.
        """
        return build_scene(self)

    def moves_json(self) -> bytes:
        """Return the legal moves as a JSON list, written by compiled code once it is ready."""
        shown, legal = self._runtime.shown_now, self.legal_actions
        self._lines = self._lines or shown.spell(self.state, legal)
        if self._lines is None:
            return msgspec.json.encode(shown.format_moves(self.state, legal))
        return lines_json(self._lines)

    def scene_json(self) -> bytes:
        """Return the scene as JSON text."""
        return msgspec.json.encode(build_scene(self))

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks; a view's shows only what its viewer may see."""
        return self.game.picture(self.scene())

    @property
    def text(self) -> str:
        """The position as text; ``Position.from_text`` reads it back, bit for bit."""
        return format_fields(fields_of(self.game, self.state))

    @property
    def packed(self) -> str:
        """The bytes of the state in base64; ``Position.unpack`` of the same version reads it."""
        return b64encode(self._array.tobytes()).decode()

    @property
    def digest(self) -> str:
        """SHA-256 of the text in hexadecimal digits. Fields that older versions did not write are
        left out, so a position has the same digest in all versions."""
        fields = fields_of(self.game, self.state)
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

    # --- Moving on ---

    @property
    def history(self) -> Sequence[tuple[Action, str]]:
        """The actions played here, each with its move as text; must not be changed."""
        return self._history

    @property
    def actions(self) -> list[Action]:
        """The actions played here, in order."""
        return [action for action, _ in self._history]

    @property
    def moves(self) -> list[str]:
        """The moves played here, as text, in order."""
        return [move for _, move in self._history]

    def play(self, move: str | Action) -> None:
        """Play a move in place.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Raises:
            TextError: The text cannot be read.
            IllegalMove: The move is not legal; the error names the rule.
            GameOver: The game has ended.
            HiddenInformation: This is a view; ``determinize`` makes a position to play on.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> p.play("d2>1")
            >>> p.play("d2>1")
            Traceback (most recent call last):
            tilewright.errors.IllegalMove: MS-7: expected a tile on d2; found an empty cell
        """
        action = self._find_action(move)
        if self.viewer != COMPLETE:
            raise HiddenInformation("a view cannot be played on; fill it in with determinize(seed)")
        self._previous = copy_states(self._array), self._num_drawn
        if not self._history:
            self._start = self._previous[0]
        self._history.append((action, self._write_move(action)))
        self._apply(action)
        self._legal = self._lines = self._written = None

    def _apply(self, action: Action) -> None:
        field = self.game.chance_field
        before = self.state[field]
        self.rules.apply(self.state, action)
        if self.chance is not None and self.state[field] != before:
            self._set_next_key()

    def undo(self) -> str:
        """Take the last move back and return it as text.

        The last move takes constant time; further ones replay the history.

        Raises:
            TilewrightError: No move has been played here.
        """
        if not self._history:
            raise TilewrightError("nothing to undo: no move has been played here")
        move = self._history[-1][1]
        self._go_back_to(len(self._history) - 1)
        return move

    def _go_back_to(self, plies: int) -> None:
        """Go back to an earlier ply.

        The last state is kept; for others the first moves are played again, because states are
        large and moves quick.
        """
        if self._previous is not None and plies == len(self._history) - 1:
            before, self._num_drawn = self._previous
            self._array[0] = before[0]
            del self._history[plies:]
        else:
            self._play_again(self._history[:plies])
        self._legal = self._lines = self._written = self._previous = None

    def _play_again(self, history: list[tuple[Action, str]]) -> None:
        """Play a history from the beginning."""
        self._array[0] = self._start[0]
        self._num_drawn = 1
        for action, _ in history:
            self._apply(action)
        self._history = history

    def parse_move(self, text: str) -> Action:
        """Return the legal action that a move text names.

        Raises:
            TextError: The text cannot be read.
            IllegalMove: The move is not legal; the error names the rule.
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
        shown, legal = self._runtime.shown_now, self.legal_actions
        if self._lines is None and shown.spells_fast:
            self._lines = shown.spell(self.state, legal)
        found = None if self._lines is None else find_line(self._lines, text)
        if found is None:
            return self.game.notation.parse_move(self.state, text.strip())
        self._written = text, int(legal[found])
        return self._written[1]

    def format_move(self, action: Action) -> str:
        """Return a legal action as text in the game's notation.

        Raises:
            IllegalMove: The action is not legal here.
            GameOver: The game has ended.
        """
        return self._write_move(self._check_action(check_whole("action", action)))

    def _write_move(self, action: Action) -> str:
        """Return the text of a move and remember it: parsing it again can take longer than playing
        it."""
        if self._written is None or self._written[1] != action:
            self._written = self._runtime.shown_now.format_move(self.state, action), action
        return self._written[0]

    def describe_move(self, move: str | Action) -> str:
        """Return a legal move and its consequences in words.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Raises:
            TextError: The text cannot be read.
            IllegalMove: The move is not legal; the error names the rule.
            GameOver: The game has ended.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("polyssimo", seed=7)
            >>> p.describe_move(p.legal_moves[0])
            'takes the pentomino F'
        """
        return self.game.notation.describe_move(self.state, self._find_action(move))

    def effect(self, move: str | Action) -> dict[str, Any]:
        """Return the consequences of a move as plain JSON data; the position is unchanged.

        Works on views as well: hidden values are None, and the result of chance is left out.

        Args:
            move: The move as text, or one of ``legal_actions``.

        Returns:
            The keys ``move``, ``seat``, ``next`` (seat to move, None at the end), ``ends`` and
            ``kind``, and the game's own.

        Raises:
            TextError: The text cannot be read.
            IllegalMove: The move is not legal; the error names the rule.
            GameOver: The game has ended.
        """
        action = self._find_action(move)
        return build_effect(self, action, self._write_move(action), self._after(action))

    def effect_json(self, action: Action, move: str) -> bytes:
        """Return the effect of an action as JSON text. The action and its text must be valid."""
        return msgspec.json.encode(build_effect(self, action, move, self._after(action)))

    def _after(self, action: Action) -> State:
        """Return the state after a legal action; its chance outcome must not be shown."""
        after = copy_states(self._array)[0]
        self.rules.apply(after, action)
        return after

    def _find_action(self, move: str | Action) -> Action:
        if isinstance(move, str):
            return self.parse_move(move)
        return self._check_action(check_whole("move", move, "a text or a whole number"))

    def _check_running(self) -> None:
        if self.is_over:
            raise GameOver(f"the game is over after {self.ply} plies; no move can be played")

    def _check_action(self, action: Action) -> Action:
        self._check_running()
        legal = self.legal_actions
        index = int(legal.searchsorted(action))
        if index == len(legal) or int(legal[index]) != action:
            raise IllegalMove(
                None, f"expected one of {len(legal)} legal actions; found action {action}"
            )
        return action

    # --- What a seat may know ---

    def view(self, seat: Seat | None = None) -> Position:
        """Return a copy without the information that is hidden from a viewer.

        Args:
            seat: The seat that looks on; None for a spectator.

        Returns:
            A position without history, on which moves can be listed but not played.

        Raises:
            InvalidOption: There is no such seat.
            HiddenInformation: This is already the view of another viewer.

        Examples:
            >>> import tilewright as tw
            >>> p = tw.new("my-shelfie", seed=7)
            >>> p.state["cards"].tolist(), p.view(1).state["cards"].tolist()
            ([3, 8, 0, 0], [0, 8, 0, 0])
        """
        viewer = SPECTATOR if seat is None else seat
        if seat is not None and not 0 <= check_whole("seat", seat) < self.players:
            raise InvalidOption(f"seat: expected 0 to {self.players - 1}; found {seat}")
        if self.viewer not in (COMPLETE, viewer):
            raise HiddenInformation(f"this is already the view of {VIEWERS[self.viewer]}")
        seen = Position(self.game, copy_states(self._array))
        self.rules.view(seen.state, viewer)
        return seen

    def determinize(self, seed: int) -> Position:
        """Return a complete position that is consistent with this view, drawn at random.

        Args:
            seed: Whole number from 0 to 2**64 - 1; equal seeds give equal positions.

        Raises:
            HiddenInformation: This position is complete.

        Examples:
            >>> import tilewright as tw
            >>> view = tw.new("my-shelfie", seed=7).view(0)
            >>> guess = view.determinize(1)
            >>> guess.play(guess.legal_moves[0])
        """
        if self.viewer == COMPLETE:
            raise HiddenInformation("this position is complete; nothing is hidden in it")
        number = to_word(check_seed(seed))
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
    """Restore a pickled position."""
    position = Position(game, _states_of(game, state))
    if history:
        position._start, position._history = _states_of(game, start), history
    position.options, position.seed, position.start_text = options, seed, start_text
    position.chance, position._num_drawn = chance, num_drawn
    return position


def _states_of(game: Game, state: bytes) -> States:
    return np.ndarray((1,), game.dtype, bytearray(state))
