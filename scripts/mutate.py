"""Mutation testing: plant small faults in a copy of the package and run the nearest tests.

    scripts/mutate src/tilewright/match --sample 40 --seed 1
    scripts/mutate src/tilewright/study/review/luck.py --tests tests/study/test_review_numbers.py

A mutant swaps a comparison, ``and`` and ``or``, ``+`` and ``-``, ``min`` and ``max``, adds 1 to a
whole number, or drops a ``not``. Kernels run interpreted. A mutant that no test notices is named
with its line. With --log FILE every result is kept as a line of JSON, and the same command goes on
from there.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src/tilewright")
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+"}
NAMES = {"min": "max", "max": "min"}
MIN_TIMEOUT_SECONDS = 30.0
TIMEOUT_FACTOR = 4.0
"""A mutant may take so many times as long as the tests without one."""
FAILED, PASSED = 1, 0


class Mutant(NamedTuple):
    """One edit of one file."""

    path: str
    line: int
    column: int
    start: int
    """Offset in the file, in bytes."""
    end: int
    old: str
    new: str

    def edit(self, data: bytes) -> bytes:
        """Return the file's data with the edit applied."""
        return data[: self.start] + self.new.encode() + data[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}  {self.old}  ->  {self.new or 'nothing'}"


def list_mutants(path: str, source: str) -> list[Mutant]:
    """List all mutants of a file, in the order of its lines."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        """Return the offset in the file, in bytes, of a line and column."""
        return starts[line - 1] + column

    def between(left: ast.expr, right: ast.expr) -> tuple[int, int]:
        first = offset(left.end_lineno or 0, left.end_col_offset or 0)
        return first, offset(right.lineno, right.col_offset)

    found = []
    for node in walk_code(ast.parse(source)):
        for start, end, new in list_edits(node, offset, between, data):
            line = data.count(b"\n", 0, start) + 1
            column = start - starts[line - 1] + 1
            one = Mutant(path, line, column, start, end, data[start:end].decode().strip(), new)
            if one.old != new and can_be_parsed(one.edit(data)):
                found.append(one)
    return sorted(found, key=lambda one: (one.start, one.end, one.new))


def can_be_parsed(data: bytes) -> bool:
    """Return True if a source can be parsed. Without its ``not``, an expression of several lines
    may not."""
    try:
        ast.parse(data)
    except SyntaxError:
        return False
    return True


def walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run, without annotations, ``__all__`` and ``if TYPE_CHECKING``."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not is_declaration(node):
                yield node
                yield from walk_code(node)


def is_declaration(node: ast.AST) -> bool:
    """Return True if a statement assigns ``__all__`` or is only for type checkers."""
    if isinstance(node, ast.Assign):
        return any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def list_edits(
    node: ast.AST,
    offset: Callable[[int, int], int],
    between: Callable[[ast.expr, ast.expr], tuple[int, int]],
    data: bytes,
) -> Iterator[tuple[int, int, str]]:
    """Yield the edits of one node as ``(start, end, new text)``."""
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for index, operator in enumerate(node.ops):
            start, end = between(operands[index], operands[index + 1])
            yield replace_word(data, start, end, COMPARISONS[type(operator)])
    elif isinstance(node, ast.BoolOp):
        start, end = between(node.values[0], node.values[1])
        yield replace_word(data, start, end, "or" if isinstance(node.op, ast.And) else "and")
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        start, end = between(node.left, node.right)
        yield replace_word(data, start, end, ARITHMETIC[type(node.op)])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        start = offset(node.lineno, node.col_offset)
        yield start, offset(node.operand.lineno, node.operand.col_offset), ""
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        start = offset(node.lineno, node.col_offset)
        yield start, start + (node.end_col_offset or 0) - node.col_offset, str(node.value + 1)
    elif isinstance(node, ast.Name) and node.id in NAMES:
        start = offset(node.lineno, node.col_offset)
        yield start, start + len(node.id), NAMES[node.id]


def replace_word(data: bytes, start: int, end: int, word: str) -> tuple[int, int, str]:
    """Return the edit ``(start, end, word)`` that replaces an operator between two operands."""
    text = data[start:end].decode()
    operator = text.strip(" \n\t()\\")
    if "#" in operator or "\n" in operator:
        return start, start, ""
    index = text.index(operator)
    return start + index, start + index + len(operator), word


# --- Running --------------------------------------------------------------------------------------


def find_nearest_tests(path: Path) -> list[str]:
    """Return the tests of a module: those of its name, else of its folder, else of a parent
    folder."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    for depth in range(len(parts), 0, -1):
        folder, name = Path("tests", *parts[: depth - 1]), parts[depth - 1]
        found = sorted(str(one) for one in (ROOT / folder).glob(f"test_{name}*.py"))
        if not found and (ROOT / folder / name).is_dir():
            found = [str(ROOT / folder / name)]
        if found:
            return [str(Path(one).relative_to(ROOT)) for one in dict.fromkeys(found)]
    raise SystemExit(f"mutate: no tests of {path}; name some with --tests")


