"""Pages of clubs: the list, one club, Manage, the audit log, the preview image."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.accounts.audit_log import changes_at_club, lines_of
from league.accounts.demo import is_demo_address
from league.accounts.models import Player
from league.accounts.queries import account_of, claim_link_of
from league.accounts.services.players import player_for
from league.clubs.club_page_sections import activities_of, cards_of, panels_of
from league.clubs.display_names import show_distinct_names, show_names
from league.clubs.errors import LastOwner
from league.clubs.forms import AddMemberForm, AdmitBotsForm, ClubForm, RoleForm, SettingsForm
from league.clubs.models import Club, Membership
from league.clubs.permissions import rights_of, shown_to
from league.clubs.presenters import joining_part, settings_preview
from league.clubs.queries import (
    club_owned_by,
    club_run_by,
    club_seen_by,
    clubs_listed_for,
    is_invited,
    member_shown,
    membership_in,
    memberships_of,
    merges_to_undo,
    own_membership,
)
from league.clubs.services.clubs import change_club, found_club
from league.clubs.services.members import admit, change_role, remove_member
from league.clubs.views.people import add_member
from league.common.drawing.preview import Card
from league.common.forms import refusals_as_errors
from league.common.responses import answer_with_preview, context_of, require_safe_or_post, wants_fragment

LOG_PAGE = 50  # changes
PAGE = 100  # clubs, or members


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the preview image of a public club."""
    club = club_seen_by(slug, AnonymousUser())
    players = club.member_count
    size = ngettext("%(count)d player", "%(count)d players", players) % {"count": players}
    card = Card(club.name, over=_("Club"), text=club.summary or size, sett=club.public_id)
    return answer_with_preview(request, card)


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the audit log of a club and its tournaments, the latest first."""
    club = club_run_by(slug, request.user)
    page = Paginator(changes_at_club(club.public_id), LOG_PAGE).get_page(request.GET.get("page"))
    lines = lines_of(list(page))
    merges = merges_to_undo(club, [line.merge for line in lines if line.merge])
    context = {"room": "clubs", "club": club, "page": page, "lines": lines, "merges": merges}
    return render(request, "clubs/log.html", context)


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs that the reader may see."""
    page = Paginator(clubs_listed_for(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"room": "clubs", "page": page, "cards": cards_of(request, list(page))})


@login_required
@require_safe_or_post
def new(request: HttpRequest) -> HttpResponse:
    """Create a club; its creator owns it."""
    form = ClubForm(request.POST or None, initial={"time_zone": account_of(request).time_zone})
    if form.is_valid():
        with refusals_as_errors(form):
            club = found_club(by=player_for(account_of(request)), **form.cleaned_data)
            messages.success(request, _("Club created: %(club)s. Now add members.") % {"club": club})
            return redirect("clubs:members", club.slug)
    return render(request, "clubs/new.html", {"room": "clubs", "form": form})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its profile, the panels of apps, its players."""
    shown = club_seen_by(slug, request.user)
    if shown.slug != slug:
        return redirect("clubs:club", shown.slug, permanent=True)
    rights = rights_of(request.user, shown)
    pages = Paginator(memberships_of(shown), PAGE)
    pages.count = shown.member_count
    page = pages.get_page(request.GET.get("page"))
    show_names([membership.player for membership in page], shown, request.user)
    members = [member_shown(membership, request.user) for membership in page]
    context = {"room": "clubs", "club": shown, "rights": rights, "page": page, "members": members}
    parts = {"panels": panels_of(request, shown, rights), "mine": own_membership(shown, request.user)}
    by_link = shown.pk in shown_to(request.user)
    return render(request, "clubs/club.html", context | parts | {"by_link": by_link})


@login_required
@require_safe_or_post
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit the profile and settings of a club, for its owners."""
    owned = club_owned_by(slug, request.user)
    fields = ("name", "summary", "is_public", "time_zone", "confirms_results", "confirm_hours", "shortens_names")
    form = SettingsForm(request.POST or None, initial={name: getattr(owned, name) for name in fields})
    if request.method == "POST" and wants_fragment(request):
        return render(request, "clubs/_settings_preview.html", context_of(settings_preview(request, owned, form)))
    if form.is_valid():
        with refusals_as_errors(form):
            owned = change_club(club=owned, by=account_of(request), **form.cleaned_data)
            messages.success(request, _("Settings of %(club)s saved.") % {"club": owned})
            return redirect("clubs:club", owned.slug)
    context = {"room": "clubs", "club": owned, "form": form}
    return render(request, "clubs/settings.html", context | context_of(settings_preview(request, owned, form)))


