"""Pages of join links and join requests."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.queries import account_of
from league.accounts.rate_limits import limit_wrong_keys
from league.clubs.forms import JoinLinkForm
from league.clubs.models import Membership
from league.clubs.presenters import join_address
from league.clubs.queries import (
    club_run_by,
    has_asked_to_join,
    join_link_behind,
    join_link_of,
)
from league.clubs.services import joining
from league.common.forms import posted, refusals_as_errors
from league.common.phone_links import qr_code
from league.common.responses import require_safe_or_post

# Where the session keeps the key of a link that was opened.
_JOIN_LINK = "join-link"


@limit_wrong_keys
@never_cache
@require_safe
def open_join_link(request: HttpRequest, key: str) -> HttpResponse:
    """Move the key into the session and redirect: it stays out of histories and referrers."""
    join_link_behind(key)
    request.session[_JOIN_LINK] = key
    return redirect("clubs:join")


@never_cache
@require_safe_or_post
def join(request: HttpRequest) -> HttpResponse:
    """Join the club of the link, or ask to; people without an account sign up first."""
    key: str = request.session.get(_JOIN_LINK, "")
    link = join_link_behind(key)
    form = Form(posted(request))  # without fields: it shows why the account cannot join
    if request.method == "POST" and request.user.is_authenticated:
        with refusals_as_errors(form):
            joined = joining.join_by_link(key=key, account=account_of(request))
            if isinstance(joined, Membership):
                say_joined(request, joined)
                return redirect("clubs:club", link.club.slug)
            return redirect("clubs:join")
    waits = has_asked_to_join(link.club, request.user)
    context = {"room": "clubs", "club": link.club, "link": link, "waits": waits, "form": form}
    return render(request, "clubs/join.html", context)


@never_cache
@login_required
@require_safe_or_post
def join_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the join link of a club with its QR code, for organisers to create, copy, print and revoke."""
    club = club_run_by(slug, request.user)
    form = JoinLinkForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            joining.make_join_link(club=club, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Join link created."))
            return redirect("clubs:join-link", club.slug)
    link = join_link_of(club)
    address = join_address(request, link)
    context = {"link": link, "address": address, "code": qr_code(address) if address else ""}
    return render(request, "clubs/join_link.html", {"room": "clubs", "club": club, "form": form, **context})


@login_required
@require_POST
def revoke_join_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Revoke the join link of a club."""
    club = club_run_by(slug, request.user)
    joining.revoke_join_link(club=club, by=account_of(request))
    messages.success(request, _("Join link revoked. It no longer works."))
    return redirect("clubs:join-link", club.slug)


@login_required
@require_POST
def answer_request(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Admit a player who asked to join, or decline; 400 for any other answer."""
    club = club_run_by(slug, request.user)
    answer, by = request.POST.get("answer"), account_of(request)
    if answer not in {"admit", "decline"}:
        raise BadRequest(f"A request is answered by admit or decline, not by {answer!r}.")
    if answer == "admit" and (membership := joining.approve_request(club=club, public_id=public_id, by=by)):
        words = {"player": membership.player, "club": club}
        messages.success(request, _("%(player)s is now a member of %(club)s.") % words)
    elif answer == "decline" and joining.decline_request(club=club, public_id=public_id, by=by):
        messages.success(request, _("Request declined."))
    else:
        messages.error(request, _("This request has already been answered."))
    return redirect("clubs:members", club.slug)


def say_joined(request: HttpRequest, membership: Membership) -> None:
    """Show that the account is a member now, and if its two players could not be merged."""
    messages.success(request, _("You are now a member of %(club)s.") % {"club": membership.club})
    if membership.is_separate:
        message = _(
            "Your earlier results at the club could not be added to your player. Ask an organiser to merge"
            " the two players."
        )
        messages.warning(request, message)
