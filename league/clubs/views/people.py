"""Pages of players: guests, editing, merging, and adding members, one or a list with a preview."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.accounts.demo import is_demo_address
from league.accounts.models import Account, Player
from league.accounts.queries import account_of
from league.clubs.display_names import show_distinct_names, show_names
from league.clubs.errors import ListHasChanged
from league.clubs.forms import AddMemberForm, EditPlayerForm, MemberListForm, MergeForm
from league.clubs.importing import MOST_LINES, ImportPlan
from league.clubs.models import Club, Membership
from league.clubs.queries import (
    club_run_by,
    guests_of,
    invitation_naming,
    members_among,
    membership_of,
    merge_done_at,
    other_person,
    person_at,
)
from league.clubs.services.importing import Imported, import_members, preview_import
from league.clubs.services.invitations import invite
from league.clubs.services.members import number_member
from league.clubs.services.merging import marks_of, merge_at, preview_merge_at, undo_merge_at
from league.clubs.services.players import edit_player, may_edit
from league.common.errors import Refusal
from league.common.forms import posted, refusals_as_errors
from league.common.player_lists.reading import Line, PeopleList, list_of
from league.common.responses import require_safe_or_post

PAGE = 100
MOST_NAMED = 10  # in a message


@login_required
@require_safe
def guests(request: HttpRequest, slug: str) -> HttpResponse:
    """List the guests of the club."""
    club = club_run_by(slug, request.user)
    page = Paginator(guests_of(club), PAGE).get_page(request.GET.get("page"))
    show_distinct_names(page, club)
    return render(request, "clubs/guests.html", {"room": "clubs", "club": club, "page": page})


@login_required
@require_safe_or_post
def edit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Edit the member number, and without an account the name and the address to invite."""
    club, player, account = *_person(request, slug, public_id), account_of(request)
    membership, invitation = membership_of(player, club), invitation_naming(player, club)
    may_rename = may_edit(club, player, account)
    initial = {"name": player.name, "email": invitation.email if invitation else ""}
    initial["number"] = membership.number if membership else ""
    is_member = membership is not None
    renames = may_rename or "name" in request.POST  # what was typed is refused, not dropped
    form = EditPlayerForm(request.POST or None, initial=initial, is_member=is_member, may_rename=renames)
    if form.is_valid():
        with refusals_as_errors(form):
            player = _save(club, player, membership, account, form.cleaned_data)
            messages.success(request, _("Player saved: %(player)s.") % {"player": player})
            return redirect("clubs:edit-player", club.slug, player.public_id)
    context = {"room": "clubs", "club": club, "player": player, "membership": membership, "form": form}
    show_names([player], club, account, alone=True)
    return render(request, "clubs/edit_player.html", context | {"may_rename": may_rename})


@transaction.atomic
def _save(club: Club, player: Player, membership: Membership | None, account: Account, sent: dict[str, str]) -> Player:
    """Save what the form has; all of it, or nothing."""
    if "name" in sent:
        player = edit_player(club=club, player=player, name=sent["name"], email=sent.get("email"), by=account)
    if membership is not None and "number" in sent:
        number_member(membership=membership, number=sent["number"], by=account)
    return player


@login_required
@require_safe_or_post
def merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Choose whom to merge a player with, show what it changes, then merge."""
    club, player = _person(request, slug, public_id)
    other = other_person(club, player, request.POST.get("other") or request.GET.get("other", ""))
    if other is None:
        form = MergeForm(club=club, player=player)
        return render(request, "clubs/merge.html", {"room": "clubs", "club": club, "player": player, "form": form})
    keep, members = request.POST.get("keep") or request.GET.get("keep", ""), members_among([player, other], club)
    stays, goes = sorted(  # an account stays, else the choice, else a member, else the older one
        (player, other),
        key=lambda person: (person.account_id is None, person.public_id != keep, person.pk not in members, person.pk),
    )
    refusal, sentences = "", list[str]()
    try:
        if request.method == "POST":
            merge_at(club=club, former=goes, standing=stays, by=account_of(request))
            messages.success(request, _("Players merged into %(player)s. You can undo this below.") % {"player": stays})
            return redirect("clubs:log", club.slug)
        show_distinct_names([player, other], club)
        sentences = preview_merge_at(club=club, former=goes, standing=stays, by=account_of(request))
    except Refusal as error:
        refusal = error.message
    show_distinct_names([player, other], club)
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
            "kinds": [_("member") if person.pk in members else _("guest") for person in (stays, goes)],
            "may_swap": goes.account_id is None and stays.account_id is None,
            "sentences": sentences,
            "refusal": refusal,
        },
        status=409 if refusal and request.method == "POST" else 200,
    )


@login_required
@require_safe_or_post
def undo_merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Undo a merge, after a confirmation."""
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
    context = {"room": "clubs", "club": club, "merge": done, "refusal": refusal}
    context |= {"goes": f"{done.former}{marks['former_mark']}", "stays": f"{done.standing}{marks['player_mark']}"}
    return render(request, "clubs/undo_merge.html", context, status=409 if refusal else 200)


