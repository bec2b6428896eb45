"""The limits of bots. Seconds are of processor time unless stated otherwise; sizes are in bytes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

KB = 1024
MB = 1024 * KB
LONGEST_SOURCE = 256 * KB


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one seat for one match."""

    move: float = 1.0  # to choose once; what it reckons while others think counts towards its next choice
    load: float = 2.0  # to load the file
    match: float = 10.0  # for all choices of the match
    patience: float = 2.0  # on the wall's clock it has so many times what it used of a processor,
    rest: float = 3.0  # so many seconds more for the whole match,
    wall: float = 25.0  # and no more than these for the whole match; waiting for a busy processor takes none of them
    memory: int = 384 * MB  # of address space
    files: int = 32  # open at once
    log: int = 16 * KB  # of its log kept: half from the beginning, half from the end
    output: int = 1 * MB  # of its log written at all


@dataclass(frozen=True, slots=True)
class Allowance:
    """Processor time for one answer. `what` begins the sentence that says by how much it was exceeded."""

    seconds: float
    what: str
    before: float = 0.0  # seconds that count towards the same limit

    def exceeded(self, used: float) -> str:
        """Return which limit was exceeded, and by how much, when the answer had taken so many seconds."""
        return exceeded(f"{self.what} took", "of processor time", self.before + used, self.before + self.seconds)


def exceeded(what: str, of: str, used: float, allowed: float) -> str:
    """Return a sentence such as `Move 5 took 1,003 ms of processor time, 3 ms more than the limit of 1,000 ms.`"""
    most = round(allowed * 1000)
    taken = max(ceil(used * 1000), most + 1)
    return f"{what} {taken:,} ms {of}, {taken - most:,} ms more than the limit of {most:,} ms."


def clock(limits: Limits) -> str:
    """Return the limits of time in words, for the author of a bot."""
    used = "the processor time used" if limits.patience == 1 else f"{limits.patience:g} times the processor time used"
    return (
        f"{limits.move:.2g} s of processor time for a move and {limits.match:.2g} s for a match; "
        f"elapsed time per match while the bot loads or chooses: {limits.rest:g} s plus {used}"
    )
