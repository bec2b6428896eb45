"""Deadlines of rounds, and the clock: while it runs, the time when it ends is kept; while paused, the seconds left."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account
from league.common.live import announce
from league.tournaments.errors import ClockChanged, DeadlineRefused, WrongMoment
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.models.tournament import MOST_DAYS
from league.tournaments.permissions import check_not_over, locked_for_organiser
from league.tournaments.queries.clock import Clock, clock_of_round
from league.tournaments.services.revisions import bump_revision, log_change

LAST_MINUTE = time(23, 59)
FARTHEST = timedelta(days=5 * 365)  # from now to a deadline
MOST_MINUTES = 600


def end_of(day: date, zone: str) -> datetime:
    """Return the last minute of a day in a time zone: what "by Sunday" means."""
    return datetime.combine(day, LAST_MINUTE, ZoneInfo(zone))


def deadline_of(tournament: Tournament, number: int) -> datetime | None:
    """Return the planned deadline of a round, always at the same local time of day."""
    if tournament.first_due_at is None:
        return None
    first = tournament.first_due_at.astimezone(ZoneInfo(tournament.club.time_zone))
    return first + timedelta(days=tournament.due_every_days * (number - 1))  # local time, so DST does not shift it


def deadline_on_board(tournament: Tournament, number: int, kept: datetime | None = None) -> datetime | None:
    """Return the deadline of a round that is published now: `kept`, else the planned one.

    If that time is past, the deadline is `due_every_days` days from now, so that no round is overdue at once.
    """
    due, now = kept or (tournament.first_due_at and deadline_of(tournament, number)), timezone.now()
    if due is None or due > now:
        return due
    zone = ZoneInfo(tournament.club.time_zone)
    day = now.astimezone(zone).date() + timedelta(days=tournament.due_every_days)
    return datetime.combine(day, due.astimezone(zone).time(), zone)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Deadline of round 1, days between deadlines, and days from reminder to deadline."""

    first: datetime | None
    every_days: int = 7
    reminder_days: int = 3


@transaction.atomic
def set_deadlines(*, tournament: Tournament, deadlines: Deadlines, by: Account | None) -> Tournament:
    """Plan the deadlines of all rounds, or remove them.

    Rounds that are not closed follow a changed plan if their new deadline is in the future. Postponed tables keep their
    own deadline until all deadlines are removed. Rounds published later follow this plan.
    """
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    if deadlines.first is not None:
        _check_time(tournament, deadlines.first, kept=tournament.first_due_at)
    if not 1 <= deadlines.every_days <= MOST_DAYS:
        raise DeadlineRefused(_("Enter 1 to %(most)d days between deadlines."), most=MOST_DAYS, field="every_days")
    if not 0 <= deadlines.reminder_days <= MOST_DAYS:
        raise DeadlineRefused(
            _("Enter 0 to %(most)d days for the reminder. 0 sends no reminder."), most=MOST_DAYS, field="reminder_days"
        )
    is_moved = (tournament.first_due_at, tournament.due_every_days) != (deadlines.first, deadlines.every_days)
    tournament.first_due_at = deadlines.first
    tournament.due_every_days, tournament.reminder_days = deadlines.every_days, deadlines.reminder_days
    tournament.save(update_fields=["first_due_at", "due_every_days", "reminder_days"])
    if is_moved:
        rounds = list(tournament.rounds.exclude(status=Round.Status.CLOSED))
        for tournament_round in rounds:
            planned = deadline_of(tournament, tournament_round.number)
            if planned is None or planned > timezone.now():
                tournament_round.due_at = planned
        Round.objects.bulk_update(rounds, ["due_at"])
        if tournament.first_due_at is None:
            Pairing.objects.filter(round__in=rounds).update(due_at=None)
    message = gettext_noop("The deadlines of %(event)s were set.")
    log_change(tournament, "deadlines-set", message, by, event=tournament.name)
    bump_revision(tournament)
    return tournament


@transaction.atomic
def move_deadline(
    *, tournament: Tournament, number: int, due_at: datetime, by: Account | None, table: int | None = None
) -> None:
    """Move the deadline of a published round, or of one of its tables."""
    tournament = locked_for_organiser(tournament, by)
    moved = tournament.rounds.filter(number=number, status=Round.Status.PUBLISHED).first()
    if moved is None or not tournament.is_running:
        raise WrongMoment(_("Round %(round)d is not in progress. Choose a round that is."), round=number)
    if tournament.first_due_at is None:
        raise DeadlineRefused(
            _("%(event)s has no deadlines. Set the deadline of round 1 first."), event=tournament.name
        )
    _check_time(tournament, due_at)
    if table is None:
        tournament.rounds.filter(pk=moved.pk).update(due_at=due_at)
        message = gettext_noop("The deadline of round %(round)d was moved.")
        log_change(tournament, "deadline-moved", message, by, round=number)
    else:
        if not Pairing.objects.filter(round=moved, table=table, bye="").update(due_at=due_at):
            raise WrongMoment(_("This round has no table %(table)d. Choose another table."), table=table)
        message = gettext_noop("The deadline of table %(table)d in round %(round)d was moved.")
        log_change(tournament, "table-put-off", message, by, table=table, round=number)
    bump_revision(tournament)


