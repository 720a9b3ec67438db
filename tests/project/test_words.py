"""The page's words: the same in four languages, and all that are asked for are there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Visitor

from tilewright.errors import Code
from tilewright.server.accounts.names import parse_name
from typography import mend_line

WEB = Path(__file__).parents[2] / "web" / "src"


def parts_of(language: str) -> list[str]:
    """Return the files of a language, those of the games too, with a hole for its name."""
    found = (path.relative_to(WEB) for path in WEB.rglob(f"lang/{language}/*.ftl"))
    return sorted(path.as_posix().replace(f"lang/{language}/", "lang/{}/") for path in found)


PARTS = parts_of("en")
TRANSLATIONS = ("de", "ru", "uk")
# What a whole number may ask for (Unicode's plural rules); `other` is for the rest.
PLURALS = {"en": {"one"}, "de": {"one"}, "ru": {"one", "few", "many"}, "uk": {"one", "few", "many"}}
# Words made up from data, such as `level-${level}`; the part before the first hole.
CALLS = re.compile(r"""\bt\(\s*(?:'([a-z0-9A-Z-]+)'|`([a-zA-Z0-9-]*)\$\{)""")


@cache
def messages(language: str, part: str) -> dict[str, ast.Message]:
    resource = FluentParser().parse((WEB / part.format(language)).read_text(encoding="utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    assert junk == []
    found = [entry for entry in resource.body if isinstance(entry, ast.Message)]
    ids = [message.id.name for message in found]
    assert len(set(ids)) == len(ids), "a word is there twice"
    return {message.id.name: message for message in found}


class Finder(Visitor):
    """Collects the variables of a message and the variants it chooses between."""

    def __init__(self, others: dict[str, ast.Message]) -> None:
        self.others = others
        self.variables: set[str] = set()
        self.choices: list[tuple[str, set[str]]] = []

    def visit_VariableReference(self, node: Any) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: Any) -> None:
        self.visit(self.others[node.id.name])

    def visit_SelectExpression(self, node: Any) -> None:
        keys = {
            getattr(variant.key, "name", None) or variant.key.value for variant in node.variants
        }
        selector = node.selector
        if isinstance(selector, ast.VariableReference):
            self.choices.append((selector.id.name, keys))
        self.generic_visit(node)


@cache
def all_words(language: str) -> dict[str, ast.Message]:
    """Return the words of all parts: a message may name one of another part."""
    return {name: message for part in PARTS for name, message in messages(language, part).items()}


def look_into(language: str, name: str) -> Finder:
    words = all_words(language)
    finder = Finder(words)
    finder.visit(words[name])
    return finder


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_have_the_same_keys(language: str, part: str) -> None:
    english, other = messages("en", part), messages(language, part)
    assert list(other) == list(english)
    for name in english:
        assert look_into(language, name).variables == look_into("en", name).variables, name


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_translations_have_the_plural_forms_of_the_language(language: str, part: str) -> None:
    for name in messages(language, part):
        for variable, keys in look_into(language, name).choices:
            if keys & {"one", "few", "many"}:
                assert keys >= PLURALS[language] | {"other"}, (name, variable)


def test_translations_have_the_same_files() -> None:
    for language in TRANSLATIONS:
        assert parts_of(language) == PARTS


def test_translations_are_translated() -> None:
    """Names and numbers may stay as they are; sentences may not."""
    for part in PARTS:
        for language in TRANSLATIONS:
            same = [
                name
                for name, message in messages("en", part).items()
                if message.equals(messages(language, part)[name]) and " " in text_of(message)
            ]
            assert [name for name in same if not name.startswith("title-")] == [], (part, language)


def text_of(message: ast.Message) -> str:
    assert message.value is not None
    return "".join(
        element.value for element in message.value.elements if isinstance(element, ast.TextElement)
    ).strip()


def test_texts_used_by_the_page_exist() -> None:
    known = all_words("en")
    missing = []
    for path in sorted(WEB.rglob("*")):
        if path.suffix in (".svelte", ".ts"):
            for whole, start in CALLS.findall(path.read_text(encoding="utf-8")):
                if whole and whole not in known:
                    missing.append((path.name, whole))
                if start and not any(name.startswith(start) for name in known):
                    missing.append((path.name, start + "..."))
    assert missing == []


def test_texts_of_refusals_match_the_error_codes() -> None:
    """Those of the page itself: it broke, it is old, there is no such page, no server answers, none
    could, the browser is full or too old, the game has no engine or it is being compiled."""
    wanted = {f"error-{code.replace('_', '-')}" for code in Code}
    own = (
        "page old-page no-page offline no-server no-room old-browser no-engine engine-later".split()
    )
    assert set(messages("en", "lang/{}/errors.ftl")) == wanted | {f"error-{why}" for why in own}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_texts_have_no_break_spaces_between_numbers_and_units(language: str, part: str) -> None:
    """`python tests/support/typography.py --write` puts the spaces and dashes right."""
    path = WEB / part.format(language)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line != mend_line(language, line)] == []


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_guest_names_are_accepted_by_the_server(language: str) -> None:
    """A no-break space crept into "Guest 123" once, and no guest could come in."""
    pattern = all_words(language)["guest-name"].value
    assert isinstance(pattern, ast.Pattern)
    word = pattern.elements[0]
    assert isinstance(word, ast.TextElement)
    assert parse_name(f"{word.value}123") == f"{word.value}123"


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_texts_contain_no_rule_ids(language: str) -> None:
    """Players do not know what MS-14 is; where the id helps it is a link."""
    texts = {
        name: FluentSerializer().serialize_entry(word) for name, word in all_words(language).items()
    }
    ids = [
        name for name, text in texts.items() if re.search(r"[A-Z]{2,3}-\d", text.split("=", 1)[1])
    ]
    asked = [name for name in texts if "rule" in look_into(language, name).variables]
    assert (ids, asked) == ([], ["lesson-about-rule"])


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_texts_do_not_append_english_messages(language: str) -> None:
    """Words of the server stand beside a sentence of the page, not in it."""
    assert [
        name for name in all_words(language) if "message" in look_into(language, name).variables
    ] == []
