"""At the start: who is not there is left out or misses the first round, and who still waits is not in."""

from django.utils.translation import gettext_noop

from league.members.models import Account
from league.tournaments.models import Entry, RequestedBye, Tournament
from league.tournaments.services.changing import noted
from league.tournaments.services.striking import strike

LEFT_OUT, WITH_A_BYE = "out", "bye"  # what becomes of those who are not there


def settle_absent(event: Tournament, absent: str, by: Account | None) -> None:
    """Before the start: leave out who is not there and who waits. The caller holds the lock.

    With check-in open, those without a tick are left out, or with `WITH_A_BYE` miss round 1 for nothing. Whoever
    waits moves up while there is room.
    """
    if event.status == Tournament.Status.CHECK_IN:
        missing = list(event.entries.filter(checked_in_at=None).select_related("player"))
        if absent == WITH_A_BYE:
            _excuse(event, [one for one in missing if not event.keeps_waiting(one.number)], by)
            missing = [one for one in missing if event.keeps_waiting(one.number)]
        _leave_out(event, missing, gettext_noop("%(player)s was absent at the start and was removed."), by)
    if event.capacity is not None:
        waiting = list(event.entries.filter(number__gt=event.capacity).select_related("player"))
        said = gettext_noop("%(player)s was on the waiting list at the start and was removed.")
        _leave_out(event, waiting, said, by)


def _excuse(event: Tournament, missing: list[Entry], by: Account | None) -> None:
    byes = [RequestedBye(entry=entry, round=1, kind=RequestedBye.Kind.ZERO) for entry in missing]
    RequestedBye.objects.filter(entry__in=missing, round=1).delete()
    RequestedBye.objects.bulk_create(byes)
    said = gettext_noop("%(player)s was absent at the start and gets a zero-point bye in round 1.")
    for entry in missing:
        noted(event, "player-excused", said, by, player=entry.player)


def _leave_out(event: Tournament, missing: list[Entry], said: str, by: Account | None) -> None:
    if not missing:
        return
    for entry in missing:
        noted(event, "player-left-out", said, by, player=entry.player)
    strike(event, missing)
