"""Decides chance from a secret, so that all matches of a deal get the same cards.

A keyed hash of (secret, stream, occasion) orders the *copies* of cards and tokens; the first one that is still
available comes up. Draws of one stream therefore never shift another stream: two matches with the same secret have
the same deals, slots and draws even when their play diverges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b, sha256
from itertools import chain
from struct import Struct
from typing import Final

from engine.core.game import Event, State

_BYTE_VALUES: Final = 256
_BLOCK_KEY: Final = Struct(">QQQ")  # stream, occasion, block
_MAX_BLOCKS: Final = 512  # of an order; a copy is missing from them with a chance of one in 10 to the 50th


class Dealer:
    """Deals any game from `secret` (32 bytes in rated play, any length elsewhere)."""

    __slots__ = ("_first", "_seed")

    def __init__(self, secret: bytes) -> None:
        self._seed = blake2b(key=sha256(b"moothill dealer\0" + secret).digest())
        self._first: dict[tuple[int, int], bytes] = {}  # the first block of each order, mostly the only one needed

    def deal(self, state: State) -> Event:
        """Return the chance event in `state`: a function of the secret and the state alone."""
        return state.draw(self.order(state.chance_key(), state.copies))

    def order(self, key: tuple[int, int], copies: int) -> Iterator[int]:
        """Yield copies, 1 to `copies`, with repeats; the order of their first occurrences is a fair shuffle."""
        first = self._first.get(key)
        if first is None:
            first = self._first[key] = self._block(key, 0, copies)
        return chain(first, self._further(key, copies))

    def _further(self, key: tuple[int, int], copies: int) -> Iterator[int]:
        for number in range(1, _MAX_BLOCKS):
            yield from self._block(key, number, copies)

    def _block(self, key: tuple[int, int], number: int, copies: int) -> bytes:
        """Return copies from one hash of 64 bytes."""
        copy_of, surplus = _byte_table(copies)
        block = self._seed.copy()
        block.update(_BLOCK_KEY.pack(*key, number))
        return block.digest().translate(copy_of, surplus)


@cache
def _byte_table(copies: int) -> tuple[bytes, bytes]:
    """Return the copy of each byte value, and the byte values to skip so that all copies are equally likely."""
    if copies > _BYTE_VALUES - 1:
        raise ValueError(f"A dealer names at most {_BYTE_VALUES - 1} copies, not {copies}.")
    fair = _BYTE_VALUES - _BYTE_VALUES % copies
    return bytes([1 + byte % copies for byte in range(_BYTE_VALUES)]), bytes(range(fair, _BYTE_VALUES))
