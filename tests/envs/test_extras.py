"""A missing extra is named, together with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tilewright.extras import install_command


@pytest.mark.parametrize(
    "module, missing, extra",
    [
        ("pettingzoo", "pettingzoo", "envs"),
        ("pettingzoo", "gymnasium", "envs"),
        ("gymnasium", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_import_without_a_package_names_the_extra(module: str, missing: str, extra: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import tilewright.envs.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.endswith(f": {missing} is not installed: {install_command(extra)}")


def test_batch_needs_no_extra() -> None:
    absent = "; ".join(f"sys.modules[{name!r}] = None" for name in ("gymnasium", "PIL", "pyspiel"))
    code = f"import sys; {absent}; import tilewright.envs.single, tilewright.envs.render"
    subprocess.run([sys.executable, "-c", code], check=True)
