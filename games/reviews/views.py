"""Request a review, and the part of a page that shows it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from games.matches.replays import replay_of_match
from games.records.presenters import replay_of_record
from games.reviews.presenters import review_panel
from games.reviews.queries import match_to_review, record_to_review
from games.reviews.services import Kind, request_review
from league.accounts.queries import account_of
from league.common.responses import wants_fragment

PAGES: dict[Kind, str] = {"match": "matches:match", "record": "records:record"}


@require_safe
def review(request: HttpRequest, public_id: str, kind: Kind) -> HttpResponse:
    """Show the review of a match or of a game record, as a part of its page."""
    if kind == "match":
        replay = replay_of_match(*match_to_review(public_id, request.user))
    else:
        replay = replay_of_record(*record_to_review(public_id, request.user))
    if wants_fragment(request):
        answer = render(request, "reviews/_review.html", {"panel": review_panel(request, replay)})
    else:
        answer = redirect(f"{replay.address}#review")
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@login_required
@require_POST
def request_one(request: HttpRequest, public_id: str, kind: Kind) -> HttpResponse:
    """Request the review of a match or of a game record."""
    request_review(account=account_of(request), kind=kind, public_id=public_id)
    return redirect(reverse(PAGES[kind], args=[public_id]) + "#review")
