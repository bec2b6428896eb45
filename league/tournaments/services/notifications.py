"""Mails to players: their table in a published round, and games that are due soon."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.accounts.services.notifications import notify
from league.clubs.display_names import names_for
from league.clubs.models import Club, Membership
from league.tournaments.models import Entry, Pairing, Round, Tournament
from league.tournaments.queries.rounds import pairings_to_remind

TOLD_FOR: Final = timedelta(days=1)  # after publication
LOOKED_AT_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's table: its number, and the names in seat order as the reader sees them."""

    round: int
    table: int
    bye: str
    names: tuple[tuple[str, bool], ...]  # name, and whether it is the reader's


def rounds_to_announce() -> list[int]:
    """Return the ids of rounds published in the last minutes; a message about one may have been lost."""
    return list(_new_tables(LOOKED_AT_FOR).order_by("pk").values_list("pk", flat=True))


def _rows_to_announce(published: Round) -> list[Pairing]:
    """Return the round's pairings, or those of all published rounds if all were paired at the start."""
    event = published.tournament
    whole = event.pace == Tournament.Pace.ALL
    rows = Pairing.objects.filter(round__tournament=event) if whole else Pairing.objects.filter(round=published)
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    shown = rows.filter(round__status=Round.Status.PUBLISHED).select_related("round")
    return list(shown.order_by("round__number", "table").prefetch_related("seats", people))


def accounts_at(rows: Iterable[Pairing], club: Club) -> Mapping[Account, list[Pairing]]:
    """Return the pairings by account, without accounts that may not see the club's pages."""
    seen = None if club.is_public else set(Membership.objects.filter(club=club).values_list("player", flat=True))
    found: dict[Account, list[Pairing]] = {}
    for row in rows:
        for player in players_at(row):
            if player.account is not None and (seen is None or player.pk in seen):
                found.setdefault(player.account, []).append(row)
    return found


def players_at(row: Pairing) -> list[Player]:
    """Return the players in seat order."""
    return [seat.entry.person for seat in row.seats.all()]


def own_tables(rows: Sequence[Pairing], account: Account, club: Club) -> list[OwnTable]:
    """Return the tables as one of their players sees them."""
    names = names_for([player for row in rows for player in players_at(row)], club, account, alone=True)
    return [
        OwnTable(
            row.round.number,
            row.table,
            row.get_bye_display(),
            tuple((names[player.pk], player.account_id == account.pk) for player in players_at(row)),
        )
        for row in rows
    ]


def _new_tables(within: timedelta) -> QuerySet[Round]:
    """Return the rounds published in this time, in person, in running tournaments."""
    return Round.objects.filter(
        status=Round.Status.PUBLISHED,
        changed_at__gt=timezone.now() - within,
        tournament__status=Tournament.Status.RUNNING,
        tournament__venue=Tournament.Venue.PAPER,
    )


def announce_round(*, round_id: int) -> int:
    """Write to everybody who plays in a round that was just published; return the number of mails.

    A player gets one mail per table and another one if the table is changed by hand. If all rounds are published at the
    start, one mail lists them all.
    """
    published = _new_tables(TOLD_FOR).filter(pk=round_id).select_related("tournament__club").first()
    if published is None:
        return 0
    mails: dict[str, list[Pairing]] = {}
    for row in _rows_to_announce(published):
        mails.setdefault(_about(row, published), []).append(row)
    return sum(_send(published, about, rows) for about, rows in sorted(mails.items()))


def _about(row: Pairing, published: Round) -> str:
    """Return the key of a mail, so that it is sent once: a version of a round, or all rounds at the start."""
    event = published.tournament
    if event.pace == Tournament.Pace.ALL and row.version == 1:
        return f"{event.public_id}:all"
    return f"{event.public_id}:{row.round.number}:{row.version}"


def _send(published: Round, about: str, rows: Sequence[Pairing]) -> int:
    event = published.tournament
    own = accounts_at(rows, event.club)
    number = rows[0].round.number
    is_all = about.endswith(":all")

    def subject(_account: Account) -> str:
        if is_all:
            return _("Moothill: your games in %(event)s") % {"event": event}
        if rows[0].version > 1:
            return _("Moothill: round %(round)d of %(event)s was changed") % {"round": number, "event": event}
        return _("Moothill: round %(round)d of %(event)s") % {"round": number, "event": event}

    def facts(account: Account) -> Mapping[str, Any]:
        page = ("rounds",) if is_all else ("round", number)
        return {
            "event": event,
            "round": number,
            "is_all": is_all,
            "is_changed": not is_all and rows[0].version > 1,
            "tables": own_tables(own[account], account, event.club),
            "address": _address(event, *page),
        }

    return notify(own, "round", subject, "tournaments/mail/round.txt", facts, once=about)


def _address(event: Tournament, page: str, *more: object) -> str:
    path: str = reverse(f"tournaments:{page}", args=[event.public_id, event.slug, *more])
    return f"{settings.SITE_ADDRESS}{path}"


log = structlog.get_logger(__name__)


def remind() -> int:
    """Write to everybody whose game is due soon and has no result; return the number of mails.

    One mail lists a player's games of one round with one deadline. Idempotent; a moved deadline is a new one. If a
    round fails, the error is logged, the other rounds go on, and the next call tries again.
    """
    rows = pairings_to_remind()
    groups = groupby(rows, key=lambda row: (row.round, row.due))  # type: ignore[attr-defined]  # annotated
    sent = 0
    for (one, due), group in groups:
        try:
            with transaction.atomic():
                sent += _remind(one, due, list(group))
        except Exception:
            log.exception("a reminder failed", tournament=one.tournament.public_id, round=one.number)
    return sent


def _remind(one: Round, due: datetime, rows: Sequence[Pairing]) -> int:
    event = one.tournament
    own = accounts_at(rows, event.club)

    def subject(_account: Account) -> str:
        return _("Moothill: the deadline of your game in %(event)s is near") % {"event": event}

    def facts(account: Account) -> Mapping[str, Any]:
        tables = own_tables(own[account], account, event.club)
        return {"event": event, "due": due, "tables": tables, "address": _address(event, "round", one.number)}

    once = f"{event.public_id}:{one.number}:due:{due:%Y%m%d%H%M}"
    return notify(own, "deadline", subject, "tournaments/mail/deadline.txt", facts, once=once)
