"""The ledger as JSON: every row that was entered, corrections beside what they correct."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.members.api import StandingPlayer
from league.results.links import links_of
from league.results.models import Result, ResultSeat
from league.results.naming import show_names_of_results
from league.results.questions import ResultQuestion
from league.results.selectors import ledger_seen_by
from league.shared.api.fields import address_in
from league.shared.api.views import PublicList


class ResultSeatRow(serializers.ModelSerializer[ResultSeat]):
    """What one seat came to."""

    seat = serializers.IntegerField(min_value=0, max_value=4, help_text="From 0, who moves first.")
    player = StandingPlayer()
    points = serializers.IntegerField(help_text="The game's own.")
    place = serializers.IntegerField(min_value=1, max_value=5, help_text="1, 2, 2, 4: shared places are skipped.")

    class Meta:
        model = ResultSeat
        fields = ("seat", "player", "points", "place")


class LinkRow(serializers.Serializer[Any]):
    """A page about what was decided: a match, the table of a tournament."""

    words = serializers.CharField()
    url = serializers.URLField()


class ResultRow(serializers.ModelSerializer[Result]):
    """A row of the ledger."""

    pool = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    number = serializers.IntegerField(help_text="The row's number in its pool: from 1, without a gap.")
    subject = serializers.UUIDField(help_text="What was decided; a correction has the subject of what it corrects.")
    supersedes = serializers.SerializerMethodField(help_text="The number of the row that this one corrects, or null.")
    entered_by = StandingPlayer(
        allow_null=True, read_only=True, help_text="Who typed it in, decided or corrected it; null is the house itself."
    )
    is_current = serializers.SerializerMethodField(help_text="Whether no later row corrects it.")
    seats = ResultSeatRow(many=True, help_text="From the first seat on; none where a result was withdrawn.")
    url = serializers.SerializerMethodField(help_text="The page of the result, with its whole history.")
    links = serializers.SerializerMethodField(help_text="Pages about it which the asker may see.")

    class Meta:
        model = Result
        fields = (
            "pool", "number", "subject", "how", "ending", "is_rated", "is_current", "supersedes", "reason",
            "entered_by", "played_at", "entered_at", "seats", "url", "links",
        )  # fmt: skip
        extra_kwargs = {
            "ending": {"help_text": "How a game ended that was not played to its end; else empty."},
            "is_rated": {"help_text": "Whether ratings move; only what was played can."},
            "reason": {"help_text": "Why it was corrected or withdrawn; empty in a first row."},
        }

    def get_supersedes(self, result: Result) -> int | None:
        """Corrections stay in their pool."""
        return result.supersedes.number if result.supersedes else None

    def get_is_current(self, result: Result) -> bool:
        """Read with the row."""
        return not hasattr(result, "superseded_by")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, result: Result) -> str:
        """Any row of a chain leads to the same history."""
        return address_in(self.context, reverse("results:result", args=[result.pool.slug, result.number]))

    @extend_schema_field(LinkRow(many=True))
    def get_links(self, result: Result) -> list[dict[str, str]]:
        """Those that `with_links` put into the context."""
        links = self.context["links"].get(result.subject, ())
        return [{"words": link.words, "url": address_in(self.context, link.href)} for link in links]


def with_links(context: Mapping[str, Any], results: Sequence[Result]) -> dict[str, Any]:
    """A serializer's context with the links of these results, in a fixed number of queries."""
    subjects = {result.subject for result in results}
    return {**context, "links": links_of(subjects, context["request"].user)}


@extend_schema_view(list=extend_schema(summary="Results", parameters=[ResultQuestion]))
class Results(PublicList[Result]):
    """The ledger's rows in the pools that exist for the one who asks, those entered last first.

    Rows are added, never changed: a correction is a row of its own which `supersedes` an earlier one.
    """

    queryset = Result.objects.none()
    serializer_class = ResultRow
    question = ResultQuestion

    def get_queryset(self) -> QuerySet[Result]:
        """What the asker may see."""
        return ledger_seen_by(self.request.user)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of the ledger."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        show_names_of_results(page, request.user)
        rows = ResultRow(page, many=True, context=with_links(self.get_serializer_context(), page))
        return self.get_paginated_response(rows.data)
