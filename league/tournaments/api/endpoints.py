"""The addresses under which tournaments are read."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.shared.api.pages import WholeList
from league.shared.api.views import PublicRows
from league.tournaments.api import documents
from league.tournaments.api.questions import TournamentQuestion
from league.tournaments.api.shapes import (
    CrosstableRow,
    RoundPage,
    RoundRow,
    StandingsRow,
    TournamentPage,
    TournamentRow,
)
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Tournament
from league.tournaments.selectors.listing import tournament_seen_by, tournaments_seen_by


@extend_schema_view(
    list=extend_schema(
        summary="Tournaments",
        description="Those of the clubs that exist for the asker, newest first.",
        parameters=[TournamentQuestion],
    ),
    retrieve=extend_schema(
        summary="A tournament and its entries",
        description="What was agreed before the start, who plays, and how far it is.",
    ),
)
class Tournaments(PublicRows[Tournament]):
    """Tournaments of the clubs that exist for the one who asks."""

    queryset = Tournament.objects.none()
    serializer_class = TournamentRow
    question = TournamentQuestion

    def get_queryset(self) -> QuerySet[Tournament]:
        """What the asker may see."""
        return tournaments_seen_by(self.request.user)

    def get_object(self) -> Tournament:
        """One of them; raises `NoSuchTournament`."""
        return self.get_queryset().get(pk=self._event().pk)

    def get_serializer_class(self) -> type[TournamentRow]:
        """Entries only where one tournament is shown."""
        return TournamentPage if self.action == "retrieve" else TournamentRow

    @extend_schema(
        summary="Standings",
        description="Best first, with every tie-break; empty before the start.",
        responses=StandingsRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def standings(self, request: Request, public_id: str) -> Response:
        """Who stands where."""
        return self._whole(documents.standings(self._event(), self.get_serializer_context()))

    @extend_schema(
        summary="Crosstable",
        description="Everybody's meetings with everybody, in the order of the standings; empty before the start.",
        responses=CrosstableRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def crosstable(self, request: Request, public_id: str) -> Response:
        """Everybody against everybody."""
        return self._whole(documents.crosstable(self._event(), self.get_serializer_context()))

    @extend_schema(
        summary="Rounds",
        description="Every round there is, in a line.",
        responses=RoundRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def rounds(self, request: Request, public_id: str) -> Response:
        """The rounds."""
        return self._whole(documents.rounds(self._event(), self.get_serializer_context()))

    @extend_schema(
        summary="A round with its tables",
        description="Pairings, the games of each with points and places, and what they paid.",
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round's number, from 1.")],
        responses=RoundPage,
    )
    @action(
        detail=True,
        url_path="rounds/(?P<number>[0-9]{1,5})",
        url_name="round",
        pagination_class=None,
    )
    def one_round(self, request: Request, public_id: str, number: str) -> Response:
        """One round; raises `NoSuchTournament` where there is none of that number."""
        found = documents.round_page(self._event(), int(number), self.get_serializer_context())
        if found is None:
            raise NoSuchTournament(_("This tournament has no round %(number)s yet.") % {"number": int(number)})
        return Response(found)

    def _event(self) -> Tournament:
        event, _rights = tournament_seen_by(self.kwargs["public_id"], self.request.user)
        return event

    def _whole(self, rows: list[documents.Document]) -> Response:
        return WholeList().get_paginated_response(rows)
