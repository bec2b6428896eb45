"""Pages of join links, join requests, invitations, claim links and share links."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.errors import TooManyMails
from league.accounts.mail import say_written
from league.accounts.queries import account_of, player_of
from league.accounts.rate_limits import limit_wrong_keys
from league.accounts.views.sign_in import Known, keep_what_is_known
from league.clubs.errors import DemoInvitesNone, InvitationGone, NoAddress, TooManyInvited
from league.clubs.forms import JoinLinkForm, ShowLinkForm
from league.clubs.middleware import remember_link
from league.clubs.models import Club, JoinLink, Membership
from league.clubs.queries import (
    club_owned_by,
    club_run_by,
    has_asked_to_join,
    invitation_behind,
    invitation_for,
    invitations_to,
    join_link_behind,
    join_link_of,
    membership_in,
    requests_to,
    show_link_at,
    show_link_behind,
    show_links_of,
)
from league.clubs.services.clubs import make_show_link, revoke_show_link
from league.clubs.services.invitations import read_key, resend_invitation, take_back_invitation
from league.clubs.services.joining import (
    accept_invitation,
    approve_request,
    decline_request,
    join_by_link,
    make_join_link,
    revoke_join_link,
)
from league.clubs.services.players import issue_claim, revoke_claim
from league.common.forms import faults_on, posted, refusals_shown
from league.common.http_methods import require_safe_or_post
from league.common.phone_links import qr_code, site_for_links

INVITATIONS_SHOWN = 100  # on a page
# Where the session keeps the key of a link that was opened.
_JOIN_LINK = "join-link"
_INVITATION = "invitation"


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
    form = Form(posted(request))  # without fields: it shows why somebody cannot join
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
@require_safe_or_post
def join_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the join link of a club with its QR code, for organisers to create, copy, print and revoke."""
    club = club_run_by(slug, request.user)
    form = JoinLinkForm(posted(request))
    if form.is_valid():
        with faults_on(form):
            make_join_link(club=club, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Join link created."))
            return redirect("clubs:join-link", club.slug)
    link = join_link_of(club)
    address = _address_of(request, link)
    facts = {"link": link, "address": address, "code": qr_code(address) if address else ""}
    return render(request, "clubs/join_link.html", {"room": "clubs", "club": club, "form": form, **facts})


def ways_in(request: HttpRequest, club: Club) -> dict[str, object]:
    """Return the context of invitations, join link and requests on the page of a club's players."""
    site, link = site_for_links(request), join_link_of(club)
    invited = Paginator(invitations_to(club), INVITATIONS_SHOWN).get_page(request.GET.get("invited"))
    invitations = [
        (invitation, site + reverse("clubs:open-invitation", args=[invitation.key])) for invitation in invited
    ]
    facts = {"join_link": link, "join_address": _address_of(request, link), "requests": requests_to(club)}
    return facts | {"invitations": invitations, "invited": invited}


def _address_of(request: HttpRequest, link: JoinLink | None) -> str:
    return site_for_links(request) + reverse("clubs:open-join-link", args=[link.key]) if link else ""


@login_required
@require_POST
def revoke_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Revoke the join link of a club."""
    club = club_run_by(slug, request.user)
    revoke_join_link(club=club, by=account_of(request))
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
    if answer == "admit" and (membership := approve_request(club=club, public_id=public_id, by=by)):
        words = {"player": membership.player, "club": club}
        messages.success(request, _("%(player)s is now a member of %(club)s.") % words)
    elif answer == "decline" and decline_request(club=club, public_id=public_id, by=by):
        messages.success(request, _("Request declined."))
    else:
        messages.error(request, _("This request has already been answered."))
    return redirect("clubs:members", club.slug)


@limit_wrong_keys
@never_cache
@require_safe
def open_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Move the key into the session and redirect: it stays out of histories and referrers."""
    opened = read_key(key)
    found = invitation_behind(opened.key, request.user)
    request.session[_INVITATION] = key
    name = found.player.name if found.player else ""
    keep_what_is_known(request, Known(name, found.email, is_confirmed=opened.by_mail))
    return redirect("clubs:invitation")


@never_cache
@login_required
@require_safe
def own_invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open an invitation to the reader's confirmed address, without its link."""
    request.session[_INVITATION] = invitation_for(account_of(request), public_id).key
    return redirect("clubs:invitation")


@never_cache
@require_safe_or_post
def invitation(request: HttpRequest) -> HttpResponse:
    """Join the club; people who are not signed in sign in or sign up first."""
    opened = read_key(request.session.get(_INVITATION, ""))
    found = invitation_behind(opened.key, request.user)
    form = Form(posted(request))  # without fields: it shows why somebody cannot join
    if request.method == "POST" and request.user.is_authenticated:
        with faults_on(form):
            membership = accept_invitation(
                key=opened.key,
                account=account_of(request),
                by_mail=opened.by_mail,
                as_named=request.POST.get("as") != "other",
            )
            _say_joined(request, membership)
            return redirect("clubs:club", membership.club.slug)
    if found.accepted_at is not None:
        return redirect("clubs:club", found.club.slug)
    own = player_of(account_of(request)) if request.user.is_authenticated else None
    facts = {"room": "clubs", "club": found.club, "invitation": found, "own": own, "form": form}
    return render(request, "clubs/invitation.html", facts)


@login_required
@require_POST
def resend(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Send the mail of an invitation again."""
    club = club_run_by(slug, request.user)
    with refusals_shown(request, InvitationGone, DemoInvitesNone, NoAddress, TooManyInvited, TooManyMails):
        invited = resend_invitation(club=club, public_id=public_id, by=account_of(request))
        sentence = _("Invitation resent to %(email)s.") % {"email": invited.email}
        messages.success(request, say_written(sentence, account_of(request)))
    return redirect("clubs:members", club.slug)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Withdraw an invitation."""
    club = club_run_by(slug, request.user)
    take_back_invitation(club=club, public_id=public_id, by=account_of(request))
    messages.success(request, _("Invitation withdrawn. Its link no longer works."))
    return redirect("clubs:members", club.slug)


def _say_joined(request: HttpRequest, membership: Membership) -> None:
    messages.success(request, _("You are now a member of %(club)s.") % {"club": membership.club})
    if membership.is_separate:
        said = _(
            "Your earlier results at the club could not be added to your player. Ask an organiser to merge"
            " the two players."
        )
        messages.warning(request, said)


@limit_wrong_keys
@never_cache
@require_safe
def open_share_link(request: HttpRequest, key: str) -> HttpResponse:
    """Open a club by a share link, kept in the session so that the URL does not spread."""
    link = show_link_behind(key)
    remember_link(request, key)
    answer = redirect("clubs:club", link.club.slug)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@login_required
@require_safe_or_post
def share_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the share links of a club, for its owners to create, copy and revoke."""
    club = club_owned_by(slug, request.user)
    form = ShowLinkForm(posted(request))
    if form.is_valid():
        with faults_on(form):
            make_show_link(club=club, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Link created. Copy it from the list."))
            return redirect("clubs:links", club.slug)
    rows = [(link, site_for_links(request) + reverse("clubs:show", args=[link.key])) for link in show_links_of(club)]
    return render(request, "clubs/links.html", {"room": "clubs", "club": club, "form": form, "rows": rows})


@login_required
@require_POST
def revoke_share_link(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Revoke a share link."""
    club = club_owned_by(slug, request.user)
    revoke_show_link(link=show_link_at(club, public_id), by=account_of(request))
    messages.success(request, _("Link revoked. It no longer works."))
    return redirect("clubs:links", club.slug)


@never_cache
@login_required
@require_POST
def make_claim(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Create a link by which a person claims a member without an account, and show it once."""
    club = club_run_by(slug, request.user)
    membership = membership_in(club, public_id)
    token = issue_claim(membership=membership, by=account_of(request))
    address = site_for_links(request) + reverse("members:open-claim-link", args=[token])
    return render(
        request,
        "clubs/claim_link.html",
        {"room": "clubs", "club": club, "membership": membership, "address": address},
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
