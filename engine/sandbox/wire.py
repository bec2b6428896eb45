"""The protocol between the server and a program at a seat.

The server writes frames, a length and a marshalled tuple: that direction is trusted, and a bot gets its view as the
engine made it. The program answers in lines of one form, `ID INDEX` or `ID FAULT`, where ID is the random one of the
request, so that no answer can be given before its question. Nothing else that it writes is parsed.
"""

from __future__ import annotations

import marshal
import re
import signal
import struct
from typing import Any, BinaryIO

from engine.sandbox.faults import BotFault

READY = b"ready\n"
STACK_SIGNAL: int | None = getattr(signal, "SIGUSR1", None)
"""The signal at which a program writes its stack to its standard error; None where the system has no such signal."""
FAILED = 97  # the exit status of a launcher that could not set up a layer
LONGEST_LINE = 32
LOADING, CHOOSING = frozenset({"load", "memory"}), frozenset({"crash", "illegal", "memory"})
"""The faults that a program may report of itself. Only the server finds the others."""
_LENGTH = struct.Struct("<I")
_ANSWER = re.compile(rb"([0-9a-f]{16}) (?:(0|[1-9][0-9]{0,4})|([a-z]{1,10}))\n")


def pack(message: tuple[Any, ...]) -> bytes:
    """Return a message between the server and a launcher; it holds what `marshal` knows, and no named tuples."""
    return marshal.dumps(message)


def unpack(body: bytes) -> tuple[Any, ...]:
    """Return the message that `pack` made, for a launcher or the process of a bot. No bot's code writes there."""
    message: tuple[Any, ...] = marshal.loads(body)  # noqa: S302  (only the server and a launcher write what is read here)
    return message


def frame(message: tuple[Any, ...]) -> bytes:
    """Return the message as a frame; it holds what `pack` takes."""
    body = pack(message)
    return _LENGTH.pack(len(body)) + body


def read_frame(stream: BinaryIO) -> tuple[Any, ...] | None:
    """Return the next message of the server; None when it has closed the pipe."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    return unpack(stream.read(_LENGTH.unpack(head)[0]))


def answer_to(request: str, line: bytes, stated: frozenset[str] = CHOOSING) -> int:
    """Return the index that a line answers to `request`.

    Raise BotFault for one of the faults that may be `stated`, and as a flood for anything else.
    """
    found = _ANSWER.fullmatch(line)
    if found is None or found[1] != request.encode():
        raise BotFault("flood")
    if found[3] is None:
        return int(found[2])
    fault = found[3].decode()
    raise BotFault(fault if fault in stated else "flood")
