"""Results stand in the ledger: the tournaments they belong to are told to go on."""

from collections.abc import Collection
from uuid import UUID

import structlog
from django.dispatch import receiver
from kombu.exceptions import OperationalError as BrokerAway

from league.members.models import Player
from league.members.signals import merge_proposed, merge_undoing, players_merging, players_met
from league.results.models import Result
from league.results.signals import result_corrected, results_entered
from league.shared.live import announce
from league.shared.redis_client import RedisError
from league.tournaments.queries.tournaments import tournaments_of
from league.tournaments.services.player_merges import (
    carry_entries_back,
    carry_entries_over,
    entries_to_move,
    hold_what_is_theirs,
)
from league.tournaments.services.presence import follow_correction
from league.tournaments.signals import pairings_published
from league.tournaments.tasks import send_after_results, tell_of_round

log = structlog.get_logger(__name__)


@receiver(results_entered, dispatch_uid="process results")
def process_results(*, pool_id: int, subjects: Collection[UUID], **_: object) -> None:
    """Refresh the pages of the tournaments, and have a worker rate the results and pair what follows."""
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
    """Who seats one of them at a table or admits them to a club meanwhile waits, and so do we."""
    hold_what_is_theirs(players=[former, standing])


@receiver(players_merging, dispatch_uid="entries go over")
def merge_entries(*, former: Player, standing: Player, changes: dict[str, object], **_: object) -> None:
    """Who stands for both is entered where either was."""
    changes["tournaments"] = carry_entries_over(former=former, standing=standing)


@receiver(merge_undoing, dispatch_uid="entries go back")
def put_entries_back(*, former: Player, standing: Player, changes: dict[str, list[str]], **_: object) -> None:
    """Both are entered where they were before the merge."""
    carry_entries_back(former=former, standing=standing, entries=changes["tournaments"])


@receiver(merge_proposed, dispatch_uid="nobody is entered twice")
def name_entries(*, former: Player, standing: Player, **_: object) -> list[str]:
    """Say which tournaments name somebody else; two entries in one are two people."""
    return entries_to_move(former, standing)


@receiver(pairings_published, dispatch_uid="players are told")
def notify_players(*, round_id: int, **_: object) -> None:
    """Have a worker write to those who sit in the round. Without a broker the next look around does it."""
    try:
        tell_of_round.delay(round_id)
    except (RedisError, BrokerAway) as error:
        log.warning("the players of a round are told later", round=round_id, cause=str(error))
