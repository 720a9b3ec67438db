"""Checks of the page's looks: axe's findings, overflow, missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from page_visitor import Visitor

WEB = Path(__file__).parents[2] / "web"
LANG = WEB / "src" / "lang"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

# --- axe ----------------------------------------------------------------------------------------

THEMES = ("light", "dark", "contrast")
RUN_AXE = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${theme}: ${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.html}`));
}"""


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def objections(page: Page, themes: Iterable[str] = THEMES) -> list[str]:
    """Return axe's findings on the page, in every theme."""
    worn = page.evaluate("document.documentElement.dataset.theme")
    page.evaluate(axe())
    found = [one for theme in themes for one in page.evaluate(RUN_AXE, theme)]
    page.evaluate("theme => (document.documentElement.dataset.theme = theme)", worn)
    return found


# --- Sizes --------------------------------------------------------------------------------------

WIDTHS = (360, 768, 1440, 2560)
STICKING_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => `${one.tagName} ${one.getAttribute('class')}`).slice(0, 5);
}"""


def sticking_out(visitor: Visitor) -> list[str]:
    """Return the elements that make the page scroll sideways, at any width."""
    found, page = [], visitor.page
    usual = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        visitor.drawn()
        found += [f"{width}: {what}" for what in page.evaluate(STICKING_OUT)]
    assert usual is not None
    page.set_viewport_size(usual)
    return found


TOUCH = 44
"""Size of a fingertip, in pixels."""
CELL = 32
"""Cells of a board may be smaller: nine of them must stand side by side on the smallest phone."""
LINE = 20
"""Parts that are not targets: the last move is a line across the screen, and its log is among the
tools."""
# Links within text are as high as their line. A tile that cannot be taken is no target: at the end
# of a game all room goes to the shelves.
SMALL_TARGETS = """([least, cell, line]) => [...document.querySelectorAll(
    'button, [role=button], [role=tab], summary, select, a.button, label:has(> input)')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => !one.matches('[data-cell][aria-disabled=true]'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height, bottom }]) => width > 0 && height > 0 && bottom > 0)
  .filter(([one, { width, height }]) =>
    Math.round(Math.min(width, height))
      < (one.matches('[data-cell], [data-column], [data-place]') ? cell
        : one.matches('.news button') ? line : least))
  .map(([one, { width, height }]) =>
    `${(one.ariaLabel ?? one.textContent).trim().slice(0, 60)}: ` +
    `${Math.round(width)} x ${Math.round(height)}`)
"""


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL_TARGETS, [TOUCH, CELL, LINE])
    return found


def shows_number(place: Locator, number: int) -> None:
    """Check that a number stands by itself, not within a longer one."""
    alone = re.compile(rf"(?<![\d.-]){number}(?!\d)")
    expect(place).to_contain_text(alone, use_inner_text=True)


# --- Words --------------------------------------------------------------------------------------

LANGUAGES = {"uk": "Українська", "ru": "Русский", "de": "Deutsch", "en": "English"}
MESSAGE = re.compile(r"^([a-zA-Z][\w-]*) = (.*)$", re.MULTILINE)
# Everything that is read or heard.
TEXTS = """() => [...document.querySelectorAll('body, body *')].flatMap((one) => [
  ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
  ...['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt', 'placeholder']
    .map((name) => one.getAttribute(name) ?? ''),
]).concat(document.title)"""


@cache
def words(language: str) -> dict[str, str]:
    """Return the first lines of messages by their ids, those of the games included."""
    files = WEB.glob(f"src/**/lang/{language}/*.ftl")
    return dict(entry for file in files for entry in MESSAGE.findall(file.read_text("utf-8")))


@cache
def ids() -> frozenset[str]:
    return frozenset(words("en"))


def speak(page: Page, language: str) -> None:
    """Change the language in the settings, even over a dialog that is open."""
    page.locator("header nav .button").last.evaluate("button => button.click()")
    choice = page.get_by_text(LANGUAGES[language], exact=True)
    choice.click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.keyboard.press("Escape")
    expect(choice).to_be_hidden()


def raw_words(page: Page) -> list[str]:
    """Return untranslated messages, and placeholders without a value."""
    texts = [text for text in page.evaluate(TEXTS) if text.strip()]
    tokens = {token for text in texts for token in re.findall(r"[a-zA-Z]+(?:-[\w]+)+", text)}
    holes = [text for text in texts if re.search("[{}]|undefined|NaN", text)]
    return sorted(tokens & ids()) + holes
