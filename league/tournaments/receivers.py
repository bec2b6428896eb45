"""Results stand in the ledger: the tournaments they belong to are told to go on."""

from collections.abc import Collection
from uuid import UUID

from django.dispatch import receiver

from league.results.signals import results_entered
from league.tournaments.selectors.listing import tournaments_of
from league.tournaments.tasks import advance_soon


@receiver(results_entered, dispatch_uid="tournaments go on")
def go_on_with(*, subjects: Collection[UUID], **_: object) -> None:
    """Have a worker take the results in."""
    for tournament_id in tournaments_of(subjects):
        advance_soon(tournament_id)
