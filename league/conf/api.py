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

from games.bots.api import Bots
from games.bots.remote.api import RemoteBots
from games.contests.api import Contests
from games.matches.api import Games, Matches, TheHall
from games.records.api import Records
from games.reviews.api import ReviewOfMatch
from league.clubs.api import Clubs
from league.common.api.fields import address_in
from league.common.api.views import PublicAnswers
from league.ratings.api import Players, Pools
from league.results.api import Results
from league.seasons.api import Leagues
from league.tournaments.api.views import Tournaments

router = SimpleRouter()
router.register("bots", Bots, basename="bot")
router.register("clubs", Clubs, basename="club")
router.register("contests", Contests, basename="contest")
router.register("games", Games, basename="game")
router.register("leagues", Leagues, basename="league")
router.register("matches", Matches, basename="match")
router.register("players", Players, basename="player")
router.register("pools", Pools, basename="pool")
router.register("remote-bots", RemoteBots, basename="remote-bot")
router.register("results", Results, basename="result")
router.register("tournaments", Tournaments, basename="tournament")


class ApiRoot(PublicAnswers):
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


class Docs(SpectacularSwaggerSplitView):
    """The API explained by Swagger UI, with a list of its groups."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the page, or the script that starts Swagger UI on it."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # it has no types
        if response.data:
            names = [tag["name"] for tag in spectacular_settings.TAGS]
            response.data["groups"] = [(name, name.replace(" ", "_")) for name in names]  # their anchors in Swagger UI
        return response


docs = Docs.as_view(url_name="api-schema", template_name="shared/api_docs.html")

urlpatterns = [
    path("", ApiRoot.as_view(), name="api-index"),
    path("hall/", TheHall.as_view(), name="api-hall"),
    path("records.ndjson", Records.as_view(), name="api-records"),
    path("matches/<slug:public_id>/review/", ReviewOfMatch.as_view(), name="api-match-review"),
    path("", include(router.urls)),
    path("schema", schema, name="api-schema"),
    path("docs", docs, name="api-docs"),
]
