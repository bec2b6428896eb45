"""Pages on which owners manage their bots. To others a bot's page does not exist."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from games.bots import presenters, queries, services, versions
from games.bots.appearances import appearance_at
from games.bots.forms import NameForm, NewBotForm, NewRemoteForm, VersionForm
from games.bots.jobs import topic_of
from games.bots.models import Pausable, RemoteBot, UploadedBot
from games.bots.presenters import client_command, connection_status, remote_bot_page, remote_bot_rows
from games.bots.remote.queries import own_remote_bot, playing_bot, remote_bots_of
from games.bots.remote.services import make_remote_bot_with_token, renew_token, retire_remote_bot
from games.bots.uploads import archive_pieces, file_name, play_command
from games.bots.version_checks import recheck_version
from games.matches.replays import moment_at
from league.accounts.address_proof import unsent_mail_note
from league.accounts.queries import account_of
from league.accounts.views.account import write_confirmation_again
from league.common.forms import refusals_as_errors
from league.common.live import watch
from league.common.responses import (
    binary_file,
    context_of,
    render_part,
    require_safe_or_post,
    text_file,
    wants_fragment,
)
from league.common.sandboxes import why_programs_wait
from league.ratings.leaderboards import busiest_board_of_bots
from league.ratings.players import ranks_of

Kind = type[Pausable]  # of bot, by the address; its pages to rename, pause, retire and its matches are the same


def wants_mail_again(request: HttpRequest) -> bool:
    """Return whether the form was sent by its button "Resend"; then write the mail that confirms the address again."""
    if "resend" not in request.POST:
        return False
    write_confirmation_again(request)
    return True


def as_typed(form: BaseForm) -> dict[str, Any]:
    """Return the content of a submitted form, to fill in another one."""
    return {field.name: field.data for field in form if field.name != "file"}


def about_confirming(request: HttpRequest) -> dict[str, object]:
    """Return the note on confirming the e-mail address."""
    account = account_of(request)
    return {"unconfirmed": queries.needs_confirmed_address(account), "unsent": unsent_mail_note(account)}


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the reader's bots, or the best bots to an author without one; without an account, explain bots."""
    if not request.user.is_authenticated:
        return render(request, "bots/about.html", {"room": "bots", "board": busiest_board_of_bots(request.user)})
    account = account_of(request)
    uploaded, remote = queries.bots_of(account), list(remote_bots_of(account))
    records = presenters.ratings_and_faults_of([*uploaded, *remote], account)
    context = {
        "room": "bots",
        "bots": [presenters.bot_row(bot, records[bot.player.pk]) for bot in uploaded],
        "remote": remote_bot_rows(remote, records),
        "board": None if records else busiest_board_of_bots(account),
    }
    return render(request, "bots/mine.html", context)


@login_required
@require_safe
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a bot with its ratings and versions."""
    watch(request, topic_of(public_id))
    account = account_of(request)
    own = queries.own_bot(public_id, account)
    page = presenters.bot_page(own)
    context = {"room": "bots", **context_of(page)}
    if not wants_fragment(request):
        ranks = ranks_of([own.player.pk], account)
        context["record"] = presenters.RatingsAndFaults(ranks.get(own.player.pk, []), faults=None)
        context["play_command"] = play_command(own, page.active) if page.active else ""
    return render_part(request, context, page="bots/bot.html", fragment="bots/_versions.html")


@login_required
@require_safe
def version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a version: verdict, log, and the matches of its check."""
    watch(request, topic_of(public_id))
    page = presenters.version_page(queries.own_version(public_id, number, account_of(request)))
    context = {"room": "bots", **context_of(page)}
    return render_part(request, context, page="bots/version.html", fragment="bots/_verdict.html")


