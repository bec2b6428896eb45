"""A tournament ends before all its rounds are played, with the standings as they are; and is reopened."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.models import Account
from league.rules.formats.format import Finished
from league.tournaments.drawing import next_by_itself
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.permissions import require_organiser
from league.tournaments.selectors.history import history_of, results_count
from league.tournaments.services.changing import noted
from league.tournaments.services.publishing import publish_round, withdraw_games
from league.tournaments.services.running import check_running_on_server, go_on, note_change, open_and_close
from league.tournaments.services.settling import tidy
from league.tournaments.signals import event_finished


@transaction.atomic
def end_early(*, tournament: Tournament, by: Account | None, note: str = "") -> Tournament:
    """Finish the tournament with the standings as they are; `note` says why on its page. Idempotent.

    Games with a result count, games without one count for nobody. Rounds, drafts and pairings stay as they are, so
    that `reopen` goes on from here. Matches on the server that are not played yet are cancelled.
    Raises `NotTheOrganiser`, `CannotBePlayed` for a note that is too long, and `WrongMoment` unless it runs, while a
    club night is open, or before the first result.
    """
    event = tournament.locked()
    require_organiser(by, event.club)
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
    """Finish the event before its plan is played through. The caller holds the lock of a running one."""
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
    """Go on with a tournament that was ended early or cancelled, or with a season that is over. Idempotent.

    It is as it was before, with what was corrected meanwhile; a season goes on until it is ended. Matches on the
    server that were cancelled are queued again.
    Raises `NotTheOrganiser`, `TooManyOnServer`, and `WrongMoment` where every round is played.
    """
    event = tournament.locked()
    require_organiser(by, event.club)
    if not event.is_over:
        return event
    if by is not None and event.is_on_the_machine and event.started_at is not None:
        check_running_on_server(by)
    _open_again(event)
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


def _open_again(event: Tournament) -> None:
    event.status = Tournament.Status.RUNNING if event.started_at else Tournament.Status.DRAFT
    event.ended_early, event.end_note, event.end_reason, event.finished_at = False, "", {}, None
    if event.by_evenings:
        planned = int(event.format_options.get("evenings") or 0)
        if planned and event.evenings.count() >= planned:
            event.evenings_planned = planned  # for the next season
            event.format_options = {**event.format_options, "evenings": 0}  # until it is ended
    changed = ("status", "ended_early", "end_note", "end_reason", "finished_at", "format_options", "evenings_planned")
    event.save(update_fields=changed)
