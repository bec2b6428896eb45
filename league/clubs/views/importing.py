"""Adding members: one by name and address, or a list with a preview."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.clubs.errors import ListHasChanged
from league.clubs.forms import AddMemberForm, MemberListForm
from league.clubs.importing import MOST_LINES, ImportPlan
from league.clubs.models import Club
from league.clubs.selectors import club_run_by
from league.clubs.services.importing import Imported, import_members, preview_import
from league.clubs.services.inviting import invite
from league.members.queries import account_of
from league.shared.forms import faults_on
from league.shared.player_lists.reading import PeopleList, list_of

MOST_NAMED = 10  # in a message


@login_required
@require_http_methods(["GET", "POST"])
def add_members(request: HttpRequest, slug: str) -> HttpResponse:
    """A list of members: pasted or as a file, previewed line by line, then confirmed."""
    run = club_run_by(slug, request.user)
    form = MemberListForm(request.POST if request.method == "POST" else None, request.FILES or None)
    plan = None
    if form.is_valid() and "edit" not in request.POST:
        with faults_on(form):
            people = list_of(form.sent, MOST_LINES)
            imported = _imported(request, run, people) if "confirmed" in request.POST else None
            if imported is not None:
                messages.success(request, _message(imported, run))
                if imported.left_out:
                    names = ", ".join(imported.left_out[:MOST_NAMED])
                    messages.warning(request, _("Left out: %(names)s.") % {"names": names})
                return redirect("clubs:members", run.slug)
            plan = _preview(request, run, people)
    return _page(request, run, form, plan)


def add_member(request: HttpRequest, run: Club, form: AddMemberForm) -> HttpResponse | None:
    """Add one member, or show the preview where the name may be somebody else's; None where the form says why not."""
    line = form.line
    with faults_on(form):
        if not line.name:
            invitation = invite(club=run, email=line.mail, by=account_of(request))
            messages.success(request, _invited(invitation.email))
            return redirect("clubs:members", run.slug)
        plan = preview_import(club=run, lines=[line], chosen={}, by=account_of(request))
        if plan.changes_anything:
            imported = import_members(club=run, lines=[line], chosen={}, by=account_of(request))
            messages.success(request, _message(imported, run))
            if line.mail and not imported.invited:
                messages.warning(request, plan.lines[0].words)
            return redirect("clubs:members", run.slug)
        if plan.has_choices:
            return _page(request, run, MemberListForm({"text": form.as_list}), plan)
        form.add_error(None, plan.lines[0].words)
    return None


def _imported(request: HttpRequest, run: Club, people: PeopleList) -> Imported | None:
    """Write what was seen; None where the club has changed since, and the new preview is shown."""
    seen = request.POST.get("fingerprint", "")
    try:
        return import_members(
            club=run, lines=people.lines, chosen=_answers(request), fingerprint=seen or "none", by=account_of(request)
        )
    except ListHasChanged as changed:
        messages.warning(request, changed.message)
        return None


def _preview(request: HttpRequest, run: Club, people: PeopleList) -> ImportPlan:
    plan = preview_import(club=run, lines=people.lines, chosen=_answers(request), by=account_of(request))
    return ImportPlan(plan.lines, people.unused)


def _page(request: HttpRequest, run: Club, form: MemberListForm, plan: ImportPlan | None) -> HttpResponse:
    return render(request, "clubs/add_members.html", {"room": "clubs", "club": run, "form": form, "plan": plan})


def _answers(request: HttpRequest) -> Mapping[str, str]:
    return {name: str(value) for name, value in request.POST.items() if name.startswith("line-")}


def _message(imported: Imported, club: Club) -> str:
    names = ", ".join(str(player) for player in imported.added[:MOST_NAMED])
    count = len(imported.added)
    told = []
    if count == 1:
        told.append(_("%(player)s is now a member of %(club)s.") % {"player": names, "club": club})
    elif count:
        more = ngettext("%(count)d member was added.", "%(count)d members were added.", count) % {"count": count}
        told.append(more)
    if imported.back:
        back = ", ".join(str(player) for player in imported.back[:MOST_NAMED])
        told.append(_("Former guests, now members with all their results: %(names)s.") % {"names": back})
    if imported.numbered:
        count = imported.numbered
        more = ngettext("%(count)d member number was saved.", "%(count)d member numbers were saved.", count)
        told.append(more % {"count": count})
    if imported.invited:
        told.append(_invited(", ".join(imported.invited[:MOST_NAMED]), len(imported.invited)))
    return " ".join(told) or _("Nothing was changed.")


def _invited(addresses: str, count: int = 1) -> str:
    if count > MOST_NAMED:
        sent = ngettext("%(count)d person was invited.", "%(count)d people were invited.", count) % {"count": count}
        if settings.MAIL_SERVER:
            return sent
        return sent + " " + _("Copy each link under “Invitations” on this page and send it.")
    if settings.MAIL_SERVER:
        return _("Invitation sent: %(addresses)s. They join when they accept it.") % {"addresses": addresses}
    told = _("Invited: %(addresses)s. Copy each link under “Invitations” on this page and send it.")
    return told % {"addresses": addresses}
