"""Hooks that sharing registers with lower apps: data export, club panel, jobs for the operations page, signals."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Min
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Player
from league.accounts.signals import account_leaving
from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.integrations.deliveries import write_deliveries
from league.integrations.models import CalendarKey, Delivery, Webhook
from league.integrations.services import end_webhooks_of
from league.integrations.webhook_requests import are_on
from league.operations.job_types import JobType, WaitingRows
from league.results.models import Pool
from league.results.signals import results_written
from league.tournaments.models import Tournament
from league.tournaments.signals import round_published, tournament_finished

QUEUE = "remote"


def export_calendars(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return since when their calendars can be read, for the data export, without the key."""
    accounts = [player.account_id for player in players if player.account_id]
    return [{"since": calendar.created_at} for calendar in CalendarKey.objects.filter(account__in=accounts)]


def export_webhooks(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return the webhooks that they created, for the data export, without secrets."""
    rows = Webhook.objects.filter(made_by__in=players, ended_at=None).select_related("club").order_by("pk")
    return [
        {"club": one.club.name, "address": one.address, "is_on": one.is_on, "since": one.created_at} for one in rows
    ]


def calendar_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the links to the club's calendar, and for owners to its webhooks."""
    return {
        "href": reverse("integrations:club-calendar", args=[club.slug]),
        "is_public": club.is_public,
        "webhooks_href": reverse("integrations:webhooks", args=[club.slug]) if rights.administer else "",
    }


@receiver(round_published, dispatch_uid="webhooks of rounds")
def deliver_round(*, tournament: Tournament, number: int, **_: object) -> None:
    """Write a published round."""
    write_deliveries(Delivery.Event.ROUND, [f"{tournament.public_id}:{number}"], club=tournament.club_id)


@receiver(results_written, dispatch_uid="webhooks of results")
def deliver_results(*, pool_id: int, subjects: Collection[UUID], **_: object) -> None:
    """Write results in pools of a club; those in the site's pools, where bots play, have no webhooks.

    The worker of uploaded bots enters such results, and its database role cannot read webhooks.
    """
    if are_on() and (club := Pool.objects.filter(pk=pool_id).values_list("club", flat=True).first()):
        write_deliveries(Delivery.Event.RESULT, map(str, subjects), club=club)


@receiver(tournament_finished, dispatch_uid="webhooks of tournaments")
def deliver_event(*, tournament: Tournament, **_: object) -> None:
    """Write the end of a tournament."""
    write_deliveries(Delivery.Event.FINISHED, [tournament.public_id], club=tournament.club_id)


@receiver(account_leaving, dispatch_uid="webhooks of somebody who leaves")
def remove_webhooks_of(*, player: Player | None, **_: object) -> None:
    """Remove the webhooks of a deleted account."""
    if player is not None:
        end_webhooks_of(player=player)


class Deliveries(JobType):
    """Webhook deliveries."""

    slug = "deliveries"
    title = _("Webhook deliveries")

    def waiting(self) -> Sequence[WaitingRows]:
        """Return the waiting deliveries of enabled webhooks."""
        rows = Delivery.objects.filter(status=Delivery.Status.WAITING, webhook__is_on=True, webhook__ended_at=None)
        figures = rows.aggregate(count=Count("pk"), since=Min("created_at"))
        return [WaitingRows(QUEUE, figures["count"], figures["since"], is_for_others=True)]
