"""`verify`: checks records and says where and why a bad one fails, or that one with unknowns cannot be decided."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.cli.answer import Answer
from engine.core import registry
from engine.core.errors import EngineError
from engine.core.vocabulary import quantity
from engine.notation.checking import check_script
from engine.notation.files import read_file_scripts
from engine.notation.verdict import NO_MOVER, Verdict, flaw_of

NAME = "verify"
HELP = "verify game records (exit status 1: some are wrong; 3: none is wrong, but some could not be verified)"

SECONDS: Final = 10.0
REFUSED, UNDECIDED = 1, 3  # exit statuses; 2 is misuse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and how long to look for what they leave open."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="game records, text or JSON")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S",
        help=f"time limit for each record with unknowns (default {SECONDS:.0f})",
    )  # fmt: skip


def run(given: argparse.Namespace) -> Answer:
    """A verdict on every record. Raises OSError for a file that cannot be read."""
    verdicts = [verdict for path in given.files for verdict in _verdicts(path, given.seconds)]
    kinds = Counter(str(verdict["kind"]) for verdict in verdicts)
    total = f"{kinds['verified']} verified, {kinds['refused']} refused"
    total += f", {kinds['undecided']} not decided" if kinds["undecided"] else ""
    lines = [f"{verdict['file']}, record {verdict['record']}: {verdict['says']}" for verdict in verdicts]
    counts = {kind: kinds[kind] for kind in ("verified", "refused", "undecided")}
    status = REFUSED if kinds["refused"] else UNDECIDED if kinds["undecided"] else 0
    return Answer("\n".join([*lines, total]), {**counts, "records": verdicts}, status=status)


def _verdicts(path: Path, seconds: float) -> Iterator[dict[str, object]]:
    """A verdict on each record of a file; where one cannot even be begun, nobody knows where the next would stand."""
    number = 0
    scripts = read_file_scripts(path)
    while True:
        number += 1
        name = {"file": path.name, "record": number}
        try:
            script = next(scripts, None)
        except EngineError as refusal:
            yield {**name, **_told(Verdict("refused", flaw=flaw_of(refusal)))}
            return
        if script is None:
            break
        yield {**name, **_told(check_script(script, seconds=seconds))}
    if number == 1:
        says = "The file holds no game record."
        yield {"file": path.name, "record": 1, "kind": "refused", "verified": False, "says": says, "code": "empty"}


def _is_slow(verdict: Verdict) -> bool:
    """Whether nothing is missing but time."""
    return verdict.kind == "undecided" and not (verdict.flaw and verdict.flaw.code == NO_MOVER)


def _told(verdict: Verdict) -> dict[str, object]:
    flaw, record = verdict.flaw, verdict.record
    told: dict[str, object] = {"kind": verdict.kind, "verified": verdict.kind == "verified"}
    told["counts"] = {name: getattr(verdict, name) for name in ("stated", "unknown", "back_filled", "searched")}
    if record is None or record.outcome is None:
        place = {"code": flaw.code, "line": flaw.line, "column": flaw.column} if flaw else {}
        more = " More seconds, as in --seconds 60, can help too." if _is_slow(verdict) else ""
        return {**told, "says": verdict.sentence() + more, "events": verdict.at, **place}
    head = f"{registry.game(record.game).name}, {', '.join(record.seats)}; {quantity(len(record.events), 'event')}"
    filled = f", {verdict.unknown} of them filled in" if verdict.unknown else ""
    return {**told, "says": f"verified; {head}{filled}; {record.outcome.reason}", "events": verdict.at}
