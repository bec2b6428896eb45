"""Players of the tests of tournaments; Morag, Hamish and Senga are in `tests.factories`."""

from collections.abc import Callable, Mapping
from itertools import count

from league.accounts.models import Player
from league.accounts.services.players import make_bot_player, make_player
from league.clubs.models import Club, Membership
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players

NAMES = [
    "Ailsa",
    "Bruce",
    "Catriona",
    "Dougal",
    "Eilidh",
    "Fergus",
    "Greer",
    "Hector",
    "Isla",
    "Jock",
    "Kirsty",
    "Lachlan",
]


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
