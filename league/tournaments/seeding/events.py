"""A Swiss of tables that is over, and a season of club evenings that goes on."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from random import Random

from django.db import transaction

from league.clubs.models import Club
from league.results.claims import played_on, today_at
from league.results.entries import NewResult
from league.results.models import Pool
from league.results.services.entering import enter_results
from league.rules.formats.format import Pairing
from league.rules.seating import seats_in_leg
from league.tournaments.models import Tournament
from league.tournaments.seeding.tables import Invented, came_to
from league.tournaments.selectors.history import History, history_of
from league.tournaments.services.entering import enter_players
from league.tournaments.services.evenings import close_evening, open_evening, tables, tick
from league.tournaments.services.making import make_tournament
from league.tournaments.services.running import advance, start

TIEBREAKS = ("direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
A_WEEK = timedelta(days=7)
ROUNDS_AN_EVENING = 2


def play_swiss(
    club: Club, game: str, people: Sequence[Invented], rounds: int, luck: Random, told: Callable[[int], None]
) -> Tournament:
    """A Swiss of tables, played to its last round."""
    event = make_swiss(club, game, people, rounds, luck)
    for number in range(1, rounds + 1):
        play_what_is_open(event, people, luck)
        told(number)
    event.refresh_from_db()
    return event


def make_swiss(club: Club, game: str, people: Sequence[Invented], rounds: int, luck: Random) -> Tournament:
    """A Swiss of tables whose first round is on the board."""
    event = make_tournament(
        club=club,
        name="The Long Weekend",
        game=game,
        format="table-swiss",
        format_options={"rounds": rounds},
        tiebreaks=TIEBREAKS,
        pace=Tournament.Pace.ROUND,
        by=None,
    )
    _sow(event, luck)
    enter_players(tournament=event, players=[one.player for one in people], by=None)
    return start(tournament=event, by=None)


def play_season(club: Club, game: str, people: Sequence[Invented], evenings: int, luck: Random) -> Tournament:
    """A season of weekly evenings up to today; to each come about two thirds."""
    event = make_tournament(
        club=club,
        name="Winter Evenings",
        game=game,
        format="club-evenings",
        format_options={"best_of": max(1, evenings - 2)},
        tiebreaks=("wins", "game-points", "lot"),
        by=None,
    )
    _sow(event, luck)
    for number in range(evenings):
        _play_evening(event, today_at(club) - (evenings - 1 - number) * A_WEEK, people, luck)
    event.refresh_from_db()
    return event


def play_what_is_open(
    event: Tournament, people: Sequence[Invented], luck: Random, played_at: datetime | None = None
) -> None:
    """Enter a result for every game on the board that has none, and go on."""
    history, numbers = history_of(event.pk), _by_number(event, people)
    entries = [
        entry
        for pairing in history.pairings
        if not pairing.decided
        for entry in _results_of(pairing, history, numbers, luck, played_at)
    ]
    with transaction.atomic():
        enter_results(pool=Pool.objects.get(pk=event.pool_id), entries=entries)
    advance(event.pk)


def _play_evening(event: Tournament, day: date, people: Sequence[Invented], luck: Random) -> None:
    open_evening(tournament=event, by=None, day=day)
    for one in luck.sample(people, max(6, 2 * len(people) // 3)):
        tick(tournament=event, player=one.player, is_here=True, by=None)
    for _ in range(ROUNDS_AN_EVENING):
        tables(tournament=event, by=None, at_once=True)
        play_what_is_open(event, people, luck, played_on(day, event.club))
    close_evening(tournament=event, by=None)


def _sow(event: Tournament, luck: Random) -> None:
    """Have the lots fall the same way every time."""
    event.seed = luck.getrandbits(62)
    event.save(update_fields=["seed"])


def _results_of(
    pairing: Pairing, history: History, people: Mapping[int, Invented], luck: Random, played_at: datetime | None
) -> list[NewResult]:
    return [
        NewResult(
            subject, came_to([people[entry] for entry in seats_in_leg(pairing.seats, leg)], luck), played_at=played_at
        )
        for leg, subject in enumerate(history.subjects[pairing.round, pairing.table], start=1)
    ]


def _by_number(event: Tournament, people: Sequence[Invented]) -> dict[int, Invented]:
    by_player = {one.player.pk: one for one in people}
    return {number: by_player[player] for number, player in event.entries.values_list("number", "player_id")}
