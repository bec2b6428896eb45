"""Who plays: registration on a tournament's page, the check-in list, and the open club night of organisers."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Exists
from django.db.models.functions import Coalesce
from django.shortcuts import resolve_url
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.models import Player
from league.clubs.display_names import disambiguated
from league.clubs.permissions import User, role_of
from league.common.name_similarity import folded
from league.competition.format import Bye
from league.competition.formats import format_named
from league.tournaments.models import Entry, Evening, Leg, PairingSeat, Presence, Round, Tournament
from league.tournaments.presenters.game_results import OpenLeg, ReportedLeg, open_legs_of_evening, reported_legs
from league.tournaments.presenters.plan_preview import Bar
from league.tournaments.queries.entries import Entrant, Entrants, known_person, players_to_enter, with_distinct_names
from league.tournaments.queries.rounds import result_of_game

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Registration:
    """The registration section; `own` describes the reader's entry, `sign_in` is a URL if signing in would help."""

    sentence: str
    own: str
    is_in: bool
    may: bool
    sign_in: str = ""


def registration_of(tournament: Tournament, entrants: Entrants, user: User) -> Registration | None:
    """Return the section during registration, or at check-in for entered readers, else None. At most one query."""
    own = next((entrant for entrant in entrants.values() if entrant.is_own), None)
    if tournament.status != Status.REGISTRATION and not (tournament.status == Status.CHECK_IN and own):
        return None
    is_public = tournament.club.is_public
    may = own is not None or (user.is_authenticated and (is_public or role_of(user, tournament.club) is not None))
    address = f"/tournaments/{tournament.public_id}/{tournament.slug}/"
    sign_in = "" if user.is_authenticated else f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': address})}"
    return Registration(_sentence(tournament, len(entrants)), _own(tournament, own), own is not None, may, sign_in)


def _own(tournament: Tournament, own: Entrant | None) -> str:
    if own is None:
        return ""
    if tournament.keeps_waiting(own.number):
        return _("You are number %(number)d on the waiting list.") % {"number": own.number - (tournament.capacity or 0)}
    return _("You are entered.")


