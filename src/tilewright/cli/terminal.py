"""Play in the terminal: coloured text boards, and moves that are typed or chosen by number.

The game is saved atomically after every move, so an interruption loses nothing.
``tilewright play --load FILE`` resumes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tilewright.bots import Bot, Budget, full_name, list_bot_names, make_bot, plain_name
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.game import Game, Seat
from tilewright.match import Match, apply, format_match, game_commands, play_locally, proposals
from tilewright.match.events import BotSeat, Event, Occupant, Person
from tilewright.position import Position
from tilewright.records.forfeits import Forfeit
from tilewright.records.record import (
    check_overwrite,
    is_record_of,
    read_record,
    read_text,
    write_text,
)
from tilewright.search.explain import analyse

HUMAN = "human"
DEFAULT_OPPONENT = "level-3"
PAGE_LINES = 20
HINT_SECONDS = 1.0
NOW = 0  # games in the terminal have no clock

HELP = """\
  MOVE            a move in the game's notation
{spoken}  NUMBER          the move of that number in the list
  list [WORD]     legal moves, those with WORD in them; list again for the next page
  hint            what a strong bot would play, and why
  undo            take back your last move, and what the bots answered
  resign          give up; with three or more a bot plays on in your seat, and comes last
  save FILE       write the game to FILE as well
  load FILE       go on with another game
  text            the position as text
  help            this
  quit            leave; the game is saved"""


class _Quit(Exception):
    """Raised when the person quits."""


def parse_seats(text: str | None, game: Game, players: int) -> list[str]:
    """Parse the occupants of the seats. By default, a person plays against default opponents."""
    if text is None:
        return [HUMAN] + [_default_opponent(game)] * (players - 1)
    seats = text.split(",")
    if len(seats) != players:
        raise InvalidOption(f"seats: expected {players} names with commas; found {len(seats)}")
    for seat in seats:
        if seat != HUMAN and plain_name(seat) not in list_bot_names(game):
            expected = ", ".join([HUMAN, *list_bot_names(game)])
            raise InvalidOption(
                f"seats: expected each to be one of {expected}; found {seat[:40]!r}"
            )
    return seats


def _default_opponent(game: Game) -> str:
    """Return the name of a game's default opponent."""
    return DEFAULT_OPPONENT if game.knowledge else "random"


def _make_occupant(name: str, game: Game) -> Occupant:
    """Create the occupant of a seat. All people at this terminal have the same id."""
    is_bot = plain_name(name) in list_bot_names(game)
    return BotSeat.parse(full_name(name, game)) if is_bot else Person(HUMAN, name)


