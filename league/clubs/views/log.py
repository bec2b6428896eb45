"""What was changed in a club, for those who run it."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.clubs.selectors import club_run_by, merges_to_undo
from league.members.audit_log import changes_at_club, lines_of

PAGE = 50


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Every change of a club and its events, the latest first."""
    club = club_run_by(slug, request.user)
    page = Paginator(changes_at_club(club.public_id), PAGE).get_page(request.GET.get("page"))
    lines = lines_of(list(page))
    merges = merges_to_undo(club, [line.merge for line in lines if line.merge])
    facts = {"room": "clubs", "club": club, "page": page, "lines": lines, "merges": merges}
    return render(request, "clubs/log.html", facts)
