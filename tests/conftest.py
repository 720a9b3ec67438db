"""What all tests share."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

import needs
from commands import CommandLine
from tilewright.registry import GAMES
from toy import TOY

TESTS = Path(__file__).parent

# Where colorama is installed, Numba puts it in the place of sys.stdout for moments while it
# compiles, in a thread of its own: what a test printed meanwhile went past capsys.
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"

# A first call may compile; how long a call takes is for the benchmarks to say.
# What a run finds follows from what it runs; --long tries something else each time.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None)

# Files are handed out whole, these first: what takes minutes must not begin at the end.
SLOWEST = """
engine/test_local_tables test_docs search/test_bots envs/test_batch test_learning test_notebooks
test_golomb test_cluster server/http/test_openapi page/test_states page/test_one_screen
test_learning_solo test_position test_base_install
""".split()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="try the promises at their full size")
    parser.addoption(
        "--quick", action="store_true", help="one case of each test, and none that is slow"
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "same")
    if config.getoption("--quick"):
        needs.be_quick()


def turn_of(item: pytest.Item) -> int:
    """When a test's file is handed out."""
    name = item.path.relative_to(TESTS).with_suffix("").as_posix()
    return SLOWEST.index(name) if name in SLOWEST else len(SLOWEST)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=turn_of)
    if config.getoption("--quick"):
        chosen = one_case_each(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: to look through them for what can be thrown away, again
    and again, took an eighth of all processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file has left open is told with its last test."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()


def one_case_each(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Of every test one case, always the same; which one differs, so that all games have some."""
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    return {some[crc32(name.encode()) % len(some)] for name, some in cases.items()}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("--quick") and item.get_closest_marker("slow"):
        needs.leave_out("slow")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if again := sorted({report.nodeid for report in terminalreporter.getreports("rerun")}):
        terminalreporter.section("tried a second time")
        for name in again:
            terminalreporter.write_line(name)
    skips = [
        (report.nodeid, report.longrepr[2].removeprefix("Skipped: "))
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    ]
    if skips:
        terminalreporter.section("skipped")
        for line in needs.skipped_tests(skips):
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def is_long(pytestconfig: pytest.Config) -> bool:
    """Whether the promises are tried at their full size: hours rather than seconds."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    """A command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(monkeypatch, capsys)


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
