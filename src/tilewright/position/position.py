"""One position of one game, with the moves that led to it."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.engine import Engine, engine_of
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
    copy_states,
    find_line,
    lines_json,
)
from tilewright.kernel import to_word
from tilewright.position.chance import Chance
from tilewright.position.moves import LegalMoves
from tilewright.position.outcome import Outcome
from tilewright.position.shown import effect_json, scene_json, tell_effect, tell_scene
from tilewright.position.text import VIEWERS, fields_of, parse_states
from tilewright.text import format_fields

__all__ = ["Position"]

MAX_MOVE_TEXT = 200
PLY, PLAYERS = PLACES["ply"], PLACES["players"]
MOVER, OVER, VIEWER = PLACES["mover"], PLACES["over"], PLACES["viewer"]


class Position:
    """One position of one game, with the moves that led to it."""

    __slots__ = (
        *("chance", "game", "options", "seed", "start_text"),
        *("_array", "_bytes", "_engine", "_history", "_legal", "_lines"),
        *("_num_drawn", "_previous", "_start", "_written"),
    )

    def __init__(self, game: Game, array: States) -> None:
        self.game = game
        self.seed: int | None = None
        self.options: dict[str, str] = {}
        self.start_text: str | None = None
        """Where a game began that was not dealt from a seed."""
        self.chance: Chance | None = None
        """Keys the generator anew after each event of chance; None where nothing does."""
        self._num_drawn = 0  # events of chance so far, where they are counted
        self._array = array
        self._bytes = array.view(np.uint8)  # read ten times as fast as a record's fields
        self._engine: Engine = engine_of(game)
        self._legal: npt.NDArray[np.int32] | None = None
        self._lines: bytes | None = None  # the legal actions as text, a line each
        self._written: tuple[str, Action] | None = None  # the last move written here, to be read
        self._start = array  # as it was before the first move of the history
        self._history: list[tuple[Action, str]] = []
        self._previous: tuple[States, int] | None = None  # before its last move, and _num_drawn

    # --- Making one ---

    @classmethod
    def new(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """A freshly dealt game."""
        return cls._deal(game, players, seed, game.parse_options(options, players))

    @classmethod
    def again(cls, game: Game, players: int, seed: int, options: Mapping[str, str]) -> Position:
        """The deal of a game that was played before, its options as a record has them."""
        return cls._deal(game, players, seed, game.read_options(options, players))

    @classmethod
    def _deal(cls, game: Game, players: int, seed: int, values: Values) -> Position:
        check_seed(seed)
        position = cls(game, game.new_state())
        position.rules.setup(position.state, to_word(seed), players, values)
        position.seed = seed
        position.options = game.format_options([int(value) for value in values], players)
        return position

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """A position written by ``str(position)`` or by hand."""
        position = cls(game, parse_states(game, text))
        position.start_text = position.text
        return position

    @classmethod
    def unpack(cls, game: Game, packed: str) -> Position:
        """A position that another of the same version packed; raises TextError where the bytes are
        not as many. Nothing else about them is looked at: they come from who is trusted."""
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
        """Let every event of chance have a key of its own, from the beginning of a game on. What a
        seed has dealt in secret is dealt again: what all see of a deal must not tell it."""
        self.chance, self._num_drawn = chance, 0
        if self.seed is not None:
            self.rules.view(self.state, SPECTATOR)
            self.rules.determinize(self.state, to_word(chance.key(0)))
        self._key_anew()

    def _key_anew(self) -> None:
        """There was an event of chance: another key decides what comes."""
        assert self.chance is not None
        self._num_drawn += 1
        self.rules.determinize(self.state, to_word(self.chance.key(self._num_drawn)))

    def copy(self) -> Position:
        """An independent copy, history included."""
        twin = Position(self.game, copy_states(self._array))
        twin.chance, twin._num_drawn = self.chance, self._num_drawn
        twin.seed, twin.options, twin.start_text = self.seed, dict(self.options), self.start_text
        twin._legal = self._legal
        if self._history:
            twin._start, twin._history = self._start, list(self._history)
            twin._previous = self._previous
        return twin

    def after(self, plies: int) -> Position:
        """The position after the first so many moves played here, with those as its history."""
        if not 0 <= plies <= len(self._history):
            raise InvalidOption(
                f"expected a number of moves from 0 to {len(self._history)}; found {plies}"
            )
        earlier = self.copy()
        earlier._go_back_to(plies)
        return earlier

    def before(self, count: int) -> Position:
        """The position before its last moves, so many of them. Only to be looked at: it may share
        its bytes with this one."""
        if count == 1 and self._previous is not None:
            return Position(self.game, self._previous[0])
        return self.after(len(self._history) - count)

    def at_ply(self, ply: int) -> Position:
        """The position of this game at a ply; one that began in the middle has none before."""
        first = self.first_ply
        if not first <= ply <= self.ply:
            raise InvalidOption(f"ply: expected {first} to {self.ply}; found {ply}")
        return self.after(ply - first)

    # --- Looking at it ---

    @property
    def state(self) -> State:
        """The record itself. Changing it by hand is at your own risk."""
        return self._array[0]

    @property
    def rules(self) -> Rules:
        """The game's kernels on the best target that is ready."""
        return self._engine.rules

    @property
    def players(self) -> int:
        return self._bytes.item(PLAYERS)

    @property
    def mover(self) -> Seat:
        """The seat to move."""
        return self._bytes.item(MOVER)

    @property
    def ply(self) -> int:
        return self._bytes.item(PLY) | self._bytes.item(PLY + 1) << 8

    @property
    def first_ply(self) -> int:
        """The ply at which this game began; 0 unless it began in the middle."""
        return self.ply - len(self._history)

    @property
    def is_over(self) -> bool:
        return self._bytes.item(OVER) != 0

    @property
    def viewer(self) -> int:
        """Whose view this is: -1 for a complete position, 4 for a spectator's."""
        viewer = self._bytes.item(VIEWER)
        return COMPLETE if viewer == 255 else viewer

    @property
    def legal_actions(self) -> npt.NDArray[np.int32]:
        """The legal actions as numbers, ascending."""
        if self._legal is None:
            out = np.empty(self.game.max_legal, dtype=np.int32)
            count = 0 if self.is_over else self.rules.legal_actions(self.state, out)
            self._legal = out[:count].copy()
            self._legal.flags.writeable = False
        return self._legal

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves as text, in the order of ``legal_actions``."""
        return LegalMoves(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.standing() if self.is_over else None

    def standing(self) -> Outcome:
        """The outcome if the game ended here."""
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        self.rules.outcome(self.state, scores, ranks)
        seats = range(self.players)
        return Outcome(
            tuple(int(scores[seat]) for seat in seats),
            tuple(int(ranks[seat]) + 1 for seat in seats),
        )

    def scene(self) -> dict[str, Any]:
        """The position as plain JSON data, for a page that draws it."""
        return tell_scene(self)

    def moves_json(self) -> bytes:
        """The legal moves as a list in JSON, made by compiled code as soon as there is some."""
        shown, legal = self._engine.shown_now, self.legal_actions
        self._lines = self._lines or shown.spell(self.state, legal)
        if self._lines is None:
            return msgspec.json.encode(shown.format_moves(self.state, legal))
        return lines_json(self._lines)

    def scene_json(self) -> bytes:
        """The scene as JSON text, made by compiled code as soon as there is some."""
        return scene_json(self)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows; of a view, what its viewer may see."""
        return self.game.picture(self.scene())

    @property
    def text(self) -> str:
        """The position as text; ``Position.from_text`` reads it back, bit for bit."""
        return format_fields(fields_of(self.game, self.state))

    @property
    def packed(self) -> str:
        """The bytes of the state in base64, for an engine of the same version elsewhere;
        ``Position.unpack`` is one."""
        return b64encode(self._array.tobytes()).decode()

    @property
    def digest(self) -> str:
        """A hash of the text, the same in all versions: without what older ones did not write."""
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
        """The actions played so far, each with its move as text; not to be changed."""
        return self._history

    @property
    def actions(self) -> list[Action]:
        """The actions played so far."""
        return [action for action, _ in self._history]

    @property
    def moves(self) -> list[str]:
        """The moves played so far, as text."""
        return [move for _, move in self._history]

    def play(self, move: str | Action) -> None:
        """Play a move, given as text or as one of ``legal_actions``."""
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
            self._key_anew()

    def undo(self) -> str:
        """Take the last move back; returns it."""
        if not self._history:
            raise TilewrightError("nothing to undo: no move has been played here")
        move = self._history[-1][1]
        self._go_back_to(len(self._history) - 1)
        return move

    def _go_back_to(self, plies: int) -> None:
        """One move back is at hand. For more the first ones are played again: states are large,
        games short and moves quick."""
        if self._previous is not None and plies == len(self._history) - 1:
            before, self._num_drawn = self._previous
            self._array[0] = before[0]
            del self._history[plies:]
        else:
            self._play_again(self._history[:plies])
        self._legal = self._lines = self._written = self._previous = None

    def _play_again(self, history: list[tuple[Action, str]]) -> None:
        """From the beginning on."""
        self._array[0] = self._start[0]
        self._num_drawn = 1
        for action, _ in history:
            self._apply(action)
        self._history = history

    def parse_move(self, text: str) -> Action:
        """The legal action that a text names; otherwise an error that says why not."""
        if len(text) > MAX_MOVE_TEXT:
            raise TextError(f"expected a move; found {len(text):,} characters")
        self._check_running()
        if self._written is not None and self._written[0] == text:
            return self._written[1]
        shown, legal = self._engine.shown_now, self.legal_actions
        if self._lines is None and shown.spells_fast:
            self._lines = shown.spell(self.state, legal)
        found = None if self._lines is None else find_line(self._lines, text)
        if found is None:
            return self.game.notation.parse_move(self.state, text.strip())
        self._written = text, int(legal[found])
        return self._written[1]

    def format_move(self, action: Action) -> str:
        return self._write_move(self._check_action(int(action)))

    def _write_move(self, action: Action) -> str:
        """Whoever asks for a move's text is likely to play it: to read it again can take longer
        than to play it."""
        if self._written is None or self._written[1] != action:
            self._written = self._engine.shown_now.format_move(self.state, action), action
        return self._written[0]

    def describe_move(self, action: Action) -> str:
        """The move and what it does, in words."""
        return self.game.notation.describe_move(self.state, self._check_action(int(action)))

    def effect(self, move: str | Action) -> dict[str, Any]:
        """Tell as plain JSON data what a move does; the position stays as it is.

        On a view too: what is hidden is None, and what chance will bring is not told.
        """
        action = self._find_action(move)
        return tell_effect(self, action, self._write_move(action), self._after(action))

    def effect_json(self, action: Action, move: str) -> bytes:
        """The effect of an action as JSON text, made as scenes are. That it is legal, and reads so,
        is known and not looked at again."""
        return effect_json(self, action, move, self._after(action))

    def _after(self, action: Action) -> State:
        """The state after a legal action; what chance brings is not to be told."""
        after = copy_states(self._array)[0]
        self.rules.apply(after, action)
        return after

    def _find_action(self, move: str | Action) -> Action:
        return self.parse_move(move) if isinstance(move, str) else self._check_action(int(move))

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
        """A copy with all that a seat may not know taken out; without a seat, a spectator."""
        viewer = SPECTATOR if seat is None else seat
        if seat is not None and not 0 <= seat < self.players:
            raise InvalidOption(f"seat: expected 0 to {self.players - 1}; found {seat}")
        if self.viewer not in (COMPLETE, viewer):
            raise HiddenInformation(f"this is already the view of {VIEWERS[self.viewer]}")
        seen = Position(self.game, copy_states(self._array))
        self.rules.view(seen.state, viewer)
        return seen

    def determinize(self, seed: int) -> Position:
        """A complete position that this view could be, chosen at random."""
        if self.viewer == COMPLETE:
            raise HiddenInformation("this position is complete; nothing is hidden in it")
        guess = Position(self.game, copy_states(self._array))
        self.rules.determinize(guess.state, to_word(seed))
        guess.start_text = guess.text
        return guess