@login_required
@require_safe_or_post
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members of a club for organisers, who add and change them."""
    run = club_run_by(slug, request.user)
    form = AddMemberForm(request.POST or None)
    if form.is_valid() and (answer := add_member(request, run, form)):
        return answer
    page = Paginator(memberships_of(run), PAGE).get_page(request.GET.get("page"))
    show_distinct_names([membership.player for membership in page], run)
    activities = activities_of(request, run, [membership.player_id for membership in page])
    context = {
        "room": "clubs",
        "club": run,
        "rights": rights_of(request.user, run),
        "page": page,
        "form": form,
        "members": [(membership, activities.get(membership.player_id)) for membership in page],
        "numbered": any(membership.number for membership in page),
        "is_demo": is_demo_address(account_of(request).email),
        "bots_form": AdmitBotsForm(club=run),
    }
    return render(request, "clubs/members.html", context | context_of(joining_part(request, run)))


@login_required
@require_POST
def admit_bots(request: HttpRequest, slug: str) -> HttpResponse:
    """Admit built-in bots."""
    run = club_run_by(slug, request.user)
    form = AdmitBotsForm(request.POST, club=run)
    if not form.is_valid():
        messages.error(request, _("No bot was added. Choose at least one bot from the list."))
        return redirect("clubs:members", run.slug)
    with transaction.atomic():
        admitted = [admit(club=run, player=bot, by=account_of(request)) for bot in form.cleaned_data["bots"]]
    names = ", ".join(str(membership.player) for membership in admitted)
    messages.success(request, _("Added: %(names)s.") % {"names": names})
    return redirect("clubs:members", run.slug)


@login_required
@require_safe_or_post
def member(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show one member to organisers; owners change the role."""
    run = club_run_by(slug, request.user)
    membership = membership_in(run, public_id)
    form = RoleForm(request.POST or None, initial={"role": membership.role})
    if form.is_valid():
        with refusals_as_errors(form):
            role = Membership.Role(form.cleaned_data["role"])
            membership = change_role(membership=membership, role=role, by=account_of(request))
            words = _words(membership) | {"role": membership.get_role_display()}
            messages.success(request, _("New role of %(player)s at %(club)s: %(role)s.") % words)
            return redirect("clubs:members", run.slug)
    show_names([membership.player], run, request.user, alone=True)
    context = {
        "room": "clubs",
        "club": run,
        "rights": rights_of(request.user, run),
        "membership": membership,
        "is_own": membership.player.account_id == account_of(request).pk,
        "form": form,
        "claim_link": claim_link_of(membership.player),
        "is_invited": is_invited(run, membership.player),
    }
    return render(request, "clubs/member.html", context)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Remove a member, or leave the club."""
    membership = membership_in(club_seen_by(slug, request.user), public_id)
    try:
        remove_member(membership=membership, by=account_of(request))
    except LastOwner as refusal:
        messages.error(request, refusal.message)
        return redirect("clubs:members", slug)
    messages.success(request, _("%(player)s is no longer a member of %(club)s. Results are kept.") % _words(membership))
    if rights_of(request.user, membership.club).organise:
        return redirect("clubs:members", slug)
    return redirect("clubs:list")


def _words(membership: Membership) -> dict[str, Player | Club]:
    return {"player": membership.player, "club": membership.club}
