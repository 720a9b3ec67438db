"""msgspec structs as answers over HTTP: the same ones that the socket sends, described in OpenAPI.

@router.get("/tables/{table}", **shows(Shown, 404))
async def look(visit: Visit) -> str:
    return encode(Shown(...))
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.responses import JSONResponse

from tilewright.server.errors import refusals

__all__ = ["JsonText", "complete_openapi", "content_of", "encode", "shows"]

# Of their own, for a person at a table is another schema than a person with an account.
PREFIX: Final = "table."
REF: Final = f"#/components/schemas/{PREFIX}{{name}}"

_described: dict[str, type[msgspec.Struct]] = {}


class JsonText(JSONResponse):
    """JSON that has been encoded already."""

    def render(self, content: str) -> bytes:
        return content.encode()


def encode(value: msgspec.Struct) -> str:
    """A struct as a route of ``shows`` returns it."""
    return msgspec.json.encode(value).decode()


def shows(kind: type[msgspec.Struct], *statuses: int, status: int = 200) -> dict[str, Any]:
    """The settings of a route that answers with a struct and may refuse with these statuses."""
    answer = {status: {"content": content_of(kind), "description": _first_line(kind)}}
    return {
        "response_class": JsonText,
        "response_model": None,
        "status_code": status,
        "responses": answer | refusals(*statuses),
    }


def content_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A struct as the content of an answer in OpenAPI."""
    _described[kind.__name__] = kind
    return {"application/json": {"schema": {"$ref": REF.format(name=kind.__name__)}}}


def _first_line(kind: type[msgspec.Struct]) -> str:
    return (kind.__doc__ or kind.__name__).splitlines()[0]


def complete_openapi(app: FastAPI) -> None:
    """Describe what FastAPI cannot see: our structs, and that refusals are JSON everywhere."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = describe()
            found["components"]["schemas"].update(_schemas())
            _mend_refusals(found)
        return describe()

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it


def _mend_refusals(found: dict[str, Any]) -> None:
    """A route that answers in plain text, or line by line, refuses as all others do."""
    for path in found["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    (described,) = answer["content"].values()
                    answer["content"] = {"application/json": described}


def _schemas() -> dict[str, Any]:
    _, components = msgspec.json.schema_components(_described.values(), ref_template=REF)
    return {f"{PREFIX}{name}": schema for name, schema in components.items()}
