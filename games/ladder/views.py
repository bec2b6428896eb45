"""Pages of ladders and of the daily report."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.ladder.daily_report import KIND, daily_report_of
from games.ladder.errors import NoSuchLadder
from games.ladder.presenters import blocks_of, bot_page, games_without_ladders, ladder_at, ladder_page, ladders_by_game
from games.ladder.queries import deals_of
from league.accounts.queries import account_of
from league.accounts.services.notifications import choose_notices
from league.common.live import watch
from league.common.responses import render_part

ROOM = "bots"
BOTS_A_PAGE = 100
DEALS_A_PAGE = 20


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """List all ladders by game."""
    games = ladders_by_game(request.user)
    boards = [board for one in games for _ladder, board in one.ladders]
    others = games_without_ladders(games, request.user)
    boards += [board for one in others for board in one.boards]
    context = {"room": ROOM, "games": games, "others": others, "boards": boards}
    return render(request, "ladder/ladders.html", context)


@require_safe
def one_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a ladder: its bots, its seats and the last blocks."""
    ladder = ladder_at(slug)
    watch(request, f"ladder:{ladder.public_id}", f"pool:{ladder.pool.public_id}")
    page = ladder_page(ladder, request.user)
    lines = Paginator(page.lines, BOTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"room": ROOM, "page": page, "lines": lines}
    return render_part(request, context, page="ladder/ladder.html", fragment="ladder/_ladder.html")


@require_safe
def one_bot(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a bot on a ladder: by seat, by opponent, its worst and best blocks, and all of them."""
    page = bot_page(ladder_at(slug), public_id, request.user)
    player = page.line.player
    blocks = Paginator(blocks_of(page.ladder, player), DEALS_A_PAGE).get_page(request.GET.get("page"))
    deals = deals_of(player.pk, {row.pk: row.turn for row in blocks})
    return render(request, "ladder/bot.html", {"room": ROOM, "page": page, "blocks": blocks, "deals": deals})


@login_required
@require_safe
def daily_report(request: HttpRequest, written: str = "") -> HttpResponse:
    """Show the daily report of a day, by default the latest."""
    try:
        day = date.fromisoformat(written) if written else None
    except ValueError as error:
        raise NoSuchLadder(_("Enter the date as YYYY-MM-DD, for example 2026-11-23.")) from error
    report = daily_report_of(account_of(request), day)
    return render(request, "ladder/daily_report.html", {"room": ROOM, "report": report})


@login_required
@require_POST
def choose_mail(request: HttpRequest) -> HttpResponse:
    """Switch the e-mails on or off."""
    wanted = request.POST.get("wanted") == "yes"
    choose_notices(account=account_of(request), wanted={KIND: wanted})
    messages.success(request, _("Daily report e-mails are on.") if wanted else _("Daily report e-mails are off."))
    return redirect("daily-report:latest")
