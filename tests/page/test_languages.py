"""Four languages: switched without loading, every word translated, numbers with the right forms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page_looks import LANG, LANGUAGES, speak, words
from page_states import open_board
from page_tables import open_table, table_with_bots
from page_visitor import Come


@pytest.mark.parametrize("tag", ["en-GB", "uk-UA", "ru-RU", "de-AT", "fr-FR"])
def test_browser_chooses_the_language(come: Come, tag: str) -> None:
    page = come(locale=tag).go("/")
    language = tag[:2] if tag[:2] in LANGUAGES else "en"
    expect(page.locator("h1")).to_have_text(words(language)["home-title"])
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_language_is_switched_without_loading_and_remembered(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "nova-luna", plies=4))
    page = anna.page
    page.evaluate("window.mark = 'still here'")
    for language in ("uk", "ru", "de", "en", "uk"):
        speak(page, language)
        expect(page).to_have_title(re.compile(f"^● {re.escape(words(language)['your-turn'])}"))
        expect(page.get_by_role("toolbar", name=words(language)["tools"])).to_be_visible()
    assert page.evaluate("window.mark") == "still here"
    page.reload()
    expect(page).to_have_title(re.compile(f"^● {re.escape(words('uk')['your-turn'])}"))


def test_settings_that_are_opened_again_at_once_stay_open(come: Come) -> None:
    """A dialog says that it has closed a moment after it has."""
    anna = come("Anna")
    page = anna.go("/")
    page.locator("header nav .button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("""async () => {
      const dialog = document.querySelector('dialog[open]');
      const closed = new Promise((done) => dialog.addEventListener('close', done));
      dialog.requestClose();
      [...document.querySelectorAll('header nav .button')].at(-1).click();
      await closed;
    }""")
    anna.drawn()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_are_translated(come: Come, language: str) -> None:
    anna = come(locale=language)
    anna.forgive("status of 404")
    page = anna.go("/t/nosuch")
    expect(page.get_by_role("main").get_by_role("button")).to_have_text(words(language)["go-home"])
    told = words(language)["error-not-found"]
    expect(page.get_by_role("main")).to_contain_text(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_their_forms(come: Come, language: str) -> None:
    """Seats that are free at open tables: one, two, three."""
    anna, bert = come("Anna"), come("Bert", locale=language)
    for players in (2, 3, 4):
        open_table(anna, "nova-luna", players, listed=True)
    page = bert.go("/")
    for count in (1, 2, 3):
        wanted = plural(language, "table-free", count)
        expect(page.get_by_text(wanted, exact=True).first).to_be_visible()


def plural(language: str, name: str, count: int) -> str:
    """Return a message with a number in it, by the forms of the language (Unicode's plural
    rules)."""
    text = (LANG / language / "main.ftl").read_text("utf-8")
    block = re.search(rf"^{name} = {{ \$count ->\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
    assert block
    forms = dict(re.findall(r"\[(\w+)\] (.*)$", block[1], re.MULTILINE))
    key = form_of(language, count)
    return forms[key if key in forms else "other"].replace("{ $count }", str(count))


def form_of(language: str, count: int) -> str:
    if language in ("en", "de"):
        return "one" if count == 1 else "other"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"
