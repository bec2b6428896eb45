"""Writes of records: drafts, sending to the check, withdrawing, and what happens when an account is deleted."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.records.candidate_games import candidate_games, matching_candidates
from games.records.errors import ChangedElsewhere, HereAlready, NoSuchRecord, NotComplete, NotNow, TooMany
from games.records.models import SubmittedRecord, SubmittedSeat
from games.records.partial_parsing import reading_of
from games.records.queries import duplicates_of
from games.records.uploads import check_size, clean_text, is_json
from games.records.verification import RECORDS, announce_record
from league.accounts.models import Player
from league.clubs.dates import today_at
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.common.locks import advisory_lock
from league.common.models import first_or_refuse
from league.common.outages import OUTAGES
from league.common.validators import EARLIEST
from league.results.drafts import own_subject
from league.results.models import Pool
from league.results.services.ledger import lock_players, pool_for

MOST_DRAFTS: Final = 100  # of one person
MOST_WAITING: Final = 60  # of one person, sent and not checked yet

CHECKS_A_MINUTE: Final = 120  # of one person who types
UPLOADS_AN_HOUR: Final = 60  # of one person

Status = SubmittedRecord.Status

_UNSENT = (Status.DRAFT, Status.REFUSED, Status.WITHDRAWN)
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
NAMELESS = "Somebody {seat}"  # in the text of a record


def check_rate(what: str, by: Player, *, most: int, seconds: int) -> None:
    """Count a request; raise `TooMany` after `most` within so many seconds. Without Redis nothing is counted."""
    key = f"records:{what}:{by.pk}"
    try:
        cache.add(key, 0, seconds)
        count = cache.incr(key)
    except (*OUTAGES, ValueError):  # the key expired between the two calls
        return
    if count > most:
        raise TooMany(_("Too many requests. Your text is safe. Try again in one minute."))


def locked_record(public_id: str, by: Player) -> SubmittedRecord:
    """Return the record, locked within the caller's transaction. Raise `NoSuchRecord`, also for other people's."""
    rows = SubmittedRecord.objects.select_for_update(of=("self",)).select_related("club", "by", "pool")
    own = rows.filter(public_id=public_id, by=by).exclude(status=Status.WITHDRAWN)
    return first_or_refuse(own, NoSuchRecord(_("You have no game record at this address.")))


def check_draft_limit(by: Player, more: int = 1) -> None:
    """Check the limit of drafts, one request of a player at a time. Raise `TooMany`."""
    advisory_lock(f"games.records.{by.pk}")
    if SubmittedRecord.objects.filter(by=by, status=Status.DRAFT).count() + more > MOST_DRAFTS:
        sentence = _("You have %(most)d drafts, the maximum. Send or delete some of them.")
        raise TooMany(sentence % {"most": MOST_DRAFTS})


@transaction.atomic
def begin_draft(*, by: Player, club: Club, text: str = "", subject: UUID | None = None) -> SubmittedRecord:
    """Start a record that somebody types. Raise `TooMany` or `UnreadableFile`."""
    check_draft_limit(by)
    return _drafts(by, club, [clean_text(text)], subject=subject)[0]


@transaction.atomic
def create_batch(*, by: Player, club: Club, texts: Sequence[str]) -> UUID:
    """Store the records of one file as drafts, all or none; return their `batch`. Raise `TooMany`."""
    check_draft_limit(by, len(texts))
    batch = uuid4()
    _drafts(by, club, texts, batch=batch)
    return batch


@transaction.atomic
def write_draft(*, public_id: str, by: Player, text: str, revision: int, overwrite: bool = False) -> SubmittedRecord:
    """Save the text, unless a newer one is stored (`ChangedElsewhere`); with `overwrite` also then.

    A refused or undecided record becomes a draft again. Idempotent. Raise `NoSuchRecord`, `NotNow` or `UnreadableFile`.
    """
    record = locked_record(public_id, by)
    text = clean_text(text)
    if not record.is_editable:
        raise NotNow(_("This record is already sent and cannot be changed. Its page shows its status."))
    if text == record.text:
        return record
    check_size(text)
    if revision < record.revision and not overwrite:
        raise ChangedElsewhere(
            _("This record was changed in another window. Your text is not saved. Choose which text to keep.")
        )
    record.text, record.reading = text, reading_of(text)
    record.revision += 1
    record.status, record.touched_at = Status.DRAFT, Now()
    record.save(update_fields=["text", "reading", "revision", "status", "touched_at"])
    return record


@transaction.atomic
def discard_draft(*, public_id: str, by: Player) -> None:
    """Delete a draft. Raise `NoSuchRecord`, or `NotNow` for what was sent."""
    record = locked_record(public_id, by)
    if not record.is_draft:
        raise NotNow(_("This record is already sent. Withdraw it instead."))
    record.delete()


@transaction.atomic
def discard_batch(*, batch: UUID, by: Player) -> None:
    """Delete the unsent drafts of one file. Idempotent."""
    SubmittedRecord.objects.filter(batch=batch, by=by, status=Status.DRAFT).delete()


@transaction.atomic
def withdraw_record(*, public_id: str, by: Player) -> SubmittedRecord:
    """Withdraw what was sent; a check in progress is ignored. Raise `NoSuchRecord` or `NotNow`."""
    record = locked_record(public_id, by)
    if record.status == Status.VERIFIED:
        raise NotNow(_("This record is verified and belongs to a result, so it cannot be deleted."))
    record.status, record.token, record.lease_until = Status.WITHDRAWN, None, None
    record.save(update_fields=["status", "token", "lease_until"])
    return record


def _drafts(
    by: Player, club: Club, texts: Sequence[str], *, subject: UUID | None = None, batch: UUID | None = None
) -> list[SubmittedRecord]:
    for text in texts:
        check_size(text)
    drafts = [SubmittedRecord(by=by, club=club, text=text, reading=reading_of(text), batch=batch) for text in texts]
    for record in drafts:
        record.subject = subject or own_subject(by, record.uuid)
    return SubmittedRecord.objects.bulk_create(drafts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A record to be sent: ids of the players by seat, and the day of the game in the club's time zone."""

    public_id: str
    players: Sequence[int]
    played_on: date | None = None
    occasion: UUID | None = None  # subject of one of `candidate_games`; None for a separate game
    is_another: bool = False  # whether the recorder said that it is a separate game


