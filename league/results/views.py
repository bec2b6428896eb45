"""Pages of a result: its history, and correcting or withdrawing it in two steps."""

from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.accounts.models import Account
from league.accounts.queries import account_of
from league.common.drawing.preview import Card
from league.common.forms import posted, refusals_as_errors
from league.common.responses import answer_with_preview, context_of, require_safe_or_post
from league.results.consequences import ChangeRow, Consequence, correction_of, digest_of
from league.results.drafts import ResultDraft, seats_of
from league.results.errors import CorrectedMeanwhile
from league.results.forms import CorrectionForm, WithdrawalForm
from league.results.history import decision_of, difference, history_of, seat_lines
from league.results.models import Result
from league.results.permissions import chain_to_correct, may_correct
from league.results.queries import Chain, chain_of, chain_seen_by, players_for, players_named, show_names_of_results
from league.results.services.corrections import check_correction, correct_result, fixed_players, withdraw_result
from league.results.subjects import consequences_of, endings_chosen, links_of, locked_table

ROOM = "leaderboard"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction or withdrawal that is being previewed."""

    chain: Chain
    form: WithdrawalForm
    draft: ResultDraft
    template: str  # of the form


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """Context of the preview; `way` and `way_before` say how the game ended, `digest` identifies the effects."""

    form: WithdrawalForm
    draft: ResultDraft
    way: str
    lines: tuple[ChangeRow, ...]
    consequences: list[Consequence]
    digest: str
    way_before: str


@require_safe
def preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the preview image of a result, as an anonymous visitor sees it; 404 for a private club."""
    chain = chain_seen_by(slug, number, AnonymousUser())
    show_names_of_results(chain.rows, AnonymousUser(), alone=True)
    seats = sorted(seats_of(chain.now), key=lambda seat: seat.place)
    has_scores = any(seat.points for seat in seats)
    lines = tuple(
        (f"{seat.place}. {chain.players[seat.player_id].name}", str(seat.points) if has_scores else "")
        for seat in seats
    )
    title = _("Result %(number)d") % {"number": chain.first.number}
    text = "" if lines else _("This game has no result now.")
    return answer_with_preview(request, Card(title, over=chain.pool.display_name, text=text, lines=lines))


@require_safe
def result(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the result of a game and its history, at the number of the first row; that of a correction leads there."""
    chain = chain_seen_by(slug, number, request.user)
    if number != chain.first.number:
        return redirect("results:result", slug, chain.first.number)
    show_names_of_results(chain.rows, request.user, alone=True)
    behind = {chain.subject, *(row.evidence for row in chain.rows if row.evidence)}
    links = {link for found in links_of(behind, request.user).values() for link in found}
    return _render(
        request,
        "results/result.html",
        chain,
        seats=seat_lines(seats_of(chain.now), chain.players),
        history=history_of(chain, request.user),
        links=sorted(links),
        may_correct=may_correct(request.user, chain),
    )


@login_required
@require_safe_or_post
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct a result: fill in, preview the changes, confirm. The query may have figures typed elsewhere."""
    chain = chain_to_correct(slug, number, account_of(request))
    form = CorrectionForm(
        posted(request),
        chain=chain,
        fixed_players=fixed_players(chain),
        players=players_for(chain),
        endings=endings_chosen(chain.subject),
    )
    if not form.is_valid():
        form.propose(request.GET.dict())
        return _render(request, "results/correct.html", chain, form=form)
    return _second_step(request, Proposal(chain, form, form.draft(), "results/correct.html"))


@login_required
@require_safe_or_post
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a result: say why, preview the changes, confirm."""
    chain = chain_to_correct(slug, number, account_of(request))
    form = WithdrawalForm(posted(request), chain=chain)
    if not form.is_valid():
        return _render(request, "results/withdraw.html", chain, form=form)
    return _second_step(request, Proposal(chain, form, ResultDraft.withdrawn(chain.subject), "results/withdraw.html"))


def _second_step(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    """Preview the proposal, enter it once it is confirmed, or return to the form, which keeps its values."""
    chain, form = proposal.chain, proposal.form
    with refusals_as_errors(form):
        try:
            if "confirmed" in request.POST:
                return _enter_confirmed(request, proposal)
            check_correction(chain=chain, expected=form.expected_row(chain), draft=proposal.draft)
            if "again" not in request.POST:
                return _render(request, "results/preview.html", chain, **context_of(_preview(request, proposal)))
        except CorrectedMeanwhile as refusal:
            return _both_versions(request, proposal, refusal)
    return _render(request, proposal.template, chain, form=form)


def _enter_confirmed(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    """Enter what was confirmed, if its preview still holds."""
    chain = proposal.chain
    with transaction.atomic():
        locked_table(chain.subject)  # nothing changes between the check of the preview and the entry
        foreseen = _preview(request, proposal)
        if request.POST.get("foreseen") == foreseen.digest:
            return _redirect_to_result(request, _enter(proposal, account_of(request)), chain)
    check_correction(chain=chain, expected=proposal.form.expected_row(chain), draft=proposal.draft)
    context = context_of(foreseen) | {"is_stale": True}
    return _render(request, "results/preview.html", chain, status=HTTPStatus.CONFLICT, **context)


def _enter(proposal: Proposal, by: Account) -> Result:
    """Enter it over the row that the form has seen."""
    expected, draft = proposal.form.expected_row(proposal.chain), proposal.draft
    reason = proposal.form.cleaned_data["reason"]
    if draft.how == Result.How.WITHDRAWN:
        return withdraw_result(result=expected, reason=reason, by=by)
    return correct_result(result=expected, seats=draft.seats, reason=reason, by=by, how=draft.how, ending=draft.ending)


def _preview(request: HttpRequest, proposal: Proposal) -> PreviewPage:
    chain, draft = proposal.chain, proposal.draft
    consequences = consequences_of([correction_of(chain, draft)], request.user)
    return PreviewPage(
        form=proposal.form,
        draft=draft,
        way=decision_of(draft),
        lines=difference(seats_of(chain.now), draft.seats, players_named(chain, draft.seats)),
        consequences=consequences,
        digest=digest_of(consequences),
        way_before=decision_of(chain.now),
    )


def _redirect_to_result(request: HttpRequest, row: Result, chain: Chain) -> HttpResponse:
    message = _("Result withdrawn.") if row.how == Result.How.WITHDRAWN else _("Correction saved.")
    messages.success(request, _("%(said)s Ratings and standings are being updated.") % {"said": message})
    return redirect("results:result", row.pool.slug, chain.first.number)


def _both_versions(request: HttpRequest, proposal: Proposal, refusal: CorrectedMeanwhile) -> HttpResponse:
    """Show the current result beside the correction; the form then counts as having seen the current one."""
    form, seats = proposal.form, proposal.draft.seats
    expected = seats_of(form.expected_row(proposal.chain))
    latest = chain_of(proposal.chain.subject)
    data = request.POST.copy()
    data["seen"] = str(latest.now.number)
    form.data = data
    return _render(
        request,
        "results/meanwhile.html",
        latest,
        status=refusal.status,
        form=form,
        refusal=refusal,
        draft=proposal.draft,
        since=difference(expected, seats_of(latest.now), latest.players),
        wanted=difference(expected, seats, players_named(latest, seats)),
    )


def _render(
    request: HttpRequest, template: str, chain: Chain, *, status: int = HTTPStatus.OK, **context: object
) -> HttpResponse:
    """Render a page of a result, with its chain."""
    shared = {"room": ROOM, "chain": chain, "row": chain.now, "pool": chain.pool}
    return render(request, template, shared | context, status=status)
