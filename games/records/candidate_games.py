"""Games that a record may decide: a tournament game of the club, or a game that somebody reported or added."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.records.models import SubmittedRecord
from league.accounts.models import Account, Player
from league.clubs.dates import today_at
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.results.models import Pool, Report, Result
from league.results.subjects import links_of
from league.tournaments.models import Leg, Round, Tournament

MOST = 40  # of each kind, the latest
NEAR = timedelta(days=6)  # records are added on the same evening, or within the week
WAITING = (SubmittedRecord.Status.QUEUED, SubmittedRecord.Status.RUNNING)


class CandidateGame(NamedTuple):
    """A game that waits for a record, with its players, pool, day and places as far as known."""

    subject: UUID
    words: str
    players: frozenset[int]
    pool: Pool
    day: date | None = None  # None while it is not played
    places: Mapping[int, int] | None = None

    def is_near(self, day: date) -> bool:
        """Return whether it may have been played on that day."""
        return self.day is None or abs(self.day - day) <= NEAR

    def may_end(self, places: Mapping[int, int]) -> bool:
        """Return whether it may have ended with these places; unknown places fit."""
        return not places or self.places is None or self.places == places


def candidate_games(record: SubmittedRecord) -> list[CandidateGame]:
    """Return the games that the recorder played, or all if they score there, in a fixed number of queries."""
    game, account = record.reading.get("game", ""), record.by.account
    if not game or account is None:
        return []
    scores = rights_of(account, record.club).score
    games = [*_legs(record, game, account, scores), *_reported(record, game, scores), *_checking(record, game, scores)]
    return list({candidate.subject: candidate for candidate in reversed(games)}.values())[::-1]


def matching_candidates(
    record: SubmittedRecord, players: Collection[Player], played_on: date | None
) -> list[CandidateGame]:
    """Return the candidates with just these players, about that day."""
    day, table = played_on or today_at(record.club), _ids(players)
    return [candidate for candidate in candidate_games(record) if candidate.players == table and candidate.is_near(day)]


def reported_meanwhile(record: SubmittedRecord, places: dict[int, int], points: dict[int, int]) -> Report | None:
    """Return a report of this game that another player sent while the record was checked, if it agrees.

    Neither was asked whether it is one game: the report did not see the record, nor the record the report.
    """
    if record.sent_at is None:
        return None
    later = Report.objects.filter(club=record.club, pool=record.pool, status__in=[*Report.LIVE, Report.Status.ENTERED])
    others = later.filter(created_at__gte=record.sent_at, evidence=None).exclude(by=record.by)
    day = record.played_on or _day(record.sent_at, record.club)
    for report in others.prefetch_related("seats").order_by("pk"):
        seats = report.seats.all()
        by_player = {seat.player_id: seat.points for seat in seats}
        same = {seat.player_id: seat.place for seat in seats} == places and (
            by_player == points or not any(by_player.values())
        )
        if same and _day(report.played_at, record.club) == day:
            return report
    return None


def _legs(record: SubmittedRecord, game: str, account: Account, scores: bool) -> Iterator[CandidateGame]:
    legs = Leg.objects.filter(
        pairing__round__tournament__club=record.club,
        pairing__round__tournament__game=game,
        pairing__round__tournament__venue=Tournament.Venue.PAPER,
        pairing__round__tournament__status__in=[Tournament.Status.RUNNING, Tournament.Status.FINISHED],
    ).exclude(pairing__round__status=Round.Status.DRAFT)
    legs = legs if scores else legs.filter(pairing__seats__entry__player=record.by)
    results = Result.objects.filter(subject=OuterRef("subject"))
    unproven = legs.exclude(Exists(results.exclude(evidence=None)))
    unproven = unproven.annotate(decided=Subquery(results.filter(superseded_by=None).values("played_at")[:1]))
    latest = F("decided").desc(nulls_first=True)
    rows = list(
        unproven.select_related("pairing__round__tournament__pool")
        .prefetch_related("pairing__seats__entry__player")
        .order_by(latest, "-pairing__round__published_at", "pairing__table", "number")[:MOST]
    )
    links = links_of([leg.subject for leg in rows], account)
    for leg in rows:
        players = [seat.entry.player for seat in leg.pairing.seats.all()]
        where = next((link.words for link in links[leg.subject]), leg.pairing.round.tournament.name)
        day = _day(leg.decided, record.club) if leg.decided else None
        pool = leg.pairing.round.tournament.pool
        yield CandidateGame(leg.subject, f"{where}: {_names(players)}", _ids(players), pool, day)


def _reported(record: SubmittedRecord, game: str, scores: bool) -> Iterator[CandidateGame]:
    """Yield reports that no record of the recorder proves yet, also those entered in the ledger."""
    reports = Report.objects.filter(status__in=[*Report.LIVE, Report.Status.ENTERED], club=record.club, pool__game=game)
    reports = reports.filter(Q(evidence=None) | ~Q(by=record.by))
    seated = reports if scores else reports.filter(Q(seats__player=record.by) | Q(by=record.by))
    listed_as_legs = Exists(Leg.objects.filter(subject=OuterRef("subject"))) & Q(status__in=Report.LIVE)
    rows = seated.exclude(listed_as_legs).distinct().select_related("pool", "by").prefetch_related("seats__player")
    for report in rows.order_by("-played_at", "-pk")[:MOST]:
        players = [seat.player for seat in report.seats.all()]
        day = _day(report.played_at, record.club)
        words = {"by": report.by, "players": _names(players), "day": date_format(day, _("j M Y"))}
        sentence = _("reported by %(by)s, %(day)s: %(players)s") % words
        places = {seat.player_id: seat.place for seat in report.seats.all()}
        yield CandidateGame(report.subject, sentence, _ids(players), report.pool, day, places)


def _checking(record: SubmittedRecord, game: str, scores: bool) -> Iterator[CandidateGame]:
    """Yield records of others that wait for a check: they may be of the same game."""
    waiting = SubmittedRecord.objects.filter(club=record.club, game=game, status__in=WAITING).exclude(by=record.by)
    seated = waiting if scores else waiting.filter(seats__player=record.by)
    rows = seated.distinct().select_related("pool", "by").prefetch_related("seats__player").order_by("-pk")
    for other in rows[:MOST]:
        players = [seat.player for seat in other.seats.all()]
        words = _("added by %(by)s, being checked: %(players)s") % {"by": other.by, "players": _names(players)}
        if other.pool is not None and other.sent_at is not None:
            day = other.played_on or _day(other.sent_at, record.club)
            yield CandidateGame(other.subject, words, _ids(players), other.pool, day)


def _day(moment: datetime, club: Club) -> date:
    """Return the day in the club's time zone."""
    return moment.astimezone(ZoneInfo(club.time_zone)).date()


def _names(players: Iterable[Player]) -> str:
    return ", ".join(player.name for player in players)


def _ids(players: Iterable[Player]) -> frozenset[int]:
    return frozenset(player.pk for player in players)
