"""Pages of calendars, embedded standings and webhooks."""

from collections.abc import Sequence

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import conditional_page, require_POST, require_safe

from league.accounts.queries import account_of
from league.clubs.models import Club
from league.clubs.queries import club_owned_by, club_seen_by, memberships_of_account
from league.common.forms import refusals_as_errors
from league.common.phone_links import site_for_links
from league.common.responses import require_safe_or_post
from league.common.validators import whole_number
from league.integrations import services
from league.integrations.calendar_items import items_of_account, items_of_club, items_of_tournament
from league.integrations.calendar_keys import account_behind, asker_behind, end_calendar, key_of, make_calendar
from league.integrations.calendars import Item, as_ics, states_of
from league.integrations.forms import WebhookForm
from league.integrations.models import Webhook
from league.integrations.queries import deliveries_of, delivery_at, webhook_at, webhooks_of
from league.integrations.webhook_requests import are_on, hosts_in_words, secret_of
from league.tournaments.presenters import overview
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.tournaments import tournament_seen_by

MOST_ROWS = 100  # of an embedded table
LIGHTS = ("light", "dark")
ANYWHERE = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE], "form-action": [NONE]}


@require_safe
@conditional_page
def club_calendar(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """Return a club's calendar, for those who may see the club, or the holder of a key."""
    club = club_seen_by(slug, asker_behind(key) if key else request.user)
    return _calendar(club.name, club.time_zone, items_of_club(club), is_by_key=bool(key))


@require_safe
@conditional_page
def tournament_calendar(request: HttpRequest, public_id: str, slug: str = "", key: str = "") -> HttpResponse:  # noqa: ARG001  (the readable end of the address)
    """Return a tournament's calendar, for those who may see it, or the holder of a key."""
    tournament, _rights = tournament_seen_by(public_id, asker_behind(key) if key else request.user)
    items = items_of_tournament(tournament)
    return _calendar(tournament.name, tournament.club.time_zone, items, is_by_key=bool(key))


@require_safe
@conditional_page
def own_games(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001  (as Django calls views)
    """Return a player's own calendar, by key."""
    account = account_behind(key)
    with translation.override(account.reads_in or settings.LANGUAGE_CODE):
        title = _("My games at Moothill")
        return _calendar(title, account.time_zone, items_of_account(account), is_by_key=True)


@never_cache
@login_required
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the links to the reader's calendars."""
    account = account_of(request)
    key = key_of(account)
    clubs = [place.club for place in memberships_of_account(account)] if key else []
    site = site_for_links(request)
    rows = [(club, site + reverse("integrations:club-calendar-by-key", args=[key, club.slug])) for club in clubs]
    mine = site + reverse("integrations:player-calendar", args=[key]) if key else ""
    context = {"mine": mine, "webcal": (f"webcal://{mine.partition('://')[2]}" if mine else ""), "rows": rows}
    return render(request, "sharing/calendar.html", context)


@login_required
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Create the links, or new ones."""
    make_calendar(account=account_of(request))
    messages.success(request, _("New links created. The old links no longer work."))
    return redirect("integrations:calendars")


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Revoke the links."""
    end_calendar(account=account_of(request))
    messages.success(request, _("Your calendar links were deleted."))
    return redirect("integrations:calendars")


def _calendar(title: str, zone: str, items: Sequence[Item], *, is_by_key: bool) -> HttpResponse:
    """Return the calendar; that of a key is not for search engines."""
    body = as_ics(title, zone, items, states_of(items))
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="moothill.ics"'
    answer["Cache-Control"] = "private, max-age=300"
    if is_by_key:
        answer["X-Robots-Tag"] = "noindex, nofollow"
        answer["Referrer-Policy"] = "no-referrer"
    return answer


@xframe_options_exempt
@csp_replace(ANYWHERE)  # type: ignore[arg-type]  # its types know no view with arguments
@require_safe
def frame(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """Show the standings to embed, as anonymous visitors see them, without controls.

    `?rows=8` limits the rows, `?theme=dark` suits a dark page.
    """
    visitor = AnonymousUser()
    tournament, _rights = tournament_seen_by(public_id, visitor)
    if tournament.slug != slug:
        return redirect(request.get_full_path().replace(f"/{slug}/", f"/{tournament.slug}/", 1))
    sheet, entrants = sheet_of(tournament), entrants_of(tournament, visitor)
    rows, theme = whole_number(request.GET.get("rows", ""), MOST_ROWS), request.GET.get("theme", "")
    most = MOST_ROWS if rows is None else max(rows, 1)
    context = {
        "tournament": tournament,
        "state": overview.state_of(tournament),
        "theme": theme if theme in LIGHTS else "",
        "entered": len(entrants),
        "standings": Standings(tournament, sheet, entrants, most) if sheet.rounds else None,
    }
    answer = render(request, "sharing/frame.html", context)
    answer["Cache-Control"] = "public, max-age=60"
    return answer


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's webhooks, and the form that adds one; only its response shows the secret."""
    club = club_owned_by(slug, request.user)
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        with refusals_as_errors(form):
            webhook = services.add_webhook(club=club, address=form.cleaned_data["address"], by=account_of(request))
            return _secret_page(request, club, webhook, secret_of(webhook))
    context = {
        "room": "clubs",
        "club": club,
        "rows": list(webhooks_of(club)),
        "form": form,
        "are_on": are_on(),
        "hosts": hosts_in_words(),
        "most": services.MOST_WEBHOOKS,
    }
    return render(request, "sharing/webhooks.html", context)


@never_cache
@login_required
@require_safe
def webhook(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a webhook with its last deliveries."""
    club, hook = _webhook(request, slug, public_id)
    context = {
        "room": "clubs",
        "club": club,
        "webhook": hook,
        "deliveries": deliveries_of(hook),
        "are_on": are_on(),
        "can_send": are_on() and hook.is_on,
    }
    return render(request, "sharing/webhook.html", context)


@sensitive_variables("secret")
@never_cache
@login_required
@require_POST
def renew(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Create a new secret, and show it once."""
    club, hook = _webhook(request, slug, public_id)
    secret = services.renew_secret(webhook=hook, by=account_of(request))
    return _secret_page(request, club, hook, secret)


@login_required
@require_POST
def trial(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Send a test."""
    club, hook = _webhook(request, slug, public_id)
    services.send_trial(webhook=hook, by=account_of(request))
    messages.success(request, _("A test delivery is being sent. Reload this page to see the result."))
    return redirect("integrations:webhook", club.slug, hook.public_id)


@login_required
@require_POST
def switch(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Switch it on or off."""
    club, hook = _webhook(request, slug, public_id)
    is_on = request.POST.get("on") == "yes"
    services.switch_webhook(webhook=hook, is_on=is_on, by=account_of(request))
    messages.success(request, _("The webhook is enabled.") if is_on else _("The webhook is disabled."))
    return redirect("integrations:webhook", club.slug, hook.public_id)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Remove it with its log."""
    club, hook = _webhook(request, slug, public_id)
    services.remove_webhook(webhook=hook, by=account_of(request))
    messages.success(request, _("The webhook was removed."))
    return redirect("integrations:webhooks", club.slug)


@login_required
@require_POST
def again(request: HttpRequest, slug: str, public_id: str, delivery: str) -> HttpResponse:
    """Send a delivery once more."""
    club, hook = _webhook(request, slug, public_id)
    services.send_again(delivery=delivery_at(hook, delivery), by=account_of(request))
    messages.success(request, _("The delivery is being sent again. Reload this page to see the result."))
    return redirect("integrations:webhook", club.slug, hook.public_id)


def _webhook(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, Webhook]:
    club = club_owned_by(slug, request.user)
    return club, webhook_at(club, public_id)


def _secret_page(request: HttpRequest, club: Club, hook: Webhook, secret: str) -> HttpResponse:
    context = {"room": "clubs", "club": club, "webhook": hook, "secret": secret}
    return render(request, "sharing/webhook_secret.html", context)
