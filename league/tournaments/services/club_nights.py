"""Club nights: start, attendance, tables, end; and the end of a season."""

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account, Player
from league.clubs.dates import today_at
from league.clubs.services.members import admit_by_name
from league.competition.format import Round as DrawnRound
from league.results.models import Ending
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.format_text import rule_text
from league.tournaments.models import Drawing, Entry, Evening, Leg, Pairing, Presence, Round, Tournament
from league.tournaments.models.tournament import STARTED
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.entries import entries_of_player, name_of_newcomer
from league.tournaments.queries.history import history_of, next_of
from league.tournaments.services.entries import enter_guest, enter_late
from league.tournaments.services.lifecycle import finish_early
from league.tournaments.services.presence import forget_absences
from league.tournaments.services.publishing import continue_tournament, publish_round, save_draft_round
from league.tournaments.services.results import Outcome, enter_typed_results
from league.tournaments.services.revisions import bump_revision, log_change
from league.tournaments.services.round_drawing import request_round


@transaction.atomic
def open_evening(*, tournament: Tournament, by: Account | None, day: date | None = None) -> Evening:
    """Start a club night, by default today's; the first one starts the season.

    If a club night is open, return it. If one of the same day was ended, open it again.
    """
    tournament = _locked_season(tournament, by)
    day = day or today_at(tournament.club)
    if day > today_at(tournament.club):
        raise WrongMoment(_("This day is in the future. Start the club night when the players arrive."), field="day")
    current = tournament.evenings.filter(closed_at=None).first()
    if current is not None:
        return current
    if tournament.takes_entries:
        log_change(tournament, STARTED, gettext_noop("%(event)s was started."), by, event=tournament.name)
        tournament.status, tournament.started_at = Tournament.Status.RUNNING, timezone.now()
        tournament.save(update_fields=["status", "started_at"])
    opened = tournament.evenings.filter(day=day).order_by("-number").first()
    if opened is not None:
        opened.closed_at = None
        opened.save(update_fields=["closed_at"])
    else:
        tournament.evenings.filter(day__gt=day).update(number=F("number") + 1)
        before = tournament.evenings.filter(day__lt=day).aggregate(last=Max("number"))["last"] or 0
        opened = Evening.objects.create(tournament=tournament, number=before + 1, day=day)
    message = gettext_noop("Club night %(evening)d was started.")
    log_change(tournament, "evening-opened", message, by, evening=opened.number)
    bump_revision(tournament)
    return opened


@transaction.atomic
def set_presence(*, tournament: Tournament, player: Player, is_here: bool, by: Account | None) -> Entry | None:
    """Mark a player as here or not here; a player who is not in the season yet joins it.

    A player who played tonight and goes has left; one who did not play was never here. Idempotent.
    """
    tournament = _locked_season(tournament, by)
    evening = _open_evening(tournament)
    entry = tournament.entries.filter(entries_of_player(player)).first()
    if not is_here:
        _mark_absent(evening, entry)
    else:
        entry = entry or _add_entry(tournament, player, by)
        _mark_present(evening, entry)
    bump_revision(tournament)
    return entry


@transaction.atomic
def clear_presence(*, tournament: Tournament, by: Account | None) -> Evening:
    """Mark all players as not here, as `set_presence` does for one player. Idempotent."""
    tournament = _locked_season(tournament, by)
    evening = _open_evening(tournament)
    forget_absences(evening, list(tournament.entries.values_list("pk", flat=True)))
    for presence in evening.presences.filter(left_at=None).select_related("entry"):
        _mark_absent(evening, presence.entry)
    bump_revision(tournament)
    return evening


@transaction.atomic
def add_walk_in(
    *, tournament: Tournament, name: str, is_guest: bool, by: Account | None, seen: Collection[str] = ()
) -> Entry:
    """Add a new player who is here: a guest, or a member who joins the club tonight.

    `seen` are the public ids of players with a similar name whom the organiser does not mean. If one of them is a
    member with exactly this name, the new name gets a number.
    """
    tournament = _locked_season(tournament, by)
    evening = _open_evening(tournament)
    if is_guest:
        entry = enter_guest(tournament=tournament, by=by, name=name, seen=seen)
    else:
        taken = tournament.club.memberships.filter(
            player__name__iexact=" ".join(name.split()), player__public_id__in=seen
        )
        distinct = name_of_newcomer(tournament.club, name) if taken.exists() else name
        member = admit_by_name(club=tournament.club, name=distinct, by=by)
        entry = tournament.entries.filter(player=member.player).first() or _add_entry(tournament, member.player, by)
    _mark_present(evening, entry)
    bump_revision(tournament)
    return entry


