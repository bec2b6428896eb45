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

from engine.core.options import OptionValue
from engine.notation.parsed_record import parse_records
from games.matches.claims import rules_played_here
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.queries import matches_seen_by
from games.matches.queries import with_names as with_names_of_matches
from games.records.models import SubmittedRecord, SubmittedSeat
from games.records.queries import records_seen_by, with_names
from league.accounts.models import Player
from league.results.models import Result

MOST: Final = 1_000
"""The largest number of records in one request."""
TEXTS_AT_ONCE: Final = 100
"""The number of texts that one query reads."""
SETTLED: Final = timedelta(minutes=1)
"""The delay before a record appears. An open transaction may still add an earlier one, which readers would miss."""

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
        match = _CURSOR.fullmatch(written)
        if match is None or not written.isascii():
            raise ValueError("This is no cursor of the download.")
        published_at = _EPOCH + timedelta(microseconds=int(match["micros"]))
        return cls(published_at, Source(int(match["source"])), int(match["key"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The records to download: `since` is included, `until` is not; `players` is "bots", "people" or "" for all."""

    game: str = ""
    players: str = ""
    since: datetime | None = None
    until: datetime | None = None
    after: Cursor | None = None
    limit: int = MOST


class PublicRecord(NamedTuple):
    """A record as anonymous visitors see it."""

    cursor: Cursor
    id: str
    game: str
    rules_version: str
    options: Mapping[str, OptionValue]
    seats: Sequence[MatchSeat]
    played_at: datetime
    is_rated: bool
    text: str = ""


def public_records(selection: Selection) -> list[PublicRecord]:
    """Return the records, at most `limit`, without their texts; a fixed number of queries."""
    matches = _cursors(_match_rows(selection), Source.MATCH, selection)
    submitted = _cursors(_submitted_rows(selection), Source.SUBMITTED, selection)
    cursors = list(islice(merge(matches, submitted), selection.limit))
    records = _match_records(_cursors_by_key(cursors, Source.MATCH))
    records |= _submitted_records(_cursors_by_key(cursors, Source.SUBMITTED))
    return [records[cursor] for cursor in cursors if cursor in records]


def with_texts(records: Sequence[PublicRecord]) -> Iterator[PublicRecord]:
    """Yield the records with their texts, `TEXTS_AT_ONCE` in a query. Records deleted since the query are left out."""
    for start in range(0, len(records), TEXTS_AT_ONCE):
        batch = records[start : start + TEXTS_AT_ONCE]
        texts = _texts_of([record.cursor for record in batch])
        yield from (record._replace(text=texts[record.cursor]) for record in batch if texts.get(record.cursor))


def _texts_of(cursors: Sequence[Cursor]) -> dict[Cursor, str]:
    matches = _cursors_by_key(cursors, Source.MATCH)
    submitted = _cursors_by_key(cursors, Source.SUBMITTED)
    played = MatchRecord.objects.filter(match__in=list(matches)).values_list("match", "text")
    verified = SubmittedRecord.objects.filter(pk__in=list(submitted)).values_list("pk", "completed")
    return {matches[key]: text for key, text in played} | {submitted[key]: text for key, text in verified}


def _match_rows(selection: Selection) -> Rows:
    """Return finished matches with an open deal and a stored text, with `published_at`."""
    people = MatchSeat.objects.filter(match=OuterRef("pk"), bot="")
    rows = matches_seen_by(AnonymousUser()).prefetch_related(None)
    rows = rows.filter(~Q(record__text=""), record__isnull=False, block__finished_at__isnull=False)
    rows = rows.filter(status=Match.Status.DONE)
    return _filter_rows(rows.annotate(published_at=Greatest("block__told_at", "block__finished_at")), people, selection)


def _submitted_rows(selection: Selection) -> Rows:
    """Return verified records of the present rules without events that were found by search, with `published_at`."""
    people = SubmittedSeat.objects.filter(record=OuterRef("pk"), player__kind=Player.Kind.PERSON)
    rows = records_seen_by(AnonymousUser()).prefetch_related(None)
    rows = rows.filter(rules_version__in=rules_played_here(), verdict__counts__searched=0)
    return _filter_rows(rows.annotate(published_at=F("checked_at")), people, selection)


def _filter_rows(rows: Rows, people: Rows, selection: Selection) -> Rows:
    """Return the rows of the selected game and players; `people` are the seats of people in a row."""
    if selection.players:
        rows = rows.filter(Exists(people) if selection.players == "people" else ~Exists(people))
    return rows.filter(game=selection.game) if selection.game else rows


def _cursors(rows: Rows, source: Source, selection: Selection) -> Iterator[Cursor]:
    """Return the cursors of the first selected rows, in order."""
    rows = rows.filter(published_at__lt=Now() - SETTLED)
    if selection.since:
        rows = rows.filter(published_at__gte=selection.since)
    if selection.until:
        rows = rows.filter(published_at__lt=selection.until)
    if selection.after:
        rows = rows.filter(_is_after(selection.after, source))
    keys = rows.order_by("published_at", "pk").values_list("published_at", "pk")[: selection.limit]
    return (Cursor(published_at, source, key) for published_at, key in keys)


def _is_after(after: Cursor, source: Source) -> Q:
    """Return the condition for rows of the source that follow the cursor."""
    if source > after.source:
        return Q(published_at__gte=after.published_at)
    if source < after.source:
        return Q(published_at__gt=after.published_at)
    is_later = Q(published_at__gt=after.published_at) | Q(pk__gt=after.key)
    return Q(published_at__gte=after.published_at) & is_later


def _cursors_by_key(cursors: Sequence[Cursor], source: Source) -> dict[int, Cursor]:
    return {cursor.key: cursor for cursor in cursors if cursor.source == source}


def _match_records(cursors: Mapping[int, Cursor]) -> dict[Cursor, PublicRecord]:
    visitor = AnonymousUser()
    matches = with_names_of_matches(matches_seen_by(visitor).filter(pk__in=list(cursors)), visitor)
    rated = _rated_subjects([match.subject for match in matches])
    return {
        cursors[match.pk]: PublicRecord(
            cursor=cursors[match.pk],
            id=match.public_id,
            game=match.game,
            rules_version=match.rules_version,
            options=match.options,
            seats=list(match.seats.all()),
            played_at=match.finished_at or cursors[match.pk].published_at,
            is_rated=match.subject in rated,
        )
        for match in matches
    }


def _submitted_records(cursors: Mapping[int, Cursor]) -> dict[Cursor, PublicRecord]:
    visitor = AnonymousUser()
    rows = records_seen_by(visitor).filter(pk__in=list(cursors)).defer("text", "completed", "attempt_log")
    records: list[Any] = with_names(rows.annotate(head=Left("completed", _LONGEST_HEAD)), visitor)
    rated = _rated_subjects([record.subject for record in records])
    return {
        cursors[record.pk]: PublicRecord(
            cursor=cursors[record.pk],
            id=record.public_id,
            game=record.game,
            rules_version=record.rules_version,
            options=next(parse_records(record.head.partition("\n\n")[0])).head.options,  # it ends with an empty line
            seats=_seats_of(record),
            played_at=record.played_at,
            is_rated=record.subject in rated,
        )
        for record in records
    }


def _seats_of(record: SubmittedRecord) -> list[MatchSeat]:
    """Return the seats as those of a match, which are not stored."""
    verdict = record.verdict or {}
    figures = zip(record.seats.all(), verdict["points"], verdict["places"], strict=True)
    return [
        MatchSeat(seat=seat.seat, player=seat.player, points=points, place=place) for seat, points, place in figures
    ]


def _rated_subjects(subjects: Sequence[UUID]) -> set[UUID]:
    """Return the subjects whose result counts in ratings now."""
    current = Result.objects.filter(subject__in=subjects, is_rated=True, superseded_by=None)
    return set(current.values_list("subject", flat=True))
