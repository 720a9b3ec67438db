"""Forfeits in records, and what records say of games that are given up."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import tilewright as tw
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.position import Outcome, Position
from tilewright.records.commit_reveal import Shuffle, ShuffleMismatch
from tilewright.records.forfeits import apply_forfeits, format_forfeits, parse_forfeits
from tilewright.records.record import (
    Record,
    is_record_of,
    normalize_record,
    read_record,
    write_record,
)
from tilewright.records.verify import describe_shuffle, verify_record
from tilewright.text import parse_fields


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- Forfeits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forfeits, places",
    [
        ((), (2, 4, 1, 3)),
        ((2,), (1, 3, 4, 2)),
        ((2, 0), (3, 2, 4, 1)),
        ((0, 2), (4, 2, 3, 1)),
        ((1, 3, 2), (1, 4, 2, 3)),
        ((3, 1, 0, 2), (2, 3, 1, 4)),
    ],
)
def test_places_after_puts_the_first_to_give_up_at_the_end(
    forfeits: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Without forfeits the seats come in the order 2, 0, 3, 1."""
    standing = Outcome((20, 5, 30, 10), (2, 4, 1, 3))
    assert apply_forfeits(standing, forfeits) == Outcome(standing.scores, places)


def test_places_after_permuted_seats_is_permuted() -> None:
    standing, forfeits = Outcome((20, 5, 30, 10), (2, 4, 1, 3)), (2, 1)
    places = apply_forfeits(standing, forfeits).places
    for order in permutations(range(4)):
        turned = Outcome(
            tuple(standing.scores[seat] for seat in order),
            tuple(standing.places[seat] for seat in order),
        )
        found = apply_forfeits(turned, [order.index(seat) for seat in forfeits])
        assert found.places == tuple(places[seat] for seat in order)


def value(text: str) -> Any:
    return parse_fields(f"forfeits: {text}\n").take("forfeits")


@pytest.mark.parametrize(
    "text, players, found",
    [
        ("2 resigned", 3, ((2, "resigned"),)),
        ("2 time, 0 fault", 3, ((2, "time"), (0, "fault"))),
        ("1 resigned,0 resigned", 2, ((1, "resigned"), (0, "resigned"))),
    ],
)
def test_parse_forfeits_keeps_their_order(text: str, players: int, found: Any) -> None:
    assert parse_forfeits(value(text), players) == found
    assert parse_forfeits(value(format_forfeits(found)), players) == found


@pytest.mark.parametrize(
    "text, words",
    [
        ("3 resigned", "0 to 2"),
        ("-1 resigned", "0 to 2"),
        ("1 resigned, 1 time", "found seat 1 twice"),
        ("1 left", "one of resigned, time, fault; found 'left'"),
        ("1", "one of resigned, time, fault"),
        ("1  resigned", "one of resigned, time, fault"),
        ("1 resigned,", "0 to 2"),
    ],
)
def test_parse_forfeits_of_three_refuses(text: str, words: str) -> None:
    with pytest.raises(TextError, match=words):
        parse_forfeits(value(text), 3)


# --- Results in records -------------------------------------------------------------------------


def played(moves: int = 2, players: int = 3) -> Position:
    position = tw.new("toy", players=players, seed=5, rolls="no")
    for _ in range(moves):
        position.play("take 1")
    return position


def given_up(*seats: int, moves: int = 2) -> Record:
    position = played(moves)
    reasons = tuple((seat, "resigned") for seat in seats)
    outcome = apply_forfeits(position.standing(), seats)
    return Record(position, ("ann", "bob", "cem"), reasons, outcome)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [(1, 0), (0, 1), (2, 0)])
def test_record_of_a_game_that_was_given_up_is_read_again(seats: tuple[int, ...]) -> None:
    record = given_up(*seats)
    text = write_record(record)
    found = read_record(text)
    assert (found.forfeits, found.outcome, found.seats) == (
        record.forfeits,
        record.outcome,
        ("ann", "bob", "cem"),
    )
    assert write_record(found) == text
    assert record.outcome is not None
    places = " ".join(map(str, record.outcome.places))
    assert f"places: {places}\n" in text


def test_record_with_a_forfeit_may_be_unfinished() -> None:
    """With three players a game may go on after a forfeit."""
    text = write_record(given_up(1)).replace("result: 0 0 0", "result: unfinished")
    found = read_record("\n".join(one for one in text.splitlines() if "places" not in one) + "\n")
    assert (found.outcome, found.forfeits) == (None, ((1, "resigned"),))


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("result: 0 0 0", "result: 0 0 1", "the moves lead to 'unfinished' or '0 0 0'"),
        ("places: 2 1 3", "places: 1 2 3", "the moves lead to '2 1 3'; found '1 2 3'"),
        ("seats: ann bob cem", "seats: ann bob", "expected 3 names; found 2"),
        ("seats: ann bob cem", "seats: ann bob cem dan", "expected 3 names; found 4"),
        ("  2. take 1", "  3. take 1", "expected '2. ' and a move"),
        ("  2. take 1", "  2 take 1", "expected '2. ' and a move"),
        ("players: 3", "players: 4", "2 to 3"),
        ("seed: 5", "seed: 18446744073709551616", "seed"),
        ("options: rolls=no", "options: rolls=maybe", "rolls"),
        ("final: ", "final: 0", "the moves lead to"),
    ],
)
def test_record_that_says_what_is_not_so_is_refused(old: str, new: str, words: str) -> None:
    text = write_record(given_up(2, 0))
    assert old in text, text
    with pytest.raises(TilewrightError, match=words):
        read_record(text.replace(old, new))