@dataclass
class TerminalSession:
    """A game played in one terminal."""

    start: InitVar[Position]
    seats: InitVar[Sequence[str]]
    save_path: Path
    console: Console = field(default_factory=Console)
    read_line: Callable[[str], str] = input
    budget: Budget = field(default_factory=Budget)
    forfeits: InitVar[Sequence[Forfeit]] = ()
    match: Match = field(init=False)
    _bots: dict[Seat, Bot] = field(init=False)
    _listed_moves: list[int] = field(init=False)
    _last_seat: Seat | None = field(init=False)

    def __post_init__(
        self, start: Position, seats: Sequence[str], forfeits: Sequence[Forfeit]
    ) -> None:
        self._start_match(start, seats, forfeits)

    def _start_match(
        self, position: Position, seats: Sequence[str], forfeits: Sequence[Forfeit]
    ) -> None:
        """Start a match from a position and reset the session."""
        occupants = [_make_occupant(name, position.game) for name in seats]
        self.match = play_locally(
            position, occupants, forfeits, stand_in=_default_opponent(position.game)
        )
        self._bots, self._listed_moves, self._last_seat = {}, [], None

    @property
    def position(self) -> Position:
        """The current position of the match."""
        return self.match.board

    # --- The loop ---

    def run(self) -> None:
        """Play until the game is over or the person quits."""
        try:
            while not self.match.is_over:
                self._play_turn()
            self._print_end()
        except (KeyboardInterrupt, EOFError, _Quit):
            self._print(f"\nSaved. Go on with:  tilewright play --load {self.save_path}")
        finally:
            self.save()

    def _play_turn(self) -> None:
        """Play one turn, by a bot or by a person."""
        name = self.match.bot_to_move
        if name is not None:
            self._play_bot_move(name)
        else:
            self._prompt_for_move()

    def _play_bot_move(self, name: str) -> None:
        """Play and print a move of the bot to move."""
        seat = self.position.mover
        action = self._get_bot(seat, name).choose(self.position.view(seat))
        words = self.position.describe_move(action)
        self._apply_move(game_commands.bot_move(self.match, action, self.match.number, NOW))
        self._print(f"Seat {seat} ({plain_name(name)}): {words}")

    def _get_bot(self, seat: Seat, name: str) -> Bot:
        """Return a seat's bot, creating it on first use."""
        if seat not in self._bots:
            seed = (self.position.seed or 0) * 4 + seat
            self._bots[seat] = make_bot(name, self.position.game, seed, self.budget)
        return self._bots[seat]

    def _apply_move(self, events: list[Event]) -> None:
        """Apply the events of a move and tell the bots about it."""
        self._apply_events(events)
        action = self.position.actions[-1]
        for seat, bot in self._bots.items():
            bot.played(action, self.position.view(seat))

    def _apply_events(self, events: list[Event]) -> None:
        """Apply events to the match and save the game."""
        apply(self.match, *events)
        self._listed_moves = []
        self.save()

    def save(self) -> None:
        """Write the game to its save file."""
        write_text(self.save_path, format_match(self.match))

    # --- A person's turn ---

    def _prompt_for_move(self) -> None:
        """Show the board and read input until the person's turn is over."""
        seat = self.position.mover
        if self._last_seat not in (None, seat) and self._has_secrets():
            self.console.clear()
            self.read_line(f"Seat {seat}, it is your turn. Press Enter when the others look away. ")
        self._last_seat = seat
        self._print_board(seat)
        while self.match.mover == seat:
            try:
                if self._run_command(self.read_line(f"Seat {seat}> ").strip()):
                    return
            except TilewrightError as error:
                self._print(f"[red]{escape(str(error))}[/red]")

    def _run_command(self, line: str) -> bool:
        """Execute a line of input. Return False if the same player must enter another line."""
        word, _, rest = line.partition(" ")
        if line.isascii() and line.isdigit():
            self._play_move(self.position.format_move(self._parse_number(line)))
        elif word == "list":
            self._print_moves(rest.strip())
            return False
        elif word in ("help", "?", ""):
            self._print(self._format_help())
            return False
        elif word == "hint":
            self._print_hint()
            return False
        elif word == "text":
            self._print(escape(self.position.view(self.position.mover).text))
            return False
        elif word == "save":
            self._save_copy(rest.strip())
            return False
        elif word == "load":
            self._load(rest.strip())
        elif word == "undo":
            self._apply_events(proposals.propose(self.match, HUMAN, "undo", NOW))
        elif word == "resign":
            self._apply_events(game_commands.resign(self.match, HUMAN, NOW))
        elif word in ("quit", "exit"):
            raise _Quit
        else:
            self._play_move(line)
        return True

    def _play_move(self, text: str) -> None:
        """Play a person's move, given as text."""
        self._apply_move(game_commands.move(self.match, HUMAN, text, self.match.number, None, NOW))

    def _print_hint(self) -> None:
        """Print the three best moves of a short search from the seat's view."""
        budget = replace(self.budget, seconds=HINT_SECONDS)
        for move in analyse(self.position, budget, most=3).moves:
            self._print(f"  [bold]{escape(move.move)}[/bold]  {move.worth}  {escape(move.does)}")

    def _parse_number(self, digits: str) -> int:
        """Return the legal action at position `digits` of the list, counted from 1.

        Raises:
            TilewrightError: There is no such action.
        """
        number = int(digits) if len(digits) < 7 else 0
        legal = self.position.legal_actions
        if not 1 <= number <= len(legal):
            raise TilewrightError(f"expected a number from 1 to {len(legal)}; found {digits[:20]}")
        return int(legal[number - 1])

    def _print_moves(self, text: str) -> None:
        """Print the next page of the legal moves that contain `text`."""
        matching = [
            (number, action)
            for number, action in enumerate(map(int, self.position.legal_actions), 1)
            if text.lower() in self.position.format_move(action).lower()
        ]
        fresh = [item for item in matching if item[0] not in self._listed_moves]
        if not fresh:
            self._listed_moves, fresh = [], matching
        for number, action in fresh[:PAGE_LINES]:
            move, words = self.position.format_move(action), self.position.describe_move(action)
            self._print(f"{number:6}  [bold]{escape(move)}[/bold]  {escape(words)}")
            self._listed_moves.append(number)
        if len(fresh) > PAGE_LINES:
            self._print(f"        {len(fresh) - PAGE_LINES} more: list {text}".rstrip())
        if not matching:
            self._print(f"        no legal move has {text[:20]!r} in it")

    def _save_copy(self, path: str) -> None:
        """Write a copy of the game to `path`."""
        if not path:
            raise TilewrightError("save: expected a file name")
        check_overwrite(
            Path(path),
            lambda data: is_record_of(data, self.position),
            "an earlier part of this game",
        )
        write_text(path, format_match(self.match))
        self._print(f"Written to {path}")

    def _load(self, path: str) -> None:
        """Save this game and continue the one in another file."""
        record = read_record(read_text(path))
        self.save()
        position = record.position
        seats = record.seats or parse_seats(None, position.game, position.players)
        self._start_match(position, seats, record.forfeits)
        self.save_path = Path(path)

    # --- Output ---

    def _print_board(self, seat: Seat) -> None:
        """Print the position as seen from a seat, and what may be entered."""
        self.console.print(self.position.game.draw(self.position.view(seat).state, seat))
        count = len(self.position.legal_actions)
        self._print(f"Seat {seat} to move, {count} legal moves. A move, a number, list or help.")
        for word, words in self.position.game.spoken_moves.items():
            if word in self.position.legal_moves:
                self._print(f"You may also [bold]{word}[/bold]: {words}.")

    def _format_help(self) -> str:
        """Return the help text, with the words for moves of this game."""
        spoken = self.position.game.spoken_moves
        lines = "".join(f"  {word:<14}  {words}\n" for word, words in spoken.items())
        return HELP.format(spoken=lines)

    def _print_end(self) -> None:
        """Print the final position and the result of each player."""
        outcome = self.match.outcome
        assert outcome is not None
        self.console.print(self.position.game.draw(self.position.state, None))
        self._print(f"[bold]The game is over after {self.position.ply} moves.[/bold]")
        for seat in outcome.ranking:
            self._print(
                f"  {outcome.places[seat]}. {self._format_result(seat, outcome.scores[seat])}"
            )

    def _format_result(self, seat: Seat, score: int) -> str:
        """Format the result of a seat: its player, score and forfeit, if any."""
        chair = self.match.seats[seat]
        name = chair.occupant.name if chair.occupant else ""
        words = f"seat {seat} ({name}): {score} {self.position.game.score_name}"
        return f"{words}, {chair.forfeit}" if chair.forfeit else words

    def _has_secrets(self) -> bool:
        """Return True if the views of seats 0 and 1 differ."""
        first, second = (self.position.view(seat).state.copy() for seat in (0, 1))
        second["viewer"] = first["viewer"]
        return first.tobytes() != second.tobytes()

    def _print(self, text: str) -> None:
        self.console.print(text, highlight=False)
