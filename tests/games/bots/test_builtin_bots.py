"""Built-in bots: each exists once, and is offered and entered only where it plays the game."""

from io import StringIO

import pytest
from django.core.management import call_command

from engine.core.registry import builtin_bots
from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots, ensure_level_bots, retire_bot
from games.matches.strategy_registry import BotSource, register_bots
from league.accounts.models import Account, Player
from league.accounts.queries import bots_owned_by
from league.accounts.services.players import make_bot_player
from league.clubs.models import Club
from league.clubs.queries import bots_to_admit
from league.clubs.services.clubs import found_club
from league.tournaments.errors import EntryRefused
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import eligible_players
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from tests.factories import glen_club
from tests.games.bots.factories import author, bot_by
from tests.games.bots.remote.factories import remote_bot
from tests.games.odd_bots import Odd, dawdle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

CURLER = Odd("curler", dawdle)
CURLER.games = ("curling",)

register_bots(BotSource(find={"curler": CURLER}.get))


@pytest.fixture
def event() -> Tournament:
    """A draft for bots."""
    club = found_club(name="Glen Orchy Games")
    game, form = "lords-of-scotland", "round-robin"
    return make_tournament(club=club, name="The bots' cup", game=game, format=form, venue="machine", by=None)


def bot_of(strategy: str) -> Player:
    player = make_bot_player(name=strategy.capitalize())
    BuiltinBot.objects.create(player=player, strategy=strategy)
    return player


def test_the_bots_of_the_game_can_be_entered(event: Tournament) -> None:
    steward = bot_of("steward")
    assert steward in eligible_players(event)
    (entry,) = enter_players(tournament=event, players=[steward], by=None)
    assert entry.number == 1


@pytest.mark.parametrize("strategy", ["curler", "one that is no longer in the house"])
def test_another_bot_is_not_offered_and_refused_by_name(event: Tournament, strategy: str) -> None:
    bot = bot_of(strategy)
    assert bot not in eligible_players(event)
    with pytest.raises(EntryRefused, match=f"^{bot.name} does not play Lords of Scotland"):
        enter_players(tournament=event, players=[bot], by=None)


def test_a_bot_whose_strategy_nobody_has_chosen_yet_can_be_entered(event: Tournament) -> None:
    bot = make_bot_player(name="Senga's bot")
    (entry,) = enter_players(tournament=event, players=[bot], by=None)
    assert entry.number == 1


def test_bots_stand_in_the_order_of_their_numbers(event: Tournament) -> None:
    ensure_builtin_bots()
    lookouts = ["Lookout 5", "Lookout 10", "Lookout 25", "Lookout 50", "Lookout 100"]
    for offered in (eligible_players(event), bots_owned_by(Account.objects.none())):
        assert [bot.name for bot in offered if bot.name.startswith("Lookout")] == lookouts


def test_the_command_makes_each_bot_once_and_no_club() -> None:
    said = StringIO()
    call_command("builtin_bots", stdout=said)
    call_command("builtin_bots", stdout=said)
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(bot.name for bot in builtin_bots())
    assert all(bot.name in said.getvalue() for bot in builtin_bots())
    assert not Club.objects.exists()


def test_a_club_is_offered_no_bot_that_tournaments_refuse() -> None:
    club = glen_club(morag := author())
    ensure_level_bots()
    remote_bot(morag, "Curlew")
    playing, retired = bot_by(morag), bot_by(morag, "Ptarmigan")
    retire_bot(account=morag, bot=retired.bot.public_id)
    steward = ensure_builtin_bots()[0]
    offered = set(bots_to_admit(club))
    assert {steward, playing.bot.player} <= offered
    assert offered == {*ensure_builtin_bots(), playing.bot.player}
