"""What the schema says beyond the endpoints.

Every one of them answers faults as a problem document, and whatever an answer may hold it always holds: what is not
there is null or empty.
"""

from typing import Any

from league.shared.api.problems import PROBLEM_TYPE

PROBLEM = {
    "type": "object",
    "description": "What was wrong (RFC 9457).",
    "example": {
        "type": "about:blank",
        "title": "Bad Request",
        "status": 400,
        "detail": "What was sent has a fault; it is named under “errors”.",
        "code": "invalid",
        "errors": {"limit": ["A page holds 1 to 200 rows."]},
    },
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "Always about:blank; `code` tells problems apart."},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people: what is wrong and what to do."},
        "code": {"type": "string", "description": "Stable, for programs."},
        "errors": {
            "type": "object",
            "description": "The sentences by field, where a field is at fault.",
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


def say_what_answers_hold(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say that every field is always there. Nothing is written yet, so that no document is one that is sent."""
    for shape in result.get("components", {}).get("schemas", {}).values():
        if "properties" in shape and shape is not PROBLEM:
            shape["required"] = sorted(shape["properties"])
            for field in shape["properties"].values():
                field.pop("readOnly", None)
    return result
