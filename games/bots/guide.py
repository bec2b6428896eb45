"""The guide for bot authors, with the fields of each game's view and moves taken from the game's schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine import build_backend
from engine.core import registry
from engine.core.game import Game
from games.bots.errors import NoSuchBot
from games.matches.queries import game_at
from league.common.guides import DOCS, rendered_file
from league.common.responses import text_file

Schema = Mapping[str, Any]

_PLAIN = {"integer": "a whole number", "boolean": "true or false", "string": "text", "null": "null"}


class Field(NamedTuple):
    """A field of a view, or a shared part.

    `python` is its expression in an uploaded bot, `note` the values of the expression.
    """

    name: str
    kind: str
    meaning: str
    python: str = ""
    note: str = ""


class Move(NamedTuple):
    """A kind of move: its numbers in order, and its meaning."""

    numbers: str
    meaning: str


class GameSchema(NamedTuple):
    """A game's schema as a page shows it."""

    intro: str
    fields: Sequence[Field]
    parts: Sequence[Field]
    moves: Sequence[Move]


def game_schema(game: Game) -> GameSchema:
    """Return every field, part and move. The schema's words are English."""
    schema = game.view_schema()
    definitions: Any = schema["$defs"]
    python = registry.python_names(game.slug)
    fields = [_field(name, part) for name, part in _items(schema["properties"])]
    return GameSchema(
        intro=str(schema.get("description", "")),
        fields=[_in_python(field, python.get(field.name, f"view.{field.name}")) for field in fields],
        parts=[field for name, part in _items(definitions) if name != "move" for field in _part(name, part)],
        moves=[_move(kind) for kind in definitions["move"]["oneOf"]],
    )


def type_name(schema: Schema) -> str:
    """Return the type of a schema's value, in English."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return _either([_literal(value) for value in schema["enum"]])
    if "anyOf" in schema or "oneOf" in schema:
        return _either([type_name(option) for option in schema.get("anyOf") or schema["oneOf"]])
    return _structured(schema)


def _structured(schema: Schema) -> str:
    match schema.get("type"):
        case "integer":
            return _range_of(schema)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_part_of_move, schema['prefixItems']))}]"
        case "array":
            return f"list of {type_name(schema.get('items', {}))}"
        case "object":
            inner = ", ".join(f"{name}: {type_name(part)}" for name, part in _items(schema.get("properties", {})))
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


def _literal(value: object) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _field(name: str, schema: Schema) -> Field:
    return Field(name, type_name(schema), str(schema.get("description", "")))


def _in_python(field: Field, expression: str) -> Field:
    python, _, note = expression.partition("  # ")
    return field._replace(python=python, note=note)


def _part(name: str, schema: Schema) -> list[Field]:
    """Return a part, then those of its fields that need an explanation."""
    inner = [(field, part) for field, part in _items(schema.get("properties", {})) if "description" in part]
    return [_field(name, schema), *(_field(f"{name}.{field}", part) for field, part in inner)]


def _move(schema: Schema) -> Move:
    numbers = [*map(_part_of_move, schema["prefixItems"])]
    if "items" in schema:
        more, kind = schema["minItems"] - len(numbers), type_name(schema["items"])
        numbers += [kind] * more if len(numbers) + more == schema["maxItems"] else [kind, "…"]
    return Move(f"[{', '.join(numbers)}]", str(schema.get("description", "")))


def _part_of_move(schema: Schema) -> str:
    """Return the type of one number of a move, without commas: `0|1|2`."""
    return "|".join(map(_literal, schema["enum"])) if "enum" in schema else type_name(schema)


def _items(schemas: Any) -> list[tuple[str, Schema]]:
    return list(schemas.items())


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide for authors, docs/bot-authors.md."""
    facts = {"guide": rendered_file(DOCS / "bot-authors.md"), "games": list(registry.games().values())}
    examples = [("herald.py", _("twenty lines")), ("seer.py", _("sixty lines, with playouts"))]
    return render(request, "bots/guide.html", {"room": "bots", "examples": examples, **facts})


@require_safe
def remote_guide(request: HttpRequest) -> HttpResponse:
    """Show the protocol of remote bots, docs/remote-bots.md."""
    return render(request, "bots/guide_remote.html", {"room": "bots", "guide": rendered_file(DOCS / "remote-bots.md")})


@require_safe
def view_guide(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the view of a game, and its moves."""
    game = game_at(slug)
    return render(request, "bots/seen.html", {"room": "bots", "game": game, "schema": game_schema(game)})


@require_safe
def engine(request: HttpRequest) -> HttpResponse:
    """Show how to install the engine at home: its wheel with size and hash."""
    name, content = _engine_wheel()
    address = request.build_absolute_uri(reverse("bots:wheel", args=[name]))
    commands = (
        "python3 -m venv moothill",
        ". moothill/bin/activate",
        f"pip install {address}",
        "moothill-engine play lords-of-scotland --seats me,wanderer",
    )
    facts = {"name": name, "commands": "\n".join(commands), "size": len(content), "digest": sha256(content).hexdigest()}
    return render(request, "bots/engine.html", {"room": "bots", **facts})


@require_safe
def wheel(_request: HttpRequest, name: str) -> HttpResponse:
    """Download the wheel of the engine. Its name has the version, and only this release's is here."""
    current, content = _engine_wheel()
    if name != current:
        raise NoSuchBot(_("There is no such file. The page “Engine” has the current one."))
    return HttpResponse(content, content_type="application/zip")


@cache
def _engine_wheel() -> tuple[str, bytes]:
    """Return name and content; the files of one release do not change while it runs."""
    return build_backend.wheel()


@require_safe
def example(_request: HttpRequest, name: str) -> HttpResponse:
    """Download an example bot."""
    files = {path.name: path for path in (DOCS / "bots").iterdir() if path.suffix in {".py", ".js"}}
    if name not in files:
        raise NoSuchBot(_("There is no such file. The bot guide lists the files."))
    return text_file(files[name].read_text(encoding="utf-8"), name)
