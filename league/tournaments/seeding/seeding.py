"""All of it in its order: the club, its people, years of games, its events, the reports that wait, the ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.members.audit_log import note
from league.members.models import Account, Player
from league.ratings.services import fold_pool
from league.results.models import Pool
from league.results.services.pools import pool_for
from league.tournaments.errors import SeedRefused
from league.tournaments.seeding.events import play_season, play_swiss
from league.tournaments.seeding.ledger import enter_years, leave_reports
from league.tournaments.seeding.names import invented
from league.tournaments.seeding.tables import Company, Invented, invent

GAME = "lords-of-scotland"
SUMMARY = "Nobody here exists: names and games are made up, so that pages can be measured with them."
FEWEST_PLAYERS, MOST_PLAYERS = 12, 10_000
MOST_GAMES = 5_000_000
SPEAKERS = 6  # so many have accounts
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much of everything; the Swiss and the season take as many as there are where there are fewer."""

    players: int = 1_000
    games: int = 200_000
    swiss_players: int = 200
    swiss_rounds: int = 9
    season_players: int = 40
    evenings: int = 8
    reports: int = 12


SMALL = Size(players=30, games=200, swiss_players=20, swiss_rounds=3, season_players=12, evenings=2, reports=3)


def seed_club(*, name: str, size: Size, seed: int, told: Told) -> Club:
    """Found a club of that name and fill it; `told` hears how far it is.

    Raises `SeedRefused` where a club of that name is there, whole or half done, and for sizes that cannot be.
    """
    _check_size(size)
    luck = Random(seed)
    club, players = _found(name, size.players, luck)
    people = invent(players, luck)
    told(f"{name} was founded, with {size.players} players.")
    pool = pool_for(game=GAME, player_kind=Player.Kind.PERSON, club=club)
    enter_years(pool, Company(people, luck), size.games, lambda done: told(f"{done} of {size.games} results."))
    _play_events(club, people, size, luck, told)
    leave_reports(club, pool, people, size.reports, luck)
    told(f"{size.reports} reports wait.")
    _fold(club, told)
    return club


def _play_events(club: Club, people: list[Invented], size: Size, luck: Random, told: Told) -> None:
    field = people[: size.swiss_players]
    swiss = play_swiss(
        club, GAME, field, size.swiss_rounds, luck, lambda number: told(f"The Swiss has played round {number}.")
    )
    told(f"{swiss.name} is over: {len(field)} players.")
    season = play_season(club, GAME, people[: size.season_players], size.evenings, luck)
    told(f"{season.name} has had {size.evenings} evenings.")


def _fold(club: Club, told: Told) -> None:
    for pool in Pool.objects.filter(club=club):
        told(f"Rating {pool.name} …")
        fold_pool(pool_id=pool.pk)


@transaction.atomic
def _found(name: str, count: int, luck: Random) -> tuple[Club, list[Player]]:
    if Club.objects.filter(name=name).exists():
        raise SeedRefused(_("A club named %(club)s already exists. Choose another name with --name.") % {"club": name})
    club = found_club(name=name, summary=SUMMARY)
    players = Player.objects.bulk_create(Player(name=called) for called in invented(count, luck))
    _give_accounts(club, players[:SPEAKERS])
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    said = gettext_noop("%(count)d sample players were added.")
    note("club-seeded", said, by=None, club=club.public_id, facts={"count": count})
    return club, players


def _give_accounts(club: Club, players: Sequence[Player]) -> None:
    """Accounts that nobody can sign in with and no mail goes to."""
    for number, player in enumerate(players, 1):
        address = f"{number}.{club.public_id}@players.invalid"
        player.account = Account.objects.create_user(address, is_active=False)
        player.save(update_fields=["account"])


def _check_size(size: Size) -> None:
    if not FEWEST_PLAYERS <= size.players <= MOST_PLAYERS:
        sentence = _("--players must be between %(few)d and %(many)d.")
        raise SeedRefused(sentence % {"few": FEWEST_PLAYERS, "many": MOST_PLAYERS})
    if not 0 <= size.games <= MOST_GAMES:
        sentence = _("--matches must be between 0 and %(many)d.")
        raise SeedRefused(sentence % {"many": MOST_GAMES})
