"""A quick reading of a text before a worker checks it. Pure.

A reading is a plain mapping, stored with the draft:

    {"game": slug or "", "seats": [labels], "events": int, "unknown": how many of them leave something open,
     "is_over": bool, "points": [...], "places": [...] (where all is stated and the game is over),
     "fault": {"line", "column", "sentence"} or None, "fingerprint": 64 characters or ""}
"""

from functools import lru_cache
from typing import Any, Final

from engine.core.record import PartialRecord, fingerprint
from engine.core.vocabulary import is_complete
from engine.notation.incremental_parser import PartialParse, parse_partial

SECONDS: Final = 0.1  # for what a text leaves open; the worker takes longer

KEPT: Final = 16  # texts

Reading = dict[str, Any]


@lru_cache(maxsize=KEPT)
def so_far_of(text: str) -> PartialParse:
    """Parse the text as far as possible; cached, so do not change the result."""
    return parse_partial(text, seconds=SECONDS)


def reading_of(text: str) -> Reading:
    """Return the reading of a text that is not too long."""
    so_far = so_far_of(text)
    unknown = sum(not is_complete(event) for event in so_far.events)
    flaw = so_far.problem
    outcome = so_far.position.outcome if so_far.position and not unknown else None
    return {
        "game": so_far.head.game if so_far.head else "",
        "seats": list(so_far.seats),
        "events": len(so_far.events),
        "unknown": unknown,
        "is_over": so_far.turn == "over",
        "points": list(outcome.points) if outcome else [],
        "places": list(outcome.places) if outcome else [],
        "fault": {"line": flaw.line, "column": flaw.column, "sentence": flaw.sentence} if flaw else None,
        "fingerprint": fingerprint(PartialRecord(so_far.head, so_far.events)) if so_far.head and not flaw else "",
    }


def is_json(text: str) -> bool:
    """Return whether it is a record in JSON."""
    return text.lstrip().startswith("{")
