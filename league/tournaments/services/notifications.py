"""Mails to players: their table in a published round, and games that are due soon."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account, Player
from league.accounts.services.notifications import notify
from league.clubs.display_names import names_for
from league.clubs.models import Club, Membership
from league.tournaments.models import Entry, Pairing, Round, Tournament
from league.tournaments.queries.rounds import pairings_to_remind

ANNOUNCED_FOR: Final = timedelta(days=1)  # after publication
LOOKED_AT_FOR: Final = timedelta(minutes=15)

log = structlog.get_logger(__name__)


def rounds_to_announce() -> list[int]:
    """Return the ids of rounds published in the last minutes; a message about one may have been lost."""
    return list(_published_within(LOOKED_AT_FOR).order_by("pk").values_list("pk", flat=True))


def announce_round(*, round_id: int) -> int:
    """Write to everybody who plays in a round that was just published; return the number of mails.

    A player gets one mail per table and another one if the table is changed by hand. If all rounds are published at the
    start, one mail lists them all.
    """
    published = _published_within(ANNOUNCED_FOR).filter(pk=round_id).select_related("tournament__club").first()
    if published is None:
        return 0
    tournament = published.tournament
    whole = tournament.pace == Tournament.Pace.ALL
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    rows = Pairing.objects.filter(round__tournament=tournament) if whole else Pairing.objects.filter(round=published)
    rows = rows.filter(round__status=Round.Status.PUBLISHED).order_by("round__number", "table").select_related("round")
    mails: dict[str, list[Pairing]] = defaultdict(list)  # by a key, so that each mail is sent once
    for row in rows.prefetch_related("seats", people):
        mails["all" if whole and row.version == 1 else f"{row.round.number}:{row.version}"].append(row)
    return sum(_announce(tournament, about, own) for about, own in mails.items())


def _announce(tournament: Tournament, about: str, rows: Sequence[Pairing]) -> int:
    number, is_all, is_changed = rows[0].round.number, about == "all", rows[0].version > 1
    subject = gettext_noop("Moothill: round %(round)d of %(event)s")
    if is_changed:
        subject = gettext_noop("Moothill: round %(round)d of %(event)s was changed")
    if is_all:
        subject = gettext_noop("Moothill: your games in %(event)s")
    facts = {"round": number, "is_all": is_all, "is_changed": is_changed}
    page = ("rounds",) if is_all else ("round", number)
    return _write("round", tournament, rows, subject, facts, page, once=f"{tournament.public_id}:{about}")


def remind() -> int:
    """Write to everybody whose game is due soon and has no result; return the number of mails.

    One mail lists a player's games of one round with one deadline. Idempotent; a moved deadline is a new one. If a
    round fails, the error is logged, the other rounds go on, and the next call tries again.
    """
    groups = groupby(pairings_to_remind(), key=lambda row: (row.round, row.due))  # type: ignore[attr-defined]  # annotated
    sent = 0
    for (shown, due), group in groups:
        try:
            with transaction.atomic():
                sent += _remind(shown, due, list(group))
        except Exception:
            log.exception("a reminder failed", tournament=shown.tournament.public_id, round=shown.number)
    return sent


def _remind(shown: Round, due: datetime, rows: Sequence[Pairing]) -> int:
    tournament, subject = shown.tournament, gettext_noop("Moothill: the deadline of your game in %(event)s is near")
    once = f"{tournament.public_id}:{shown.number}:due:{due:%Y%m%d%H%M}"
    return _write("deadline", tournament, rows, subject, {"due": due}, ("round", shown.number), once=once)


def _write(
    kind: str,
    tournament: Tournament,
    rows: Sequence[Pairing],
    subject: str,
    facts: Mapping[str, object],
    page: tuple[str, *tuple[int, ...]],
    *,
    once: str,
) -> int:
    """Write a mail to each player at these tables about their own; `page` of the tournament is its link."""
    own, (view, *more) = accounts_at(rows, tournament.club), page
    address = reverse(f"tournaments:{view}", args=[tournament.public_id, tournament.slug, *more])
    shared = {**facts, "event": tournament, "address": f"{settings.SITE_ADDRESS}{address}"}
    return notify(
        own,
        kind,
        lambda _account: _(subject) % shared,
        f"tournaments/mail/{kind}.txt",
        lambda account: {**shared, "tables": own_tables(own[account], account, tournament.club)},
        once=once,
    )


def accounts_at(rows: Iterable[Pairing], club: Club) -> Mapping[Account, list[Pairing]]:
    """Return the pairings by account, without accounts that may not see the club's pages."""
    seen = None if club.is_public else set(Membership.objects.filter(club=club).values_list("player", flat=True))
    found: dict[Account, list[Pairing]] = defaultdict(list)
    for row in rows:
        for player in _players_at(row):
            if player.account is not None and (seen is None or player.pk in seen):
                found[player.account].append(row)
    return found


def own_tables(rows: Sequence[Pairing], account: Account, club: Club) -> list[tuple[Pairing, list[tuple[str, bool]]]]:
    """Return each table with its names in seat order, as this player sees them, and whether a name is their own."""
    names = names_for([player for row in rows for player in _players_at(row)], club, account, alone=True)
    return [(row, [(names[player.pk], player.account_id == account.pk) for player in _players_at(row)]) for row in rows]


def _players_at(row: Pairing) -> list[Player]:
    return [seat.entry.person for seat in row.seats.all()]


def _published_within(time: timedelta) -> QuerySet[Round]:
    """Return the rounds published in this time, in person, in running tournaments."""
    return Round.objects.filter(
        status=Round.Status.PUBLISHED,
        changed_at__gt=timezone.now() - time,
        tournament__status=Tournament.Status.RUNNING,
        tournament__venue=Tournament.Venue.PAPER,
    )
