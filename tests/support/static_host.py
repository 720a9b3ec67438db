"""A host of plain files without any code of the package: ``python -m http.server``."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["static_host"]


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """Serve a folder and yield its address."""
    words = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as host:
        try:
            assert host.stdout is not None
            found = re.search(r"port (\d+)", host.stdout.readline())
            assert found, "expected the host to say where it is"
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            host.terminate()
