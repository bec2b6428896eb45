"""The join link of a club: made, shown and revoked by its organisers; opened by those who join; requests answered."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.forms import JoinLinkForm
from league.clubs.models import Club, Membership
from league.clubs.selectors import (
    club_run_by,
    has_asked_to_join,
    invitations_to,
    join_link_behind,
    join_link_of,
    requests_to,
)
from league.clubs.services.joining import (
    approve_request,
    decline_request,
    join_by_link,
    make_join_link,
    revoke_join_link,
)
from league.members.queries import account_of
from league.members.rate_limits import by_a_key
from league.shared.forms import faults_on
from league.shared.phone_links import qr_code, site_for_links

INVITATIONS_SHOWN = 100  # on a page
_JOIN_LINK = "join-link"  # where the session keeps the key of a join link that was opened


@by_a_key
@never_cache
@require_safe
def open_join_link(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the key in the session and go on to a page without it: it stays out of histories and referrers."""
    join_link_behind(key)
    request.session[_JOIN_LINK] = key
    return redirect("clubs:join")


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Join the club of the link, or ask to, by a button; people without an account sign up first and come back."""
    key: str = request.session.get(_JOIN_LINK, "")
    link = join_link_behind(key)
    form = JoinLinkForm(request.POST or None)
    if request.method == "POST" and request.user.is_authenticated:
        with faults_on(form):
            joined = join_by_link(key=key, account=account_of(request))
            if isinstance(joined, Membership):
                messages.success(request, _("You are now a member of %(club)s.") % {"club": link.club})
                return redirect("clubs:club", link.club.slug)
            return redirect("clubs:join")
    waits = has_asked_to_join(link.club, request.user)
    facts = {"room": "clubs", "club": link.club, "link": link, "waits": waits, "form": form}
    return render(request, "clubs/join.html", facts)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def join_link(request: HttpRequest, slug: str) -> HttpResponse:
    """The join link of a club with its QR code, for organisers to create, copy, print and revoke."""
    club = club_run_by(slug, request.user)
    form = JoinLinkForm(request.POST or None)
    if form.is_valid() and request.method == "POST":
        with faults_on(form):
            make_join_link(club=club, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Join link created."))
            return redirect("clubs:join-link", club.slug)
    link = join_link_of(club)
    address = site_for_links(request) + reverse("clubs:open-join-link", args=[link.key]) if link else ""
    facts = {"link": link, "address": address, "code": qr_code(address) if address else ""}
    return render(request, "clubs/join_link.html", {"room": "clubs", "club": club, "form": form, **facts})


def ways_in(request: HttpRequest, club: Club) -> dict[str, object]:
    """What the page of a club's players shows of its invitations with their links, its join link and requests."""
    site, link = site_for_links(request), join_link_of(club)
    invited = Paginator(invitations_to(club), INVITATIONS_SHOWN).get_page(request.GET.get("invited"))
    invitations = [
        (invitation, site + reverse("clubs:open-invitation", args=[invitation.key])) for invitation in invited
    ]
    address = site + reverse("clubs:open-join-link", args=[link.key]) if link else ""
    facts = {"join_link": link, "join_address": address, "requests": requests_to(club)}
    return facts | {"invitations": invitations, "invited": invited}


@login_required
@require_POST
def revoke_join(request: HttpRequest, slug: str) -> HttpResponse:
    """End the join link of a club."""
    club = club_run_by(slug, request.user)
    revoke_join_link(club=club, by=account_of(request))
    messages.success(request, _("Join link revoked. It no longer works."))
    return redirect("clubs:join-link", club.slug)


@login_required
@require_POST
def answer_request(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Admit a player who asked to join, or decline."""
    club = club_run_by(slug, request.user)
    if request.POST.get("answer") != "admit":
        decline_request(club=club, public_id=public_id, by=account_of(request))
        messages.success(request, _("Request declined."))
    elif membership := approve_request(club=club, public_id=public_id, by=account_of(request)):
        words = {"player": membership.player, "club": club}
        messages.success(request, _("%(player)s is now a member of %(club)s.") % words)
    else:
        messages.error(request, _("This request has already been answered."))
    return redirect("clubs:members", club.slug)
