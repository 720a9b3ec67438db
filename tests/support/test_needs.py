"""Missing programs: tests are skipped, counted and named; with ``CI=true`` they fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from needs import CHROMIUM, Need, skipped_tests

ROOT = Path(__file__).parents[2]
BASH = shutil.which("bash") or "bash"
ABACUS = Need("an abacus", lambda: False, "abacus")
HERE = Need("a table")


@pytest.fixture(autouse=True)
def _as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test as without any options of the present run."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("needs._run.is_quick", False)


def test_needs_skips_tests_without_a_program() -> None:
    with pytest.raises(pytest.skip.Exception, match=r"^an abacus is missing: install abacus$"):
        ABACUS.ask()


def test_needs_fails_in_ci_without_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"^an abacus is missing: install abacus$"):
        ABACUS.ask()


def test_needs_skips_slow_programs_in_quick_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    HERE.ask()
    monkeypatch.setattr("needs._run.is_quick", True)
    with pytest.raises(pytest.skip.Exception, match=r"^left out by --quick: a table$"):
        HERE.ask()


def test_skipped_tests_are_counted_by_reason_and_file() -> None:
    skips = [("b.py::x", "no luck"), ("a.py::x[1]", "no luck"), ("a.py::x[2]", "no luck")]
    assert list(skipped_tests([*skips, ("c.py::y", "asleep")])) == [
        "1 tests, asleep: c.py (1)",
        "3 tests, no luck: a.py (2), b.py (1)",
    ]


# --- The commands -------------------------------------------------------------------------------


BROWSERS = "chromium", "chromium-headless-shell"


def path_without(folder: Path, *names: str) -> str:
    """Return a PATH with all programs but these."""
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            if program.name not in names and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize("ci, status", [("", 0), ("true", 1)])
def test_pytest_without_a_browser(tmp_path: Path, ci: str, status: int) -> None:
    test = "tests/page/test_states.py::test_axe_finds_what_is_wrong"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", test],
        cwd=ROOT,
        env=os.environ | {"PATH": path_without(tmp_path, *BROWSERS), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    line = f"1 tests, {CHROMIUM.missing}: tests/page/test_states.py (1)"
    assert (line in done.stdout) == (status == 0)
    assert CHROMIUM.missing in done.stdout


@pytest.mark.parametrize(
    "ci, status, said",
    [
        ("", 0, "bash: Chromium is missing (install chromium): tests that need it are skipped\n"),
        ("true", 1, "bash: Chromium is missing: install chromium\n"),
    ],
)
def test_script_without_a_browser(ci: str, status: int, said: str) -> None:
    """The script cannot install one: it goes on, unless nothing may be missing."""
    script = "source scripts/_env.sh; has_chromium() { false; }; try_apt() { :; }; want_chromium"
    done = subprocess.run(
        [BASH, "-c", script],
        cwd=ROOT,
        env=os.environ | {"CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (status, said)
