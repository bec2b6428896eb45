"""Sends a record on its way: seats become players of the club, and a worker is woken to check it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.records.errors import HereAlready, NotComplete, NotNow
from games.records.models import BroughtRecord, BroughtSeat
from games.records.queue import publish
from games.records.reading import reading_of
from games.records.selectors.occasions import may_be_one_of, occasions_for
from games.records.selectors.twins import twin_of
from games.records.services.holding import check_room_to_send, held
from games.records.topics import tell
from league.clubs.models import Club
from league.clubs.rules import rights_of
from league.members.models import Player
from league.results.claims import EARLIEST, own_subject, today_at
from league.results.models import Pool
from league.results.services.locking import lock_company
from league.results.services.pools import pool_for

Status = BroughtRecord.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """A record to be sent: ids of the players from the first seat on, and the day of the club's it was played on."""

    public_id: str
    players: Sequence[int]
    played_on: date | None = None
    occasion: UUID | None = None  # the subject that it decides, one of `occasions_for`; None for a game of its own
    is_another: bool = False  # whether the recorder said that it is none of those that are here


@transaction.atomic
def send_record(*, by: Player, sending: Sending) -> BroughtRecord:
    """Queue the record to be checked. Sending it twice changes nothing.

    Raises `NoSuchRecord`, `NotComplete` (it is not over, somebody has no seat), `HereAlready`, `TooMany`, `NotNow`.
    """
    check_room_to_send(by)
    record = held(sending.public_id, by)
    if record.is_waiting or record.status == Status.VERIFIED:
        return record
    if not record.can_be_mended:
        raise NotNow(_("This record failed because of a server error. Ask a site admin to queue it again."))
    record.reading = reading_of(record.text)
    _check_is_whole(record)
    players = _seated(record, by, sending.players)
    _check_day(record.club, sending.played_on)
    lock_company(record.club, players)
    _check_is_new(record)
    _decide(record, players, sending)
    _queue(record, players, sending.played_on)
    tell(record.public_id)
    transaction.on_commit(lambda: publish([record.pk]))
    return record


def _check_is_whole(record: BroughtRecord) -> None:
    reading = record.reading
    if not reading["seats"]:
        raise NotComplete(_("The record does not name the players. Add a line such as: Seats: Morag, Hamish"))
    if reading["fault"] is None and not reading["is_over"]:
        raise NotComplete(_("This record stops before the end of the game. Complete it, then send it."))


def _seated(record: BroughtRecord, by: Player, ids: Sequence[int]) -> list[Player]:
    """The players in the order of the seats. Raises `NotComplete`."""
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


def _check_is_new(record: BroughtRecord) -> None:
    twin = twin_of(record.club_id, record.reading["fingerprint"], but=record.pk)
    if twin is not None:
        raise HereAlready(_("%(by)s already added this game.") % {"by": twin.by}, address=twin.public_id)


def _decide(record: BroughtRecord, players: Sequence[Player], sending: Sending) -> None:
    """Name what the record decides, and where that counts. Nothing is guessed: one game brought twice counts once."""
    occasion = sending.occasion
    if occasion is None:
        if not sending.is_another and (here := may_be_one_of(record, players, sending.played_on)):
            sentence = _("These players already have a game here (%(game)s). Choose it, or choose a separate game.")
            raise NotComplete(sentence % {"game": here[0].words}, field="occasion")
        record.subject, record.pool = own_subject(record.by, record.uuid), _pool(record, players)
        return
    chosen = next((one for one in occasions_for(record) if one.subject == occasion), None)
    if chosen is None:
        raise NotComplete(_("This game already has a result or is not yours. Choose again."), field="occasion")
    if chosen.players != {player.pk for player in players}:
        raise NotComplete(
            _("The chosen game has other players. Choose another game, or change the players."), field="occasion"
        )
    record.subject, record.pool = chosen.subject, chosen.pool


def _queue(record: BroughtRecord, players: Sequence[Player], played_on: date | None) -> None:
    record.game, record.fingerprint = record.reading["game"], record.reading["fingerprint"]
    record.played_on, record.parcel = played_on, None
    record.status, record.sent_at, record.touched_at = Status.QUEUED, Now(), Now()
    record.attempt, record.token, record.lease_until, record.enqueued_at = 0, None, None, None
    record.verdict, record.attempt_log = None, ""
    try:
        with transaction.atomic():
            record.save()
    except IntegrityError as error:  # the same game came in at this very moment
        raise HereAlready(_("This game was added a moment ago.")) from error
    record.seats.all().delete()
    labels = record.reading["seats"]
    BroughtSeat.objects.bulk_create(
        BroughtSeat(record=record, seat=seat, label=labels[seat][:200], player=player)
        for seat, player in enumerate(players)
    )


def _pool(record: BroughtRecord, players: Sequence[Player]) -> Pool:
    """Where such a table of the club is rated."""
    kinds = {player.kind for player in players}
    kind = kinds.pop() if len(kinds) == 1 else Pool.Kind.ALL
    return pool_for(game=record.reading["game"], player_kind=kind, club=record.club)
