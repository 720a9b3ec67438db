"""Messages are defined once, without a web framework."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tools.ts import shapes
from tools.ts.wire import format_protocol

from tilewright.match import events
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.wire import fields, records
from tilewright.wire.fields import collect_structs, describe_fields
from tilewright.wire.tables import MoveMade, NewTable, Start, TableInfo

PACKAGE = Path(__file__).parents[2] / "src" / "tilewright"
WIRE = sorted((PACKAGE / "wire").glob("*.py"))

IMPORT_WITHOUT = """
import sys
for name in ("fastapi", "pydantic", "starlette", "uvicorn", "typer", "rich"):
    sys.modules[name] = None  # as if it were not installed
import tilewright.client
ours = ("tilewright.server", "tilewright.arena")
unwanted = [name for name in sys.modules if name.startswith(ours)]
assert unwanted == [], unwanted
"""


def test_client_imports_no_web_framework() -> None:
    assert run(IMPORT_WITHOUT) == ""


def test_client_import_of_a_web_framework_is_found() -> None:
    needy = IMPORT_WITHOUT.replace("tilewright.client", "tilewright.server.app")
    assert "fastapi is not installed" in run(needy)


def run(code: str) -> str:
    """Return what a fresh Python complains about."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def foreign_imports(source: str) -> set[str]:
    """Return the packages that some code needs, Python's own and ours excepted."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names - sys.stdlib_module_names - {"tilewright"}


@pytest.mark.parametrize("path", WIRE, ids=lambda path: path.stem)
def test_wire_imports_only_msgspec(path: Path) -> None:
    assert foreign_imports(path.read_text(encoding="utf-8")) <= {"msgspec"}


def test_wire_import_of_another_package_is_found() -> None:
    assert foreign_imports("import json\nfrom pydantic.fields import Field") == {"pydantic"}


# --- Bounds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word, good, bad",
    [
        (fields.TableId, "a-Z_9", ["", "a b", "x" * 33, "a\n"]),
        (fields.RecordId, "a-Z_9", ["", "a/b", "x" * 33, "a\n"]),
        (fields.MoveId, "!~", ["", "a b", "é", "x" * 65, "a\n"]),
        (fields.MoveText, "d4e4>3", ["", "x" * 201]),
        (fields.Salt, "00ff", ["0", "FF", "0g", "00" * 65, "00\n"]),
        (fields.Line, "Ні, дякую!", ["", "a\nb", "a\n", "\u202eabc", "x" * 301]),
        (fields.Count, 2**31, [-1, 2**31 + 1, True, 1.0, "1"]),
        (fields.Ply, 10_000, [-1, 10_001]),
        (fields.Ref, 2**53, [-1, 2**53 + 1, "x" * 65, 1.5]),
        (records.Hash, "0f" * 32, ["0f" * 31, "0F" * 32, "0f" * 32 + "\n"]),
        (records.Seed, "18446744073709551615", ["", "01", "-1", "9" * 21, "1\n"]),
        (events.BotName, "level-8", ["level-9", "hal", "random\n", ""]),
        (events.GameName, "my-shelfie", ["", "My", "9x", "a_b", "x" * 41, "toy\n"]),
        (events.SeatNumber, 3, [-1, 4]),
        (events.Players, 4, [0, 5]),
        (events.Day, "2026-11-15", ["2026-11-5", "today", "2026-11-15\n"]),
    ],
)
def test_wire_texts_have_length_bounds(word: object, good: object, bad: list[object]) -> None:
    assert msgspec.convert(good, word) == good
    for value in bad:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(value, word)


AT = {"ply": 0, "seat": 0}
PARTS = {"secret": "0" * 64, "salts": [""], "seed": "1"}


@pytest.mark.parametrize(
    "kind, good, bad",
    [
        (Start, {"table": "t", **AT}, AT),
        (Start, {"record": "r", **AT}, {"table": "t", "record": "r", **AT}),
        (records.VerifyRequest, {"record": "x"}, {}),
        (records.VerifyRequest, {"shuffle": PARTS, "commitment": "0" * 64}, {"shuffle": PARTS}),
    ],
)
def test_wire_requests_refuse_incomplete_combinations(
    kind: type[msgspec.Struct], good: object, bad: object
) -> None:
    assert isinstance(msgspec.convert(good, kind), kind)
    with pytest.raises(msgspec.ValidationError, match="expected"):
        msgspec.convert(bad, kind)


def test_new_table_request_has_the_terms_of_a_match() -> None:
    table = NewTable(game="toy", players=2, rated=True, grace=None, options={"rolls": "no"})
    terms = table.terms(start="a view")
    assert isinstance(terms, events.Terms) and terms.start == "a view" and terms.day is None
    assert (terms.game, terms.players, terms.rated, terms.grace) == ("toy", 2, True, None)
    assert terms.options == {"rolls": "no"} and terms.clock == table.clock


# --- What the source says of fields -------------------------------------------------------------


def test_wire_fields_have_descriptions() -> None:
    told = describe_fields(MoveMade)
    assert told["seq"] == "``seq`` of the move's event."
    of_base = (
        "Key of the invitation link, for the host and for people with a seat or a reservation."
    )
    assert told["invite"] == of_base
    assert "mover" not in describe_fields(TableInfo)


def test_collect_structs_finds_structs_in_fields() -> None:
    found = collect_structs([MoveMade])
    assert len(set(found)) == len(found) and found[-1] is MoveMade
    assert {"ClockRule", "Person", "ShuffleInfo", "View"} <= {kind.__name__ for kind in found}


# --- TypeScript ---------------------------------------------------------------------------------


def test_wire_ts_is_up_to_date() -> None:
    """``python -m tools.ts.wire > web/src/lib/wire.ts`` writes them again."""
    written = (PACKAGE.parent.parent / "web" / "src" / "lib" / "wire.ts").read_text("utf-8")
    assert written == format_protocol()


@pytest.mark.parametrize(
    "line",
    [
        "export type Status = 'open' | 'running' | 'over';",
        "  | 'not_your_turn'",  # a code
        "  code: Code;",
        "  scene?: Scene;",  # for those who ask for it
        "  /** The legal moves, if it is this seat's turn. */",
        "  moves: string[] | null;",
        "  running?: number;",  # left out where it would be null
        "  asked?: readonly [Ask, number];",
        "export interface Terms extends Required<GameTerms> {",
        "  grace?: number | null;",  # of a request: left out, or null
        "export interface MoveMade extends TableShown {",
        "  type: 'subscribe';",
        "  effects: Preview[];",
        "export interface EventBase {\n  /** Time in ms since 1970. */\n  at: number;\n}",
    ],
)
def test_wire_ts_has_the_expected_lines(line: str) -> None:
    assert line in format_protocol()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_wire_ts_scenes_effects_and_boxes_extend_the_shared_types(name: str) -> None:
    game = GAMES[name]
    position = Position.new(game, game.players[0], 7, {})
    msgspec.convert(position.scene(), shapes.Scene)
    msgspec.convert(position.effect(int(position.legal_actions[0])), shapes.Effect)
    msgspec.convert(game.scenery.box(), shapes.Box)
