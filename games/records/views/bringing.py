"""Bringing records: a file or a text, what was found in it, and sending it on."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.records.forms import BringForm
from games.records.limits import UPLOADS_AN_HOUR
from games.records.pace import check_pace
from games.records.pages.preview import Preview
from games.records.selectors.doors import club_to_bring_to
from games.records.selectors.parcels import parcel_of
from games.records.services.drafting import discard_parcel, hold_parcel
from games.records.unpacking import texts_in, texts_in_file
from league.members.people import account_of
from league.members.services.players import player_for
from league.shared.forms import faults_on


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload a file, or paste: nothing is kept before its sender has seen what is in it."""
    club = club_to_bring_to(slug, account_of(request))
    form = BringForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with faults_on(form):
            by = player_for(account_of(request))
            check_pace("upload", by, most=UPLOADS_AN_HOUR, seconds=3600)
            parcel = hold_parcel(by=by, club=club, texts=_texts(form))
            return redirect("records:parcel", parcel)
    return render(request, "records/bring.html", {"room": "clubs", "club": club, "form": form})


@login_required
@require_http_methods(["GET", "POST"])
def parcel(request: HttpRequest, parcel: UUID) -> HttpResponse:
    """What was found in a file: choose what is sent, and say who sat where."""
    by = player_for(account_of(request))
    if "discard" in request.POST:
        discard_parcel(parcel=parcel, by=by)
        messages.success(request, _("All records of this file deleted."))
        return redirect("records:mine")
    preview = Preview(parcel_of(by, parcel), request.POST or None)
    if request.method == "POST" and preview.send(by):
        count = len(preview.sent)
        words = ngettext("%(count)d record is being checked.", "%(count)d records are being checked.", count)
        messages.success(request, words % {"count": count})
        return redirect("records:mine") if preview.is_done else redirect("records:parcel", parcel)
    return render(request, "records/parcel.html", {"room": "clubs", "preview": preview, "club": preview.club})


def _texts(form: BringForm) -> list[str]:
    file = form.cleaned_data.get("file")
    return texts_in_file(file) if file else texts_in(form.cleaned_data["text"])
