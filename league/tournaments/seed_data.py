"""A club of invented people with a long history, created by the services, to measure pages and ratings.

The same seed gives the same people, games and tables; only ids and times differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import accumulate
from random import Random
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.game import places_by
from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.clubs.dates import played_on, today_at
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.competition.format import seats_in_leg
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Pool
from league.results.services.ledger import enter_results, pool_for
from league.results.services.reports import submit_report
from league.tournaments.errors import SeedRefused
from league.tournaments.models import Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.services.club_nights import close_evening, open_evening, pair_tables, set_presence
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start

GAME = "lords-of-scotland"
GIVEN_NAMES = (
    "Aileas Ailsa Alasdair Alexandrina Angus Archibald Beathag Blair Cailean Cairistiona Calum Catriona Coinneach"
    " Craig Davina Diarmid Donalda Dougal Effie Eilidh Elspeth Euphemia Ewan Fergus Finlay Fionnghal Gavina Gillespie"
    " Gregor Greer Hamish Hector Innes Iona Isla Isobel Jamesina Kenneth Kirsty Lachlan Lesley Lorna Mairead Malcolm"
    " Marsaili Morven Muriel Neil Niamh Oighrig Peigi Raghnall Ranald Rhona Roderick Rory Ruaridh Seonaid Sheena"
    " Sorley Struan Tearlach Torquil Una Wilhelmina"
)
FAMILY_NAMES = (
    "Abercrombie Affleck Agnew Anstruther Arbuthnott Auchinleck Baird Balfour Bannerman Blackadder Borthwick Brodie"
    " Buchan Burnett Cairncross Carmichael Carnegie Cathcart Colquhoun Cruickshank Cunninghame Dalgleish Dalrymple"
    " Drummond Dunbar Dundas Eglinton Elphinstone Erskine Farquharson Galbraith Gilchrist Haldane Heriot Houston"
    " Inglis Irvine Jardine Kennedy Kinnaird Kirkpatrick Lamont Lockhart Logan MacAlister MacAskill MacCorquodale"
    " MacEachern MacFarlane MacGillivray MacKintosh MacLachlan MacNaughton MacQuarrie MacTavish Maitland Melville"
    " Menzies Moncreiffe Napier Ogilvy Oliphant Pitcairn Primrose Ramsay Rattray Ruthven Scrymgeour Seton Spalding"
    " Strachan Tulloch Urquhart Wauchope Wedderburn Wemyss"
)
PLACE_NAMES = "Achnashellach Auchtermuchty Ballachulish Ecclefechan Kirkintilloch Lochgilphead Strathpeffer"
GIVEN, FAMILY, PLACES = GIVEN_NAMES.split(), FAMILY_NAMES.split(), PLACE_NAMES.split()
LONG_EVERY = 40


def invented(count: int, rng: Random) -> list[str]:
    """Return this many different names."""
    names: dict[str, None] = {}
    while len(names) < count:
        if len(names) % LONG_EVERY == LONG_EVERY - 1:
            name = f"{' '.join(rng.sample(GIVEN, 2))} {'-'.join(rng.sample(FAMILY, 2))} of {rng.choice(PLACES)}"
        else:
            second = [rng.choice(GIVEN)] if rng.random() < 0.3 else []
            name = " ".join([rng.choice(GIVEN), *second, rng.choice(FAMILY)])
        names[name] = None
    return list(names)


SIZES, HOW_OFTEN = (2, 3, 4, 5), (1, 3, 5, 2)
POINTS_OF_THE_AVERAGE, POINTS_OF_STRENGTH, POINTS_OF_LUCK = 24, 6, 7


@dataclass(frozen=True, slots=True)
class Invented:
    """An invented player: strength, and frequency of play."""

    player: Player
    strength: float
    eagerness: float


def invent(players: Sequence[Player], rng: Random) -> list[Invented]:
    """Give each player a strength and a frequency; a few come to everything."""
    return [Invented(player, rng.gauss(0, 1), rng.paretovariate(1.5)) for player in players]


def random_result(table: Sequence[Invented], rng: Random) -> tuple[SeatResult, ...]:
    """Return a random result in seat order."""
    points = [
        max(0, round(rng.gauss(POINTS_OF_THE_AVERAGE + POINTS_OF_STRENGTH * person.strength, POINTS_OF_LUCK)))
        for person in table
    ]
    players = [person.player.pk for person in table]
    return tuple(map(SeatResult, players, points, places_by(points)))


YEARS = timedelta(days=5 * 365)
BATCH = 5_000
_SUBJECTS = UUID("b1d0c1f7-4f0d-4b1c-8d3f-6a0c0f2f6c55")


def enter_in_batches(
    pool: Pool, people: Sequence[Invented], games: int, rng: Random, report_progress: Callable[[int], None]
) -> None:
    """Enter this many games in batches, the oldest first; `report_progress` gets the number so far."""
    begin, apart = timezone.now() - YEARS, YEARS / (games + 1)
    eagerness = list(accumulate(person.eagerness for person in people))
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        entries = [
            ResultDraft(
                subject=_subject(pool, number),
                seats=random_result(_random_table(people, eagerness, rng), rng),
                played_at=begin + (number + 1) * apart,
            )
            for number in numbers
        ]
        with transaction.atomic():
            enter_results(pool=pool, entries=entries)
        report_progress(numbers.stop)


def _random_table(people: Sequence[Invented], eagerness: Sequence[float], rng: Random) -> list[Invented]:
    """Return the players of a table of random size in seat order; `eagerness` is summed up."""
    size = min(rng.choices(SIZES, HOW_OFTEN)[0], len(people))
    chosen: dict[int, Invented] = {}
    while len(chosen) < size:
        person = rng.choices(people, cum_weights=eagerness)[0]
        chosen[person.player.pk] = person
    return list(chosen.values())


def leave_reports(club: Club, pool: Pool, people: Sequence[Invented], count: int, rng: Random) -> None:
    """Create this many reports, each by a player of its table; the first one is contradicted.

    Two players of each table have accounts, which a report needs.
    """
    speakers = [person for person in people if person.player.account_id is not None]
    silent = [person for person in people if person.player.account_id is None]
    for number in range(count):
        table = [*rng.sample(speakers, 2), rng.choice(silent)]
        key, by = _subject(pool, -1 - number), table[0].player
        draft = ResultDraft(own_subject(by, key), random_result(table, rng))
        submit_report(draft=draft, pool=pool, club=club, key=key, by=by)
        if number == 0:
            other = draft
            while other.seats == draft.seats:
                other = replace(draft, seats=random_result(table, rng))
            submit_report(draft=other, pool=pool, club=club, key=uuid5(key, "otherwise"), by=table[1].player)


def _subject(pool: Pool, number: int) -> UUID:
    return uuid5(_SUBJECTS, f"{pool.public_id}/{number}")


TIEBREAKS = ("direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
A_WEEK = timedelta(days=7)
ROUNDS_AN_EVENING = 2


def make_swiss(club: Club, game: str, people: Sequence[Invented], rounds: int, rng: Random) -> Tournament:
    """Create a Swiss with a published round 1."""
    tournament = make_tournament(
        club=club,
        name="The Long Weekend",
        game=game,
        format="table-swiss",
        format_options={"rounds": rounds},
        tiebreaks=TIEBREAKS,
        pace=Tournament.Pace.ROUND,
        by=None,
    )
    _sow(tournament, rng)
    enter_players(tournament=tournament, players=[person.player for person in people], by=None)
    return start(tournament=tournament, by=None)


def play_season(club: Club, people: Sequence[Invented], evenings: int, rng: Random) -> Tournament:
    """Create a season of weekly club nights up to today, each with about two thirds of the players."""
    tournament = make_tournament(
        club=club,
        name="Winter Evenings",
        game=GAME,
        format="club-evenings",
        format_options={"best_of": max(1, evenings - 2)},
        tiebreaks=("wins", "game-points", "lot"),
        by=None,
    )
    _sow(tournament, rng)
    for number in range(evenings):
        _play_evening(tournament, today_at(club) - (evenings - 1 - number) * A_WEEK, people, rng)
    return tournament


def play_what_is_open(
    tournament: Tournament, people: Sequence[Invented], rng: Random, played_at: datetime | None = None
) -> None:
    """Enter a result for every published game without one, and advance."""
    history, by_player = history_of(tournament.pk), {person.player.pk: person for person in people}
    numbers = {number: by_player[player] for number, player in tournament.entries.values_list("number", "player_id")}
    entries = [
        ResultDraft(
            subject,
            random_result([numbers[entry] for entry in seats_in_leg(pairing.seats, leg)], rng),
            played_at=played_at,
        )
        for pairing in history.pairings
        if not pairing.decided
        for leg, subject in enumerate(history.subjects[pairing.round, pairing.table], start=1)
    ]
    with transaction.atomic():
        enter_results(pool=Pool.objects.get(pk=tournament.pool_id), entries=entries)
    advance(tournament_id=tournament.pk)


def _play_evening(tournament: Tournament, day: date, people: Sequence[Invented], rng: Random) -> None:
    open_evening(tournament=tournament, by=None, day=day)
    for person in rng.sample(people, max(6, 2 * len(people) // 3)):
        set_presence(tournament=tournament, player=person.player, is_here=True, by=None)
    for _round in range(ROUNDS_AN_EVENING):
        pair_tables(tournament=tournament, by=None, at_once=True)
        play_what_is_open(tournament, people, rng, played_on(day, tournament.club))
    close_evening(tournament=tournament, by=None)


def _sow(tournament: Tournament, rng: Random) -> None:
    """Set the tournament's seed, so that lots are reproducible."""
    tournament.seed = rng.getrandbits(62)
    tournament.save(update_fields=["seed"])


