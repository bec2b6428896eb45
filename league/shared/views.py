"""The pages of the house itself: its health, and the design system with every part on show."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.shared.answers import wants_json
from league.shared.health import health
from league.shared.specimens import everything


@never_cache
@require_safe
def house_health(request: HttpRequest) -> HttpResponse:
    """Say how the house is: 200 while it can work, 503 while it cannot; as JSON when asked for (or `?format=json`)."""
    state = health()
    if not (state.parts[0].is_well and request.user.has_perm("site.operate")):
        state = state.for_others()
    status = 503 if state.is_down else 200
    if wants_json(request) or request.GET.get("format") == "json":
        return JsonResponse(state.as_document(), status=status)
    return render(request, "shared/health.html", {"health": state}, status=status)


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Show every part of the design system, filled with invented clubs and players."""
    return render(request, "shared/design.html", everything())
