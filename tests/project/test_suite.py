"""The test suite itself: a test that never ends is named, and long files begin first."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_pytest(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one file of tests with the settings of this repository."""
    (folder / "test_planted.py").write_text(code)
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml")]
    return subprocess.run(
        [*command, *arguments, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["0", "1"])
def test_run_with_a_test_that_hangs_ends_and_names_it(tmp_path: Path, workers: str) -> None:
    code = "def test_that_hangs():\n    while True:\n        pass\n"
    done = run_pytest(tmp_path, code, "-n", workers, "-o", "faulthandler_timeout=1")
    assert done.returncode == 1
    assert "in test_that_hangs" in done.stderr
    if workers != "0":
        assert "crashed while running" in done.stdout
        assert "test_planted.py::test_that_hangs'" in done.stdout


def test_slowest_test_files_exist() -> None:
    """A file that was renamed would begin at the end, while other workers have nothing to do."""
    names = runpy.run_path(str(ROOT / "tests" / "conftest.py"))["SLOWEST"]
    assert [name for name in names if not (ROOT / "tests" / f"{name}.py").is_file()] == []
