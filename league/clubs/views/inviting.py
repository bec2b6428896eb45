"""Opening an invitation and joining by it; sending one again, and taking one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.errors import InvitationGone
from league.clubs.invitation_keys import read_key
from league.clubs.models import Membership
from league.clubs.selectors import club_run_by, invitation_behind, invitation_for
from league.clubs.services.inviting import resend_invitation, take_back_invitation
from league.clubs.services.joining import accept_invitation
from league.members.mail import say_written
from league.members.queries import account_of, player_of
from league.members.rate_limits import by_a_key
from league.members.views.sign_in import Known, keep_what_is_known
from league.shared.errors import NotAllowed, NotFound, Refusal, Unavailable

_INVITATION = "invitation"  # where the session keeps the key of an invitation that was opened, as its link has it


@by_a_key
@never_cache
@require_safe
def open_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the key in the session and go on to a page without it: it stays out of histories and referrers."""
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
    """Open an invitation to the confirmed address of the reader, without its link."""
    request.session[_INVITATION] = invitation_for(account_of(request), public_id).key
    return redirect("clubs:invitation")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Join the club, by a button; whoever is not signed in does that first, or joins Moothill, and comes back."""
    opened = read_key(request.session.get(_INVITATION, ""))
    found = invitation_behind(opened.key, request.user)
    if request.method == "POST" and request.user.is_authenticated:
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
    facts = {"room": "clubs", "club": found.club, "invitation": found, "own": own}
    return render(request, "clubs/invitation.html", facts)


@login_required
@require_POST
def resend(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Write the mail of an invitation again."""
    club = club_run_by(slug, request.user)
    try:
        sent = resend_invitation(club=club, public_id=public_id, by=account_of(request))
        said = _("Invitation resent to %(email)s.") % {"email": sent.email}
        messages.success(request, say_written(said, account_of(request)))
    except InvitationGone as refusal:
        messages.error(request, refusal.message)
    except (NotFound, NotAllowed, Unavailable):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.message)
    return redirect("clubs:members", club.slug)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Make an invitation void."""
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
