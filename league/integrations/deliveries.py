"""Deliveries of webhooks: written in the transaction that causes them, sent in order, retried until accepted.

Bodies are made when they are sent. For a public club they contain what anonymous visitors may read; for a private one
what its members may read.
"""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError

from league.accounts.models import Player
from league.accounts.services.notifications import notify
from league.clubs.display_names import disambiguated, names_for
from league.clubs.models import Club
from league.common.redis_client import RedisError
from league.integrations.errors import WrongAddress
from league.integrations.models import Delivery, Webhook
from league.integrations.queries import listening, owners_of, ready_to_send
from league.integrations.webhook_requests import DeliveryFailed, are_on, post, secret_of, signature_of, target_of
from league.results.errors import NoSuchResult
from league.results.models import Result
from league.results.queries import chain_of
from league.tournaments.models import Leg, Round, Tournament

Facts = dict[str, Any]
Event = Delivery.Event
Status = Delivery.Status
log = structlog.get_logger(__name__)
DELIVER: Final = "league.integrations.deliver"
MOST_WAITING: Final = 500  # events for one webhook; further ones are dropped
AT_A_TIME: Final = 20  # with one message
LEASE: Final = timedelta(minutes=2)  # above what one attempt may take
KEPT: Final = timedelta(days=30)
REMOVED_AFTER: Final = timedelta(hours=1)  # no transaction that saw a webhook is as old
PAUSES: Final = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
)
"""Pause after each failure in a row. One more failure disables the webhook."""
MOST_FAILURES: Final = len(PAUSES) + 1  # in a row


def payload_of(delivery: Delivery) -> bytes | None:
    """Return the body as JSON; None if its subject is gone or hidden."""
    club = delivery.webhook.club
    facts = _FACTS_OF[Event(delivery.event)](club, delivery.subject)
    if facts is None:
        return None
    head = {
        "delivery": delivery.public_id,
        "event": delivery.event,
        "happened_at": _iso(delivery.created_at),
        "club": {"slug": club.slug, "name": club.name, "url": _url("clubs:club", club.slug)},
    }
    return json.dumps(head | facts, ensure_ascii=False, separators=(",", ":")).encode()


def _ping(club: Club, subject: str) -> Facts | None:  # noqa: ARG001  (as for all events)
    return {}


def _round(club: Club, subject: str) -> Facts | None:
    public_id, _colon, number = subject.partition(":")
    rows = Round.objects.filter(tournament__club=club, tournament__public_id=public_id, number=int(number))
    row = rows.exclude(status=Round.Status.DRAFT).select_related("tournament").first()
    if row is None:
        return None
    facts = {
        "number": row.number,
        "version": row.version,
        "published_at": _iso(row.published_at),
        "due_at": _iso(row.due_at),
        "tables": row.pairings.filter(bye="").count(),
        "url": _tournament_url(row.tournament, "round", row.number),
    }
    return {"tournament": _tournament(row.tournament), "round": facts}


def _result(club: Club, subject: str) -> Facts | None:
    try:
        chain = chain_of(UUID(subject))
    except NoSuchResult:
        return None
    leg = Leg.objects.filter(subject=chain.subject).select_related("pairing__round__tournament").first()
    if chain.pool.club_id != club.pk or (leg and leg.pairing.round.tournament.club_id != club.pk):
        return None
    return (
        {"tournament": None, "table": None}
        | (_table(leg) if leg else {})
        | {"result": _outcome(chain.now, club, chain.pool.game)}
    )


def _table(leg: Leg) -> Facts:
    tournament_round = leg.pairing.round
    tournament = tournament_round.tournament
    table = {
        "round": tournament_round.number,
        "table": leg.pairing.table,
        "game": leg.number,
        "url": _tournament_url(tournament, "round", tournament_round.number),
    }
    return {"tournament": _tournament(tournament), "table": table}


def _outcome(row: Result, club: Club, game: str) -> Facts:
    seats = list(row.seats.all())
    people = {seat.pk: seat.player.merged_into or seat.player for seat in seats}
    names = _names(people.values(), club)
    return {
        "number": row.number,
        "game": game,
        "how": row.how,
        "ending": row.ending or None,
        "is_corrected": row.supersedes_id is not None,
        "entered_at": _iso(row.entered_at),
        "seats": [
            {
                "player": people[seat.pk].public_id,
                "name": names[people[seat.pk].pk],
                "points": seat.points,
                "place": seat.place,
            }
            for seat in seats
        ],
    }


