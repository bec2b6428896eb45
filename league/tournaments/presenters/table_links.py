"""Table links: the list for organisers, and the page that a player opens at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString

from league.accounts.models import Player
from league.clubs.permissions import User
from league.common.phone_links import qr_code
from league.competition.format import seats_in_leg
from league.results.drafts import seats_of
from league.results.models import Report, ReportAnswer, Result
from league.results.queries import results_of
from league.results.reports.presenters import still_needed
from league.results.reports.queries import live_reports_of
from league.results.score_sheets.queries import SheetTable
from league.tournaments.models import Leg, PairingSeat, Round, TableLink, TableVoice, Tournament
from league.tournaments.queries.entries import Entrants, entrants_of
from league.tournaments.queries.table_links import Reporter, is_valid, needed_at, with_tables


@dataclass(frozen=True, slots=True)
class LinkOnCard:
    """A link as printed on a card: table number, URL, URL in groups for typing, QR code."""

    table: int
    address: str
    typed: str
    svg: SafeString


def links_of(tournament_round: Round, site: str = "") -> tuple[LinkOnCard, ...]:
    """Return the working links of a round, by table; `site` is the start of their URLs."""
    links = TableLink.objects.filter(pairing__round=tournament_round, revoked_at=None)
    rows = with_tables(links).order_by("pairing__table")
    return tuple(card_of(link, site) for link in rows if is_valid(link))


def card_of(link: TableLink, site: str = "") -> LinkOnCard:
    """Return the link as printed."""
    address = (site or settings.SITE_ADDRESS).rstrip("/") + reverse("tournaments:table", args=[link.key])
    where = address.split("://", 1)[-1].removesuffix(f"{link.key}/")
    typed = f"{where}{link.key[:5]}-{link.key[5:]}"
    return LinkOnCard(link.pairing.table, address, typed, qr_code(address))


SeatLine = tuple[str, int, int]  # name, points and place


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of the table by number; `is_taken` if another phone reports for it."""

    seat: int
    player: str  # the public id
    name: str
    is_own: bool
    is_taken: bool


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report that waits: its sender, its text, who agrees, who disputes it and why, and missing confirmations.

    `ending` names an early ending in words.
    """

    public_id: str
    by: str
    is_own: bool
    seats: tuple[SeatLine, ...]
    ending: str
    agreed: tuple[str, ...]
    disputes: tuple[tuple[str, str], ...]
    needs: int
    may_confirm: bool
    may_dispute: bool


@dataclass(frozen=True)
class AtTable:
    """A table as one reader of its link sees it; `me` is the reader's seat."""

    link: TableLink
    tournament: Tournament
    entrants: Entrants
    voices: Sequence[TableVoice]
    me: Reporter | None
    results: Mapping[UUID, Result]
    reports: Sequence[Report]

    @property
    def round(self) -> int:
        """The number of its round."""
        return self.link.pairing.round.number

    @property
    def due_at(self) -> datetime | None:
        """The deadline, until it is decided."""
        return (self.link.pairing.due_at or self.link.pairing.round.due_at) if self.is_open else None

    @cached_property
    def seats(self) -> list[PairingSeat]:
        """Its seats in order."""
        return list(self.link.pairing.seats.all())

    @cached_property
    def legs(self) -> list[Leg]:
        """Its games."""
        return list(self.link.pairing.legs.all())

    @property
    def seat_choices(self) -> list[SeatChoice]:
        """The seats to choose from."""
        mine = self.me.seat if self.me else None
        taken = {voice.seat_id for voice in self.voices}
        return [
            SeatChoice(seat.seat, entrant.player, entrant.name, seat.seat == mine, seat.pk in taken)
            for seat in self.seats
            for entrant in [self.entrants[seat.entry.number]]
        ]

    @property
    def own(self) -> SeatChoice | None:
        """The reader's seat."""
        return next((choice for choice in self.seat_choices if choice.is_own), None)

    @property
    def decided(self) -> list[tuple[int, tuple[SeatLine, ...], str]]:
        """Number, seats and early ending of the games with a result, also a withdrawn one (without seats)."""
        return [
            (leg.number, self._lines(result), result.get_ending_display())
            for leg in self.legs
            if (result := self.results.get(leg.subject)) is not None
        ]

    @property
    def leg(self) -> Leg | None:
        """The game to report now; None if all have results."""
        return next((leg for leg in self.legs if leg.subject not in self.results), None)

    @property
    def is_open(self) -> bool:
        """Whether a game can be reported here."""
        return self.tournament.is_running and self.leg is not None

    @property
    def report_rows(self) -> list[ReportRow]:
        """The reports of the current game."""
        return [self._report_row(report) for report in self.reports] if self.leg else []

    @property
    def has_answered(self) -> bool:
        """Whether the reader has reported, confirmed or disputed the current game."""
        return any(not (report.may_confirm and report.may_dispute) for report in self.report_rows)

    @property
    def is_disputed(self) -> bool:
        """Whether an organiser has to resolve a dispute."""
        return any(report.status == Report.Status.DISPUTED for report in self.reports)

    @property
    def needed(self) -> int:
        """The number of confirmations that a report needs."""
        return needed_at(self.tournament, len(self.seats))

    @property
    def sheet_table(self) -> SheetTable | None:
        """The table of the current game for a score sheet, with players' names as the reader may see them."""
        if self.leg is None:
            return None
        entered = [(seat.entry.player_id, self.entrants[seat.entry.number]) for seat in self.seats]
        players = [Player(pk=pk, public_id=entrant.player, name=entrant.name) for pk, entrant in entered]
        return SheetTable(
            name=f"{self.link.pairing.public_id}.{self.leg.number}",
            subject=self.leg.subject,
            club=self.tournament.club,
            pool=self.tournament.pool,
            players=seats_in_leg(players, self.leg.number),
            words="",
            href="",
            options=self.tournament.options,
            endings=self.tournament.endings,
        )

    @cached_property
    def _names(self) -> dict[int, str]:
        """Names by player id, including the id of a merged player."""
        names: dict[int, str] = {}
        for seat in self.seats:
            player, name = seat.entry.player, self.entrants[seat.entry.number].name
            names |= {player.pk: name, player.merged_into_id or player.pk: name}
        return names

    def _name_of(self, player: Player) -> str:
        return self._names.get(player.pk, "?")

    def _lines(self, row: Report | Result) -> tuple[SeatLine, ...]:
        """Return names, points and places, best first."""
        best_first = sorted(seats_of(row), key=lambda seat: seat.place)
        return tuple((self._names.get(seat.player_id, "?"), seat.points, seat.place) for seat in best_first)

    def _report_row(self, report: Report) -> ReportRow:
        answers: list[ReportAnswer] = list(report.answers.all())
        me = self.me.player.pk if self.me else None
        own = report.by_id == me
        mine = next((answer for answer in answers if answer.by_id == me), None)
        may_answer = self.me is not None and not own
        return ReportRow(
            public_id=report.public_id,
            by=self._name_of(report.by),
            is_own=own,
            seats=self._lines(report),
            ending=report.get_ending_display(),
            agreed=tuple(self._name_of(answer.by) for answer in answers if answer.agrees),
            disputes=tuple((self._name_of(answer.by), answer.reason) for answer in answers if not answer.agrees),
            needs=still_needed(report),
            may_confirm=may_answer and not (mine and mine.agrees),
            may_dispute=may_answer and not (mine and not mine.agrees),
        )


