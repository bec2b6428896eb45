"""Two clubs of invented people, created by the ordinary services.

One is in mid-season of its club nights, with a corrected result, a disputed table and a late entry, and in the
semi-finals of a knockout tournament; the other plays the third of five rounds of a weekend. Visitors may use three of
the accounts (`league.accounts.demo`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core.game import places_by
from league.accounts.models import Account, Player
from league.accounts.queries import demo_accounts
from league.accounts.services.players import make_demo_account, make_player
from league.clubs.dates import played_on, today_at
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import change_club, found_club
from league.clubs.services.members import admit
from league.common.locks import advisory_lock
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.queries import chain_of
from league.results.services.corrections import correct_result
from league.results.services.ledger import pool_for
from league.results.services.reports import confirm_report, dispute_report, submit_report
from league.tournaments.models import Entry, Leg, RequestedBye, Round, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.queries.rounds import players_at, token_of
from league.tournaments.services.arrangements import fix_table, request_bye
from league.tournaments.services.club_nights import add_walk_in, close_evening, open_evening, pair_tables, set_presence
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import check_in, enter_late, enter_players, set_phase
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.pairing_changes import publish_draft
from league.tournaments.services.results import Outcome, enter_typed_results
from league.tournaments.services.round_drawing import draw, request_round
from league.tournaments.services.table_links import make_links
from league.tournaments.services.withdrawals import withdraw

SECRETARY, PLAYER, ARBITER = "Morag Auchterbrae", "Hamish Drumlassie", "Ishbel Kinlarig"
ROLES: Final = {SECRETARY: "secretary", PLAYER: "player", ARBITER: "arbiter"}
MEMBERS: Final = (
    *("Ailsa Corriebeg", "Beathag Lochmore", "Callum Tannach", "Davina Glenshiel-Muir", "Ewan Corriebeg"),
    *("Fergus Balnagask", "Greer Inchbrae", "Innes Duncreggan", "Jamesina Polwhinnie", "Kirsty Strathdonan"),
    *("Lachlan Ardmurdo", "Mairead Strathdonan", "Niall Craigendoran", "Oighrig Benvarren", "Peigi Monadh"),
    *("Ruaridh Carsebreck", "Wilhelmina Alexandrina Dunfallandy-Kilmahog of Auchnashelloch"),
)
WITHOUT_ACCOUNT: Final = frozenset({"Oighrig Benvarren", "Peigi Monadh", "Ruaridh Carsebreck"})
AWAY: Final = (
    *("Aonghas Torlundin", "Bethia Halkerstane", "Cailean Mossgrieve", "Dolina Skerrabost", "Elspeth Whinfell"),
    *("Finlay Gartwhinzie", "Giorsal Knockbain", "Hector Lintmill", "Isobel Pitcorran", "Lorne Achlyness"),
    *("Muriel Gartwhinzie", "Norrie Blairquhosh", "Rhona Cullykhan", "Sorley Fearnan"),
)
GUEST, JOINED, LATE = "Torquil Easterlee", "Una Fairlawhill", "Struan Mugdrum"
AROUND: Final = {"lords-of-scotland": 34, "kings-kilt": 21, "highland-clans": 58}  # usual score


@dataclass(frozen=True, slots=True)
class People:
    """The players of the demo by name, and the accounts of secretary and arbiter."""

    players: dict[str, Player]
    secretary: Account
    arbiter: Account
    rng: Random

    def named(self, names: Sequence[str]) -> list[Player]:
        """Return the players with these names."""
        return [self.players[name] for name in names]

    def points(self, game: str, players: Sequence[int]) -> list[int]:
        """Return random scores in seat order; players differ a little in strength."""
        return [max(0, round(self.rng.gauss(AROUND[game] - player % 11, 6))) for player in players]


def invented_people() -> People:
    """Create all players. Most members of the club have accounts, three of which anybody may use."""
    players = {player.name: player for player in _made()}
    secretary, arbiter = players[SECRETARY].account, players[ARBITER].account
    if secretary is None or arbiter is None:
        raise TypeError("The secretary and the arbiter of the demo have accounts.")
    return People(players, secretary, arbiter, Random(1297))


def _made() -> Iterator[Player]:
    for name in (*ROLES, *MEMBERS):
        if name in WITHOUT_ACCOUNT:
            yield make_player(name=name)
        else:
            yield make_demo_account(role=ROLES.get(name, name.split()[0].lower()), name=name).player
    for name in AWAY:
        yield make_player(name=name)


def open_legs(tournament: Tournament) -> list[Leg]:
    """Return the published games without a result, by round and table."""
    history = history_of(tournament.pk)
    waiting = [
        subject
        for pairing in history.pairings
        if not pairing.decided
        for subject in history.subjects[pairing.round, pairing.table]
    ]
    found = Leg.objects.filter(subject__in=waiting).select_related("pairing__round__tournament")
    return list(found.order_by("pairing__round__number", "pairing__table", "number"))


def play(
    tournament: Tournament, legs: Sequence[Leg], people: People, by: Account, played_at: datetime | None = None
) -> None:
    """Enter a random result for each game."""
    outcomes = [Outcome(leg, people.points(tournament.game, players_at(leg)), played_at=played_at) for leg in legs]
    enter_typed_results(tournament=tournament, outcomes=outcomes, by=by)


LORDS, CLANS = "lords-of-scotland", "highland-clans"
CAME = (11, 12, 9, 14, 11, 12)  # players by club night
DAYS_AGO = 2
REGULARS = (PLAYER, *MEMBERS[:4])


def found_evening_club(people: People) -> Club:
    """Create the secretary's club with its season so far."""
    club = found_club(
        name="Auchterbrae Games Club", summary=_("Club nights above the bakery. Everybody here is invented.")
    )
    roles = {SECRETARY: Membership.Role.ORGANISER, ARBITER: Membership.Role.SCORER}
    for name in (*ROLES, *MEMBERS):
        admit(club=club, player=people.players[name], role=roles.get(name, Membership.Role.MEMBER))
    _play_season(club, people)
    names = (PLAYER, *MEMBERS[:8])
    for days in (30, 17, 9, 1):
        table = people.named([PLAYER, *people.rng.sample(names[1:], 3)])
        by, key = table[1], uuid4()
        ids = [player.pk for player in table]
        seats, day = _seats(ids, people.points(CLANS, ids)), today_at(club) - timedelta(days=days)
        draft = ResultDraft(own_subject(by, key), seats, played_at=played_on(day, club))
        pool = pool_for(game=CLANS, player_kind=Player.Kind.PERSON, club=club)
        report = submit_report(draft=draft, pool=pool, club=club, key=key, by=by)
        if days > 1:
            confirm_report(report=report, by=table[0])
    return club


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
    # In the third club night, two scores of a game were exchanged.
    leg = Leg.objects.filter(pairing__round__tournament=season, pairing__round__evening__number=3).earliest("pk")
    result = chain_of(leg.subject).now
    seats = result.seats.order_by("seat")
    points = [seat.points for seat in seats]
    points[0], points[1] = points[1] + 1, points[0]
    correct_result(
        result=result,
        seats=_seats([seat.player_id for seat in seats], points),
        reason=_("The scores of two players were swapped."),
        by=people.secretary,
    )


