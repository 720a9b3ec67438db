"""The game in a terminal: boards drawn in colour and letters, moves typed or chosen by number.

Nothing is lost by an interruption: after every move the whole game is written to its save file
(to a temporary file first, then renamed), and ``tilewright play --load FILE`` goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tilewright.bots import BOTS, Bot, Budget, make_bot
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.game import Game, Seat
from tilewright.position import Position
from tilewright.record import format_record, parse_record, read_text, seat_names, write_text
from tilewright.search.explain import analyse

__all__ = ["HUMAN", "Session", "parse_seats"]

HUMAN = "human"
EASY = "level-3"
PAGE = 20
HINT_SECONDS = 1.0

HELP = """\
  MOVE            a move in the game's notation
  NUMBER          the move of that number in the list
  list [WORD]     legal moves, those with WORD in them; list again for the next page
  hint            what a strong bot would play, and why
  undo            take back your last move, and what the bots answered
  save FILE       write the game to FILE as well
  load FILE       go on with another game
  text            the position as text
  help            this
  quit            leave; the game is saved"""


class _Quit(Exception):
    """The person wants to leave."""


def parse_seats(text: str | None, game: Game, players: int) -> list[str]:
    """Who sits where. One person against easy bots unless told otherwise."""
    if text is None:
        rival = EASY if game.knowledge else "random"
        return [HUMAN] + [rival] * (players - 1)
    seats = text.split(",")
    if len(seats) != players:
        raise InvalidOption(f"seats: expected {players} names with commas; found {len(seats)}")
    for seat in seats:
        if seat != HUMAN and seat not in BOTS:
            expected = ", ".join([HUMAN, *BOTS])
            raise InvalidOption(
                f"seats: expected each to be one of {expected}; found {seat[:40]!r}"
            )
    return seats


@dataclass
class Session:
    """One game at one terminal."""

    position: Position
    seats: list[str]
    save_path: Path
    console: Console = field(default_factory=Console)
    read_line: Callable[[str], str] = input
    _shown: list[int] = field(default_factory=list[int])
    _last_seen: Seat | None = None

    def __post_init__(self) -> None:
        self._bots = self._make_bots()

    # --- The loop ---

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        try:
            while not self.position.is_over:
                self._turn()
            self._show_end()
        except (KeyboardInterrupt, EOFError, _Quit):
            self._say(f"\nSaved. Go on with:  tilewright play --load {self.save_path}")
        finally:
            self.save()

    def _turn(self) -> None:
        bot = self._bots.get(self.position.mover)
        if bot is not None:
            seat = self.position.mover
            action = bot.choose(self.position.view(seat))
            words = self.position.describe_move(action)
            self._play(action)
            self._say(f"Seat {seat} ({self.seats[seat]}): {words}")
        else:
            self._ask()

    def _play(self, action: int) -> None:
        self.position.play(action)
        for seat, bot in self._bots.items():
            bot.played(action, self.position.view(seat))
        self._shown = []
        self.save()

    def save(self) -> None:
        """Write the whole game to its save file."""
        write_text(self.save_path, format_record(self.position, self.seats))

    # --- A person's turn ---

    def _ask(self) -> None:
        seat = self.position.mover
        if self._last_seen not in (None, seat) and self._has_secrets():
            self.console.clear()
            self.read_line(f"Seat {seat}, it is your turn. Press Enter when nobody else looks. ")
        self._last_seen = seat
        self._draw(seat)
        while self.position.mover == seat and not self.position.is_over:
            try:
                if self._command(self.read_line(f"Seat {seat}> ").strip()):
                    return
            except TilewrightError as error:
                self._say(f"[red]{escape(str(error))}[/red]")

    def _command(self, line: str) -> bool:
        """Carry out one line; True when the turn needs to be drawn anew."""
        word, _, rest = line.partition(" ")
        if line.isascii() and line.isdigit():
            self._play(self._numbered(line))
        elif word == "list":
            self._list(rest.strip())
            return False
        elif word in ("help", "?", ""):
            self._say(HELP)
            return False
        elif word == "hint":
            self._hint()
            return False
        elif word == "text":
            self._say(escape(self.position.view(self.position.mover).text))
            return False
        elif word == "save":
            self._save_copy(rest.strip())
            return False
        elif word == "load":
            self._load(rest.strip())
        elif word == "undo":
            self._undo()
        elif word in ("quit", "exit"):
            raise _Quit
        else:
            self._play(self.position.parse_move(line))
        return True

    def _hint(self) -> None:
        """The best three moves of a short search over what this seat may know."""
        for move in analyse(self.position, Budget(seconds=HINT_SECONDS), most=3).moves:
            self._say(f"  [bold]{escape(move.move)}[/bold]  {move.chance:.0%}  {escape(move.does)}")

    def _numbered(self, digits: str) -> int:
        number = int(digits) if len(digits) < 7 else 0
        legal = self.position.legal_actions
        if not 1 <= number <= len(legal):
            raise TilewrightError(f"expected a number from 1 to {len(legal)}; found {digits[:20]}")
        return int(legal[number - 1])

    def _list(self, word: str) -> None:
        """A page of the moves that contain a word; the same word again turns the page."""
        matching = [
            (number, action)
            for number, action in enumerate(map(int, self.position.legal_actions), 1)
            if word.lower() in self.position.format_move(action).lower()
        ]
        fresh = [item for item in matching if item[0] not in self._shown]
        if not fresh:
            self._shown, fresh = [], matching
        for number, action in fresh[:PAGE]:
            move, words = self.position.format_move(action), self.position.describe_move(action)
            self._say(f"{number:6}  [bold]{escape(move)}[/bold]  {escape(words)}")
            self._shown.append(number)
        if len(fresh) > PAGE:
            self._say(f"        {len(fresh) - PAGE} more: list {word}".rstrip())
        if not matching:
            self._say(f"        no legal move has {word[:20]!r} in it")

    def _save_copy(self, name: str) -> None:
        if not name:
            raise TilewrightError("save: expected a file name")
        write_text(name, format_record(self.position, self.seats))
        self._say(f"Written to {name}")

    def _load(self, name: str) -> None:
        text = read_text(name)
        position = parse_record(text)
        self.save()
        self.seats = seat_names(text) or parse_seats(None, position.game, position.players)
        self.position, self.save_path = position, Path(name)
        self._bots, self._last_seen = self._make_bots(), None

    def _undo(self) -> None:
        """Back to this person's last decision; bots' moves on the way go too."""
        seat = self.position.mover
        trial = self.position.copy()
        trial.undo()
        while trial.mover != seat and self.seats[trial.mover] != HUMAN:
            trial.undo()
        self.position = trial
        self._shown = []
        self.save()

    # --- Showing ---

    def _draw(self, seat: Seat) -> None:
        self.console.print(self.position.game.draw(self.position.view(seat).state, seat))
        count = len(self.position.legal_actions)
        self._say(f"Seat {seat} to move, {count} legal moves. A move, a number, list or help.")

    def _show_end(self) -> None:
        outcome = self.position.outcome
        assert outcome is not None
        game = self.position.game
        self.console.print(game.draw(self.position.state, None))
        self._say(f"[bold]The game is over after {self.position.ply} moves.[/bold]")
        for seat in outcome.ranking:
            score = f"{outcome.scores[seat]} {game.score_name}"
            self._say(f"  {outcome.places[seat]}. seat {seat} ({self.seats[seat]}): {score}")

    def _has_secrets(self) -> bool:
        """Whether two seats would see different things."""
        first, second = (self.position.view(seat).state.copy() for seat in (0, 1))
        second["viewer"] = first["viewer"]
        return first.tobytes() != second.tobytes()

    def _make_bots(self) -> dict[Seat, Bot]:
        seed = self.position.seed or 0
        return {
            seat: make_bot(name, self.position.game, seed * 4 + seat)
            for seat, name in enumerate(self.seats)
            if name != HUMAN
        }

    def _say(self, text: str) -> None:
        self.console.print(text, highlight=False)
