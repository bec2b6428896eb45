"""Views in JSON: a table of their properties, from which JSON and its schema (2020-12) follow; schemas of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.core.game import CHANCE, Json

COUNT: Final = {"type": "integer", "minimum": 0}


class Property(NamedTuple):
    """A property of a view in JSON: its schema, its meaning, and the function that computes it from the view.

    Without a function it is the attribute of the same name: tuples as lists, -1 (no player, no card) as null.
    """

    schema: Mapping[str, Json]
    description: str
    value: Callable[[Any], Json] | None = None


@dataclass(frozen=True)
class ViewFormat:
    """The JSON form of the views of one game; `definitions` are the `$defs` of its schema, `move` among them."""

    title: str
    description: str
    properties: Mapping[str, Property]
    definitions: Mapping[str, Json]

    def to_json(self, view: Any) -> dict[str, Json]:
        """Return the view as `schema` describes it."""
        return {
            name: _plain(getattr(view, name)) if part.value is None else part.value(view)
            for name, part in self.properties.items()
        }

    def schema(self) -> dict[str, Json]:
        """Return the JSON schema of a view, and of moves under `$defs/move`."""
        properties = {name: {**part.schema, "description": part.description} for name, part in self.properties.items()}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.title,
            "description": self.description,
            **object_of(properties),
            "$defs": dict(self.definitions),
        }


def first_properties(
    seats: tuple[int, int], options: Property, phases: Iterable[str], phase_help: str, chance: str
) -> dict[str, Property]:
    """Return the properties with which views begin; `seats` are the least and the most, `chance` is what happens."""
    names = list(phases)
    turn = {"anyOf": [defined("seat"), {"const": "chance"}, {"type": "null"}]}
    return {
        "seat": Property(or_null(defined("seat")), "Whose view this is; null: a spectator."),
        "seats": Property(number_from(*seats), "Number of seats."),
        "options": options,
        "phase": Property({"enum": names}, phase_help, lambda view: names[view.phase]),
        "turn": Property(
            turn,
            f"The seat that decides now; chance: {chance}; null: the game is over.",
            lambda view: "chance" if view.turn == CHANCE else view.turn,
        ),
    }


def _plain(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return None if value == -1 else value


def object_of(properties: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def number_from(least: int, most: int) -> dict[str, Json]:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


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
