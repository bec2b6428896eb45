"""Receivers of signals: results, corrections, merged players, published rounds."""

from collections.abc import Collection
from uuid import UUID

import structlog
from django.dispatch import receiver
from kombu.exceptions import OperationalError as BrokerAway

from league.accounts.models import Player
from league.accounts.signals import merge_proposed, merge_undoing, players_merging, players_met
from league.common.live import announce
from league.common.redis_client import RedisError
from league.results.models import Result
from league.results.signals import result_corrected, results_entered
from league.tournaments.queries.tournaments import tournaments_of
from league.tournaments.services.player_merges import (
    carry_entries_back,
    carry_entries_over,
    entries_to_move,
    hold_what_is_theirs,
)
from league.tournaments.services.presence import follow_correction
from league.tournaments.signals import pairings_published
from league.tournaments.tasks import announce_round, send_after_results

log = structlog.get_logger(__name__)


@receiver(results_entered, dispatch_uid="process results")
def process_results(*, pool_id: int, subjects: Collection[UUID], **_: object) -> None:
    """Refresh the pages of the tournaments, and have a worker rate the results and advance the tournaments."""
    events = tournaments_of(subjects)
    for event in events:
        announce(event.topic)
        send_after_results(pool_id, event.pk)
    if not events:
        send_after_results(pool_id)


@receiver(result_corrected, dispatch_uid="presence follows corrections")
def correct_presence(*, result: Result, **_: object) -> None:
    """Mark the players of a corrected forfeit as here again, or as not here."""
    follow_correction(result)


@receiver(players_met, dispatch_uid="events and clubs before players")
def hold_events_and_clubs(*, former: Player, standing: Player, **_: object) -> None:
    """Lock the tournaments and clubs of both players, so that entries and memberships do not change meanwhile."""
    hold_what_is_theirs(players=[former, standing])


@receiver(players_merging, dispatch_uid="entries go over")
def merge_entries(*, former: Player, standing: Player, changes: dict[str, object], **_: object) -> None:
    """Move the entries of the merged player."""
    changes["tournaments"] = carry_entries_over(former=former, standing=standing)


@receiver(merge_undoing, dispatch_uid="entries go back")
def put_entries_back(*, former: Player, standing: Player, changes: dict[str, list[str]], **_: object) -> None:
    """Undo `merge_entries`."""
    carry_entries_back(former=former, standing=standing, entries=changes["tournaments"])


@receiver(merge_proposed, dispatch_uid="nobody is entered twice")
def name_entries(*, former: Player, standing: Player, **_: object) -> list[str]:
    """Return the tournaments that would show another name. Raise an error if both players are in one."""
    return entries_to_move(former, standing)


@receiver(pairings_published, dispatch_uid="players are told")
def notify_players(*, round_id: int, **_: object) -> None:
    """Have a worker write to the players of the round. If the broker is down, the next sweep does it."""
    try:
        announce_round.delay(round_id)
    except (RedisError, BrokerAway) as error:
        log.warning("the players of a round are told later", round=round_id, cause=str(error))
