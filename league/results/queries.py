"""Queries of pools and the ledger."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.accounts.names import by_name
from league.clubs.display_names import any_short_by, show_names_by_club, with_any_short
from league.clubs.models import Membership
from league.clubs.permissions import User, rights_of
from league.clubs.queries import clubs_seen_by
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.errors import NoSuchPool, NoSuchResult
from league.results.models import Pool, Report, Result, ResultSeat

CACHED_ADDRESSES = 20_000
MOST_ENTERED = 60  # rows of the ledger that are listed together


@lru_cache(CACHED_ADDRESSES)
def address_of_result(pool: str, number: int) -> str:
    """Return the URL of a result's history; cached."""
    return reverse("results:result", args=[pool, number])


def pools_seen_by(user: User, *, game: str = "", club: str = "") -> QuerySet[Pool]:
    """Return the pools that exist for the user, the site's first; of one game, of one club, where those are given."""
    seen = Q(club=None) | Q(club__in=clubs_seen_by(user))
    pools = Pool.objects.filter(seen).select_related("club")
    if game:
        pools = pools.filter(game=game)
    if club:
        pools = pools.filter(club__slug=club)
    return pools.order_by(F("club__name").asc(nulls_first=True), "game", "-player_kind", "seats", "id")


def pool_seen_by(slug: str, user: User) -> Pool:
    """Return the pool at an address. Raise `NoSuchPool`, also for pools of clubs that the user may not see."""
    pool = Pool.objects.select_related("club").filter(slug=slug).first()
    if pool is None or (pool.club and not rights_of(user, pool.club).see):
        raise NoSuchPool(_("There is no leaderboard at this address. If it belongs to a private club, sign in."))
    return pool


def pools_named(slug: str = "") -> list[Pool]:
    """Return every pool by slug, or the one of this slug if there is one; for commands, which may see all."""
    pools = Pool.objects.order_by("slug")
    return list(pools.filter(slug=slug) if slug else pools)


def results_of(subjects: Collection[UUID]) -> list[Result]:
    """Return the results of the subjects as they count now, with seats: one each at most, in the ledger's order."""
    rows = Result.objects.filter(subject__in=subjects, superseded_by=None).select_related("pool", "entered_by")
    seats = Prefetch("seats", ResultSeat.objects.select_related("player"))
    return list(rows.prefetch_related(seats).order_by("pool", "number"))


def subjects_with_results(subjects: Collection[UUID]) -> set[UUID]:
    """Return those of the subjects that have a result; one query."""
    return set(Result.objects.filter(subject__in=subjects, superseded_by=None).values_list("subject", flat=True))


@dataclass(frozen=True, slots=True)
class Chain:
    """All rows of a subject, the first one first."""

    rows: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The first row, whose position in the ledger counts for all."""
        return self.rows[0]

    @property
    def now(self) -> Result:
        """The row that counts."""
        return self.rows[-1]

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.first.pool

    @property
    def subject(self) -> UUID:
        """The subject."""
        return self.first.subject

    @property
    def is_withdrawn(self) -> bool:
        """Whether the result is withdrawn."""
        return self.now.how == Result.How.WITHDRAWN

    @property
    def was_played_here(self) -> bool:
        """Whether it is the result of a match on the server: the match's id is then both subject and evidence."""
        return self.first.evidence == self.first.subject

    @property
    def may_be_rated(self) -> bool:
        """Whether it changes ratings if played to the end: an unrated first result stays unrated."""
        return all(row.is_rated for row in self.rows if row.how == Result.How.PLAYED and not row.ending)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The seats that count; of a withdrawn result, those that counted last."""
        return next((seats for row in reversed(self.rows) if (seats := seats_of(row))), ())

    @property
    def players(self) -> dict[int, Player]:
        """All players of its rows, by key."""
        return {seat.player_id: seat.player for row in self.rows for seat in row.seats.all()}

    def had(self, draft: ResultDraft) -> bool:
        """Whether this very result was in the ledger before."""
        return any((row.how, row.ending, seats_of(row)) == (draft.how, draft.ending, draft.seats) for row in self.rows)


def chain_of(subject: UUID) -> Chain:
    """Return all rows of a subject, with seats and who entered them. Raise `NoSuchResult` where there are none."""
    rows = Result.objects.filter(subject=subject).select_related("pool__club", "entered_by")
    chain = Chain(tuple(rows.prefetch_related("seats__player__merged_into").order_by("number")))
    if not chain.rows:
        raise NoSuchResult(_("This game has no result."))
    return chain


def chain_seen_by(slug: str, number: int, user: User) -> Chain:
    """Return all rows of the subject that one row of a pool is about. Raise `NoSuchPool`, `NoSuchResult`."""
    pool = pool_seen_by(slug, user)
    row = Result.objects.filter(pool=pool, number=number).values_list("subject", flat=True).first()
    if row is None:
        raise NoSuchResult(_("There is no result with this number. Find it on the page of a player."))
    return chain_of(row)


def players_for(chain: Chain) -> QuerySet[Player]:
    """Return the players that a correction can use: members of the club and current ones; in a site's pool all."""
    players = Player.objects.all()
    if chain.pool.club is not None:
        members = Membership.objects.filter(club=chain.pool.club).values("player")
        players = players.filter(Q(pk__in=members, merged_into=None) | Q(pk__in=list(chain.players)))
    if chain.pool.player_kind != Pool.Kind.ALL:
        players = players.filter(kind=chain.pool.player_kind)
    return players.order_by(*by_name(), "id")