def _person(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, Player]:
    club = club_run_by(slug, request.user)
    return club, person_at(club, public_id)


@login_required
@require_safe_or_post
def add_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a list of members, pasted or as a file, after a preview."""
    run = club_run_by(slug, request.user)
    form = MemberListForm(posted(request), request.FILES or None)
    plan = None
    if form.is_valid() and "edit" not in request.POST:
        with refusals_as_errors(form):
            people = list_of(form.sent, MOST_LINES)
            imported = _import(request, run, people) if "confirmed" in request.POST else None
            if imported is not None:
                messages.success(request, _import_message(imported, run))
                if imported.left_out:
                    lines = ", ".join(map(_line_text, imported.left_out[:MOST_NAMED]))
                    messages.warning(request, _("Left out: %(lines)s.") % {"lines": lines})
                return redirect("clubs:members", run.slug)
            plan = preview_import(club=run, lines=people.lines, chosen=_answers(request), by=account_of(request))
            plan = ImportPlan(plan.lines, people.unused)
    return _list_page(request, run, form, plan)


def add_member(request: HttpRequest, run: Club, form: AddMemberForm) -> HttpResponse | None:
    """Add one member, or show the preview where the name may be somebody else's; None where the form says why not."""
    line = form.line
    with refusals_as_errors(form):
        if not line.name:
            invitation = invite(club=run, email=line.mail, by=account_of(request))
            messages.success(request, _invitation_message(invitation.email))
            return redirect("clubs:members", run.slug)
        plan = preview_import(club=run, lines=[line], chosen={}, by=account_of(request))
        if plan.changes_anything:
            imported = import_members(club=run, lines=[line], chosen={}, by=account_of(request))
            messages.success(request, _import_message(imported, run))
            if line.mail and not imported.invited:
                messages.warning(request, plan.lines[0].words)
            return redirect("clubs:members", run.slug)
        if plan.has_choices:
            return _list_page(request, run, MemberListForm({"text": form.as_list}), plan)
        form.add_error(None, plan.lines[0].words)
    return None


def _import(request: HttpRequest, run: Club, people: PeopleList) -> Imported | None:
    """Write what was seen; None where the club has changed since, and the new preview is shown."""
    seen = request.POST.get("fingerprint", "")
    try:
        return import_members(
            club=run, lines=people.lines, chosen=_answers(request), fingerprint=seen or "none", by=account_of(request)
        )
    except ListHasChanged as changed:
        messages.warning(request, changed.message)
        return None


def _list_page(request: HttpRequest, run: Club, form: MemberListForm, plan: ImportPlan | None) -> HttpResponse:
    context = {"room": "clubs", "club": run, "form": form, "plan": plan}
    context["is_demo"] = is_demo_address(account_of(request).email)
    return render(request, "clubs/add_members.html", context)


def _answers(request: HttpRequest) -> Mapping[str, str]:
    return {name: str(value) for name, value in request.POST.items() if name.startswith("line-")}


def _import_message(imported: Imported, club: Club) -> str:
    names = ", ".join(str(player) for player in imported.added[:MOST_NAMED])
    count = len(imported.added)
    sentences = []
    if count == 1:
        sentences.append(_("%(player)s is now a member of %(club)s.") % {"player": names, "club": club})
    elif count:
        more = ngettext("%(count)d member was added.", "%(count)d members were added.", count) % {"count": count}
        sentences.append(more)
    if imported.back:
        back = ", ".join(str(player) for player in imported.back[:MOST_NAMED])
        sentences.append(_("Former guests, now members with all their results: %(names)s.") % {"names": back})
        sentences.append(
            _("Tournaments they entered still show them as guests; club nights until their next check-in.")
        )
    if imported.numbered:
        count = imported.numbered
        more = ngettext("%(count)d member number was saved.", "%(count)d member numbers were saved.", count)
        sentences.append(more % {"count": count})
    if imported.invited:
        sentences.append(_invitation_message(", ".join(imported.invited[:MOST_NAMED]), len(imported.invited)))
    return " ".join(sentences) or _("Nothing was changed.")


def _line_text(line: Line) -> str:
    words = {"line": line.number, "name": line.name or line.mail}
    return _("line %(line)d (%(name)s)") % words if words["name"] else _("line %(line)d (no name)") % words


def _invitation_message(addresses: str, count: int = 1) -> str:
    if count > MOST_NAMED:
        sent = ngettext("%(count)d person was invited.", "%(count)d people were invited.", count) % {"count": count}
        if settings.MAIL_SERVER:
            return sent
        return sent + " " + _("Copy each link under “Invitations” on this page and send it.")
    if settings.MAIL_SERVER:
        return _("Invitation sent: %(addresses)s. They join when they accept it.") % {"addresses": addresses}
    sentence = _("Invited: %(addresses)s. Copy each link under “Invitations” on this page and send it.")
    return sentence % {"addresses": addresses}
