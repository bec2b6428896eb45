"""The course of a tournament: start, rounds, end, reopening, and the next season.

Rounds are paired when they are due and closed when all results are in. `by` is the account that asks, None for the
site itself.
"""

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
from league.tournaments.models.tournament import STARTED
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.entries import next_season_players
from league.tournaments.queries.history import history_of, next_by_itself, next_of, results_count
from league.tournaments.queries.stale_matches import runs_again
from league.tournaments.services.creation import tidy
from league.tournaments.services.entry_list import LEFT_OUT, remove_absent_at_start
from league.tournaments.services.publishing import (
    check_running_on_server,
    continue_tournament,
    publish_round,
    save_results_seen,
    update_bracket,
    update_round_statuses,
    withdraw_games,
)
from league.tournaments.services.revisions import bump_revision, log_change
from league.tournaments.services.round_drawing import request_drawing
from league.tournaments.signals import tournament_finished


@transaction.atomic
def start(*, tournament: Tournament, by: Account | None, absent: str = LEFT_OUT) -> Tournament:
    """Close the entries, lock the tie-breaks, and publish the playable rounds or have round 1 paired as a draft.

    After a check-in, `absent` says what happens to absent players: `LEFT_OUT`, or `WITH_A_BYE` in round 1. Raise
    `NotTheOrganiser`, `WrongMoment` if it has already started, `TooManyOnServer`, or `CannotBePlayed` if the format
    cannot pair this field. After an error the draft is unchanged.
    """
    tournament = locked_for_organiser(tournament, by)
    if not tournament.takes_entries:
        raise WrongMoment(_("%(tournament)s has already started."), tournament=tournament.name)
    if by is not None and tournament.is_on_the_machine:
        check_running_on_server(by)
    remove_absent_at_start(tournament, absent, by)
    log_change(tournament, STARTED, gettext_noop("%(event)s was started."), by, event=tournament.name)
    tournament.status = Tournament.Status.RUNNING
    tournament.started_at = timezone.now()
    tournament.save(update_fields=["status", "started_at"])
    organiser_publishes = tournament.pace == Tournament.Pace.DESK
    if organiser_publishes:
        next_of(tournament, history_of(tournament.pk))  # an impossible field is refused here, not by the worker
    continue_tournament(tournament)
    if organiser_publishes and not tournament.by_evenings:
        request_drawing(tournament, by)
    return tournament


@transaction.atomic
def advance(*, tournament_id: int) -> None:
    """Process new results of the tournament: close rounds, pair the next ones, finish. Idempotent.

    - A correction changes the standings and rounds paired from now on, not published ones.
    - A withdrawn result opens its round again.
    - A finished tournament runs again if a game lacks its result, or a bracket has another match to play.

    Concurrent calls wait for one another.
    """
    tournament = Tournament(pk=tournament_id).locked()
    seen = results_count(tournament.pk)
    if seen == tournament.results_seen:
        return
    if tournament.is_running:
        if tournament.has_bracket:
            update_bracket(tournament)
        continue_tournament(tournament)
    elif tournament.status == Tournament.Status.FINISHED:
        _resume_if_unfinished(tournament, seen)
    else:  # a draft, or cancelled
        save_results_seen(tournament, seen)


