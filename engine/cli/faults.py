"""What failed in the games of `play`: which bot, where and why, what it wrote, and how to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cli.answer import table
from engine.cli.programs import is_file, told_fault, told_log
from engine.core.record import Fault


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


def told(failures: Sequence[Failure], *, games: int, kept: Path | None) -> str:
    """All of them in a table, and of each file the log of the first that failed for each reason."""
    many = len({failure.game for failure in failures})
    where = f"{many} of {games} games" if games > 1 else "this game"
    head = f"Bots failed in {where}. A substitute bot finished each game. The failed bot has the last place."
    rows = table(("game", "deal", "bot", "seat", "event", "reason"), map(_row, failures))
    return "\n\n".join([head, rows, *(_shown(first, games, kept) for first in _firsts(failures))])


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
    return tuple(facts(failure)[name] for name in ("game", "deal", "bot", "seat", "event", "reason"))


def _firsts(failures: Sequence[Failure]) -> list[Failure]:
    """The first of each file and reason: a hundred crashes at one line say no more than one."""
    firsts: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        if is_file(failure.bot):
            firsts.setdefault((failure.bot, failure.fault.reason), failure)
    return list(firsts.values())


def _shown(failure: Failure, games: int, kept: Path | None) -> str:
    where = "" if games == 1 else f" in game {failure.game}"
    what = f"{failure.label} failed{where}: {told_fault(failure.fault.reason, failure.detail)}{told_log(failure.log)}"
    lead = "Replay it:" if kept else "To replay it, run again with --record games.txt, then:"
    return f"{what}\n\n{lead}\n  {_command(failure, games, kept or Path('games.txt'))}"


def _command(failure: Failure, games: int, kept: Path) -> str:
    which = [] if games == 1 else ["--game", str(failure.game)]
    seat, luck = str(failure.fault.seat + 1), str(failure.luck)
    words = ["replay", str(kept), *which, "--seat", seat, "--bot", failure.bot, "--seed", luck]
    return f"python3 -m engine {shlex.join(words)}"
