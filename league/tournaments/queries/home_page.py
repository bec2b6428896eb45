"""Reads for the home page of an account: its entries and games, and the tournaments that it organises."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, Exists, F, IntegerField, Min, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.accounts.models import Account, Player
from league.clubs.queries import clubs_organised_by, hidden_clubs
from league.ratings.queries import current_ratings
from league.results.models import Report, Result
from league.tournaments.models import Entry, Leg, Round, Tournament
from league.tournaments.queries.entries import entries_by

MOST_SHOWN: Final = 6  # games, or tournaments
_Status = Tournament.Status
_UNFINISHED: Final = (_Status.DRAFT, _Status.REGISTRATION, _Status.CHECK_IN, _Status.RUNNING)

Ratings = Mapping[tuple[int, int], int]
"""In thousandths, by pool id and player id."""


def entries_by_status(account: Account) -> Mapping[str, list[int]]:
    """Return the ids of the account's entries in tournaments it may see, by the tournament's status."""
    columns = ("pk", "tournament__status", "tournament__club", "tournament__club__is_public")
    open_tournaments = Entry.objects.filter(entries_by(account), tournament__status__in=_UNFINISHED)
    rows = list(open_tournaments.values_list(*columns))
    hidden = hidden_clubs([row[2:] for row in rows], account)
    found: dict[str, list[int]] = defaultdict(list)
    for entry, status, club, _is_public in rows:
        if club not in hidden:
            found[status].append(entry)
    return found


def legs_to_play(entries: Collection[int]) -> QuerySet[Leg]:
    """Return games in person that these entries have to play and that have no report, by time of publication."""
    legs = Leg.objects.filter(
        pairing__seats__entry__in=entries,
        pairing__round__status=Round.Status.PUBLISHED,
        pairing__round__tournament__venue=Tournament.Venue.PAPER,
    )
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    legs = legs.filter(~Exists(_decided()), ~Exists(reported)).select_related("pairing__round__tournament__club")
    ordered = legs.order_by("pairing__round__published_at", "pairing__round_id", "number")
    people = Prefetch("pairing__seats__entry", Entry.objects.select_related("player__merged_into"))
    return ordered.prefetch_related("pairing__seats", people)[:MOST_SHOWN]


def tournaments_to_organise(account: Account) -> QuerySet[Any]:
    """Return unfinished tournaments in person that the account organises, with annotations.

    `entered` counts entries; `draft` and `published` are round numbers; `missing` counts published games without a
    result, in `rounds_missing` rounds, of which `first_missing` is the first. Disputed games are not counted: they are
    a task of the club. `disputed` is whether there are any.
    """
    drafts = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.DRAFT).values("number")
    board = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED).order_by("-number")
    legs = Leg.objects.filter(pairing__round__tournament=OuterRef("pk"), pairing__round__status=Round.Status.PUBLISHED)
    undecided, disputed = legs.filter(~Exists(_decided())).order_by(), Exists(_disputed())
    missing = undecided.filter(~disputed).values("pairing__round__tournament")
    rounds = missing.annotate(count=Count("pairing__round", distinct=True), first=Min("pairing__round__number"))
    tournaments = Tournament.objects.filter(club__in=clubs_organised_by(account).values("pk"))
    open_tournaments = tournaments.filter(status__in=_UNFINISHED, venue=Tournament.Venue.PAPER)
    annotated: QuerySet[Any] = open_tournaments.select_related("club").annotate(
        entered=Count("entries"),
        draft=Subquery(drafts[:1]),
        published=Subquery(board.values("number")[:1]),
        missing=Coalesce(Subquery(missing.annotate(count=Count("pk")).values("count")), 0, output_field=IntegerField()),
        rounds_missing=Subquery(rounds.values("count")),
        first_missing=Subquery(rounds.values("first")),
        disputed=Exists(undecided.filter(disputed)),
    )
    return annotated.order_by("-status", F("begins_at").asc(nulls_last=True), "-pk")[:MOST_SHOWN]


def ratings_of(people: Sequence[tuple[Player, Tournament]]) -> Ratings:
    """Return the current ratings of players in the pools of their tournaments. One query; none without players."""
    if not people:
        return {}
    pools, players = (
        {tournament.pool_id for _player, tournament in people},
        {player.pk for player, _tournament in people},
    )
    rows = current_ratings().filter(fold__pool__in=pools, player__in=players)
    return {(pool, player): value for pool, player, value in rows.values_list("fold__pool", "player", "value")}


def _decided() -> QuerySet[Result]:
    rows = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None)
    return rows.exclude(how=Result.How.WITHDRAWN)


def _disputed() -> QuerySet[Report]:
    return Report.objects.filter(subject=OuterRef("subject"), status=Report.Status.DISPUTED)
