"""Opening a link that says: this player is you."""

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from league.members.forms import JoinAsForm
from league.members.models import Player
from league.members.people import account_of
from league.members.selectors import player_of
from league.members.services.accounts import join_as
from league.members.services.claiming import check_claim_link
from league.members.services.claiming import claim_player as claim
from league.members.trying import by_a_key
from league.members.views.signing import welcome
from league.shared.forms import faults_on

_CLAIM = "claim-link"  # where the session keeps the token of a claim link that was opened


@by_a_key
@never_cache
@require_safe
def open_claim_link(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the token in the session and go on to a page without it: it stays out of histories and referrers."""
    check_claim_link(token)
    request.session[_CLAIM] = token
    return redirect("members:claim-player")


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def claim_player(request: HttpRequest) -> HttpResponse:
    """Say that the player is oneself: signed in by a button, otherwise by joining under that name."""
    token: str = request.session.get(_CLAIM, "")
    player = check_claim_link(token)
    is_known = request.user.is_authenticated
    form: Form = Form(request.POST) if is_known else JoinAsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with faults_on(form):
            standing = _claim(request, token, form)
            told = _("Welcome, %(player)s. Your results are now in your account.") % {"player": standing}
            if standing.pk != player.pk:
                told += " " + _("The ratings are being recalculated. This page updates itself.")
            messages.success(request, told)
            return redirect("ratings:player", standing.public_id, standing.slug)
    own = player_of(account_of(request)) if is_known else None
    return render(request, "members/claim_player.html", {"form": form, "player": player, "own": own})


def _claim(request: HttpRequest, token: str, form: Form) -> Player:
    with transaction.atomic():
        if request.user.is_authenticated:
            standing = claim(token=token, account=account_of(request))
        else:
            account = join_as(token=token, **form.cleaned_data)
            welcome(request, account)
            standing = account.player
    request.session.pop(_CLAIM, None)
    return standing
