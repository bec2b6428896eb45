"""What a player played that moves no rating: games against bots of the house, say."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from league.clubs.naming import show_names_by_club
from league.clubs.rules import Asker
from league.members.models import Player
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.history import Seat, seat_shown, sitting_at, with_their_names
from league.results.links import SubjectLink, links_of
from league.results.models import Result
from league.results.selectors import pools_seen_by

MOST = 20


@dataclass(frozen=True, slots=True)
class Unrated:
    """One result without a rating; seats by place."""

    key: int
    name: str
    played_at: datetime
    seats: Sequence[Seat]
    links: Sequence[SubjectLink]


def unrated_of(player: Player, asker: Asker) -> list[Unrated]:
    """Return the latest unrated results of a player in pools where they have no rating, newest first.

    In the others such results stand in the history of the rating.
    """
    latest = list(_latest(player, asker))
    show_names_by_club(((one, result.pool.club) for result in latest for one in sitting_at([result])), asker)
    links = links_of([result.subject for result in latest], asker)
    return [_unrated(result, player, links[result.subject]) for result in latest]


def _latest(player: Player, asker: Asker) -> QuerySet[Result]:
    rated_in = current_ratings().filter(player=player).values("fold__pool")
    return (
        Result.objects.filter(is_rated=False, how=Result.How.PLAYED, superseded_by=None)
        .filter(Q(seats__player=player) | Q(seats__player__merged_into=player))
        .filter(pool__in=pools_seen_by(asker).order_by().values("pk"))
        .exclude(pool__in=rated_in)
        .select_related("pool__club")
        .prefetch_related(with_their_names())
        .order_by(F("played_at").desc(), "-pk")[:MOST]
    )


def _unrated(result: Result, player: Player, links: Sequence[SubjectLink]) -> Unrated:
    seats = sorted(result.seats.all(), key=lambda seat: (seat.place, seat.seat))
    shown = [seat_shown(seat, own=player.pk in (seat.player_id, seat.player.merged_into_id)) for seat in seats]
    return Unrated(result.pk, result.pool.called, result.played_at, shown, links)