def _sentence(tournament: Tournament, listed: int) -> str:
    if tournament.status == Status.CHECK_IN:
        return _("Check in with an organiser when you arrive.")
    if tournament.capacity is None:
        return ngettext("%(count)d player is entered.", "%(count)d players are entered.", listed) % {"count": listed}
    free = tournament.capacity - listed
    if free > 0:
        words = {"free": free, "most": tournament.capacity}
        return ngettext("%(free)d of %(most)d places is free.", "%(free)d of %(most)d places are free.", free) % words
    if not free:
        return _("All %(most)d places are taken. New players join the waiting list.") % {"most": tournament.capacity}
    taken = _("All %(most)d places are taken. On the waiting list: %(count)d.")
    return taken % {"most": tournament.capacity, "count": -free}


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """An entry in the check-in list; `key` is its name as normalised for searches."""

    entry: Entry
    name: str
    key: str
    is_here: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in list by name, or the rows found by a search; counts are of all entries."""

    rows: tuple[CheckInRow, ...]
    entered: int
    here: int
    missing: tuple[CheckInRow, ...]  # removed if the tournament started now: in, but not here
    moving_up: tuple[CheckInRow, ...]
    """Waiting players who are here and move up if missing players are removed."""
    waiting: tuple[CheckInRow, ...]  # on the waiting list, without a place if it started now
    search: str = ""
    only_missing: bool = False  # whether `rows` holds only players who are not here


def check_in_of(
    tournament: Tournament, search: str = "", *, only_missing: bool = False, night: Evening | None = None
) -> CheckIn:
    """Return the check-in list, of a season that of a club night. At most three queries."""
    entries = with_distinct_names(
        tournament.entries.select_related("player__merged_into").order_by("number"), tournament
    )
    present = frozenset(night.presences.values_list("entry_id", flat=True)) if night else None
    listed = [_check_in_row(tournament, entry, present) for entry in entries]
    inside = [row for row in listed if not row.waits]
    missing = tuple(row for row in inside if not row.is_here)
    waiting = [row for row in listed if row.waits]
    moving_up = tuple(row for row in waiting if row.is_here)[: len(missing)]
    left = tuple(row for row in waiting if row not in moving_up)
    rows = sorted(listed, key=lambda row: (row.key, row.entry.pk))
    found = tuple(row for row in rows if folded(search) in row.key and not (only_missing and row.is_here))
    here = sum(row.is_here for row in listed)
    return CheckIn(found, len(listed), here, missing, moving_up, left, search, only_missing)


def check_in_for_night(tournament: Tournament, night: Evening, sent: Collection[str] | None = None) -> CheckIn:
    """Return the list to start a club night: the players in the season, ticked as at `night`.

    With `sent`, those with these public ids are ticked.
    """
    listed = check_in_of(tournament, night=night)
    rows = tuple(
        row if sent is None else replace(row, is_here=row.entry.person.public_id in sent)
        for row in listed.rows
        if row.entry.left_round is None
    )
    return replace(listed, rows=rows, here=sum(row.is_here for row in rows))


def _check_in_row(tournament: Tournament, entry: Entry, present: Collection[int] | None) -> CheckInRow:
    name = entry.person.name
    is_here = entry.checked_in_at is not None if present is None else entry.pk in present
    return CheckInRow(entry, name, folded(name), is_here, tournament.keeps_waiting(entry.number))


NIGHTS_SHOWN = 10


class TableWithoutResult(NamedTuple):
    """A table of an earlier club night without a result, which blocks pairing."""

    evening: int
    round: int
    table: int


def tables_of_earlier_nights(evening: Evening) -> tuple[TableWithoutResult, ...]:
    """Return the tables of other club nights of the season without a result. One query."""
    legs = Leg.objects.filter(
        pairing__round__tournament=evening.tournament_id, pairing__round__status=Round.Status.PUBLISHED
    )
    missing = legs.exclude(pairing__round__evening=evening).filter(~Exists(result_of_game()))
    rows = missing.order_by("pairing__round__number", "pairing__table").distinct()
    found = rows.values_list("pairing__round__evening__number", "pairing__round__number", "pairing__table")
    return tuple(TableWithoutResult(*row) for row in found)


def reports_of(legs: Sequence[OpenLeg]) -> tuple[ReportedLeg, ...]:
    """Return the reports of these games, disputed ones first."""
    reported = reported_legs(legs)
    return tuple(
        sorted((report for game in legs for report in reported.get(game.leg.pk, ())), key=lambda report: report.is_open)
    )


def latecomers(evening: Evening, number: int) -> frozenset[str]:
    """Return the public ids of players who are here without a table or a bye (zero-point byes aside). One query."""
    seats = PairingSeat.objects.filter(pairing__round__evening=evening, pairing__round__number=number)
    seats = seats.exclude(pairing__bye=Bye.ZERO)  # byes of players who were absent at first
    here = Presence.objects.filter(evening=evening, left_at=None).exclude(entry__in=seats.values("entry"))
    return frozenset(here.values_list("entry__player__public_id", flat=True))


def tables_with_free_seats(
    tournament: Tournament, legs: Sequence[OpenLeg], number: int, reported: Collection[OpenLeg]
) -> tuple[OpenLeg, ...]:
    """Return the smallest tables of a round that another player can join, without result or report. No query."""
    largest = format_named(tournament.format).table_sizes(tournament.format_options)[1]
    of_round = [game for game in legs if game.leg.pairing.round.number == number and not game.of_several]
    tables = [game for game in of_round if game not in reported]
    fewest = min((len(game.names) for game in tables), default=largest)
    return tuple(game for game in tables if len(game.names) == fewest < largest)


@dataclass(frozen=True, slots=True)
class PossiblePlayer:
    """A possible player: `key` is the name normalised for searches, `nights` the number of nights this season."""

    public_id: str
    name: str
    key: str
    nights: int
    is_here: bool
    went: bool
    is_guest: bool


@dataclass(frozen=True, slots=True)
class RoundOfEvening:
    """A round of the club night, and its number of games without a result."""

    number: int
    is_draft: bool
    left: int


@dataclass(frozen=True, slots=True)
class OpenNight:
    """The open club night: all possible players, the most frequent first, and its rounds, the latest first."""

    number: int
    day: date
    people: tuple[PossiblePlayer, ...]
    rounds: tuple[RoundOfEvening, ...]
    reports: tuple[ReportedLeg, ...]  # live reports of tonight's games, disputed ones first

    late: tuple[PossiblePlayer, ...]
    """Players without a seat in the current round; they wait for the next one, or join a table."""

    room: tuple[OpenLeg, ...]  # tables that a late player can join

    earlier: tuple[TableWithoutResult, ...]
    """Tables of earlier club nights without a result, which block pairing."""

    @property
    def here(self) -> int:
        """The number of players who are here now."""
        return sum(person.is_here for person in self.people)

    @property
    def playing(self) -> RoundOfEvening | None:
        """The published round that has games without a result."""
        return next((row for row in self.rounds if not row.is_draft and row.left), None)

    @property
    def draft(self) -> RoundOfEvening | None:
        """The draft."""
        return next((row for row in self.rounds if row.is_draft), None)


def open_night_of(tournament: Tournament) -> OpenNight | None:
    """Return the open club night in a fixed number of queries; None if none is open."""
    evening = tournament.evenings.filter(closed_at=None).first()
    if evening is None:
        return None
    people, legs = _possible_players(tournament, evening), open_legs_of_evening(evening)
    rounds, reports = _rounds(evening, legs), reports_of(legs)
    playing = next((row.number for row in rounds if not row.is_draft and row.left), 0)
    without_seat = latecomers(evening, playing) if playing else frozenset()
    late = tuple(person for person in people if person.public_id in without_seat)
    reported = [report.open_leg for report in reports]
    room = tables_with_free_seats(tournament, legs, playing, reported) if late else ()
    return OpenNight(
        evening.number, evening.day, people, rounds, reports, late, room, tables_of_earlier_nights(evening)
    )


def games_open_tonight(tournament: Tournament) -> list[OpenLeg]:
    """Return the games of the open club night without a result."""
    evening = tournament.evenings.filter(closed_at=None).first()
    return open_legs_of_evening(evening) if evening else []


def recent_nights(tournament: Tournament) -> list[Bar]:
    """Return the numbers of players at the latest club nights, the latest first. One query."""
    nights = tournament.evenings.annotate(players=Count("presences")).order_by("-number")[:NIGHTS_SHOWN]
    rows = [(date_format(night.day, _("j M")), night.players) for night in nights]
    most = max((players for _day, players in rows), default=0) or 1
    return [(day, players, 100 * players // most) for day, players in rows]


def player_to_check_in(tournament: Tournament, public_id: str) -> Player | None:
    """Return a player of the season, or one who may join it."""
    entry = tournament.entries.select_related("player__merged_into").filter(player__public_id=public_id).first()
    return entry.person if entry else known_person(tournament.club, public_id)


def _possible_players(tournament: Tournament, evening: Evening) -> tuple[PossiblePlayer, ...]:
    tonight = dict(Presence.objects.filter(evening=evening).values_list("entry__player_id", "left_at"))
    entered = tournament.entries.filter(left_round=None).annotate(nights=Count("presences"))
    remaining = Coalesce("player__merged_into__name", "player__name")
    rows = list(entered.values_list("player_id", "player__public_id", remaining, "nights", "is_guest"))
    others = players_to_enter(tournament).values_list("pk", "public_id", "name")
    rows += [(pk, public_id, name, 0, False) for pk, public_id, name in others]
    names = disambiguated({player: name for player, _id, name, _came, _guest in rows}, tournament.club)
    people = []
    for player, public_id, full_name, nights, guest in rows:
        name, went = names.get(player, full_name), tonight.get(player) is not None
        is_here = player in tonight and not went
        people.append(PossiblePlayer(public_id, name, folded(name), nights, is_here, went, guest))
    # By the number of nights before tonight.
    return tuple(sorted(people, key=lambda row: ((row.is_here or row.went) - row.nights, row.key, row.public_id)))


def _rounds(evening: Evening, legs: Sequence[OpenLeg]) -> tuple[RoundOfEvening, ...]:
    left = Counter(game.leg.pairing.round.number for game in legs)
    rounds = evening.rounds.order_by("-number").values_list("number", "status")
    return tuple(RoundOfEvening(number, status == Round.Status.DRAFT, left[number]) for number, status in rounds)
