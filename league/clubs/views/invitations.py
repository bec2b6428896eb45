"""Pages of invitations to a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.errors import TooManyMails
from league.accounts.mail import sent_or_unsent
from league.accounts.queries import account_of, player_of
from league.accounts.rate_limits import limit_wrong_keys
from league.accounts.views.sign_in import LinkContent, keep_link_content
from league.clubs.errors import DemoInvitesNone, InvitationGone, NoAddress, TooManyInvited
from league.clubs.queries import (
    club_run_by,
    invitation_behind,
    invitation_for,
)
from league.clubs.services.invitations import read_key, resend_invitation, take_back_invitation
from league.clubs.services.joining import (
    accept_invitation,
)
from league.clubs.views.join_links import say_joined
from league.common.forms import posted, refusals_as_errors, refusals_as_messages
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
    take_back_invitation(club=club, public_id=public_id, by=account_of(request))
    messages.success(request, _("Invitation withdrawn. Its link no longer works."))
    return redirect("clubs:members", club.slug)
