"""The browser's local tables and ``tilewright.match`` lead the same commands to the same events.

Seeded sequences of commands run through both: the browser's in Node, ours through a reference of a
few lines around ``tilewright.match``. One person plays, on several seats or against bots; local
tables have no clock, no pause and no talk.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine_folder import write_engines
from engine_traces import run_node
from tilewright.bots import full_name
from tilewright.errors import GameOver, Refused, TextError, TilewrightError
from tilewright.game import Game
from tilewright.match import (
    Match,
    apply,
    game_commands,
    lobby_commands,
    open_table,
    proposals,
    replay,
)
from tilewright.match.events import (
    Event,
    Opened,
    Person,
    Terms,
    format_event,
    parse_event,
)
from tilewright.position import Position
from tilewright.records.record import read_record
from tilewright.registry import GAMES
from tilewright.wire.catalog import build_bot_cards

pytestmark = pytest.mark.slow

Command = dict[str, Any]
SCRIPT = Path(__file__).with_name("local.mjs")
ME = "local"
SECRET = bytes(32)
NAMES = ("my-shelfie", "nova-luna-solo", "polyssimo")
BOTS = ("random", "level-1", "level-3", "level-8", "hal")
OPTIONS: dict[str, list[dict[str, str]]] = {
    "my-shelfie": [{}, {"goals": "1"}, {"first": "seat-1"}, {"first": "seat-3"}, {"goals": "9"}],
    "nova-luna-solo": [{}, {"handicap": "1"}],
    "polyssimo": [{}, {"handicap": "7,0"}, {"handicap": "0,0"}, {"handicap": "none"}]
    + [{"handicap": text} for text in ("7", "7,x", "7.5,0", "7x,0", "-1,0", "99,0", "5,5")],
}
NOT_HERE = ("say", "answer", "resume", "reclaim", "pause")
"""Commands that a local table has not: refused, and nothing happens."""


# --- The reference --------------------------------------------------------------------------------


class LocalTables:
    """Tables of one person who is their host, around ``tilewright.match``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.logs: list[list[Event]] = []
        self.matches: list[Match] = []

    def carry_out(self, command: Command) -> str | None:
        """Return the error code of a refused command; None if it was accepted."""
        fields = dict(command)
        kind = fields.pop("kind").replace(" ", "_")
        try:
            getattr(self, kind, self.refuse)(**fields)
        except TextError:
            return "illegal_move"  # the browser knows the legal moves alone
        except TilewrightError as error:
            return str(error.code)
        return None

    def refuse(self, **fields: Any) -> None:
        raise Refused("refused", "there is no such command at a local table")

    def open(self, game: str, players: int, start: Command | None = None, **agreed: Any) -> None:
        bots = [(one["seat"], parse_bot_name(game, one["bot"])) for one in agreed.pop("bots", [])]
        view = None if start is None else self.find_start(**start)
        self.begin(terms_of(game, players, agreed.get("options", {}), view), [], bots)

    def find_start(self, table: int, ply: int, seat: int) -> str:
        match = self.matches[table]
        if not match.is_over:
            raise Refused("not_over", "expected a game that is over")
        position = match.board.at_ply(ply)
        if position.is_over:
            raise GameOver("expected a game that goes on")
        return position.view(seat).text

    def begin(self, terms: Terms, reserved: list[str | None], bots: list[tuple[int, str]]) -> int:
        """Open a table, whole or not at all; return its number."""
        log = open_table(terms, ME, SECRET, 0, reserved, chance="seed")
        (opened,) = log
        assert isinstance(opened, Opened)
        match = replay(SECRET, log, deal(opened.terms, self.seed))
        for seat, name in bots:
            events = lobby_commands.seat_bot(match, ME, seat, name, 0)
            apply(match, *events)
            log += events
        self.matches.append(match)
        self.logs.append(log)
        return len(self.matches) - 1

    def do(self, table: int, command: Callable[[Match], list[Event]]) -> None:
        events = command(self.matches[table])
        apply(self.matches[table], *events)
        self.logs[table] += events

    def sit(self, table: int, seat: int | None, name: str) -> None:
        self.do(table, lambda match: lobby_commands.sit(match, Person(ME, name), 0, seat))

    def start(self, table: int) -> None:
        self.do(table, lambda match: lobby_commands.start(match, ME, 0))

    def move(self, table: int, number: int, move: str, move_id: str | None) -> None:
        self.do(table, lambda match: game_commands.move(match, ME, move, number, move_id, 0))

    def bot_move(self, table: int, number: int, action: int) -> None:
        """Play a bot's move; late moves are dropped silently."""
        match = self.matches[table]
        if number == match.number and match.bot_to_move is not None:
            self.do(table, lambda match: game_commands.bot_move(match, action, number, 0))

    def ask(self, table: int, what: str) -> None:
        if what != "undo":
            self.refuse()
        self.do(table, lambda match: proposals.propose(match, ME, "undo", 0))

    def resign(self, table: int) -> None:
        self.do(table, lambda match: game_commands.resign(match, ME, 0))

    def rematch(self, table: int) -> None:
        match = self.matches[table]
        if match.next_table is not None:
            return
        terms, reserved = lobby_commands.plan_rematch(match, ME)
        bots = [
            (seat, parse_bot_name(terms.game, name))
            for seat, name in lobby_commands.rematch_bots(match)
        ]
        following = self.begin(terms, reserved, bots)
        self.do(table, lambda match: lobby_commands.link_rematch(match, f"table-{following}", 0))

    two_rematches = rematch


