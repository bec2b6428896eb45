"""Club nights: the season for everybody, and the open night for its organisers."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count as Players
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.models import Player
from league.clubs.display_names import disambiguated
from league.clubs.permissions import Rights
from league.common.drawing.plots import RoundMark
from league.common.name_similarity import folded
from league.competition.format import Bye
from league.competition.formats import format_named
from league.competition.season_scoring import EveningScore, Season
from league.competition.standings import Row
from league.results.models import Result
from league.tournaments.format_text import DASH, points, rule_text
from league.tournaments.models import Evening, Leg, PairingSeat, Presence, Round, Tournament
from league.tournaments.presenters.crosstable import SMALL, TALL, Strip
from league.tournaments.presenters.manage import OpenLeg, ReportedLeg, Step, open_legs_of_evening, reported_legs
from league.tournaments.presenters.plan_preview import Count
from league.tournaments.queries.entries import known_person, players_to_enter
from league.tournaments.queries.standings_cache import Sheet

NIGHTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ClubNightView:
    """A club night of a player: its points, empty if absent, and whether they count."""

    number: int
    points: str
    counts: bool
    words: str  # the same in words


@dataclass(frozen=True, slots=True)
class SeasonCalculation:
    """The calculation of season points, by club night."""

    evenings: tuple[ClubNightView, ...]
    total: str
    divisor: int
    words: str  # which nights count
    unranked: str  # why the player has no place, or empty


def evenings_of(row: Row, evenings: int, *, decimals: bool = False) -> tuple[ClubNightView, ...]:
    """Return all club nights including missed ones; none outside seasons."""
    if row.season is None:
        return ()
    came = {night.evening: night for night in row.season.evenings}
    return tuple(_evening(number, came.get(number), decimals) for number in range(1, evenings + 1))


def note_on(row: Row, sheet: Sheet) -> str:
    """Return the note beside a name: why the player has no place, or "guest"."""
    if row.season is not None and row.season.unranked is not None:
        return rule_text(row.season.unranked.template, row.season.unranked.facts)
    return _("guest") if row.entry in sheet.scores.guests else ""


def reckoned(row: Row, sheet: Sheet, *, decimals: bool) -> SeasonCalculation | None:
    """Return the calculation of a player's points; None outside seasons."""
    season = row.season
    if season is None:
        return None
    shown = tuple(_evening(night.evening, night, decimals) for night in season.evenings)
    dropped = sum(not night.counts for night in season.evenings)
    more = ngettext("%(n)d is dropped.", "%(n)d are dropped.", dropped) % {"n": dropped}
    return SeasonCalculation(
        shown,
        points(row.points, decimals=decimals),
        season.divisor,
        f"{counted_in_words(sheet)} {more}" if dropped else counted_in_words(sheet),
        note_on(row, sheet),
    )


def _evening(number: int, came: EveningScore | None, decimals: bool) -> ClubNightView:
    if came is None:
        return ClubNightView(number, "", counts=False, words=_("absent"))
    words = ngettext("%(n)d game", "%(n)d games", came.games)
    if not came.counts:
        words = ngettext("%(n)d game, dropped", "%(n)d games, dropped", came.games)
    return ClubNightView(number, points(came.units, decimals=decimals), came.counts, words % {"n": came.games})


def season_strip(season: Season, nights: range, best: int, *, decimals: bool, with_words: bool) -> Strip:
    """Return a bar for each attended night among `nights`, of full height for `best` units; dropped ones are grey."""
    came = {night.evening: night for night in season.evenings}
    shown = [_evening(number, came.get(number), decimals) for number in nights]
    text = _("Club night %(number)d, %(words)s: %(points)s")
    marks = tuple(
        RoundMark(
            night.number - nights.start,
            "first" if night.counts else "bye",
            SMALL + (TALL - SMALL) * came[night.number].units // max(best, 1),
            text % {"number": night.number, "words": night.words, "points": night.points} if with_words else "",
        )
        for night in shown
        if night.number in came
    )
    return Strip(marks, len(nights), ", ".join(night.points or DASH for night in shown))


def counted_in_words(sheet: Sheet) -> str:
    """Return which club nights count, by the tournament's settings."""
    counting = sheet.scores.counting
    if counting is not None and counting.average:
        return _("All points, divided by the number of games.")
    if counting is None or not counting.best_of:
        return _("All club nights count.")
    best = ngettext("The best club night counts.", "The best %(n)d club nights count.", counting.best_of)
    return best % {"n": counting.best_of}


class TableWithoutResult(NamedTuple):
    """A table of an earlier club night without a result, which blocks pairing."""

    evening: int
    round: int
    table: int


def tables_of_earlier_nights(evening: Evening) -> tuple[TableWithoutResult, ...]:
    """Return the tables of other club nights of the season without a result. One query."""
    decided = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None).exclude(how=Result.How.WITHDRAWN)
    legs = Leg.objects.filter(
        pairing__round__tournament=evening.tournament_id, pairing__round__status=Round.Status.PUBLISHED
    )
    missing = legs.exclude(pairing__round__evening=evening).filter(~Exists(decided))
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
    """A possible player: `key` is the name normalised for searches, `came` the number of nights this season."""

    public_id: str
    name: str
    key: str
    came: int
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
class EveningAtDesk:
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


