"""Structs of the wire over HTTP: read from bodies, sent as answers, described in OpenAPI.

@router.post("/tables/{table}/moves", **shows(MoveMade, 404))
async def move(player: ThisPlayer, body: Body[Move]) -> str:
    return encode(MoveMade(...))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from tilewright.errors import Code, Refused
from tilewright.wire.documented import describe_fields, structs_in
from tilewright.wire.problems import Problem

__all__ = ["Body", "JsonText", "complete_openapi", "content_of", "encode", "refusals", "shows"]

T = TypeVar("T")

REF: Final = "#/components/schemas/{name}"

_described: set[type[msgspec.Struct]] = set()


# --- Answers ------------------------------------------------------------------------------------


class JsonText(JSONResponse):
    """JSON that has been encoded already."""

    def render(self, content: str) -> bytes:
        return content.encode()


def encode(value: Any) -> str:
    """A struct, or a list of them, as a route of ``shows`` returns it."""
    return msgspec.json.encode(value).decode()


def shows(kind: Any, *statuses: int, status: int = 200) -> dict[str, Any]:
    """The settings of a route that answers with a struct, or a list of them, and may refuse with
    these statuses."""
    answer = {status: {"content": content_of(kind), "description": _first_line(kind)}}
    return {
        "response_class": JsonText,
        "response_model": None,
        "status_code": status,
        "responses": answer | refusals(*statuses),
    }


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route that may refuse with these statuses."""
    return {
        status: {"content": content_of(Problem), "description": HTTPStatus(status).phrase}
        for status in statuses
    }


def content_of(kind: Any) -> dict[str, Any]:
    """A struct, or a list of them, as JSON content in OpenAPI."""
    struct = _struct_of(kind)
    _described.add(struct)
    schema: dict[str, Any] = {"$ref": REF.format(name=struct.__name__)}
    if struct is not kind:
        schema = {"type": "array", "items": schema}
    return {"application/json": {"schema": schema}}


def _struct_of(kind: Any) -> type[msgspec.Struct]:
    """``Rated`` of ``list[Rated]``, or the struct itself."""
    found: type[msgspec.Struct] = next(iter(get_args(kind)), kind)
    return found


def _first_line(kind: Any) -> str:
    return (_struct_of(kind).__doc__ or "").splitlines()[0]


# --- Bodies -------------------------------------------------------------------------------------


class BodyReader:
    """Reads a request's body as a struct."""

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self.content = content_of(kind)
        self._decode = msgspec.json.Decoder(kind).decode

    async def __call__(self, request: Request) -> msgspec.Struct:
        if not is_json(request.headers.get("content-type", "")):
            raise _invalid("body", "expected the content type application/json")
        try:
            return self._decode(await request.body())
        except UnicodeDecodeError as error:
            raise Refused(Code.BAD_REQUEST, "body: expected JSON in UTF-8") from error
        except msgspec.DecodeError as error:
            raise _invalid(*_split(str(error))) from error


if TYPE_CHECKING:
    Body = Annotated[T, "read from the body"]
else:

    class Body:
        """The body of a request: ``Body[Move]`` is a ``Move``. Comes last among a route's
        parameters: whoever may not ask at all is told so first."""

        def __class_getitem__(cls, kind: type[msgspec.Struct]) -> Any:
            return Annotated[kind, Depends(BodyReader(kind))]


def is_json(content_type: str) -> bool:
    """A form of a foreign page cannot say so without asking first."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and "+json" in kind)


def _split(message: str) -> tuple[str, str]:
    """Where it was and what, of an error such as "Expected `int` - at `$.bots[0].seat`". What was
    sent is not shown again: it may be a password."""
    what, _, path = message.partition(" - at `$")
    return "body" + path.rstrip("`").replace("[", ".").replace("]", ""), what


def _invalid(where: str, what: str) -> Refused:
    where = where[:100]
    return Refused(Code.INVALID_REQUEST, f"{where}: {what}", where=where, problem="invalid")


# --- OpenAPI ------------------------------------------------------------------------------------


def complete_openapi(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Describe what FastAPI cannot see: our structs, as answers and as bodies."""
    describe, bodies = app.openapi, dict(_bodies(routers))

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = describe()
            found.setdefault("components", {}).setdefault("schemas", {}).update(_schemas())
            for operation in (one for path in found["paths"].values() for one in path.values()):
                if operation["operationId"] in bodies:
                    operation["requestBody"] = bodies[operation["operationId"]]
        return describe()

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it


def _bodies(routers: Iterable[APIRouter]) -> Iterator[tuple[str, dict[str, Any]]]:
    """By the names of routes: the bodies that they read."""
    for route in (route for router in routers for route in router.routes):
        if isinstance(route, APIRoute):
            for dependency in route.dependant.dependencies:
                if isinstance(dependency.call, BodyReader):
                    yield route.name, {"required": True, "content": dependency.call.content}


def _schemas() -> dict[str, Any]:
    kinds = sorted(_described, key=lambda kind: kind.__name__)
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    for kind in structs_in(kinds):
        for name, words in describe_fields(kind).items():
            field = components[kind.__name__]["properties"][name]
            components[kind.__name__]["properties"][name] = {"description": words} | field
    return components