def test_record_without_what_may_be_left_out_is_read() -> None:
    text = write_record(Record(played()))
    lines = [one for one in text.splitlines() if not one.startswith(("final", "seats"))]
    found = read_record("\n".join(lines) + "\n")
    assert found.position == played() and found.seats == () and found.outcome is None


def test_normalize_record_keeps_remarks_and_nothing_else() -> None:
    text = write_record(given_up(1, 0))
    loose = f"# first  \n\n{text.replace('game: toy', 'game:   toy')}\n# last\n"
    assert normalize_record(loose, read_record(loose)) == f"# first\n# last\n{text}"
    assert normalize_record(text, read_record(text)) == text


@pytest.mark.parametrize("length, is_kept", [(999, True), (1000, False)])
def test_normalize_record_keeps_a_thousand_characters_of_remarks(
    length: int, is_kept: bool
) -> None:
    """Each line counts with its end."""
    text, remark = write_record(given_up(1, 0)), "#" * length
    found = normalize_record(f"{remark}\n# more\n{text}", read_record(text))
    assert found == (f"{remark}\n{text}" if is_kept else text)


# --- Overwriting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept, position, is_so",
    [
        ((0, 3, 5, "no"), (2, 3), True),
        ((2, 3, 5, "no"), (2, 3), True),
        ((2, 3, 5, "no"), (1, 3), False),
        ((2, 3, 5, "no"), (2, 2), False),
        ((0, 3, 6, "no"), (2, 3), False),
        ((0, 3, 5, "yes"), (2, 3), False),
    ],
)
def test_is_record_of_needs_the_same_start_and_a_beginning(
    kept: tuple[int, int, int, str], position: tuple[int, int], is_so: bool
) -> None:
    moves, players, seed, rolls = kept
    other = tw.new("toy", players=players, seed=seed, rolls=rolls)
    for _ in range(moves):
        other.play("take 1")
    assert is_record_of(tw.dump(other).encode(), played(*position)) is is_so


def test_is_record_of_a_game_with_other_moves_or_a_forfeit_is_false() -> None:
    other = played(1)
    other.play("take 2")
    assert not is_record_of(tw.dump(other).encode(), played(2))
    assert not is_record_of(write_record(given_up(1, 0)).encode(), played(2))


# --- Reports ------------------------------------------------------------------------------------


def keyed() -> Record:
    shuffle = Shuffle(bytes(range(32)), (b"", b"\x01\xff", b""))
    position = tw.new("toy", players=3, seed=shuffle.seed, rolls="yes")
    position.draw_from(shuffle)
    position.play(0)
    return Record(position, shuffle=shuffle)


def test_report_names_moves_scores_places_and_each_forfeit() -> None:
    found = verify_record(given_up(1, 0))
    assert found == [
        "Checked: 2 moves of Toy from the deal of its seed, all legal.",
        "Checked: the moves lead to the scores 0 0 0, places 2 3 1.",
        "Not checked: that seat 1 forfeited (resigned); no move shows it.",
        "Not checked: that seat 0 forfeited (resigned); no move shows it.",
        "Not checked: how the seed was chosen; the record has no shuffle.",
    ]


def test_report_of_a_shuffle_tells_what_each_seat_added() -> None:
    record = keyed()
    assert record.shuffle is not None
    told = list(describe_shuffle(record.shuffle, is_compared=False))
    assert told[2:5] == [
        "    seat 0 added nothing",
        "    seat 1 added 01ff",
        "    seat 2 added nothing",
    ]
    whole = verify_record(record, record.shuffle.commitment)
    assert "Checked: this commitment is the one you gave." in whole
    assert not [line for line in whole if "--commitment" in line]
    assert [line for line in verify_record(record) if "--commitment" in line]
    assert any("keys of the secret" in line for line in whole)
    with pytest.raises(ShuffleMismatch, match="you were shown 'ab'"):
        verify_record(record, "ab")
    with pytest.raises(InvalidOption, match="expected a record with 'shuffle:'"):
        verify_record(given_up(1, 0), "ab")


def test_record_of_a_seed_that_a_shuffle_gave_keeps_the_shuffle() -> None:
    """Chance follows from the seed; the shuffle tells how the seed came about."""
    shuffle = Shuffle(bytes(range(32)), (b"", b"\x07"))
    position = tw.new("toy", players=2, seed=shuffle.seed, rolls="yes")
    position.play(0)
    text = write_record(Record(position, shuffle=shuffle))
    assert text.startswith("tilewright: record 1\n")
    found = read_record(text)
    assert found.shuffle == shuffle and found.position.chance is None
    assert found.position == position
    with pytest.raises(TilewrightError, match="give the seed"):
        read_record(text.replace(f"seed: {shuffle.seed}", f"seed: {shuffle.seed ^ 1}"))


def test_record_of_a_shuffle_is_read_again_and_draws_the_same() -> None:
    record = keyed()
    text = write_record(record)
    found = read_record(text)
    assert found.shuffle == record.shuffle and found.position == record.position
    for move in (0, 0):
        record.position.play(move)
        found.position.play(move)
    assert found.position == record.position, "keys go on where they were"
    with pytest.raises(TilewrightError, match="expected 3 salts; found 2"):
        read_record(text.replace("salts - 01ff -", "salts - 01ff"))
    with pytest.raises(TilewrightError):
        read_record(text.replace("salts - 01ff -", "salts 01ff - -"))
