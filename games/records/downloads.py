"""Bulk download of public records, in the order of their publication.

A record of a bot match is published when its deal is open, one that people added when it is verified. Records that
were pruned are left out, and those of which the check found some events by search.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from heapq import merge
from itertools import islice
from typing import Any, Final, NamedTuple, Self
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Greatest, Left, Now

from engine.core.game import OptionValue
from engine.notation.parsed_record import parse_records
from games.matches.claims import rules_played_here
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.queries import matches_seen_by
from games.matches.queries import with_names as with_names_of_matches
from games.records.models import SubmittedRecord, SubmittedSeat
from games.records.queries import records_seen_by, with_names
from league.accounts.models import Player
from league.results.drafts import played_on
from league.results.models import Result

MOST: Final = 1_000
"""Records of a request."""
TEXTS_AT_ONCE: Final = 100
SETTLED: Final = timedelta(minutes=1)
"""Records appear after so long: an earlier one may still be committed, and a reader who goes on would miss it."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR: Final = re.compile(r"(?P<micros>[0-9]{1,16})-(?P<source>[01])-(?P<key>[0-9]{1,18})")

_LONGEST_HEAD: Final = 2_000  # characters of a record before its first event; several times as long as one is

Rows = QuerySet[Any]


class Source(IntEnum):
    """Where a record comes from; the order of those that were published at the same time."""

    MATCH = 0
    SUBMITTED = 1


