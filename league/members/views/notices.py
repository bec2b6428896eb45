"""What somebody is told by mail: the page where it is chosen, and the end of a kind by a link in a mail."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.members.forms import NoticesForm
from league.members.people import account_of
from league.members.selectors import choices_of, is_told
from league.members.services.telling import behind_link, choose_notices
from league.shared.forms import faults_on


@login_required
@require_http_methods(["GET", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """Choose what one is told."""
    account = account_of(request)
    form = NoticesForm(choices_of(account), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with faults_on(form):
            choose_notices(account=account, wanted=form.said)
            messages.success(request, _("Your notifications were saved."))
            return redirect("members:notices")
    return render(request, "members/notices.html", {"form": form})


@csrf_exempt  # mail programs press the button themselves, without a page before it (RFC 8058); the token is the proof
@never_cache
@require_http_methods(["GET", "POST"])
def end_notices(request: HttpRequest, token: str) -> HttpResponse:
    """No more notices of a kind, by the link in one, after a press of a button: whoever scans mails follows links."""
    account, kind = behind_link(token)
    if request.method == "POST":
        choose_notices(account=account, wanted={kind.slug: False})
    is_done = not is_told(account, kind)
    return render(request, "members/notices_end.html", {"kind": kind, "is_done": is_done})
