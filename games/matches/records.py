"""How the house stores the record of a match: as text, through these two functions alone."""

import json
from dataclasses import asdict

from engine.core.game import Outcome
from engine.core.record import Fault, Record


def written(record: Record) -> str:
    """The record as text."""
    return json.dumps(asdict(record), separators=(",", ":"))


def read(text: str) -> Record:
    """The record that was written."""
    found = json.loads(text)
    outcome = found.pop("outcome")
    return Record(
        **found
        | {
            "seats": tuple(found["seats"]),
            "events": tuple(tuple(event) for event in found["events"]),
            "faults": tuple(Fault(**fault) for fault in found["faults"]),
        },
        outcome=outcome and Outcome(tuple(outcome["points"]), tuple(outcome["places"]), outcome["reason"]),
    )
