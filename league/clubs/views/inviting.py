"""Opening an invitation and joining by it, and taking one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.selectors import club_run_by, invitation_behind
from league.clubs.services import accept_invitation, take_back_invitation
from league.members.people import account_of
from league.members.trying import by_a_key

_INVITATION = "invitation"  # where the session keeps the key of an invitation that was opened


@by_a_key
@never_cache
@require_safe
def open_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the key in the session and go on to a page without it: it stays out of histories and referrers."""
    invitation_behind(key)
    request.session[_INVITATION] = key
    return redirect("clubs:invitation")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Join the club, by a button; whoever is not signed in does that first, or joins Moothill, and comes back."""
    key: str = request.session.get(_INVITATION, "")
    club = invitation_behind(key).club
    if request.method == "POST" and request.user.is_authenticated:
        membership = accept_invitation(key=key, account=account_of(request))
        request.session.pop(_INVITATION, None)
        messages.success(request, _("You belong to %(club)s now.") % {"club": membership.club})
        return redirect("clubs:club", membership.club.slug)
    return render(request, "clubs/invitation.html", {"room": "clubs", "club": club})


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Make an invitation void."""
    club = club_run_by(slug, request.user)
    take_back_invitation(club=club, public_id=public_id, by=account_of(request))
    messages.success(request, _("The invitation is taken back: its link leads nowhere any more."))
    return redirect("clubs:members", club.slug)
