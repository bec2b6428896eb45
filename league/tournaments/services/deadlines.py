"""When rounds are to be played by."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.models import Account
from league.tournaments.errors import DeadlineRefused, WrongMoment
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.models.event import MOST_DAYS
from league.tournaments.permissions import check_not_over, locked_for_organiser
from league.tournaments.services.revisions import changed, noted

LAST_MINUTE = time(23, 59)
FARTHEST = timedelta(days=5 * 365)  # from now to a deadline


def end_of(day: date, zone: str) -> datetime:
    """The last minute of a day somewhere: what "by Sunday" means."""
    return datetime.combine(day, LAST_MINUTE, ZoneInfo(zone))


def deadline_of(event: Tournament, number: int) -> datetime | None:
    """When a round is to be played by, as the event plans it: at the same time of day, whatever clocks do."""
    if event.first_due_at is None:
        return None
    first = event.first_due_at.astimezone(ZoneInfo(event.club.time_zone))
    return first + timedelta(days=event.due_every_days * (number - 1))  # arithmetic of the wall clock


def deadline_on_board(event: Tournament, number: int, kept: datetime | None = None) -> datetime | None:
    """The deadline of a round that goes on the board now: the one that it has, or as planned.

    Nothing is overdue before anybody could play it: where that day is over already, the round has as many days from
    now as lie between two deadlines.
    """
    due, now = kept or deadline_of(event, number), timezone.now()
    if due is None or due > now:
        return due
    zone = ZoneInfo(event.club.time_zone)
    day = now.astimezone(zone).date() + timedelta(days=event.due_every_days)
    return datetime.combine(day, due.astimezone(zone).time(), zone)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The deadline of the first round, days from one to the next, and how many days before people are reminded."""

    first: datetime | None
    every_days: int = 7
    reminder_days: int = 3


@transaction.atomic
def set_deadlines(*, tournament: Tournament, deadlines: Deadlines, by: Account | None) -> Tournament:
    """Plan the deadlines of all rounds, or end them.

    Rounds on the board follow where the plan changes and their new day is to come; rounds that are over keep theirs,
    tables that were put off too until all deadlines end. Rounds that are published later take theirs from this plan.
    """
    event = locked_for_organiser(tournament, by)
    check_not_over(event)
    _check(event, deadlines)
    is_moved = (event.first_due_at, event.due_every_days) != (deadlines.first, deadlines.every_days)
    event.first_due_at = deadlines.first
    event.due_every_days, event.reminder_days = deadlines.every_days, deadlines.reminder_days
    event.save(update_fields=["first_due_at", "due_every_days", "reminder_days"])
    if is_moved:
        _follow(event)
    noted(event, "deadlines-set", gettext_noop("The deadlines of %(event)s were set."), by, event=event.name)
    changed(event)
    return event


@transaction.atomic
def move_deadline(
    *, tournament: Tournament, number: int, due_at: datetime, by: Account | None, table: int | None = None
) -> None:
    """Move the deadline of a round on the board, or put off one table of it."""
    event = locked_for_organiser(tournament, by)
    moved = event.rounds.filter(number=number, status=Round.Status.PUBLISHED).first()
    if moved is None or not event.is_running:
        raise WrongMoment(_("Round %(round)d is not in progress. Choose a round that is.") % {"round": number})
    if event.first_due_at is None:
        raise DeadlineRefused(
            _("%(event)s has no deadlines. Set the deadline of round 1 first.") % {"event": event.name}
        )
    _check_time(event, due_at)
    if table is None:
        event.rounds.filter(pk=moved.pk).update(due_at=due_at)
        said = gettext_noop("The deadline of round %(round)d was moved.")
        noted(event, "deadline-moved", said, by, round=number)
    else:
        if not Pairing.objects.filter(round=moved, table=table, bye="").update(due_at=due_at):
            raise WrongMoment(_("This round has no table %(table)d. Choose another table.") % {"table": table})
        said = gettext_noop("The deadline of table %(table)d in round %(round)d was moved.")
        noted(event, "table-put-off", said, by, table=table, round=number)
    changed(event)


def _follow(event: Tournament) -> None:
    """Have the rounds that are not over follow the plan, on the board or taken off it; none is moved into the past."""
    rounds = list(event.rounds.exclude(status=Round.Status.CLOSED))
    for one in rounds:
        planned = deadline_of(event, one.number)
        if planned is None or planned > timezone.now():
            one.due_at = planned
    Round.objects.bulk_update(rounds, ["due_at"])
    if event.first_due_at is None:
        Pairing.objects.filter(round__in=rounds).update(due_at=None)


def _check(event: Tournament, deadlines: Deadlines) -> None:
    if deadlines.first is not None:
        _check_time(event, deadlines.first, kept=event.first_due_at)
    if not 1 <= deadlines.every_days <= MOST_DAYS:
        raise DeadlineRefused(
            _("Enter 1 to %(most)d days between deadlines.") % {"most": MOST_DAYS}, field="every_days"
        )
    if not 0 <= deadlines.reminder_days <= MOST_DAYS:
        raise DeadlineRefused(
            _("Enter 0 to %(most)d days for the reminder. 0 sends no reminder.") % {"most": MOST_DAYS},
            field="reminder_days",
        )


def _check_time(event: Tournament, due_at: datetime, kept: datetime | None = None) -> None:
    """Refuse a deadline that is past, unless it stands already, and events whose rounds have none."""
    if not event.takes_deadlines:
        raise DeadlineRefused(_("Bot matches and seasons of club nights have no deadlines."))
    if due_at != kept and due_at <= timezone.now():
        raise DeadlineRefused(_("This date is in the past. Choose a later date."), field="first")
    if due_at > timezone.now() + FARTHEST:
        raise DeadlineRefused(_("This date is more than five years away. Choose an earlier date."), field="first")
