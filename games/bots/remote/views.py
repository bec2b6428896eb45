"""Pages of remote bots: create, show the token once, rename, retire; their matches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.bots.forms import NameForm, NewRemoteForm
from games.bots.jobs import topic_of
from games.bots.models import RemoteBot
from games.bots.presenters import matches_in_list
from games.bots.queries import appearance_at
from games.bots.remote.presenters import about_remote, command_of, remote_appeared, remote_report, standing_of
from games.bots.remote.queries import own_remote_bot, playing_bot
from games.bots.remote.services import (
    make_remote_bot_with_token,
    pause_remote_bot,
    rename_remote_bot,
    renew_token,
    resume_remote_bot,
    retire_remote_bot,
)
from games.bots.views import about_confirming, as_typed, wants_mail_again
from league.members.queries import account_of
from league.shared.forms import faults_on
from league.shared.live import watch
from league.shared.responses import render_part, wants_fragment

ROOM = "bots"


@sensitive_variables("secret")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a bot; only the response shows the secret of its token."""
    form = NewRemoteForm(request.POST or None)
    if wants_mail_again(request):
        form = NewRemoteForm(initial=as_typed(form))
    elif form.is_valid():
        with faults_on(form):
            said = {"name": form.cleaned_data["name"], "games": form.chosen}
            bot, secret = make_remote_bot_with_token(account=account_of(request), **said)
            if secret:
                return _shown_once(request, bot, secret)
            messages.info(
                request, _("You have already created this bot and its token. If you lost the token, replace it.")
            )
            return redirect("bots:remote", bot.public_id)
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
@require_http_methods(["GET", "POST"])
def token(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replace its token, after a confirmation."""
    account = account_of(request)
    found = playing_bot(public_id, account)
    if request.method == "POST":
        secret = renew_token(account=account, bot=public_id)
        return _shown_once(request, found, secret)
    return render(request, "bots/remote_token.html", {"room": ROOM, "bot": found})


@login_required
@require_http_methods(["GET", "POST"])
def rename(request: HttpRequest, public_id: str) -> HttpResponse:
    """Rename it."""
    account = account_of(request)
    found = playing_bot(public_id, account)
    form = NameForm(request.POST or None, initial={"name": found.player.name})
    if form.is_valid():
        with faults_on(form):
            named = rename_remote_bot(account=account, bot=public_id, name=form.cleaned_data["name"])
            messages.success(request, _("Bot renamed to %(name)s.") % {"name": named.player.name})
            return redirect("bots:remote", public_id)
    return render(request, "bots/rename.html", {"room": ROOM, "bot": found, "form": form})


@login_required
@require_POST
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Pause it."""
    found = pause_remote_bot(account=account_of(request), bot=public_id)
    messages.success(
        request,
        _("%(name)s is paused. It plays the matches that are already scheduled and gets no new ones.")
        % {"name": found},
    )
    return redirect("bots:remote", public_id)


@login_required
@require_POST
def resume(request: HttpRequest, public_id: str) -> HttpResponse:
    """Resume it."""
    found = resume_remote_bot(account=account_of(request), bot=public_id)
    messages.success(request, _("%(name)s is resumed. It plays while it is connected.") % {"name": found})
    return redirect("bots:remote", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def retire(request: HttpRequest, public_id: str) -> HttpResponse:
    """Retire it, after a confirmation."""
    account = account_of(request)
    found = own_remote_bot(public_id, account)
    if request.method == "POST":
        retire_remote_bot(account=account, bot=public_id)
        messages.success(request, _("Bot %(name)s retired. Its results stay.") % {"name": found})
        return redirect("bots:mine")
    return render(request, "bots/retire.html", {"room": ROOM, "bot": found})


@login_required
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show its latest matches."""
    account = account_of(request)
    found = own_remote_bot(public_id, account)
    shown = matches_in_list(found, account, remote_appeared, page=request.GET.get("page"))
    return render(request, "bots/matches.html", {"room": ROOM, "bot": found, **shown})


@login_required
@require_safe
def report(request: HttpRequest, public_id: str, match: str) -> HttpResponse:
    """Show one match."""
    account = account_of(request)
    found = own_remote_bot(public_id, account)
    facts = remote_report(found, appearance_at(found, match), account)
    return render(request, "bots/report.html", {"room": ROOM, **facts})


@sensitive_variables("secret", "facts")
def _shown_once(request: HttpRequest, found: RemoteBot, secret: str) -> HttpResponse:
    facts = {"room": ROOM, "bot": found, "secret": secret, "command": command_of(found, secret)}
    return render(request, "bots/remote_token_made.html", facts)
