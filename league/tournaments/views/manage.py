"""Organisers create, start, change, test, end and reopen a tournament, and read its log."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.accounts.audit_log import changes_of_event, lines_of
from league.accounts.queries import account_of
from league.clubs.queries import club_run_by
from league.common.errors import Conflict
from league.common.forms import faults_on, posted, refusals_shown
from league.common.http_methods import require_safe_or_post
from league.common.live import watch
from league.common.responses import render_part, wants_fragment
from league.tournaments.errors import TooManyOnServer
from league.tournaments.forms.creation import KindForm, TournamentForm, example_of
from league.tournaments.forms.event_settings import EndForm, NextSeasonForm, RehearsalForm, SettingsForm
from league.tournaments.models import Tournament
from league.tournaments.presenters.check_in import check_in_of
from league.tournaments.presenters.ending import ending_now
from league.tournaments.presenters.manage import board_of
from league.tournaments.presenters.manage_sections import next_step, parts_for
from league.tournaments.presenters.overview import facts_of
from league.tournaments.presenters.plan_preview import plan_in_words, plan_of, planned_for, rehearsal_of
from league.tournaments.queries.entries import taken_along
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.creation import change_settings, make_tournament
from league.tournaments.services.ending import end_early, make_next_season, next_name, reopen
from league.tournaments.services.entry_list import LEFT_OUT
from league.tournaments.services.lifecycle import cancel, start
from league.tournaments.views.contexts import ROOM, manage_context
from league.tournaments.views.decorators import organiser_view, scorer_view

PAGE = 50  # changes


@scorer_view()
def at_the_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The Manage page: the next step, the round as tiles and all sections, for organisers and scorers."""
    watch(request, event.topic, event.desk_topic, f"pool:{event.pool.public_id}")
    facts = manage_context(request, event)
    rights = facts["rights"]
    facts |= {
        "step": next_step(event, rights),
        "board": board_of(event, rights, request.user, request.GET.get("round", "")),
        "parts": parts_for(event, rights),
        "here": request.get_full_path(),
    }
    return render_part(request, facts, page="tournaments/desk.html", fragment="tournaments/_desk_inside.html")


@organiser_view("POST")
def start_event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Start the tournament; if players are absent, show them first."""
    absent = request.POST.get("absent", "")
    if not absent and event.status == Tournament.Status.CHECK_IN and check_in_of(event).missing:
        return redirect("tournaments:starting", event.public_id)
    event = start(tournament=event, by=account_of(request), absent=absent or LEFT_OUT)
    messages.success(request, _("%(tournament)s has started.") % {"tournament": event})
    if event.pace == Tournament.Pace.DESK:
        return redirect("tournaments:desk", event.public_id)
    return redirect("tournaments:tournament", event.public_id, event.slug)


@organiser_view("GET", "POST")
def cancel_event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Cancel the tournament, after a confirmation."""
    if request.method == "POST":
        cancel(tournament=event, by=account_of(request))
        messages.success(request, _("%(tournament)s was cancelled.") % {"tournament": event})
        return redirect("tournaments:tournament", event.public_id, event.slug)
    return render(request, "tournaments/cancel.html", manage_context(request, event))


@login_required
@require_safe_or_post
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a tournament in two steps: the basics, then all settings with suggested values."""
    club = club_run_by(slug, request.user)
    kind = KindForm(request.GET or None)
    facts: dict[str, Any] = {"room": ROOM, "club": club, "kind": kind}
    if not kind.is_valid():
        requirements = example_of(request.GET)
        plan = plan_of(TournamentForm(requirements=requirements).planned()) if requirements else None
        return _wizard(request, facts | {"plan": plan, "is_example": bool(plan) and not kind.data.get("game")})
    form = TournamentForm(posted(request), requirements=kind.requirements(), zone=club.time_zone)
    if not wants_fragment(request) and form.is_valid():
        with faults_on(form):
            event = make_tournament(club=club, by=account_of(request), **form.choices())
            named = {"tournament": event}
            if event.by_evenings:
                messages.success(request, _("%(tournament)s was created. Next, start the first club night.") % named)
                return redirect("tournaments:evening", event.public_id)
            messages.success(request, _("%(tournament)s was created as a draft. Next, enter the players.") % named)
            return redirect("tournaments:entries", event.public_id)
    return _wizard(request, facts | {"form": form, "chosen": kind, "plan": plan_of(form.planned())})


def _wizard(request: HttpRequest, facts: dict[str, Any]) -> HttpResponse:
    """Render the page, or only the plan, which follows the form."""
    return render_part(request, facts, page="tournaments/new.html", fragment="tournaments/_plan.html")


@organiser_view("GET", "POST")
def settings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Name, description, start, round length, capacity."""
    form = SettingsForm(posted(request), event=event)
    if form.is_valid():
        with faults_on(form):
            change_settings(tournament=event, settings=form.settings(), by=account_of(request))
            messages.success(request, _("Changes saved."))
            return redirect("tournaments:desk", event.public_id)
    facts = {"form": form, "facts": facts_of(event, sheet_of(event))}
    return render(request, "tournaments/settings.html", manage_context(request, event) | facts)


@organiser_view()
def rehearsal(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Test run: the tournament with invented results; nothing is saved."""
    form = RehearsalForm(request.GET or None, planned=planned_for(event))
    asked = form.asked() if form.is_valid() or not form.is_bound else None
    facts = {"form": form, "plan": plan_in_words(event), "rehearsal": rehearsal_of(event, asked) if asked else None}
    return render(request, "tournaments/rehearsal.html", manage_context(request, event) | facts)


@organiser_view("GET", "POST")
def end(request: HttpRequest, event: Tournament) -> HttpResponse:
    """End the tournament early, after showing the effects."""
    form = EndForm(posted(request))
    if form.is_valid():
        with faults_on(form):
            end_early(tournament=event, by=account_of(request), note=form.cleaned_data["note"])
            messages.success(request, _("%(tournament)s is finished.") % {"tournament": event})
            return redirect("tournaments:tournament", event.public_id, event.slug)
    facts = manage_context(request, event) | {"form": form, "now": ending_now(event)}
    return render(request, "tournaments/end.html", facts)


@organiser_view("POST")
def reopen_event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Reopen a finished or cancelled tournament."""
    with refusals_shown(request, Conflict, TooManyOnServer):
        reopen(tournament=event, by=account_of(request))
        messages.success(request, _("%(tournament)s was reopened.") % {"tournament": event})
    return redirect("tournaments:desk", event.public_id)


@organiser_view("GET", "POST")
def next_season(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Create the next season with the same settings and players."""
    sent = posted(request)
    form = NextSeasonForm(sent, initial={"name": next_name(event.name)})
    if form.is_valid():
        with faults_on(form):
            made = make_next_season(tournament=event, by=account_of(request), name=form.cleaned_data["name"])
            messages.success(request, _("%(season)s is ready for its first club night.") % {"season": made})
            return redirect("tournaments:desk", made.public_id)
    return render(
        request,
        "tournaments/next_season.html",
        manage_context(request, event) | {"form": form, "players": len(taken_along(event))},
    )


@organiser_view()
def log(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The log of the tournament, the latest change first."""
    page = Paginator(changes_of_event(event.public_id), PAGE).get_page(request.GET.get("page"))
    facts = manage_context(request, event) | {"page": page, "lines": lines_of(list(page))}
    return render(request, "tournaments/log.html", facts)
