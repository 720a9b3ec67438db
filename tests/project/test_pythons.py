"""Every Python that the package names and that is here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wheel_trial import ROOT, find_pythons, named_versions, try_wheel

# Run by another Python, which has none of our packages: it reads every source file.
READ_ALL = """
import ast, pathlib, sys, warnings
warnings.simplefilter("error")
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    ast.parse(path.read_text(encoding="utf-8"), path)
"""


def test_supported_pythons_include_this_one() -> None:
    major, minor = sys.version_info[:2]
    assert f"{major}.{minor}" in named_versions()


@pytest.fixture(scope="module")
def pythons() -> dict[str, str]:
    found = find_pythons()
    assert found
    return found


def test_supported_pythons_compile_every_source_file(pythons: dict[str, str]) -> None:
    for python in pythons.values():
        words = [python, "-c", READ_ALL, str(ROOT / "src")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (python, done.stderr)


def build_wheel(folder: Path) -> Path:
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), "."]
    environment = os.environ | {"TILEWRIGHT_SKIP_PAGE": "1"}
    subprocess.run(words, cwd=ROOT, env=environment, check=True)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_supported_pythons_play_a_game_from_the_wheel(
    pythons: dict[str, str], tmp_path: Path, is_long: bool
) -> None:
    if not is_long:
        pytest.skip("an environment for each Python takes minutes: --long, or scripts/release")
    wheel = build_wheel(tmp_path)
    for version, python in pythons.items():
        try_wheel(wheel, python, tmp_path / version)
