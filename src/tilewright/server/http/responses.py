"""msgspec structs as request bodies, as responses and in OpenAPI; error responses.

@router.post("/tables/{table}/moves", **responses(MoveMade, 404)) async def move(player:
PlayerDep, body: Body[Move]) -> str: return encode(MoveMade(...))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tilewright.errors import Code, NotSignedIn, Refused, TilewrightError, TooManyRequests
from tilewright.wire.fields import collect_structs, describe_fields
from tilewright.wire.problems import Problem, problem_of

__all__ = [
    "Body",
    "JsonText",
    "encode",
    "error_response",
    "error_responses",
    "openapi_content",
    "patch_openapi",
    "problem_response",
    "register_error_handlers",
    "responses",
]

T = TypeVar("T")

REF: Final = "#/components/schemas/{name}"

_documented_structs: set[type[msgspec.Struct]] = set()


# --- Responses ----------------------------------------------------------------------------------


class JsonText(JSONResponse):
    """A response whose content is already encoded as JSON."""

    def render(self, content: str) -> bytes:
        return content.encode()


def encode(value: Any) -> str:
    """Encode a struct, or a list of structs, as JSON."""
    return msgspec.json.encode(value).decode()


def responses(struct_type: Any, *statuses: int, status: int = 200) -> dict[str, Any]:
    """Return the decorator arguments of a route that returns a struct or a list of structs.

    Args:
        struct_type: The struct type, or a list of it.
        statuses: Error statuses that the route may return.
        status: The status of a successful response.
    """
    found = {
        status: {"content": openapi_content(struct_type), "description": _summary_line(struct_type)}
    }
    return {
        "response_class": JsonText,
        "response_model": None,
        "status_code": status,
        "responses": found | error_responses(*statuses),
    }


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` argument of a route that may fail with `statuses`."""
    return {
        status: {"content": openapi_content(Problem), "description": HTTPStatus(status).phrase}
        for status in statuses
    }


def openapi_content(struct_type: Any) -> dict[str, Any]:
    """Register the schema of a struct and return its OpenAPI content.

    `struct_type` may also be a list of structs.
    """
    struct = _get_struct(struct_type)
    _documented_structs.add(struct)
    schema: dict[str, Any] = {"$ref": REF.format(name=struct.__name__)}
    if struct is not struct_type:
        schema = {"type": "array", "items": schema}
    return {"application/json": {"schema": schema}}


def _get_struct(struct_type: Any) -> type[msgspec.Struct]:
    """Return the struct type of ``Rated`` or ``list[Rated]``."""
    found: type[msgspec.Struct] = next(iter(get_args(struct_type)), struct_type)
    return found


def _summary_line(struct_type: Any) -> str:
    return (_get_struct(struct_type).__doc__ or "").splitlines()[0]


# --- Bodies -------------------------------------------------------------------------------------


class BodyReader:
    """A dependency that decodes the request body into a struct."""

    def __init__(self, struct_type: type[msgspec.Struct]) -> None:
        self.content = openapi_content(struct_type)
        self._decode = msgspec.json.Decoder(struct_type).decode

    async def __call__(self, request: Request) -> msgspec.Struct:
        if not is_json(request.headers.get("content-type", "")):
            raise _invalid_request("body", "expected the content type application/json")
        try:
            return self._decode(await request.body())
        except UnicodeDecodeError as error:
            raise Refused(Code.BAD_REQUEST, "body: expected JSON in UTF-8") from error
        except msgspec.DecodeError as error:
            raise _invalid_request(*_split_decode_error(str(error))) from error


if TYPE_CHECKING:
    Body = Annotated[T, "read from the body"]
else:

    class Body:
        """The decoded request body: ``Body[Move]`` is a ``Move``.

        Make it the last parameter of a route: then access is checked before the body.
        """

        def __class_getitem__(cls, struct_type: type[msgspec.Struct]) -> Any:
            return Annotated[struct_type, Depends(BodyReader(struct_type))]


