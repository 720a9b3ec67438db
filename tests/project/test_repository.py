"""Files that code hosts, editors and citation tools read: valid, and about commands that exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tilewright.version import __version__
from wheel_trial import named_versions

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(
    set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "schema, paths",
    [
        ("github-workflows", WORKFLOWS),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE/config.yml"]),
        ("citation-file-format", [ROOT / "CITATION.cff"]),
        ("compose-spec", [ROOT / "compose.yaml"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_file_of_a_known_format_is_valid(schema: str, paths: list[Path]) -> None:
    assert paths
    words = ["--builtin-schema", f"vendor.{schema}", *map(str, paths)]
    command = [sys.executable, "-m", "check_jsonschema", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def commands_of(workflow: Path) -> list[str]:
    """Return the lines of all ``run`` steps."""
    jobs = read_yaml(workflow)["jobs"].values()
    steps = [step for job in jobs for step in job["steps"] if "run" in step]
    return [line for step in steps for line in step["run"].splitlines()]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_runs_scripts_that_exist(workflow: Path) -> None:
    names = [
        name
        for line in commands_of(workflow)
        for name in re.findall(r"(?:^|\s)((?:scripts|\.ci|tests)/\S+)", line)
    ]
    assert names
    for name in names:
        path = ROOT / name
        assert path.is_dir() or os.access(path, os.X_OK), name


def test_workflows_use_the_pythons_that_the_package_names() -> None:
    found = set()
    for workflow in WORKFLOWS:
        found |= set(re.findall(r"\b3\.\d+\b", workflow.read_text(encoding="utf-8")))
    assert found <= set(named_versions())
    assert {named_versions()[0], named_versions()[-1]} <= found


def test_tests_run_on_three_systems() -> None:
    text = (GITHUB / "workflows/test.yml").read_text(encoding="utf-8")
    assert all(f"{system}-latest" in text for system in ("ubuntu", "macos", "windows"))


def test_hooks_before_a_commit_use_the_project_s_tools() -> None:
    """No hook is fetched from another repository."""
    repos = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]
    for hook in repos[0]["hooks"]:
        program, *words = hook["entry"].split()
        assert program == ".venv/bin/python"
        for word in words:
            assert not word.endswith(".py") or (ROOT / word).is_file(), word


def test_development_container_has_its_file() -> None:
    folder = ROOT / ".devcontainer"
    settings = json.loads((folder / "devcontainer.json").read_text(encoding="utf-8"))
    assert (folder / settings["build"]["dockerfile"]).is_file()


def test_citation_names_the_version() -> None:
    cited = read_yaml(ROOT / "CITATION.cff")
    meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    assert cited["version"] == meta["version"] == __version__
    assert str(cited["date-released"]) == meta["datePublished"]
    heading = f"## [{__version__}] - {meta['datePublished']}"
    assert heading in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_descriptions_agree() -> None:
    meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert meta["description"] == PROJECT["description"]
    assert PROJECT["description"] in readme
    assert cited_licences() == {PROJECT["license"]}


def cited_licences() -> set[str]:
    meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    return {read_yaml(ROOT / "CITATION.cff")["license"], meta["license"].rsplit("/", 1)[-1]}


RESULTS = sorted((ROOT / "benchmarks/results").glob("*.json"))


def test_results_are_listed_and_quoted() -> None:
    listed = (ROOT / "benchmarks/results/README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\d{4}-\d\d-\d\d-[\w-]+\.json)`", listed))
    assert named == {path.name for path in RESULTS}
    docs = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    quoted = re.findall(r"(\d{4}-\d\d-\d\d-[\w*-]+\.json)", docs)
    assert [p.name for p in RESULTS if not any(p.match(pattern) for pattern in quoted)] == []
