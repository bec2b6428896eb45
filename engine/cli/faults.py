"""What failed in the games of `play`: which bot, where and why, what it wrote, and how to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from engine.cli.answer import table
from engine.cli.programs import is_file, told_fault, told_log
from engine.core.record import Fault, Record
from engine.notation import write_file
from engine.sandbox.guard import places_after

FAILED: Final = Path("failed-games.txt")


class Saved(NamedTuple):
    """The file with the records, and the number of each game in it."""

    file: Path
    numbers: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A bot's fault in one of the games."""

    game: int  # of those that were played, from 1
    deal: int  # the seed of the deal
    luck: int  # the seed of the bots' luck, as `replay --seed` takes it
    bot: str  # as --seats names it
    label: str  # as the record names it
    fault: Fault
    detail: str  # what was measured of it; empty where nothing was
    log: str  # of an author's file; empty for a bot of the house


def places_of(record: Record) -> tuple[int, ...]:
    """Return the places of the result: a failed bot is last. Empty for an unfinished game."""
    offenders = frozenset(fault.seat for fault in record.faults)
    return places_after(record.outcome.places, offenders) if record.outcome else ()


def save(failures: Sequence[Failure], records: Sequence[Record], file: Path | None) -> Saved | None:
    """Save the failed games in FAILED, unless `file` has all games; None if FAILED cannot be written."""
    if file is not None:
        return Saved(file, {number: number for number in range(1, len(records) + 1)})
    games = sorted({failure.game for failure in failures})
    try:
        write_file(FAILED, [records[game - 1] for game in games])
    except OSError:
        return None
    return Saved(FAILED, {game: number for number, game in enumerate(games, start=1)})


def told(failures: Sequence[Failure], records: Sequence[Record], saved: Saved | None) -> str:
    """All of them in a table, and of each file the log of the first that failed for each reason."""
    games = len(records)
    many = len({failure.game for failure in failures})
    where = f"{many} of {games} games" if games > 1 else "this game"
    head = (
        f"Bots failed in {where}. A substitute bot finished each game. In the result a failed bot is last.\n"
        f"{_places(records)}\nEvent: its number in the record; deals and draws count."
    )
    rows = table(("game", "replay --seed", "bot", "seat", "event", "reason"), map(_row, failures))
    return "\n\n".join([head, rows, *(_shown(first, games, saved) for first in _firsts(failures))])


def _places(records: Sequence[Record]) -> str:
    if len(records) > 1 or records[0].outcome is None:
        return "In the saved records the substitute's moves count for the failed bot, so it can be first there."
    at_table, result = (", ".join(map(str, places)) for places in (records[0].outcome.places, places_of(records[0])))
    return f"Places in the record, with the substitute's moves: {at_table}. Places in the result: {result}."


def facts(failure: Failure) -> dict[str, object]:
    """The same for a program."""
    return {
        "game": failure.game,
        "deal": failure.deal,
        "seed": failure.luck,
        "bot": failure.label,
        "seat": failure.fault.seat + 1,
        "event": failure.fault.event,
        "reason": failure.fault.reason,
        "detail": failure.detail,
        "log": failure.log,
    }


def _row(failure: Failure) -> tuple[object, ...]:
    return tuple(facts(failure)[name] for name in ("game", "seed", "bot", "seat", "event", "reason"))


def _firsts(failures: Sequence[Failure]) -> list[Failure]:
    """The first of each file and reason: a hundred crashes at one line say no more than one."""
    firsts: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        if is_file(failure.bot):
            firsts.setdefault((failure.bot, failure.fault.reason), failure)
    return list(firsts.values())


def _shown(failure: Failure, games: int, saved: Saved | None) -> str:
    where = "" if games == 1 else f" in game {failure.game}"
    what = f"{failure.label} failed{where}: {told_fault(failure.fault.reason, failure.detail)}{told_log(failure.log)}"
    if saved is None:
        return f"{what}\n\n{FAILED} cannot be written in this folder. To replay it, save the games with --record FILE."
    return f"{what}\n\nReplay it:\n  {_command(failure, saved)}"


def _command(failure: Failure, saved: Saved) -> str:
    which = [] if len(saved.numbers) == 1 else ["--game", str(saved.numbers[failure.game])]
    seat, luck = str(failure.fault.seat + 1), str(failure.luck)
    words = ["replay", str(saved.file), *which, "--seat", seat, "--bot", failure.bot, "--seed", luck]
    return f"python3 -m engine {shlex.join(words)}"
