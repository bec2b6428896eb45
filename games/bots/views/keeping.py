"""What its owner does with a bot: make it, send versions, choose which plays, pause, rename and retire it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.bots.forms import NameForm, NewBotForm, VersionForm
from games.bots.models import Version
from games.bots.selectors import own_bot, versions_of, why_no_uploads
from games.bots.services.keeping import activate_version, pause_bot, rename_bot, resume_bot, retire_bot
from games.bots.services.rechecking import recheck_version
from games.bots.services.uploading import make_bot, upload_version
from games.bots.views.confirming import about_confirming, as_typed, wants_mail_again
from league.members.people import account_of
from league.shared.forms import faults_on
from league.shared.sandboxes import why_programs_wait


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A bot of that name, with its first file."""
    form = NewBotForm(request.POST or None, request.FILES or None)
    if wants_mail_again(request):
        form = NewBotForm(initial=as_typed(form))
    elif form.is_valid():
        with faults_on(form):
            made = make_bot(
                account=account_of(request), name=form.cleaned_data["name"], games=form.chosen, source=form.sent
            )
            return _to_version(made.bot.public_id, made)
    facts = {"form": form, "waits": _why_it_waits(form), **about_confirming(request)}
    return render(request, "bots/new.html", {"room": "bots", **facts})


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another version of a bot."""
    account = account_of(request)
    bot = own_bot(public_id, account)
    last = versions_of(bot)[0]
    form = VersionForm(request.POST or None, request.FILES or None, initial={"games": last.games})
    if wants_mail_again(request):
        form = VersionForm(initial=as_typed(form))
    elif form.is_valid():
        with faults_on(form):
            sent = upload_version(account=account, bot=public_id, games=form.chosen, source=form.sent)
            if not sent.is_waiting:
                _say_known(request, sent)
            return _to_version(public_id, sent)
    facts = {"bot": bot, "form": form, "waits": _why_it_waits(form), **about_confirming(request)}
    return render(request, "bots/upload.html", {"room": "bots", **facts})


@login_required
@require_http_methods(["GET", "POST"])
def rename(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another name for it."""
    account = account_of(request)
    bot = own_bot(public_id, account)
    form = NameForm(request.POST or None, initial={"name": bot.player.name})
    if form.is_valid():
        with faults_on(form):
            named = rename_bot(account=account, bot=public_id, name=form.cleaned_data["name"])
            messages.success(request, _("Bot renamed to %(name)s.") % {"name": named.player.name})
            return redirect("bots:bot", public_id)
    return render(request, "bots/rename.html", {"room": "bots", "bot": bot, "form": form})


@login_required
@require_POST
def activate(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Have a version play."""
    activate_version(account=account_of(request), bot=public_id, number=number)
    messages.success(
        request,
        _(
            "Version %(number)d is now active. Matches already scheduled keep their "
            "version; all later ones use this one."
        )
        % {"number": number},
    )
    return redirect("bots:bot", public_id)


@login_required
@require_POST
def check(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Have a version checked again."""
    recheck_version(account=account_of(request), bot=public_id, number=number)
    messages.success(request, _("Version %(number)d queued for a new check.") % {"number": number})
    return redirect("bots:version", public_id, number)


@login_required
@require_POST
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take it out of what is to come."""
    bot = pause_bot(account=account_of(request), bot=public_id)
    sentence = _("%(name)s is paused. It plays the matches that are already scheduled and gets no new ones.")
    messages.success(request, sentence % {"name": bot.player.name})
    return redirect("bots:bot", public_id)


@login_required
@require_POST
def resume(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have it play again."""
    resume_bot(account=account_of(request), bot=public_id)
    messages.success(request, _("Bot resumed."))
    return redirect("bots:bot", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def retire(request: HttpRequest, public_id: str) -> HttpResponse:
    """End it for good, after asking once."""
    account = account_of(request)
    bot = own_bot(public_id, account)
    if request.method == "POST":
        retire_bot(account=account, bot=public_id)
        messages.success(request, _("Bot %(name)s retired. Its results stay.") % {"name": bot.player.name})
        return redirect("bots:mine")
    return render(request, "bots/retire.html", {"room": "bots", "bot": bot})


def _why_it_waits(form: Form) -> str:
    """What to know before a file is sent: that none is taken, or would wait; nothing where the form itself says it."""
    return "" if form.non_field_errors() else why_no_uploads() or why_programs_wait()


def _say_known(request: HttpRequest, version: Version) -> None:
    if version.active:
        messages.success(request, _("You have uploaded this file before as version %(number)d. It is now active"
                                    " again.")
                         % {"number": version.number})  # fmt: skip
    else:
        messages.warning(request, _("You have uploaded this file before as version %(number)d. Its check is not"
                                    " repeated.")
                         % {"number": version.number})  # fmt: skip


def _to_version(public_id: str, version: Version) -> HttpResponse:
    return redirect("bots:version", public_id, version.number)
