"""Results stand in the ledger: the tournaments they belong to are told to go on."""

from collections.abc import Collection
from uuid import UUID

from django.dispatch import receiver

from league.members.models import Player
from league.members.signals import players_merging, players_met
from league.results.signals import results_entered
from league.shared.live import announce
from league.tournaments.selectors.listing import tournaments_of
from league.tournaments.services.merging import carry_entries_over, hold_what_is_theirs
from league.tournaments.signals import pairings_published
from league.tournaments.tasks import advance_soon, tell_soon


@receiver(results_entered, dispatch_uid="tournaments go on")
def go_on_with(*, subjects: Collection[UUID], **_: object) -> None:
    """Have the pages that show them look again, which read the ledger itself, and a worker draw what follows."""
    for event in tournaments_of(subjects):
        announce(event.topic)
        advance_soon(event.pk)


@receiver(players_met, dispatch_uid="events and clubs before players")
def hold_events_and_clubs(*, former: Player, standing: Player, **_: object) -> None:
    """Who seats one of them at a table or admits them to a club meanwhile waits, and so do we."""
    hold_what_is_theirs(players=[former, standing])


@receiver(players_merging, dispatch_uid="entries go over")
def merge_entries(*, former: Player, standing: Player, **_: object) -> None:
    """Who stands for both is entered where either was; nobody is entered twice."""
    carry_entries_over(former=former, standing=standing)


@receiver(pairings_published, dispatch_uid="players are told")
def tell_the_players(*, round_id: int, **_: object) -> None:
    """Whoever sits in the round is written a mail, by a worker."""
    tell_soon(round_id)
