"""``locks/server.txt``: what a server is installed with, to the letter."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "locks" / "server.txt").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def wanted() -> list[Requirement]:
    lines = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["server"]
    return [Requirement(line) for line in lines]


def locked() -> dict[str, list[Version]]:
    """Versions by package; another Python may need another one."""
    found: defaultdict[str, list[Version]] = defaultdict(list)
    for name, version in re.findall(r"^(\S+)==(\S+)", LOCK, re.MULTILINE):
        found[canonicalize_name(name)].append(Version(version))
    return found


def test_locks_satisfy_every_requirement() -> None:
    """After a change of pyproject.toml: scripts/lock."""
    versions = locked()
    for requirement in wanted():
        found = versions[canonicalize_name(requirement.name)]
        assert found, requirement
        assert all(requirement.specifier.contains(version) for version in found), requirement


def test_locks_have_hashes_and_no_addresses() -> None:
    packages = re.split(r"^(?=\S+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(packages) == sum(map(len, locked().values())) > 30
    for package in packages:
        assert "--hash=sha256:" in package, package
    assert "://" not in LOCK
