"""Clubs as JSON."""

from django.db.models import QuerySet
from rest_framework import serializers

from league.clubs.models import Club, Membership
from league.clubs.selectors import clubs_seen_by
from league.members.api import PlayerName
from league.shared.api import PublicRows


class ClubSummary(serializers.ModelSerializer[Club]):
    """A club in a list."""

    id = serializers.CharField(source="public_id")
    players = serializers.IntegerField(source="member_count")

    class Meta:
        model = Club
        fields: tuple[str, ...] = ("id", "slug", "name", "summary", "is_public", "time_zone", "players")


class MemberRow(serializers.ModelSerializer[Membership]):
    """A player of a club."""

    player = PlayerName()

    class Meta:
        model = Membership
        fields = ("player", "role")


class ClubPage(ClubSummary):
    """A club with its players."""

    members = MemberRow(source="memberships", many=True)

    class Meta(ClubSummary.Meta):
        fields = (*ClubSummary.Meta.fields, "members")


class Clubs(PublicRows[Club]):
    """Clubs that exist for the one who asks: public ones, and those they belong to."""

    queryset = Club.objects.none()

    def get_queryset(self) -> QuerySet[Club]:
        """The clubs, with players where one club is shown."""
        clubs = clubs_seen_by(self.request.user).order_by("-id")
        return clubs.prefetch_related("memberships__player") if self.action == "retrieve" else clubs

    def get_serializer_class(self) -> type[ClubSummary]:
        """Players only where one club is shown."""
        return ClubPage if self.action == "retrieve" else ClubSummary
