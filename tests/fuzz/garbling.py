"""Requests and lines that nobody who keeps a protocol would send. How many is asked for by `MOOTHILL_FUZZ`."""

import os
from collections.abc import Callable
from random import Random

FULL = int(os.environ.get("MOOTHILL_FUZZ", "0"))

Garbler = Callable[[bytes, Random], bytes]

WORDS = (
    b"NaN", b"-Infinity", b"1e999", b"true", b"null", b"[]", b"{}", b'""', b'"\\ud800"', b"\xff\xfe", b"\x00", b"\r\n",
    b"-1", b"00", b"0x10", b"9" * 40, b"0.0", b"[" * 90, b'{"id":', b'"move": 0, "move": 1', b"../..", "¹²٣".encode(),
)  # fmt: skip


def how_many(usual: int) -> int:
    """So many in a run of all tests; as many as `MOOTHILL_FUZZ` says, where it is set."""
    return FULL or usual


def garbled(line: bytes, rng: Random) -> bytes:
    """The line after one to three mishaps."""
    for _ in range(rng.randint(1, 3)):
        line = rng.choice(MISHAPS)(line, rng)
    return line


def _cut(line: bytes, rng: Random) -> bytes:
    return line[: rng.randint(0, len(line))]


def _twice(line: bytes, _: Random) -> bytes:
    return line + line


def _flipped(line: bytes, rng: Random) -> bytes:
    if not line:
        return b"\x00"
    place = rng.randrange(len(line))
    return line[:place] + bytes([line[place] ^ 1 << rng.randrange(8)]) + line[place + 1 :]


def _with_a_word(line: bytes, rng: Random) -> bytes:
    place = rng.randint(0, len(line))
    return line[:place] + rng.choice(WORDS) + line[place + rng.choice((0, 1, 4)) :]


def _long(line: bytes, rng: Random) -> bytes:
    return line + bytes([rng.randrange(256)]) * rng.choice((30, 4000, 5000))


def _noise(_: bytes, rng: Random) -> bytes:
    return rng.randbytes(rng.randint(0, 60))


MISHAPS: tuple[Garbler, ...] = (_cut, _twice, _flipped, _with_a_word, _with_a_word, _long, _noise)
