"""The stream of remote bots in the OpenAPI schema: no view describes it, since it is served beside Django."""

from copy import deepcopy
from typing import Any, Final

TEXT: Final = {"type": "string"}
COUNT: Final = {"type": "integer", "minimum": 0}
ANSWER_ID: Final = {"type": "string", "description": "Post it with the answer."}
MATCH: Final = {"type": "string", "description": "What this bot calls the match; it is not its id under `/matches/`."}

LINES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "hello": ("The stream is open.", {"protocol": {"type": "integer", "const": 1}, "bot": TEXT}),
    "start": (
        "The bot sits at a table.",
        {
            "match": MATCH,
            "game": TEXT,
            "options": {"type": "object", "description": "The game's, in full."},
            "seats": COUNT,
            "seat": {**COUNT, "description": "The bot's, from 0; seat 0 moves first."},
            "milliseconds": {**COUNT, "description": "Of its own time, for the whole match."},
            "away_milliseconds": {**COUNT, "description": "How long it may be disconnected in the match, in all."},
        },
    ),
    "move": (
        "A question: choose one of `legal`.",
        {
            "id": ANSWER_ID,
            "match": MATCH,
            "number": {"type": "integer", "minimum": 1, "description": "Counts the bot's moves in this match."},
            "view": {"description": "What its seat sees; `/api/v1/games/{slug}/` has the schema."},
            "legal": {"type": "array", "items": {"type": "array", "items": {}}, "minItems": 1},
            "milliseconds": {
                **COUNT,
                "description": "Of its own time, left for the match. One move has no limit of its own.",
            },
            "match_milliseconds": {
                **COUNT,
                "description": "The same number as `milliseconds`; uploaded bots know it by this name.",
            },
        },
    ),
    "end": (
        "The match asks the bot no more.",
        {
            "match": MATCH,
            "fault": {"type": "string", "description": "What the bot did wrong; empty without a fault."},
            "stopped": {
                "type": "boolean",
                "description": "Whether a fault of the server ended it; it is played again.",
            },
        },
    ),
    "ping": ("Answer it, so that the network's time is not counted as yours.", {"id": ANSWER_ID}),
    "bye": ("The stream ends.", {"reason": TEXT}),
}

STREAM: Final = {
    "get": {
        "operationId": "remote_bot_stream",
        "summary": "The stream of a remote bot",
        "description": (
            "An answer without end: lines of JSON, each an object with a `type`, and an empty line after five seconds "
            "of silence. The schema describes one line. Ignore types and members that you do not know. "
            "docs/remote-bots.md has the protocol."
        ),
        "tags": ["remote bots"],
        "parameters": [
            {
                "name": "public_id",
                "in": "path",
                "required": True,
                "schema": {"type": "string", "pattern": "^[2-9a-z]{12}$"},
            }
        ],
        "security": [{"token": []}],
        "responses": {
            "200": {
                "description": "The stream is open.",
                "content": {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/StreamLine"}}},
            }
        },
    }
}


def add_stream(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the stream and each type of its lines."""
    paths = result["paths"] | {"/api/v1/remote-bots/{public_id}/stream": deepcopy(STREAM)}
    result["paths"] = dict(sorted(paths.items()))
    shapes = result.setdefault("components", {}).setdefault("schemas", {})
    for kind, (description, members) in LINES.items():
        fields = {"type": {"type": "string", "const": kind}, **members}
        shapes[_name(kind)] = {
            "type": "object", "description": description, "required": sorted(fields), "properties": fields,
        }  # fmt: skip
    names = {kind: f"#/components/schemas/{_name(kind)}" for kind in LINES}
    shapes["StreamLine"] = {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }
    result["components"]["schemas"] = dict(sorted(shapes.items()))
    return result


def _name(kind: str) -> str:
    return f"Stream{kind.title()}"
