"""Ratings as JSON. All figures are in points."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.accounts.api import PlayerName
from league.accounts.models import Player
from league.clubs.display_names import found_by_full_name, hides_names
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by
from league.common.api.fields import PageAddress, Points
from league.ratings.leaderboards import place_among
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.player_stats import shares
from league.ratings.players import Standing, seats_of
from league.ratings.queries import current_ratings, systems_of, with_ordering_fold
from league.results.api import ResultRow
from league.results.models import Pool
from league.results.queries import pools_seen_by


class PoolRow(serializers.ModelSerializer[Pool]):
    """One leaderboard: a game, and whose results count."""

    kind = serializers.ChoiceField(source="player_kind", choices=Pool.Kind.choices)
    seats = serializers.IntegerField(allow_null=True, help_text="Players per game. Null for any number.")
    club = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, allow_null=True, help_text=("Slug of its club. Null for a site leaderboard.")
    )
    rating_system = serializers.CharField(help_text="Rating system of the leaderboard.")
    rating_systems = serializers.SerializerMethodField(
        help_text=("All rating systems of the pool, that of the leaderboard first.")
    )
    players = serializers.IntegerField(help_text="Number of rated players.")
    results = serializers.SerializerMethodField(help_text="Number of games that count in the ratings.")
    entered = serializers.SerializerMethodField(help_text=("Number of all results entered, corrections included."))
    folded_at = serializers.DateTimeField(allow_null=True, help_text=("Time of the last rating update. Null if never."))
    url = PageAddress("ratings:leaderboard", "slug", help_text="The leaderboard's page.")

    class Meta:
        model = Pool
        fields = (
            "slug", "name", "game", "kind", "seats", "club", "rating_system", "rating_systems", "players", "results",
            "entered", "folded_at", "url",
        )  # fmt: skip

    def get_rating_systems(self, pool: Pool) -> list[str]:
        """By slug."""
        return [system.slug for system in systems_of(pool)]

    def get_results(self, pool: Any) -> int:
        """None of a pool that was never folded."""
        return pool.results_folded or 0

    def get_entered(self, pool: Pool) -> int:
        """Numbers have no gaps, so the next one shows it."""
        return pool.next_number - 1


class RatingFigures(serializers.ModelSerializer[Rating]):
    """What a rating is, wherever one is shown."""

    rating = Points(source="value")
    uncertainty = Points(help_text="Half the width of the 95 % interval.")
    change = Points(help_text="Change over the results in `form`.")
    form = serializers.SerializerMethodField(
        help_text="Last rated results, oldest first: share of opponents beaten, 0 to 1."
    )

    class Meta:
        model = Rating
        fields: tuple[str, ...] = (
            "rating", "uncertainty", "is_provisional", "change", "games", "wins", "form", "last_played_at",
        )  # fmt: skip
        extra_kwargs = {
            "is_provisional": {"help_text": "Whether the rating is provisional: from few rated results."},
            "games": {"help_text": "Rated results."},
            "wins": {"help_text": "First places, including shared ones."},
        }

    def get_form(self, rating: Rating) -> list[float]:
        """As fractions."""
        return list(shares(rating.form))


class LeaderboardRow(RatingFigures):
    """A row of the leaderboard."""

    place = serializers.SerializerMethodField(help_text="Rank among all players of the pool: 1, 2, 2, 4.")
    player = PlayerName()
    system = serializers.CharField(help_text="The rating system.")

    class Meta(RatingFigures.Meta):
        fields = ("place", "player", "system", *RatingFigures.Meta.fields)

    def get_place(self, rating: Rating) -> int:
        """Among all ratings of the pool, which stand in the context."""
        return place_among(self.context["values"], rating.value)


class SeatFigures(serializers.Serializer[Any]):
    """Results of a player on one seat."""

    seat = serializers.IntegerField(help_text="Seat, from 0. Seat 0 moves first.")
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class OtherRating(serializers.ModelSerializer[Rating]):
    """Rating by another system of the pool."""

    system = serializers.CharField(source="fold.system", help_text="The rating system.")
    rating = Points(source="value")
    uncertainty = Points(help_text="Half the width of the 95 % interval.")

    class Meta:
        model = Rating
        fields = ("system", "rating", "uncertainty", "is_provisional")


class PlayerRating(RatingFigures):
    """Rating of a player in one pool."""

    system = serializers.CharField(source="fold.system", help_text="Rating system of the leaderboard.")
    others = serializers.SerializerMethodField(help_text="Ratings by the other systems of the pool.")
    pool = serializers.SlugRelatedField[Any](source="fold.pool", slug_field="slug", read_only=True)
    place = serializers.SerializerMethodField(help_text="Rank among all players of the pool: 1, 2, 2, 4.")
    of = serializers.SerializerMethodField(help_text="Number of rated players in the pool.")
    by_seat = serializers.SerializerMethodField(help_text=("Results by seat. Seats without games are left out."))

    class Meta(RatingFigures.Meta):
        fields = ("pool", "system", "place", "of", *RatingFigures.Meta.fields, "by_seat", "others")

    def get_place(self, rating: Rating) -> int:
        """Among all ratings of the pool: 1, 2, 2, 4."""
        return self._standing(rating).place

    def get_of(self, rating: Rating) -> int:
        """Counted with the place."""
        return self._standing(rating).of

    @extend_schema_field(SeatFigures(many=True))
    def get_by_seat(self, rating: Rating) -> list[dict[str, int]]:
        """In seat order."""
        return [{"seat": record.seat - 1, "games": record.games, "wins": record.wins} for record in seats_of(rating)]

    @extend_schema_field(OtherRating(many=True))
    def get_others(self, rating: Rating) -> list[Mapping[str, Any]]:
        """By slug of the system."""
        return list(OtherRating(self._standing(rating).others, many=True).data)

    def _standing(self, rating: Rating) -> Standing:
        standing: Standing = self.context["standings"][rating.fold.pool_id]
        return standing


class PlayerPage(PlayerName):
    """A player with ratings, latest played first."""

    ratings = serializers.SerializerMethodField()

    class Meta(PlayerName.Meta):
        fields = (*PlayerName.Meta.fields, "ratings")

    @extend_schema_field(PlayerRating(many=True))
    def get_ratings(self, _player: Player) -> list[Mapping[str, Any]]:
        """Those of the player's standings, which are in the context."""
        standings: Mapping[int, Standing] = self.context["standings"]
        ratings = [standing.rating for standing in standings.values()]
        return list(PlayerRating(ratings, many=True, context=self.context).data)


