"""Players, drafts and results of the tests of tournaments; Morag, Hamish and Senga are in `tests.factories`."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, TypeVar

from django.db.models import Model

from league.accounts.models import Account, Player
from league.accounts.services.players import make_bot_player, make_player
from league.clubs.models import Club, Membership
from league.results.models import Result
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.club_nights import open_evening, pair_tables, set_presence
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.results import Outcome, enter_typed_results

# A fixture that makes drafts, and one that makes members of the club.
Event = Callable[..., Tournament]
People = Callable[[int], list[Player]]
Row = TypeVar("Row", bound=Model)

NAMES = (
    *("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus"),
    *("Greer", "Hector", "Isla", "Jock", "Kirsty", "Lachlan"),
)


def admitting(club: Club) -> Callable[[int], list[Player]]:
    """So many people who belong to the club, new ones each time."""
    numbers = count()

    def admitted(how_many: int) -> list[Player]:
        players = [make_player(name=name_of(next(numbers))) for _ in range(how_many)]
        Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
        return players

    return admitted


def builtin_bots(how_many: int) -> list[Player]:
    """Return so many bots."""
    return [make_bot_player(name=f"Bot {name_of(number)}") for number in range(how_many)]


def name_of(number: int) -> str:
    """Ailsa, Bruce, ... Lachlan, Ailsa 2, ..."""
    again, which = divmod(number, len(NAMES))
    return NAMES[which] + (f" {again + 1}" if again else "")


def drafting(club: Club, people: Callable[[int], list[Player]]) -> Callable[..., Tournament]:
    """A draft with so many entries, by default a round robin for two at real tables."""

    def drafted(entries: int = 4, **choices: object) -> Tournament:
        given: Mapping[str, object] = {"format": "round-robin", "name": "Spring round robin", "by": None} | choices
        tournament = make_tournament(club=club, game="lords-of-scotland", **given)  # type: ignore[arg-type]  # a test's own
        players = (builtin_bots if tournament.is_on_the_machine else people)(entries)
        enter_players(tournament=tournament, players=players, by=None)
        return tournament

    return drafted


def club_nights(club: Club, **choices: object) -> Tournament:
    """A season of club nights."""
    given: Mapping[str, object] = {"name": "Thursdays", "format": "club-evenings", "pace": "desk", "by": None} | choices
    return make_tournament(club=club, game="lords-of-scotland", **given)  # type: ignore[arg-type]  # a test's own


def fresh(row: Row) -> Row:
    """Return the row as the database has it now."""
    row.refresh_from_db()
    return row


def open_legs(tournament: Tournament) -> list[Leg]:
    """Return the games of published rounds without a result, in order."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__status=Round.Status.PUBLISHED)
    decided = Result.objects.values("subject")
    ordered = legs.exclude(subject__in=decided).order_by("pairing__round__number", "pairing__table", "number")
    return list(ordered.select_related("pairing__round__tournament"))


def play_first_round(season: Tournament, players: list[Player], by: Account | None) -> Round:
    """A night with these players and the pairings of its first round."""
    open_evening(tournament=season, by=by)
    for player in players:
        set_presence(tournament=season, player=player, is_here=True, by=by)
    made = pair_tables(tournament=season, by=by, at_once=True)
    assert isinstance(made, Round)
    return made


def by_strength(players: tuple[int, ...]) -> list[int]:
    """Return points that put the player with the lowest number first."""
    return [10 * sum(other > player for other in players) for player in players]


def report_result(*, leg: Leg, by: Account | None, **outcome: Any) -> None:
    """Enter the result of one game."""
    enter_typed_results(tournament=leg.pairing.round.tournament, outcomes=[Outcome(leg, **outcome)], by=by)


def play_open_legs(tournament: Tournament, points: Callable[[tuple[int, ...]], list[int]] = by_strength) -> int:
    """Report everything that is open now; return how much that was."""
    legs = open_legs(tournament)
    outcomes = [Outcome(leg, points=points(players_at(leg))) for leg in legs]
    if outcomes:
        enter_typed_results(tournament=legs[0].pairing.round.tournament, outcomes=outcomes, by=None)
    return len(legs)


def play_out(tournament: Tournament) -> int:
    """Report until no game is open; return the number of games played."""
    played = 0
    while now := play_open_legs(tournament):
        played += now
    tournament.refresh_from_db()
    return played
