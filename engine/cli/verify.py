"""`verify`: replays records and says where and why a bad one fails."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine.cli.answer import Answer
from engine.core import registry
from engine.core.errors import EngineError
from engine.core.record import Record, replay
from engine.notation import read_file

NAME = "verify"
HELP = "replay the records in files; exit status 1 if any of them is bad"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, as text or JSON")


def run(given: argparse.Namespace) -> Answer:
    """A verdict on every record. Raises OSError for a file that cannot be read."""
    verdicts = [verdict for path in given.files for verdict in _verdicts(path)]
    bad = sum(not verdict["verified"] for verdict in verdicts)
    total = f"{len(verdicts) - bad} verified, {bad} refused"
    text = "\n".join(
        [*(f"{verdict['file']}, record {verdict['record']}: {verdict['says']}" for verdict in verdicts), total]
    )
    return Answer(text, {"verified": len(verdicts) - bad, "refused": bad, "records": verdicts}, status=1 if bad else 0)


def _verdicts(path: Path) -> Iterator[dict[str, object]]:
    """A verdict on each record of a file; the first that cannot be read ends it, for nobody knows where it stops."""
    number = 0
    records = read_file(path)
    while True:
        number += 1
        verdict = {"file": path.name, "record": number}
        try:
            record = next(records, None)
            if record is None:
                break
            replay(record)
        except EngineError as refusal:
            yield {**verdict, "verified": False, "says": refusal.sentence, "code": refusal.code, **_place(refusal)}
        else:
            yield {**verdict, "verified": True, "says": _told(record)}
    if number == 1:
        yield {"file": path.name, "record": 1, "verified": False, "says": "The file holds no record.", "code": "empty"}


def _place(refusal: EngineError) -> dict[str, object]:
    return {name: refusal.facts[name] for name in ("line", "column", "number") if name in refusal.facts}


def _told(record: Record) -> str:
    head = f"verified; {registry.game(record.game).name}, {', '.join(record.seats)}; {len(record.events)} events"
    if record.outcome is None:
        return f"{head}; unfinished"
    return f"{head}; {record.outcome.reason}"
