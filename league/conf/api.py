"""The addresses of the JSON API, version 1."""

from typing import Any

from django.urls import include, path, reverse
from django.views.decorators.cache import cache_control
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from games.bots.api import UploadedBotViewSet
from games.bots.remote.api import RemoteBotViewSet
from games.contests.api import ContestViewSet
from games.matches.api.games import GameViewSet
from games.matches.api.matches import HomePageView, MatchViewSet
from games.records.api import RecordsView
from games.reviews.api import MatchReviewView
from league.clubs.api import ClubViewSet
from league.common.api.fields import address_in
from league.common.api.schema import operations_by_tag
from league.common.api.views import ApiView
from league.ratings.api import PlayerViewSet, PoolViewSet
from league.results.api import ResultViewSet
from league.seasons.api import LeagueViewSet
from league.tournaments.api.views import TournamentViewSet

router = SimpleRouter()
router.register("bots", UploadedBotViewSet, basename="bot")
router.register("clubs", ClubViewSet, basename="club")
router.register("contests", ContestViewSet, basename="contest")
router.register("games", GameViewSet, basename="game")
router.register("leagues", LeagueViewSet, basename="league")
router.register("matches", MatchViewSet, basename="match")
router.register("players", PlayerViewSet, basename="player")
router.register("pools", PoolViewSet, basename="pool")
router.register("remote-bots", RemoteBotViewSet, basename="remote-bot")
router.register("results", ResultViewSet, basename="result")
router.register("tournaments", TournamentViewSet, basename="tournament")


class ApiRootView(ApiView):
    """Where a program begins: the address of everything else."""

    @extend_schema(
        operation_id="index",
        summary="List endpoints",
        description="Returns the address of every list, of the schema and of the API documentation, by name.",
        responses={200: {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}},
        tags=["index"],
    )
    def get(self, request: Request) -> Response:
        """Return the addresses by name."""
        # First what runs now, then every list, then what describes them: programs show them in this order.
        lists = {prefix: f"{basename}-list" for prefix, _viewset, basename in router.registry}
        names = {"hall": "api-hall", **lists, "records": "api-records", "schema": "api-schema", "docs": "api-docs"}
        return Response({name: address_in({"request": request}, reverse(to)) for name, to in names.items()})


schema = cache_control(max_age=300, public=True)(SpectacularAPIView.as_view())


class DocsView(SpectacularSwaggerSplitView):
    """The API explained by Swagger UI, with its operations by group."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the page, or the script that starts Swagger UI on it."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # it has no types
        if response.data:
            names = [tag["name"] for tag in spectacular_settings.TAGS]
            operations = operations_by_tag()
            response.data["groups"] = [  # with their anchors in Swagger UI
                (name, name.replace(" ", "_"), operations.get(name, ())) for name in names
            ]
        return response


docs = DocsView.as_view(url_name="api-schema", template_name="shared/api_docs.html")

urlpatterns = [
    path("", ApiRootView.as_view(), name="api-index"),
    path("hall/", HomePageView.as_view(), name="api-hall"),
    path("records.ndjson", RecordsView.as_view(), name="api-records"),
    path("matches/<slug:public_id>/review/", MatchReviewView.as_view(), name="api-match-review"),
    path("", include(router.urls)),
    path("schema", schema, name="api-schema"),
    path("docs", docs, name="api-docs"),
]
