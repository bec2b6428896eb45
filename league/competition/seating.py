"""Seats, and how the legs of a pairing go round them."""

from __future__ import annotations

from collections.abc import Sequence


def seats_in_leg(seats: Sequence[int], leg: int) -> tuple[int, ...]:
    """Who sits where in leg `leg` (from 1): one seat further round the table each leg.

    After as many legs as there are seats everybody has had every seat: a block of rotations.
    """
    shift = (leg - 1) % len(seats)
    return tuple(seats[shift:]) + tuple(seats[:shift])


def table_sizes(players: int, preferred: int, smallest: int, largest: int) -> tuple[int, ...]:
    """The tables for a field, larger ones first: sizes as near to `preferred` as can be.

    All sit if any number of tables allows it; otherwise as few as possible sit out. Of the ways left, the
    one with the fewest seats more or less than preferred is taken, then the one with more tables.
    Empty where not even one table can be filled.
    """
    ways = [_even(players, tables, smallest, largest) for tables in range(1, players // smallest + 1)]
    return min(
        (way for way in ways if way),
        key=lambda way: (-sum(way), sum(abs(size - preferred) for size in way), -len(way)),
        default=(),
    )


def _even(players: int, tables: int, smallest: int, largest: int) -> tuple[int, ...]:
    seats = min(players, tables * largest)
    if seats < tables * smallest:
        return ()
    size, more = divmod(seats, tables)
    return (size + 1,) * more + (size,) * (tables - more)
