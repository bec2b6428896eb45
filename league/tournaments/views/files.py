"""An event leaves as one file, and comes back from one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club
from league.clubs.queries import club_run_by
from league.members.queries import account_of
from league.shared.forms import faults_on
from league.tournaments.files.comparing import foresee
from league.tournaments.files.reading import read_file
from league.tournaments.files.taking import take_file
from league.tournaments.files.writing import file_of, name_of_file
from league.tournaments.forms.files import FileForm, pack
from league.tournaments.selectors.listing import tournament_run_by

ROOM = "tournaments"


@login_required
@require_safe
def as_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole event as one file, to keep or to go on from elsewhere."""
    event = tournament_run_by(public_id, request.user)
    answer = HttpResponse(file_of(event), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name_of_file(event)}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def from_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the file of an event in, after a look at what that would do."""
    club = club_run_by(slug, request.user)
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    content = form.content() if form.is_valid() else None
    if content is not None:
        with faults_on(form):
            return _answered(request, club, content)
    return _asked(request, club, form)


def _answered(request: HttpRequest, club: Club, content: bytes) -> HttpResponse:
    """What the file would do, or, once that is confirmed, the event itself."""
    held = read_file(content)
    if "confirmed" in request.POST and not request.FILES:
        event = take_file(held=held, club=club, by=account_of(request))
        messages.success(request, _("%(tournament)s was imported and continues here.") % {"tournament": event})
        return redirect("tournaments:tournament", event.public_id, event.slug)
    facts = {"held": held, "foreseen": foresee(held, club), "packed": pack(content)}
    return render(request, "tournaments/files/foreseen.html", {"room": ROOM, "club": club} | facts)


def _asked(request: HttpRequest, club: Club, form: FileForm) -> HttpResponse:
    return render(request, "tournaments/files/bring.html", {"room": ROOM, "club": club, "form": form})