@transaction.atomic
def pair_tables(*, tournament: Tournament, by: Account | None, at_once: bool) -> Drawing | Round:
    """Pair the players who are here: publish the round now, or return a drawing that a worker turns into a draft.

    Two simultaneous requests give one round.
    """
    tournament = _locked_season(tournament, by)
    evening = _open_evening(tournament)
    playing = tournament.rounds.filter(evening=evening, status=Round.Status.PUBLISHED).order_by("-number").first()
    history = history_of(tournament.pk)
    if at_once and playing is not None and playing.number in history.open_rounds():
        return playing  # an earlier request has published the round
    if tournament.pace != Tournament.Pace.DESK or tournament.rounds.filter(status=Round.Status.DRAFT).exists():
        return request_round(tournament=tournament, by=by)
    if not at_once and not history.open_rounds():
        return request_round(tournament=tournament, by=by)
    answer = next_of(tournament, history)
    if answer is None:
        missing = (pairing for pairing in history.pairings if not pairing.decided)
        first = min(missing, key=lambda pairing: (pairing.round, pairing.table))
        words = _(
            "Table %(table)d of round %(round)d (club night %(evening)d) has no result. Enter the result first, or mark"
            " the game as abandoned."
        )
        raise WrongMoment(words, table=first.table, round=first.round, evening=first.evening)
    if not isinstance(answer, DrawnRound):
        raise WrongMoment(rule_text(answer.reason.template, answer.reason.facts))
    written = publish_round(tournament_round=save_draft_round(tournament, answer))
    message = gettext_noop("Round %(round)d was published, version %(version)d.")
    log_change(tournament, "round-published", message, by, round=written.number, version=written.version)
    continue_tournament(tournament)
    return written


@transaction.atomic
def close_evening(*, tournament: Tournament, by: Account | None, abandoned: Collection[int] = ()) -> Evening | None:
    """End the open club night. Open games in `abandoned` (ids) are abandoned, others stay open.

    A club night without rounds is deleted. Idempotent.
    """
    tournament = _locked_season(tournament, by)
    evening = tournament.evenings.filter(closed_at=None).first()
    if evening is None:
        return tournament.evenings.order_by("-number").first()
    tournament.rounds.filter(evening=evening, status=Round.Status.DRAFT, changed_at=None).delete()
    legs = Leg.objects.filter(pairing__round__evening=evening, pk__in=list(abandoned))
    outcomes = [Outcome(leg, ending=Ending.ABANDONED) for leg in legs.select_related("pairing__round__tournament")]
    if outcomes:
        enter_typed_results(tournament=tournament, outcomes=outcomes, by=by)
    message = gettext_noop("Club night %(evening)d was ended.")
    log_change(tournament, "evening-closed", message, by, evening=evening.number)
    if evening.rounds.exists():
        evening.closed_at = timezone.now()
        evening.save(update_fields=["closed_at"])
    else:
        evening.delete()
    continue_tournament(tournament.locked())
    return evening


@transaction.atomic
def end_season(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Finish the season with the club nights there were. Idempotent."""
    tournament = locked_for_organiser(tournament, by)
    if tournament.status == Tournament.Status.FINISHED:
        return tournament
    _check_by_evenings(tournament)
    if tournament.evenings.filter(closed_at=None).exists():
        raise WrongMoment(_("A club night is still open. End it first."))
    if history_of(tournament.pk).open_rounds():
        raise WrongMoment(_("Some games have no result. Enter the results, or mark the games as abandoned."))
    evenings = tournament.evenings.count()
    if not evenings:
        raise WrongMoment(_("There was no club night yet. Cancel the season instead."))
    if not tournament.is_running:
        raise WrongMoment(_("%(event)s is cancelled. Reopen it first."), event=tournament.name)
    message = gettext_noop("The season was ended. Club nights: %(evenings)d.")
    log_change(tournament, "season-ended", message, by, evenings=evenings)
    finish_early(tournament)
    return tournament


def _locked_season(tournament: Tournament, by: Account | None) -> Tournament:
    tournament = locked_for_organiser(tournament, by)
    _check_by_evenings(tournament)
    if tournament.is_over:
        raise WrongMoment(_("%(event)s is finished. Create a new season."), event=tournament.name)
    return tournament


def _check_by_evenings(tournament: Tournament) -> None:
    if not tournament.by_evenings:
        raise WrongMoment(_("%(event)s is not a season of club nights."), event=tournament.name)


def _open_evening(tournament: Tournament) -> Evening:
    evening = tournament.evenings.filter(closed_at=None).first()
    if evening is None:
        raise WrongMoment(_("No club night is open. Start one first."))
    return evening


def _add_entry(tournament: Tournament, player: Player, by: Account | None) -> Entry:
    """Enter a member of the club as a member, and any other player as a guest."""
    if tournament.club.memberships.filter(player=player).exists():
        return enter_late(tournament=tournament, players=[player], by=by)[0]
    return enter_guest(tournament=tournament, player=player, by=by)


def _mark_present(evening: Evening, entry: Entry) -> None:
    if entry.left_round is not None:
        raise EntryRefused(
            _("%(player)s has withdrawn from the season. Cancel the withdrawal first."), player=entry.player
        )
    if entry.is_guest and evening.tournament.club.memberships.filter(player=entry.person).exists():
        entry.is_guest = False  # a former guest who has joined the club
        entry.save(update_fields=["is_guest"])
    forget_absences(evening, [entry.pk])
    Presence.objects.update_or_create(evening=evening, entry=entry, defaults={"left_at": None})


def _mark_absent(evening: Evening, entry: Entry | None) -> None:
    if entry is not None:
        forget_absences(evening, [entry.pk])
    here = Presence.objects.filter(evening=evening, entry=entry, left_at=None)
    on_board = Pairing.objects.filter(round__evening=evening).exclude(round__status=Round.Status.DRAFT)
    if entry is not None and on_board.filter(seats__entry=entry).exists():
        here.update(left_at=timezone.now())
    else:
        here.delete()
