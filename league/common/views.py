"""The pages of the site itself: its health, help, and the design system with samples of every part."""

import json
from datetime import date, timedelta
from math import sin
from pathlib import Path
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.common.error_responses import wants_json
from league.common.errors import NotFound
from league.common.guides import DOCS, ENGLISH, GROUPS, TOPICS, rendered_file
from league.common.healthcheck import health
from league.common.language import language_here


class SampleForm(forms.Form):
    """A tournament in the making, with faults."""

    title = forms.CharField(label="Name of the tournament", help_text="As it will stand on the notice board.")
    entries = forms.IntegerField(label="Most entries", min_value=2, max_value=500)
    game = forms.ChoiceField(
        label="Game", choices=[("los", "Lords of Scotland"), ("kk", "King\N{RIGHT SINGLE QUOTATION MARK}s Kilt")]
    )
    seats = forms.ChoiceField(
        label="Seats at a table", choices=[("2", "two"), ("3", "three"), ("4", "four")], widget=forms.RadioSelect
    )
    notes = forms.CharField(label="Notes", widget=forms.Textarea(attrs={"rows": 3}), required=False)
    bruce = forms.BooleanField(
        label="Play with the two Bruce cards", required=False, help_text="Strength 12, any clan."
    )


class SampleFilter(forms.Form):
    """The questions above a leaderboard."""

    q = forms.CharField(label="Name", widget=forms.TextInput(attrs={"type": "search"}), required=False)
    game = forms.ChoiceField(label="Game", choices=[("", "every game"), ("los", "Lords of Scotland")], required=False)
    pool = forms.ChoiceField(
        label="Leaderboard", choices=[("", "all players"), ("bots", "bots"), ("people", "people")], required=False
    )
    club = forms.ChoiceField(label="Club", choices=[("", "every club"), ("leith", "Leith Card Room")], required=False)


def design_context() -> dict[str, Any]:
    """Return the context of the page of the design system."""
    samples: dict[str, Any] = json.loads(Path(__file__).with_name("design_samples.json").read_text(encoding="utf-8"))
    samples["clans"]["standing"] = samples["clans"]["seats"]
    clubs = list(dict.fromkeys(leader["club"] for leader in samples["leaders"]))
    longest = max(clubs, key=len)
    return samples | {
        "room": "design",
        "trail": [(_("Home"), "/"), (_("Leith Card Room"), "#")],
        "facts": [
            (_("Leaderboard"), "Lords of Scotland, bots"),
            (_("Players"), 214),
            (pgettext("played", "Games"), "12,406"),
        ],
        "filter": SampleFilter(auto_id="filter_%s"),
        "form": SampleForm({"title": "Spring Moot", "entries": 1, "game": "los"}),
        "page": Paginator(range(1, 480), 40).page(4),
        "rating_points": rating_points(),
        "rating_corrected": [61, 140],
        "interval_pairs": [figures for _name, *figures in samples["intervals"]],
        "sentence": _("Morag musters MakGill 4, not activated, and a card face-down"),
        "clubs": [longest, *clubs],
    }


def rating_points() -> list[tuple[int, float, float, date]]:
    """Return a rating that climbs unsteadily while its uncertainty shrinks, four games on every club evening."""
    return [
        (
            game,
            1500 + 130 * (1 - 0.985**game) + 32 * sin(game / 9) + 14 * sin(game / 2.3),
            60 + 520 * 0.94**game,
            date(2025, 3, 3) + timedelta(days=7 * (game // 4)),
        )
        for game in range(213)
    ]


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
    if topic.href != reverse("common:guide", args=(name,)):
        return redirect(topic.href)
    return render(request, "shared/guide.html", {"topic": topic, "guide": rendered_file(DOCS / topic.file)})
