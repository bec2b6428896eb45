"""Early end of a tournament, reopening, and the next season."""

import re
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.competition.format import Finished
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Entry, Round, Tournament
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.entries import taken_along
from league.tournaments.queries.history import history_of, next_by_itself, results_count
from league.tournaments.services.creation import tidy
from league.tournaments.services.progress import check_running_on_server, go_on, note_change, open_and_close
from league.tournaments.services.publishing import publish_round, withdraw_games
from league.tournaments.services.revisions import changed, noted
from league.tournaments.signals import event_finished

COPIED = (
    "club", "summary", "game", "options", "format", "format_options", "scoring", "tiebreaks", "venue", "pace", "pool",
    "round_minutes", "capacity", "expected", "confirmations", "endings",
)  # fmt: skip


@transaction.atomic
def end_early(*, tournament: Tournament, by: Account | None, note: str = "") -> Tournament:
    """Finish the tournament with the standings as they are; `note` says why on its page. Idempotent.

    Games with a result count, games without one count for nobody. Rounds, drafts and pairings stay as they are, so
    that `reopen` goes on from here. Matches on the server that are not played yet are cancelled.
    """
    event = locked_for_organiser(tournament, by)
    if event.ended_early:
        return event
    if not event.is_running:
        raise WrongMoment(
            _("%(tournament)s is not running. Only a running tournament can be ended.") % {"tournament": event.name}
        )
    if event.evenings.filter(closed_at=None).exists():
        raise WrongMoment(_("A club night is still open. Close it first."))
    if not any(pairing.results for pairing in history_of(event.pk).pairings):
        raise WrongMoment(_("No game has a result yet. Cancel the tournament instead."))
    noted(event, "event-ended-early", gettext_noop("%(event)s was ended early."), by, event=event.name)
    finish_as_it_is(event, tidy("end_note", note))
    return event


def finish_as_it_is(event: Tournament, note: str = "") -> None:
    """Finish a running tournament before all rounds are played. The caller holds its lock."""
    seen = results_count(event.pk)
    open_and_close(event, history_of(event.pk))
    event.status, event.ended_early, event.finished_at = Tournament.Status.FINISHED, True, timezone.now()
    event.end_note = note
    event.save(update_fields=["status", "ended_early", "end_note", "finished_at"])
    withdraw_games(event)
    event_finished.send(sender=Tournament, tournament=event)
    note_change(event, seen)


@transaction.atomic
def reopen(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Reopen a tournament that was ended early or cancelled, or a season that is over. Idempotent.

    Corrections made meanwhile count; a season goes on until it is ended. Cancelled bot matches are queued again.
    """
    event = locked_for_organiser(tournament, by)
    if not event.is_over:
        return event
    if by is not None and event.is_on_the_machine and event.started_at is not None:
        check_running_on_server(by)
    event.status = Tournament.Status.RUNNING if event.started_at else Tournament.Status.DRAFT
    event.ended_early, event.end_note, event.end_reason, event.finished_at = False, "", {}, None
    if event.by_evenings:
        planned = int(event.format_options.get("evenings") or 0)
        if planned and event.evenings.count() >= planned:
            event.evenings_planned = planned  # for the next season
            event.format_options = {**event.format_options, "evenings": 0}  # until it is ended
    changed = ("status", "ended_early", "end_note", "end_reason", "finished_at", "format_options", "evenings_planned")
    event.save(update_fields=changed)
    if event.is_running and isinstance(next_by_itself(event, history_of(event.pk)), Finished):
        raise WrongMoment(_("All rounds have been played. Correct a result instead of reopening the tournament."))
    noted(event, "event-reopened", gettext_noop("%(event)s was reopened."), by, event=event.name)
    if event.is_running:
        go_on(event)
        for one in event.rounds.filter(status=Round.Status.PUBLISHED) if event.is_on_the_machine else ():
            publish_round(tournament_round=one)  # announces it again, so that its matches are queued
    else:
        note_change(event, event.results_seen)
    return event


@transaction.atomic
def make_next_season(*, tournament: Tournament, by: Account | None, name: str) -> Tournament:
    """Return a new season with the settings and players of a finished one. Idempotent.

    Players who withdrew, left the club or deleted their account are not entered. A guest who is a member now is entered
    as a member.
    """
    event = locked_for_organiser(tournament, by)
    if not event.is_over or not event.by_evenings:
        raise WrongMoment(_("%(event)s is not finished. End it, then create the next season.") % {"event": event.name})
    wanted = tidy("name", name, _("A season needs a name, for example “Club season 2027”."))
    made = event.following.exclude(status=Tournament.Status.CANCELLED).first()
    if made is not None:
        return made
    made = Tournament.objects.create(
        **{field: getattr(event, field) for field in COPIED},
        name=wanted,
        seed=secrets.randbits(63),
        made_by=by,
        previous=event,
    )
    if event.evenings_planned:
        made.format_options = {**made.format_options, "evenings": event.evenings_planned}
        made.save(update_fields=["format_options"])
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            player=one.entry.person,
            number=number,
            is_guest=one.is_guest,
            fixed_table=one.entry.fixed_table,
            entered_by=by,
        )
        for number, one in enumerate(taken_along(event), start=1)
    )
    noted(made, "event-made", gettext_noop("%(event)s was created."), by, event=made.name)
    changed(made)
    return made


def next_name(name: str) -> str:
    """Return the name for the next season: the last number is increased by one, 2026/27 becomes 2027/28."""
    if both := re.fullmatch(r"(.*?)(\d{4})([/\N{EN DASH}-])(\d{2}|\d{4})(\D*)", name):
        before, year, sign, other, after = both.groups()
        return f"{before}{int(year) + 1}{sign}{str(int(other) + 1).zfill(len(other))[-len(other) :]}{after}"
    if last := re.fullmatch(r"(.*?)(\d{1,6})(\D*)", name):
        before, number, after = last.groups()
        return f"{before}{str(int(number) + 1).zfill(len(number))}{after}"
    return f"{name} 2"