@transaction.atomic
def send_record(*, by: Player, submission: Submission) -> SubmittedRecord:
    """Queue the record to be checked. Idempotent.

    Raise `NoSuchRecord`, `NotComplete` (it is not over, somebody has no seat), `HereAlready`, `TooMany`, `NotNow`.
    """
    advisory_lock(f"games.records.{by.pk}")
    if SubmittedRecord.objects.filter(by=by, status__in=[Status.QUEUED, Status.RUNNING]).count() >= MOST_WAITING:
        sentence = _("You have %(most)d records waiting for a check, the maximum. Wait until some are checked.")
        raise TooMany(sentence % {"most": MOST_WAITING})
    record = locked_record(submission.public_id, by)
    if record.is_waiting or record.status == Status.VERIFIED:
        return record
    if not record.is_editable:
        raise NotNow(_("This record failed because of a server error. Ask a site admin to queue it again."))
    record.reading = reading_of(record.text)
    if not record.reading["seats"]:
        raise NotComplete(_("The record does not name the players. Add a line such as: Seats: Morag, Hamish"))
    if record.reading["fault"] is None and not record.reading["is_over"]:
        raise NotComplete(_("This record stops before the end of the game. Complete it, then send it."))
    players = _players_by_seat(record, by, submission.players)
    _check_day(record.club, submission.played_on)
    lock_players(record.club, players)
    if duplicate := duplicates_of([record]).get(record.reading["fingerprint"]):
        raise HereAlready(_("%(by)s already added this game.") % {"by": duplicate.by}, address=duplicate.public_id)
    _set_subject_and_pool(record, players, submission)
    _queue(record, players, submission.played_on)
    announce_record(record.public_id)
    transaction.on_commit(lambda: RECORDS.publish([record.pk]))
    return record


def _players_by_seat(record: SubmittedRecord, by: Player, ids: Sequence[int]) -> list[Player]:
    """Return the players by seat. Raise `NotComplete`."""
    labels = record.reading["seats"]
    if len(ids) != len(labels):
        raise NotComplete(_("Choose a player for each of the %(count)d seats.") % {"count": len(labels)})
    if len(set(ids)) < len(ids):
        raise NotComplete(_("A player has two seats. Choose another player for one of them."))
    found = Player.objects.filter(pk__in=ids, memberships__club=record.club, merged_into=None).in_bulk()
    if len(found) < len(ids):
        sentence = _("All players must belong to %(club)s. Ask an organiser to add the missing players.")
        raise NotComplete(sentence % {"club": record.club})
    if by.pk not in found and not (by.account and rights_of(by.account, record.club).score):
        raise NotComplete(
            _("You did not play this game. Only its players and scorers of %(club)s can add its record.")
            % {"club": record.club}
        )
    return [found[key] for key in ids]


