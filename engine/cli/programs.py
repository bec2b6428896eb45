"""Authors' files on the command line: read, started as safely as this machine can, and told about when they fail."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from engine.core.bot import Budget
from engine.core.errors import EngineError, OptionError
from engine.core.game import Event
from engine.sandbox.faults import BotFault, NoSandbox
from engine.sandbox.limits import LONGEST_SOURCE
from engine.sandbox.seat import SeatedBot
from engine.sandbox.starting import Start

OWN_RISK = "bare"


class ProgramFailed(EngineError):
    """An author's file failed at its seat: what happened, where, and what it wrote last."""

    code = "program-failed"


def is_file(name: str) -> bool:
    """Whether a seat's name means a file and not a bot of the house."""
    return name.endswith(".py") or "/" in name


def label_of(name: str) -> str:
    """What a record calls the seat of a file."""
    return Path(name).stem


def read_source(name: str) -> bytes:
    """The file's bytes. Raises OptionError for one that is too long, OSError for one that cannot be read."""
    source = Path(name).read_bytes()
    if len(source) > LONGEST_SOURCE:
        raise OptionError(
            f"{name} has {len(source):,} bytes; a bot may have {LONGEST_SOURCE:,}. Leave out what it does not need.",
            file=name,
        )
    return source


@cache
def way_here() -> str:
    """The name of the safest way to start a file on this machine; says so where it is without a sandbox."""
    from engine.sandbox.tiers import holding

    try:
        return holding().name
    except NoSandbox as none:
        sys.stderr.write(f"Your file runs without a sandbox here, as you would run it yourself. {none}\n")
        return OWN_RISK


class Program:
    """An author's file at a seat, entered for one match. Its faults are told as ProgramFailed, with its log."""

    version = 1
    summary = "An author's file."

    def __init__(self, name: str, *, game: str, way: str, where: str) -> None:
        self.slug = label_of(name)
        self.games: tuple[str, ...] = (game,)
        self.seated = SeatedBot(read_source(name), game=game, start=start_by(way), slug=self.slug)
        self._where = where

    def __enter__(self) -> Self:
        try:
            self.seated.__enter__()
        except BotFault as fault:
            raise self._failed(fault, self._where) from fault
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.seated.__exit__(kind, error, at)

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """One of `legal`. Raises ProgramFailed."""
        try:
            return self.seated.choose(view, legal, budget, rng)
        except BotFault as fault:
            where = f"{self._where}, at its choice {self.seated.decisions + 1}"
            raise self._failed(fault, where) from fault

    def _failed(self, fault: BotFault, where: str) -> ProgramFailed:
        """What to tell the author."""
        self.seated.__exit__(None, None, None)  # only then its log is whole
        log = f"\nIts log:\n{self.seated.log.rstrip()}" if self.seated.log.strip() else ""
        return ProgramFailed(f"{self.slug} failed {where}: {fault.sentence}{log}", bot=self.slug, fault=fault.kind)


def seated(name: str, *, game: str, way: str) -> SeatedBot:
    """The file at a seat, to be entered for one match."""
    return SeatedBot(read_source(name), game=game, start=start_by(way), slug=label_of(name))


def told_log(log: str) -> str:
    """What a file wrote, below whatever is said of it; empty where it wrote nothing."""
    return f"\nIts log:\n{log.rstrip()}" if log.strip() else ""


def start_by(way: str) -> Start:
    """How to start a file in that way."""
    from engine.sandbox import bare
    from engine.sandbox.tiers import TIERS

    return bare.start if way == OWN_RISK else TIERS[way]
