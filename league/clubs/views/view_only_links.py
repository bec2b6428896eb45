"""Pages of view-only links of a club, and of links by which a person claims a member."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.queries import account_of
from league.accounts.rate_limits import limit_wrong_keys
from league.clubs.forms import ViewOnlyLinkForm
from league.clubs.middleware import remember_link
from league.clubs.queries import (
    club_owned_by,
    club_run_by,
    membership_in,
    view_only_link_at,
    view_only_link_behind,
    view_only_links_of,
)
from league.clubs.services import clubs as services
from league.clubs.services.players import issue_claim, revoke_claim
from league.common.forms import posted, refusals_as_errors
from league.common.phone_links import site_for_links
from league.common.responses import require_safe_or_post


@limit_wrong_keys
@never_cache
@require_safe
def open_view_only_link(request: HttpRequest, key: str) -> HttpResponse:
    """Open a club by a view-only link, kept in the session so that the URL does not spread."""
    link = view_only_link_behind(key)
    remember_link(request, key)
    answer = redirect("clubs:club", link.club.slug)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@login_required
@require_safe_or_post
def view_only_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the view-only links of a club, for its owners to create, copy and revoke."""
    club = club_owned_by(slug, request.user)
    form = ViewOnlyLinkForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            services.make_view_only_link(club=club, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Link created. Copy it from the list."))
            return redirect("clubs:view-only-links", club.slug)
    rows = [
        (link, site_for_links(request) + reverse("clubs:open-view-only-link", args=[link.key]))
        for link in view_only_links_of(club)
    ]
    return render(request, "clubs/view_only_links.html", {"room": "clubs", "club": club, "form": form, "rows": rows})


@login_required
@require_POST
def revoke_view_only_link(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Revoke a view-only link."""
    club = club_owned_by(slug, request.user)
    services.revoke_view_only_link(link=view_only_link_at(club, public_id), by=account_of(request))
    messages.success(request, _("Link revoked. It no longer works."))
    return redirect("clubs:view-only-links", club.slug)


@never_cache
@login_required
@require_POST
def make_claim(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Create a link by which a person claims a member without an account, and show it once."""
    club = club_run_by(slug, request.user)
    membership = membership_in(club, public_id)
    token = issue_claim(membership=membership, by=account_of(request))
    address = site_for_links(request) + reverse("accounts:open-claim-link", args=[token])
    return render(
        request, "clubs/claim_link.html", {"room": "clubs", "club": club, "membership": membership, "address": address}
    )


@login_required
@require_POST
def revoke_claim_link(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Revoke the link by which a person claims a member."""
    club = club_run_by(slug, request.user)
    membership = membership_in(club, public_id)
    revoke_claim(membership=membership, by=account_of(request))
    messages.success(request, _("Account link for %(player)s revoked.") % {"player": membership.player})
    return redirect("clubs:member", club.slug, membership.public_id)