def _check_day(club: Club, day: date | None) -> None:
    if day is not None and day > today_at(club):
        raise NotComplete(_("This date is in the future. Enter the date of the game."), field="played_on")
    if day is not None and day < EARLIEST:
        sentence = _("This date is too early for these players. Enter the date of the game.")
        raise NotComplete(sentence, field="played_on")


def _set_subject_and_pool(record: SubmittedRecord, players: Sequence[Player], submission: Submission) -> None:
    """Set the game that the record belongs to, and its leaderboard. Raise `NotComplete` if that is not certain."""
    occasion = submission.occasion
    if occasion is None:
        if not submission.is_another and (here := matching_candidates(record, players, submission.played_on)):
            sentence = _("These players already have a game here (%(game)s). Choose it, or choose a separate game.")
            raise NotComplete(sentence % {"game": here[0].words}, field="occasion")
        kinds = {player.kind for player in players}
        kind = kinds.pop() if len(kinds) == 1 else Pool.Kind.ALL
        record.subject = own_subject(record.by, record.uuid)
        record.pool = pool_for(game=record.reading["game"], player_kind=kind, club=record.club)
        return
    chosen = next((candidate for candidate in candidate_games(record) if candidate.subject == occasion), None)
    if chosen is None:
        raise NotComplete(_("This game already has a result or is not yours. Choose again."), field="occasion")
    if chosen.players != {player.pk for player in players}:
        raise NotComplete(
            _("The chosen game has other players. Choose another game, or change the players."), field="occasion"
        )
    record.subject, record.pool = chosen.subject, chosen.pool


def _queue(record: SubmittedRecord, players: Sequence[Player], played_on: date | None) -> None:
    record.game, record.fingerprint = record.reading["game"], record.reading["fingerprint"]
    record.played_on, record.batch = played_on, None
    record.status, record.sent_at, record.touched_at = Status.QUEUED, Now(), Now()
    record.attempt, record.token, record.lease_until, record.enqueued_at = 0, None, None, None
    record.verdict, record.attempt_log = None, ""
    try:
        with transaction.atomic():
            record.save()
    except IntegrityError as error:  # the same game was added concurrently
        raise HereAlready(_("This game was added a moment ago.")) from error
    record.seats.all().delete()
    labels = record.reading["seats"]
    SubmittedSeat.objects.bulk_create(
        SubmittedSeat(record=record, seat=seat, label=labels[seat][:200], player=player)
        for seat, player in enumerate(players)
    )


@transaction.atomic
def forget_drafts(*, player: Player) -> None:
    """Delete the player's records that nobody else can read, and remove their name from the text of the others."""
    own = Q(player=player) | Q(player__merged_into=player)
    SubmittedRecord.objects.filter(by=player, status__in=_UNSENT).delete()
    for seat in SubmittedSeat.objects.filter(own).exclude(label="").select_related("record").order_by("pk"):
        record = SubmittedRecord.objects.select_for_update().get(pk=seat.record_id)
        nameless = NAMELESS.format(seat=seat.seat + 1)
        record.text = _rename_seat(record.text, seat.label, nameless)
        record.reading = json.loads(json.dumps(record.reading).replace(json.dumps(seat.label), json.dumps(nameless)))
        record.save(update_fields=["text", "reading"])
        seat.label = ""
        seat.save(update_fields=["label"])


def _rename_seat(text: str, label: str, new_label: str) -> str:
    """Return the text of a record with another label for a seat, also in moves that name it."""
    if not is_json(text):
        return re.sub(rf"(?<!\w){re.escape(label)}(?!\w)", new_label, text, flags=re.IGNORECASE)
    return _JSON_STRING.sub(lambda found: json.dumps(new_label) if _is_json_of(found[0], label) else found[0], text)


def _is_json_of(literal: str, label: str) -> bool:
    """Return whether a JSON string, with or without escapes, is the label."""
    try:
        return bool(json.loads(literal) == label)
    except ValueError:
        return False
