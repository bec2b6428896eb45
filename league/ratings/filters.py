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


class _BySystem(QueryParams):
    """By one rating system of a pool: the one named, or the pool's own."""

    system = ChoiceField(
        choices=[(system.slug, system.name) for system in systems_for(only_bots=True)],
        required=False,
        help_text="One of the `rating_systems` of the pool. Default: its `rating_system`.",
    )

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Filter by system."""
        asked = self.validated_data.get("system")
        return super().filter_rows(rows).filter(fold__system=asked or F("fold__pool__rating_system"))


class _OfAClub(QueryParams):
    """Players by club, where the asker may see it. `memberships` says how the rows lead to them."""

    club = SlugField("club")
    memberships = "memberships"

    def filter_rows(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Filter by members of the club too."""
        chosen = super().filter_rows(rows)
        slug = self.validated_data.get("club")
        if not slug:
            return chosen
        seen = clubs_seen_by(self.context["request"].user).filter(slug=slug).values("pk")
        return chosen.filter(**{f"{self.memberships}__club__in": seen})


class PlayerQueryParams(_OfAClub):
    """By kind, part of the name, and club."""

    kind = ChoiceField(choices=Player.Kind.choices, required=False)
    search = SearchField()

    lookups = {"kind": "kind", "search": "name__icontains"}


class LeaderboardQueryParams(_BySystem, _OfAClub):
    """By system, part of the name, and club; sorted."""

    search = SearchField()
    sort = ChoiceField(choices=SORTS, default=BEST_FIRST, help_text="Sort order.")

    lookups = {"search": "player__name__icontains"}
    memberships = "player__memberships"


class HistoryQueryParams(_BySystem):
    """Of one pool, which must be named, and by one of its systems."""

    pool = serializers.CharField(
        max_length=200,
        help_text="The slug of a pool (leaderboard).",
        error_messages={"required": _("Add a leaderboard, for example ?pool=lords-of-scotland-bots.")},
    )

    lookups = {"pool": "fold__pool__slug"}
