"""Every read of records."""

from games.records.selectors.doors import club_to_bring_to
from games.records.selectors.naming import named
from games.records.selectors.occasions import Occasion, occasions_for
from games.records.selectors.parcels import parcel_of, parcels_of, players_to_seat, twins_of
from games.records.selectors.twins import twin_of
from games.records.selectors.visible import (
    addresses_of,
    club_records,
    may_see,
    own_record,
    record_at,
    records_of,
    records_seen_by,
    verified_at,
)

__all__ = [
    "Occasion",
    "addresses_of",
    "club_records",
    "club_to_bring_to",
    "may_see",
    "named",
    "occasions_for",
    "own_record",
    "parcel_of",
    "parcels_of",
    "players_to_seat",
    "record_at",
    "records_of",
    "records_seen_by",
    "twin_of",
    "twins_of",
    "verified_at",
]
