"""Pages of operations."""

from secrets import compare_digest

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.queries import account_of
from league.common.live import watch
from league.common.responses import render_part
from league.operations.job_types import NoSuchPage
from league.operations.metrics import CONTENT_TYPE, exposition
from league.operations.queries import failed_of, overview
from league.operations.services import require_operator, retry_failed


@never_cache
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """Show problems with their remedies, then queues, workers, disk."""
    require_operator(request.user)
    watch(request, "operator")
    return render_part(
        request, {"overview": overview()}, page="operating/operator.html", fragment="operating/_operator.html"
    )


@never_cache
@require_safe
def failed_jobs(request: HttpRequest, kind: str) -> HttpResponse:
    """Show all failed jobs of one type."""
    require_operator(request.user)
    job_type, found = failed_of(kind)
    return render(request, "operating/given_up.html", {"job_type": job_type, "found": found, "is_all": True})


@require_POST
def retry(request: HttpRequest, kind: str) -> HttpResponse:
    """Retry the row that the button names, or all of the type, and return to the page."""
    require_operator(request.user)
    name = request.POST.get("name", "")
    count = retry_failed(kind=kind, names=[name] if name else None, by=account_of(request))
    if count:
        messages.success(
            request,
            ngettext("%(count)d job is being retried.", "%(count)d jobs are being retried.", count) % {"count": count},
        )
    else:
        messages.info(request, _("This job is already being retried."))
    page = ("operations:failed-jobs", kind) if request.POST.get("from") == "all" else ("operations:system-status",)
    return redirect(*page)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics, for a bearer of the site's token; 404 without a configured token."""
    token = settings.METRICS_TOKEN
    if not token:
        raise NoSuchPage
    given = request.headers.get("Authorization", "")
    if not compare_digest(given.encode(), f"Bearer {token}".encode()):
        return HttpResponse(
            "Send the token of MOOTHILL_METRICS_TOKEN as bearer.\n",
            status=401,
            content_type="text/plain; charset=utf-8",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return HttpResponse(exposition.text(), content_type=CONTENT_TYPE)
