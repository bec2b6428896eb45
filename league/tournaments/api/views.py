"""Endpoints of tournaments."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.accounts.idempotency import IdempotentWrites
from league.common.api.fields import ChoiceField
from league.common.api.pages import WholeList
from league.common.api.views import PublicViewSet, Scopes
from league.common.query_params import QueryParams, SlugField
from league.tournaments.api import documents
from league.tournaments.api.serializers import (
    CrosstableRow,
    Document,
    EntryWritten,
    RoundPage,
    RoundRow,
    StandingsRow,
    TournamentPage,
    TournamentRow,
    entries_written,
)
from league.tournaments.api.writes import (
    FromRound,
    NewEntries,
    NewGuest,
    NewResults,
    Presence,
    ResultsWritten,
    enter,
    enter_a_guest,
    enter_results,
)
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Entry, Tournament
from league.tournaments.queries.entries import entry_in
from league.tournaments.queries.tournaments import (
    tournament_run_by,
    tournament_scored_by,
    tournament_seen_by,
    tournaments_seen_by,
)
from league.tournaments.services import entries, withdrawals

ROUND = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round's number, from 1.")
ENTRY = OpenApiParameter("entry", str, OpenApiParameter.PATH, description="The entry's `id`.")


class TournamentQueryParams(QueryParams):
    """By club, game, pool and status."""

    club = SlugField("club")
    game = SlugField("game")
    pool = SlugField("pool (leaderboard)")
    status = ChoiceField(choices=Tournament.Status.choices, required=False)

    lookups = {"club": "club__slug", "game": "game", "pool": "pool__slug", "status": "status"}


_POST_ACTION: dict[str, Any] = {  # arguments of `action`
    "detail": True,
    "methods": ["post"],
    "permission_classes": [IsAuthenticated],
    "pagination_class": None,
}


@extend_schema_view(
    list=extend_schema(
        summary="List tournaments",
        description="Lists the tournaments of the clubs that you may see, newest first.",
        parameters=[TournamentQueryParams],
    ),
    retrieve=extend_schema(summary="Get a tournament", description="Returns format and rules, entries and progress."),
)
class TournamentViewSet(IdempotentWrites, PublicViewSet[Tournament]):
    """Tournaments of the clubs that the user may see."""

    queryset = Tournament.objects.none()
    serializer_class = TournamentRow
    query_params_class = TournamentQueryParams
    reading_scopes = ("results:write", "events:write")
    required_scope: ClassVar[dict[str, Scopes]] = {
        "results": "results:write",
        "entries": "events:write",
        "guests": "events:write",
        "withdraw": "events:write",
        "check_in": "events:write",
    }

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return the tournaments that the user may see."""
        return tournaments_seen_by(self.request.user)

    def get_object(self) -> Tournament:
        """Return the tournament in the URL. Raise `NoSuchTournament`."""
        return self.get_queryset().get(pk=self._tournament().pk)

    def get_serializer_class(self) -> type[TournamentRow]:
        """Return the serializer; only that of one tournament has entries."""
        return TournamentPage if self.action == "retrieve" else TournamentRow

    @extend_schema(
        summary="Get the standings",
        description="Lists the entries, best first, with all tie-breaks. Empty before the start.",
        responses=StandingsRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def standings(self, request: Request, public_id: str) -> Response:
        """Return the standings."""
        return self._whole(documents.standings(self._tournament(), self.get_serializer_context()))

    @extend_schema(
        summary="Get the crosstable",
        description=(
            "Lists the games of every player against every other, in the order of the standings. "
            "Empty before the start."
        ),
        responses=CrosstableRow(many=True),
    )
    @action(detail=True, pagination_class=WholeList)
    def crosstable(self, request: Request, public_id: str) -> Response:
        """Return the crosstable."""
        return self._whole(documents.crosstable(self._tournament(), self.get_serializer_context()))

    @extend_schema(summary="List rounds", description="Lists the published rounds.", responses=RoundRow(many=True))
    @action(detail=True, pagination_class=WholeList)
    def rounds(self, request: Request, public_id: str) -> Response:
        """Return the published rounds."""
        return self._whole(documents.rounds(self._tournament(), self.get_serializer_context()))

    @extend_schema(
        summary="Get a round",
        description="Returns the pairings with their games, scores, places and points.",
        parameters=[ROUND],
        responses=RoundPage,
    )
    @action(detail=True, url_path="rounds/(?P<number>[0-9]{1,5})", url_name="round", pagination_class=None)
    def one_round(self, request: Request, public_id: str, number: str) -> Response:
        """Return a published round. Raise `NoSuchTournament` if there is none of that number."""
        page = documents.round_page(self._tournament(), int(number), self.get_serializer_context())
        if page is None:
            raise NoSuchTournament(_("This tournament has no round %(number)s yet."), number=int(number))
        return Response(page)

    @extend_schema(
        summary="Enter results of a round",
        description=(
            "Enters results of games that have none yet, in a published round. If one is refused, "
            "none is entered. Each game is identified by its `subject` from the round. For scorers "
            "and organisers."
        ),
        parameters=[ROUND],
        request=NewResults,
        responses={201: ResultsWritten},
    )
    @action(url_path="rounds/(?P<number>[0-9]{1,5})/results", **_POST_ACTION)
    def results(self, request: Request, public_id: str, number: str) -> Response:
        """Enter results of a round."""
        tournament = tournament_scored_by(public_id, request.user)
        sent = NewResults.read(request.data)
        return Response({"entered": enter_results(tournament, int(number), sent["results"], self.account)}, status=201)

    @extend_schema(
        summary="Enter players",
        description=(
            "Enters members of the club, or bots in a tournament of bot matches. If one cannot be "
            "entered, none is. In a running tournament they are late entries. For organisers."
        ),
        request=NewEntries,
        responses={201: OpenApiResponse(EntryWritten(many=True), description="The new entries.")},
    )
    @action(**_POST_ACTION)
    def entries(self, request: Request, public_id: str) -> Response:
        """Enter members or bots."""
        tournament = tournament_run_by(public_id, request.user)
        entered = enter(tournament, NewEntries.read(request.data), self.account)
        return Response(self._written(tournament, *entered), status=201)

    @extend_schema(
        summary="Enter a guest",
        description=(
            "Send a `name`, or the `player` id of a guest who has played here before. A name similar "
            "to a known player's is refused: send `player`, or list those players in `others` if this"
            " is another person. For organisers."
        ),
        request=NewGuest,
        responses={201: EntryWritten},
    )
    @action(url_path="entries/guest", **_POST_ACTION)
    def guests(self, request: Request, public_id: str) -> Response:
        """Enter a guest."""
        tournament = tournament_run_by(public_id, request.user)
        entered = enter_a_guest(tournament, NewGuest.read(request.data), self.account)
        return Response(self._written(tournament, entered)[0], status=201)

    @extend_schema(
        summary="Withdraw an entry",
        description=(
            "Before the start the entry is removed (204). In a running tournament its open games are "
            "forfeited, or it leaves before `from_round`. For organisers."
        ),
        parameters=[ENTRY],
        request=FromRound,
        responses={200: EntryWritten, 204: OpenApiResponse(description="The entry is removed.")},
    )
    @action(url_path="entries/(?P<entry>[0-9a-z]{12})/withdraw", **_POST_ACTION)
    def withdraw(self, request: Request, public_id: str, entry: str) -> Response:
        """Withdraw an entry."""
        tournament = tournament_run_by(public_id, request.user)
        leaver, sent = entry_in(tournament, entry), FromRound.read(request.data)
        withdrawals.withdraw(entry=leaver, from_round=sent["from_round"], by=self.account)
        rows = self._written(tournament, leaver)
        return Response(rows[0]) if rows else Response(status=204)

    @extend_schema(
        summary="Check a player in",
        description="Only while check-in is open. For scorers and organisers. Idempotent.",
        parameters=[ENTRY],
        request=Presence,
        responses={200: EntryWritten},
    )
    @action(url_path="entries/(?P<entry>[0-9a-z]{12})/check-in", **_POST_ACTION)
    def check_in(self, request: Request, public_id: str, entry: str) -> Response:
        """Save whether a player is present."""
        tournament = tournament_scored_by(public_id, request.user)
        found, sent = entry_in(tournament, entry), Presence.read(request.data)
        entries.check_in(entry=found, is_here=sent["is_here"], by=self.account)
        return Response(self._written(tournament, found)[0])

    def _written(self, tournament: Tournament, *written: Entry) -> list[Document]:
        return entries_written(tournament, [entry.pk for entry in written], self.get_serializer_context())

    def _tournament(self) -> Tournament:
        tournament, _rights = tournament_seen_by(self.kwargs["public_id"], self.request.user)
        return tournament

    def _whole(self, rows: list[Document]) -> Response:
        return WholeList().get_paginated_response(rows)
