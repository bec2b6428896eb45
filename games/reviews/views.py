"""Request a review, and the part of a page that shows it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from games.matches.presenters import chairs_of as chairs_of_match
from games.matches.replay_panels import Replay
from games.records.presenters import address_of
from games.records.presenters import chairs_of as chairs_of_record
from games.reviews.presenters import review_panel
from games.reviews.queries import match_to_review, record_to_review
from games.reviews.services import request_match_review, request_record_review
from league.accounts.queries import account_of
from league.common.responses import wants_fragment


@require_safe
def of_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the review of a match, as a part of its page."""
    match, opened = match_to_review(public_id, request.user)
    address = match.get_absolute_url()
    return _shown(request, Replay(opened=opened, chairs=chairs_of_match(match), address=address, match=public_id))


@require_safe
def of_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the review of a game record, as a part of its page."""
    record, opened = record_to_review(public_id, request.user)
    address = address_of(record)
    return _shown(request, Replay(opened=opened, chairs=chairs_of_record(record), address=address, record=public_id))


@login_required
@require_POST
def request_of_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request the review of a match."""
    request_match_review(account=account_of(request), public_id=public_id)
    return redirect(f"{reverse('matches:match', args=[public_id])}#review")


@login_required
@require_POST
def request_of_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request the review of a game record."""
    request_record_review(account=account_of(request), public_id=public_id)
    return redirect(f"{reverse('records:record', args=[public_id])}#review")


def _shown(request: HttpRequest, replay: Replay) -> HttpResponse:
    if wants_fragment(request):
        answer = render(request, "reviews/_review.html", {"panel": review_panel(request, replay)})
    else:
        answer = redirect(f"{replay.address}#review")
    patch_vary_headers(answer, ["HX-Request"])
    return answer