def _finished(club: Club, subject: str) -> Facts | None:
    tournament = club.tournaments.filter(public_id=subject, status=Tournament.Status.FINISHED).first()
    if tournament is None:
        return None
    facts = {
        "finished_at": _iso(tournament.finished_at),
        "entries": tournament.entries.count(),
        "standings_url": _tournament_url(tournament, "standings"),
    }
    return {"tournament": _tournament(tournament) | facts}


def _names(players: Iterable[Player], club: Club) -> dict[int, str]:
    listed = list(players)
    if club.is_public:
        return names_for(listed, club, AnonymousUser(), alone=True)
    names = {player.pk: player.name for player in listed}
    return names | disambiguated(names, club, alone=True)


def _tournament(tournament: Tournament) -> Facts:
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "game": tournament.game,
        "url": _tournament_url(tournament, "tournament"),
    }


def _tournament_url(tournament: Tournament, page: str, *more: object) -> str:
    return _url(f"tournaments:{page}", tournament.public_id, tournament.slug, *more)


def _url(page: str, *arguments: object) -> str:
    return f"{settings.SITE_ADDRESS}{reverse(page, args=arguments)}"


def _iso(moment: Any) -> str | None:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment else None


_FACTS_OF: Final = {Event.PING: _ping, Event.ROUND: _round, Event.RESULT: _result, Event.FINISHED: _finished}


def enqueue_on_commit(webhooks: Iterable[int]) -> None:
    """Enqueue deliveries to these webhooks on commit."""
    for webhook_id in sorted(webhooks):
        transaction.on_commit(partial(enqueue_delivery, webhook_id), robust=True)


def enqueue_delivery(webhook_id: int) -> None:
    """Enqueue deliveries to one webhook; a lost message is made up for by the sweep."""
    try:
        current_app.send_task(DELIVER, args=[webhook_id])
    except (RedisError, BrokerError) as error:
        log.warning("a webhook was not called; the sweep will call it", webhook=webhook_id, cause=str(error))


def write_deliveries(event: Delivery.Event, subjects: Iterable[str], *, club: int) -> int:
    """Write the event for every webhook of the club, in the caller's transaction; return how many.

    No query if the site admin allows no host.
    """
    if not are_on():
        return 0
    listed, rows = list(subjects), []
    for webhook_id, waiting in listening(club):
        room = max(MOST_WAITING - waiting, 0)
        if room < len(listed):
            log.warning("too many events wait for a webhook", webhook=webhook_id, left_out=len(listed) - room)
        rows += [Delivery(webhook_id=webhook_id, event=event, subject=subject) for subject in listed[:room]]
    Delivery.objects.bulk_create(rows)
    enqueue_on_commit({row.webhook_id for row in rows})
    return len(rows)


def drop_waiting(webhook: Webhook) -> None:
    """Drop the waiting deliveries."""
    webhook.deliveries.filter(status=Status.WAITING).update(status=Status.DROPPED)


def deliver(webhook_id: int) -> int:
    """Send the waiting deliveries of a webhook in order, up to the first failure.

    Return how many are done: accepted, or dropped because the subject is gone. One worker serves a webhook at a time,
    by a lease of `LEASE`; without it, it stops. After a crash a delivery may be sent twice, with the same id. No
    transaction is open during a request.
    """
    done, held = 0, _claim(webhook_id)
    while held and held.is_on and held.ended_at is None and done < AT_A_TIME:
        waiting = held.deliveries.filter(status=Status.WAITING).order_by("pk").first()
        if waiting is None or not _attempt(held, waiting):
            break
        done += 1
        held = _renew(held)
    if held:
        _held(held).update(busy_until=None)
    return done


def tidy_deliveries() -> None:
    """Delete deliveries older than `KEPT`, and removed webhooks."""
    Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    Webhook.objects.filter(ended_at__lt=timezone.now() - REMOVED_AFTER).delete()


