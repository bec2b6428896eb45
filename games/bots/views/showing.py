"""What its owner sees of a bot: where it stands, its versions, what came of their checks. To others it is not there."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.bots.models import Trial, Version
from games.bots.pages.remote import remote_in_list
from games.bots.pages.telling import (
    about_bot,
    about_trial,
    about_version,
    appeared,
    chairs_in,
    in_list,
    matches_in_list,
    record_of,
    repeating,
    told_whole,
)
from games.bots.remote.selectors import remote_bots_of
from games.bots.selectors import appearance_at, bots_of, own_bot, own_version, trial_of
from games.bots.topics import topic_of
from games.matches.presenters import game_name, moment_of, step_asked
from games.matches.queries import open_record
from league.members.people import account_of
from league.shared.fragments import render_part
from league.shared.live import watch


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The reader's bots; for who is not signed in, what bots are and where to begin."""
    if not request.user.is_authenticated:
        return render(request, "bots/about.html", {"room": "bots"})
    account = account_of(request)
    uploaded, remote = bots_of(account), list(remote_bots_of(account))
    players = [one.bot.player_id for one in uploaded] + [bot.player_id for bot in remote]
    record = record_of(players, account)
    facts = {
        "room": "bots",
        "bots": [in_list(one, record) for one in uploaded],
        "remote": remote_in_list(remote, record),
    }
    return render(request, "bots/mine.html", facts)


@login_required
@require_safe
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bot with its versions."""
    watch(request, topic_of(public_id))
    context = {"room": "bots", **about_bot(own_bot(public_id, account_of(request)))}
    return render_part(request, context, page="bots/bot.html", fragment="bots/_versions.html")


@login_required
@require_safe
def version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A version: its verdict and why, its log, and the matches of its check."""
    watch(request, topic_of(public_id))
    account = account_of(request)
    context = {"room": "bots", **about_version(own_version(public_id, number, account))}
    return render_part(request, context, page="bots/version.html", fragment="bots/_verdict.html")


@login_required
@require_safe
def source(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The file as it was sent, to keep; never shown as a page."""
    found = own_version(public_id, number, account_of(request))
    answer = HttpResponse(found.source, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.bot.player.slug}-{number}.py"'
    return answer


@login_required
@require_safe
def trial(request: HttpRequest, public_id: str, number: int, game: str, match: int) -> HttpResponse:
    """A match of its check step by step."""
    found, tried = _trial(request, public_id, number, game, match)
    record = open_record(tried.record)
    step = step_asked(request.GET.get("step"), record.steps)
    address = reverse("bots:trial", args=[public_id, number, game, match])
    moment = moment_of(record, step, chairs_in(tried, found, len(record.record.seats)), address)
    about = about_trial(found, tried)
    context: dict[str, Any] = {"room": "bots", "version": found, "trial": tried, "game": game_name(game)}
    return render_part(request, context | about | moment, page="bots/trial.html", fragment="matches/_moment.html")


@login_required
@require_safe
def record(request: HttpRequest, public_id: str, number: int, game: str, match: int) -> HttpResponse:
    """The record of that match in words."""
    _found, tried = _trial(request, public_id, number, game, match)
    return HttpResponse(tried.record, content_type="text/plain; charset=utf-8")


@login_required
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """The latest matches that its programs played, and how they fared there."""
    account = account_of(request)
    found = own_bot(public_id, account)
    shown = matches_in_list(found, account, appeared, page=request.GET.get("page"))
    return render(request, "bots/matches.html", {"room": "bots", "bot": found, **shown})


@login_required
@require_safe
def report(request: HttpRequest, public_id: str, match: str) -> HttpResponse:
    """What it did in one match, with its log once the deal is open."""
    account = account_of(request)
    found = own_bot(public_id, account)
    report = appearance_at(found, match)
    facts = {"room": "bots", "bot": found, **told_whole(report, account), **repeating(found, report)}
    return render(request, "bots/report.html", facts)


def _trial(request: HttpRequest, public_id: str, number: int, game: str, match: int) -> tuple[Version, Trial]:
    found = own_version(public_id, number, account_of(request))
    return found, trial_of(found, game, match)
