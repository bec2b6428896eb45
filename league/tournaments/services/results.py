"""Entry of results by organisers and scorers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.accounts.models import Account
from league.common.errors import Refusal
from league.competition.format import seats_in_leg
from league.results.draft_checks import check_draft
from league.results.drafts import ResultDraft, draft_of, typed_draft
from league.results.early_endings import EarlyEnding
from league.results.models import Report, Result
from league.results.services.resolutions import enter_over_reports
from league.tournaments.errors import AlreadyReported, ReportRefused, StaleResult, StaleRound
from league.tournaments.models import Leg, PairingSeat, Round, Tournament
from league.tournaments.permissions import closed_to_reports, locked_for_scorer, unpublished
from league.tournaments.queries.rounds import versions_of
from league.tournaments.services.presence import mark_absent
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.services.revisions import log_change


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game, in its seat order.

    Missing places follow from the points (highest first, ties share); a forfeit needs places only. `ending` names an
    early ending and `left` the seats that left, from 0; the tournament's rule then sets the places. `seen` is the
    version of the game on the page (`versions_of`). `reported` is a report to confirm unchanged; it replaces the other
    fields.
    """

    leg: Leg
    points: Sequence[int | None] | None = None
    places: Sequence[int] | None = None
    how: str = Result.How.PLAYED
    played_at: datetime | None = None
    ending: str = ""
    left: frozenset[int] = frozenset()
    seen: str | None = None
    reported: Report | None = None

    @property
    def field(self) -> str:
        """The name by which an error identifies the game."""
        return f"leg-{self.leg.pk}"


