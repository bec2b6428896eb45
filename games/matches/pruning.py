"""Prune old records of built-in bots' matches, and restore one by playing the match again.

A pruned record is a hash. Results stay.
"""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from games.matches.claims import rules_played_here
from games.matches.errors import RecordIsGone
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.queueing import MATCH_COST
from games.matches.run_match import play_match

KEPT: Final = 3600  # seconds that a record which was played again stays at hand

MOST_COST: Final = 2_000  # playouts: a match that takes more keeps its record, for a page may have to play it again
AT_ONCE: Final = 16_000  # playouts in one go, a second or two
NOTHING_LEFT: Final = "records:nothing-to-prune"
RESTS: Final = 3600  # seconds


def digest_of(text: str) -> str:
    """Return the SHA-256 of a record's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(record: MatchRecord) -> str:
    """Return the record's text, played again where it was pruned. Raise `RecordIsGone` where that is impossible."""
    if record.text:
        return record.text
    key = f"record:{record.digest}"
    text: str = cache.get(key) or played_again(record.match)
    if digest_of(text) != record.digest:
        sentence = _(
            "Moothill has deleted the record of this match. It cannot be made again, because a bot or the rules "
            "have changed since. The result still counts."
        )
        raise RecordIsGone(sentence)
    cache.set(key, text, KEPT)
    return text


def played_again(match: Match) -> str:
    """Return the text of the record of a replayed match; empty where its rules version is not played here."""
    if registry.games()[match.game].rules_version != match.rules_version:
        return ""
    played = play_match(match.setup)
    return played.text if played else ""


class Pruned(NamedTuple):
    """Counts of one run: records pruned, their characters, and those that differed and are kept."""

    pruned: int = 0
    letters: int = 0
    kept: int = 0


def prune_by_policy(*, older_than: timedelta) -> Pruned:
    """Prune for a second or two; where nothing was left, look again only after an hour."""
    if cache.get(NOTHING_LEFT):
        return Pruned()
    one = prune_records(older_than=older_than)
    if not any(one):
        cache.set(NOTHING_LEFT, True, timeout=RESTS)
    return one


def prune_records(*, older_than: timedelta, at_once: int = AT_ONCE) -> Pruned:
    """Prune records of matches that finished so long ago, for about so many playouts. Idempotent.

    Each match is played again first. Only a record that comes out identical is replaced by its hash; any other is kept
    and marked.
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
    """Records of matches between built-in bots under the present rules."""
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
