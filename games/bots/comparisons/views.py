"""Pages of comparisons, for the owner of the bot."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.bots.comparisons.presenters import comparison_page, comparison_rows
from games.bots.comparisons.queries import own_comparison
from games.bots.comparisons.services import order_comparison, rivals_of, stop_comparison
from games.bots.forms import ComparisonForm
from games.bots.jobs import topic_of
from games.bots.queries import own_bot
from games.bots.test_matches.presenters import why_they_wait
from league.accounts.queries import account_of
from league.common.forms import refusals_as_errors
from league.common.live import watch
from league.common.responses import render_part, require_safe_or_post, wants_fragment


@login_required
@require_safe_or_post
def comparisons(request: HttpRequest, public_id: str) -> HttpResponse:
    """Order a comparison, and list those of the bot."""
    account = account_of(request)
    bot = own_bot(public_id, account)
    watch(request, topic_of(public_id))
    form = None if wants_fragment(request) else ComparisonForm(request.POST or None, rivals=rivals_of(bot))
    if form and form.is_valid():
        with refusals_as_errors(form):
            return redirect(order_comparison(account=account, bot=public_id, order=form.order))
    rows = comparison_rows(bot)
    waits = why_they_wait(row.comparison for row in rows)
    context = {"room": "bots", "bot": bot, "form": form, "rows": rows, "waits": waits}
    return render_part(request, context, page="bots/comparisons.html", fragment="bots/_comparisons.html")


@login_required
@require_safe
def comparison(request: HttpRequest, public_id: str, comparison: str) -> HttpResponse:
    """Show a comparison and its figures so far."""
    watch(request, topic_of(public_id))
    page = comparison_page(own_comparison(public_id, comparison, account_of(request)))
    context = {"room": "bots", "bot": page.bot, "page": page}
    return render_part(request, context, page="bots/comparison.html", fragment="bots/_comparison.html")


@login_required
@require_POST
def stop(request: HttpRequest, public_id: str, comparison: str) -> HttpResponse:
    """Stop a comparison."""
    stopped = stop_comparison(account=account_of(request), bot=public_id, public_id=comparison)
    messages.success(request, _("Comparison stopped. Its finished deals count."))
    return redirect(stopped)
