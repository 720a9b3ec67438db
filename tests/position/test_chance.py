"""Chance at a server: every event has a key of its own, so that what is shown does not tell what
comes.

One seed of 64 bits decided a whole game once. The opening of Nova Luna shows eleven numbers of its
generator: nine days of one GPU found the seed, and with it the order of all tiles to come.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator

import numpy as np
import pytest

import tilewright as tw
from matches import SECRET, Table, running
from tilewright.errors import TextError
from tilewright.game import Action
from tilewright.match import apply, format_match, game_commands, play_locally, replay
from tilewright.match.events import BotSeat, ChanceRule, Opened, Terms, format_event, parse_event
from tilewright.match.reducer import deal
from tilewright.position import Position
from tilewright.records.commit_reveal import Shuffle
from tilewright.records.record import read_record
from tilewright.records.verify import verify_record
from tilewright.registry import GAMES
from tilewright.study.review.evaluation import depends_on_chance

SHUFFLE = Shuffle(SECRET, (b"\x00\xff", b""))
WITH_CHANCE = ["nova-luna", "my-shelfie"]


def begin(game: str, chance: ChanceRule = "keys", secret: bytes = SECRET) -> Position:
    players = GAMES[game].players[0]
    shuffle = Shuffle(secret, (b"",) * players)
    return deal(Terms(game=game, players=players), shuffle, chance)


def bare(position: Position) -> Position:
    """Return everything in the record, the generator included, but no keys."""
    return Position(position.game, np.array([position.state]))


def at_random(position: Position) -> Iterator[Action]:
    """Legal moves, to be played by the caller."""
    draw = random.Random(position.seed)
    while not position.is_over:
        yield int(draw.choice(position.legal_actions))


def test_chance_keys_are_hashes_as_documented() -> None:
    parts = b"\x00\x00\x00\x06chance" + b"\x00\x00\x00\x04\x00\x00\x00\x02"
    message = parts + b"\x00\x00\x00\x02\x00\xff" + b"\x00\x00\x00\x00"
    digest = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert SHUFFLE.key(2) == int.from_bytes(digest[:8], "big") != SHUFFLE.seed


@pytest.mark.parametrize("game", WITH_CHANCE)
@pytest.mark.parametrize("chance", ["seed", "keys"])
def test_keyed_generator_reveals_only_past_chance(game: str, chance: ChanceRule) -> None:
    """An attacker knows everything visible and, after each event, the generator behind it. They
    simulate from there and check whether they predicted the next event."""
    position, foreseen = begin(game, chance), []
    spy = begin(game, "seed")
    for action in at_random(position):
        before = bare(position)
        position.play(action)
        spy.play(action)
        if depends_on_chance(before, action):
            foreseen.append(spy.view() == position.view())
            spy = before
            spy.play(action)
            assert spy.view() == position.view()  # what this event showed, they knew or worked out
    assert len(foreseen) > 1 and foreseen[:2] == [chance == "seed"] * 2


def test_keyed_deal_does_not_reveal_hidden_parts() -> None:
    """Regression: every card followed from the seed, which the visible room reveals."""
    shown, hidden = [], []
    for number in range(8):
        dealt = [begin("my-shelfie", rule, bytes([number] * 32)) for rule in ("seed", "keys")]
        shown.append(dealt[0].view() == dealt[1].view())
        hidden.append(bytes(dealt[0].state["cards"]) == bytes(dealt[1].state["cards"]))
    assert all(shown) and not any(hidden)


@pytest.mark.parametrize("game", [*GAMES])
def test_chance_field_changes_with_every_chance_event(game: str) -> None:
    """`chance_field` changes with each event; otherwise a key would decide two events, or none."""
    position = begin(game)
    for action in at_random(position):
        before = bare(position)
        position.play(action)
        if depends_on_chance(before, action):
            after = bare(before)
            after.play(action)
            field = position.game.chance_field
            assert after.state[field] != before.state[field]


def test_keyed_chance_after_undo_draws_the_same() -> None:
    """Events are counted, not moves, so that no player can wait for a convenient key."""
    position = begin("nova-luna-solo")
    actions = list(position.legal_actions[:2])
    refilled = []
    for action in actions:
        position.play(int(action))
        while position.state["phase"] == 1:
            position.play(int(position.legal_actions[-1]))
        refilled.append(sorted(position.state["wheel"]))
        while position.actions:
            position.undo()
    assert position == begin("nova-luna-solo") and refilled[0] == refilled[1]


def test_view_has_neither_generator_nor_keys() -> None:
    for seen in (begin("my-shelfie").view(0), begin("my-shelfie").view()):
        assert seen.state["rng"] == 0 and seen.chance is None
        assert seen.determinize(3).chance is None


def test_opening_without_a_chance_rule_draws_by_the_seed() -> None:
    table = Table("my-shelfie")
    opened = table.log[0]
    assert isinstance(opened, Opened) and opened.chance == "keys"
    old = parse_event(format_event(opened).replace(',"chance":"keys"', ""))
    assert replay(SECRET, [old]).chance == "seed"


def test_local_game_draws_by_its_seed() -> None:
    position = tw.new("nova-luna", seed=7)
    assert position.chance is None and "tilewright: record 1\n" in tw.dump(position)


# --- Records ------------------------------------------------------------------------------------


def played(**terms: str) -> Table:
    """Return an unfinished game with a few chance events."""
    table = running("anna", "ben", game="my-shelfie", **terms)
    for action in at_random(table.match.board):
        match = table.match
        if match.board.ply > 24:
            break
        move = match.board.format_move(action)
        table.do(
            game_commands.move(
                match, ("anna", "ben")[match.board.mover], move, match.number, None, 0
            )
        )
    table.do(game_commands.resign(table.match, "anna", 0))
    return table


def test_record_has_the_keys_and_is_verified() -> None:
    match = played().match
    text = format_match(match)
    record = read_record(text)
    assert text.startswith("tilewright: record 2\n") and record.position == match.board
    assert "Checked: what comes by chance has keys of the secret, one for each event." in (
        verify_record(record)
    )
    assert tw.load(tw.dump(tw.load(text))) == match.board
    with pytest.raises(TextError, match="line"):
        read_record(text.replace("record 2", "record 1"))
    with pytest.raises(TextError, match="shuffle"):
        read_record(text.partition("shuffle:")[0])


def test_match_record_of_a_start_view_has_keyed_chance() -> None:
    start = tw.new("my-shelfie", seed=3).view(1)
    match = played(start=start.text).match
    record = read_record(format_match(match))
    assert record.start is not None and record.position == match.board
    assert match.board.after(0).view(1) == start


@pytest.mark.parametrize("terms", [{}, {"start": tw.new("my-shelfie", seed=3).view(1).text}])
def test_server_game_continues_at_one_screen(terms: dict[str, str]) -> None:
    there = read_record(format_match(played(**terms).match)).position
    match = play_locally(there, [BotSeat("level-1"), BotSeat("level-1")])
    apply(match, *game_commands.bot_move(match, int(match.board.legal_actions[0]), match.number, 0))
    assert read_record(format_match(match)).position == match.board
