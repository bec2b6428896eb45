"""A bot whose file changes begins again on the leaderboards of its ladders."""

import pytest

from games.bots.models import HouseBot
from games.bots.services import ensure_house_bots
from games.ladder.services import plan_blocks
from games.matches.models import Match
from games.matches.worker import run_apart
from league.members.models import Player
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import NewStrength, Result
from tests.engine.sandbox.programs import WANDERING, tiers_here
from tests.games.bots.uploads import another, author, bot_by, passed
from tests.games.tables import TERMS

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine."),
]


def one_block_is_played(bot: Player) -> list[Rating]:
    """What the ladders begin and a worker plays; and where the bot stands then by Elo."""
    plan_blocks()
    waiting = Match.objects.filter(status=Match.Status.QUEUED, needs_sandbox=True).order_by("pk")
    run_apart(list(waiting.values_list("pk", flat=True)), terms=TERMS)
    for pool in set(Match.objects.exclude(pool=None).values_list("pool", flat=True)):
        fold_pool(pool_id=pool)
    return list(Rating.objects.filter(player=bot, fold__system="elo").order_by("fold", "generation"))


def test_a_changed_file_begins_again_where_the_ladder_plays_it() -> None:
    ensure_house_bots()
    HouseBot.objects.exclude(strategy__in=("wanderer", "courtier")).delete()
    version = passed(bot_by(author(), "Grouse"))
    bot = version.bot.player
    before = one_block_is_played(bot)
    assert before
    assert not NewStrength.objects.filter(begins_again=True).exists()
    passed(another(version, WANDERING + b"\n# another strength\n"))
    after = one_block_is_played(bot)
    again = list(NewStrength.objects.filter(begins_again=True))
    assert {one.player for one in again} == {bot}
    assert len({one.pool for one in again}) == len(again)
    for one in again:
        last = [rating for rating in after if rating.fold.pool_id == one.pool_id][-1]
        assert last.is_provisional
        assert last.games == Result.objects.filter(pool=one.pool, number__gt=one.number, seats__player=bot).count()
