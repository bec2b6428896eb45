"""Holding a record while it is written: its row is locked, and nobody but its recorder gets it."""

from django.db import connection
from django.utils.translation import gettext as _

from games.records.errors import NoSuchRecord, TooMany
from games.records.limits import MOST_DRAFTS, MOST_WAITING
from games.records.models import BroughtRecord
from league.members.models import Player

LOCK = "SELECT pg_advisory_xact_lock(hashtext(%s))"
Status = BroughtRecord.Status


def held(public_id: str, by: Player) -> BroughtRecord:
    """The record, locked within the caller's transaction. Raises `NoSuchRecord`, for other people's too."""
    rows = BroughtRecord.objects.select_for_update(of=("self",)).select_related("club", "by", "pool")
    record = rows.filter(public_id=public_id, by=by).exclude(status=Status.WITHDRAWN).first()
    if record is None:
        raise NoSuchRecord(_("You have no game record at this address."))
    return record


def check_room_for_drafts(by: Player, more: int = 1) -> None:
    """One at a time, so that two requests together make no more than either alone. Raises `TooMany`."""
    _one_at_a_time(by)
    if BroughtRecord.objects.filter(by=by, status=Status.DRAFT).count() + more > MOST_DRAFTS:
        sentence = _("You have %(most)d drafts, the maximum. Send or delete some of them.")
        raise TooMany(sentence % {"most": MOST_DRAFTS})


def check_room_to_send(by: Player, more: int = 1) -> None:
    """As with drafts, of records that wait for a worker. Raises `TooMany`."""
    _one_at_a_time(by)
    waiting = BroughtRecord.objects.filter(by=by, status__in=[Status.QUEUED, Status.RUNNING])
    if waiting.count() + more > MOST_WAITING:
        sentence = _("You have %(most)d records waiting for a check, the maximum. Wait until some are checked.")
        raise TooMany(sentence % {"most": MOST_WAITING})


def _one_at_a_time(by: Player) -> None:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [f"games.records.{by.pk}"])
