"""What a program writes on its standard error: kept in two halves, so that a flood loses only its middle."""

from __future__ import annotations


class Log:
    """Keeps the first half and the last of `most` bytes, and counts all."""

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
        middle = f"\n… {left_out} bytes left out …\n" if left_out else ""
        return _shown(self._first) + middle + _shown(self._last)


def _shown(written: bytes) -> str:
    text = written.decode("utf-8", "replace")
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
