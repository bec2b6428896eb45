"""Doors of those who enter players: registration, lists, what is agreed with somebody, check-in, the start."""

from collections.abc import Sequence

from tests.doors.door import Door, of_club
from tests.doors.outcomes import ACCOUNTS, ORGANISERS, SCORERS
from tests.doors.tournaments import desk_of_a_draft, draft
from tests.doors.world import World


def event_of_a_draft(world: World) -> Sequence[object]:
    """The event that has not begun, by its whole address."""
    return [draft(world).public_id, draft(world).slug]


def entry_in_a_draft(world: World) -> Sequence[object]:
    """Eilidh's entry there."""
    return [draft(world).public_id, draft(world).entries.get(player=world.eilidh.player).public_id]


def missed_round(world: World) -> Sequence[object]:
    """A round that Eilidh may miss."""
    return [*entry_in_a_draft(world), 2]


def nobodys_pair(world: World) -> Sequence[object]:
    """Two who are not kept apart any more."""
    return [draft(world).public_id, "nobody"]


DOORS: tuple[Door, ...] = (
    of_club("tournaments:settings", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:settings", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:rehearsal", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:guest", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:guest", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:bring", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:bring", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:order", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:order", "POST", desk_of_a_draft, ORGANISERS, order="name"),
    of_club("tournaments:apart", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:apart", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:let-meet", "POST", nobodys_pair, ORGANISERS),
    of_club("tournaments:entry", "GET", entry_in_a_draft, ORGANISERS),
    of_club("tournaments:entry", "POST", entry_in_a_draft, ORGANISERS),
    of_club("tournaments:let-back", "POST", entry_in_a_draft, ORGANISERS),
    of_club("tournaments:no-bye", "POST", missed_round, ORGANISERS),
    of_club("tournaments:check-in", "GET", desk_of_a_draft, SCORERS),
    of_club("tournaments:tick", "POST", entry_in_a_draft, SCORERS),
    of_club("tournaments:starting", "GET", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:phase", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournaments:register", "POST", event_of_a_draft, ACCOUNTS),
)
