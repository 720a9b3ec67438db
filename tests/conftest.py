"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tilewright.registry import GAMES
from toy import TOY

# Where colorama is installed, Numba puts it in the place of sys.stdout for moments while it
# compiles, in a thread of its own: what a test printed meanwhile went past capsys.
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"

# A first call may compile; how long a call takes is for the benchmarks to say.
settings.register_profile("tilewright", deadline=None)
settings.load_profile("tilewright")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="try the promises at their full size")


@pytest.fixture(scope="session")
def is_long(pytestconfig: pytest.Config) -> bool:
    """Whether the promises are tried at their full size: hours rather than seconds."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(autouse=True)
def _toy_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game stands beside the real ones, as a fourth game would."""
    monkeypatch.setitem(GAMES, TOY.name, TOY)


@pytest.fixture(autouse=True)
def _home_is_elsewhere(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test writes into the home folder of whoever runs it; kernels are still cached."""
    from tilewright.kernel import cache_root

    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", os.fspath(cache_root()))
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path_factory.mktemp("data")))
