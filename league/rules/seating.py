"""Seats, and how the legs of a pairing go round them."""

from __future__ import annotations

from collections.abc import Sequence


def seats_in_leg(seats: Sequence[int], leg: int) -> tuple[int, ...]:
    """Who sits where in leg `leg` (from 1): one seat further round the table each leg.

    After as many legs as there are seats everybody has had every seat: a block of rotations.
    """
    shift = (leg - 1) % len(seats)
    return tuple(seats[shift:]) + tuple(seats[:shift])
