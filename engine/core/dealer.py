"""The house's dealer: decides chance from a secret, so that the matches of a block are dealt the same deck.

A dealer names the *copies* of cards and tokens by a keyed hash of (secret, stream, occasion), and the first that is
still there comes up. What one table draws in one stream therefore never shifts what another stream brings up: two
matches with one secret have the same deals, slots and draws even when their play diverges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b, sha256
from itertools import chain
from struct import Struct
from typing import Final

from engine.core.game import Event, State

_BYTES: Final = 256
_PLACE: Final = Struct(">QQQ")  # stream, occasion, block
_BLOCKS: Final = 512  # by then every copy has been named, but for a chance of one in 10 to the 50th


class Dealer:
    """Deals any game from `secret` (32 bytes in rated play; whatever is given is enough for the rest)."""

    __slots__ = ("_first", "_seed")

    def __init__(self, secret: bytes) -> None:
        self._seed = blake2b(key=sha256(b"moothill dealer\0" + secret).digest())
        self._first: dict[tuple[int, int], bytes] = {}  # the first block of each order, mostly the only one needed

    def deal(self, state: State) -> Event:
        """The chance event that comes up in `state`: a function of the secret and the state alone."""
        return state.draw(self.order(state.chance_key(), state.copies))

    def order(self, key: tuple[int, int], copies: int) -> Iterator[int]:
        """Copies, 1 to `copies`, as this stream and occasion name them; the first mention of each counts.

        All are equally likely at every place, so the order of first mention is a fair shuffle of any of them.
        """
        first = self._first.get(key)
        if first is None:
            first = self._first[key] = self._block(key, 0, copies)
        return chain(first, self._further(key, copies))

    def _further(self, key: tuple[int, int], copies: int) -> Iterator[int]:
        for number in range(1, _BLOCKS):
            yield from self._block(key, number, copies)

    def _block(self, key: tuple[int, int], number: int, copies: int) -> bytes:
        """Some of the copies named, out of one hash of 64 bytes."""
        copy_of, surplus = _dice(copies)
        block = self._seed.copy()
        block.update(_PLACE.pack(*key, number))
        return block.digest().translate(copy_of, surplus)


@cache
def _dice(copies: int) -> tuple[bytes, bytes]:
    """The copy that each byte names, and the bytes to be left out so that none is named more often than another."""
    if copies > _BYTES - 1:
        raise ValueError(f"A dealer names at most {_BYTES - 1} copies, not {copies}.")
    fair = _BYTES - _BYTES % copies
    return bytes([1 + byte % copies for byte in range(_BYTES)]), bytes(range(fair, _BYTES))
