"""What somebody's first page needs of tournaments, each in a fixed number of queries."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, Min, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.clubs.queries import clubs_organised_by, clubs_seen_by
from league.members.models import Account
from league.results.models import Report, Result
from league.tournaments.models import Entry, Leg, Pairing, Round, Tournament
from league.tournaments.selectors.entries import entries_by

Status = Tournament.Status
MOST = 6  # of anything on one page
BEFORE = [Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN]


def legs_to_play(account: Account) -> QuerySet[Leg]:
    """Games at tables that the account's player is to play and nobody has reported, the round published first first."""
    playing = Entry.objects.filter(entries_by(account)).values("pk")
    legs = Leg.objects.filter(
        pairing__seats__entry__in=playing,
        pairing__round__status=Round.Status.PUBLISHED,
        pairing__round__tournament__status=Status.RUNNING,
        pairing__round__tournament__venue=Tournament.Venue.PAPER,
        pairing__round__tournament__club__in=clubs_seen_by(account),
    )
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    legs = legs.filter(~Exists(_decided()), ~Exists(reported)).select_related("pairing__round__tournament__club")
    ordered = legs.order_by("pairing__round__published_at", "pairing__round_id", "number")
    people = Prefetch("pairing__seats__entry", Entry.objects.select_related("player__merged_into"))
    return ordered.prefetch_related("pairing__seats", people)[:MOST]


def byes_now(account: Account) -> QuerySet[Pairing]:
    """Byes that the account's player has in rounds that are being played."""
    playing = Entry.objects.filter(entries_by(account)).values("pk")
    byes = Pairing.objects.filter(
        seats__entry__in=playing,
        round__status=Round.Status.PUBLISHED,
        round__tournament__status=Status.RUNNING,
        round__tournament__pace__in=[Tournament.Pace.ROUND, Tournament.Pace.DESK],
        round__tournament__club__in=clubs_seen_by(account),
    )
    return byes.exclude(bye="").select_related("round__tournament").order_by("round__published_at", "pk")


def entries_to_come(account: Account) -> QuerySet[Entry]:
    """The entries of the account's player in events that take entries; with the day these begin first."""
    own = Entry.objects.filter(entries_by(account), left_round=None)
    coming = own.filter(
        tournament__status__in=[Status.REGISTRATION, Status.CHECK_IN],
        tournament__club__in=clubs_seen_by(account),
    )
    in_order = coming.order_by(F("tournament__begins_at").asc(nulls_last=True), "tournament_id", "pk")
    return in_order.select_related("tournament__club")


def rounds_since(account: Account, since: datetime) -> QuerySet[Round]:
    """Rounds published since then in events in which the account's player is entered."""
    events = _own_events(account).order_by().values("pk")
    rounds = Round.objects.filter(tournament__in=events, published_at__gt=since).select_related("tournament")
    return rounds.order_by("-published_at")[:MOST]


def finished_since(account: Account, since: datetime) -> QuerySet[Tournament]:
    """Such events that finished since then."""
    finished = _own_events(account).filter(finished_at__gt=since, status=Status.FINISHED)
    return finished.order_by("-finished_at")[:MOST]


def events_on_the_desk(account: Account) -> QuerySet[Any]:
    """Events that the account organises and that are not over, with `entered`, `draft` and `on_board` (rounds) and
    `missing`, the games on the board without a result, which are of `rounds_missing` rounds, the first `first_missing`.
    """
    drafts = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.DRAFT).values("number")
    board = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED).order_by("-number")
    legs = Leg.objects.filter(pairing__round__tournament=OuterRef("pk"), pairing__round__status=Round.Status.PUBLISHED)
    missing = legs.filter(~Exists(_decided())).order_by().values("pairing__round__tournament")
    rounds = missing.annotate(count=Count("pairing__round", distinct=True), first=Min("pairing__round__number"))
    events = Tournament.objects.filter(club__in=clubs_organised_by(account).values("pk"))
    open_events = events.filter(status__in=[*BEFORE, Status.RUNNING], venue=Tournament.Venue.PAPER)
    told: QuerySet[Any] = open_events.select_related("club").annotate(
        entered=Count("entries"),
        draft=Subquery(drafts[:1]),
        on_board=Subquery(board.values("number")[:1]),
        missing=Coalesce(Subquery(missing.annotate(count=Count("pk")).values("count")), 0, output_field=IntegerField()),
        rounds_missing=Subquery(rounds.values("count")),
        first_missing=Subquery(rounds.values("first")),
    )
    return told.order_by("-status", F("begins_at").asc(nulls_last=True), "-pk")[:MOST]


def _decided() -> QuerySet[Result]:
    rows = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None)
    return rows.exclude(how=Result.How.WITHDRAWN)


def _own_events(account: Account) -> QuerySet[Tournament]:
    own = Q(pk__in=Entry.objects.filter(entries_by(account)).values("tournament"))
    return Tournament.objects.filter(own, club__in=clubs_seen_by(account))
