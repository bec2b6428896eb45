"""Results of tests' tournaments: the player with the lower number wins, or as the test says."""

from collections.abc import Callable

from league.accounts.models import Account, Player
from league.results.models import Result
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.services.club_nights import open_evening, tables, tick
from league.tournaments.services.results import players_at, report_result


def open_legs(tournament: Tournament) -> list[Leg]:
    """Return the games of published rounds without a result, in order."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__status=Round.Status.PUBLISHED)
    decided = Result.objects.values("subject")
    ordered = legs.exclude(subject__in=decided).order_by("pairing__round__number", "pairing__table", "number")
    return list(ordered.select_related("pairing__round__tournament"))


def play_first_round(season: Tournament, players: list[Player], morag: Account) -> Round:
    """A night with these players and the pairings of its first round."""
    open_evening(tournament=season, by=morag)
    for player in players:
        tick(tournament=season, player=player, is_here=True, by=morag)
    made = tables(tournament=season, by=morag, at_once=True)
    assert isinstance(made, Round)
    return made


def by_strength(players: tuple[int, ...]) -> list[int]:
    """Return points that put the player with the lowest number first."""
    return [10 * sum(other > player for other in players) for player in players]


def play_open_legs(tournament: Tournament, points: Callable[[tuple[int, ...]], list[int]] = by_strength) -> int:
    """Report everything that is open now; return how much that was."""
    legs = open_legs(tournament)
    for leg in legs:
        report_result(leg=leg, points=points(players_at(leg)), by=None)
    return len(legs)


def play_out(tournament: Tournament) -> int:
    """Report until no game is open; return the number of games played."""
    played = 0
    while now := play_open_legs(tournament):
        played += now
    tournament.refresh_from_db()
    return played
