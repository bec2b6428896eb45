"""Morag organises the club, Hamish is a member, Senga is a stranger; the rest come to play."""

from collections.abc import Callable
from itertools import count

import pytest

from league.clubs.models import Club, Membership
from league.clubs.services import admit, found_club
from league.members.models import Account, Player
from league.members.services import make_bot_player, make_player
from league.tournaments.models import Tournament
from league.tournaments.services import enter_players, make_tournament

NAMES = ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Greer", "Hector", "Isla", "Jock", "Kirsty", "Lachlan")


def account_named(name: str) -> Account:
    account = Account.objects.create_user(f"{name.lower()}@example.org")
    make_player(name=name, account=account)
    return account


@pytest.fixture
def morag(db: None) -> Account:
    return account_named("Morag")


@pytest.fixture
def hamish(db: None) -> Account:
    return account_named("Hamish")


@pytest.fixture
def senga(db: None) -> Account:
    return account_named("Senga")


@pytest.fixture
def club(morag: Account, hamish: Account) -> Club:
    club = found_club(name="Glen Orchy Games", by=morag.player)
    admit(club=club, player=hamish.player)
    return club


@pytest.fixture
def people(club: Club) -> Callable[[int], list[Player]]:
    """So many people who belong to the club."""
    numbers = count()

    def admitted(how_many: int) -> list[Player]:
        players = [make_player(name=_name(next(numbers))) for _ in range(how_many)]
        Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
        return players

    return admitted


@pytest.fixture
def bots() -> Callable[[int], list[Player]]:
    """So many bots of the house."""
    return lambda how_many: [make_bot_player(name=f"Bot {_name(number)}") for number in range(how_many)]


def _name(number: int) -> str:
    again, which = divmod(number, len(NAMES))
    return NAMES[which] + (f" {again + 1}" if again else "")


@pytest.fixture
def event(club: Club, people: Callable[[int], list[Player]], bots: Callable[[int], list[Player]]) -> Callable[..., Tournament]:
    """A draft with so many entries, by default a round robin for two at real tables."""

    def made(entries: int = 4, **choices: object) -> Tournament:
        given: dict[str, object] = {"format": "round-robin", "name": "Spring round robin", "by": None, "tiebreaks": ()} | choices
        tournament = make_tournament(club=club, game="lords-of-scotland", **given)  # type: ignore[arg-type]  # a test's choices
        players = (bots if tournament.is_on_the_machine else people)(entries)
        enter_players(tournament=tournament, players=players, by=None)
        return tournament

    return made
