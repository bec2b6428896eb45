"""The tournament's row lock, under which everything about it changes."""

from django.db.models import QuerySet

from league.shared.prepared import NUMBER, prepared
from league.tournaments.models import Tournament


def locked(tournament: Tournament) -> Tournament:
    """The same tournament as it stands now, nobody else's to change until the transaction ends."""
    found = _locked(tournament.pk)
    if not found:
        raise Tournament.DoesNotExist
    return found[0]


@prepared(NUMBER)
def _locked(pk: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update(of=("self",)).select_related("club", "pool").filter(pk=pk)
