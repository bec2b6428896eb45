"""Reviews of matches as JSON."""

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.core.record import steps
from games.matches.queries import OpenRecord
from games.reviews.event_json import from_json
from games.reviews.models import Review
from games.reviews.queries import review_at
from league.common.api.views import ApiView


class ChoiceRow(serializers.Serializer[Any]):
    """A move, and the best other move."""

    event = serializers.IntegerField(help_text="Number of the move in the events of the record, from 0.")
    seat = serializers.IntegerField(help_text="The seat that moved, from 0.")
    loss = serializers.FloatField(
        help_text="Chance of winning after the best other move, minus the chance after the move; 0 if that is negative."
    )
    best = serializers.ListField(
        child=serializers.IntegerField(), help_text="The best other move, as the engine writes events."
    )


class ReviewPage(serializers.Serializer[Any]):
    """The review of a match so far."""

    status = serializers.ChoiceField(choices=Review.Status.choices)
    version = serializers.IntegerField(help_text="Grows when Moothill computes reviews in another way.")
    events = serializers.IntegerField(source="of", help_text="Events of the record; 0 until a worker has read it.")
    chances = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        help_text="After each event, each seat's chance of winning from 0 to 1.",
    )
    choices = ChoiceRow(many=True, help_text="All moves of players who had a choice.")


class MatchReviewView(ApiView):
    """The review of a match."""

    @extend_schema(
        operation_id="match_review",
        summary="Get the review of a match",
        description=(
            "Returns each seat's chance of winning after every event, and the best other move of every choice. "
            "Returns 404 until the review is requested on the page of the match."
        ),
        responses=ReviewPage,
        tags=["matches"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return what is computed so far."""
        review, opened = review_at(public_id, request.user)
        chances = [from_json(stored).chances for stored in review.events]
        facts = {"status": review.status, "version": review.version, "of": review.of, "chances": chances}
        return Response(ReviewPage({**facts, "choices": list(_choices(review, opened))}).data)


def _choices(review: Review, opened: OpenRecord) -> Iterator[dict[str, Any]]:
    for number, ((state, _event), stored) in enumerate(zip(steps(opened.record), review.events, strict=False)):
        event = from_json(stored)
        if event.best is not None:
            yield {"event": number, "seat": state.turn, "loss": event.loss, "best": event.best}
