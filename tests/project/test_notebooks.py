"""The example notebooks run from top to bottom, and show pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = read(path)
    client = nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}
    )
    client.execute()
    shown = [set(out.get("data", ())) for cell in notebook.cells for out in cell.get("outputs", ())]
    assert sum("image/svg+xml" in kinds for kinds in shown) >= 3
    assert any("text/html" in kinds for kinds in shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_output(path: Path) -> None:
    """Outputs are made when a cell runs: a stored picture would grow old."""
    notebook = read(path)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
