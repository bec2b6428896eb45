"""Old records of the house's own bots go, as far as they can be had again; who won what is never touched."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from engine.core import registry
from games.matches.batches import MATCH_COST
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.pruned import digest_of, played_again
from games.matches.services.claims import rules_played_here

MOST_COST: Final = 2_000  # playouts: a match that takes more keeps its record, for a page may have to play it again
AT_ONCE: Final = 16_000  # playouts in one go, a second or two
NOTHING_LEFT: Final = "records:nothing-to-prune"
RESTS: Final = 3600  # seconds


class Pruned(NamedTuple):
    """What one go came to: records pruned, their letters, and those that did not come out the same and are kept."""

    pruned: int = 0
    letters: int = 0
    kept: int = 0


def prune_by_policy(*, older_than: timedelta) -> Pruned:
    """Prune for a second or two; where nothing was left, look again only after an hour.

    What can never go, as the records of uploaded bots, is looked through each time.
    """
    if cache.get(NOTHING_LEFT):
        return Pruned()
    one = prune_records(older_than=older_than)
    if not any(one):
        cache.set(NOTHING_LEFT, True, timeout=RESTS)
    return one


def prune_records(*, older_than: timedelta, at_once: int = AT_ONCE) -> Pruned:
    """Prune records of matches that finished so long ago, for about so many playouts. Twice is harmless.

    Each match is played again first. Only a record that comes out the same to the letter is replaced by its hash; any
    other is kept, marked so that nobody tries it again.
    """
    pruned = letters = kept = 0
    for record in _within(at_once, _prunable(older_than)):
        digest = digest_of(record.text)
        is_same = digest_of(played_again(record.match)) == digest
        changed = MatchRecord.objects.filter(pk=record.pk, digest="").update(
            digest=digest, **({"text": ""} if is_same else {})
        )
        pruned += changed * is_same
        letters += changed * is_same * len(record.text)
        kept += changed * (not is_same)
    return Pruned(pruned, letters, kept)


def _prunable(older_than: timedelta) -> QuerySet[MatchRecord]:
    """Records of matches that only bots of the house sat at, all of them to the end, by the rules of today."""
    seats = MatchSeat.objects.filter(match=OuterRef("match"))
    others = seats.exclude(bot__in=registry.bots(), fault="")
    return (
        MatchRecord.objects.filter(
            digest="",
            match__status=Match.Status.DONE,
            match__finished_at__lt=Now() - older_than,
            match__block__finished_at__isnull=False,
            match__block__is_withheld=False,
            match__rules_version__in=rules_played_here(),
            match__cost__lte=MOST_COST,
        )
        .exclude(Exists(others))
        .select_related("match__block")
        .prefetch_related("match__seats")
        .order_by("pk")
    )


def _within(most: int, records: QuerySet[MatchRecord]) -> Iterator[MatchRecord]:
    spent = 0
    for record in records[: most // MATCH_COST + 1]:
        spent += record.match.cost
        if spent > most:
            return
        yield record
