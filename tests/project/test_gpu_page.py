"""The figures on the page about GPUs are those of the file that was measured."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks/results/2026-11-15-gpu.json"


def load_tables() -> object:
    spec = importlib.util.spec_from_file_location("gpu_tables", ROOT / "benchmarks/gpu_tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_gpu_page_tables_equal_the_results() -> None:
    page = (ROOT / "docs/results/gpu.md").read_text(encoding="utf-8")
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    tables = load_tables().tables(results)  # type: ignore[attr-defined]
    for name, table in tables.items():
        assert table in page, f"{name}:\n{table}"
    assert f"driver {results['nvidia_smi']['driver_version']}" in page


def test_gpu_results_are_the_same_over_enough_games() -> None:
    games = json.loads(RESULTS.read_text(encoding="utf-8"))["games"]
    checks = [check for found in games.values() for check in found["checks"].values()]
    assert len(checks) == 10
    for check in checks:
        assert check["games"]["same"] and check["games"]["games"] >= 100_000
        assert check["batches"]["same"]