def _play_evening(season: Tournament, evening: int, people: People) -> None:
    by, is_last = people.secretary, evening == len(CAME) - 1
    day = today_at(season.club) - timedelta(days=DAYS_AGO + 7 * (len(CAME) - 1 - evening))
    others = people.rng.sample([name for name in (*ROLES, *MEMBERS) if name not in REGULARS], CAME[evening] - 5)
    open_evening(tournament=season, by=by, day=day)
    for player in people.named([*REGULARS, *others]):
        set_presence(tournament=season, player=player, is_here=True, by=by)
    if evening == 1:
        add_walk_in(tournament=season, name=GUEST, is_guest=True, by=by)
    if evening == 2:
        add_walk_in(tournament=season, name=JOINED, is_guest=False, by=by)
    for last_round in (False, True):
        pair_tables(tournament=season, by=by, at_once=True)
        disputed = _dispute(season, people) if is_last and last_round else None
        legs = [leg for leg in open_legs(season) if leg != disputed]
        play(season, legs, people, by, played_on(day, season.club))
    close_evening(tournament=season, by=by)


def _dispute(season: Tournament, people: People) -> Leg:
    """Let two players of a table of the last round disagree, and return their game."""
    for leg in open_legs(season):
        at_table = players_at(leg)
        accounts = Player.objects.filter(pk__in=at_table).exclude(account=None).order_by("pk")
        speakers = list(accounts.exclude(name__in=[SECRETARY, ARBITER]))  # their reports need no confirmation
        if len(speakers) > 1:
            break
    seats = _seats(at_table, people.points(LORDS, at_table))
    day = timedelta(days=DAYS_AGO)
    played_at = played_on(today_at(season.club) - day, season.club)
    draft = ResultDraft(leg.subject, seats, played_at=played_at)
    report = submit_report(draft=draft, pool=season.pool, club=season.club, key=uuid4(), by=speakers[0])
    dispute_report(report=report, by=speakers[1], reason=_("The last clan is missing from my column."))
    return leg


