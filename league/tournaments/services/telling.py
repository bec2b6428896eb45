"""Players are told by mail that a round is published, and where they sit."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.members.models import Account
from league.members.services.notifications import notify
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.selectors.told import accounts_at, own_tables, round_to_tell, rows_to_tell

KIND = "round"


def tell_of_round(*, round_id: int) -> int:
    """Write to everybody who sits in a round that was just published; returns how many mails were written.

    Nobody is told a table twice; whose table was changed by hand since is told the new one. Where all rounds are
    published at the start there is one mail about all of them.
    """
    published = round_to_tell(round_id)
    if published is None:
        return 0
    rows = sorted(rows_to_tell(published), key=lambda row: _about(row, published))
    return sum(_tell(published, about, list(group)) for about, group in _by_about(rows, published))


def _by_about(rows: Sequence[Pairing], published: Round) -> Sequence[tuple[str, list[Pairing]]]:
    return [(about, list(group)) for about, group in groupby(rows, key=lambda row: _about(row, published))]


def _about(row: Pairing, published: Round) -> str:
    """What a mail is about, so that it is written once: a version of a round, or the first one of them all."""
    event = published.tournament
    if event.pace == Tournament.Pace.ALL and row.version == 1:
        return f"{event.public_id}:all"
    return f"{event.public_id}:{row.round.number}:{row.version}"


def _tell(published: Round, about: str, rows: Sequence[Pairing]) -> int:
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

    return notify(own, KIND, subject, "tournaments/mail/round.txt", facts, once=about)


def _address(event: Tournament, page: str, *more: object) -> str:
    path: str = reverse(f"tournaments:{page}", args=[event.public_id, event.slug, *more])
    return f"{settings.SITE_ADDRESS}{path}"
