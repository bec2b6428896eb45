"""Every change to clubs and to who belongs to them. `by=None` is the house itself, which may do everything."""

from league.clubs.services.clubs import change_club, found_club, own_orphaned_clubs
from league.clubs.services.members import (
    admit,
    admit_by_address,
    admit_by_name,
    admit_somebody,
    change_role,
    remove_member,
)

__all__ = [
    "admit",
    "admit_by_address",
    "admit_by_name",
    "admit_somebody",
    "change_club",
    "change_role",
    "found_club",
    "own_orphaned_clubs",
    "remove_member",
]
