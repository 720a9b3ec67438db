"""Names of people: the allowed characters, and names that imitate others."""

from __future__ import annotations

import pytest

from tilewright.errors import Refused
from tilewright.server.accounts.names import login_key, parse_name


@pytest.mark.parametrize(
    "text, name",
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("O'Neil-Jr. 2_b", "O'Neil-Jr. 2_b"),
        ("Зоя", "Зоя"),
        ("Ё".replace("Ё", "Е\u0308"), "Ё"),
        ("देवनागरी", "देवनागरी"),
        ("יוֹסֵף", "יוֹסֵף"),
        ("محمد", "محمد"),
        ("山田太郎", "山田太郎"),
        ("각".replace("각", "\u1100\u1161\u11a8"), "각"),
        ("x\u0330\u032d\u032e", "x\u0330\u032d\u032e"),  # three marks on a letter
        ("x" * 24, "x" * 24),
        ("\u1100\u1161\u11a8" * 24, "각" * 24),
    ],
)
def test_name_in_any_script_is_accepted(text: str, name: str) -> None:
    assert parse_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x" * 25,
        "x" * 10_000_000,
        "Ann\0",
        "Ann\nBea",
        "Ann\tBea",
        "\x1b[31mAnn",
        "Ann\u202eeeB",  # right to left override
        "\u2066Ann\u2069",  # isolates
        "Ann\u200b",  # zero-width space
        "A\u200dnn",  # zero-width joiner
        "Ann\ufeff",
        "\u3164",  # Hangul filler: a letter, and nothing to be seen
        "Ann\u115f\u1160\uffa0",
        "Ann\ufe0f",  # variation selector
        "Ann\U000e0041",  # tag
        "Ann\u2028Bea",
        "Ann\u00a0Bea",  # a space that is none of ours
        "e" + "\u0301" * 10,
        "x\u0330\u032d\u032e\u0331",  # four
        "\u0301Ann",
        "<b>Ann</b>",
        "Ann \U0001f600",
        ". ",
        "-Ann",
        "\ud800",  # half a character
        "\ue000",  # private use
        "\U000e0fff",  # not assigned
    ],
)
def test_name_with_invisible_characters_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="name: expected 1 to 24 letters") as caught:
        parse_name(text)
    assert len(str(caught.value)) < 400 and str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        *("level-8", "Level 8", "LEVEL_1", "Ievel-8", "lеvеl-3", "Stufe 5", "Рівень 2"),
        *("1evel-5", "leve1-5", "leve1-1", "level-10", "1evеl 1", "rand0m", "Adm1n", "m0derat0r-1"),
        *("deleted", "De-leted", "dеleted", "Random", "greedy", "Tilewright", "admin", "Admin 2"),
    ],
)
def test_name_of_a_bot_or_of_the_project_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="name: expected one that no bot has"):
        parse_name(text)


@pytest.mark.parametrize(
    "text", ["Levelin", "42", "1eve", "Botond", "Randi", "Adminka", "Серж", "Li"]
)
def test_name_without_reserved_words_is_accepted(text: str) -> None:
    assert parse_name(text) == text


@pytest.mark.parametrize(
    "text", ["ab", "a" * 33, "a b c", "ann\0", "ann\u200b", "-ann", "x" * 10**6]
)
def test_login_with_invalid_characters_is_refused(text: str) -> None:
    assert login_key(text) is None


@pytest.mark.parametrize("one, other", [("Ann", "aNN"), ("Straße", "STRASSE"), ("Ⅻ12", "xii12")])
def test_login_normalization_makes_equal_logins(one: str, other: str) -> None:
    assert login_key(one) == login_key(other) is not None
