"""Verify a record: legal moves, result, and a fair deal.

The report states what was checked, and what a record alone cannot prove.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.errors import InvalidOption
from tilewright.records.commit_reveal import Shuffle, ShuffleMismatch
from tilewright.records.record import Record
from tilewright.text import quote

__all__ = ["describe_shuffle", "verify_record"]


def verify_record(record: Record, commitment: str | None = None) -> list[str]:
    """Verify a record's commitment and report what was checked and what was not.

    Args:
        record: A record from ``read_record``, which has replayed it.
        commitment: The commitment shown to a player before the game, as 64 hexadecimal digits.

    Raises:
        ShuffleMismatch: ``commitment`` is not the record's commitment.
        InvalidOption: ``commitment`` is given, but the record has no shuffle.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright.records.record import read_record
        >>> from tilewright.records.verify import verify_record
        >>> for line in verify_record(read_record(tw.dump(tw.new("polyssimo", seed=7)))):
        ...     print(line)
        Checked: 0 moves of Polyssimo Challenge from the deal of its seed, all legal.
        Checked: the game is not finished.
        Not checked: how the seed was chosen; the record has no shuffle.
    """
    if commitment is not None:
        _check_commitment(record.shuffle, commitment)
    if record.shuffle is None:
        what = "the position" if record.seed is None else "the seed"
        no_shuffle = f"Not checked: how {what} was chosen; the record has no shuffle."
        return [*_describe_game(record), no_shuffle]
    shuffle_report = describe_shuffle(record.shuffle, is_compared=commitment is not None)
    return [*_describe_game(record), *shuffle_report]


def _check_commitment(shuffle: Shuffle | None, commitment: str) -> None:
    """Raise an error unless `commitment` is the commitment of the shuffle."""
    if shuffle is None:
        raise InvalidOption("commitment: expected a record with 'shuffle:'; this one has none")
    if shuffle.commitment != commitment:
        raise ShuffleMismatch(
            f"the record's commitment is {shuffle.commitment}; you were shown {quote(commitment)}"
        )


def _describe_game(record: Record) -> Iterator[str]:
    """Yield sentences on what was checked in a record's game."""
    position, moves = record.position, len(record.position.actions)
    start = "the position it began with" if position.seed is None else "the deal of its seed"
    yield f"Checked: {moves} moves of {position.game.title} from {start}, all legal."
    if position.chance is not None:
        yield "Checked: what comes by chance has keys of the secret, one for each event."
    if record.start is not None:
        yield "Checked: what was hidden in that position was dealt from the seed."
        yield "Not checked: the game before it, and how that was dealt; it is not in the record."
    if record.outcome is None:
        yield "Checked: the game is not finished."
    else:
        scores = " ".join(map(str, record.outcome.scores))
        places = " ".join(map(str, record.outcome.places))
        yield f"Checked: the moves lead to the scores {scores}, places {places}."
    for seat, reason in record.forfeits:
        yield f"Not checked: that seat {seat} forfeited ({reason}); no move shows it."


def describe_shuffle(shuffle: Shuffle, *, is_compared: bool) -> Iterator[str]:
    """Yield sentences that report what was checked in a shuffle and what was not.

    Set `is_compared` if the commitment was compared with the one shown to the player.
    """
    yield f"Checked: SHA-256 of the secret is the commitment {shuffle.commitment}."
    yield f"Checked: the secret and the players' bytes give the seed {shuffle.seed}."
    for seat, salt in enumerate(shuffle.salts):
        yield f"    seat {seat} added {salt.hex() or 'nothing'}"
    if is_compared:
        yield "Checked: this commitment is the one you gave."
    else:
        yield "Not checked: that this commitment was shown before the game; compare it yourself,"
        yield "    or give what you were shown as --commitment HEX."
    yield "Not checked: that the bytes a seat added are the ones its owner chose; look at yours."
