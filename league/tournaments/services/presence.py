"""Who is here at a club night, as the tables of a published round show it."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef
from django.utils import timezone

from league.tournaments.models import PairingSeat, Presence, Round


def mark_absent(tournament_round: Round, players: Collection[int]) -> None:
    """Mark players who did not come to their table as not here, so that the next round leaves them out.

    Somebody with a table in another round of the night has left; anybody else was never here. Idempotent. Rounds of
    other tournaments have no presence. The caller holds the lock of the tournament.
    """
    if tournament_round.evening is None:
        return
    here = Presence.objects.filter(evening=tournament_round.evening, entry__player__in=players, left_at=None)
    tables = PairingSeat.objects.filter(
        entry=OuterRef("entry"), pairing__round__evening=OuterRef("evening"), pairing__bye=""
    )
    published = tables.exclude(pairing__round=tournament_round).exclude(pairing__round__status=Round.Status.DRAFT)
    here.filter(~Exists(published)).delete()
    here.update(left_at=timezone.now())


def mark_here(tournament_round: Round, entries: Collection[int]) -> None:
    """Mark the entries with these numbers as here. Idempotent. The caller holds the lock of the tournament."""
    if tournament_round.evening is None:
        return
    for entry in tournament_round.tournament.entries.filter(number__in=entries):
        Presence.objects.update_or_create(evening=tournament_round.evening, entry=entry, defaults={"left_at": None})
