"""What can be told of the text of a record while it is being written: quick, and cached."""

from functools import lru_cache
from typing import Final, TypedDict

from engine.core.patterns import is_complete
from engine.core.record import PartialRecord, fingerprint
from engine.notation.incremental_parser import PartialParse, parse_partial

SECONDS: Final = 0.1  # for the search for unknown events; the worker takes longer
CACHED_TEXTS: Final = 16


class Fault(TypedDict):
    """The first thing that is wrong."""

    line: int
    column: int
    sentence: str


class Reading(TypedDict):
    """`SubmittedRecord.reading`: what is known of a record before its check."""

    game: str
    seats: list[str]
    events: int  # that were read and can have happened
    unknown: int  # events among them that were not seen in full
    is_over: bool
    points: list[int]
    places: list[int]
    fault: Fault | None
    fingerprint: str  # "" with a fault


@lru_cache(maxsize=CACHED_TEXTS)
def partial_parse_of(text: str) -> PartialParse:
    """Parse the text as far as possible; cached, so do not change the result."""
    return parse_partial(text, seconds=SECONDS)


def reading_of(text: str) -> Reading:
    """Return the reading of a text that is not too long."""
    so_far = partial_parse_of(text)
    unknown = sum(not is_complete(event) for event in so_far.events)
    problem = so_far.problem
    outcome = so_far.position.outcome if so_far.position and not unknown else None
    return {
        "game": so_far.head.game if so_far.head else "",
        "seats": list(so_far.seats),
        "events": len(so_far.events),
        "unknown": unknown,
        "is_over": so_far.turn == "over",
        "points": list(outcome.points) if outcome else [],
        "places": list(outcome.places) if outcome else [],
        "fault": {"line": problem.line, "column": problem.column, "sentence": problem.sentence} if problem else None,
        "fingerprint": fingerprint(PartialRecord(so_far.head, so_far.events)) if so_far.head and not problem else "",
    }
