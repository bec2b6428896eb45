"""Pages of contests."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.contests import queries, services
from games.contests.final import skip_deal
from games.contests.forms import PLAN, CallOffForm, NewContestForm, PlanForm
from games.contests.models import Contest
from league.accounts.models import Account
from league.accounts.queries import account_of
from league.clubs.queries import club_run_by
from league.common.forms import refusals_as_errors
from league.common.live import watch
from league.common.messages import game_name
from league.common.responses import render_part, require_safe_or_post

ROOM = "bots"
CONTESTS_A_PAGE = 30


@require_safe
def contests(request: HttpRequest) -> HttpResponse:
    """List the contests that the reader may see; a single one with its standings."""
    seen = queries.contests_listed(request.user, club=request.GET.get("club", ""))
    page = Paginator(seen, CONTESTS_A_PAGE).get_page(request.GET.get("page"))
    leaders = queries.leaders_of(list(page))
    listed = [
        {
            "contest": contest,
            "game": game_name(contest.game),
            "state": contest.State(contest.state).label,
            "leaders": leaders.get(contest.pk, []),
        }
        for contest in page
    ]
    hidden = queries.hidden_entries(request.user)
    only = queries.contest_page(page[0], request.user) if page.paginator.count == 1 and leaders else None
    context = {"room": ROOM, "page": page, "contests": listed, "hidden": hidden, "only": only}
    return render(request, "contests/contests.html", context)


@require_safe
def contest_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a contest: its entries, the progress of its final, the result."""
    contest = queries.contest_at(public_id, request.user)
    watch(request, contest.topic)
    context = {"room": ROOM, "page": queries.contest_page(contest, request.user), "game": game_name(contest.game)}
    if contest.state == Contest.State.OPEN:
        own = queries.bots_to_enter(contest, request.user) if isinstance(request.user, Account) else []
        context |= {"bots": own, "house": queries.builtin_bots_to_add(contest)}
    return render_part(request, context, page="contests/contest.html", fragment="contests/_contest.html")


@require_safe
def bot_page(request: HttpRequest, public_id: str, player: str) -> HttpResponse:
    """Show a bot in a contest: by seat, by opponent, and by revealed deal."""
    page = queries.contest_bot_page(queries.contest_at(public_id, request.user), player, request.user)
    return render(request, "contests/bot.html", {"room": ROOM, "page": page})


@login_required
@require_safe_or_post
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a contest of a club."""
    account = account_of(request)
    club = club_run_by(slug, account)
    form = NewContestForm(request.POST or None, zone=club.time_zone)
    if form.is_valid():
        with refusals_as_errors(form):
            made = services.make_contest(
                club=club, by=account, game=form.cleaned_data["game"], seats=form.cleaned_data["seats"], plan=form.plan
            )
            return redirect("contests:contest", made.public_id)
    return render(request, "contests/new.html", {"room": ROOM, "form": form, "club": club})


@login_required
@require_safe_or_post
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change an open contest."""
    account = account_of(request)
    contest = _run_by(public_id, account)
    initial = {name: getattr(contest, name) for name in PLAN}
    form = PlanForm(request.POST or None, zone=contest.club.time_zone, initial=initial)
    if form.is_valid():
        with refusals_as_errors(form):
            services.change_contest(contest=public_id, by=account, plan=form.plan)
            messages.success(request, _("Changes saved."))
            return redirect("contests:contest", public_id)
    return render(request, "contests/change.html", {"room": ROOM, "form": form, "contest": contest})


@login_required
@require_safe_or_post
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel a contest, after a confirmation."""
    account = account_of(request)
    contest = _run_by(public_id, account)
    form = CallOffForm(request.POST or None)
    if form.is_valid():
        services.call_off(contest=public_id, by=account, reason=form.cleaned_data["because"])
        return redirect("contests:contest", public_id)
    return render(request, "contests/end.html", {"room": ROOM, "form": form, "contest": contest})


@login_required
@require_POST
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter one of the reader's bots, uploaded or remote."""
    entry = services.enter(contest=public_id, account=account_of(request), bot=request.POST.get("bot", ""))
    if entry.is_remote:
        sentence = _("%(bot)s is entered. Keep its program connected from the closing date on.")
    else:
        sentence = _("%(bot)s is entered. The version that is active on the closing date plays.")
    messages.success(request, sentence % {"bot": entry.player.name})
    return redirect("contests:contest", public_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw the reader's bot."""
    services.withdraw(contest=public_id, account=account_of(request))
    messages.success(request, _("Bot withdrawn."))
    if not queries.can_see(public_id, request.user):
        return redirect("contests:contests")
    return redirect("contests:contest", public_id)


@login_required
@require_POST
def add_builtin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter a built-in bot."""
    services.add_builtin_bot(contest=public_id, by=account_of(request), player=request.POST.get("player", ""))
    return redirect("contests:contest", public_id)


@login_required
@require_POST
def skip(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Skip a deal that cannot be finished."""
    skip_deal(contest=public_id, number=number, by=account_of(request))
    messages.success(request, _("Deal %(number)d is skipped. The final continues.") % {"number": number})
    return redirect("contests:contest", public_id)


def _run_by(public_id: str, account: Account) -> Contest:
    contest = queries.contest_at(public_id, account)
    services.require_organiser(account, contest.club)
    services.require_open(contest)
    return contest
