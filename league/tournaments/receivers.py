"""Receivers of signals: results, corrections, merged players, published rounds."""

from collections.abc import Collection
from uuid import UUID

import structlog
from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError

from league.accounts.errors import CannotBeMerged, CannotBeSeparated
from league.accounts.models import Player
from league.accounts.signals import merge_proposed, merge_undoing, players_merging, players_met
from league.clubs.models import Club, Membership
from league.common.live import announce
from league.common.redis_client import RedisError
from league.results.models import Result
from league.results.signals import result_corrected, results_entered
from league.tournaments.models import Entry, Tournament
from league.tournaments.queries.tournaments import tournaments_of
from league.tournaments.services.presence import update_after_correction
from league.tournaments.signals import pairings_published
from league.tournaments.tasks import announce_round, send_after_results

log = structlog.get_logger(__name__)


@receiver(results_entered, dispatch_uid="process results")
def process_results(*, pool_id: int, subjects: Collection[UUID], **_kwargs: object) -> None:
    """Refresh the pages of the tournaments, and have a worker rate the results and advance the tournaments."""
    tournaments = tournaments_of(subjects)
    for tournament in tournaments:
        announce(tournament.topic)
        send_after_results(pool_id, tournament.pk)
    if not tournaments:
        send_after_results(pool_id)


@receiver(result_corrected, dispatch_uid="presence follows corrections")
def correct_presence(*, result: Result, **_kwargs: object) -> None:
    """Mark the players of a corrected forfeit as here again, or as not here."""
    update_after_correction(result)


@receiver(players_met, dispatch_uid="events and clubs before players")
@transaction.atomic
def lock_tournaments_and_clubs(*, former: Player, standing: Player, **_kwargs: object) -> None:
    """Lock the tournaments of both players, then their clubs, so that entries and memberships do not change."""
    players = [*_with_merged(former), *_with_merged(standing)]
    entered = Entry.objects.filter(player__in=players).values("tournament")
    list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    belongs = Membership.objects.filter(player__in=players).values("club")
    list(Club.objects.select_for_update().filter(pk__in=belongs).order_by("pk"))


@receiver(players_merging, dispatch_uid="entries go over")
@transaction.atomic
def merge_entries(*, former: Player, standing: Player, changes: dict[str, object], **_kwargs: object) -> None:
    """Give the entries of `former` to `standing` in tournaments that have not started; see `merge_players`.

    In started ones the entry keeps the player of its results, and pages show the merged player. The public ids of the
    moved entries are added to `changes`.
    """
    entered = Entry.objects.filter(player__in=_with_merged(former)).values("tournament")
    tournaments = list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    moving = Entry.objects.filter(
        tournament__in=[tournament for tournament in tournaments if tournament.takes_entries], player=former
    )
    changes["tournaments"] = list(moving.order_by("pk").values_list("public_id", flat=True))
    moving.update(player=standing)
    announce(*(tournament.topic for tournament in tournaments))


@receiver(merge_undoing, dispatch_uid="entries go back")
@transaction.atomic
def restore_entries(*, former: Player, standing: Player, changes: dict[str, list[str]], **_kwargs: object) -> None:
    """Undo `merge_entries`. Raise `CannotBeSeparated` if one of the tournaments has started."""
    moved = Entry.objects.filter(public_id__in=changes["tournaments"], player=standing)
    tournaments = list(Tournament.objects.select_for_update().filter(pk__in=moved.values("tournament")).order_by("pk"))
    for tournament in tournaments:
        if not tournament.takes_entries:
            words = {"other": standing, "event": tournament}
            raise CannotBeSeparated(
                _("%(other)s plays in %(event)s, which began after the merge. The merge can no longer be undone.")
                % words
            )
    moved.update(player=former)
    announce(*(tournament.topic for tournament in tournaments))


@receiver(merge_proposed, dispatch_uid="nobody is entered twice")
def name_entries(*, former: Player, standing: Player, **_kwargs: object) -> list[str]:
    """Return the tournaments that would show another name. Raise `CannotBeMerged` if both players are in one."""
    entered = Tournament.objects.filter(entries__player__in=_with_merged(former))
    both = entered.filter(pk__in=Entry.objects.filter(player__in=_with_merged(standing)).values("tournament")).first()
    words: dict[str, object] = {"one": former, "other": standing}
    if both is not None:
        words |= {"event": both}
        raise CannotBeMerged(
            _("%(one)s and %(other)s are both entered in %(event)s. Remove one of them first.") % words
        )
    names = list(entered.order_by("-pk").values_list("name", flat=True).distinct())
    return [_("%(event)s lists %(other)s instead of %(one)s.") % (words | {"event": name}) for name in names]


@receiver(pairings_published, dispatch_uid="notify players of pairings")
def notify_players(*, round_id: int, **_kwargs: object) -> None:
    """Have a worker write to the players of the round. If the broker is down, the next sweep does it."""
    try:
        announce_round.delay(round_id)
    except (RedisError, BrokerError) as error:
        log.warning("a round was not announced; the sweep will announce it", round=round_id, cause=str(error))


def _with_merged(player: Player) -> list[int]:
    """Return the ids of the player and of those merged into them."""
    return [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
