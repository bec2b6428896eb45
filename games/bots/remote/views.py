"""Pages that remote bots alone have: create, status and commands, the token."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from games.bots.forms import NewRemoteForm
from games.bots.jobs import topic_of
from games.bots.models import RemoteBot
from games.bots.remote.presenters import about_remote, command_of, standing_of
from games.bots.remote.queries import own_remote_bot, playing_bot
from games.bots.remote.services import make_remote_bot_with_token, renew_token
from games.bots.views import about_confirming, as_typed, wants_mail_again
from league.accounts.queries import account_of
from league.common.forms import faults_on
from league.common.http_methods import require_safe_or_post
from league.common.live import watch
from league.common.responses import render_part, wants_fragment

ROOM = "bots"


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def new(request: HttpRequest) -> HttpResponse:
    """Create a bot; only the response shows the secret of its token."""
    form = NewRemoteForm(request.POST or None)
    if wants_mail_again(request):
        form = NewRemoteForm(initial=as_typed(form))
    elif form.is_valid():
        with faults_on(form):
            fields = {"name": form.cleaned_data["name"], "games": form.cleaned_data["games"]}
            bot, secret = make_remote_bot_with_token(account=account_of(request), **fields)
            if secret:
                return _shown_once(request, bot, secret)
            messages.info(
                request, _("You have already created this bot and its token. If you lost the token, replace it.")
            )
            return redirect(bot)
    return render(request, "bots/remote_new.html", {"room": ROOM, "form": form, **about_confirming(request)})


@login_required
@require_safe
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a bot: its status, how to run it, ratings and ladders."""
    account = account_of(request)
    found = own_remote_bot(public_id, account)
    watch(request, topic_of(public_id))
    facts = standing_of(found) if wants_fragment(request) else about_remote(found, account)
    return render_part(request, {"room": ROOM, **facts}, page="bots/remote.html", fragment="bots/_connection.html")


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def token(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replace its token, after a confirmation."""
    account = account_of(request)
    found = playing_bot(public_id, account)
    if request.method == "POST":
        secret = renew_token(account=account, bot=public_id)
        return _shown_once(request, found, secret)
    return render(request, "bots/remote_token.html", {"room": ROOM, "bot": found})


@sensitive_variables("secret", "facts")
def _shown_once(request: HttpRequest, found: RemoteBot, secret: str) -> HttpResponse:
    facts = {"room": ROOM, "bot": found, "secret": secret, "command": command_of(found, secret)}
    return render(request, "bots/remote_token_made.html", facts)
