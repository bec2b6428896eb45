"""Attendance at a club night, as the tables of a published round show it."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef
from django.utils import timezone

from league.results.models import Result, ResultSeat
from league.tournaments.models import Absence, Evening, Leg, PairingSeat, Presence, Round


def mark_absent(tournament_round: Round, players: Collection[int]) -> None:
    """Mark players who did not come to their table as not here, so that the next round leaves them out.

    A player with a table in another round of the night has left; any other was never here. Idempotent. Rounds outside
    club nights have no attendance. The caller holds the lock of the tournament.
    """
    if tournament_round.evening is None:
        return
    here = Presence.objects.filter(evening=tournament_round.evening, entry__player__in=players, left_at=None)
    marked = (Absence(round=tournament_round, entry_id=entry) for entry in here.values_list("entry", flat=True))
    Absence.objects.bulk_create(marked, ignore_conflicts=True)
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
        forget_absences(tournament_round.evening, [entry.pk])
        Presence.objects.update_or_create(evening=tournament_round.evening, entry=entry, defaults={"left_at": None})


def restore_presence(tournament_round: Round) -> None:
    """Mark players of the round as here again who have no forfeit loss in it any more.

    Only players whom the round had marked as not here, and whom no organiser has marked since. Idempotent. The caller
    holds the lock of the tournament.
    """
    marked = list(tournament_round.absences.values_list("entry", flat=True))
    if not marked:
        return
    subjects = Leg.objects.filter(pairing__round=tournament_round).values("subject")
    lost = ResultSeat.objects.filter(
        result__subject__in=subjects, result__superseded_by=None, result__how=Result.How.FORFEIT, place__gt=1
    )
    seated = PairingSeat.objects.filter(pairing__round=tournament_round, pairing__bye="", entry__in=marked)
    present = seated.exclude(entry__player__in=lost.values("player")).values_list("entry__number", flat=True)
    mark_here(tournament_round, list(present))


def update_after_correction(result: Result) -> None:
    """Update attendance after a corrected result of a club night. The caller holds the lock of the tournament.

    A player who loses by forfeit after the correction is not here, if the round is the last one of an open night.
    """
    leg = Leg.objects.select_related("pairing__round__evening", "pairing__round__tournament")
    found = leg.filter(subject=result.subject).exclude(pairing__round__evening=None).first()
    if found is None:
        return
    played = found.pairing.round
    if result.how == Result.How.FORFEIT and _is_last_of_open_night(played):
        mark_absent(played, list(result.seats.filter(place__gt=1).values_list("player", flat=True)))
    restore_presence(played)


def forget_absences(evening: Evening, entries: Collection[int]) -> None:
    """Delete the absences that rounds of the night set for these entries (ids): an organiser has marked them."""
    Absence.objects.filter(round__evening=evening, entry__in=entries).delete()


def _is_last_of_open_night(played: Round) -> bool:
    """Return whether the round is the last one of a night that is open."""
    evening = played.evening
    if evening is None or evening.closed_at is not None:
        return False
    return not evening.rounds.filter(number__gt=played.number).exclude(status=Round.Status.DRAFT).exists()
