"""The badges of the README, drawn from pyproject.toml: a reader's browser asks no other host.

``python tests/support/badges.py --write`` writes them into docs/images.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
LETTER = 6.6
"""Width of a letter in units of the picture, about that of Verdana at size 11."""
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img"
 aria-label="{label}: {value}">
<title>{label}: {value}</title>
<rect width="{width}" height="20" rx="3" fill="#3b4252"/>
<path d="M{left} 0h{inner}q3 0 3 3v14q0 3 -3 3h-{inner}z" fill="#1f6f5c"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{label_x}" y="14">{label}</text><text x="{value_x}" y="14">{value}</text>
</g>
</svg>
"""


def draw_all() -> dict[Path, str]:
    """Return the text of every badge by its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [match[1] for line in project["classifiers"] if (match := CLASSIFIER.fullmatch(line))]
    badges = {
        "python": ("Python", f"{found[0]} to {found[-1]}"),
        "licence": ("licence", project["license"]),
        "types": ("types", "strict"),
    }
    return {IMAGES / f"badge-{name}.svg": draw(*words) for name, words in badges.items()}


def draw(label: str, value: str) -> str:
    """Return a badge: a label on the left, a value on the right."""
    left, right = round(len(label) * LETTER) + 12, round(len(value) * LETTER) + 12
    return PICTURE.format(
        label=label,
        value=value,
        width=left + right,
        left=left,
        inner=right - 3,
        label_x=left / 2,
        value_x=left + right / 2,
    )


def write_all() -> None:
    for path, picture in draw_all().items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write_all()
