"""What the JSON schemas of all games are made of (2020-12): the boundary to programs that are not written in Python."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Json


def schema_of_view(
    title: str, description: str, properties: Mapping[str, Json], **definitions: Json
) -> dict[str, Json]:
    """The schema of a view that has all of these properties and no others, with its `$defs`, `move` among them."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **object_of(properties),
        "$defs": definitions,
    }


def object_of(properties: Mapping[str, Json]) -> dict[str, Json]:
    """An object that has all of these properties and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def defined(name: str) -> dict[str, Json]:
    """What stands under that name in the `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Json) -> dict[str, Json]:
    """A list of such items, however long."""
    return {"type": "array", "items": items}


def or_null(schema: Json) -> dict[str, Json]:
    """That, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def moves(*one_of: Json) -> dict[str, Json]:
    """Any of the moves that a game knows, each made by `move`."""
    return {"description": "An array of integers, kind first.", "oneOf": list(one_of)}


def move(meaning: str, kind: int, *parts: Json) -> dict[str, Json]:
    """An event of that kind and what follows it."""
    length = 1 + len(parts)
    return {
        "type": "array",
        "description": meaning,
        "prefixItems": [{"const": kind}, *parts],
        "minItems": length,
        "maxItems": length,
    }
