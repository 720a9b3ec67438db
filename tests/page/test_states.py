"""Every page in every state: axe does not object, nothing sticks out, no word is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from page_looks import (
    LANGUAGES,
    THEMES,
    objections,
    raw_words,
    small_targets,
    speak,
    sticking_out,
)
from page_screen import SCROLLS
from page_states import STATES
from page_visitor import PHONE, Come, Visitor
from page_windows import Windows
from server_process import ServerProcess

LONG_NAME = "Anna Wolkenstein-Ybbs"
ON_A_PHONE = (
    "home setup-friends settings lobby room nova-luna nova-luna-solo my-shelfie polyssimo-draft "
    "polyssimo moves more covered over-my-shelfie replay-nova-luna analysis-polyssimo "
    "lesson-nova-luna daily"
).split()


class Dress(NamedTuple):
    """Themes and languages in which a state is looked at."""

    themes: Sequence[str]
    languages: Sequence[str]


@pytest.fixture
def dress(state: str, is_long: bool) -> Dress:
    """A theme and a language for a state, in turn: the states share their colours and parts."""
    if is_long:
        return Dress(THEMES, [*LANGUAGES])
    number = list(STATES).index(state)
    return Dress([THEMES[number % len(THEMES)]], [[*LANGUAGES][number % len(LANGUAGES)]])


@pytest.mark.parametrize("state", STATES)
def test_state(come: Come, state: str, dress: Dress) -> None:
    anna = come(LONG_NAME)
    anna.forgive("status of 404")
    STATES[state](anna)
    assert objections(anna.page, dress.themes) == []
    for language in dress.languages:
        speak(anna.page, language)
        assert (language, raw_words(anna.page)) == (language, [])
        assert (language, sticking_out(anna)) == (language, [])


@pytest.mark.parametrize("state", ON_A_PHONE)
def test_state_on_a_phone(come: Come, state: str, dress: Dress) -> None:
    """Fingers can press what they must."""
    anna = come(LONG_NAME, viewport=PHONE, has_touch=True, is_mobile=True)
    STATES[state](anna)
    if anna.page.locator(".stage").count():
        # The board of a lesson lay under the bar, and had to be pushed.
        assert max(anna.page.evaluate(SCROLLS)) <= 0
    assert small_targets(anna.page) == []
    assert objections(anna.page, dress.themes) == []


def test_missing_words_are_found(come: Come) -> None:
    page = come().go("/about")
    page.locator("h1").evaluate("title => (title.textContent = 'See go-home')")
    assert raw_words(page) == ["go-home"]


def test_axe_finds_what_is_wrong(come: Come) -> None:
    page = come().go("/about")
    page.locator("h1").evaluate("title => title.insertAdjacentHTML('afterend', '<button/>')")
    assert any("button-name" in objection for objection in objections(page))


def test_reused_window_has_no_stored_state(windows: Windows, server: ServerProcess) -> None:
    anna = Visitor(windows, server.url, "Anna")
    window = anna.go("/")
    window.evaluate("() => { localStorage.mine = sessionStorage.mine = 'Anna' }")
    windows.take_back(anna)
    stranger = Visitor(windows, server.url)
    assert stranger.go("/") is window
    assert window.evaluate("() => [localStorage.mine ?? '', sessionStorage.mine ?? '']") == ["", ""]
    assert window.context.cookies() == []
    windows.take_back(stranger)
