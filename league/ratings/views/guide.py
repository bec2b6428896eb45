"""How ratings work, for whoever reads a leaderboard: the guide to ratings as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.ratings.views.leaderboards import ROOM
from league.shared.guides import DOCS, rendered_file


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The guide to ratings, docs/ratings.md."""
    return render(request, "ratings/guide.html", {"room": ROOM, "guide": rendered_file(DOCS / "ratings.md")})
