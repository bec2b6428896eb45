"""Rounds of a running tournament: write and publish them, go on to the next, update brackets after corrections."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import count

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account, Change
from league.common.live import announce
from league.common.locks import advisory_lock
from league.competition import format as rules
from league.competition.format import Finished, seats_in_leg
from league.competition.format import Pairing as Table
from league.competition.format import Round as DrawnRound
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.ledger import enter_results
from league.tournaments.errors import TooManyOnServer
from league.tournaments.models import Leg, Pairing, PairingSeat, Presence, Round, Tournament
from league.tournaments.models.tournament import STARTED
from league.tournaments.pairing_edits import FAR, free_table, is_by_hand, numbered
from league.tournaments.queries.history import History, history_of, next_by_itself, results_count
from league.tournaments.queries.rounds import rows_of, tables_of
from league.tournaments.queries.stale_matches import updatable_matches, updated_pairing
from league.tournaments.services.deadlines import deadline_on_board
from league.tournaments.services.revisions import log_change
from league.tournaments.signals import pairings_published, pairings_withdrawn, round_published, tournament_finished

MOST_ON_SERVER = 10  # running tournaments of bot matches of one account
SILENCE_BEFORE_REPEATING = timedelta(seconds=20)
PLAYERS_CHANGED = gettext_noop(
    "The players at table %(table)d of round %(round)d changed because an earlier result was corrected."
)
BYE_CHANGED = gettext_noop(
    "The bye of round %(round)d moved to another player because an earlier result was corrected."
)
TABLE_REMOVED = gettext_noop("Table %(table)d of round %(round)d was removed because an earlier result was corrected.")


def save_draft_round(tournament: Tournament, drawn: rules.Round, marks: Mapping[str, str] | None = None) -> Round:
    """Save a round that the format has paired as a draft; `marks` identify the facts it was paired from.

    The caller holds the tournament's lock.
    """
    evening = tournament.evenings.filter(closed_at=None).first() if tournament.by_evenings else None
    written = Round.objects.create(
        tournament=tournament, number=drawn.number, evening=evening, drawn_from=dict(marks or {})
    )
    create_tables(tournament, written, drawn.pairings)
    return written


@transaction.atomic
def publish_round(*, tournament_round: Round) -> Round:
    """Publish a draft and announce it on commit. A published round is only announced again."""
    published = (
        Round.objects.select_for_update(of=("self",))
        .select_related("tournament__pool", "tournament__club")
        .get(pk=tournament_round.pk)
    )
    if published.status == Round.Status.DRAFT:
        published.version += published.changed_at is not None  # of a round that was published before
        published.status = Round.Status.PUBLISHED
        published.published_at = published.changed_at = timezone.now()
        published.revision += 1
        published.due_at = deadline_on_board(published.tournament, published.number, published.due_at)
        round_published.send(sender=Round, tournament=published.tournament, number=published.number)
        _enter_walkovers(published)
        if published.evening_id is not None:
            seated = published.pairings.exclude(seats=None).values_list("seats__entry", flat=True)
            left = timezone.now()
            presences = [Presence(evening_id=published.evening_id, entry_id=entry, left_at=left) for entry in seated]
            Presence.objects.bulk_create(presences, ignore_conflicts=True)
    if published.status == Round.Status.PUBLISHED:
        _announce(published)
    published.save(
        update_fields=["status", "published_at", "changed_at", "due_at", "version", "revision", "announced_at"]
    )
    return published


@transaction.atomic
def repeat_announcements() -> int:
    """Announce again rounds of bot matches that have been open and silent for a while; return how many.

    An announcement can be lost with its process. Receiving it twice is harmless.
    """
    rounds = list(_lock_silent_rounds(Tournament.Status.RUNNING).select_related("tournament"))
    for tournament_round in rounds:
        _announce(tournament_round)
    Round.objects.bulk_update(rounds, ["announced_at"])
    return len(rounds)


def withdraw_games(tournament: Tournament) -> None:
    """Have the unplayed bot matches of a finished tournament stopped. The caller holds its lock."""
    if tournament.is_on_the_machine:
        for tournament_round in tournament.rounds.filter(status=Round.Status.PUBLISHED):
            _announce_withdrawal(tournament_round)
            tournament_round.save(update_fields=["announced_at"])


@transaction.atomic
def repeat_withdrawals() -> int:
    """Repeat withdrawals that have not been confirmed; return the number of rounds."""
    rounds = list(_lock_silent_rounds(Tournament.Status.FINISHED, Tournament.Status.CANCELLED))
    for tournament_round in rounds:
        _announce_withdrawal(tournament_round)
    Round.objects.bulk_update(rounds, ["announced_at"])
    return len(rounds)


@transaction.atomic
def games_withdrawn(*, round_id: int) -> None:
    """Record that a withdrawn round has no games left to play. Idempotent."""
    over = Round.objects.filter(pk=round_id, tournament__status__in=["finished", "cancelled"])
    over.update(announced_at=None)


def _lock_silent_rounds(*statuses: Tournament.Status) -> QuerySet[Round]:
    """Lock the open rounds of bot tournaments with these statuses that were announced a while ago."""
    silent = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        tournament__status__in=statuses,
        tournament__venue=Tournament.Venue.MACHINE,
        announced_at__lt=timezone.now() - SILENCE_BEFORE_REPEATING,
    )
    return silent.select_for_update(of=("self",), skip_locked=True)


def _announce_withdrawal(withdrawn: Round) -> None:
    withdrawn.announced_at = timezone.now()
    transaction.on_commit(partial(pairings_withdrawn.send, sender=Round, round_id=withdrawn.pk), robust=True)


def _announce(published: Round) -> None:
    published.announced_at = timezone.now()
    announce(published.tournament.topic)
    transaction.on_commit(partial(pairings_published.send, sender=Round, round_id=published.pk), robust=True)


def _enter_walkovers(published: Round) -> None:
    """Enter unrated forfeits for games of which all players but one have left the tournament."""
    tournament = published.tournament
    if not tournament.entries.filter(left_round__lte=published.number).exists():
        return
    walkovers = [
        ResultDraft(subject=leg.subject, seats=seats, how=Result.How.FORFEIT, is_rated=False)
        for row in rows_of(published).filter(bye="")
        for leg in row.legs.all()
        if (seats := _walkover(row, leg, published.number))
    ]
    if walkovers:
        enter_results(pool=tournament.pool, entries=walkovers)


def _walkover(row: Pairing, leg: Leg, number: int) -> tuple[SeatResult, ...]:
    """Return the forfeit of a game with only one player left, else nothing."""
    sitting = seats_in_leg([seat.entry for seat in row.seats.all()], leg.number)
    here = {entry for entry in sitting if entry.left_round is None or number < entry.left_round}
    if len(here) != 1:
        return ()
    return tuple(SeatResult(player_id=entry.player_id, points=0, place=1 if entry in here else 2) for entry in sitting)


Key = tuple[str, tuple[int, ...], int, str]


def write_tables(tournament: Tournament, written: Round, tables: Sequence[Table], version: int) -> None:
    """Make the round's rows match `tables`; new and renumbered rows get this version.

    A table with the same players in the same seats keeps its row, its link and the subjects of its games. Any other
    table gets a new row with new subjects, so that no link, report or result applies to other players; old links are
    deleted. The caller holds the tournament's lock.
    """
    rows = {_key_of(row): row for row in rows_of(written)}
    kept = [(rows.pop(key), table) for table in tables if (key := _key(table)) in rows]
    Pairing.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
    _renumber(kept, version)
    keys = {_key(table) for _row, table in kept}
    create_tables(tournament, written, [table for table in tables if _key(table) not in keys], version)


def create_tables(tournament: Tournament, written: Round, tables: Sequence[Table], version: int = 1) -> None:
    """Create tables with their seats and games."""
    entries = dict(tournament.entries.values_list("number", "pk"))
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=written,
            table=table.table,
            bye=table.bye or "",
            slot=table.slot,
            reasons=[reason.as_json() for reason in table.reasons],
            version=version,
            by_hand=is_by_hand(table.reasons),
        )
        for table in tables
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry_id=entries[number])
        for row, table in zip(rows, tables, strict=True)
        for seat, number in enumerate(table.seats)
    )
    Leg.objects.bulk_create(
        Leg(pairing=row, number=number)
        for row, table in zip(rows, tables, strict=True)
        if table.bye is None
        for number in range(1, table.legs + 1)
    )


def _renumber(kept: Sequence[tuple[Pairing, Table]], version: int) -> None:
    """Renumber rows through unused numbers, because two may swap theirs."""
    others = [(row, table) for row, table in kept if row.table != table.table]
    free = count(FAR)
    for row, _table in others:
        row.table = next(free)
    Pairing.objects.bulk_update([row for row, _table in others], ["table"])
    for row, table in others:
        row.table, row.version = table.table, row.version if row.bye else version
    Pairing.objects.bulk_update([row for row, _table in others], ["table", "version"])


def _key(table: Table) -> Key:
    return (table.bye or "", table.seats, 0 if table.bye else table.legs, table.slot)


def _key_of(row: Pairing) -> Key:
    return (row.bye, tuple(seat.entry.number for seat in row.seats.all()), len(row.legs.all()), row.slot)


def update_bracket(tournament: Tournament) -> None:
    """Update the players of unplayed and unreported bracket matches to the current results.

    A bye may become a match and a match a bye; a match without players is deleted. A match that other players have
    played is void and paired again. A bye has no result, so one change may lead to another: repeat until none is left.
    The caller holds the lock of a running tournament.
    """
    while found := updatable_matches(tournament, history_of(tournament.pk)):
        for pairing, seats in found:
            _update_match(tournament, pairing, seats)


def _update_match(tournament: Tournament, pairing: Table, seats: tuple[int, ...]) -> None:
    changing = tournament.rounds.select_related("evening").get(number=pairing.round)
    tables = tables_of(changing)
    others = [table for table in tables if table.slot != pairing.slot or table.seats != pairing.seats]
    updated = updated_pairing(pairing, seats)
    if updated is not None and pairing.bye is not None and updated.bye is None:
        updated = replace(updated, table=free_table(others))
    if updated is None and not others and not tournament.rounds.filter(number__gt=changing.number).exists():
        changing.delete()
    else:
        write_tables(tournament, changing, numbered([*others, *([updated] if updated else [])]), changing.version + 1)
        changing.version += 1
        changing.revision += 1
        changing.changed_at = timezone.now()
        changing.save(update_fields=["version", "revision", "changed_at"])
    if pairing.bye is not None and updated is not None and updated.bye is not None:
        log_change(tournament, "bracket-mended", BYE_CHANGED, None, round=pairing.round)
    elif pairing.bye is None or (updated is not None and updated.bye is None):
        table = updated.table if updated is not None and updated.bye is None else pairing.table
        template = PLAYERS_CHANGED if updated else TABLE_REMOVED
        log_change(tournament, "bracket-mended", template, None, table=table, round=pairing.round)


def check_running_on_server(account: Account) -> None:
    """Raise `TooManyOnServer` if `MOST_ON_SERVER` tournaments of bot matches run that the account started.

    The log says who started a tournament. It still counts if another account reopened it.
    """
    advisory_lock(f"tournaments.on-server.{account.pk}")  # one start at a time; the account comes before tournaments
    running = Tournament.objects.filter(venue=Tournament.Venue.MACHINE, status=Tournament.Status.RUNNING)
    own = Change.objects.filter(event__in=running.values("public_id"), verb=STARTED, by__account=account)
    if own.values("event").distinct().order_by().count() >= MOST_ON_SERVER:
        sentence = _(
            "You have %(most)d tournaments of bot matches running, the maximum. Start this one when one of them ends."
        )
        raise TooManyOnServer(sentence, most=MOST_ON_SERVER)


def continue_tournament(tournament: Tournament) -> None:
    """Pair and publish while there is a round to play, unless the organiser publishes. Finish if all is played.

    The caller holds the lock of a running tournament.
    """
    seen = results_count(tournament.pk)  # before reading, so that later results count as unseen
    history = history_of(tournament.pk)
    update_round_statuses(tournament, history)
    while isinstance(answer := next_by_itself(tournament, history), DrawnRound):
        publish_round(tournament_round=save_draft_round(tournament, answer))
        history = history.with_round(answer)
        update_round_statuses(tournament, history)
    if isinstance(answer, Finished):
        tournament.status = Tournament.Status.FINISHED
        tournament.finished_at = timezone.now()
        tournament.end_reason = answer.reason.as_json()
        tournament.save(update_fields=["status", "finished_at", "end_reason"])
        tournament_finished.send(sender=Tournament, tournament=tournament)
    save_results_seen(tournament, seen)


def update_round_statuses(tournament: Tournament, history: History) -> None:
    """Close rounds that have all results, and open rounds that lost one. The caller holds the lock."""
    to_play = history.open_rounds()
    decided = tournament.rounds.filter(status=Round.Status.PUBLISHED).exclude(number__in=to_play)
    decided.update(status=Round.Status.CLOSED, closed_at=timezone.now())
    # No new matches: a match that was played does not change if its result is withdrawn.
    reopened = tournament.rounds.filter(status=Round.Status.CLOSED, number__in=to_play)
    reopened.update(status=Round.Status.PUBLISHED, closed_at=None, announced_at=None)


def save_results_seen(tournament: Tournament, seen: int) -> None:
    """Save how many results the tournament has processed, and have its pages updated. The caller holds the lock."""
    tournament.results_seen = seen
    tournament.revision += 1
    tournament.save(update_fields=["results_seen", "revision"])
    announce(tournament.topic)