def is_json(content_type: str) -> bool:
    """Return True for JSON content types. A form on a foreign page cannot send one."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and "+json" in kind)


def _split_decode_error(message: str) -> tuple[str, str]:
    """Split an error such as "Expected `int` - at `$.bots[0].seat`" into location and problem."""
    what, _, path = message.partition(" - at `$")
    return "body" + path.rstrip("`").replace("[", ".").replace("]", ""), what


def _invalid_request(location: str, problem: str) -> Refused:
    """Create the error for a request body that cannot be decoded."""
    location = location[:100]
    return Refused(
        Code.INVALID_REQUEST, f"{location}: {problem}", where=location, problem="invalid"
    )


# --- OpenAPI ------------------------------------------------------------------------------------


def patch_openapi(app: FastAPI, routers: Iterable[APIRouter], path: str) -> None:
    """Add the routers' msgspec structs to the OpenAPI schema and serve it at ``path``."""
    build_schema, bodies = app.openapi, dict(_iter_request_bodies(routers))

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = build_schema()
            schema.setdefault("components", {}).setdefault("schemas", {}).update(
                _build_struct_schemas()
            )
            for operation in (one for path in schema["paths"].values() for one in path.values()):
                if operation["operationId"] in bodies:
                    operation["requestBody"] = bodies[operation["operationId"]]
        return build_schema()

    @cache
    def encoded_schema() -> bytes:
        return msgspec.json.encode(openapi())

    async def get_schema(request: Request) -> Response:
        return Response(encoded_schema(), media_type="application/json")

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it
    app.add_route(path, get_schema, include_in_schema=False)


def _iter_request_bodies(routers: Iterable[APIRouter]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the OpenAPI request body of each route that has a body."""
    for route in (route for router in routers for route in router.routes):
        if isinstance(route, APIRoute):
            for dependency in route.dependant.dependencies:
                if isinstance(dependency.call, BodyReader):
                    yield route.name, {"required": True, "content": dependency.call.content}


def _build_struct_schemas() -> dict[str, Any]:
    """Return the OpenAPI schemas of all structs that routes use."""
    kinds = sorted(_documented_structs, key=lambda kind: kind.__name__)
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    for kind in collect_structs(kinds):
        for name, description in describe_fields(kind).items():
            field = components[kind.__name__]["properties"][name]
            components[kind.__name__]["properties"][name] = {"description": description} | field
    return components


# --- Error responses ------------------------------------------------------------------------------


CODES = {code.status: code for code in (Code.BAD_REQUEST, Code.NOT_FOUND, Code.METHOD_NOT_ALLOWED)}
"""Error codes for the framework's own errors, by status."""


def error_response(error: TilewrightError) -> Response:
    """Build the response for an error."""
    return problem_response(problem_of(error), headers=_error_headers(error))


def problem_response(
    problem: Problem, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """Build the response for a problem. `status` defaults to that of the problem's code."""
    status = Code[problem.code.upper()].status if status is None else status
    return Response(msgspec.json.encode(problem), status, headers, "application/json")


def _error_headers(error: TilewrightError) -> dict[str, str]:
    """Return the headers of an error response: a retry time, an authentication scheme, or none."""
    if isinstance(error, TooManyRequests):
        return {"Retry-After": str(error.seconds)}
    if isinstance(error, NotSignedIn):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def register_error_handlers(app: FastAPI) -> None:
    """Register the application's error handlers."""
    app.add_exception_handler(TilewrightError, _handle_tilewright_error)
    app.add_exception_handler(RequestValidationError, _handle_validation_error)
    app.add_exception_handler(HTTPException, _handle_http_exception)


async def _handle_tilewright_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TilewrightError)
    return error_response(error)


async def _handle_validation_error(_request: Request, error: Exception) -> Response:
    """Return a response for the first error. It omits the invalid value, maybe a password."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    params = {"where": where, "problem": first["type"]}
    return problem_response(
        Problem(Code.INVALID_REQUEST, f"{where}: {first['msg']}", params=params)
    )


async def _handle_http_exception(request: Request, error: Exception) -> Response:
    """Return a response for an error raised by Starlette, such as an unknown path."""
    assert isinstance(error, HTTPException)
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers |= {"Allow": allowed_methods(request) or headers["Allow"]}
    problem = Problem(CODES.get(status, Code.REFUSED), str(error.detail))
    return problem_response(problem, status, headers)


def allowed_methods(request: Request) -> str:
    """Return the value of the ``Allow`` header for the request's path.

    Starlette only lists the methods of the first matching route.
    """
    paths: dict[str, Any] = request.app.openapi()["paths"]
    matching = [
        methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)
    ]
    return ", ".join(sorted({method.upper() for methods in matching for method in methods}))
