"""The limits of bots. Seconds are of processor time unless stated otherwise; sizes are in bytes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from engine.core.messages import Message, Sentence

KB = 1024
MB = 1024 * KB
LONGEST_SOURCE = 256 * KB
LARGEST_ARCHIVE = 32 * MB  # a zip of a bot's modules and data
LARGEST_UNPACKED = 64 * MB  # all files of a zip together
MOST_FILES = 256  # entries of a zip, folders too
LONGEST_FILE_NAME = 200  # in characters, with its folders
ARCHIVE_START = b"PK\x03\x04"  # of every zip that has an entry, and of no Python file


def is_archive(source: bytes) -> bool:
    """Return whether an upload is a zip, by its first bytes; nothing else of it is read."""
    return source.startswith(ARCHIVE_START)


def size_limit(source: bytes) -> int:
    """Return how many bytes such an upload may have."""
    return LARGEST_ARCHIVE if is_archive(source) else LONGEST_SOURCE


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


MOVE_LIMIT: Final = Sentence(
    "Move {number} took {taken} ms of processor time, {more} ms more than the limit of {most} ms."
)  # fmt: skip
LOADING_LIMIT: Final = Sentence(
    "Loading the file took {taken} ms of processor time, {more} ms more than the limit of {most} ms."
)
MATCH_LIMIT: Final = Sentence(
    "Its moves and the loading of its file took {taken} ms of processor time, "
    "{more} ms more than the limit of {most} ms."
)
ELAPSED_LIMIT: Final = Sentence(
    "It took {taken} ms of elapsed time in the match, {more} ms more than the limit of {most} ms."
)  # fmt: skip
THOUGHT_LIMIT: Final = Sentence("It thought for {taken} ms in the match, {more} ms more than the limit of {most} ms.")
AWAY_LIMIT: Final = Sentence("It was away for {taken} ms in the match, {more} ms more than the limit of {most} ms.")


@dataclass(frozen=True, slots=True)
class Allowance:
    """Processor time for one answer. `sentence` says by how much it was exceeded, of a move with its `number`."""

    seconds: float
    sentence: Sentence
    before: float = 0.0  # seconds that count towards the same limit
    number: int = 0

    def exceeded(self, used: float) -> Message:
        """Return which limit was exceeded, and by how much, when the answer had taken so many seconds."""
        return exceeded(self.sentence, self.before + used, self.before + self.seconds, number=self.number)


def exceeded(sentence: Sentence, used: float, allowed: float, *, number: int = 0) -> Message:
    """Return the message about so many seconds used."""
    most = round(allowed * 1000)
    taken = max(ceil(used * 1000), most + 1)
    return sentence(number=number, taken=f"{taken:,}", more=f"{taken - most:,}", most=f"{most:,}")


def clock(limits: Limits) -> str:
    """Return the limits of time in words, for the author of a bot."""
    used = "the processor time used" if limits.patience == 1 else f"{limits.patience:g} times the processor time used"
    return (
        f"{limits.move:.2g} s of processor time for a move and {limits.match:.2g} s for a match; "
        f"elapsed time per match while the bot loads or chooses: {limits.rest:g} s plus {used}"
    )
