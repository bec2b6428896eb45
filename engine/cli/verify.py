"""The command `verify`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.cli.common import Answer, Command
from engine.core import registry
from engine.core.errors import EngineError
from engine.core.text import quantity
from engine.notation.files import read_file_parsed
from engine.notation.verification import NO_MOVER, Verification, problem_of, verify_parsed

SECONDS: Final = 10.0
REFUSED, UNDECIDED = 1, 3  # exit statuses; 2 is misuse


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="game records, text or JSON")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"time limit for each record with unknowns (default {SECONDS:.0f})",
    )


def _verify_files(args: argparse.Namespace) -> Answer:
    """Verify every record. Raise OSError for a file that cannot be read."""
    verdicts = [verdict for path in args.files for verdict in _verified_records(path, args.seconds)]
    kinds = Counter(str(verdict["kind"]) for verdict in verdicts)
    total = f"{kinds['verified']} verified, {kinds['refused']} refused"
    total += f", {kinds['undecided']} not decided" if kinds["undecided"] else ""
    lines = [f"{verdict['file']}, record {verdict['record']}: {verdict['says']}" for verdict in verdicts]
    counts = {kind: kinds[kind] for kind in ("verified", "refused", "undecided")}
    status = REFUSED if kinds["refused"] else UNDECIDED if kinds["undecided"] else 0
    return Answer("\n".join([*lines, total]), {**counts, "records": verdicts}, status=status)


def _verified_records(path: Path, seconds: float) -> Iterator[dict[str, object]]:
    """Verify each record of a file, up to one whose header cannot be parsed."""
    number = 0
    scripts = read_file_parsed(path)
    while True:
        number += 1
        name = {"file": path.name, "record": number}
        try:
            script = next(scripts, None)
        except EngineError as refusal:
            yield {**name, **_facts(Verification("refused", problem=problem_of(refusal)))}
            return
        if script is None:
            break
        yield {**name, **_facts(verify_parsed(script, seconds=seconds))}
    if number == 1:
        says = "The file holds no game record."
        yield {"file": path.name, "record": 1, "kind": "refused", "verified": False, "says": says, "code": "empty"}


def _facts(verified: Verification) -> dict[str, object]:
    problem, record = verified.problem, verified.record
    facts: dict[str, object] = {"kind": verified.kind, "verified": verified.kind == "verified"}
    facts["counts"] = {name: getattr(verified, name) for name in ("stated", "unknown", "back_filled", "searched")}
    if record is None or record.outcome is None:
        position = {"code": problem.code, "line": problem.line, "column": problem.column} if problem else {}
        needs_time = verified.kind == "undecided" and not (problem and problem.code == NO_MOVER)
        more = " More seconds, as in --seconds 60, can help too." if needs_time else ""
        return {**facts, "says": verified.sentence() + more, "events": verified.at, **position}
    head = f"{registry.game(record.game).name}, {', '.join(record.seats)}; {quantity(len(record.events), 'event')}"
    filled = f", {verified.unknown} of them filled in" if verified.unknown else ""
    return {**facts, "says": f"verified; {head}{filled}; {record.outcome.reason}", "events": verified.at}


VERIFY = Command(
    "verify",
    "verify game records (exit status 1: some are wrong; 3: none is wrong, but some could not be verified)",
    _verify_files,
    _verify_arguments,
)
