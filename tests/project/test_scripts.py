"""The commands a newcomer types first."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = [
    "scripts/play",
    "scripts/test",
    "scripts/check",
    "scripts/docs",
    "scripts/release",
    "scripts/lock",
    "scripts/audit",
    "scripts/mutate",
    "scripts/coverage",
    ".ci/run",
]
TOOLS = ["scripts/check", "scripts/docs", "scripts/release", "scripts/lock", "scripts/audit"]
"""Those that take no arguments of others."""
BASH = shutil.which("bash") or "bash"


def bash(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BASH, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_scripts_are_executable(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    first_lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert first_lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in first_lines


@pytest.mark.parametrize("name", [*COMMANDS, "scripts/_env.sh"])
def test_scripts_pass_shellcheck(name: str) -> None:
    done = bash("-n", name)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["scripts/test", *TOOLS])
def test_scripts_help_changes_nothing(name: str) -> None:
    done = bash(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: {name}")


@pytest.mark.parametrize("name", TOOLS)
def test_scripts_refuse_unknown_arguments(name: str) -> None:
    done = bash(name, "--no-such-thing")
    assert done.returncode == 2
    assert done.stderr.startswith(f"usage: {name}")


def test_readme_names_both_commands_on_its_first_screen() -> None:
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:24]
    for name in ("scripts/play", "scripts/test"):
        assert any(name in line for line in first_screen)


def test_ci_runs_the_tests_on_an_empty_kernel_cache() -> None:
    source = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "mktemp -d" in source
    assert "TILEWRIGHT_CACHE_DIR" in source
    assert "scripts/test" in source


def test_scripts_without_python_fail_with_one_line() -> None:
    done = bash("-c", "source scripts/_env.sh; find_python", TILEWRIGHT_PYTHON="no-such-python")
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(r"[^\n]*Python 3\.11 or newer is needed[^\n]*\n", done.stderr)


def test_scripts_skip_old_pythons(tmp_path: Path) -> None:
    """A python3 that is too old, or not Python at all, comes first on PATH."""
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    choice = f"{old} {sys.executable}"
    done = bash("-c", "source scripts/_env.sh; find_python", TILEWRIGHT_PYTHON=choice)
    assert done.stdout.strip() == sys.executable


def test_files_contain_no_local_paths() -> None:
    for name in [*COMMANDS, "scripts/_env.sh", "pyproject.toml", "zensical.toml"]:
        source = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://|/(home|root|tmp)/", source), name
