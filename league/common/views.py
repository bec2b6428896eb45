"""The pages of the site itself: its health, help, and the design system with every part on show."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.common.design_samples import design_context
from league.common.error_responses import wants_json
from league.common.errors import NotFound
from league.common.guides import DOCS, ENGLISH, GROUPS, TOPICS, rendered_file
from league.common.healthcheck import health
from league.common.language import language_here


@never_cache
@require_safe
def health_page(request: HttpRequest) -> HttpResponse:
    """Show the state of the site: status 200, or 503 if it is down; as JSON by Accept header or `?format=json`."""
    state = health()
    if not (state.parts[0].is_well and request.user.is_staff):
        state = state.for_others()
    status = 503 if state.is_down else 200
    if wants_json(request) or request.GET.get("format") == "json":
        return JsonResponse(state.as_document(), status=status)
    return render(request, "shared/health.html", {"health": state}, status=status)


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Lead to the icon, for pages that are not ours."""
    return redirect(static("moothill/moothill.svg"))


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Show every part of the design system, filled with invented clubs and players."""
    return render(request, "shared/design.html", design_context())


@require_safe
def help_contents(request: HttpRequest) -> HttpResponse:
    """List the guides, and which of them can be read in the language of the page."""
    language = language_here()
    translated = {name for name in TOPICS if language == ENGLISH or (DOCS / f"{name}.{language}.md").exists()}
    return render(request, "shared/help.html", {"groups": GROUPS, "translated": translated})


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """Show a guide, or lead to its own page. Raise `NotFound` where there is none of this name."""
    topic = TOPICS.get(name)
    if topic is None:
        raise NotFound(_("There is no guide at this address. Open Help to find it."))
    if topic.href != reverse("shared:guide", args=(name,)):
        return redirect(topic.href)
    return render(request, "shared/guide.html", {"topic": topic, "guide": rendered_file(DOCS / topic.file)})
