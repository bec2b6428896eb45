"""The table of every door, joined from a file an app. To add a row, write it into the file of its app."""

from collections.abc import Mapping

from tests.doors import (
    api,
    bots,
    clubs,
    contests,
    entering,
    evenings,
    games,
    ladder,
    members,
    operating,
    paper,
    ratings,
    results,
    rounds,
    seasons,
    shared,
    sharing,
    tables,
    tournaments,
)
from tests.doors.door import Door

PARTS: Mapping[str, tuple[Door, ...]] = {
    part.__name__.rpartition(".")[2]: part.DOORS
    for part in (
        operating,
        shared,
        members,
        clubs,
        results,
        ratings,
        tournaments,
        entering,
        evenings,
        rounds,
        tables,
        paper,
        sharing,
        seasons,
        games,
        bots,
        ladder,
        contests,
        api,
    )
}
"""The rows of every app."""

TABLE: tuple[Door, ...] = tuple(door for doors in PARTS.values() for door in doors)
