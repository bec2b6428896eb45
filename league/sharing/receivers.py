"""What webhooks are told of is written down when it happens, in the same transaction."""

from collections.abc import Collection
from uuid import UUID

from django.dispatch import receiver

from league.members.models import Player
from league.members.signals import account_leaving
from league.results.signals import results_written
from league.sharing.hooks.targets import are_on
from league.sharing.models import Delivery
from league.sharing.selectors.hooks import club_of_pool
from league.sharing.services.deliveries import write_deliveries
from league.sharing.services.hooks import end_webhooks_of
from league.tournaments.models import Tournament
from league.tournaments.signals import event_finished, round_published


@receiver(round_published, dispatch_uid="webhooks are told of rounds")
def tell_of_round(*, tournament: Tournament, number: int, **_: object) -> None:
    """A round is on the board."""
    write_deliveries(Delivery.Event.ROUND, [f"{tournament.public_id}:{number}"], club=tournament.club_id)


@receiver(results_written, dispatch_uid="webhooks are told of results")
def tell_of_results(*, pool_id: int, subjects: Collection[UUID], **_: object) -> None:
    """Results of a club's own pools stand in the ledger; those of the site's, where bots play, are nobody's.

    The worker of strangers' programs enters such results, and its role in the database knows no webhooks.
    """
    if are_on() and (club := club_of_pool(pool_id)):
        write_deliveries(Delivery.Event.RESULT, map(str, subjects), club=club)


@receiver(event_finished, dispatch_uid="webhooks are told of events")
def tell_of_event(*, tournament: Tournament, **_: object) -> None:
    """An event is finished."""
    write_deliveries(Delivery.Event.FINISHED, [tournament.public_id], club=tournament.club_id)


@receiver(account_leaving, dispatch_uid="webhooks of somebody who leaves")
def end_what_was_theirs(*, player: Player | None, **_: object) -> None:
    """They lead to programs of somebody who is gone."""
    if player is not None:
        end_webhooks_of(player=player)
