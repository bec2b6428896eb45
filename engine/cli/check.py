"""The command `check`: the site's check of an uploaded bot file, on the author's machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from secrets import token_bytes

from engine.cli.bot_files import label_of, read_source, safest_start
from engine.cli.common import Answer, Command, table
from engine.core import registry
from engine.sandbox.limits import Limits, clock
from engine.sandbox.validation import MATCHES, Trial, reason_of, shared_limits, trials


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="bot file, zip or folder, such as ./mybot.py")
    parser.add_argument(
        "--game", action="append", metavar="GAME", help="game of the bot (repeatable; default: all games)"
    )


def _check(args: argparse.Namespace) -> Answer:
    """Check a bot file. Raise EngineError, or OSError for a file that cannot be read."""
    games = [*dict.fromkeys(registry.game(slug).slug for slug in args.game or registry.games())]  # each once
    label = label_of(args.file)
    played = list(
        trials(read_source(args.file), games=games, start=safest_start(), secret=token_bytes(32), label=label)
    )
    reason = reason_of(played[-1])
    limits = shared_limits(Limits(), matches=MATCHES * len(games))
    return Answer(_report_text(label, played, reason, limits), _report_facts(played, reason), status=1 if reason else 0)


def _report_text(label: str, played: Sequence[Trial], reason: str, limits: Limits) -> str:
    """Return the log of the last match, the table of matches, the limits and the verdict; `reason` is why it failed."""
    head = ("game", "match", "seat", "moves", "slowest", "total", "place")
    last = played[-1]
    parts = [f"Log of the last match:\n{last.log.rstrip()}"] if last.log.strip() else []
    parts += [table(head, map(_match_row, played)), f"Limits: {clock(limits)}."]
    parts.append(f"{label} failed the check. {reason}" if reason else f"{label} passed the check.")
    return "\n\n".join(parts)


def _match_row(trial: Trial) -> tuple[str, ...]:
    """Return the cells of one match: times in milliseconds for the slowest move, in seconds for all moves."""
    outcome = trial.record.outcome
    size = len(trial.record.seats)
    return (
        registry.game(trial.game).name,
        str(trial.number),
        f"{trial.seat + 1} of {size}",
        str(trial.decisions),
        f"{1000 * trial.slowest:.1f} ms",
        f"{trial.spent:.2f} s",
        str(outcome.places[trial.seat]) if outcome else "-",
    )


def _report_facts(played: Sequence[Trial], reason: str) -> dict[str, object]:
    """Return the verdict and the matches for JSON output; times are in milliseconds."""
    return {
        "passed": not reason,
        "reason": reason,
        "matches": [
            {
                "game": trial.game,
                "number": trial.number,
                "seat": trial.seat + 1,
                "seats": len(trial.record.seats),
                "decisions": trial.decisions,
                "slowest_ms": 1000 * trial.slowest,
                "spent_ms": 1000 * trial.spent,
                "fault": trial.fault.kind if trial.fault else None,
                "detail": trial.fault.detail if trial.fault else "",
                "log": trial.log,
            }
            for trial in played
        ],
    }


CHECK = Command(
    "check", "check a bot file as the site does after an upload (exit status 1: failed)", _check, _add_arguments
)
