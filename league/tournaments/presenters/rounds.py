"""Pages of rounds: tables, seats, games, byes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import User
from league.competition.format import How, Leg, Pairing
from league.results.models import Ending
from league.results.queries import address_of_result
from league.results.subjects import SubjectLink, links_of
from league.tournaments.format_text import points_column, rule_text_at_table
from league.tournaments.models import Tournament
from league.tournaments.presenters.game_results import ReportedGame, reports_of_games, score_sheet_url
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet
from league.tournaments.results_hooks import links_to_tables


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at a table, with the score of each game and the points in all."""

    entrant: Entrant
    figures: tuple[str, ...]
    score: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a table: a link to its match if there is one, and its `report` until that counts.

    `result_href` is the history of its result, also of a withdrawn one; `restore_href` is the form that restores a
    withdrawn one.
    """

    number: int
    is_decided: bool
    subject: UUID
    href: str = ""
    words: str = ""
    report: ReportedGame | None = None
    result_href: str = ""
    restore_href: str = ""

    @property
    def is_withdrawn(self) -> bool:
        """Whether its result was withdrawn."""
        return bool(self.result_href) and not self.is_decided


@dataclass(frozen=True, slots=True)
class TableView:
    """A pairing; `kind` and `words` give its status."""

    number: int
    kind: str
    words: str
    seats: tuple[SeatView, ...]
    legs: tuple[GameView, ...]
    reasons: tuple[str, ...]
    sheet_href: str = ""
    """URL where the reader reports the next game of their own table, number `sheet_leg`."""
    sheet_leg: int = 0
    due_at: datetime | None = None
    """Deadline of its own, until it is decided."""

    @property
    def is_own(self) -> bool:
        """Whether the reader plays here."""
        return any(seat.entrant.is_own for seat in self.seats)


@dataclass(frozen=True, eq=False)
class RoundView:
    """A round with the tables that are shown."""

    tournament: Tournament
    sheet: Sheet
    number: int
    entrants: Entrants
    shown: tuple[Pairing, ...]
    reports: Mapping[UUID, ReportedGame] = field(default_factory=dict)  # reports that wait
    links: Mapping[UUID, SubjectLink] | None = None
    """Links to matches; None if tables have no links at all, as in a bulletin."""

    @cached_property
    def tables(self) -> tuple[TableView, ...]:
        """Its shown tables."""
        return tuple(map(self._table, self.shown))

    @property
    def left_out(self) -> int:
        """The number of tables that are not shown."""
        return sum(pairing.bye is None for pairing in self._pairings) - len(self.shown)

    @property
    def resting(self) -> tuple[Entrant, ...]:
        """Players without a table."""
        return tuple(
            self.entrants[seat] for pairing in self._pairings if pairing.bye is not None for seat in pairing.seats
        )

    @property
    def night(self) -> str:
        """In a season the club night and the round of that night; else ""."""
        night = self._pairings[0].evening if self._pairings else 0
        if not night:
            return ""
        first = min(pairing.round for pairing in self.sheet.history.pairings if pairing.evening == night)
        return _("Club night %(night)d, round %(round)d") % {"night": night, "round": self.number - first + 1}

    @property
    def disputes(self) -> int:
        """The number of disputed games that the reader may know about."""
        return sum(report.kind == "wrong" for report in self.reports.values())

    @property
    def version(self) -> int:
        """The published version, as it is on prints."""
        return self.sheet.history.versions.get(self.number, 1)

    @property
    def kind(self) -> str:
        """`live` while games are without a result, then `done`."""
        return "live" if self._left and not self.tournament.is_over else "done"

    @property
    def words(self) -> str:
        """The status in words."""
        left = self._left
        if not left:
            return _("finished")
        return ngettext("%(left)d game without a result", "%(left)d games without a result", left) % {"left": left}

    @property
    def due_at(self) -> datetime | None:
        """The deadline, until it is decided."""
        return self.sheet.history.due.get(self.number) if self.kind == "live" else None

    @property
    def is_overdue(self) -> bool:
        """Whether its deadline has passed."""
        return self.due_at is not None and self.due_at < timezone.now()

    @property
    def has_points(self) -> bool:
        """Whether a shown table has points."""
        return any(self.sheet.points_at(pairing) for pairing in self.shown)

    @property
    def has_reasons(self) -> bool:
        """Whether a shown table has pairing reasons."""
        return any(pairing.reasons for pairing in self.shown)

    @property
    def _pairings(self) -> Sequence[Pairing]:
        return self.sheet.rounds[self.number]

    @cached_property
    def _left(self) -> int:
        return sum(pairing.legs - len(pairing.results) for pairing in self._pairings if pairing.bye is None)

    def _table(self, pairing: Pairing) -> TableView:
        """Return a table with its games; for the reader's own table, with the link to report the next game."""
        sheet, is_over = self.sheet, self.tournament.is_over
        results = {leg.number: leg for leg in pairing.results}
        names = [self.entrants[entry].name for entry in pairing.seats]
        subjects = sheet.history.subjects[pairing.round, pairing.table]
        kind, words = _state(pairing, [sheet.history.endings.get(subject, "") for subject in subjects], is_over)
        scores = sheet.points_at(pairing)
        best, paid = max(scores.values(), default=0), points_column(scores)
        legs = tuple(self._game(number, subject, number in results) for number, subject in enumerate(subjects, 1))
        to_report = self._to_report(pairing, legs)
        return TableView(
            number=pairing.table,
            kind=kind,
            words=words,
            seats=tuple(
                SeatView(
                    self.entrants[entry],
                    tuple(_figure(results.get(number), entry) for number in range(1, pairing.legs + 1)),
                    paid.get(entry, ""),
                    pairing.decided and scores.get(entry) == best and best > 0,
                )
                for entry in pairing.seats
            ),
            legs=legs,
            reasons=tuple(rule_text_at_table(reason.template, reason.facts, names) for reason in pairing.reasons),
            sheet_href=score_sheet_url(self.tournament, to_report.subject) if to_report else "",
            sheet_leg=to_report.number if to_report else 0,
            due_at=None if pairing.decided or is_over else sheet.history.put_off.get((pairing.round, pairing.table)),
        )

    def _to_report(self, pairing: Pairing, legs: Sequence[GameView]) -> GameView | None:
        """Return the next game to report at the reader's own table."""
        if self.links is None or not (self.tournament.is_played_by_people and _is_own(pairing, self.entrants)):
            return None
        return next((leg for leg in legs if not (leg.is_decided or leg.is_withdrawn or leg.report)), None)

    def _game(self, number: int, subject: UUID, is_decided: bool) -> GameView:
        if self.links is None:
            return GameView(number, is_decided, subject)
        link, row = self.links.get(subject), self.sheet.history.rows.get(subject)
        slug, is_withdrawn = self.tournament.pool.slug, row is not None and not is_decided
        return GameView(
            number,
            is_decided,
            subject,
            href=link.href if link else "",
            words=link.words if link else "",
            report=self.reports.get(subject),
            result_href=address_of_result(slug, row) if row else "",
            restore_href=reverse("results:correct", args=[slug, row]) if is_withdrawn else "",
        )