SUMMARY = "Nobody here exists: names and games are made up, so that pages can be measured with them."
FEWEST_PLAYERS, MOST_PLAYERS = 12, 10_000
MOST_GAMES = 5_000_000
SPEAKERS = 6  # players with accounts
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The size of the club; Swiss and season use all players if there are fewer."""

    players: int = 1_000
    games: int = 200_000
    swiss_players: int = 200
    swiss_rounds: int = 9
    season_players: int = 40
    evenings: int = 8
    reports: int = 12


SMALL = Size(players=30, games=200, swiss_players=20, swiss_rounds=3, season_players=12, evenings=2, reports=3)


def seed_club(*, name: str, size: Size, seed: int, report_progress: Progress) -> Club:
    """Create a club with this name and fill it; `report_progress` gets progress messages.

    Raise `SeedRefused` if a club with this name exists, even if incomplete, or for an impossible size.
    """
    if not FEWEST_PLAYERS <= size.players <= MOST_PLAYERS:
        sentence = _("--players must be between %(few)d and %(many)d.")
        raise SeedRefused(sentence % {"few": FEWEST_PLAYERS, "many": MOST_PLAYERS})
    if not 0 <= size.games <= MOST_GAMES:
        sentence = _("--matches must be between 0 and %(many)d.")
        raise SeedRefused(sentence % {"many": MOST_GAMES})
    rng = Random(seed)
    club, players = _found(name, size.players, rng)
    people = invent(players, rng)
    report_progress(f"{name} was founded, with {size.players} players.")
    pool = pool_for(game=GAME, player_kind=Player.Kind.PERSON, club=club)
    enter_in_batches(pool, people, size.games, rng, lambda done: report_progress(f"{done} of {size.games} results."))
    field = people[: size.swiss_players]
    swiss = make_swiss(club, GAME, field, size.swiss_rounds, rng)
    for number in range(1, size.swiss_rounds + 1):
        play_what_is_open(swiss, field, rng)
        report_progress(f"The Swiss has played round {number}.")
    report_progress(f"{swiss.name} is over: {len(field)} players.")
    season = play_season(club, people[: size.season_players], size.evenings, rng)
    report_progress(f"{season.name} has had {size.evenings} evenings.")
    leave_reports(club, pool, people, size.reports, rng)
    report_progress(f"{size.reports} reports wait.")
    for rated in Pool.objects.filter(club=club):
        report_progress(f"Rating {rated.name} …")
        fold_pool(pool_id=rated.pk)
    return club


@transaction.atomic
def _found(name: str, count: int, rng: Random) -> tuple[Club, list[Player]]:
    if Club.objects.filter(name=name).exists():
        raise SeedRefused(_("A club named %(club)s already exists. Choose another name with --name.") % {"club": name})
    club = found_club(name=name, summary=SUMMARY)
    players = Player.objects.bulk_create(Player(name=called) for called in invented(count, rng))
    for number, player in enumerate(players[:SPEAKERS], 1):  # inactive accounts, whose addresses receive no mail
        address = f"{number}.{club.public_id}@players.invalid"
        player.account = Account.objects.create_user(address, is_active=False)
        player.save(update_fields=["account"])
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    template = gettext_noop("%(count)d sample players were added.")
    note("club-seeded", template, by=None, club=club.public_id, facts={"count": count})
    return club, players
