"""What players are told of a round: where each of them sits, in rounds that are on the board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from league.clubs.display_names import names_for
from league.clubs.models import Club, Membership
from league.members.models import Account, Player
from league.tournaments.models import Entry, Pairing, Round, Tournament

TOLD_FOR: Final = timedelta(days=1)  # a round that was published longer ago is no news
LOOKED_AT_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of somebody's: where, with whom, in the order of seats as the reader knows them."""

    round: int
    table: int
    bye: str
    names: tuple[tuple[str, bool], ...]  # the name, and whether it is the reader's


def round_to_announce(round_id: int) -> Round | None:
    """The round, if people are to be told of it: on the board of a running event at tables, and published just now."""
    return _new_tables(TOLD_FOR).filter(pk=round_id).select_related("tournament__club").first()


def rounds_to_announce() -> list[int]:
    """The rounds that were published in the last minutes; a message about one may have been lost."""
    return list(_new_tables(LOOKED_AT_FOR).order_by("pk").values_list("pk", flat=True))


def rows_to_announce(published: Round) -> list[Pairing]:
    """The pairings of the round; where all rounds were drawn at the start, those of every round on the board."""
    event = published.tournament
    whole = event.pace == Tournament.Pace.ALL
    rows = Pairing.objects.filter(round__tournament=event) if whole else Pairing.objects.filter(round=published)
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    shown = rows.filter(round__status=Round.Status.PUBLISHED).select_related("round")
    return list(shown.order_by("round__number", "table").prefetch_related("seats", people))


def accounts_at(rows: Iterable[Pairing], club: Club) -> Mapping[Account, list[Pairing]]:
    """Whose rows they are, as far as they see the club's pages."""
    seen = None if club.is_public else set(Membership.objects.filter(club=club).values_list("player", flat=True))
    found: dict[Account, list[Pairing]] = {}
    for row in rows:
        for player in players_at(row):
            if player.account is not None and (seen is None or player.pk in seen):
                found.setdefault(player.account, []).append(row)
    return found


def players_at(row: Pairing) -> list[Player]:
    """Who sits there, from the first seat on."""
    return [seat.entry.person for seat in row.seats.all()]


def own_tables(rows: Sequence[Pairing], account: Account, club: Club) -> list[OwnTable]:
    """The rows as somebody who sits there reads them."""
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
