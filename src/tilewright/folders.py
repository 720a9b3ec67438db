"""Folders: the built page in the package, and the user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

PAGE_FOLDER: Final = Path(__file__).parent / "page"
"""The built page, part of the installed package."""


def data_folder() -> Path:
    """Return the folder for user data on this platform."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tilewright"
