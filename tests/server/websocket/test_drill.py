"""A server that was lost is restored from a backup made while people played."""

from __future__ import annotations

from pathlib import Path

import pytest

from restore_drill import run_drill

pytestmark = pytest.mark.slow


def test_restore_of_a_backup_made_under_load_starts_a_server(tmp_path: Path, is_long: bool) -> None:
    """Nothing acknowledged before the backup began is lost; moves after the backup are.

    ``run_drill`` compares each log with what clients were told.
    """
    drill = run_drill(
        tmp_path, moves=5_000 if is_long else 150, num_tables=1_000 if is_long else 50
    )
    assert drill.moves_before >= 150
    assert drill.moves_lost > 0, "the server was lost before anything else was played"
