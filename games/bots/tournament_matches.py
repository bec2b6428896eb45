"""Bot matches of tournament rounds: created when a round is published, cancelled when its tournament ends."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.errors import NobodyPlaysFor
from games.bots.models import BuiltinBot, Version
from games.bots.version_slugs import PREFIX, slug_of
from games.bots.versions import FILES_LOCK
from games.matches.claims import queue_cancelled
from games.matches.models import Block, Match, MatchSeat
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, Rotation, cancel_matches, create_blocks
from league.accounts.models import Player
from league.common.locks import advisory_lock
from league.tournaments.queries.rounds import round_on_the_machine, subjects_of_round_over
from league.tournaments.services.publishing import games_withdrawn


@transaction.atomic
def make_matches(*, round_id: int) -> list[Block]:
    """Create the missing matches of a published round, a block for each deal.

    Idempotent. Raise `NobodyPlaysFor`, or `CannotBePlayed` with what is invalid.
    """
    advisory_lock(f"games.bots.round.{round_id}")
    published = round_on_the_machine(round_id)
    if published is None:
        return []
    subjects = [rotation.subject for deal in published.deals for rotation in deal]
    advisory_lock(FILES_LOCK, is_shared=True)
    if Match.objects.filter(subject__in=subjects, status=Match.Status.CANCELLED).exists():
        _replace_deleted(subjects)
        queue_cancelled(subjects=subjects)
    existing = set(Match.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    deals = [deal for deal in published.deals if existing.isdisjoint(rotation.subject for rotation in deal)]
    seat_setups = _seat_setups({player for deal in deals for rotation in deal for player in rotation.players})
    event = published.tournament
    orders = [
        BlockOrder(
            game=event.game,
            options=event.options,
            rotations=tuple(
                Rotation(seats=tuple(seat_setups[player] for player in rotation.players), subject=rotation.subject)
                for rotation in deal
            ),
            pool=event.pool,
            ordered_by=published.started_by,
        )
        for deal in deals
    ]
    return create_blocks(orders=orders)


@transaction.atomic
def cancel_matches_of_round(*, round_id: int) -> int:
    """Cancel the matches of a round whose tournament is over, also those in progress; return how many. Idempotent."""
    advisory_lock(f"games.bots.round.{round_id}")
    subjects = subjects_of_round_over(round_id)
    cancelled = cancel_matches(subjects=subjects)
    games_withdrawn(round_id=round_id)
    return cancelled


def _replace_deleted(subjects: Sequence[UUID]) -> None:
    """Seat the active version where the file of a version was deleted while its match was cancelled.

    A bot without an active version for the game keeps its seat and fails.
    """
    cancelled = MatchSeat.objects.filter(match__subject__in=subjects, match__status=Match.Status.CANCELLED)
    seats = list(cancelled.filter(bot__startswith=PREFIX).select_related("match"))
    versions = Version.objects.filter(public_id__in={seat.bot.removeprefix(PREFIX) for seat in seats})
    bots = dict(versions.filter(file_deleted_at__isnull=False).values_list("public_id", "bot"))
    active = {version.bot_id: version for version in Version.objects.filter(active=True, bot__in=bots.values())}
    changed = []
    for seat in seats:
        version = active.get(bots.get(seat.bot.removeprefix(PREFIX), 0))
        if version and seat.match.game in version.games:
            seat.bot = slug_of(version.public_id)
            changed.append(seat)
    MatchSeat.objects.bulk_update(changed, ["bot"])


def _seat_setups(players: set[int]) -> dict[int, SeatSetup]:
    bots = BuiltinBot.objects.filter(player__in=players)
    seat_setups = {bot.player_id: SeatSetup(bot.player_id, bot.strategy, bot.playouts) for bot in bots}
    active = Version.objects.filter(active=True, bot__player__in=players).values_list("bot__player", "public_id")
    seat_setups |= {player: SeatSetup(player, slug_of(public_id), 0) for player, public_id in active}
    if missing := players - seat_setups.keys():
        names = ", ".join(Player.objects.filter(pk__in=missing).order_by("name").values_list("name", flat=True))
        raise NobodyPlaysFor(
            _("%(names)s: no strategy is set. Choose one in the admin, under Bots.") % {"names": names}
        )
    return seat_setups