def terms_of(game: str, players: int, options: dict[str, str], start: str | None) -> Terms:
    """Return the terms of a local table."""
    given = {} if start is not None else options
    stand_in = "level-4" if GAMES[game].knowledge else "random"
    return Terms(
        game=game, players=players, options=given, talk=False, grace=None, start=start,
        stand_in=stand_in,
    )  # fmt: skip


def deal(terms: Terms, seed: int) -> Position:
    game = GAMES[terms.game]
    if terms.start is not None:
        return Position.from_text(game, terms.start).determinize(seed)
    return Position.again(game, terms.players, seed, terms.options)


def parse_bot_name(game: str, name: str) -> str:
    """Return the full name of a bot for this game."""
    known: Game = GAMES[game]
    if name not in bots_of(known):
        raise Refused("invalid_option", f"found {name}")
    return full_name(name, known) if asks_network(name, known) else name


def bots_of(game: Game) -> list[str]:
    return [card.name for card in build_bot_cards(game)]


def asks_network(name: str, game: Game) -> bool:
    """Return True for versions of a level that need their network: browsers fetch it for those
    alone."""
    if not name.startswith("level-") or game.knowledge is None:
        return False
    level = game.knowledge.levels[int(name[-1]) - 1]
    return level.looks or level.iterations != 0


def summary(match: Match) -> dict[str, Any]:
    """Return the parts of a table that both implementations share."""
    outcome = match.outcome
    return {
        "status": match.status,
        "seq": match.seq,
        "number": match.number,
        "ply": 0 if match.position is None else match.board.ply,
        "mover": match.mover,
        "next_table": match.next_table,
        "outcome": outcome and {"scores": [*outcome.scores], "places": [*outcome.places]},
        "kept": [
            None if seat.occupant else kept
            for seat, kept in zip(match.seats, match.reserved, strict=True)
        ],
        "given": [seat.forfeit for seat in match.seats],
        "bot": match.bot_to_move and match.bot_to_move.partition("@")[0],
        "seen_as": match.viewer_seat(ME),
        "mine": match.seats_of(ME),
    }


# --- Sequences of commands ------------------------------------------------------------------------


