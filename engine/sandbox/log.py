"""What a program writes on its standard error: kept in two halves, so that a flood loses only its middle."""

from __future__ import annotations

from engine.core.vocabulary import quantity


class Log:
    """Keeps the first half and the last of `most` bytes, as written and as shown, and counts all."""

    def __init__(self, most: int) -> None:
        self.written = 0
        self._half = most // 2
        self._first = b""
        self._last = b""

    def add(self, more: bytes) -> None:
        """Take in what was written since."""
        self.written += len(more)
        room = self._half - len(self._first)
        self._first += more[:room]
        self._last = (self._last + more[room:])[-self._half :]

    @property
    def text(self) -> str:
        """What is kept, in letters that can be shown; what is left out is counted."""
        left_out = self.written - len(self._first) - len(self._last)
        first, last = _shown(self._first), _shown(self._last)
        left_out += max(len(first) - self._half, 0) + max(len(last) - self._half, 0)
        middle = f"\n… {quantity(left_out, 'byte')} left out …\n" if left_out else ""
        return first[: self._half].decode("utf-8", "ignore") + middle + last[-self._half :].decode("utf-8", "ignore")


def _shown(written: bytes) -> bytes:
    """Return what was written as UTF-8 with a sign for all that cannot be shown, which may be longer."""
    text = written.decode("utf-8", "replace")
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}" for letter in text
    ).encode()
