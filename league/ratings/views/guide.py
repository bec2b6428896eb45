"""How ratings work, for whoever reads a leaderboard: the guide to ratings as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.ratings.views.leaderboards import ROOM
from league.shared.guides import DOCS, ENGLISH, rendered_file
from league.shared.language import language_here


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The guide to ratings, docs/ratings.md, in the reader's language where it is translated."""
    english, language = DOCS / "ratings.md", language_here()
    translated = DOCS / f"ratings.{language}.md"
    is_translated = language != ENGLISH and translated.exists()
    shown = rendered_file(translated, language, english) if is_translated else rendered_file(english)
    return render(request, "ratings/guide.html", {"room": ROOM, "guide": shown})