def _claim(webhook_id: int) -> Webhook | None:
    """Claim the webhook and return it; None if it is claimed already, or not due."""
    now = timezone.now()
    is_free = Q(busy_until=None) | Q(busy_until__lt=now)  # asked once more, of the row under its lock
    free = Webhook.objects.filter(is_free, pk__in=ready_to_send(now).filter(pk=webhook_id).values("pk"))
    return _lease(free, webhook_id, now)


def _renew(webhook: Webhook) -> Webhook | None:
    """Extend the lease and return the webhook as it is now; None if another worker has claimed it."""
    return _lease(_held(webhook), webhook.pk, timezone.now())


def _held(webhook: Webhook) -> QuerySet[Webhook]:
    """Return the row as long as no other worker has claimed it: the end of the lease names its holder."""
    return Webhook.objects.filter(pk=webhook.pk, busy_until=webhook.busy_until)


def _lease(rows: QuerySet[Webhook], webhook_id: int, now: datetime) -> Webhook | None:
    if not rows.update(busy_until=now + LEASE):
        return None
    return Webhook.objects.select_related("club").get(pk=webhook_id)


def _attempt(webhook: Webhook, waiting: Delivery) -> bool:
    """Send one; return whether the next may follow: it was accepted, or its subject is gone."""
    waiting.webhook = webhook
    try:
        body = payload_of(waiting)
    except Exception:  # a bug of ours: it pauses as after any failure, instead of being tried at every sweep
        _back_off(webhook, waiting, Delivery.Fault.ERROR, None)
        raise
    if body is None:
        _save_attempt(waiting, Status.DROPPED, Delivery.Fault.GONE, None)
        return True
    try:
        code = post(target_of(webhook.address), body, _headers(webhook, waiting, body))
    except DeliveryFailed as failure:
        _back_off(webhook, waiting, failure.fault, failure.answer)
        return False
    except WrongAddress:
        _back_off(webhook, waiting, Delivery.Fault.NOT_LISTED, None)
        return False
    _save_attempt(waiting, Status.DELIVERED, "", code)
    Webhook.objects.filter(pk=webhook.pk).update(failures=0, next_try_at=None)
    return True


def _headers(webhook: Webhook, waiting: Delivery, body: bytes) -> dict[str, str]:
    now = int(timezone.now().timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Moothill/{settings.VERSION}",
        "Moothill-Delivery": waiting.public_id,
        "Moothill-Event": waiting.event,
        "Moothill-Timestamp": str(now),
        "Moothill-Signature": signature_of(secret_of(webhook), now, body),
    }


def _save_attempt(waiting: Delivery, status: str, fault: str, answer: int | None) -> None:
    Delivery.objects.filter(pk=waiting.pk).update(
        status=status, fault=fault, answer=answer, attempts=F("attempts") + 1, tried_at=timezone.now()
    )


@transaction.atomic
def _back_off(webhook: Webhook, waiting: Delivery, fault: str, answer: int | None) -> None:
    """Back off; after `MOST_FAILURES` in a row disable the webhook and write to the owners."""
    row = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=webhook.pk)
    _save_attempt(waiting, Status.WAITING if row.is_on else Status.DROPPED, fault, answer)
    if not row.is_on:  # by its owner, meanwhile
        return
    row.failures += 1
    if row.failures < MOST_FAILURES:
        row.next_try_at = timezone.now() + PAUSES[row.failures - 1]
    else:
        row.is_on, row.next_try_at = False, None
        drop_waiting(row)
        _notify_owners(row, waiting)
    row.save(update_fields=["failures", "next_try_at", "is_on"])


def _notify_owners(webhook: Webhook, last: Delivery) -> None:
    def subject(_account: Any) -> str:
        return _("Moothill: a webhook of %(club)s was disabled") % {"club": webhook.club}

    address = settings.SITE_ADDRESS + reverse("integrations:webhook", args=[webhook.club.slug, webhook.public_id])
    facts = {"club": webhook.club, "host": webhook.host, "failures": webhook.failures, "address": address}
    once = f"{webhook.public_id}:{last.public_id}:{last.attempts + 1}"
    notify(owners_of(webhook.club), "webhook", subject, "sharing/mail/switched_off.txt", facts, once=once)
