"""msgspec structs with FastAPI: read from bodies, sent as answers, described in OpenAPI.

@router.post("/tables/{table}/moves", **responses(MoveMade, 404)) async def move(player:
ThisPlayer, body: Body[Move]) -> str: return encode(MoveMade(...))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from tilewright.errors import Code, Refused
from tilewright.wire.fields import describe_fields, structs_in
from tilewright.wire.problems import Problem

__all__ = [
    "Body",
    "JsonText",
    "content_of",
    "encode",
    "error_responses",
    "patch_openapi",
    "responses",
]

T = TypeVar("T")

REF: Final = "#/components/schemas/{name}"

_described: set[type[msgspec.Struct]] = set()


# --- Answers ------------------------------------------------------------------------------------


class JsonText(JSONResponse):
    """A response whose content is JSON already."""

    def render(self, content: str) -> bytes:
        return content.encode()


def encode(value: Any) -> str:
    """Return a struct, or a list of structs, as JSON."""
    return msgspec.json.encode(value).decode()


def responses(kind: Any, *statuses: int, status: int = 200) -> dict[str, Any]:
    """Return the settings of a route that answers with a struct or a list of structs.

    Args:
        kind: The struct, or a list of it.
        statuses: Errors with which the route may answer.
        status: The status of a successful answer.
    """
    found = {status: {"content": content_of(kind), "description": _first_line(kind)}}
    return {
        "response_class": JsonText,
        "response_model": None,
        "status_code": status,
        "responses": found | error_responses(*statuses),
    }


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` setting of a route that may refuse with these statuses."""
    return {
        status: {"content": content_of(Problem), "description": HTTPStatus(status).phrase}
        for status in statuses
    }


def content_of(kind: Any) -> dict[str, Any]:
    """Return the OpenAPI content for a struct or a list of it, and have the struct described."""
    struct = _struct_of(kind)
    _described.add(struct)
    schema: dict[str, Any] = {"$ref": REF.format(name=struct.__name__)}
    if struct is not kind:
        schema = {"type": "array", "items": schema}
    return {"application/json": {"schema": schema}}


def _struct_of(kind: Any) -> type[msgspec.Struct]:
    """Return ``Rated`` for ``list[Rated]``; a struct itself otherwise."""
    found: type[msgspec.Struct] = next(iter(get_args(kind)), kind)
    return found


def _first_line(kind: Any) -> str:
    return (_struct_of(kind).__doc__ or "").splitlines()[0]


# --- Bodies -------------------------------------------------------------------------------------


class BodyReader:
    """A dependency that reads a request's body as a struct."""

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
        """The body of a request: ``Body[Move]`` is a ``Move``. Make it the last parameter of a
        route: callers without access are refused before their body is checked."""

        def __class_getitem__(cls, kind: type[msgspec.Struct]) -> Any:
            return Annotated[kind, Depends(BodyReader(kind))]


def is_json(content_type: str) -> bool:
    """Return True for JSON. The form of a foreign page cannot claim it without CORS."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and "+json" in kind)


def _split(message: str) -> tuple[str, str]:
    """Split an error like "Expected `int` - at `$.bots[0].seat`" into place and problem. The value
    is left out, since it may be a password."""
    what, _, path = message.partition(" - at `$")
    return "body" + path.rstrip("`").replace("[", ".").replace("]", ""), what


def _invalid(where: str, what: str) -> Refused:
    where = where[:100]
    return Refused(Code.INVALID_REQUEST, f"{where}: {what}", where=where, problem="invalid")


# --- OpenAPI ------------------------------------------------------------------------------------


def patch_openapi(app: FastAPI, routers: Iterable[APIRouter], path: str) -> None:
    """Add the structs to the OpenAPI description and serve it at ``path``."""
    describe, bodies = app.openapi, dict(_bodies(routers))

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = describe()
            found.setdefault("components", {}).setdefault("schemas", {}).update(_schemas())
            for operation in (one for path in found["paths"].values() for one in path.values()):
                if operation["operationId"] in bodies:
                    operation["requestBody"] = bodies[operation["operationId"]]
        return describe()

    @cache
    def write() -> bytes:
        return msgspec.json.encode(openapi())

    async def answer(request: Request) -> Response:
        return Response(write(), media_type="application/json")

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it
    app.add_route(path, answer, include_in_schema=False)


def _bodies(routers: Iterable[APIRouter]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names of routes with the bodies that they read."""
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
