"""Scorers type a round in, two at once: every table is taken or refused on its own, and nothing is overwritten."""

from collections.abc import Sequence

from django.db import transaction

from league.members.models import Account
from league.shared.errors import Refusal
from league.tournaments.models import Tournament
from league.tournaments.permissions import require_scorer
from league.tournaments.services.reporting import Outcome, check_moment, enter_outcomes, noted_as_typed, stale_among
from league.tournaments.services.running import go_on


@transaction.atomic
def report_what_fits(*, tournament: Tournament, outcomes: Sequence[Outcome], by: Account | None) -> list[Refusal]:
    """Enter every outcome that can be, go on from there, and return why the others were not; `field` names the leg.

    A game that was reported or entered since the page showed it (`Outcome.seen`) is refused with `StaleResult`.
    Raises `NotTheOrganiser`, and `WrongMoment` for an event that takes no results at all.
    """
    event = tournament.locked()
    require_scorer(by, event.club)
    check_moment(event)
    stale = stale_among(outcomes)
    refused = [*stale.values(), *enter_outcomes(event, [one for one in outcomes if one.field not in stale], by)]
    missing = {refusal.field for refusal in refused}
    noted_as_typed(event, [one for one in outcomes if one.field not in missing], by)
    go_on(event)
    return refused