class HistoryRow(serializers.ModelSerializer[RatingStep]):
    """Rating change of one result. An unrated result changes nothing."""

    ordinal = serializers.IntegerField(
        help_text=("Number of the result among the player's results in the pool, from 1.")
    )
    before = Points()
    after = Points()
    uncertainty = Points(help_text="Half the width of the 95 % interval after the result.")
    games = serializers.IntegerField(help_text="Rated results up to this one.")
    result = ResultRow()

    class Meta:
        model = RatingStep
        fields = ("ordinal", "before", "after", "uncertainty", "games", "result")


def pools_with_figures(user: User) -> QuerySet[Any]:
    """Return the pools that exist for the user, each with `players`, `results` and `folded_at` of its last fold."""
    rated = current_ratings().filter(fold__pool=OuterRef("pk")).order_by().values("fold").annotate(count=Count("*"))
    pools: QuerySet[Any] = with_ordering_fold(pools_seen_by(user))
    figures: QuerySet[Any] = pools.annotate(
        players=Coalesce(Subquery(rated.values("count")), 0), results_folded=F("folded_count")
    )
    return figures


def players_seen_by(user: User, search: str = "") -> QuerySet[Player]:
    """Return whom the user meets: the players of the clubs and leaderboards that exist for them, and their own.

    With a `search` those are left out whom only a name would find that this reader does not read.
    """
    members = Q(memberships__club__in=clubs_seen_by(user))
    rated = current_ratings().filter(fold__pool__in=pools_seen_by(user).order_by().values("pk"))
    met = members | Q(pk__in=rated.values("player"))
    if user.is_authenticated:
        met |= Q(account=user) | Q(owner=user)
    seen = Player.objects.filter(pk__in=Player.objects.filter(met, merged_into=None).values("pk"))
    return seen.exclude(pk__in=found_by_full_name(search, seen, None, user)) if search else seen


def ratings_in(pool: Pool, user: User, search: str = "") -> QuerySet[Rating]:
    """Return the pool's ratings by each of its systems, with their players, as `player_name` too, to be ordered by.

    Where names are short for this reader, none is ordered by (a cursor would tell it), and a `search` leaves those out
    whom only their full name would find.
    """
    ratings = Rating.objects.filter(fold__pool=pool, generation=F("fold__generation"))
    if search:
        rated = Player.objects.filter(pk__in=ratings.values("player"))
        ratings = ratings.exclude(player__in=found_by_full_name(search, rated, pool.club, user))
    has_people = pool.player_kind != Pool.Kind.BOT
    name = Value("") if has_people and hides_names(user, pool.club) else F("player__name")
    return ratings.select_related("player").annotate(player_name=name, system=F("fold__system"))


def values_in(pool: Pool, system: str) -> list[int]:
    """Return the ratings of everybody in the pool by one system, best first."""
    ratings = Rating.objects.filter(fold__pool=pool, fold__system=system, generation=F("fold__generation"))
    return list(ratings.order_by("-value").values_list("value", flat=True))


def steps_of(player: Player, user: User) -> QuerySet[RatingStep]:
    """Return every step of a player's ratings that the user may see, with the result behind it and its seats."""
    seen = Fold.objects.filter(pool__in=pools_seen_by(user).order_by().values("pk")).values("pk")
    steps = RatingStep.objects.filter(player=player, fold__in=seen)
    steps = steps.select_related("result__pool__club", "result__supersedes", "result__superseded_by")
    return steps.prefetch_related("result__seats__player__merged_into")
