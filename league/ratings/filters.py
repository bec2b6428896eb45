"""Query parameters of the API."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.accounts.models import Player
from league.clubs.queries import clubs_seen_by
from league.common.api.fields import ChoiceField
from league.common.query_params import QueryParams, SearchField, SlugField
from league.competition.ratings import systems_for

BEST_FIRST = "-rating"

COLUMNS = {  # the columns a leaderboard can be sorted by
    "name": "player_name",
    "rating": "value",
    "change": "change",
    "games": "games",
    "played": "last_played_at",
}

SORTS = [
    (f"{sign}{name}", f"by {name}, {way}") for name in COLUMNS for sign, way in (("", "ascending"), ("-", "descending"))
]


class _RatingSystemParams(QueryParams):
    """The rating system: the one named, or the pool's own."""

    system = ChoiceField(
        choices=[(system.slug, system.name) for system in systems_for(only_bots=True)],
        required=False,
        help_text="One of the `rating_systems` of the pool. Default: its `rating_system`.",
    )

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the rating system."""
        system = self.validated_data.get("system")
        return super().filter_rows(rows).filter(fold__system=system or F("fold__pool__rating_system"))


class _ClubParams(QueryParams):
    """The club of the players, if the user may see it.

    `memberships` is the lookup from a row to the memberships of its player.
    """

    club = SlugField("club")
    memberships = "memberships"

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of members of the club; none if the user may not see the club."""
        rows = super().filter_rows(rows)
        slug = self.validated_data.get("club")
        if not slug:
            return rows
        clubs = clubs_seen_by(self.context["request"].user).filter(slug=slug).values("pk")
        return rows.filter(**{f"{self.memberships}__club__in": clubs})


class PlayerQueryParams(_ClubParams):
    """By kind, part of the name, and club."""

    kind = ChoiceField(choices=Player.Kind.choices, required=False)
    search = SearchField()

    lookups = {"kind": "kind", "search": "name__icontains"}


class LeaderboardQueryParams(_RatingSystemParams, _ClubParams):
    """By system, part of the name, and club; sorted."""

    search = SearchField()
    sort = ChoiceField(choices=SORTS, default=BEST_FIRST, help_text="Sort order.")

    lookups = {"search": "player__name__icontains"}
    memberships = "player__memberships"


class HistoryQueryParams(_RatingSystemParams):
    """Of one pool, which must be named, and by one of its systems."""

    pool = serializers.CharField(
        max_length=200,
        help_text="The slug of a pool (leaderboard).",
        error_messages={"required": _("Add a leaderboard, for example ?pool=lords-of-scotland-bots.")},
    )

    lookups = {"pool": "fold__pool__slug"}