def _check_time(tournament: Tournament, due_at: datetime, kept: datetime | None = None) -> None:
    """Raise `DeadlineRefused` for a past deadline, unless unchanged, and for tournaments without deadlines."""
    if not tournament.takes_deadlines:
        raise DeadlineRefused(_("Bot matches and seasons of club nights have no deadlines."))
    if due_at != kept and due_at <= timezone.now():
        raise DeadlineRefused(_("This date is in the past. Choose a later date."), field="first")
    if due_at > timezone.now() + FARTHEST:
        raise DeadlineRefused(_("This date is more than five years away. Choose an earlier date."), field="first")


@transaction.atomic
def start_clock(*, tournament_round: Round, by: Account | None, minutes: int | None = None) -> Clock:
    """Start the clock: from where it was paused, else with the minutes given or those of the tournament.

    A running clock does not change. Raise `NotTheOrganiser`, or `WrongMoment` if no round length is set.
    """
    tournament, row = _locked_round(tournament_round, by)
    if row.clock_ends_at is not None:
        return clock_of_round(tournament, row)
    whole = _checked(minutes) or tournament.round_minutes
    seconds = row.clock_left if row.clock_left is not None else whole and whole * 60
    if not seconds:
        raise WrongMoment(_("Enter the minutes of the round."))
    return _set(tournament, row, by, ends_in=seconds, verb="clock-started", what=gettext_noop("The clock was started."))


@transaction.atomic
def pause_clock(*, tournament_round: Round, by: Account | None) -> Clock:
    """Pause the clock. Idempotent."""
    tournament, row = _locked_round(tournament_round, by)
    if row.clock_ends_at is None:
        return clock_of_round(tournament, row)
    return _set(tournament, row, by, left=_left(row), verb="clock-stopped", what=gettext_noop("The clock was stopped."))


@transaction.atomic
def add_minutes(*, tournament_round: Round, minutes: int, seen: str, by: Account | None) -> Clock:
    """Add minutes to the round, or take them away; `seen` is the mark of the clock on the page that sent this.

    Raise `ClockChanged` if the clock has another mark now, so that a form sent twice counts once.
    """
    tournament, row = _locked_round(tournament_round, by)
    if clock_of_round(tournament, row).mark != seen:
        raise ClockChanged(_("Another person has changed the clock. Check it before you add minutes."))
    more = _checked(abs(minutes)) * (1 if minutes > 0 else -1) * 60
    what = gettext_noop("Minutes added to the clock: %(minutes)d.")
    facts: dict[str, Fact] = {"minutes": minutes}
    if row.clock_ends_at is not None:
        seconds = max(0, _left(row) + more)
        return _set(tournament, row, by, ends_in=seconds, verb="clock-changed", what=what, facts=facts)
    remaining = row.clock_left if row.clock_left is not None else (tournament.round_minutes or 0) * 60
    return _set(tournament, row, by, left=max(0, remaining + more), verb="clock-changed", what=what, facts=facts)


@transaction.atomic
def reset_clock(*, tournament_round: Round, by: Account | None) -> Clock:
    """Set the clock back to a whole round, not started. Idempotent."""
    tournament, row = _locked_round(tournament_round, by)
    if row.clock_ends_at is None and row.clock_left is None:
        return clock_of_round(tournament, row)
    return _set(tournament, row, by, verb="clock-reset", what=gettext_noop("The clock was reset."))


def _locked_round(tournament_round: Round, by: Account | None) -> tuple[Tournament, Round]:
    tournament = locked_for_organiser(tournament_round.tournament, by)
    row = Round.objects.get(pk=tournament_round.pk)
    if row.status != Round.Status.PUBLISHED or not tournament.is_running:
        raise WrongMoment(_("No round is in progress. Publish a round to start the clock."))
    return tournament, row


def _checked(minutes: int | None) -> int:
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise WrongMoment(_("Enter 1 to %(most)d minutes."), most=MOST_MINUTES, field="minutes")
    return minutes or 0


def _left(row: Round) -> int:
    """Return the seconds until a running clock ends, at least 0."""
    if row.clock_ends_at is None:
        return 0
    return max(0, round((row.clock_ends_at - timezone.now()).total_seconds()))


def _set(
    tournament: Tournament,
    row: Round,
    by: Account | None,
    *,
    verb: str,
    what: str,
    ends_in: int | None = None,
    left: int | None = None,
    facts: dict[str, Fact] | None = None,
) -> Clock:
    row.clock_ends_at = None if ends_in is None else timezone.now() + timedelta(seconds=ends_in)
    row.clock_left = left
    row.save(update_fields=["clock_ends_at", "clock_left"])
    note(verb, what, by=by, club=tournament.club.public_id, event=tournament.public_id, facts=facts)
    announce(tournament.topic)
    return clock_of_round(tournament, row)
