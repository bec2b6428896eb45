"""Pages of notifications: the choices, and switching one kind off by a link in a mail."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.accounts.forms import NoticesForm
from league.accounts.queries import account_of, choices_of, wants_notice
from league.accounts.services.notifications import behind_link, choose_notices
from league.common.forms import faults_on


@login_required
@require_http_methods(["GET", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """Choose notifications."""
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
    """Switch a kind off by the link in a mail, on POST: mail scanners follow links."""
    account, kind = behind_link(token)
    if request.method == "POST":
        choose_notices(account=account, wanted={kind.slug: False})
    is_done = not wants_notice(account, kind)
    return render(request, "members/notices_end.html", {"kind": kind, "is_done": is_done})
