"""Pages of test matches, for the owner of the tested bot."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.bots.forms import BotTestForm
from games.bots.jobs import topic_of
from games.bots.queries import own_bot
from games.bots.test_matches.presenters import (
    bot_test_page,
    bot_test_rows,
    file_of,
    labels_of,
    replay_command,
    why_they_wait,
)
from games.bots.test_matches.queries import opponents_for, own_bot_test, own_bot_test_match
from games.bots.test_matches.services import order_bot_test
from games.matches.queries import open_record
from games.matches.replays import Replay, moment_at
from league.accounts.queries import account_of
from league.common.forms import refusals_as_errors
from league.common.live import watch
from league.common.responses import context_of, render_part, require_safe_or_post, text_file, wants_fragment


@login_required
@require_safe_or_post
def tests(request: HttpRequest, public_id: str) -> HttpResponse:
    """Order test matches of a bot, and show the last ones."""
    account = account_of(request)
    bot = own_bot(public_id, account)
    watch(request, topic_of(public_id))
    form = None if wants_fragment(request) else BotTestForm(request.POST or None, groups=opponents_for(bot))
    if form and form.is_valid():
        with refusals_as_errors(form):
            made = order_bot_test(account=account, bot=public_id, order=form.order)
            return redirect("bots:test", public_id, made.public_id)
    rows = bot_test_rows(bot)
    waits = why_they_wait(row.bot_test for row in rows)
    context = {"room": "bots", "bot": bot, "form": form, "rows": rows, "waits": waits}
    return render_part(request, context, page="bots/tests.html", fragment="bots/_tests.html")


@login_required
@require_safe
def test(request: HttpRequest, public_id: str, bot_test: str) -> HttpResponse:
    """Show a test, and how to repeat it locally."""
    watch(request, topic_of(public_id))
    context = {"room": "bots", **context_of(bot_test_page(own_bot_test(public_id, bot_test, account_of(request))))}
    return render_part(request, context, page="bots/test.html", fragment="bots/_test.html")


@login_required
@require_safe
def records(request: HttpRequest, public_id: str, bot_test: str) -> HttpResponse:
    """Return the records of all its matches in one file."""
    test = own_bot_test(public_id, bot_test, account_of(request), whole=True)
    records = "\n".join(match.record for match in test.bot_test_matches.all() if match.record)
    return text_file(records, f"test-{test.public_id}.txt")


@login_required
@require_safe
def bot_test_match(request: HttpRequest, public_id: str, bot_test: str, number: int) -> HttpResponse:
    """Show a match step by step, with the bot's log."""
    match = own_bot_test_match(public_id, bot_test, number, account_of(request))
    address = reverse("bots:test-match", args=[public_id, bot_test, number])
    replay = Replay(opened=open_record(match.record), labels=labels_of(match), address=address)
    context = {"room": "bots", "match": match, "fault": match.faults[match.seat], "command": replay_command(match)}
    context |= context_of(moment_at(replay, request.GET.get("step")))
    return render_part(request, context, page="bots/test_match.html", fragment="matches/_moment.html")


@login_required
@require_safe
def record(request: HttpRequest, public_id: str, bot_test: str, number: int) -> HttpResponse:
    """Return the record of a match."""
    match = own_bot_test_match(public_id, bot_test, number, account_of(request))
    return text_file(match.record, file_of(match))
