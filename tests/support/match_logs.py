"""Stored logs of whole matches, which every future version must replay.

``python tests/support/match_logs.py --write`` adds missing ones. It never replaces one: a log that
no longer replays means that old games are lost, and the code must change. The first line of a log
is the expected result; the others are the events, one per line.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from matches import SECOND, Table
from tilewright.dates import day_of
from tilewright.match import Match, game_commands, lobby_commands, proposals, timeouts
from tilewright.match.clock import ClockRule
from tilewright.match.events import Event, Person, format_event, parse_event
from tilewright.position import Position
from tilewright.registry import GAMES, get_game

FOLDER = Path(__file__).parents[1] / "golden" / "matches"
FORMAT = 1
PEOPLE = ("anna", "ben", "cleo", "dora")


def outcome_of(match: Match) -> dict[str, Any]:
    """Return the facts that must never change about a finished match."""
    assert match.outcome is not None
    return {
        "seed": match.board.seed,
        "final": match.board.digest,
        "scores": list(match.outcome.scores),
        "places": list(match.outcome.places),
        "forfeits": [list(forfeit) for forfeit in match.reasons],
        "seq": match.seq,
        "number": match.number,
    }


def read_log(path: Path) -> tuple[dict[str, Any], list[Event]]:
    head, *lines = path.read_text().splitlines()
    return json.loads(head), [parse_event(line) for line in lines]


def write_log(path: Path, match: Match, log: list[Event]) -> None:
    head = {"match": FORMAT, "secret": match.secret.hex(), **outcome_of(match)}
    lines = [json.dumps(head), *map(format_event, log)]
    path.write_text("\n".join(lines) + "\n")


# --- The matches --------------------------------------------------------------------------------


class Story(Table):
    """A match with random moves, and with all kinds of other events."""

    def __init__(self, game: str, players: int, **terms: Any) -> None:
        super().__init__(
            game=game,
            players=players,
            clock=ClockRule("game", 600 * SECOND, 5 * SECOND),
            stand_in="level-2",
            **terms,
        )
        self.random = random.Random(f"{game} {players}")
        self.people = PEOPLE[:players]

    def seat_everybody(self) -> None:
        for seat, name in enumerate(self.people):
            salt = "" if seat else "c0ffee"
            self.do(lobby_commands.sit(self.match, Person(name, name.title()), self.now, salt=salt))
        if len(self.people) > 1:
            self.do(
                lobby_commands.leave_seat(
                    self.match, self.people[-1], len(self.people) - 1, self.now
                )
            )
        self.do(lobby_commands.start(self.match, "anna", self.now, fill="level-1"))

    def play(self, plies: int) -> None:
        for _ in range(plies):
            if self.match.is_over:
                return
            self.wait(self.random.randrange(1, 9 * SECOND))
            action = int(self.random.choice(self.match.board.legal_actions))
            owner = self.match.seats[self.match.board.mover].owner
            if self.match.bot_to_move is not None:
                self.bot_move(action)
            elif owner is not None:
                self.move(owner, self.match.board.format_move(action), f"m{self.match.number}")

    def ask(self, what: Any, yes: bool) -> None:
        """Let the first person propose something and the others answer."""
        self.do(proposals.propose(self.match, "anna", what, self.now))
        for name in self.people[1:]:
            if self.match.asked is not None and self.match.seats_of(name):
                self.do(proposals.answer(self.match, name, yes, self.now))

    def go_away(self) -> None:
        """Let the mover leave for a while, so that a bot moves for them."""
        owner = self.match.seats[self.match.board.mover].owner
        if owner is not None:
            self.leave(owner)
            self.wait(120 * SECOND)
            self.play(1)
            self.do(game_commands.reclaim(self.match, owner, self.now))
            timeouts.set_presence(self.match, owner, is_present=True, now=self.now)


def tell(game: str, players: int) -> Story:
    """Play a match from its opening to its end."""
    story = Story(game, players)
    story.seat_everybody()
    story.do(game_commands.chat(story.match, Person("zoe", "Zoë"), "good luck", story.now))
    story.play(6)
    story.ask("undo", yes=False)
    story.ask("undo", yes=True)
    story.play(4)
    story.go_away()
    story.ask("pause", yes=True)
    story.do(proposals.resume(story.match, "anna", story.now + 3600 * SECOND))
    story.now += 3600 * SECOND
    if players == 3:
        story.do(game_commands.resign(story.match, "ben", story.now))
    story.play(5 if players == 4 else 1000)
    if players == 4:
        while not story.match.is_over:  # the time of all players runs out
            story.play(1) if story.match.bot_to_move else story.wait(700 * SECOND)
    story.do(lobby_commands.link_rematch(story.match, "next", story.now))
    return story


def tell_on(game: str, players: int) -> Story:
    """Play a match that continues a seat's view of another game, to its end."""
    position = Position.new(get_game(game), players, 11, {})
    while position.ply < 7:
        position.play(int(position.legal_actions[len(position.legal_actions) // 2]))
    story = Story(game, players, start=position.view(players - 1).text)
    story.seat_everybody()
    story.play(1000)
    return story


def tell_daily(game: str, players: int) -> Story:
    """Play the deal of a day, up to the end of that day."""
    story = Story(game, players, day=day_of(Story(game, players).now))
    story.seat_everybody()
    story.play(1000)
    story.wait(24 * 3600 * SECOND)
    return story


def tell_of_names(game: str, players: int) -> Story:
    """Play a game in which a person changes their name twice."""
    story = Story(game, players)
    story.seat_everybody()
    story.play(3)
    for was, name in (("Anna", "Annie"), ("Annie", "Ann")):
        story.do(lobby_commands.rename(story.match, Person("anna", was), name, story.now))
        story.play(3)
    story.play(1000)
    return story


def tell_of_devices(game: str, players: int) -> Story:
    """Play a game in which a seat moves to another device, and then to a third."""
    story = Story(game, players)
    story.seat_everybody()
    for name in ("ann", "anne"):
        story.play(3)
        story.do(
            game_commands.transfer_seat(story.match, "owner", 0, Person(name, "Anna"), story.now)
        )
    story.play(1000)
    return story


def tell_of_outages(game: str, players: int) -> Story:
    """Play a game in which the server is down twice, for longer than a player's time."""
    story = Story(game, players)
    story.seat_everybody()
    for _ in range(2):
        story.play(4)
        gone = story.now
        story.now += 3600 * SECOND
        story.do(timeouts.clock_freeze_events(story.match, [(gone, story.now)], story.now))
    story.play(1000)
    return story


def tell_with_keys(game: str, players: int) -> Story:
    """Play a game with a key for every chance event, also after a move is taken back."""
    story = Story(game, players)
    story.seat_everybody()
    story.play(25)
    if not story.match.is_over:
        story.ask("undo", yes=True)
    story.play(1000)
    return story


def stories() -> Iterator[tuple[Path, Callable[[], Story]]]:
    for game in GAMES.values():
        if game.name != "toy":
            name, most = game.name, game.players[-1]
            for players in game.players:
                yield FOLDER / f"{name}-{players}.jsonl", partial(tell, name, players)
            yield FOLDER / f"{name}-{most}-renamed.jsonl", partial(tell_of_names, name, most)
            yield FOLDER / f"{name}-{most}-from-the-middle.jsonl", partial(tell_on, name, most)
            yield FOLDER / f"{name}-{most}-devices.jsonl", partial(tell_of_devices, name, most)
            yield FOLDER / f"{name}-{most}-away.jsonl", partial(tell_of_outages, name, most)
            yield FOLDER / f"{name}-{most}-keys.jsonl", partial(tell_with_keys, name, most)
            yield FOLDER / f"{name}-{most}-keys-on.jsonl", partial(tell_on, name, most)
            if game.solver is not None:
                yield FOLDER / f"{name}-1-daily.jsonl", partial(tell_daily, name, 1)


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/support/match_logs.py --write")
    FOLDER.mkdir(exist_ok=True)
    for path, tell_story in stories():
        if not path.exists():
            story = tell_story()
            write_log(path, story.match, story.log)


if __name__ == "__main__":
    main()
