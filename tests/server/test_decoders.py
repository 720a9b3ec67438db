"""Types that come out of JSON are known before there are threads.

A page's server was gone without a word in the middle of its tests: two threads read the first table
of a list at the same time. msgspec learns a type when it is first asked to read one, and a thread
that comes meanwhile finds half of what it looks for, which ends the process. So whatever reads is
made when its module is loaded.
"""

from __future__ import annotations

import re
from pathlib import Path

import tilewright

PACKAGE = Path(tilewright.__file__).parent
LATE = re.compile(r"^ .*(json\.decode\(.*type=|json\.Decoder\()", re.MULTILINE)
READ = ("server/**/*.py", "client/*.py", "wire/**/*.py", "events.py", "study/puzzles/files.py")
EARLY = {"server/http/responses.py", "client/__init__.py"}
"""Made with the routes, when the application is; by one thread at a time."""


def test_decoders_are_built_at_import() -> None:
    paths = [path for part in READ for path in PACKAGE.glob(part)]
    late = {path for path in paths if LATE.search(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(PACKAGE).as_posix() for path in late} == EARLY
