"""Authors' files on the command line: read and started as safely as this machine can."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from engine.core.errors import OptionError
from engine.sandbox.faults import NoSandbox
from engine.sandbox.limits import LONGEST_SOURCE
from engine.sandbox.seat import SeatedBot
from engine.sandbox.starting import Start

OWN_RISK = "bare"


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
            f"{name} has {len(source):,} bytes; the maximum is {LONGEST_SOURCE:,}. Shorten it.",
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
        sys.stderr.write(f"Warning: no sandbox. The bot file runs with your own permissions. {none}\n")
        return OWN_RISK


def seated(name: str, *, game: str, way: str) -> SeatedBot:
    """The file at a seat, to be entered for one match."""
    return SeatedBot(read_source(name), game=game, start=start_by(way), slug=label_of(name))


def told_fault(sentence: str, detail: str) -> str:
    """Return a fault with what was measured of it."""
    return f"{sentence}\n{detail}".rstrip()


def told_log(log: str) -> str:
    """What a file wrote, below whatever is said of it; empty where it wrote nothing."""
    lines = log.rstrip().lstrip("\n")
    return f"\nIts log:\n{lines}" if lines else ""


def start_by(way: str) -> Start:
    """How to start a file in that way."""
    from engine.sandbox import bare
    from engine.sandbox.tiers import TIERS

    return bare.start if way == OWN_RISK else TIERS[way]
