"""The tournament's row lock, under which everything about it changes."""

from league.tournaments.models import Tournament


def locked(tournament: Tournament) -> Tournament:
    """The same tournament as it stands now, nobody else's to change until the transaction ends."""
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("club", "pool")
    return rows.get(pk=tournament.pk)