@transaction.atomic
def cancel(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Cancel the tournament; its results stay. Raise `NotTheOrganiser`, or `WrongMoment` if it is over."""
    tournament = locked_for_organiser(tournament, by)
    if tournament.is_over:
        raise WrongMoment(_("%(tournament)s is already finished or cancelled."), tournament=tournament.name)
    tournament.status = Tournament.Status.CANCELLED
    tournament.save(update_fields=["status"])
    log_change(tournament, "event-cancelled", gettext_noop("%(event)s was cancelled."), by, event=tournament.name)
    withdraw_games(tournament)
    save_results_seen(tournament, tournament.results_seen)
    return tournament


def _resume_if_unfinished(tournament: Tournament, seen: int) -> None:
    """Run a finished tournament again if it has something to play."""
    if not runs_again(tournament, history_of(tournament.pk)):
        save_results_seen(tournament, seen)
        return
    tournament.status = Tournament.Status.RUNNING
    tournament.finished_at, tournament.end_reason = None, {}
    tournament.save(update_fields=["status", "finished_at", "end_reason"])
    update_bracket(tournament)
    continue_tournament(tournament)


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
    tournament = locked_for_organiser(tournament, by)
    if tournament.ended_early:
        return tournament
    if not tournament.is_running:
        raise WrongMoment(
            _("%(tournament)s is not running. Only a running tournament can be ended."), tournament=tournament.name
        )
    if tournament.evenings.filter(closed_at=None).exists():
        raise WrongMoment(_("A club night is still open. Close it first."))
    if not any(pairing.results for pairing in history_of(tournament.pk).pairings):
        raise WrongMoment(_("No game has a result yet. Cancel the tournament instead."))
    log_change(tournament, "event-ended-early", gettext_noop("%(event)s was ended early."), by, event=tournament.name)
    finish_early(tournament, tidy("end_note", note))
    return tournament


def finish_early(tournament: Tournament, note: str = "") -> None:
    """Finish a running tournament before all rounds are played. The caller holds its lock."""
    seen = results_count(tournament.pk)
    update_round_statuses(tournament, history_of(tournament.pk))
    tournament.status, tournament.ended_early, tournament.finished_at = Tournament.Status.FINISHED, True, timezone.now()
    tournament.end_note = note
    tournament.save(update_fields=["status", "ended_early", "end_note", "finished_at"])
    withdraw_games(tournament)
    tournament_finished.send(sender=Tournament, tournament=tournament)
    save_results_seen(tournament, seen)


@transaction.atomic
def reopen(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Reopen a tournament that was ended early or cancelled, or a season that is over. Idempotent.

    Corrections made meanwhile count; a season goes on until it is ended. Cancelled bot matches are queued again.
    """
    tournament = locked_for_organiser(tournament, by)
    if not tournament.is_over:
        return tournament
    if by is not None and tournament.is_on_the_machine and tournament.started_at is not None:
        check_running_on_server(by)
    tournament.status = Tournament.Status.RUNNING if tournament.started_at else Tournament.Status.DRAFT
    tournament.ended_early, tournament.end_note, tournament.end_reason, tournament.finished_at = False, "", {}, None
    if tournament.by_evenings:
        planned = int(tournament.format_options.get("evenings") or 0)
        if planned and tournament.evenings.count() >= planned:
            tournament.evenings_planned = planned  # for the next season
            tournament.format_options = {**tournament.format_options, "evenings": 0}  # until it is ended
    changed = ("status", "ended_early", "end_note", "end_reason", "finished_at", "format_options", "evenings_planned")
    tournament.save(update_fields=changed)
    if tournament.is_running and isinstance(next_by_itself(tournament, history_of(tournament.pk)), Finished):
        raise WrongMoment(_("All rounds have been played. Correct a result instead of reopening the tournament."))
    log_change(tournament, "event-reopened", gettext_noop("%(event)s was reopened."), by, event=tournament.name)
    if tournament.is_running:
        continue_tournament(tournament)
        for played in tournament.rounds.filter(status=Round.Status.PUBLISHED) if tournament.is_on_the_machine else ():
            publish_round(tournament_round=played)  # announces it again, so that its matches are queued
    else:
        save_results_seen(tournament, tournament.results_seen)
    return tournament


@transaction.atomic
def make_next_season(*, tournament: Tournament, by: Account | None, name: str) -> Tournament:
    """Return a new season with the settings and players of a finished one. Idempotent.

    Players who withdrew, left the club or deleted their account are not entered. A guest who is a member now is entered
    as a member.
    """
    tournament = locked_for_organiser(tournament, by)
    if not tournament.is_over or not tournament.by_evenings:
        raise WrongMoment(_("%(event)s is not finished. End it, then create the next season."), event=tournament.name)
    title = tidy("name", name, _("A season needs a name, for example “Club season 2027”."))
    season = tournament.following.exclude(status=Tournament.Status.CANCELLED).first()
    if season is not None:
        return season
    season = Tournament.objects.create(
        **{field: getattr(tournament, field) for field in COPIED},
        name=title,
        seed=secrets.randbits(63),
        made_by=by,
        previous=tournament,
    )
    if tournament.evenings_planned:
        season.format_options = {**season.format_options, "evenings": tournament.evenings_planned}
        season.save(update_fields=["format_options"])
    Entry.objects.bulk_create(
        Entry(
            tournament=season,
            player=entry.person,
            number=number,
            is_guest=is_guest,
            fixed_table=entry.fixed_table,
            entered_by=by,
        )
        for number, (entry, is_guest) in enumerate(next_season_players(tournament), start=1)
    )
    log_change(season, "event-made", gettext_noop("%(event)s was created."), by, event=season.name)
    bump_revision(season)
    return season


def next_name(name: str) -> str:
    """Return the name for the next season: the last number is increased by one, 2026/27 becomes 2027/28."""
    if both := re.fullmatch(r"(.*?)(\d{4})([/\N{EN DASH}-])(\d{2}|\d{4})(\D*)", name):
        before, year, sign, other, after = both.groups()
        return f"{before}{int(year) + 1}{sign}{str(int(other) + 1).zfill(len(other))[-len(other) :]}{after}"
    if last := re.fullmatch(r"(.*?)(\d{1,6})(\D*)", name):
        before, number, after = last.groups()
        return f"{before}{str(int(number) + 1).zfill(len(number))}{after}"
    return f"{name} 2"
