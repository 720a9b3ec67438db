"""Part of every build of the package: the page is built into it, so that users need no Node."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls web/build.py. ``TILEWRIGHT_SKIP_PAGE=1`` leaves the page as it is, or away."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("TILEWRIGHT_SKIP_PAGE"):
            return
        script = Path(self.root, "web", "build.py")
        subprocess.run([sys.executable, str(script)], check=True)
