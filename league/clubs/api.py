"""Clubs as JSON."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers

from league.accounts.api import PlayerName
from league.clubs.display_names import show_names
from league.clubs.models import Club, Membership
from league.clubs.permissions import rights_of
from league.clubs.queries import club_seen_by, clubs_listed_for
from league.common.api.fields import PageAddress
from league.common.api.views import PublicViewSet


class ClubSummary(serializers.ModelSerializer[Club]):
    """A club in a list."""

    id = serializers.CharField(source="public_id", help_text="Does not change.")
    players = serializers.IntegerField(source="member_count", help_text="Number of members.")
    url = PageAddress("clubs:club", "slug", help_text="The club's page.")

    class Meta:
        model = Club
        fields: tuple[str, ...] = ("id", "slug", "name", "summary", "is_public", "time_zone", "players", "url")


class MemberRow(serializers.ModelSerializer[Membership]):
    """A player of a club."""

    player = PlayerName()
    number = serializers.CharField(help_text="Member number. Empty unless you are an organiser of the club.")

    class Meta:
        model = Membership
        fields = ("player", "role", "number")


class ClubPage(ClubSummary):
    """A club with its players."""

    members = MemberRow(source="memberships", many=True)

    class Meta(ClubSummary.Meta):
        fields = (*ClubSummary.Meta.fields, "members")


@extend_schema_view(
    list=extend_schema(summary="List clubs", description="Lists the clubs that you may see, newest first."),
    retrieve=extend_schema(summary="Get a club", description="Finds the club by its current slug or a former one."),
)
class ClubViewSet(PublicViewSet[Club]):
    """Clubs that the user may see: public ones, and those they belong to."""

    queryset = Club.objects.none()
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Club]:
        """Return the clubs that the user may see."""
        return clubs_listed_for(self.request.user)

    def get_object(self) -> Club:
        """Return the club of that slug, present or former, with its players. Raise `NoSuchClub`."""
        club = club_seen_by(self.kwargs["slug"], self.request.user)
        club = self.get_queryset().prefetch_related("memberships__player").get(pk=club.pk)
        members = list(club.memberships.all())
        show_names([membership.player for membership in members], club, self.request.user)
        if not rights_of(self.request.user, club).organise:
            for membership in members:
                membership.number = ""
        return club

    def get_serializer_class(self) -> type[ClubSummary]:
        """Return the serializer with players where one club is shown."""
        return ClubPage if self.action == "retrieve" else ClubSummary