class Cursor(NamedTuple):
    """The place of a record in the download."""

    published_at: datetime
    source: Source
    key: int

    def __str__(self) -> str:
        micros = (self.published_at - _EPOCH) // timedelta(microseconds=1)
        return f"{micros}-{self.source.value}-{self.key}"

    @classmethod
    def read(cls, written: str) -> Self:
        """Return the cursor that a line holds. Raise ValueError for anything else."""
        found = _CURSOR.fullmatch(written)
        if found is None or not written.isascii():
            raise ValueError("This is no cursor of the download.")
        published_at = _EPOCH + timedelta(microseconds=int(found["micros"]))
        return cls(published_at, Source(int(found["source"])), int(found["key"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The records to download: `since` is included, `until` is not; `players` is "bots", "people" or "" for all."""

    game: str = ""
    players: str = ""
    since: datetime | None = None
    until: datetime | None = None
    after: Cursor | None = None
    limit: int = MOST


class SeatLine(NamedTuple):
    """A seat of a record, with the attributes of a `MatchSeat`."""

    seat: int
    player: Player | None
    points: int | None
    place: int | None
    bot: str = ""
    playouts: int = 0
    fault: str = ""
    is_remote: bool = False


class PublicRecord(NamedTuple):
    """A record as anonymous visitors see it."""

    cursor: Cursor
    id: str
    game: str
    rules_version: str
    options: Mapping[str, OptionValue]
    seats: Sequence[SeatLine]
    played_at: datetime
    is_rated: bool
    text: str = ""


def public_records(wanted: Wanted) -> list[PublicRecord]:
    """Return the records, at most `limit`, without their texts; a fixed number of queries."""
    visible = (
        _keys(_of_matches(wanted), Source.MATCH, wanted),
        _keys(_submitted(wanted), Source.SUBMITTED, wanted),
    )
    cursors = list(islice(merge(*visible), wanted.limit))
    found = _about_matches(_of_source(cursors, Source.MATCH)) | _about_submitted(_of_source(cursors, Source.SUBMITTED))
    return [found[cursor] for cursor in cursors if cursor in found]


def with_texts(records: Sequence[PublicRecord]) -> Iterator[PublicRecord]:
    """Yield the records with their texts, read some at a time. One that was pruned meanwhile is left out."""
    for start in range(0, len(records), TEXTS_AT_ONCE):
        some = records[start : start + TEXTS_AT_ONCE]
        texts = _texts_of([record.cursor for record in some])
        yield from (record._replace(text=texts[record.cursor]) for record in some if texts.get(record.cursor))


def _texts_of(cursors: Sequence[Cursor]) -> dict[Cursor, str]:
    matches, submitted = (_of_source(cursors, source) for source in Source)
    played = MatchRecord.objects.filter(match__in=list(matches)).values_list("match", "text")
    verified = SubmittedRecord.objects.filter(pk__in=list(submitted)).values_list("pk", "completed")
    return {matches[key]: text for key, text in played} | {submitted[key]: text for key, text in verified}


def _of_matches(wanted: Wanted) -> Rows:
    """Finished matches with an open deal and a stored text."""
    people = MatchSeat.objects.filter(match=OuterRef("pk"), bot="")
    rows = matches_seen_by(AnonymousUser()).prefetch_related(None)
    rows = rows.filter(~Q(record__text=""), record__isnull=False, block__finished_at__isnull=False)
    rows = rows.filter(status=Match.Status.DONE)
    return _by_players(rows.annotate(published_at=Greatest("block__told_at", "block__finished_at")), people, wanted)


def _submitted(wanted: Wanted) -> Rows:
    """Verified records of the present rules without events that were found by search."""
    people = SubmittedSeat.objects.filter(record=OuterRef("pk"), player__kind=Player.Kind.PERSON)
    rows = records_seen_by(AnonymousUser()).prefetch_related(None)
    rows = rows.filter(rules_version__in=rules_played_here(), verdict__counts__searched=0)
    return _by_players(rows.annotate(published_at=F("checked_at")), people, wanted)


def _by_players(rows: Rows, people: Rows, wanted: Wanted) -> Rows:
    if wanted.players:
        rows = rows.filter(Exists(people) if wanted.players == "people" else ~Exists(people))
    return rows.filter(game=wanted.game) if wanted.game else rows


def _keys(rows: Rows, source: Source, wanted: Wanted) -> Iterator[Cursor]:
    rows = rows.filter(published_at__lt=Now() - SETTLED)
    if wanted.since:
        rows = rows.filter(published_at__gte=wanted.since)
    if wanted.until:
        rows = rows.filter(published_at__lt=wanted.until)
    if wanted.after:
        rows = rows.filter(_later(wanted.after, source))
    keys = rows.order_by("published_at", "pk").values_list("published_at", "pk")[: wanted.limit]
    return (Cursor(published_at, source, key) for published_at, key in keys)


def _later(after: Cursor, source: Source) -> Q:
    if source != after.source:
        return Q(**{f"published_at__{'gte' if source > after.source else 'gt'}": after.published_at})
    behind = Q(published_at__gt=after.published_at) | Q(pk__gt=after.key)
    return Q(published_at__gte=after.published_at) & behind


def _of_source(cursors: Sequence[Cursor], source: Source) -> dict[int, Cursor]:
    return {cursor.key: cursor for cursor in cursors if cursor.source == source}


def _about_matches(cursors: Mapping[int, Cursor]) -> dict[Cursor, PublicRecord]:
    asker = AnonymousUser()
    matches = with_names_of_matches(matches_seen_by(asker).filter(pk__in=list(cursors)), asker)
    rated = _rated([match.subject for match in matches])
    return {
        cursors[match.pk]: PublicRecord(
            cursors[match.pk],
            match.public_id,
            match.game,
            match.rules_version,
            match.options,
            [
                SeatLine(
                    *(seat.seat, seat.player, seat.points, seat.place, seat.bot, seat.playouts, seat.fault),
                    seat.is_remote,
                )
                for seat in match.seats.all()
            ],
            match.finished_at or cursors[match.pk].published_at,
            match.subject in rated,
        )
        for match in matches
    }


def _about_submitted(cursors: Mapping[int, Cursor]) -> dict[Cursor, PublicRecord]:
    asker = AnonymousUser()
    rows = records_seen_by(asker).filter(pk__in=list(cursors)).defer("text", "completed", "attempt_log")
    records: list[Any] = with_names(rows.annotate(head=Left("completed", _LONGEST_HEAD)), asker)
    rated = _rated([record.subject for record in records])
    return {
        cursors[record.pk]: PublicRecord(
            cursors[record.pk],
            record.public_id,
            record.game,
            record.rules_version,
            _options_in(record.head),
            _seats_of(record),
            _played_at(record),
            record.subject in rated,
        )
        for record in records
    }


def _seats_of(record: SubmittedRecord) -> list[SeatLine]:
    verdict = record.verdict or {}
    figures = zip(record.seats.all(), verdict["points"], verdict["places"], strict=True)
    return [SeatLine(seat.seat, seat.player, points, place) for seat, points, place in figures]


def _played_at(record: SubmittedRecord) -> datetime:
    noon = played_on(record.played_on, record.club) if record.played_on else None
    played_at = noon or record.sent_at
    if played_at is None:
        raise ValueError("A verified record was sent.")
    return played_at


def _options_in(text: str) -> Mapping[str, OptionValue]:
    """Return the options that the head of a record names, which ends with an empty line."""
    return next(parse_records(text.partition("\n\n")[0])).head.options


def _rated(subjects: Sequence[UUID]) -> set[UUID]:
    """Return the subjects whose result counts in ratings now."""
    current = Result.objects.filter(subject__in=subjects, is_rated=True, superseded_by=None)
    return set(current.values_list("subject", flat=True))
