"""Webhooks of a club, for its owners: the list, each with its log, and what can be done with one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.models import Club
from league.clubs.selectors import club_owned_by
from league.members.people import account_of
from league.shared.forms import faults_on
from league.sharing.forms import WebhookForm
from league.sharing.hooks.signing import secret_of
from league.sharing.hooks.targets import are_on, hosts_in_words
from league.sharing.models import Webhook
from league.sharing.selectors.hooks import deliveries_of, delivery_at, webhook_at, webhooks_of
from league.sharing.services import hooks as services


@sensitive_variables("secret")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's webhooks, and the form that adds one; the answer to it alone shows the secret."""
    club = club_owned_by(slug, request.user)
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        with faults_on(form):
            made = services.add_webhook(club=club, address=form.cleaned_data["address"], by=account_of(request))
            return _secret_page(request, club, made, secret_of(made))
    rows = list(webhooks_of(club))
    facts = {"rows": rows, "form": form, "are_on": are_on(), "hosts": hosts_in_words(), "most": services.MOST_WEBHOOKS}
    return render(request, "sharing/webhooks.html", _facts(club) | facts)


@never_cache
@login_required
@require_safe
def webhook(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """One webhook, with what became of its last deliveries."""
    club = club_owned_by(slug, request.user)
    hook = webhook_at(club, public_id)
    facts = {
        "webhook": hook,
        "deliveries": deliveries_of(hook),
        "are_on": are_on(),
        "can_send": are_on() and hook.is_on,
    }
    return render(request, "sharing/webhook.html", _facts(club) | facts)


@sensitive_variables("secret")
@never_cache
@login_required
@require_POST
def renew(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Make another secret, and show it this once."""
    club = club_owned_by(slug, request.user)
    hook = webhook_at(club, public_id)
    secret = services.renew_secret(webhook=hook, by=account_of(request))
    return _secret_page(request, club, hook, secret)


@login_required
@require_POST
def trial(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Send a trial."""
    club = club_owned_by(slug, request.user)
    hook = webhook_at(club, public_id)
    services.send_trial(webhook=hook, by=account_of(request))
    messages.success(request, _("A test delivery is being sent. Reload this page to see the result."))
    return _to(club, hook)


@login_required
@require_POST
def switch(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Switch it on or off, as the form says."""
    club = club_owned_by(slug, request.user)
    hook = webhook_at(club, public_id)
    is_on = request.POST.get("on") == "yes"
    services.switch_webhook(webhook=hook, is_on=is_on, by=account_of(request))
    on, off = (
        _("The webhook is enabled."),
        _("The webhook is disabled."),
    )
    messages.success(request, on if is_on else off)
    return _to(club, hook)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Remove it with its log."""
    club = club_owned_by(slug, request.user)
    services.remove_webhook(webhook=webhook_at(club, public_id), by=account_of(request))
    messages.success(request, _("The webhook was removed."))
    return redirect("sharing:webhooks", club.slug)


@login_required
@require_POST
def again(request: HttpRequest, slug: str, public_id: str, delivery: str) -> HttpResponse:
    """Send a delivery once more."""
    club = club_owned_by(slug, request.user)
    hook = webhook_at(club, public_id)
    services.send_again(delivery=delivery_at(hook, delivery), by=account_of(request))
    messages.success(request, _("The delivery is being sent again. Reload this page to see the result."))
    return _to(club, hook)


def _secret_page(request: HttpRequest, club: Club, hook: Webhook, secret: str) -> HttpResponse:
    return render(request, "sharing/webhook_secret.html", _facts(club) | {"webhook": hook, "secret": secret})


def _facts(club: Club) -> dict[str, object]:
    return {"room": "clubs", "club": club}


def _to(club: Club, hook: Webhook) -> HttpResponse:
    return redirect("sharing:webhook", club.slug, hook.public_id)
