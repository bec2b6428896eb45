"""The operations of the API as its page lists them before, or without, Swagger UI."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from drf_spectacular.generators import SchemaGenerator


class Operation(NamedTuple):
    """What one method of one address does."""

    method: str  # in capitals
    path: str
    summary: str


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