def _seats(players: Sequence[int], points: Sequence[int]) -> tuple[SeatResult, ...]:
    return tuple(map(SeatResult, players, points, places_by(points)))


REPORTED = 3  # tables of round 3
SITS, RESTS, LEAVES = MEMBERS[3], AWAY[2], AWAY[5]


def found_weekend_club(people: People) -> Club:
    """Create the arbiter's club, which shows shortened names to the public, and its tournament."""
    club = found_club(name="Kinlarig Weekends")
    change_club(
        club=club,
        name=club.name,
        summary=_("Two days of cards by the loch, twice a year. Everybody here is invented."),
        is_public=True,
        time_zone=club.time_zone,
        shortens_names=True,
    )
    coming = (PLAYER, SECRETARY, *MEMBERS[:12], *AWAY)
    admit(club=club, player=people.players[ARBITER], role=Membership.Role.ORGANISER)
    for player in people.named(coming):
        admit(club=club, player=player)
    by = people.arbiter
    tournament = make_tournament(
        club=club,
        name="Autumn Weekend",
        game="kings-kilt",
        format="table-swiss",
        format_options={"rounds": 5, "largest": 4},
        summary=_("Five rounds at tables of four; tea at the interval."),
        begins_at=timezone.now() - timedelta(days=1, hours=3),
        round_minutes=30,
        by=by,
    )
    entries = dict(zip(coming, enter_players(tournament=tournament, players=people.named(coming), by=by), strict=True))
    fix_table(entry=entries[SITS], table=2, by=by)
    request_bye(entry=entries[RESTS], round_number=2, kind=RequestedBye.Kind.HALF, by=by)
    set_phase(tournament=tournament, to=Tournament.Status.CHECK_IN, by=by)
    for entry in entries.values():
        check_in(entry=entry, is_here=True, by=by)
    tournament = start(tournament=tournament, by=by)
    _first_two_rounds(tournament, entries, people)
    third = _publish(tournament, 3, people)
    legs = [
        leg
        for leg in open_legs(tournament)
        if not entries[PLAYER].pairing_seats.filter(pairing=leg.pairing_id).exists()
    ]
    play(tournament, legs[:REPORTED], people, by)
    make_links(tournament_round=third, by=by)
    return club


def _first_two_rounds(tournament: Tournament, entries: dict[str, Entry], people: People) -> None:
    """Play two rounds; a player enters late after the first, one withdraws after the second."""
    by, yesterday = people.arbiter, timezone.now() - timedelta(days=1)
    _publish(tournament, 1, people)
    play(tournament, open_legs(tournament), people, by, yesterday - timedelta(hours=2))
    latecomer = make_player(name=LATE)
    admit(club=tournament.club, player=latecomer, by=by)
    enter_late(tournament=tournament, players=[latecomer], by=by)
    _publish(tournament, 2, people)
    play(tournament, open_legs(tournament), people, by, yesterday - timedelta(hours=1))
    withdraw(entry=entries[LEAVES], by=by)


def _publish(tournament: Tournament, number: int, people: People) -> Round:
    """Pair a round, as a worker does, and publish it."""
    drawing = request_round(tournament=tournament, by=people.arbiter)
    draw(drawing_id=drawing.pk)
    draft = tournament.rounds.get(number=number)
    return publish_draft(tournament=tournament, number=number, seen=token_of(draft), by=people.arbiter)


CUP = (PLAYER, SECRETARY, *MEMBERS[5:])  # 14 players: the first two have a bye


def play_cup(club: Club, people: People) -> None:
    """Create a knockout tournament and play it to the first semi-final."""
    by = people.secretary
    tournament = make_tournament(
        club=club,
        name="Bakery Cup",
        game="kings-kilt",
        format="single-elimination",
        format_options={"legs": 2},
        summary=_("Two games per match. The winner gets the cake."),
        by=by,
    )
    enter_players(tournament=tournament, players=people.named(CUP), by=by)
    tournament = start(tournament=tournament, by=by)
    for days in (7, 3):
        play(tournament, open_legs(tournament), people, by, timezone.now() - timedelta(days=days))
        advance(tournament_id=tournament.pk)
    play(tournament, open_legs(tournament)[:2], people, by)


@transaction.atomic
def make_people() -> list[Club]:
    """Create and return the two clubs; return nothing if they exist. Concurrent calls create them once."""
    advisory_lock("tournaments.demo")
    if demo_accounts():
        return []
    people = invented_people()
    clubs = [found_evening_club(people), found_weekend_club(people)]
    play_cup(clubs[0], people)
    return clubs
