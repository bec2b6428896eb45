"""The documents in which programs read ratings. All figures of ratings are in points."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.members.api import PlayerName
from league.members.models import Player
from league.ratings.form import shares
from league.ratings.models import Rating, RatingStep
from league.ratings.selectors import Standing, seats_of
from league.ratings.selectors.rows import place_among
from league.ratings.systems import systems_of
from league.results.api import ResultRow
from league.results.models import Pool
from league.shared.api.fields import Points, address_in


class PoolRow(serializers.ModelSerializer[Pool]):
    """A pool, and how far its ratings follow its ledger."""

    kind = serializers.ChoiceField(source="player_kind", choices=Pool.Kind.choices)
    seats = serializers.IntegerField(allow_null=True, help_text="How many sit at its tables; null for any number.")
    club = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, allow_null=True, help_text="Whose own it is; null for the site's."
    )
    rating_system = serializers.CharField(help_text="The one that orders its leaderboard.")
    rating_systems = serializers.SerializerMethodField(help_text="All that rate it, the one that orders it first.")
    players = serializers.IntegerField(help_text="How many have a rating.")
    results = serializers.SerializerMethodField(help_text="How many results the ratings were folded from.")
    entered = serializers.SerializerMethodField(help_text="How many rows its ledger has, corrections included.")
    folded_at = serializers.DateTimeField(allow_null=True, help_text="When they were; null if never.")
    url = serializers.SerializerMethodField(help_text="The leaderboard's page.")

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
        """Numbers have no gaps, so the next one tells."""
        return pool.next_number - 1

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, pool: Pool) -> str:
        """The leaderboard's page."""
        return address_in(self.context, reverse("ratings:leaderboard", args=[pool.slug]))


class RatingFigures(serializers.ModelSerializer[Rating]):
    """What a rating is, wherever one is shown."""

    rating = Points(source="value")
    uncertainty = Points(help_text="Half the width of the 95 % interval.")
    change = Points(help_text="Over the results that `form` shows.")
    form = serializers.SerializerMethodField(
        help_text="The last rated results, oldest first: the share of the table that was beaten, 0 to 1."
    )

    class Meta:
        model = Rating
        fields: tuple[str, ...] = (
            "rating", "uncertainty", "is_provisional", "change", "games", "wins", "form", "last_played_at",
        )  # fmt: skip
        extra_kwargs = {
            "is_provisional": {
                "help_text": "Whether it rests on too few rated results to be compared, and may still move fast."
            },
            "games": {"help_text": "Rated results."},
            "wins": {"help_text": "First places, shared ones too."},
        }

    def get_form(self, rating: Rating) -> list[float]:
        """As fractions."""
        return list(shares(rating.form))


class LeaderboardRow(RatingFigures):
    """A player's line."""

    place = serializers.SerializerMethodField(help_text="Among everybody in the pool: 1, 2, 2, 4.")
    player = PlayerName()
    system = serializers.CharField(help_text="The rating system.")

    class Meta(RatingFigures.Meta):
        fields = ("place", "player", "system", *RatingFigures.Meta.fields)

    def get_place(self, rating: Rating) -> int:
        """Among all ratings of the pool, which stand in the context."""
        return place_among(self.context["values"], rating.value)


class SeatFigures(serializers.Serializer[Any]):
    """How a player did on one seat."""

    seat = serializers.IntegerField(help_text="From 0, who moves first.")
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class OtherRating(serializers.ModelSerializer[Rating]):
    """What another system of the pool says."""

    system = serializers.CharField(source="fold.system", help_text="The rating system.")
    rating = Points(source="value")
    uncertainty = Points(help_text="Half the width of the 95 % interval.")

    class Meta:
        model = Rating
        fields = ("system", "rating", "uncertainty", "is_provisional")


class PlayerRating(RatingFigures):
    """A player's rating in one pool; their `Standing` by pool is in the context."""

    system = serializers.CharField(source="fold.system", help_text="The one that orders the pool's leaderboard.")
    others = serializers.SerializerMethodField(help_text="By the other systems of the pool.")
    pool = serializers.SlugRelatedField[Any](source="fold.pool", slug_field="slug", read_only=True)
    place = serializers.SerializerMethodField(help_text="Among everybody in the pool: 1, 2, 2, 4.")
    of = serializers.SerializerMethodField(help_text="How many have a rating there.")
    by_seat = serializers.SerializerMethodField(help_text="Only seats that were sat on.")

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
        """From the first seat on."""
        return [{"seat": one.seat - 1, "games": one.games, "wins": one.wins} for one in seats_of(rating)]

    @extend_schema_field(OtherRating(many=True))
    def get_others(self, rating: Rating) -> list[Mapping[str, Any]]:
        """By slug of the system."""
        return list(OtherRating(self._standing(rating).others, many=True).data)

    def _standing(self, rating: Rating) -> Standing:
        standing: Standing = self.context["standings"][rating.fold.pool_id]
        return standing


class PlayerPage(PlayerName):
    """A player with their ratings, the one last played for first."""

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
    """What one result did to a player's rating: nothing, where it is not rated."""

    ordinal = serializers.IntegerField(help_text="Counts the player's results in the pool, from 1.")
    before = Points()
    after = Points()
    uncertainty = Points(help_text="Afterwards: half the width of the 95 % interval.")
    games = serializers.IntegerField(help_text="Rated results so far.")
    result = ResultRow()

    class Meta:
        model = RatingStep
        fields = ("ordinal", "before", "after", "uncertainty", "games", "result")
