"""Results stand in the ledger: the tournaments they belong to are told to go on."""

from collections.abc import Collection
from uuid import UUID

from django.dispatch import receiver

from league.results.signals import results_entered
from league.shared.live import announce
from league.tournaments.selectors.listing import tournaments_of
from league.tournaments.tasks import advance_soon


@receiver(results_entered, dispatch_uid="tournaments go on")
def go_on_with(*, subjects: Collection[UUID], **_: object) -> None:
    """Have the pages that show them look again, which read the ledger itself, and a worker draw what follows."""
    for event in tournaments_of(subjects):
        announce(event.topic)
        advance_soon(event.pk)