class PackageCopy:
    """A copy of the package, with all else linked to the real tree."""

    def __init__(self, folder: Path, *, is_compiled: bool) -> None:
        self.folder = folder
        self._is_compiled = is_compiled
        for one in ROOT.iterdir():
            if one.name not in ("src", ".git"):
                (folder / one.name).symlink_to(one)
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))

    def run_tests(self, tests: list[str], seconds: float | None) -> int | None:
        """Run tests on the copy. Returns pytest's exit code; None if they took longer than
        `seconds`."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONPYCACHEPREFIX": str(self.folder / "bytecode"),
            **({} if self._is_compiled else {"TILEWRIGHT_JIT": "0"}),
        }
        words = ["-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
        try:
            return subprocess.run(
                [sys.executable, *words],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                timeout=seconds,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return None

    def try_mutant(self, mutant: Mutant, tests: list[str], seconds: float) -> str:
        """Run the tests with a mutant. Returns ``killed``, ``survived`` or ``timeout``."""
        path = self.folder / mutant.path
        before = path.read_bytes()
        path.write_bytes(mutant.edit(before))
        try:
            code = self.run_tests(tests, seconds)
        finally:
            path.write_bytes(before)
        return {None: "timeout", PASSED: "survived"}.get(code, "killed")


def main() -> None:
    """Choose mutants, run the nearest tests with each, and print those that survived."""
    args = parse_arguments()
    files = sorted({file for path in args.paths for file in find_files(Path(path))})
    mutants = [one for file in files for one in list_mutants(str(file), (ROOT / file).read_text())]
    if args.sample is not None and args.sample < len(mutants):
        mutants = sorted(random.Random(args.seed).sample(mutants, args.sample))
    done = read_log(args.log)
    counts = dict.fromkeys(("killed", "survived", "timeout"), 0)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copy = PackageCopy(Path(folder), is_compiled=args.compiled)
        limits = {}
        for mutant in mutants:
            tests = args.tests or find_nearest_tests(Path(mutant.path))
            tests = [*tests, "-k", args.k] if args.k else tests
            key = tuple(tests)
            if str(mutant) not in done:
                if key not in limits:
                    limits[key] = measure_timeout(copy, tests)
                done[str(mutant)] = copy.try_mutant(mutant, tests, limits[key])
                write_log(args.log, mutant, done[str(mutant)])
            outcome = done[str(mutant)]
            counts[outcome] += 1
            if outcome == "survived":
                print(f"survived  {mutant}", flush=True)
    seconds = time.monotonic() - begun
    print(f"{len(mutants)} mutants of {len(files)} files in {seconds:.0f} s:", end=" ")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))


def find_files(path: Path) -> list[Path]:
    """Return the modules at or below a path, relative to the repository."""
    inside = (ROOT / path).resolve().relative_to(ROOT)
    found = sorted((ROOT / inside).rglob("*.py")) if (ROOT / inside).is_dir() else [ROOT / inside]
    return [one.relative_to(ROOT) for one in found if one.name != "__init__.py"]


def measure_timeout(copy: PackageCopy, tests: list[str]) -> float:
    """Run the tests without a mutant. Returns how many seconds they may take with one."""
    begun = time.monotonic()
    if copy.run_tests(tests, None) != PASSED:
        raise SystemExit(f"mutate: expected tests that pass without a mutant: {' '.join(tests)}")
    return max(MIN_TIMEOUT_SECONDS, TIMEOUT_FACTOR * (time.monotonic() - begun))


def read_log(path: Path | None) -> dict[str, str]:
    """Return the outcomes of an earlier run, by mutant; empty without a log."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["mutant"]: row["outcome"] for row in rows}


def write_log(path: Path | None, mutant: Mutant, outcome: str) -> None:
    """Append an outcome to the log, if there is one."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": str(mutant), "outcome": outcome}) + "\n")


def parse_arguments() -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(
        prog="scripts/mutate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="below src/tilewright")
    parser.add_argument("--sample", type=int, help="try so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument(
        "--tests", nargs="+", help="pytest's arguments in place of the nearest tests"
    )
    parser.add_argument("-k", metavar="WORDS", help="of these tests only those that match")
    parser.add_argument(
        "--compiled", action="store_true", help="compile kernels: for modules that hold none"
    )
    parser.add_argument("--log", type=Path, help="keep results in this file, and go on from it")
    return parser.parse_args()


if __name__ == "__main__":
    main()
