"""What the first page tells of tournaments: the reader's next game, what is new, what waits on an organiser's desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.naming import show_names_by_club
from league.members.home_page import Line
from league.members.models import Account, Player
from league.rules.seating import seats_in_leg
from league.shared.moments import with_zone
from league.tournaments.models import Entry, Leg, Pairing, Tournament
from league.tournaments.selectors.mine import (
    byes_now,
    entries_to_come,
    events_on_the_desk,
    finished_since,
    legs_to_play,
    rounds_since,
)


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game that is to be played now: where, with whom, and where its result is reported."""

    event: str
    href: str
    table: int
    round: int
    seats: tuple[tuple[str, bool], ...]
    """From the first seat on: the name, and whether it is the reader's."""
    seat: int
    """The reader's, from 1."""
    until: datetime | None
    """When the round's clock ends."""
    zone: str
    """The time zone of the club, whose clock the round goes by."""
    report_href: str
    due: datetime | None
    """When it is to be played by."""
    at: datetime | None = None
    template: str = "tournaments/_next_game.html"


def next_games(account: Account, _since: datetime | None) -> Sequence[NextGame | Line]:
    """Games to be played now, byes, then events to come."""
    legs = legs_to_play(account)
    show_names_by_club(((one, leg.pairing.round.tournament.club) for leg in legs for one in _players(leg)), account)
    byes = [_bye(pairing) for pairing in byes_now(account)]
    return [*(_next(leg, account) for leg in legs), *byes, *(_coming(one) for one in entries_to_come(account))]


def what_is_new(account: Account, since: datetime | None) -> Sequence[Line]:
    """Rounds that were published, and events that finished."""
    if since is None:
        return []
    published = [
        Line(
            _("Round %(round)d of %(tournament)s is published") % {"round": one.number, "tournament": one.tournament},
            _address(one.tournament, "round", one.number),
            at=one.published_at,
        )
        for one in rounds_since(account, since)
    ]
    finished = [
        Line(
            _("%(tournament)s is finished") % {"tournament": event}, _address(event, "standings"), at=event.finished_at
        )
        for event in finished_since(account, since)
    ]
    return [*published, *finished]


def on_the_desk(account: Account, _since: datetime | None) -> Sequence[Line]:
    """What waits in the events that the reader organises."""
    return [
        Line(_desk_words(event), reverse("tournaments:desk", args=[event.public_id]), event.club.name)
        for event in events_on_the_desk(account)
    ]


def _next(leg: Leg, account: Account) -> NextGame:
    pairing, event = leg.pairing, leg.pairing.round.tournament
    seated = seats_in_leg(range(len(_players(leg))), leg.number)
    players = [_players(leg)[at] for at in seated]
    own = next(at for at, player in enumerate(players) if player.account_id == account.pk)
    ends = pairing.round.clock_ends_at
    sheet = reverse("sheets:record", args=[event.club.slug])
    return NextGame(
        event=event.name,
        href=f"{_address(event, 'round', pairing.round.number)}#table-{pairing.table}",
        table=pairing.table,
        round=pairing.round.number,
        seats=tuple((player.name, at == own) for at, player in enumerate(players)),
        seat=own + 1,
        until=ends if ends and ends > now() else None,
        zone=event.club.time_zone,
        report_href=f"{sheet}?leg={pairing.public_id}.{leg.number}",
        due=pairing.due_at or pairing.round.due_at,
    )


def _players(leg: Leg) -> list[Player]:
    return [seat.entry.person for seat in leg.pairing.seats.all()]


def _bye(pairing: Pairing) -> Line:
    number, event = pairing.round.number, pairing.round.tournament
    words = _("%(tournament)s, round %(round)d: you have a bye") % {"tournament": event, "round": number}
    return Line(words, _address(event, "round", number), _("You play again in the next round."))


def _coming(entry: Entry) -> Line:
    event = entry.tournament
    begins = with_zone(localtime(event.begins_at), _("l j F, H:i T")) if event.begins_at else ""
    words = _("%(tournament)s starts on %(when)s") if begins else _("%(tournament)s has not started yet")
    if event.keeps_waiting(entry.number):
        note = _("You are on the waiting list. You move up when another player withdraws.")
    else:
        note = _("You are entered. Round 1 is not published yet.")
    return Line(words % {"tournament": event, "when": begins}, _address(event, "tournament"), note)


def _desk_words(event: Any) -> str:
    """What an event waits for, as `events_on_the_desk` read it."""
    facts = {"tournament": event.name, "round": event.on_board, "draft": event.draft, "count": event.entered}
    if event.takes_entries and not event.by_evenings:
        words = ngettext(
            "%(tournament)s \N{EN DASH} %(count)d player entered",
            "%(tournament)s \N{EN DASH} %(count)d players entered",
            event.entered,
        )
        return words % facts
    if event.draft:
        return _("%(tournament)s \N{EN DASH} round %(draft)d is ready to publish") % facts
    if event.missing:
        return _missing_words(event) % (facts | {"count": event.missing, "round": event.first_missing})
    if event.by_evenings:
        return _("%(tournament)s \N{EN DASH} check in players and pair a round") % facts
    return _("%(tournament)s \N{EN DASH} pair the next round") % facts


def _missing_words(event: Any) -> str:
    if event.rounds_missing > 1:
        return _("%(tournament)s \N{EN DASH} %(count)d games from different rounds have no result")
    return ngettext(
        "%(tournament)s \N{EN DASH} %(count)d game of round %(round)d has no result",
        "%(tournament)s \N{EN DASH} %(count)d games of round %(round)d have no result",
        event.missing,
    )


def _address(event: Tournament, page: str, *more: object) -> str:
    return reverse(f"tournaments:{page}", args=[event.public_id, event.slug, *more])
