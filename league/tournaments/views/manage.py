"""Organisers create, start, change, test, end and reopen a tournament, and read its log."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.accounts.audit_log import changes_of_tournament, lines_of
from league.accounts.queries import account_of
from league.clubs.models import Club
from league.clubs.queries import club_run_by
from league.common.errors import Conflict
from league.common.forms import posted, refusals_as_errors, refusals_as_messages
from league.common.live import watch
from league.common.responses import context_of, render_part, require_safe_or_post, wants_fragment
from league.tournaments.errors import TooManyOnServer
from league.tournaments.forms.basics import KindForm, example_of
from league.tournaments.forms.creation import TournamentForm
from league.tournaments.forms.tournament_settings import EndForm, NextSeasonForm, RehearsalForm, SettingsForm
from league.tournaments.models import Tournament
from league.tournaments.presenters.check_in import check_in_of
from league.tournaments.presenters.ending import ending_now
from league.tournaments.presenters.manage import board_of, next_step
from league.tournaments.presenters.manage_sections import sections_for
from league.tournaments.presenters.overview import facts_of
from league.tournaments.presenters.plan_preview import (
    Plan,
    plan_of,
    rehearsal_of,
    suggested_rehearsal,
    table_sizes_text,
)
from league.tournaments.queries.entries import next_season_players
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.creation import change_settings, make_tournament
from league.tournaments.services.entry_list import LEFT_OUT
from league.tournaments.services.lifecycle import cancel, end_early, make_next_season, next_name, reopen, start
from league.tournaments.views.decorators import ROOM, managed_frame, organiser_view, render_managed, scorer_view

CHANGES_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class NewTournamentPage:
    """Context of a new tournament: the basics (`kind`), then all settings (`form`), with the plan beside them."""

    club: Club
    kind: KindForm
    plan: Plan | None
    form: TournamentForm | None = None
    is_example: bool = False
    room: str = ROOM


@scorer_view()
def manage_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the Manage page: the next step, the round as tiles and all sections, for organisers and scorers."""
    watch(request, tournament.topic, tournament.desk_topic, f"pool:{tournament.pool.public_id}")
    frame = managed_frame(request, tournament)
    rights = frame.rights
    context = context_of(frame) | {
        "step": next_step(tournament, rights),
        "board": board_of(tournament, rights, request.user, request.GET.get("round", "")),
        "parts": sections_for(tournament, rights),
        "here": request.get_full_path(),
    }
    return render_part(request, context, page="tournaments/desk.html", fragment="tournaments/_desk_inside.html")


@organiser_view("POST")
def start_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start the tournament; if players are absent, show them first."""
    absent = request.POST.get("absent", "")
    if not absent and tournament.status == Tournament.Status.CHECK_IN and check_in_of(tournament).missing:
        return redirect("tournaments:starting", tournament.public_id)
    tournament = start(tournament=tournament, by=account_of(request), absent=absent or LEFT_OUT)
    messages.success(request, _("%(tournament)s has started.") % {"tournament": tournament})
    if tournament.pace == Tournament.Pace.DESK:
        return redirect("tournaments:manage", tournament.public_id)
    return redirect("tournaments:tournament", tournament.public_id, tournament.slug)


@organiser_view("GET", "POST")
def cancel_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Cancel the tournament, after a confirmation."""
    if request.method == "POST":
        cancel(tournament=tournament, by=account_of(request))
        messages.success(request, _("%(tournament)s was cancelled.") % {"tournament": tournament})
        return redirect("tournaments:tournament", tournament.public_id, tournament.slug)
    return render_managed(request, tournament, "cancel.html")


@login_required
@require_safe_or_post
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a tournament in two steps: the basics, then all settings with suggested values."""
    club = club_run_by(slug, request.user)
    kind = KindForm(request.GET or None)
    if not kind.is_valid():
        requirements = example_of(request.GET)
        plan = plan_of(TournamentForm(requirements=requirements).planned()) if requirements else None
        is_example = plan is not None and not kind.data.get("game")
        return _wizard(request, NewTournamentPage(club, kind, plan, is_example=is_example))
    form = TournamentForm(posted(request), requirements=kind.requirements(), zone=club.time_zone)
    if not wants_fragment(request) and form.is_valid():
        with refusals_as_errors(form):
            tournament = make_tournament(club=club, by=account_of(request), **form.choices())
            named = {"tournament": tournament}
            if tournament.by_evenings:
                messages.success(request, _("%(tournament)s was created. Next, start the first club night.") % named)
                return redirect("tournaments:club-night", tournament.public_id)
            messages.success(request, _("%(tournament)s was created as a draft. Next, enter the players.") % named)
            return redirect("tournaments:entries", tournament.public_id)
    return _wizard(request, NewTournamentPage(club, kind, plan_of(form.planned()), form))


def _wizard(request: HttpRequest, page: NewTournamentPage) -> HttpResponse:
    """Render the page, or only the plan, which follows the form."""
    return render_part(request, context_of(page), page="tournaments/new.html", fragment="tournaments/_plan.html")


@organiser_view("GET", "POST")
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change name, description, start, round length and capacity."""
    form = SettingsForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_as_errors(form):
            change_settings(tournament=tournament, settings=form.settings(), by=account_of(request))
            messages.success(request, _("Changes saved."))
            return redirect("tournaments:manage", tournament.public_id)
    facts = facts_of(tournament, sheet_of(tournament))
    return render_managed(request, tournament, "settings.html", form=form, facts=facts)


@organiser_view()
def rehearsal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a test run: the tournament with invented results; nothing is saved."""
    form = RehearsalForm(request.GET or None, planned=suggested_rehearsal(tournament))
    chosen = form.asked() if form.is_valid() or not form.is_bound else None
    shown = rehearsal_of(tournament, chosen) if chosen else None
    plan = table_sizes_text(tournament)
    return render_managed(request, tournament, "rehearsal.html", form=form, plan=plan, rehearsal=shown)


@organiser_view("GET", "POST")
def end(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """End the tournament early, after showing the effects."""
    form = EndForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            end_early(tournament=tournament, by=account_of(request), note=form.cleaned_data["note"])
            messages.success(request, _("%(tournament)s is finished.") % {"tournament": tournament})
            return redirect("tournaments:tournament", tournament.public_id, tournament.slug)
    return render_managed(request, tournament, "end.html", form=form, now=ending_now(tournament))


@organiser_view("POST")
def reopen_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Reopen a finished or cancelled tournament."""
    with refusals_as_messages(request, Conflict, TooManyOnServer):
        reopen(tournament=tournament, by=account_of(request))
        messages.success(request, _("%(tournament)s was reopened.") % {"tournament": tournament})
    return redirect("tournaments:manage", tournament.public_id)


@organiser_view("GET", "POST")
def next_season(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create the next season with the same settings and players."""
    form = NextSeasonForm(posted(request), initial={"name": next_name(tournament.name)})
    if form.is_valid():
        with refusals_as_errors(form):
            season = make_next_season(tournament=tournament, by=account_of(request), name=form.cleaned_data["name"])
            messages.success(request, _("%(season)s is ready for its first club night.") % {"season": season})
            return redirect("tournaments:manage", season.public_id)
    players = len(next_season_players(tournament))
    return render_managed(request, tournament, "next_season.html", form=form, players=players)


@organiser_view()
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the log of the tournament, the latest change first."""
    page = Paginator(changes_of_tournament(tournament.public_id), CHANGES_A_PAGE).get_page(request.GET.get("page"))
    return render_managed(request, tournament, "log.html", page=page, lines=lines_of(list(page)))
