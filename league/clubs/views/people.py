"""Guests of a club, and players edited and merged by its organisers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club, Membership
from league.clubs.naming import show_names, show_names_apart
from league.clubs.people_forms import EditPlayerForm, MergeForm
from league.clubs.selectors import (
    club_run_by,
    guests_of,
    invitation_naming,
    members_among,
    merge_done_at,
    other_person,
    person_at,
    place_of,
)
from league.clubs.services.editing import edit_player, may_edit, number_member
from league.clubs.services.merging import marks_of, merge_at, preview_merge_at, undo_merge_at
from league.members.models import Account, Player
from league.members.queries import account_of
from league.shared.errors import Refusal
from league.shared.forms import faults_on

PAGE = 100


@login_required
@require_safe
def guests(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who has played at the club without belonging to it."""
    club = club_run_by(slug, request.user)
    page = Paginator(guests_of(club), PAGE).get_page(request.GET.get("page"))
    show_names_apart(page, club)
    return render(request, "clubs/guests.html", {"room": "clubs", "club": club, "page": page})


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Change the number of a member, and without an account the name and the address of an invitation."""
    club, player, account = *_person(request, slug, public_id), account_of(request)
    membership, invitation = place_of(player, club), invitation_naming(player, club)
    may_rename = may_edit(club, player, account)
    initial = {"name": player.name, "email": invitation.email if invitation else ""}
    initial["number"] = membership.number if membership else ""
    is_member = membership is not None
    renames = may_rename or "name" in request.POST  # what was typed is refused, not dropped
    form = EditPlayerForm(request.POST or None, initial=initial, is_member=is_member, may_rename=renames)
    if form.is_valid():
        with faults_on(form):
            player = _save(club, player, membership, account, form.cleaned_data)
            messages.success(request, _("Player saved: %(player)s.") % {"player": player})
            return redirect("clubs:edit-player", club.slug, player.public_id)
    facts = {"room": "clubs", "club": club, "player": player, "membership": membership, "form": form}
    show_names([player], club, account, alone=True)
    return render(request, "clubs/edit_player.html", facts | {"may_rename": may_rename})


@transaction.atomic
def _save(club: Club, player: Player, membership: Membership | None, account: Account, sent: dict[str, str]) -> Player:
    """Save what the form has; all of it, or nothing."""
    if "name" in sent:
        player = edit_player(club=club, player=player, name=sent["name"], email=sent.get("email"), by=account)
    if membership is not None and "number" in sent:
        number_member(membership=membership, number=sent["number"], by=account)
    return player


@login_required
@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Choose whom a player is merged with, see what it changes, then merge the two."""
    club, player = _person(request, slug, public_id)
    other = other_person(club, player, request.POST.get("other") or request.GET.get("other", ""))
    if other is None:
        form = MergeForm(club=club, player=player)
        return render(request, "clubs/merge.html", {"room": "clubs", "club": club, "player": player, "form": form})
    stays, goes = _order(club, player, other, request.POST.get("keep") or request.GET.get("keep", ""))
    refusal, sentences = "", list[str]()
    try:
        if request.method == "POST":
            merge_at(club=club, former=goes, standing=stays, by=account_of(request))
            messages.success(request, _("Players merged into %(player)s. You can undo this below.") % {"player": stays})
            return redirect("clubs:log", club.slug)
        show_names_apart([player, other], club)
        sentences = preview_merge_at(club=club, former=goes, standing=stays, by=account_of(request))
    except Refusal as error:
        refusal = error.message
    show_names_apart([player, other], club)
    return render(
        request,
        "clubs/merge_preview.html",
        {
            "room": "clubs",
            "club": club,
            "player": player,
            "other": other,
            "stays": stays,
            "goes": goes,
            "kinds": _kinds(club, stays, goes),
            "may_swap": goes.account_id is None and stays.account_id is None,
            "sentences": sentences,
            "refusal": refusal,
        },
        status=409 if refusal and request.method == "POST" else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def undo_merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Separate two players who were merged, after asking once."""
    club = club_run_by(slug, request.user)
    done = merge_done_at(club, public_id)
    refusal = ""
    if request.method == "POST":
        try:
            undo_merge_at(club=club, merge=done, by=account_of(request))
        except Refusal as error:
            refusal = error.message
        else:
            messages.success(
                request, _("Merge undone. %(player)s is a separate player again.") % {"player": done.former}
            )
            return redirect("clubs:log", club.slug)
    marks = marks_of(done)
    facts = {"room": "clubs", "club": club, "merge": done, "refusal": refusal}
    facts |= {"goes": f"{done.former}{marks['former_mark']}", "stays": f"{done.standing}{marks['player_mark']}"}
    return render(request, "clubs/undo_merge.html", facts, status=409 if refusal else 200)


def _person(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, Player]:
    club = club_run_by(slug, request.user)
    return club, person_at(club, public_id)


def _order(club: Club, player: Player, other: Player, keep: str) -> tuple[Player, Player]:
    """Return who stays and who goes: by choice; else an account stays, then a member, then the older one."""
    members = members_among([player, other], club)
    pair = sorted(
        (player, other),
        key=lambda one: (one.account_id is None, one.public_id != keep, one.pk not in members, one.pk),
    )
    return pair[0], pair[1]


def _kinds(club: Club, *players: Player) -> list[str]:
    """Say of each whether they belong to the club."""
    members = members_among(players, club)
    return [_("member") if player.pk in members else _("guest") for player in players]
