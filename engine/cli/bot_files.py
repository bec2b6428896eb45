"""Authors' bot files on the command line: read, started as safely as this machine can, and their faults as text."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from engine.cli.command_bot import PREFIX
from engine.core.errors import OptionError
from engine.sandbox import bare
from engine.sandbox.child import Start
from engine.sandbox.faults import NoSandbox
from engine.sandbox.limits import LONGEST_SOURCE
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import working_tier


def is_file(name: str) -> bool:
    """Return whether a seat's name is a bot file."""
    return not is_command(name) and (name.endswith(".py") or "/" in name)


def is_command(name: str) -> bool:
    """Return whether a seat's name is a local program."""
    return name.startswith(PREFIX)


def label_of(name: str) -> str:
    """Return the name of a file's seat in records."""
    return Path(name).stem


def read_source(name: str) -> bytes:
    """Return the content of a bot file. Raise OptionError if it is too long, OSError if it cannot be read."""
    source = Path(name).read_bytes()
    if len(source) > LONGEST_SOURCE:
        raise OptionError(
            f"{name} has {len(source):,} bytes; the maximum is {LONGEST_SOURCE:,}. Shorten it.", file=name
        )
    return source


@cache
def safest_start() -> Start:
    """Return the safest way to start a bot file on this machine; warn if that is without a sandbox."""
    try:
        return working_tier().start
    except NoSandbox as error:
        sys.stderr.write(f"Warning: no sandbox. The bot file runs with your own permissions. {error}\n")
        return bare.start


def seated_bot(name: str, source: bytes, *, game: str, start: Start) -> SeatedBot:
    """Return a bot file at a seat, to be entered for one match."""
    return SeatedBot(source, game=game, start=start, slug=label_of(name))


def fault_text(sentence: str, detail: str) -> str:
    """Return a fault with its details."""
    return f"{sentence}\n{detail}".rstrip()


def log_text(log: str) -> str:
    """Return the log of a bot with a heading; empty without one."""
    lines = log.rstrip().lstrip("\n")
    return f"\nIts log:\n{lines}" if lines else ""
