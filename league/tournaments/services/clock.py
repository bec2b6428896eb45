"""The clock of a round: start, pause, add minutes, reset.

While it runs, its state is the time when it ends; while paused, the seconds left. The end of the time is shown to
everybody and ends no game by itself."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account
from league.common.live import announce
from league.tournaments.errors import ClockChanged, WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.presenters.clock import Clock, clock_of_round

MOST_MINUTES = 600


@transaction.atomic
def start_clock(*, tournament_round: Round, by: Account | None, minutes: int | None = None) -> Clock:
    """Start the clock: from where it was paused, else with the minutes given or those of the tournament.

    A running clock does not change. Raise `NotTheOrganiser`, or `WrongMoment` if no round length is set."""
    event, held = _held(tournament_round, by)
    if held.clock_ends_at is not None:
        return clock_of_round(event, held)
    whole = _checked(minutes) or event.round_minutes
    seconds = held.clock_left if held.clock_left is not None else whole and whole * 60
    if not seconds:
        raise WrongMoment(_("Enter the minutes of the round."))
    return _set(event, held, by, ends_in=seconds, verb="clock-started", what=gettext_noop("The clock was started."))


@transaction.atomic
def pause_clock(*, tournament_round: Round, by: Account | None) -> Clock:
    """Pause the clock. Idempotent."""
    event, held = _held(tournament_round, by)
    if held.clock_ends_at is None:
        return clock_of_round(event, held)
    return _set(event, held, by, left=_left(held), verb="clock-stopped", what=gettext_noop("The clock was stopped."))


@transaction.atomic
def add_minutes(*, tournament_round: Round, minutes: int, seen: str, by: Account | None) -> Clock:
    """Add minutes to the round, or take them away; `seen` is the mark of the clock on the page that sent this.

    Raise `ClockChanged` if the clock has another mark now, so that a form sent twice counts once."""
    event, held = _held(tournament_round, by)
    if clock_of_round(event, held).mark != seen:
        raise ClockChanged(_("Another person has changed the clock. Check it before you add minutes."))
    more = _checked(abs(minutes)) * (1 if minutes > 0 else -1) * 60
    what = gettext_noop("Minutes added to the clock: %(minutes)d.")
    told: dict[str, Fact] = {"minutes": minutes}
    if held.clock_ends_at is not None:
        seconds = max(0, _left(held) + more)
        return _set(event, held, by, ends_in=seconds, verb="clock-changed", what=what, facts=told)
    stands = held.clock_left if held.clock_left is not None else (event.round_minutes or 0) * 60
    return _set(event, held, by, left=max(0, stands + more), verb="clock-changed", what=what, facts=told)


@transaction.atomic
def reset_clock(*, tournament_round: Round, by: Account | None) -> Clock:
    """Set the clock back to a whole round, not started. Idempotent."""
    event, held = _held(tournament_round, by)
    if held.clock_ends_at is None and held.clock_left is None:
        return clock_of_round(event, held)
    return _set(event, held, by, verb="clock-reset", what=gettext_noop("The clock was reset."))


def _held(tournament_round: Round, by: Account | None) -> tuple[Tournament, Round]:
    event = locked_for_organiser(tournament_round.tournament, by)
    held = Round.objects.get(pk=tournament_round.pk)
    if held.status != Round.Status.PUBLISHED or not event.is_running:
        raise WrongMoment(_("No round is in progress. Publish a round to start the clock."))
    return event, held


def _checked(minutes: int | None) -> int:
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise WrongMoment(_("Enter 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, field="minutes")
    return minutes or 0


def _left(held: Round) -> int:
    """Return the seconds until a running clock ends, at least 0."""
    if held.clock_ends_at is None:
        return 0
    return max(0, round((held.clock_ends_at - timezone.now()).total_seconds()))


def _set(
    event: Tournament,
    held: Round,
    by: Account | None,
    *,
    verb: str,
    what: str,
    ends_in: int | None = None,
    left: int | None = None,
    facts: dict[str, Fact] | None = None,
) -> Clock:
    held.clock_ends_at = None if ends_in is None else timezone.now() + timedelta(seconds=ends_in)
    held.clock_left = left
    held.save(update_fields=["clock_ends_at", "clock_left"])
    note(verb, what, by=by, club=event.club.public_id, event=event.public_id, facts=facts)
    announce(event.topic)
    return clock_of_round(event, held)