def at_table(link: TableLink, user: User, browser: str) -> AtTable:
    """Return the table for the reader of a link: signed in, or a phone with this hash of its secret."""
    tournament = link.pairing.round.tournament
    voices = list(link.voices.select_related("link", "seat__entry__player"))
    subjects = [leg.subject for leg in link.pairing.legs.all()]
    results = {result.subject: result for result in results_of(subjects)}
    waiting = next((subject for subject in subjects if subject not in results), None)
    reports = [report for report in live_reports_of(list(subjects)) if report.subject == waiting]
    me = _signed_in(link, user) or _by_phone(voices, browser)
    return AtTable(link, tournament, entrants_of(tournament, user), voices, me, results, reports)


def _signed_in(link: TableLink, user: User) -> Reporter | None:
    """Return the reader's own seat if they are signed in, also under a merged player."""
    if not user.is_authenticated:
        return None
    for seat in link.pairing.seats.all():
        player = seat.entry.player
        standing = player.merged_into or player
        if standing.account_id == user.pk:
            return Reporter(seat.seat, standing)
    return None


def _by_phone(voices: Sequence[TableVoice], browser: str) -> Reporter | None:
    voice = next((voice for voice in voices if voice.browser == browser), None) if browser else None
    return Reporter(voice.seat.seat, voice.seat.entry.player, voice) if voice else None
