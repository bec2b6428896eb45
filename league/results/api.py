"""Pools and the ledger as JSON: every row that was entered, with corrections."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.accounts.api import StandingPlayer
from league.common.api.fields import PageAddress, address_in
from league.common.api.views import PublicListViewSet
from league.results.filters import ResultQueryParams
from league.results.models import Result, ResultSeat
from league.results.queries import ledger_seen_by, show_names_of_results
from league.results.subjects import links_of


class ResultSeatRow(serializers.ModelSerializer[ResultSeat]):
    """Result of one seat."""

    seat = serializers.IntegerField(min_value=0, max_value=4, help_text="Seat, from 0. Seat 0 moves first.")
    player = StandingPlayer()
    points = serializers.IntegerField(help_text="Score in the game.")
    place = serializers.IntegerField(min_value=1, max_value=5, help_text="Place: 1, 2, 2, 4.")

    class Meta:
        model = ResultSeat
        fields = ("seat", "player", "points", "place")


class LinkRow(serializers.Serializer[Any]):
    """A related page, such as a match or a table of a tournament."""

    words = serializers.CharField()
    url = serializers.URLField()


class ResultRow(serializers.ModelSerializer[Result]):
    """A result, or a correction of one."""

    pool = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    number = serializers.IntegerField(help_text="Sequence number in its pool, from 1.")
    subject = serializers.UUIDField(
        help_text=("Id of the game. A correction has the same subject as the result that it corrects.")
    )
    supersedes = serializers.SerializerMethodField(help_text=("Sequence number of the corrected row, or null."))
    entered_by = StandingPlayer(
        allow_null=True, read_only=True, help_text="Person who entered or corrected it. Null for Moothill."
    )
    is_current = serializers.SerializerMethodField(help_text="False if a later row corrects this one.")
    seats = ResultSeatRow(many=True, help_text="In seat order. Empty if the result was withdrawn.")
    url = PageAddress("results:result", "pool.slug", "number", help_text="Page of the result with its history.")
    links = serializers.SerializerMethodField(help_text="Related pages that you may see.")

    class Meta:
        model = Result
        fields = (
            "pool", "number", "subject", "how", "ending", "is_rated", "is_current", "supersedes", "reason",
            "entered_by", "played_at", "entered_at", "seats", "url", "links",
        )  # fmt: skip
        extra_kwargs = {
            "ending": {"help_text": "How the game ended early. Empty if it did not."},
            "is_rated": {"help_text": "Whether the result is rated. Only played games are."},
            "reason": {"help_text": "Reason of the correction. Empty in a first row."},
        }

    def get_supersedes(self, result: Result) -> int | None:
        """Corrections stay in their pool."""
        return result.supersedes.number if result.supersedes else None

    def get_is_current(self, result: Result) -> bool:
        """Read with the row."""
        return not hasattr(result, "superseded_by")

    @extend_schema_field(LinkRow(many=True))
    def get_links(self, result: Result) -> list[dict[str, str]]:
        """Those that `with_links` put into the context."""
        links = self.context["links"].get(result.subject, ())
        return [{"words": link.words, "url": address_in(self.context, link.href)} for link in links]


def with_links(context: Mapping[str, Any], results: Sequence[Result]) -> dict[str, Any]:
    """Return a serializer's context with the links of these results, in a fixed number of queries."""
    subjects = {result.subject for result in results}
    return {**context, "links": links_of(subjects, context["request"].user)}


@extend_schema_view(list=extend_schema(summary="List results", parameters=[ResultQueryParams]))
class ResultViewSet(PublicListViewSet[Result]):
    """The ledger's rows in the pools that exist for the one who asks, those entered last first.

    Rows are added, never changed: a correction is a row of its own which `supersedes` an earlier one.
    """

    queryset = Result.objects.none()
    serializer_class = ResultRow
    query_params_class = ResultQueryParams

    def get_queryset(self) -> QuerySet[Result]:
        """Return what the user may see."""
        return ledger_seen_by(self.request.user)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the results that you may see, in the order in which they were entered."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        show_names_of_results(page, request.user)
        rows = ResultRow(page, many=True, context=with_links(self.get_serializer_context(), page))
        return self.get_paginated_response(rows.data)
