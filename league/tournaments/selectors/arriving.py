"""The list at the door: who is there, who is still missing, who waits for a place."""

from dataclasses import dataclass

from league.shared.likeness import folded
from league.tournaments.models import Entry, Tournament
from league.tournaments.selectors.entrants import with_names_apart


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """An entry at the door; `key` is its name as a search reads it."""

    entry: Entry
    name: str
    key: str
    is_here: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class Door:
    """Everybody by name, or those whom a search finds; the counts are of all."""

    rows: tuple[AtTheDoor, ...]
    entered: int
    here: int
    missing: tuple[AtTheDoor, ...]
    """Who would be left out at a start now: not there, though they have a place."""
    moving_up: tuple[AtTheDoor, ...]
    """Who waits, is there, and would have a place when those who are missing are left out."""
    waiting: tuple[AtTheDoor, ...]
    """Who waits and would have none."""
    search: str = ""
    only_missing: bool = False
    """Whether `rows` leaves out everybody who is here."""


def door_of(event: Tournament, search: str = "", *, only_missing: bool = False) -> Door:
    """The list at the door in two queries."""
    entries = with_names_apart(event.entries.select_related("player__merged_into").order_by("number"), event)
    listed = [_at_the_door(event, entry) for entry in entries]
    inside = [one for one in listed if not one.waits]
    missing = tuple(one for one in inside if not one.is_here)
    waiting = [one for one in listed if one.waits]
    moving_up = tuple(one for one in waiting if one.is_here)[: len(missing)]
    left = tuple(one for one in waiting if one not in moving_up)
    rows = sorted(listed, key=lambda one: (one.key, one.entry.pk))
    found = tuple(one for one in rows if folded(search) in one.key and not (only_missing and one.is_here))
    here = sum(one.is_here for one in listed)
    return Door(found, len(listed), here, missing, moving_up, left, search, only_missing)


def _at_the_door(event: Tournament, entry: Entry) -> AtTheDoor:
    name = entry.person.name
    return AtTheDoor(entry, name, folded(name), entry.checked_in_at is not None, event.keeps_waiting(entry.number))