@login_required
@require_safe
def source(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """Download the file: Python, or a zip."""
    version = queries.own_version(public_id, number, account_of(request))
    queries.check_file(version)
    if not version.is_archive:
        return text_file(version.source, file_name(version))
    return binary_file(archive_pieces(version), file_name(version), "application/zip", size=version.archive_size)


@login_required
@require_safe
def trial(request: HttpRequest, public_id: str, number: int, game: str, match: int) -> HttpResponse:
    """Show a match of its check step by step."""
    version = queries.own_version(public_id, number, account_of(request))
    trial = queries.trial_of(version, game, match)
    context = {"room": "bots", "version": version, "trial": trial, "fault": presenters.trial_fault(version, trial)}
    context |= context_of(moment_at(presenters.trial_replay(version, trial), request.GET.get("step")))
    return render_part(request, context, page="bots/trial.html", fragment="matches/_moment.html")


@login_required
@require_safe
def record(request: HttpRequest, public_id: str, number: int, game: str, match: int) -> HttpResponse:
    """Return the record of that match as text."""
    version = queries.own_version(public_id, number, account_of(request))
    return text_file(queries.trial_of(version, game, match).record)


@login_required
@require_safe
def matches(request: HttpRequest, public_id: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Show the latest matches of a bot."""
    account = account_of(request)
    bot = queries.bot_of(kind, public_id, account)
    page = presenters.matches_page(bot, account, page=request.GET.get("page"))
    return render(request, "bots/matches.html", {"room": "bots", **context_of(page)})


@login_required
@require_safe
def report(request: HttpRequest, public_id: str, match: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Show one match of a bot, with its log once the deal is open."""
    account = account_of(request)
    bot = queries.bot_of(kind, public_id, account)
    page = presenters.report_page(bot, appearance_at(bot, match), account)
    return render(request, "bots/report.html", {"room": "bots", **context_of(page)})


@login_required
@require_safe_or_post
def new(request: HttpRequest) -> HttpResponse:
    """Create a bot with its first file."""
    form = NewBotForm(request.POST or None, request.FILES or None)
    if wants_mail_again(request):
        form = NewBotForm(initial=as_typed(form))
    elif form.is_valid():
        with refusals_as_errors(form):
            made = versions.make_bot(
                account=account_of(request),
                name=form.cleaned_data["name"],
                games=form.cleaned_data["games"],
                source=form.sent,
            )
            return redirect("bots:version", made.bot.public_id, made.number)
    form.account_for_file()
    context = {
        "form": form,
        "waits": _why_it_waits(form),
        "limits": presenters.limits_of_bots(),
        **about_confirming(request),
    }
    return render(request, "bots/new.html", {"room": "bots", **context})


@login_required
@require_safe_or_post
def upload(request: HttpRequest, public_id: str) -> HttpResponse:
    """Upload another version."""
    account = account_of(request)
    bot = queries.own_bot(public_id, account)
    last = queries.versions_of(bot)[0]
    form = VersionForm(request.POST or None, request.FILES or None, initial={"games": last.games})
    if wants_mail_again(request):
        form = VersionForm(initial=as_typed(form))
    elif form.is_valid():
        with refusals_as_errors(form):
            sent = versions.upload_version(
                account=account, bot=public_id, games=form.cleaned_data["games"], source=form.sent
            )
            if sent.active:
                sentence = _("You have uploaded this file before as version %(number)d. It is now active again.")
                messages.success(request, sentence % {"number": sent.number})
            elif not sent.is_waiting:
                sentence = _("You have uploaded this file before as version %(number)d. Its check is not repeated.")
                messages.warning(request, sentence % {"number": sent.number})
            return redirect("bots:version", public_id, sent.number)
    form.account_for_file()
    context = {"bot": bot, "form": form, "waits": _why_it_waits(form), "limits": presenters.limits_of_bots()}
    return render(request, "bots/upload.html", {"room": "bots", **context, **about_confirming(request)})


@login_required
@require_safe_or_post
def rename(request: HttpRequest, public_id: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Rename a bot."""
    account = account_of(request)
    bot = queries.bot_of(kind, public_id, account)
    queries.check_in_play(bot)
    form = NameForm(request.POST or None, initial={"name": bot.player.name})
    if form.is_valid():
        with refusals_as_errors(form):
            named = services.rename_bot(account=account, bot=public_id, name=form.cleaned_data["name"], kind=kind)
            messages.success(request, _("Bot renamed to %(name)s.") % {"name": named})
            return redirect(named)
    return render(request, "bots/rename.html", {"room": "bots", "bot": bot, "form": form})


@login_required
@require_POST
def activate(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Activate a version."""
    versions.activate_version(account=account_of(request), bot=public_id, number=number)
    sentence = _(
        "Version %(number)d is now active. Matches already scheduled keep their version; all later ones use this one."
    )
    messages.success(request, sentence % {"number": number})
    return redirect("bots:bot", public_id)


@login_required
@require_POST
def check(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Have a version checked again."""
    recheck_version(account=account_of(request), bot=public_id, number=number)
    messages.success(request, _("Version %(number)d queued for a new check.") % {"number": number})
    return redirect("bots:version", public_id, number)


@login_required
@require_safe_or_post
def delete_file(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Delete the file of a version, after a confirmation; or say what needs it."""
    account = account_of(request)
    if request.method == "POST":
        versions.delete_file(account=account, bot=public_id, number=number)
        messages.success(request, _("File of version %(number)d deleted.") % {"number": number})
        return redirect("bots:version", public_id, number)
    version = queries.own_version(public_id, number, account)
    queries.check_file(version)
    context = {"bot": version.bot, "version": version, "needed": versions.why_file_is_needed(version)}
    return render(request, "bots/delete_file.html", {"room": "bots", **context})


@login_required
@require_POST
def pause(request: HttpRequest, public_id: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Pause a bot."""
    bot = services.pause_bot(account=account_of(request), bot=public_id, kind=kind)
    sentence = _("%(name)s is paused. It plays the matches that are already scheduled and gets no new ones.")
    messages.success(request, sentence % {"name": bot})
    return redirect(bot)


@login_required
@require_POST
def resume(request: HttpRequest, public_id: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Resume a bot."""
    bot = services.resume_bot(account=account_of(request), bot=public_id, kind=kind)
    sentence = _("%(name)s is resumed. It plays while it is connected.") if bot.is_remote else _("Bot resumed.")
    messages.success(request, sentence % {"name": bot})
    return redirect(bot)


@login_required
@require_safe_or_post
def retire(request: HttpRequest, public_id: str, kind: Kind = UploadedBot) -> HttpResponse:
    """Retire a bot, after a confirmation."""
    account = account_of(request)
    bot = queries.bot_of(kind, public_id, account)
    if request.method == "POST":
        (retire_remote_bot if bot.is_remote else services.retire_bot)(account=account, bot=public_id)
        messages.success(request, _("Bot %(name)s retired. Its results stay.") % {"name": bot})
        return redirect("bots:mine")
    return render(request, "bots/retire.html", {"room": "bots", "bot": bot})


def _why_it_waits(form: Form) -> str:
    """Return why a file would be refused or wait; "" where the form says it."""
    return "" if form.non_field_errors() else queries.why_no_uploads() or why_programs_wait()


ROOM = "bots"


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def new_remote(request: HttpRequest) -> HttpResponse:
    """Create a bot; only the response shows the secret of its token."""
    form = NewRemoteForm(request.POST or None)
    if wants_mail_again(request):
        form = NewRemoteForm(initial=as_typed(form))
    elif form.is_valid():
        with refusals_as_errors(form):
            fields = {"name": form.cleaned_data["name"], "games": form.cleaned_data["games"]}
            bot, secret = make_remote_bot_with_token(account=account_of(request), **fields)
            if secret:
                return _token_page(request, bot, secret)
            messages.info(
                request, _("You have already created this bot and its token. If you lost the token, replace it.")
            )
            return redirect(bot)
    return render(request, "bots/remote_new.html", {"room": ROOM, "form": form, **about_confirming(request)})


@login_required
@require_safe
def remote_bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a bot: its status, how to run it, ratings and ladders."""
    account = account_of(request)
    bot = own_remote_bot(public_id, account)
    watch(request, topic_of(public_id))
    page = connection_status(bot) if wants_fragment(request) else remote_bot_page(bot, account)
    context = {"room": ROOM, **context_of(page)}
    return render_part(request, context, page="bots/remote.html", fragment="bots/_connection.html")


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def remote_token(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replace its token, after a confirmation."""
    account = account_of(request)
    bot = playing_bot(public_id, account)
    if request.method == "POST":
        secret = renew_token(account=account, bot=public_id)
        return _token_page(request, bot, secret)
    return render(request, "bots/remote_token.html", {"room": ROOM, "bot": bot})


@sensitive_variables("secret", "facts")
def _token_page(request: HttpRequest, bot: RemoteBot, secret: str) -> HttpResponse:
    context = {"room": ROOM, "bot": bot, "secret": secret, "command": client_command(bot, secret)}
    return render(request, "bots/remote_token_made.html", context)
