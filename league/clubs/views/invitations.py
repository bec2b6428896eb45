"""Invitations and join links: what organisers see, and what an invited person sees."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.address_proof import sent_or_unsent
from league.accounts.errors import TooManyMails
from league.accounts.queries import account_of, player_of
from league.accounts.rate_limits import limit_wrong_keys
from league.accounts.views.sign_in import LinkContent, keep_link_content
from league.clubs.errors import DemoInvitesNone, InvitationGone, NoAddress, TooManyInvited
from league.clubs.forms import JoinLinkForm
from league.clubs.models import Membership
from league.clubs.presenters import join_address
from league.clubs.queries import (
    club_run_by,
    has_asked_to_join,
    invitation_behind,
    invitation_for,
    join_link_behind,
    join_link_of,
)
from league.clubs.services import joining
from league.clubs.services.invitations import read_key, resend_invitation, revoke_invitation
from league.clubs.services.joining import accept_invitation
from league.common.forms import posted, refusals_as_errors, refusals_as_messages
from league.common.phone_links import qr_code
from league.common.responses import require_safe_or_post

_INVITATION = "invitation"


@limit_wrong_keys
@never_cache
@require_safe
def open_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Move the key into the session and redirect: it stays out of histories and referrers."""
    opened = read_key(key)
    found = invitation_behind(opened.key, request.user)
    request.session[_INVITATION] = key
    name = found.player.name if found.player else ""
    keep_link_content(request, LinkContent(name, found.email, is_confirmed=opened.by_mail))
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
    form = Form(posted(request))  # without fields: it shows why the account cannot join
    if request.method == "POST" and request.user.is_authenticated:
        with refusals_as_errors(form):
            membership = accept_invitation(
                key=opened.key,
                account=account_of(request),
                by_mail=opened.by_mail,
                as_named=request.POST.get("as") != "other",
            )
            say_joined(request, membership)
            return redirect("clubs:club", membership.club.slug)
    if found.accepted_at is not None:
        return redirect("clubs:club", found.club.slug)
    own = player_of(account_of(request)) if request.user.is_authenticated else None
    context = {"room": "clubs", "club": found.club, "invitation": found, "own": own, "form": form}
    return render(request, "clubs/invitation.html", context)


@login_required
@require_POST
def resend_invitation_mail(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Send the mail of an invitation again."""
    club = club_run_by(slug, request.user)
    with refusals_as_messages(request, InvitationGone, DemoInvitesNone, NoAddress, TooManyInvited, TooManyMails):
        invited = resend_invitation(club=club, public_id=public_id, by=account_of(request))
        sentence = _("Invitation resent to %(email)s.") % {"email": invited.email}
        messages.success(request, sent_or_unsent(sentence, account_of(request)))
    return redirect("clubs:members", club.slug)


@login_required
@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Withdraw an invitation."""
    club = club_run_by(slug, request.user)
    revoke_invitation(club=club, public_id=public_id, by=account_of(request))
    messages.success(request, _("Invitation withdrawn. Its link no longer works."))
    return redirect("clubs:members", club.slug)


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
