"""Fixtures and options of all tests."""

from __future__ import annotations

import faulthandler
import gc
import os
import random
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
# What a run finds follows from what it runs; --long and --seed draw other examples.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("varied", deadline=None)

# Files are handed out whole, these first: what takes minutes must not begin at the end.
SLOWEST = """
project/test_docs project/test_golomb page/test_states server/websocket/test_killed
learning/test_learning page/test_one_screen envs/test_batch engine/test_local_tables
server/http/test_openapi position/test_position page/test_connection page/test_hot_seat
page/test_replay page/test_offline project/test_base_install jobs/test_ray_cluster
project/test_notebooks page/test_local page/test_own_machine
""".split()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="try the promises at their full size")
    parser.addoption(
        "--quick", action="store_true", help="one case of each test, and none that is slow"
    )
    parser.addoption("--seed", type=int, help="run files, and the tests of each, in another order")


class FailureLines:
    """Names a failed test at once: pytest's summary comes minutes later."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._terminal.write_line(f"\n{report.when} of {report.nodeid} failed")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if terminal := config.pluginmanager.get_plugin("terminalreporter"):
        config.pluginmanager.register(FailureLines(terminal))
    is_varied = config.getoption("--long") or config.getoption("--seed") is not None
    settings.load_profile("varied" if is_varied else "same")
    if config.getoption("--quick"):
        needs.be_quick()


def spread(items: list[pytest.Item]) -> None:
    """Put the slowest files first; after them take files of all folders by turns.

    The tests of some folders wait most of the time, those of others compute: by turns they keep
    the processor busy.
    """
    files = {item.path: item.path.relative_to(TESTS).with_suffix("").as_posix() for item in items}
    folders: dict[str, list[Path]] = defaultdict(list)
    for path, name in files.items():
        folders[name.partition("/")[0]].append(path)
    turns = {
        path: (len(SLOWEST), (number + 0.5) / len(paths))
        for paths in folders.values()
        for number, path in enumerate(paths)
    }
    slowest = {path: (SLOWEST.index(n), 0.0) for path, n in files.items() if n in SLOWEST}
    turns.update(slowest)
    items.sort(key=lambda item: turns[item.path])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--seed") is not None:
        shuffle(items, config.getoption("--seed"))
    else:
        spread(items)
    if config.getoption("--quick"):
        chosen = one_case_each(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


def shuffle(items: list[pytest.Item], seed: int) -> None:
    """Put files in an order of this seed, and the tests of each file; files stay together."""
    order = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    groups = list(files.values())
    order.shuffle(groups)
    for group in groups:
        order.shuffle(group)
    items[:] = [item for group in groups for item in group]


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: to look through them for what can be thrown away, again
    and again, took an eighth of all processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collect garbage after a file's last test: what the file left open is reported with it."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()


def one_case_each(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return one case of each test, always the same; which one differs, so that all games have
    some."""
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    return {some[crc32(name.encode()) % len(some)] for name, some in cases.items()}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("--long"):
        faulthandler.cancel_dump_traceback_later()
    if item.config.getoption("--quick") and item.get_closest_marker("slow"):
        needs.leave_out("slow")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
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
    """True if the promises are tried at their full size: hours rather than seconds."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of tests that are coroutines."""
    return "asyncio"


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
    """No test writes into the home folder of the user who runs it; kernels are still cached."""
    from tilewright.kernel import cache_root

    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", os.fspath(cache_root()))
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path_factory.mktemp("data")))
