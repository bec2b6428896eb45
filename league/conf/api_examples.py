"""What endpoints answered once, in the schema: `api_examples.json` holds real answers, shortened, by operation."""

import json
from pathlib import Path
from typing import Any

EXAMPLES: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def add_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put them beside what they are examples of."""
    for path in result.get("paths", {}).values():
        for operation in path.values():
            answers = operation["responses"]
            content = answers.get("200", answers.get("201", {})).get("content", {}).get("application/json")
            if content is not None and operation["operationId"] in EXAMPLES:
                content["example"] = EXAMPLES[operation["operationId"]]
    return result