@transaction.atomic
def enter_typed_results(*, tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> None:
    """Enter results, all or none, and advance the tournament. Raise the first error."""
    tournament = _locked_for_results(tournament, by)
    for refusal in _enter_valid(tournament, outcomes, by):
        raise refusal
    _log_results(tournament, outcomes, by)
    continue_tournament(tournament)


@transaction.atomic
def enter_valid_results(*, tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> list[Refusal]:
    """Enter all valid results, advance the tournament, and return the errors of the rest; `field` names the game."""
    tournament = _locked_for_results(tournament, by)
    refused = _enter_valid(tournament, outcomes, by)
    missing = {refusal.field for refusal in refused}
    _log_results(tournament, [outcome for outcome in outcomes if outcome.field not in missing], by)
    continue_tournament(tournament)
    return refused


@transaction.atomic
def check_outcomes(*, tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> list[ResultDraft]:
    """Return the results that `enter_typed_results` would enter, or raise its errors. Nothing is saved."""
    tournament = _locked_for_results(tournament, by)
    tables = _tables_of(outcomes)
    return [_checked(tournament, outcome, tables) for outcome in outcomes]


def stale_results_of(outcomes: Sequence[Outcome]) -> dict[str, StaleResult]:
    """Return a `StaleResult`, by game, for each game reported or entered since its page was loaded.

    The caller holds the tournament's lock, under which all results of its games are entered. Two queries.
    """
    now = versions_of([outcome.leg.subject for outcome in outcomes])
    message = _("Another person has entered a result. Compare both and choose one. Yours has not been saved.")
    stale = [outcome for outcome in outcomes if outcome.seen is not None and outcome.seen != now[outcome.leg.subject]]
    return {outcome.field: StaleResult(message, field=outcome.field) for outcome in stale}


def _locked_for_results(tournament: Tournament, by: Account | None) -> Tournament:
    """Return the tournament, locked. Raise `NotTheOrganiser`, or `WrongMoment` while it takes no results."""
    tournament = locked_for_scorer(tournament, by)
    closed = closed_to_reports(tournament)
    if closed is not None:
        raise closed
    return tournament


def _enter_valid(tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> list[Refusal]:
    """Enter the valid results and return the errors of the rest, first those of stale ones.

    The number of queries depends only on the games with a report and on refusals.
    """
    stale = stale_results_of(outcomes)
    current = [outcome for outcome in outcomes if outcome.field not in stale]
    tables = _tables_of(current)
    refused: list[Refusal] = []
    sound: list[tuple[Outcome, ResultDraft]] = []
    for outcome in current:
        try:
            draft = _checked(tournament, outcome, tables)
            sound.append((replace(outcome, leg=tables.legs[outcome.leg.pk]), draft))
        except Refusal as refusal:
            refused.append(refusal)
    refused += _enter(tournament, sound, by)
    in_order = [outcome.field for outcome in current]
    return [*stale.values(), *sorted(refused, key=lambda refusal: in_order.index(refusal.field or ""))]


def _enter(tournament: Tournament, sound: Sequence[tuple[Outcome, ResultDraft]], by: Account | None) -> list[Refusal]:
    """Enter results together; if one is refused, retry in halves to find it."""
    if not sound:
        return []
    try:
        with transaction.atomic():
            enter_over_reports(pool=tournament.pool, entries=[entry for _outcome, entry in sound], by=by)
    except Refusal as refusal:
        half = len(sound) // 2
        if half:
            return _enter(tournament, sound[:half], by) + _enter(tournament, sound[half:], by)
        refusal.field = sound[0][0].field
        return [refusal]
    _mark_absent(sound)
    return []


def _mark_absent(entered: Sequence[tuple[Outcome, ResultDraft]]) -> None:
    """Mark players who lost by forfeit as not here, round by round."""
    away: dict[Round, list[int]] = {}
    for outcome, entry in entered:
        if entry.how == Result.How.FORFEIT:
            absent = [seat.player_id for seat in entry.seats if seat.place > 1]
            away.setdefault(outcome.leg.pairing.round, []).extend(absent)
    for tournament_round, players in away.items():
        mark_absent(tournament_round, players)


def _log_results(tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> None:
    """Log the tables whose results were entered, one line a round. The results themselves are in the ledger."""
    if by is None or not outcomes:
        return
    legs = Leg.objects.filter(pk__in=[outcome.leg.pk for outcome in outcomes])
    tables: dict[int, set[int]] = {}
    for number, table in legs.values_list("pairing__round__number", "pairing__table"):
        tables.setdefault(number, set()).add(table)
    template = gettext_noop("Results of round %(round)d entered. Tables: %(tables)s.")
    for number, seen in sorted(tables.items()):
        log_change(tournament, "results-typed", template, by, round=number, tables=", ".join(map(str, sorted(seen))))


@dataclass(frozen=True, slots=True)
class _Tables:
    """Facts about tables that outcomes are checked against, read under the tournament's lock."""

    legs: Mapping[int, Leg]  # by id, with their pairing and its round
    players: Mapping[int, Sequence[int]]  # the players at a pairing, first seat first
    results: Mapping[UUID, str]  # `Result.How` of games with a result, by subject


def _tables_of(outcomes: Sequence[Outcome]) -> _Tables:
    """Read the tables of these outcomes. Three queries."""
    legs = Leg.objects.select_related("pairing__round").in_bulk([outcome.leg.pk for outcome in outcomes])
    seats = PairingSeat.objects.filter(pairing__in={leg.pairing_id for leg in legs.values()}).order_by("seat")
    players: dict[int, list[int]] = {}
    for pairing, player in seats.values_list("pairing", "entry__player"):
        players.setdefault(pairing, []).append(player)
    results = Result.objects.filter(subject__in=[outcome.leg.subject for outcome in outcomes], superseded_by=None)
    return _Tables(legs, players, dict(results.values_list("subject", "how")))


def _checked(tournament: Tournament, outcome: Outcome, tables: _Tables) -> ResultDraft:
    try:
        draft = _draft(tournament, outcome, tables)
        check_draft(draft, tournament.pool.seats)
    except Refusal as refusal:
        refusal.field = outcome.field
        raise
    return draft


def _draft(tournament: Tournament, outcome: Outcome, tables: _Tables) -> ResultDraft:
    _check_leg(tournament, outcome.leg, tables)
    players = seats_in_leg(tables.players.get(outcome.leg.pairing_id, ()), outcome.leg.number)
    _check_counts(outcome, len(players))
    if outcome.reported is not None:
        return draft_of(outcome.reported, tournament.endings)
    ended = None
    if outcome.ending or outcome.left:
        ended = EarlyEnding(tournament.game, outcome.ending, outcome.left, tournament.endings)
    elif outcome.points is None and outcome.places is None:
        raise ReportRefused(_("Enter the score of each player at the table, or all places."))
    elif outcome.points is not None and None in outcome.points:
        raise ReportRefused(_("Enter the score of each player at this table."))
    nothing = [None] * len(players)
    return typed_draft(
        outcome.leg.subject,
        players,
        outcome.points or nothing,
        outcome.places or nothing,
        ended,
        how=Result.How.PLAYED if ended else outcome.how,
        played_at=outcome.played_at,
    )


def _check_leg(tournament: Tournament, leg: Leg, tables: _Tables) -> None:
    now = tables.legs.get(leg.pk)
    if now is None:
        raise StaleRound(_("The players at this table have changed. Open the round again."))
    if now.pairing.round.tournament_id != tournament.pk:
        raise ReportRefused(_("This game belongs to another tournament. Report it there."))
    hidden = unpublished(now)
    if hidden is not None:
        raise hidden
    how = tables.results.get(leg.subject)
    if how == Result.How.WITHDRAWN:
        raise AlreadyReported(
            _("The result of this game was withdrawn. An organiser can restore it on the page of the result.")
        )
    if how is not None:
        raise AlreadyReported(_("This game already has a result. Correct that result instead."))


def _check_counts(outcome: Outcome, seats: int) -> None:
    """Raise `ReportRefused` unless there are as many points and places as seats, or none."""
    for given in (outcome.points, outcome.places):
        if given is not None and len(given) != seats:
            raise ReportRefused(
                ngettext(
                    "The table has %(seats)d seat. Enter one number for it.",
                    "The table has %(seats)d seats. Enter one number for each.",
                    seats,
                ),
                seats=seats,
            )
