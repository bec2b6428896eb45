"""The links of a round's tables, and who speaks through them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.members.models import Player
from league.results.models import Result
from league.shared.phone_links import qr_code
from league.tournaments.errors import NoSuchTable, NoSuchTournament
from league.tournaments.models import Pairing, PairingSeat, Round, TableLink, TableVoice, Tournament


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody at a table: for which seat they speak, as whom, and by which phone; none for who is signed in."""

    seat: int
    player: Player
    voice: TableVoice | None = None

    @property
    def via(self) -> UUID | None:
        """The link by which they speak."""
        return self.voice.link.via if self.voice else None


@dataclass(frozen=True, slots=True)
class LinkOnCard:
    """What is printed for a table: its number, the address, the address in groups to be typed, and the code."""

    table: int
    address: str
    typed: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class ChairAtDesk:
    """A seat as the desk sees it: whether a phone speaks for it."""

    seat: int
    entry: int
    is_taken: bool


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """A table of a round, the link that lies on it, if one does, and those that were made for others."""

    pairing: Pairing
    link: TableLink | None
    outdated: tuple[TableLink, ...]
    is_decided: bool

    @property
    def chairs(self) -> tuple[ChairAtDesk, ...]:
        """Its seats, the first one first."""
        spoken_for = {voice.seat_id for voice in self.link.voices.all()} if self.link else set()
        seats = self.pairing.seats.all()
        return tuple(ChairAtDesk(seat.seat, seat.entry.number, seat.pk in spoken_for) for seat in seats)


def links_of(tournament_round: Round, site: str = "") -> tuple[LinkOnCard, ...]:
    """The links that work for the tables of a round, table by table; `site` is where their addresses begin."""
    links = TableLink.objects.filter(pairing__round=tournament_round, revoked_at=None)
    rows = _with_tables(links).order_by("pairing__table")
    return tuple(card_of(link, site) for link in rows if is_of_now(link))


def card_of(link: TableLink, site: str = "") -> LinkOnCard:
    """The link as it is printed."""
    address = (site or settings.SITE_ADDRESS).rstrip("/") + reverse("tournaments:table", args=[link.key])
    where = address.split("://", 1)[-1].removesuffix(f"{link.key}/")
    typed = f"{where}{link.key[:5]}-{link.key[5:]}"
    return LinkOnCard(link.pairing.table, address, typed, qr_code(address))


def link_with(key: str) -> TableLink | None:
    """The link of that key with its table and event, also one that was withdrawn."""
    return _with_tables(TableLink.objects.filter(key=key)).prefetch_related("pairing__legs").first()


def is_of_now(link: TableLink) -> bool:
    """Whether it was made for what is now: not withdrawn, the round on the board, the same people at the same table."""
    pairing = link.pairing
    seated = [seat.entry_id for seat in pairing.seats.all()]
    same = (link.table, link.entries) == (pairing.table, seated)
    return link.revoked_at is None and same and pairing.round.status != Round.Status.DRAFT


def voices_at(pairing_id: int) -> dict[UUID, frozenset[int]]:
    """The link by which somebody speaks at a table now, and for which players; empty where none lies there."""
    link = _with_tables(TableLink.objects.filter(pairing=pairing_id, revoked_at=None)).order_by("pk").first()
    if link is None or not is_of_now(link):
        return {}
    return {link.via: frozenset(link.voices.values_list("seat__entry__player_id", flat=True))}


def needed_at(event: Tournament, seats: int) -> int:
    """How many others at a table of so many have to agree with a report."""
    return min(event.confirmations, seats - 1) if event.club.confirms_results else 0


def round_at_desk(event: Tournament, number: int) -> Round:
    """A round on the board; raises `NoSuchTournament` where there is none."""
    found = event.rounds.filter(number=number).exclude(status=Round.Status.DRAFT).first()
    if found is None:
        raise NoSuchTournament(_("Round %(number)d is not published.") % {"number": number})
    return found


def tables_of(tournament_round: Round) -> list[LinkedTable]:
    """Every table of a round with its link, in a fixed number of queries."""
    links = _with_tables(TableLink.objects.filter(revoked_at=None)).prefetch_related("voices")
    rows = Pairing.objects.filter(round=tournament_round, bye="").order_by("table")
    pairings = list(rows.prefetch_related("seats__entry", "legs", Prefetch("links", links, to_attr="open_links")))
    decided = _decided([leg.subject for pairing in pairings for leg in pairing.legs.all()])
    return [_linked(pairing, decided) for pairing in pairings]


def link_at_desk(event: Tournament, public_id: str) -> TableLink:
    """A link of the event by its public id; raises `NoSuchTable`."""
    links = TableLink.objects.filter(public_id=public_id, pairing__round__tournament=event)
    found = links.select_related("pairing__round").first()
    if found is None:
        raise NoSuchTable(_("This tournament has no such link. Open the list of table links again."))
    return found


def _linked(pairing: Pairing, decided: Collection[UUID]) -> LinkedTable:
    open_links: Sequence[TableLink] = getattr(pairing, "open_links", [])
    link = next((one for one in open_links if is_of_now(one)), None)
    outdated = tuple(one for one in open_links if one is not link)
    return LinkedTable(pairing, link, outdated, all(leg.subject in decided for leg in pairing.legs.all()))


def _decided(subjects: Sequence[UUID]) -> set[UUID]:
    return set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))


def _with_tables(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    event = ("pairing__round__tournament__club", "pairing__round__tournament__pool")
    seats = PairingSeat.objects.order_by("seat").select_related("entry__player__merged_into")
    return links.select_related(*event).prefetch_related(Prefetch("pairing__seats", seats))
