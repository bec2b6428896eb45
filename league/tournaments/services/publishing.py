"""Publishing of rounds: write pairings and games, and announce them so that matches are created."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.common.live import announce
from league.competition import format as rules
from league.competition.format import seats_in_leg
from league.competition.formats import format_named
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.ledger import enter_results
from league.tournaments.models import Leg, Pairing, Presence, Round, Tournament
from league.tournaments.queries.rounds import rows_of
from league.tournaments.services.deadlines import deadline_on_board
from league.tournaments.services.tables import create_tables
from league.tournaments.signals import pairings_published, pairings_withdrawn, round_published

SILENCE_BEFORE_REPEATING = timedelta(seconds=20)


def draw_round(event: Tournament, drawn: rules.Round, marks: Mapping[str, str] | None = None) -> Round:
    """Save a round that the format has paired as a draft; `marks` identify the facts it was paired from.

    The caller holds the tournament's lock."""
    evening = event.evenings.filter(closed_at=None).first() if format_named(event.format).by_evenings else None
    written = Round.objects.create(tournament=event, number=drawn.number, evening=evening, drawn_from=dict(marks or {}))
    create_tables(event, written, drawn.pairings)
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
            came = [Presence(evening_id=published.evening_id, entry_id=entry, left_at=left) for entry in seated]
            Presence.objects.bulk_create(came, ignore_conflicts=True)
    if published.status == Round.Status.PUBLISHED:
        _announce(published)
    published.save(
        update_fields=["status", "published_at", "changed_at", "due_at", "version", "revision", "announced_at"]
    )
    return published


@transaction.atomic
def announce_again() -> int:
    """Announce again rounds of bot matches that have been open and silent for a while; return how many.

    An announcement can be lost with its process. Receiving it twice is harmless."""
    rounds = list(_silent(Tournament.Status.RUNNING).select_related("tournament"))
    for one in rounds:
        _announce(one)
    Round.objects.bulk_update(rounds, ["announced_at"])
    return len(rounds)


def withdraw_games(event: Tournament) -> None:
    """Have the unplayed bot matches of a finished tournament stopped. The caller holds its lock."""
    if event.is_on_the_machine:
        for one in event.rounds.filter(status=Round.Status.PUBLISHED):
            _announce_withdrawal(one)
            one.save(update_fields=["announced_at"])


@transaction.atomic
def withdraw_again() -> int:
    """Repeat withdrawals that have not been confirmed; return the number of rounds."""
    rounds = list(_silent(Tournament.Status.FINISHED, Tournament.Status.CANCELLED))
    for one in rounds:
        _announce_withdrawal(one)
    Round.objects.bulk_update(rounds, ["announced_at"])
    return len(rounds)


@transaction.atomic
def games_withdrawn(*, round_id: int) -> None:
    """Record that a withdrawn round has no games left to play. Idempotent."""
    over = Round.objects.filter(pk=round_id, tournament__status__in=["finished", "cancelled"])
    over.update(announced_at=None)


def _silent(*statuses: Tournament.Status) -> QuerySet[Round]:
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
    event = published.tournament
    if not event.entries.filter(left_round__lte=published.number).exists():
        return
    walkovers = [
        ResultDraft(subject=leg.subject, seats=seats, how=Result.How.FORFEIT, is_rated=False)
        for row in rows_of(published).filter(bye="")
        for leg in row.legs.all()
        if (seats := _walked_over(row, leg, published.number))
    ]
    if walkovers:
        enter_results(pool=event.pool, entries=walkovers)


def _walked_over(row: Pairing, leg: Leg, number: int) -> tuple[SeatResult, ...]:
    """Return the forfeit of a game with only one player left, else nothing."""
    entries = [seat.entry for seat in row.seats.all()]
    sitting = [entries[at] for at in seats_in_leg(range(len(entries)), leg.number)]
    here = {entry for entry in sitting if entry.left_round is None or number < entry.left_round}
    if len(here) != 1:
        return ()
    return tuple(SeatResult(player_id=one.player_id, points=0, place=1 if one in here else 2) for one in sitting)
