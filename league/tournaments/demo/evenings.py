"""A club in mid-season: six evenings of Lords of Scotland, and games of Highland Clans beside them."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from django.utils.translation import gettext as _

from engine.core.game import places_by
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.members.models import Player
from league.results.claims import Claim, own_subject, played_on, today_at
from league.results.entries import SeatResult
from league.results.models import Report
from league.results.queries import chain_of
from league.results.services.correcting import correct_result
from league.results.services.pools import pool_for
from league.results.services.reporting import answer_report, file_report
from league.tournaments.demo.people import ARBITER, GUEST, JOINED, MEMBERS, PLAYER, ROLES, SECRETARY, People
from league.tournaments.demo.playing import open_legs, play
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.evenings import bring, close_evening, open_evening, tables, tick
from league.tournaments.services.making import make_tournament
from league.tournaments.services.reporting import players_at

LORDS, CLANS = "lords-of-scotland", "highland-clans"
CAME = (11, 12, 9, 14, 11, 12)  # of the club, evening by evening
DAYS_AGO = 2
REGULARS = (PLAYER, *MEMBERS[:4])


def found_evening_club(people: People) -> Club:
    """The club of the secretary, with its season so far."""
    club = found_club(
        name="Auchterbrae Games Club",
        summary=_("Club nights above the bakery. Everybody here is invented."),
    )
    for name in (*ROLES, *MEMBERS):
        admit(club=club, player=people.players[name], role=_role(name))
    _play_season(club, people)
    _play_clans(club, people)
    return club


def _role(name: str) -> Membership.Role:
    roles = {SECRETARY: Membership.Role.ORGANISER, ARBITER: Membership.Role.SCORER}
    return roles.get(name, Membership.Role.MEMBER)


def _play_season(club: Club, people: People) -> None:
    season = make_tournament(
        club=club,
        name="Winter Evenings",
        game=LORDS,
        format="club-evenings",
        format_options={"evenings": 12, "best_of": 8, "attendance": 2},
        summary=_("Come when you can. Your best eight club nights of twelve count."),
        by=people.secretary,
    )
    for evening in range(len(CAME)):
        _play_evening(season, evening, people)
    _correct(season, people)


def _play_evening(season: Tournament, evening: int, people: People) -> None:
    by, is_last = people.secretary, evening == len(CAME) - 1
    day = today_at(season.club) - timedelta(days=DAYS_AGO + 7 * (len(CAME) - 1 - evening))
    others = people.luck.sample([name for name in (*ROLES, *MEMBERS) if name not in REGULARS], CAME[evening] - 5)
    open_evening(tournament=season, by=by, day=day)
    for player in people.called([*REGULARS, *others]):
        tick(tournament=season, player=player, is_here=True, by=by)
    if evening == 1:
        bring(tournament=season, name=GUEST, is_guest=True, by=by)
    if evening == 2:
        bring(tournament=season, name=JOINED, is_guest=False, by=by)
    for last_round in (False, True):
        tables(tournament=season, by=by, at_once=True)
        disputed = _dispute(season, people) if is_last and last_round else None
        legs = [leg for leg in open_legs(season) if leg != disputed]
        play(season, legs, people, by, played_on(day, season.club))
    close_evening(tournament=season, by=by)


def _dispute(season: Tournament, people: People) -> Leg:
    """Two of a table of the last round do not agree about it; return that table."""
    for leg in open_legs(season):
        at_table = players_at(leg)
        accounts = Player.objects.filter(pk__in=at_table).exclude(account=None).order_by("pk")
        speakers = list(accounts.exclude(name__in=[SECRETARY, ARBITER]))  # whose word as scorers needs nobody else's
        if len(speakers) > 1:
            break
    seats = _seats(at_table, people.points(LORDS, at_table))
    day = timedelta(days=DAYS_AGO)
    played_at = played_on(today_at(season.club) - day, season.club)
    claim = Claim(leg.subject, season.pool, season.club, seats, uuid4(), played_at)
    report = file_report(claim=claim, by=speakers[0])
    answer_report(report=report, by=speakers[1], agrees=False, reason=_("The last clan is missing from my column."))
    return leg


def _correct(season: Tournament, people: People) -> None:
    """A result of the third evening was typed with two columns exchanged."""
    leg = Leg.objects.filter(pairing__round__tournament=season, pairing__round__evening__number=3).earliest("pk")
    standing = chain_of(leg.subject).now
    seats = standing.seats.order_by("seat")
    points = [seat.points for seat in seats]
    points[0], points[1] = points[1] + 1, points[0]
    correct_result(
        result=standing,
        seats=_seats([seat.player_id for seat in seats], points),
        reason=_("Two columns of the sheet were swapped."),
        by=people.secretary,
    )


def _play_clans(club: Club, people: People) -> None:
    """Games that people report themselves: three confirmed long ago, one that waits for the demo's player."""
    names = (PLAYER, *MEMBERS[:8])
    for days in (30, 17, 9, 1):
        table = people.called([PLAYER, *people.luck.sample(names[1:], 3)])
        report = _report_clans(club, table, people, days)
        if days > 1:
            answer_report(report=report, by=table[0], agrees=True)


def _report_clans(club: Club, table: Sequence[Player], people: People, days: int) -> Report:
    by, key = table[1], uuid4()
    ids = [player.pk for player in table]
    claim = Claim(
        own_subject(by, key),
        pool_for(game=CLANS, player_kind=Player.Kind.PERSON, club=club),
        club,
        _seats(ids, people.points(CLANS, ids)),
        key,
        played_on(today_at(club) - timedelta(days=days), club),
    )
    return file_report(claim=claim, by=by)


def _seats(players: Sequence[int], points: Sequence[int]) -> tuple[SeatResult, ...]:
    return tuple(map(SeatResult, players, points, places_by(points)))
