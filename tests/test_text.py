"""The one text format: strict, bounded, with errors that name the line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import at_most
from tilewright.errors import TextError, TilewrightError
from tilewright.text import format_fields, parse_fields

keys = st.text("abcdefgh -", min_size=1).map(str.strip).filter(bool)
line = st.text("abc123.# :", min_size=1).map(str.strip).filter(bool)
blocks = st.lists(line, min_size=1, max_size=5)


@given(st.dictionaries(keys, st.one_of(line, blocks), max_size=6))
def test_text_round_trips(values: dict[str, str | list[str]]) -> None:
    fields = parse_fields(format_fields(list(values.items())))
    for key, value in values.items():
        found = fields.take(key)
        assert list(found.block()) == value if isinstance(value, list) else found.text == value
    fields.finish()


def test_text_blocks_may_be_nested() -> None:
    inner = format_fields([("heap", ["ooo", "oo"]), ("rolls", "1")])
    fields = parse_fields(format_fields([("position", inner.splitlines())]))
    again = parse_fields("\n".join(fields.take("position").block()))
    assert again.take("heap").block(height=2) == ("ooo", "oo")
    assert again.take("rolls").number_in(0, 1) == 1


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("a: 1\na: 2", "line 2: 'a:' stands twice, first on line 1"),
        ("a: 1\nnonsense", "line 2: expected 'key: value'; found 'nonsense'"),
        ("  a: 1", "line 1: expected 'key: value'; found '  a: 1'"),
        (": 1", "line 1: expected 'key: value'; found ': 1'"),
        ("a: \u0661", r"line 1: expected printable ASCII; found '\u0661' at column 4"),
        ("a: b\x00", r"line 1: expected printable ASCII; found '\x00' at column 5"),
        ("a:\n    x\n  y", "line 3: a: expected an indentation of 4; found '  y'"),
        ("x" * 2001, "line 1: expected at most 2,000 characters; found 2,001"),
        ("\n" * 20_001, "expected at most 20,000 lines; found 20,002"),
        ("x" * 1_000_001, "expected at most 1,000,000 characters; found 1,000,001"),
    ],
)
def test_text_errors_name_line_expected_and_found(text: str, complaint: str) -> None:
    with pytest.raises(TextError) as error:
        parse_fields(text)
    assert str(error.value) == complaint


def test_text_errors_of_values_name_the_field() -> None:
    fields = parse_fields("number: 12\nword: up\nblock:\n  abc\n  de\nrest: 1")
    number, word, block = (fields.take(key) for key in ("number", "word", "block"))
    refusals: list[tuple[Callable[[], object], str]] = [
        (
            lambda: number.number_in(0, 9),
            "line 1: number: expected a number from 0 to 9; found '12'",
        ),
        (lambda: word.number_in(0, 9), "line 2: word: expected a number from 0 to 9; found 'up'"),
        (lambda: word.one_of(["a", "b"]), "line 2: word: expected one of a, b; found 'up'"),
        (lambda: block.text, "line 3: block: expected one line; found a block of 2 lines"),
        (lambda: block.block(height=3), "line 4: block: expected 3 lines; found 2"),
        (lambda: block.block(width=3), "line 5: block: expected 3 characters; found 2"),
        (word.block, "line 2: word: expected a block of indented lines; found one line"),
        (lambda: fields.take("gone"), "line 6: expected 'gone:'; found no such line"),
        (fields.finish, "line 6: unknown key 'rest'"),
    ]
    for call, complaint in refusals:
        with pytest.raises(TextError) as error:
            call()
        # A block's own complaints point at its rows; the complaint about its kind at its key.
        assert str(error.value).split(": ", 1)[1] == complaint.split(": ", 1)[1]


@given(st.text(max_size=300))
def test_parse_reads_or_refuses_any_text(text: str) -> None:
    try:
        parse_fields(text)
    except TilewrightError as error:
        assert len(str(error)) < 300


def test_parse_refuses_huge_and_deep_text_quickly() -> None:
    for text in ("a" * 10_000_000, "a:\n" + " b:\n" * 3_000_000, "[" * 10_000_000):
        with pytest.raises(TextError), at_most(lines=1000):
            parse_fields(text)
