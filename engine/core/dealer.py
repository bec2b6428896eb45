"""The house's dealer: decides chance from a secret, so that the matches of a block are dealt the same deck.

A dealer ranks the *copies* of cards and tokens by a keyed hash of (secret, stream, occasion) and brings up
the first that is still there. What one table draws in one stream therefore never shifts what another stream
brings up: two matches with one secret have the same deals, slots and draws even when their play diverges.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, shake_256
from struct import unpack

from engine.core.game import Event, State


class Dealer:
    """Deals any game from `secret` (32 bytes in rated play; whatever is given is enough for the rest)."""

    __slots__ = ("_key", "_orders")

    def __init__(self, secret: bytes) -> None:
        self._key = sha256(b"moothill dealer\0" + secret).digest()
        self._orders: dict[tuple[int, int], list[int]] = {}

    def deal(self, state: State) -> Event:
        """The chance event that comes up in `state`: a function of the secret and the state alone."""
        return state.draw(self.order(state.chance_key(), state.copies))

    def order(self, key: tuple[int, int], copies: int) -> Sequence[int]:
        """All copies, 1 to `copies`, in the order in which this stream and occasion bring them up."""
        order = self._orders.get(key)
        if order is None:
            order = self._orders[key] = self._ranked(key, copies)
        return order

    def _ranked(self, key: tuple[int, int], copies: int) -> list[int]:
        """Eight bytes for each copy, out of one extendable hash, are its rank."""
        stream, occasion = key
        place = stream.to_bytes(8, "big") + occasion.to_bytes(8, "big")
        ranks = (0, *unpack(f">{copies}Q", shake_256(self._key + place).digest(8 * copies)))
        return sorted(range(1, copies + 1), key=ranks.__getitem__)
