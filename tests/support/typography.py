"""Non-breaking spaces and dashes of the page's translations, by language.

A number keeps its unit ("8 points"), a thing its number ("level 1"). In Ukrainian and Russian a
number keeps the short word before it, and a dash is long and never begins a line.

``python tests/support/typography.py --write`` corrects all files.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web" / "src"
NO_BREAK = "\u00a0"

# What a placeable holds that is no number; every other one is taken for a number.
_TEXTS = (
    "area cell chance colour date first game goal id item items message mine name names order "
    "parts piece pieces rule second share sizes task tasks text third tile tiles title told type "
    "words"
).split()
_NUMBER = rf"(?:\d+|\{{ \$(?!(?:{'|'.join(_TEXTS)}) )\w+ \}})"

# Words after a number that are not what is counted.
_NO_UNIT = {
    "en": "and|are|as|at|each|for|from|in|instead|is|of|on|or|then|to|with|would",
    "de": "auf|aus|bis|dann|für|gespart|in|ist|kommen|mehr|mit|oder|sind|statt|und|von|zu",
    "uk": "або|в|для|до|з|за|замість|і|із|й|на|не|плюс|по|потім|та|треба|у|чи",
    "ru": "в|вместо|для|до|за|и|из|или|на|надо|не|плюс|по|потом|при|у",
}
# Words that are followed by their number.
_NUMBERED = {
    "en": "choice|column|level|move|number|phase|place|player|row|seat|slot|step"
    "|red|blue|cyan|yellow",
    "de": "feld|nummer|phase|platz|reihe|schritt|spalte|spieler|stufe|wahl|zeile|zug"
    "|rot|blau|türkis|gelb",
    "uk": r"вибір|виїмк\w+|гравець|крок|місце|номер|рів(?:ень|ня)|ряд|стовпе?ц\w+|фаза"
    r"|х[оі]ду?|(?:червон|бірюзов|жовт)(?:ий|ого|им)|син(?:ій|ього|ім)",
    "ru": r"выбор|игрок|место|номер|ряд|столб(?:ец|ц\w+)|уров(?:ень|ня)|фаза|хода?|шаг"
    r"|ячейк\w+|(?:красн|бирюзов|жёлт)(?:ый|ого|ым)|син(?:ий|его|им)",
}
# Short words that stay with the number after them.
_BEFORE = {"uk": "в|від|до|з|за|із|на|о|по|у", "ru": "в|до|за|из|к|на|о|от|по|с|у"}


def mend(language: str, text: str) -> str:
    """Return a text with correct spaces and dashes."""
    text = _keep_numbers(language, text)
    if language in _BEFORE:
        text = _keep_dashes(text)
        text = _glue(rf"(?<![\w’-])(?:{_BEFORE[language]})", _NUMBER, text)
    space = NO_BREAK if language == "de" else ""
    return re.sub(rf"[ {NO_BREAK}]…", f"{space}…", text)


def _keep_numbers(language: str, text: str) -> str:
    text = _glue(rf"\b(?:{_NUMBERED[language]})", _NUMBER, text)
    unit = rf"(?!(?:{_NO_UNIT[language]})\b)[^\W\d_]"
    return _glue(rf"(?<![{NO_BREAK}\d]){_NUMBER}", rf"(?:%|{unit})", text)


def _keep_dashes(text: str) -> str:
    return re.sub(rf"[ {NO_BREAK}][–—]", f"{NO_BREAK}—", text)


def _glue(before: str, after: str, text: str) -> str:
    return re.sub(rf"({before}) (?={after})", rf"\1{NO_BREAK}", text, flags=re.IGNORECASE)


# What stands before the words of a line: `name = `, `[one] `, or nothing.
_HEAD = re.compile(r"\s*(?:#.*|[\w-]+ = |\*?\[\w+\] )?")


def mend_line(language: str, line: str) -> str:
    """Return a corrected line of a Fluent file; comments and names stay as they are."""
    head = _HEAD.match(line)
    start = head.end() if head else 0
    return line[:start] + mend(language, line[start:])


def mend_file(path: Path) -> str:
    """Return the corrected text of a language's file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(mend_line(path.parent.name, line) for line in lines)


if __name__ == "__main__" and "--write" in sys.argv:
    for found in sorted(WEB.rglob("lang/*/*.ftl")):
        found.write_text(mend_file(found), encoding="utf-8")
