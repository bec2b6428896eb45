"""Tables in published rounds, for mails to players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from league.accounts.models import Account, Player
from league.clubs.display_names import names_for
from league.clubs.models import Club, Membership
from league.tournaments.models import Entry, Pairing, Round, Tournament

TOLD_FOR: Final = timedelta(days=1)  # after publication
LOOKED_AT_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's table: its number, and the names in seat order as the reader sees them."""

    round: int
    table: int
    bye: str
    names: tuple[tuple[str, bool], ...]  # name, and whether it is the reader's


def round_to_announce(round_id: int) -> Round | None:
    """Return the round if it was published recently, in person, in a running tournament; else None."""
    return _new_tables(TOLD_FOR).filter(pk=round_id).select_related("tournament__club").first()


def rounds_to_announce() -> list[int]:
    """Return the ids of rounds published in the last minutes; a message about one may have been lost."""
    return list(_new_tables(LOOKED_AT_FOR).order_by("pk").values_list("pk", flat=True))


def rows_to_announce(published: Round) -> list[Pairing]:
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
    return Round.objects.filter(
        status=Round.Status.PUBLISHED,
        changed_at__gt=timezone.now() - within,
        tournament__status=Tournament.Status.RUNNING,
        tournament__venue=Tournament.Venue.PAPER,
    )