def evening_at_desk(tournament: Tournament) -> EveningAtDesk | None:
    """Return the open club night in a fixed number of queries; None if none is open."""
    evening = tournament.evenings.filter(closed_at=None).first()
    if evening is None:
        return None
    people, legs = _people(tournament, evening), open_legs_of_evening(evening)
    rounds, reports = _rounds(evening, legs), reports_of(legs)
    playing = next((row.number for row in rounds if not row.is_draft and row.left), 0)
    without_seat = latecomers(evening, playing) if playing else frozenset()
    late = tuple(person for person in people if person.public_id in without_seat)
    reported = [report.open_leg for report in reports]
    room = tables_with_free_seats(tournament, legs, playing, reported) if late else ()
    return EveningAtDesk(
        evening.number, evening.day, people, rounds, reports, late, room, tables_of_earlier_nights(evening)
    )


def games_open_tonight(tournament: Tournament) -> list[OpenLeg]:
    """Return the games of the open club night without a result."""
    evening = tournament.evenings.filter(closed_at=None).first()
    return open_legs_of_evening(evening) if evening else []


def nights_held(tournament: Tournament) -> list[Count]:
    """Return the numbers of players at the latest club nights, the latest first. One query."""
    nights = tournament.evenings.annotate(players=Players("presences")).order_by("-number")[:NIGHTS_SHOWN]
    rows = [(date_format(night.day, _("j M")), night.players) for night in nights]
    most = max((players for _day, players in rows), default=0) or 1
    return [(day, players, 100 * players // most) for day, players in rows]


def evening_part(tournament: Tournament) -> Mapping[str, object] | None:
    """Return the club night section of the Manage page; None outside seasons."""
    if not format_named(tournament.format).by_evenings:
        return None
    evening = tournament.evenings.filter(closed_at=None).first()
    here = Presence.objects.filter(evening=evening, left_at=None).count() if evening else 0
    return {"evening": evening, "here": here, "held": tournament.evenings.exclude(closed_at=None).count()}


def step_of_evening(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the next step of a season: the open club night, results of the last one, or a new one."""
    if not (rights.organise and format_named(tournament.format).by_evenings):
        return None
    if tournament.is_over:
        return _after_the_season(tournament)
    href = reverse("tournaments:evening", args=[tournament.public_id])
    if tournament.evenings.filter(closed_at=None).exists():
        return Step(_("Current club night"), href, _("Check-in, pairings and results."), icon="users")
    if tournament.rounds.filter(status=Round.Status.PUBLISHED).exists():
        return None
    why = _("Next, tick the players who are present. Then Moothill pairs them.")
    return Step(_("Start club night"), href, why, icon="users")


def _after_the_season(tournament: Tournament) -> Step | None:
    following = tournament.following.exclude(status=Tournament.Status.CANCELLED).first()
    if following is not None:
        href = reverse("tournaments:desk", args=[following.public_id])
        return Step(_("Open %(season)s") % {"season": following}, href)
    href = reverse("tournaments:next-season", args=[tournament.public_id])
    return Step(_("Next season"), href, _("It has the same settings and players."))


def player_to_check_in(tournament: Tournament, public_id: str) -> Player | None:
    """Return a player of the season, or one who may join it."""
    entry = tournament.entries.select_related("player__merged_into").filter(player__public_id=public_id).first()
    return entry.person if entry else known_person(tournament.club, public_id)


def _people(tournament: Tournament, evening: Evening) -> tuple[PossiblePlayer, ...]:
    tonight = dict(Presence.objects.filter(evening=evening).values_list("entry__player_id", "left_at"))
    entered = tournament.entries.filter(left_round=None).annotate(came=Players("presences"))
    standing = Coalesce("player__merged_into__name", "player__name")
    rows = list(entered.values_list("player_id", "player__public_id", standing, "came", "is_guest"))
    others = players_to_enter(tournament).values_list("pk", "public_id", "name")
    rows += [(pk, public_id, name, 0, False) for pk, public_id, name in others]
    apart = disambiguated({player: name for player, _id, name, _came, _guest in rows}, tournament.club)
    people = []
    for player, public_id, full_name, came, guest in rows:
        name, went = apart.get(player, full_name), tonight.get(player) is not None
        is_here = player in tonight and not went
        people.append(PossiblePlayer(public_id, name, folded(name), came, is_here, went, guest))
    return tuple(
        sorted(people, key=lambda one: ((one.is_here or one.went) - one.came, one.key, one.public_id))  # before tonight
    )


def _rounds(evening: Evening, legs: Sequence[OpenLeg]) -> tuple[RoundOfEvening, ...]:
    left = Counter(game.leg.pairing.round.number for game in legs)
    rounds = evening.rounds.order_by("-number").values_list("number", "status")
    return tuple(RoundOfEvening(number, status == Round.Status.DRAFT, left[number]) for number, status in rounds)
