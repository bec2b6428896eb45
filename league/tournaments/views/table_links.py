"""Table links of a round, its clock, and the big screen."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.accounts.queries import account_of
from league.common.errors import Conflict
from league.common.forms import refusals_as_messages
from league.common.live import watch
from league.common.phone_links import site_for_links
from league.common.responses import context_of, render_part
from league.common.validators import whole_number
from league.tournaments.models import Tournament
from league.tournaments.presenters.big_screen import screen_of
from league.tournaments.presenters.table_links import card_of
from league.tournaments.queries.clock import clock_of
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.table_links import link_in, needed_at, published_round, tables_of
from league.tournaments.queries.tournaments import tournament_seen_by
from league.tournaments.services import table_links
from league.tournaments.services.deadlines import add_minutes, pause_clock, reset_clock, start_clock
from league.tournaments.views.decorators import managed_frame, organiser_view, scorer_view
from league.tournaments.views.tournament import redirect_to_current_name


@scorer_view()
def links(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The links of a round by table, with QR codes."""
    shown = published_round(tournament, number)
    entrants, site = entrants_of(tournament, request.user), site_for_links(request)
    tables = tables_of(shown)
    context = context_of(managed_frame(request, tournament)) | {
        "round": shown,
        "needed": needed_at(tournament, max((len(table.seats) for table in tables), default=2)),
        "linked": any(table.link for table in tables),
        "without": sum(table.link is None and not table.is_decided for table in tables),
        "tables": [
            (
                table,
                [(seat, entrants[seat.entry].name) for seat in table.seats],
                card_of(table.link, site) if table.link else None,
            )
            for table in tables
        ],
    }
    return render(request, "tournaments/links/round.html", context)


@scorer_view("POST")
def make(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Create links for tables without one."""
    count = table_links.make_links(tournament_round=published_round(tournament, number), by=account_of(request))
    messages.success(
        request,
        ngettext("%(count)d table link was created.", "%(count)d table links were created.", count) % {"count": count},
    )
    return redirect("tournaments:table-links", tournament.public_id, number)


@scorer_view("POST")
def revoke_all(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Revoke all links of a round."""
    table_links.revoke_links(tournament_round=published_round(tournament, number), by=account_of(request))
    messages.success(request, _("All table links of this round were revoked."))
    return redirect("tournaments:table-links", tournament.public_id, number)


@scorer_view("POST")
def revoke(request: HttpRequest, tournament: Tournament, link: str) -> HttpResponse:
    """Revoke the link of one table."""
    table_link = link_in(tournament, link)
    table_links.revoke_link(link=table_link, by=account_of(request))
    messages.success(request, _("The link of table %(table)d was revoked.") % {"table": table_link.table})
    return redirect("tournaments:table-links", tournament.public_id, table_link.pairing.round.number)


@scorer_view("POST")
def renew(request: HttpRequest, tournament: Tournament, link: str) -> HttpResponse:
    """Replace the link of one table."""
    table_link = link_in(tournament, link)
    new = table_links.renew_link(link=table_link, by=account_of(request))
    messages.success(request, _("Table %(table)d has a new link. Print its table card again.") % {"table": new.table})
    return redirect("tournaments:table-links", tournament.public_id, table_link.pairing.round.number)


@scorer_view("POST")
def free(request: HttpRequest, tournament: Tournament, link: str, seat: int) -> HttpResponse:
    """Release a seat for another phone."""
    table_link = link_in(tournament, link)
    table_links.free_seat(link=table_link, seat=seat, by=account_of(request))
    messages.success(request, _("The seat was released. Another phone can choose it now."))
    return redirect("tournaments:table-links", tournament.public_id, table_link.pairing.round.number)


@organiser_view("POST")
def set_clock(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start, pause or reset the clock of a round, or add minutes."""
    timed = published_round(tournament, number)
    by = account_of(request)
    with refusals_as_messages(request, Conflict):
        match request.POST.get("act"):
            case "start":
                start_clock(tournament_round=timed, by=by, minutes=_minutes(request))
            case "pause":
                pause_clock(tournament_round=timed, by=by)
            case "add":
                minutes, seen = _minutes(request, "add") or 0, request.POST.get("seen", "")
                add_minutes(tournament_round=timed, minutes=minutes, seen=seen, by=by)
            case "reset":
                reset_clock(tournament_round=timed, by=by)
    return redirect("tournaments:manage", tournament.public_id)


def _minutes(request: HttpRequest, name: str = "minutes") -> int | None:
    """Return the number that was sent; 0, which services refuse, if it is invalid; None if empty."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    minutes = whole_number(text.removeprefix("-")) or 0
    return -minutes if text.startswith("-") else minutes


@require_safe
def projector(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The big screen: tables, seats and standings in large type, page by page."""
    tournament, _rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect_to_current_name(request, tournament, slug)
    watch(request, tournament.topic)
    context = {
        "tournament": tournament,
        "clock": clock_of(tournament),
        "wall": screen_of(tournament, sheet_of(tournament), entrants_of(tournament, request.user)),
        "now": timezone.now(),
        "here": request.get_full_path(),
    }
    return render_part(
        request, context, page="tournaments/projector/wall.html", fragment="tournaments/projector/_wall.html"
    )
