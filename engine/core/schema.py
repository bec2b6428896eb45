"""Parts of JSON schemas (2020-12) of views and moves, for programs in any language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Json


def schema_of_view(
    title: str, description: str, properties: Mapping[str, Json], **definitions: Json
) -> dict[str, Json]:
    """Return the schema of a view with exactly these properties, and its `$defs`, `move` among them."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **object_of(properties),
        "$defs": definitions,
    }


def object_of(properties: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def defined(name: str) -> dict[str, Json]:
    """Return a reference to an entry of `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Json) -> dict[str, Json]:
    """Return the schema of a list of any length."""
    return {"type": "array", "items": items}


def or_null(schema: Json) -> dict[str, Json]:
    """Return the schema of a value or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def moves(*one_of: Json) -> dict[str, Json]:
    """Return the schema of any of these moves, each made by `move`."""
    return {"description": "An array of integers, kind first.", "oneOf": list(one_of)}


def move(meaning: str, kind: int, *parts: Json) -> dict[str, Json]:
    """Return the schema of an event of that kind with these numbers."""
    length = 1 + len(parts)
    return {
        "type": "array",
        "description": meaning,
        "prefixItems": [{"const": kind}, *parts],
        "minItems": length,
        "maxItems": length,
    }
