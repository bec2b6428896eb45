"""What a check came to, as a plain mapping that crosses from one process to another and is kept with the record.

    {"kind": "verified" | "refused" | "undecided", "sentence": what was checked, or what is wrong, in English,
     "code": of the refusal or "", "line", "column": where it is wrong or None, "at": events that were replayed,
     "counts": {"stated", "unknown", "back_filled", "searched"} or {}, "seconds": what it took}

Of a verified record it comes with `completed`, the whole record in words, and with `points` and `places` by seat.
"""

from dataclasses import replace
from time import monotonic
from typing import Any

from engine.core.record import Record
from engine.notation import to_text
from engine.notation.checking import check
from engine.notation.verdict import Verdict as Checked

Verdict = dict[str, Any]


def verdict_on(text: str, seconds: float) -> Verdict:
    """Check the one record in the text; a search for what it leaves open takes about so long at most."""
    begun = monotonic()
    checked = check(text, seconds=seconds)
    return _told(checked) | {"seconds": round(monotonic() - begun, 3)}


def ended_from_outside(sentence: str, seconds: float) -> Verdict:
    """The verdict on a record whose check was stopped at its bounds: nothing is decided."""
    bare = Checked("undecided")
    return _told(bare) | {"sentence": sentence, "seconds": round(seconds, 3)}


def _told(checked: Checked) -> Verdict:
    flaw = checked.flaw
    return {
        "kind": checked.kind,
        "sentence": checked.sentence(),
        "code": flaw.code if flaw else "",
        "line": flaw.line if flaw else None,
        "column": flaw.column if flaw else None,
        "at": checked.at,
        "counts": {name: getattr(checked, name) for name in ("stated", "unknown", "back_filled", "searched")},
        **(_completed(checked.record) if checked.record else {}),
    }


def _completed(record: Record) -> Verdict:
    """With seats in place of names: who sat there stands beside the record, and may be renamed."""
    outcome = record.outcome
    if outcome is None:
        raise ValueError("A record is verified with its outcome.")
    nameless = replace(record, seats=tuple(f"Seat {seat + 1}" for seat in range(len(record.seats))))
    return {
        "completed": to_text(nameless),
        "game": record.game,
        "rules": record.rules_version,
        "points": list(outcome.points),
        "places": list(outcome.places),
    }
