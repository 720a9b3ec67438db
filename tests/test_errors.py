"""One list of codes and one tree of exceptions, and what is written about them."""

from __future__ import annotations

import ast
import re

import pytest

from offenders import ROOT, nodes_of, offenders
from tilewright import errors
from tilewright.client.live import make_error
from tilewright.errors import Code, IllegalMove, Refused, TilewrightError, TooManyRequests
from tilewright.wire.problems import Problem, problem_of

PACKAGE = ROOT / "src" / "tilewright"
SOURCES = sorted(PACKAGE.rglob("*.py"))
PAGE = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")


def test_docs_list_every_error_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", PAGE, re.M)
    assert rows == [(code, str(code.status), code.meaning) for code in Code]


def test_docs_show_the_tree_of_error_classes() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    tree = [kind.__name__ for kind in kinds if issubclass(kind, TilewrightError)]
    assert [name for name in tree if f"`{name}`" not in PAGE] == []


def test_error_codes_equal_their_names() -> None:
    """``Code[...]`` is how one is found by its text."""
    assert [code for code in Code if code.name.lower() != code] == []


def used_codes(source: str) -> set[str]:
    """Return the codes that some code names as ``Code.X``."""
    return {
        node.attr
        for node in nodes_of(source)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Code"
    }


def test_error_codes_are_all_used_and_defined() -> None:
    """``NOT_OPEN`` and the like are put together from the state that a table should have."""
    found = {name for path in SOURCES for name in used_codes(path.read_text(encoding="utf-8"))}
    assert found | {"NOT_OPEN", "NOT_RUNNING", "NOT_OVER"} == set(Code.__members__)


def loose_refusals(source: str) -> list[int]:
    """Return the lines that refuse with a text instead of a member of ``Code``."""
    return [
        node.lineno
        for node in nodes_of(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Refused"
        and isinstance(node.args[0], ast.Constant)
    ]


def test_refusals_name_a_listed_code() -> None:
    """But for the client's, where something else than a server of ours answers."""
    ours = [path for path in SOURCES if path.parent.name != "client"]
    assert offenders(ours, lambda _, source: loose_refusals(source)) == {}


def test_refusal_without_a_listed_code_is_found() -> None:
    assert loose_refusals('raise Refused("busy", "x")') == [1]
    assert loose_refusals('raise Refused(Code.BUSY, "x")') == []


# --- Over the wire and back ---------------------------------------------------------------------

ERRORS: list[TilewrightError] = [
    IllegalMove("NL-8", "slot 9 is taken"),
    IllegalMove(None, "no such action"),
    errors.UnknownGame("chess"),
    errors.InvalidOption("dice: expected none"),
    errors.TextError("expected a move", line=3),
    errors.GameOver("the game is over"),
    errors.HiddenInformation("a view cannot know"),
    errors.NotFound("there is no table 'x'"),
    errors.NotSignedIn("sign in first"),
    errors.Stale("expected state number 3; found 2"),
    TooManyRequests("too many words", 7),
    TooManyRequests("too many analyses", 2, Code.BUSY),
    Refused(Code.INVALID_NAME, "name: expected letters", max=24),
    Refused(Code.NOT_HOST, "only the host of the table may do that"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}-{error.code}")
def test_error_round_trips_over_the_wire(error: TilewrightError) -> None:
    found = make_error(problem_of(error))
    assert type(found) is type(error)
    assert (found.code, str(found)) == (error.code, str(error))
    assert (found.rule, found.params) == (error.rule, error.params)


def test_error_with_an_unknown_code_is_a_refusal() -> None:
    found = make_error(Problem("no_cake", "there is no cake", params={"left": 0}))
    assert isinstance(found, Refused)
    assert (found.code, str(found), found.params) == ("no_cake", "there is no cake", {"left": 0})