def round_view(
    tournament: Tournament,
    sheet: Sheet,
    number: int,
    entrants: Entrants,
    user: User,
    shown: int | None = None,
    *,
    scores: bool = False,
    matches: bool = True,
) -> RoundView:
    """Return a round with links to matches: complete, or the first `shown` tables and the reader's own.

    `scores` says whether the reader may enter results and so sees waiting reports; without `matches` there are no
    links.
    """
    tables = [pairing for pairing in sheet.rounds[number] if pairing.bye is None]
    kept = tuple(row for at, row in enumerate(tables) if shown is None or at < shown or _is_own(row, entrants))
    subjects = [subject for pairing in kept for subject in sheet.history.subjects[pairing.round, pairing.table]]
    found = links_of(subjects, user, but=links_to_tables) if matches else {}  # not to tables, which are on this page
    links = {subject: among[0] for subject, among in found.items() if among}
    reports: Mapping[UUID, ReportedGame] = {}
    if tournament.is_played_by_people and tournament.may_have_reports:
        own = [pairing for pairing in kept if _is_own(pairing, entrants)]
        seated = {subject for pairing in own for subject in sheet.history.subjects[pairing.round, pairing.table]}
        reports = reports_of_games(_still_open(sheet, tables if scores else kept), user, seated, scores=scores)
    return RoundView(tournament, sheet, number, entrants, kept, reports, links)


def round_views(
    tournament: Tournament, sheet: Sheet, numbers: Collection[int], entrants: Entrants
) -> tuple[RoundView, ...]:
    """Return several rounds, without links to their matches."""
    rounds = {number: tuple(pairing for pairing in sheet.rounds[number] if pairing.bye is None) for number in numbers}
    return tuple(RoundView(tournament, sheet, number, entrants, tables) for number, tables in rounds.items())


def _still_open(sheet: Sheet, pairings: Collection[Pairing]) -> list[UUID]:
    """Return the subjects of games without a result at these tables."""
    found: list[UUID] = []
    for pairing in pairings:
        decided = {leg.number for leg in pairing.results}
        subjects = sheet.history.subjects[pairing.round, pairing.table]
        found += [subject for number, subject in enumerate(subjects, 1) if number not in decided]
    return found


def current_round(sheet: Sheet) -> int:
    """Return the first round with an undecided table, else the last; 0 before the start."""
    return min(sheet.history.open_rounds(), default=max(sheet.rounds, default=0))


def _is_own(pairing: Pairing, entrants: Entrants) -> bool:
    return any(entrants[seat].is_own for seat in pairing.seats)


def _state(pairing: Pairing, endings: Sequence[str], is_over: bool) -> tuple[str, str]:
    early = [str(kind.label) for kind in Ending if kind in endings]
    if pairing.decided:
        return "done", ", ".join(early) or _("finished")
    if pairing.results:
        words = _("%(decided)d of %(legs)d games finished") % {"decided": len(pairing.results), "legs": pairing.legs}
        return "done" if is_over else "live", words
    return ("done", _("no result")) if is_over else ("waiting", _("no result yet"))


def _figure(leg: Leg | None, entry: int) -> str:
    """Return an entry's score in a game; plus or minus for a forfeit, as bulletins print it."""
    if leg is None:
        return ""
    seat = leg.seats.index(entry)
    if leg.how is How.FORFEIT:
        return "+" if leg.places[seat] == 1 else "\N{MINUS SIGN}"
    return str(leg.points[seat])