def players_named(chain: Chain, seats: Sequence[SeatResult]) -> dict[int, Player]:
    """Return the players in the rows of a subject and on these seats, by key."""
    others = {seat.player_id for seat in seats} - chain.players.keys()
    return chain.players | Player.objects.in_bulk(others)


def entered_for(account: Account, since: datetime) -> list[Result]:
    """Return the rows about games of the account's that came into the ledger since then, the latest first.

    Of a game whose result was corrected meanwhile the last row alone; one that says it is withdrawn has no seats.
    """
    seats = ResultSeat.objects.filter(Q(player__account=account) | Q(player__merged_into__account=account))
    own = seats.values("result")
    rows = Result.objects.filter(Q(pk__in=own) | Q(supersedes__in=own), entered_at__gt=since, superseded_by=None)
    rows = rows.filter(pool__in=pools_seen_by(account).order_by().values("pk")).select_related("pool")
    return list(rows.prefetch_related("seats__player__merged_into").order_by("-entered_at", "-id")[:MOST_ENTERED])


def ledger_seen_by(user: User) -> QuerySet[Result]:
    """Return every row of the pools that exist for the user, with what it corrects and what corrects it, and seats."""
    seen = pools_seen_by(user).order_by().values("pk")
    rows = Result.objects.filter(pool__in=seen).select_related(
        "pool__club", "supersedes", "superseded_by", "entered_by__merged_into"
    )
    return with_any_short(rows, user).prefetch_related("seats__player__merged_into")


def count_of_games(player: Player) -> int:
    """Return the number of counting games of the player, with those of merged players."""
    own = Result.objects.filter(Q(seats__player=player) | Q(seats__player__merged_into=player), superseded_by=None)
    return own.exclude(how=Result.How.WITHDRAWN).values("pk").distinct().count()


def met_at_a_table(player: Player, other: Player) -> bool:
    """Return whether two players share a game by a current result or an open report."""
    seats = [Q(seats__player=each) | Q(seats__player__merged_into=each) for each in (player, other)]
    results = Result.objects.filter(seats[0], superseded_by=None).filter(seats[1])
    reports = Report.objects.filter(seats[0], status__in=Report.LIVE).filter(seats[1])
    return results.exists() or reports.exists()


def show_names_of_results(results: Sequence[Result], user: User, *, alone: bool = False) -> None:
    """Set the display names of players and enterers of results, by the name rule of the club of each pool.

    With `alone`, for a page of one game, names are also distinguished from namesakes in the club who did not play.

    The results need `pool__club`, and seats with `player__merged_into`.
    """
    people = [
        (named, result.pool.club)
        for result in results
        for player in (result.entered_by, *(seat.player for seat in result.seats.all()))
        for named in with_standing(player)
    ]
    show_names_by_club(people, user, any_short=any_short_by(results), alone=alone)


def with_standing(player: Player | None) -> list[Player]:
    """Return a player and their merge target."""
    if player is None:
        return []
    return [player, player.merged_into] if player.merged_into else [player]
