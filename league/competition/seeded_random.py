"""Random numbers that are the same for the same seed and purpose, in every version of Python.

SplitMix64 (Steele, Lea, Flood 2014) started from a hash, because the shuffle of `random` may change between versions.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1


class SeededRandom:
    """A stream of random numbers for one seed and one purpose. It changes with every number."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, *purpose: int | str) -> None:
        text = repr((seed, *purpose)).encode()
        self._state = int.from_bytes(blake2b(text, digest_size=8).digest(), "little")

    def randrange(self, bound: int) -> int:
        """Return a number from 0 to bound - 1 (of 64 bits scaled down: uneven by less than 2**-32)."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) * bound) >> 64

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.randrange(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
