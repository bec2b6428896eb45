"""Players are reminded by mail of games that are due soon."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.members.models import Account
from league.members.services.notifications import notify
from league.tournaments.models import Pairing, Round
from league.tournaments.selectors.deadlines import pairings_to_remind
from league.tournaments.selectors.told import accounts_at, own_tables

KIND = "deadline"
log = structlog.get_logger(__name__)


def remind() -> int:
    """Write to everybody whose game is due soon and has no result; returns how many mails were written.

    One mail tells somebody's games of one round that are due at one time. Done twice it tells nobody twice; a
    deadline that was moved is another one. Where that fails for one round, the others are told, and it is tried again.
    """
    rows = pairings_to_remind()
    groups = groupby(rows, key=lambda row: (row.round, row.due))  # type: ignore[attr-defined]  # annotated
    return sum(_told(one, due, list(group)) for (one, due), group in groups)


def _told(one: Round, due: datetime, rows: Sequence[Pairing]) -> int:
    try:
        with transaction.atomic():
            return _tell(one, due, rows)
    except Exception:
        log.exception("a reminder failed", tournament=one.tournament.public_id, round=one.number)
        return 0


def _tell(one: Round, due: datetime, rows: Sequence[Pairing]) -> int:
    event = one.tournament
    own = accounts_at(rows, event.club)

    def subject(_account: Account) -> str:
        return _("Moothill: the deadline of your game in %(event)s is near") % {"event": event}

    def facts(account: Account) -> Mapping[str, Any]:
        path: str = reverse("tournaments:round", args=[event.public_id, event.slug, one.number])
        tables = own_tables(own[account], account, event.club)
        return {"event": event, "due": due, "tables": tables, "address": f"{settings.SITE_ADDRESS}{path}"}

    once = f"{event.public_id}:{one.number}:due:{due:%Y%m%d%H%M}"
    return notify(own, KIND, subject, "tournaments/mail/deadline.txt", facts, once=once)
