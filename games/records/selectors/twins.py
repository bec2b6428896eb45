"""The same game, brought twice."""

from games.records.models import BroughtRecord

Status = BroughtRecord.Status
COUNTING = [Status.QUEUED, Status.RUNNING, Status.VERIFIED, Status.UNDECIDED, Status.DEAD]


def twin_of(club: int, fingerprint: str, *, but: int | None = None) -> BroughtRecord | None:
    """The record of the same game that the club has already, with who brought it."""
    if not fingerprint:
        return None
    twins = BroughtRecord.objects.filter(club=club, fingerprint=fingerprint, status__in=COUNTING)
    return (twins.exclude(pk=but) if but else twins).select_related("by").first()
