"""What a seat sees of a game and what it may answer, told from the game's own schema, never out of date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.game import Game

Schema = Mapping[str, Any]

_PLAIN = {"integer": "a whole number", "boolean": "true or false", "string": "text", "null": "null"}


_IN_PYTHON: Mapping[str, Mapping[str, str]] = {
    "highland-clans": {
        "options": "exactly, ranks_zero",
        "cards": "components.CARDS",
        "estates": "components.ESTATES",
    },
    "kings-kilt": {"options": "by_victim, per_pyramid", "listed": "components.numbers(listed)"},
    "lords-of-scotland": {
        "options": "bruce, strict",
        "turn_of_round": "step // seats + 1",
        "initiative": "first",
        "refilling": "slot",
        "pile_lot": "lot",
        "listed": "listed(seat)",
    },
}
"""Where the view of an uploaded bot has a field that is not its attribute of the same name."""


class Field(NamedTuple):
    """A field of a view, or a part that several fields are made of; `python` is where an uploaded bot finds it."""

    name: str
    kind: str
    meaning: str
    python: str = ""


class Move(NamedTuple):
    """A kind of move: its numbers in order, and what it does."""

    numbers: str
    meaning: str


class Told(NamedTuple):
    """A game's schema as a page shows it."""

    intro: str
    fields: Sequence[Field]
    parts: Sequence[Field]
    moves: Sequence[Move]


def told_of(game: Game) -> Told:
    """Every field, every part and every move. Words of the schema are English, as the schema is."""
    schema = game.view_schema()
    definitions: Any = schema["$defs"]
    return Told(
        intro=str(schema.get("description", "")),
        fields=[_field(name, of)._replace(python=in_python(game, name)) for name, of in _items(schema["properties"])],
        parts=[field for name, of in _items(definitions) if name != "move" for field in _part(name, of)],
        moves=[_move(of) for of in definitions["move"]["oneOf"]],
    )


def in_python(game: Game, name: str) -> str:
    """The attribute of an uploaded bot's view that has a field, or how it is got from others."""
    return _IN_PYTHON.get(game.slug, {}).get(name, name)


def kind_of(schema: Schema) -> str:
    """What kind of value a schema allows, in English words, as the schema has them."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _written(schema["const"])
    if "enum" in schema:
        return _either([_written(value) for value in schema["enum"]])
    if "anyOf" in schema or "oneOf" in schema:
        return _either([kind_of(one) for one in schema.get("anyOf") or schema["oneOf"]])
    return _structured(schema)


def _structured(schema: Schema) -> str:
    match schema.get("type"):
        case "integer":
            return _range_of(schema)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_part_of_move, schema['prefixItems']))}]"
        case "array":
            return f"list of {kind_of(schema.get('items', {}))}"
        case "object":
            inner = ", ".join(f"{name}: {kind_of(of)}" for name, of in _items(schema.get("properties", {})))
            return f"{{{inner}}}"
        case other:
            return _PLAIN.get(str(other), str(other))


def _range_of(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if low is not None else _PLAIN["integer"]


def _either(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} or {last}" if others else last


def _written(value: object) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _field(name: str, schema: Schema) -> Field:
    return Field(name, kind_of(schema), str(schema.get("description", "")))


def _part(name: str, schema: Schema) -> list[Field]:
    """A part, then those of its own fields that need a meaning."""
    inner = [(f"{name}.{one}", of) for one, of in _items(schema.get("properties", {})) if "description" in of]
    return [_field(name, schema), *(_field(*each) for each in inner)]


def _move(schema: Schema) -> Move:
    numbers = [*map(_part_of_move, schema["prefixItems"])]
    if "items" in schema:
        more, kind = schema["minItems"] - len(numbers), kind_of(schema["items"])
        numbers += [kind] * more if len(numbers) + more == schema["maxItems"] else [kind, "…"]
    return Move(f"[{', '.join(numbers)}]", str(schema.get("description", "")))


def _part_of_move(schema: Schema) -> str:
    """What kind of value stands at one place of a move, without commas: `0|1|2`."""
    return "|".join(map(_written, schema["enum"])) if "enum" in schema else kind_of(schema)


def _items(schemas: Any) -> list[tuple[str, Schema]]:
    return list(schemas.items())
