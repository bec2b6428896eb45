"""What the schema says beyond the endpoints.

Every one of them answers faults as a problem document, and whatever an answer may hold it always holds: what is not
there is null or empty.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from drf_spectacular.generators import SchemaGenerator

from league.common.errors import PROBLEM_TYPE

WITHOUT_KEY = "answer_as_remote_bot"  # its questions have ids
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": (
        "Key of this request. A repeat with the same key within a day has no effect and gets the "
        "first response. With another body it is refused (422)."
    ),
    "schema": {"type": "string", "pattern": "^[!-~]{1,100}$"},
}
AT_HOME = "http://localhost:8000"
PROBLEM = {
    "type": "object",
    "description": "A problem (RFC 9457).",
    "example": {
        "type": "about:blank",
        "title": "Bad Request",
        "status": 400,
        "detail": "The request has an error. See “errors”.",
        "code": "invalid",
        "errors": {"limit": ["A page holds 1 to 200 rows."]},
    },
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "Always about:blank. Use `code`."},
        "title": {"type": "string", "description": "HTTP status in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What is wrong and what to do, for people."},
        "code": {"type": "string", "description": "Error code for programs. Does not change."},
        "errors": {
            "type": "object",
            "description": "Messages by field, if fields are wrong.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Describe the problem document once, and name it as what every operation answers to faults."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {
        "description": "What was wrong.",
        "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path in result.get("paths", {}).values():
        for operation in path.values():
            operation["responses"].setdefault("default", answer)
    return result


def add_keys(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Describe the header `Idempotency-Key` once, and name it at every operation that changes something."""
    result.setdefault("components", {}).setdefault("parameters", {})["IdempotencyKey"] = IDEMPOTENCY_KEY
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in {"post", "delete"} and operation["operationId"] != WITHOUT_KEY:
                operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
    return result


def name_server(result: dict[str, Any], request: Any = None, **_: Any) -> dict[str, Any]:
    """Name the site as the one who asks for the schema reached it; in the committed copy as it starts at home."""
    site = request.build_absolute_uri("/").rstrip("/") if request else AT_HOME
    result["servers"] = [{"url": site, "description": "This site."}]
    return result


def require_answer_fields(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say that every field of an answer is always there; what is sent leaves out what is optional."""
    shapes = result.get("components", {}).get("schemas", {})
    sent = _named_in([operation.get("requestBody") for path in result["paths"].values() for operation in path.values()])
    sent |= _named_in([shapes[name] for name in sent])
    for name, shape in shapes.items():
        if "properties" in shape and shape is not PROBLEM and name not in sent:
            shape["required"] = sorted(shape["properties"])
            for field in shape["properties"].values():
                field.pop("readOnly", None)
    return result


def _named_in(node: Any) -> set[str]:
    """The names of the schemas that a part of the document refers to."""
    if isinstance(node, list):
        return set().union(*map(_named_in, node))
    if not isinstance(node, dict):
        return set()
    own = {str(node["$ref"]).rpartition("/")[2]} if "$ref" in node else set()
    return own.union(*map(_named_in, node.values()))


class Operation(NamedTuple):
    """What one method of one address does."""

    method: str  # in capitals
    path: str
    summary: str

    @property
    def parts(self) -> list[str]:
        """Its path in parts, each with its slash: a line may end after one."""
        return re.findall("[^/]+/?|/", self.path)


@cache
def operations_by_tag() -> Mapping[str, Sequence[Operation]]:
    """Return the operations of each tag of the schema, in the schema's order."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # it has no types
    tagged: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            for tag in operation["tags"]:
                tagged.setdefault(tag, []).append(Operation(method.upper(), path, operation["summary"]))
    return tagged
