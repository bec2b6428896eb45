"""The addresses of the JSON API, version 1: an endpoint a line, then the schema and the page that explains it."""

from django.urls import include, path
from django.views.decorators.cache import cache_control
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from games.matches.api import Games, Matches
from league.clubs.api import Clubs

router = SimpleRouter()
router.register("clubs", Clubs, basename="club")
router.register("games", Games, basename="game")
router.register("matches", Matches, basename="match")

schema = cache_control(max_age=300, public=True)(SpectacularAPIView.as_view())
docs = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="shared/api_docs.html")

urlpatterns = [
    path("", include(router.urls)),
    path("schema", schema, name="api-schema"),
    path("docs", docs, name="api-docs"),
]
