"""Sends records to the check: who played, when, and which game of a tournament it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.records.candidate_games import candidate_games, matching_candidates
from games.records.errors import HereAlready, NotComplete, NotNow
from games.records.models import SubmittedRecord, SubmittedSeat
from games.records.partial_parsing import reading_of
from games.records.queries import duplicates_of
from games.records.services.drafts import locked_record
from games.records.services.limits import check_waiting_limit
from games.records.verification import RECORDS, announce_record
from league.accounts.models import Player
from league.clubs.dates import today_at
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.common.validators import EARLIEST
from league.results.drafts import own_subject
from league.results.models import Pool
from league.results.services.ledger import lock_players, pool_for

Status = SubmittedRecord.Status


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

    Raise `NoSuchRecord`, `NotComplete` (it is not over, a seat has no player), `HereAlready`, `TooMany`, `NotNow`.
    """
    check_waiting_limit(by)
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
