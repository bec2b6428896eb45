"""Table links of a round, and who reports through them."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.results.models import Result
from league.tournaments.errors import NoSuchTable, NoSuchTournament
from league.tournaments.models import Pairing, PairingSeat, Round, TableLink, TableVoice, Tournament


@dataclass(frozen=True, slots=True)
class Reporter:
    """A person who reports for a seat: the player, and the phone's seat, or None if signed in."""

    seat: int
    player: Player
    voice: TableVoice | None = None

    @property
    def via(self) -> UUID | None:
        """The link through which they report."""
        return self.voice.link.via if self.voice else None


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """A seat in the organiser's list: whether a phone reports for it."""

    seat: int
    entry: int
    is_taken: bool


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """A table of a round, its link if it has one, and outdated links made for other players."""

    pairing: Pairing
    link: TableLink | None
    outdated: tuple[TableLink, ...]
    is_decided: bool

    @property
    def seats(self) -> tuple[SeatStatus, ...]:
        """Its seats in order."""
        taken = {voice.seat_id for voice in self.link.voices.all()} if self.link else set()
        seats = self.pairing.seats.all()
        return tuple(SeatStatus(seat.seat, seat.entry.number, seat.pk in taken) for seat in seats)


def link_with(key: str) -> TableLink | None:
    """Return the link with this key, its table and tournament, also if revoked; None if there is none."""
    return with_tables(TableLink.objects.filter(key=key)).prefetch_related("pairing__legs").first()


def is_valid(link: TableLink) -> bool:
    """Return whether the link is valid: not revoked, round published, same players at the same table."""
    pairing = link.pairing
    seated = [seat.entry_id for seat in pairing.seats.all()]
    same = (link.table, link.entries) == (pairing.table, seated)
    return link.revoked_at is None and same and pairing.round.status != Round.Status.DRAFT


def reporters_at(pairing_id: int) -> dict[UUID, frozenset[int]]:
    """Return the link of a table with the ids of the players it may report for; empty without a valid link."""
    link = with_tables(TableLink.objects.filter(pairing=pairing_id, revoked_at=None)).order_by("pk").first()
    if link is None or not is_valid(link):
        return {}
    return {link.via: frozenset(link.voices.values_list("seat__entry__player_id", flat=True))}


def needed_at(tournament: Tournament, seats: int) -> int:
    """Return how many confirmations a report needs at a table of this size."""
    return min(tournament.confirmations, seats - 1) if tournament.club.confirms_results else 0


def published_round(tournament: Tournament, number: int) -> Round:
    """Return a published round. Raise `NoSuchTournament` if there is none."""
    tournament_round = tournament.rounds.filter(number=number).exclude(status=Round.Status.DRAFT).first()
    if tournament_round is None:
        raise NoSuchTournament(_("Round %(number)d is not published."), number=number)
    return tournament_round


def tables_of(tournament_round: Round) -> list[LinkedTable]:
    """Return the tables of a round with their links, in a fixed number of queries."""
    links = with_tables(TableLink.objects.filter(revoked_at=None)).prefetch_related("voices")
    rows = Pairing.objects.filter(round=tournament_round, bye="").order_by("table")
    pairings = list(rows.prefetch_related("seats__entry", "legs", Prefetch("links", links)))
    subjects = [leg.subject for pairing in pairings for leg in pairing.legs.all()]
    decided = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    return [_linked(pairing, decided) for pairing in pairings]


def link_in(tournament: Tournament, public_id: str) -> TableLink:
    """Return a link of the tournament by its public id. Raise `NoSuchTable`."""
    links = TableLink.objects.filter(public_id=public_id, pairing__round__tournament=tournament)
    link = links.select_related("pairing__round").first()
    if link is None:
        raise NoSuchTable(_("This tournament has no such link. Open the list of table links again."))
    return link


def _linked(pairing: Pairing, decided: Collection[UUID]) -> LinkedTable:
    open_links = pairing.links.all()  # as prefetched, without those revoked
    link = next((candidate for candidate in open_links if is_valid(candidate)), None)
    outdated = tuple(other for other in open_links if other is not link)
    return LinkedTable(pairing, link, outdated, all(leg.subject in decided for leg in pairing.legs.all()))


def with_tables(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    """Return the links with their tournaments, tables and seated players, in two queries."""
    tournament = ("pairing__round__tournament__club", "pairing__round__tournament__pool")
    seats = PairingSeat.objects.order_by("seat").select_related("entry__player__merged_into")
    return links.select_related(*tournament).prefetch_related(Prefetch("pairing__seats", seats))