class Sequence:
    """Random commands, most of which lead somewhere, with what the reference answers."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.random = game, Random(f"{game} {seed}")
        self.tables = LocalTables(self.random.getrandbits(64))
        self.commands: list[Command] = []
        self.results: list[dict[str, Any]] = []
        self.move_ids: list[str] = []

    def run(self, count: int) -> None:
        self.do(self.draw_open())
        while len(self.commands) < count:
            self.do(self.draw())

    def do(self, command: Command) -> None:
        before = [len(log) for log in self.tables.logs]
        code = self.tables.carry_out(command)
        news = []
        for index, (log, match) in enumerate(
            zip(self.tables.logs, self.tables.matches, strict=True)
        ):
            new = log[before[index] if index < len(before) else 0 :]
            if new:
                events = [plain(event) for event in new]
                news.append({"table": f"table-{index}", "events": events, "match": summary(match)})
        self.commands.append(command)
        self.results.append({"code": code, "news": news})

    def draw(self) -> Command:
        """Return the next command, mostly for the last table."""
        count = len(self.tables.matches)
        if count == 0 or self.random.random() < 0.02:
            return self.draw_open()
        table = count - 1 if self.random.random() < 0.95 else self.random.randrange(count)
        match = self.tables.matches[table]
        draw = {"open": self.draw_before, "running": self.draw_during, "over": self.draw_after}
        command = draw[match.status](match)
        return command if command["kind"] == "open" else {"table": table} | command

    def draw_open(self) -> Command:
        choice, game = self.random.choice, self.game
        players = choice([*GAMES[game].players, *GAMES[game].players, 1, 4])
        bots = [
            {"seat": choice([1, 2, seat]), "bot": choice(BOTS)} for seat in range(choice([0, 1, 2]))
        ]
        ended = [index for index, match in enumerate(self.tables.matches) if match.is_over]
        command = {"kind": "open", "game": game, "players": players, "bots": bots}
        if ended and self.random.random() < 0.5:
            table = choice(ended)
            if self.tables.matches[table].position is not None:
                return (
                    command
                    | {"players": self.tables.matches[table].players, "bots": []}
                    | {
                        "start": {
                            "table": table,
                            "ply": self.random.randint(0, self.tables.matches[table].board.ply + 1),
                            "seat": self.random.randrange(self.tables.matches[table].players),
                        }
                    }
                )
        return command | {"options": choice(OPTIONS[game])}

    def draw_before(self, match: Match) -> Command:
        if self.random.random() < 0.1:
            return self.draw_during_nothing(match)
        if self.random.random() < 0.35:
            return {"kind": "start"}
        seat = self.random.choice([None, None, None, *range(-1, match.players + 1)])
        return {"kind": "sit", "seat": seat, "name": self.random.choice(["Ann", "Бен Ч.", "~ ~"])}

    def draw_during(self, match: Match) -> Command:
        chance = self.random.random()
        if chance < 0.04:
            return {"kind": "resign"}
        if chance < 0.10:
            return {"kind": "ask", "what": self.random.choice(["undo", "undo", "undo", "pause"])}
        if chance < 0.14:
            return self.draw_during_nothing(match)
        number = match.number - (self.random.random() < 0.05)
        if match.bot_to_move is not None and chance < 0.97:
            return {"kind": "bot move", "number": number, "action": self.draw_action(match)}
        return {
            "kind": "move",
            "number": number,
            "move": self.draw_move(match),
            "move_id": self.draw_id(),
        }

    def draw_during_nothing(self, match: Match) -> Command:
        """Return a command at the wrong time, or for the wrong kind of table."""
        kinds = [*NOT_HERE[:-1], "start", "sit", "rematch", "resign", "undo", "move", "bot move"]
        kind = self.random.choice(kinds)
        more: dict[str, Command] = {
            "sit": {"seat": None, "name": "Ann"},
            "say": {"text": "hello"},
            "answer": {"yes": True},
            "move": {"number": match.number, "move": "?", "move_id": self.draw_id()},
            "bot move": {"number": match.number - 1, "action": 0},
        }
        if kind == "undo":
            return {"kind": "ask", "what": "undo"}
        return {"kind": kind} | more.get(kind, {})

    def draw_after(self, match: Match) -> Command:
        if self.random.random() < 0.3:
            return self.draw_during_nothing(match)
        if self.random.random() < 0.2:
            return self.draw_open()
        return {"kind": self.random.choice(["rematch", "two rematches"])}

    def draw_action(self, match: Match) -> int:
        return int(self.random.choice(match.board.legal_actions))

    def draw_move(self, match: Match) -> str:
        if self.random.random() < 0.03:
            return "no such move"
        move = match.board.format_move(self.draw_action(match))
        return f" {move} " if self.random.random() < 0.1 else move

    def draw_id(self) -> str:
        if self.move_ids and self.random.random() < 0.05:
            return self.random.choice(self.move_ids)
        self.move_ids.append(f"m{len(self.move_ids)}")
        return self.move_ids[-1]


def plain(event: Event) -> Any:
    """Return an event as stored, without the parts that differ by design."""
    told = json.loads(format_event(event))
    for name in ("at", "commitment", "chance", "salt"):
        told.pop(name, None)
    if isinstance(event, Opened):
        told["terms"]["start"] = event.terms.start is not None
    return told


# --- The comparison -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_engines(tmp_path_factory.mktemp("engine"), NAMES)


@pytest.mark.parametrize("game", NAMES)
def test_local_commands_give_the_events_of_the_server(
    engines: Path, game: str, is_long: bool
) -> None:
    seeds = range(400 if is_long else 12)
    sequences = [Sequence(game, seed) for seed in seeds]
    for sequence in sequences:
        sequence.run(60 if game == "polyssimo" else 120)
    jobs = [
        {"kind": "commands", "seed": str(one.tables.seed), "commands": one.commands}
        for one in sequences
    ]
    answers = json.loads(run_node(str(SCRIPT), str(engines), given=json.dumps(jobs)))
    pairs = zip(seeds, sequences, answers, strict=True)
    found = {seed: compare(sequence, answer) for seed, sequence, answer in pairs}
    wrong = [f"seed {seed}, {difference}" for seed, difference in found.items() if difference]
    assert not wrong, "\n".join(wrong)


def compare(sequence: Sequence, answer: Any) -> str:
    """Return the first difference between two sequences, or an empty result."""
    steps = zip(sequence.commands, sequence.results, answer["results"], strict=True)
    for number, (command, here, there) in enumerate(steps):
        for news in there["news"]:
            news["events"] = [plain(read_event(event)) for event in news["events"]]
            news["match"] = {"next_table": None, "outcome": None} | news["match"]
        if there != here:
            return f"command {number}, {command}: expected {here}; found {there}"
    for match, text in zip(sequence.tables.matches, answer["records"], strict=True):
        compare_record(match, text)
    return ""


def read_event(told: dict[str, Any]) -> Event:
    """Return an event of a local table, which promises nothing about its deal."""
    if told["kind"] == "opened":
        told["commitment"] = "none"
    return parse_event(json.dumps(told))


def compare_record(match: Match, told: Any) -> None:
    """Check that the record of a local game that began with its deal tells the same game."""
    if not isinstance(told, str):
        refused = (
            "not_running" if match.position is None else "refused" if match.is_over else "hidden"
        )
        assert told["refused"] == refused
        return
    record = read_record(told)
    assert record.position.moves == match.board.moves
    assert record.outcome == match.outcome
    assert record.forfeits == match.reasons
