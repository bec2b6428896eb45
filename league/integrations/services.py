"""Writes of webhooks by the owners of a club: create, change the secret, switch, test, remove."""

from secrets import token_urlsafe
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.demo import refuse_demo_account
from league.accounts.models import Account, Player
from league.accounts.queries import player_of
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.integrations.deliveries import drop_waiting, enqueue_on_commit
from league.integrations.errors import NoSuchWebhook, TooManyWebhooks, WebhookIsOff, WrongAddress
from league.integrations.models import Delivery, Webhook
from league.integrations.webhook_requests import secret_of, target_of

MOST_WEBHOOKS: Final = 5  # of a club


@transaction.atomic
def add_webhook(*, club: Club, address: str, by: Account) -> Webhook:
    """Return a new webhook. Raise `NotYours`, `WrongAddress`, `TooManyWebhooks`."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    _check_owner(by, club)
    target_of(address)
    addresses = list(club.webhooks.filter(ended_at=None).values_list("address", flat=True))
    if address in addresses:
        raise WrongAddress(_("The club already has a webhook for this address."), field="address")
    if len(addresses) >= MOST_WEBHOOKS:
        raise TooManyWebhooks(
            _("The club already has %(most)d webhooks, which is the limit. Remove one first.") % {"most": MOST_WEBHOOKS}
        )
    webhook = Webhook.objects.create(club=club, address=address, made_by=player_of(by))
    _note(webhook, "webhook-added", gettext_noop("A webhook to %(host)s was added."), by)
    return webhook


@transaction.atomic
def renew_secret(*, webhook: Webhook, by: Account) -> str:
    """Return a new secret, which signs all later requests. Raise `NotYours`, `NoSuchWebhook`."""
    row = _locked(webhook, by)
    row.salt = token_urlsafe()
    row.save(update_fields=["salt"])
    _note(row, "webhook-secret-renewed", gettext_noop("The webhook to %(host)s got a new secret."), by)
    return secret_of(row)


@transaction.atomic
def switch_webhook(*, webhook: Webhook, is_on: bool, by: Account) -> None:
    """Switch it on or off; waiting deliveries are then dropped. Idempotent.

    Raise `NotYours`, `NoSuchWebhook`, and `WrongAddress` for a host that is not listed any more.
    """
    row = _locked(webhook, by)
    if row.is_on == is_on:
        return
    if is_on:
        target_of(row.address)
    else:
        drop_waiting(row)
    row.is_on, row.failures, row.next_try_at = is_on, 0, None
    row.save(update_fields=["is_on", "failures", "next_try_at"])
    if is_on:
        _note(row, "webhook-switched", gettext_noop("The webhook to %(host)s was enabled."), by)
    else:
        _note(row, "webhook-switched", gettext_noop("The webhook to %(host)s was disabled."), by)


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: Account) -> None:
    """Remove it with its log; the row is deleted later."""
    row = _locked(webhook, by)
    _end([row])
    _note(row, "webhook-removed", gettext_noop("The webhook to %(host)s was removed."), by)


@transaction.atomic
def send_trial(*, webhook: Webhook, by: Account) -> Delivery:
    """Queue a `ping`. Raise `NotYours`, `NoSuchWebhook`, `WebhookIsOff`."""
    row = _locked(webhook, by)
    _check_on(row)
    _try_now(row)
    waiting = row.deliveries.filter(event=Delivery.Event.PING, status=Delivery.Status.WAITING).first()
    return waiting or Delivery.objects.create(webhook=row, event=Delivery.Event.PING, subject="")


@transaction.atomic
def send_again(*, delivery: Delivery, by: Account) -> None:
    """Send a delivery once more, with the same id.

    Raise `NotYours`, `NoSuchWebhook`, `WebhookIsOff`.
    """
    row = _locked(delivery.webhook, by)
    _check_on(row)
    Delivery.objects.filter(pk=delivery.pk).update(status=Delivery.Status.WAITING)
    _try_now(row)


@transaction.atomic
def end_webhooks_of(*, player: Player) -> None:
    """Remove the webhooks of a deleted account."""
    _end(list(Webhook.objects.select_for_update().filter(made_by=player, ended_at=None).order_by("pk")))
    Webhook.objects.filter(made_by=player).update(made_by=None)


def _end(webhooks: list[Webhook]) -> None:
    for webhook in webhooks:
        webhook.deliveries.all().delete()
        webhook.ended_at, webhook.is_on = timezone.now(), False
        webhook.save(update_fields=["ended_at", "is_on"])


def _locked(webhook: Webhook, by: Account) -> Webhook:
    row = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=webhook.pk)
    _check_owner(by, row.club)
    if row.ended_at is not None:
        raise NoSuchWebhook(_("This webhook was removed. See the list of webhooks."))
    return row


def _try_now(webhook: Webhook) -> None:
    webhook.next_try_at = None
    webhook.save(update_fields=["next_try_at"])
    enqueue_on_commit([webhook.pk])


def _check_on(webhook: Webhook) -> None:
    if not webhook.is_on:
        raise WebhookIsOff(_("This webhook is disabled. Enable it first."))


def _check_owner(by: Account, club: Club) -> None:
    refuse_demo_account(by)
    if not rights_of(by, club).administer:
        raise NotYours(_("Only owners of %(club)s can manage webhooks. Ask an owner.") % {"club": club})


def _note(webhook: Webhook, verb: str, template: str, by: Account) -> None:
    note(verb, template, by=by, club=webhook.club.public_id, facts={"host": webhook.host})
