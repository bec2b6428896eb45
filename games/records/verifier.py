"""Check one record in a process of its own with hard limits, which imports the engine alone.

    python -m games.records.verifier SEARCH_SECONDS MOST_SECONDS MOST_BYTES < record

It prints the verdict as JSON and ends itself at its limits, also when its parent is gone. A verdict is

    {"kind": "verified" | "refused" | "undecided", "sentence": what was checked, or what is wrong, in English,
     "code": of the refusal or "", "line", "column": where it is wrong or None, "at": events that were replayed,
     "counts": {"stated", "unknown", "back_filled", "searched"} or {}, "seconds": duration}

with `completed`, the whole record as text, `points` and `places` by seat if the record is verified.
"""

import json
import resource
import signal
import sys
from dataclasses import replace
from time import monotonic
from typing import Any

from engine.core.record import Record
from engine.notation import to_text
from engine.notation.verification import Verification, verify

OUT_OF_MEMORY = 3  # the exit status


def main() -> int:
    """Check the text on standard input."""
    search, most, memory = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    limit_process(most, memory)
    try:
        verdict = verdict_on(sys.stdin.buffer.read().decode(), search)
    except MemoryError:
        return OUT_OF_MEMORY
    json.dump(verdict, sys.stdout)
    return 0


def limit_process(seconds: float, memory: int) -> None:
    """Limit this process to so many seconds, of wall-clock and CPU time, and bytes of memory."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    work = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (work, work + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


Verdict = dict[str, Any]


def verdict_on(text: str, seconds: float) -> Verdict:
    """Check the one record in the text; the search for what it leaves open takes about `seconds` at most."""
    start = monotonic()
    verification = verify(text, seconds=seconds)
    return _as_mapping(verification) | {"seconds": round(monotonic() - start, 3)}


def stopped_verdict(sentence: str, seconds: float) -> Verdict:
    """Return the verdict on a record whose check was stopped at its limits: undecided."""
    return _as_mapping(Verification("undecided")) | {"sentence": sentence, "seconds": round(seconds, 3)}


def _as_mapping(verification: Verification) -> Verdict:
    problem = verification.problem
    return {
        "kind": verification.kind,
        "sentence": verification.sentence(),
        "code": problem.code if problem else "",
        "line": problem.line if problem else None,
        "column": problem.column if problem else None,
        "at": verification.at,
        "counts": {name: getattr(verification, name) for name in ("stated", "unknown", "back_filled", "searched")},
        **(_completed(verification.record) if verification.record else {}),
    }


def _completed(record: Record) -> Verdict:
    """Return the completed record with seats in place of names, which may change."""
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


if __name__ == "__main__":
    raise SystemExit(main())
