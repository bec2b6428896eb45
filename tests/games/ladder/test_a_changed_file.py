"""A bot whose file changes begins again on the leaderboards of its ladders."""

import pytest

from games.bots.models import BuiltinBot, Version
from games.bots.services import activate_version, ensure_builtin_bots
from games.ladder.models import LadderEntry
from games.ladder.services import plan_blocks
from games.matches.models import Match
from games.matches.worker import run_sandboxed_batch
from league.accounts.models import Player
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import NewStrength, Result
from tests.engine.sandbox.programs import WANDERING, tiers_here
from tests.games.bots.uploads import GAME, another, author, bot_by, passed
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
    run_sandboxed_batch(list(waiting.values_list("pk", flat=True)), terms=TERMS)
    for pool in set(Match.objects.exclude(pool=None).values_list("pool", flat=True)):
        fold_pool(pool_id=pool)
    return list(Rating.objects.filter(player=bot, fold__system="elo").order_by("fold", "generation"))


@pytest.fixture
def version() -> Version:
    """The first version of Morag's bot; only two cheap built-in bots are its opponents."""
    ensure_builtin_bots()
    BuiltinBot.objects.exclude(strategy__in=("wanderer", "courtier")).delete()
    return passed(bot_by(author(), "Grouse"))


def activated(version: Version) -> None:
    owner = version.bot.player.owner
    assert owner is not None
    activate_version(account=owner, bot=version.bot.public_id, number=version.number)


def games_of(ratings: list[Rating]) -> dict[int, int]:
    """How many rated games stand behind it, pool by pool, as of now."""
    return {rating.fold.pool_id: rating.games for rating in ratings}


def begun_again(bot: Player) -> int:
    return NewStrength.objects.filter(player=bot, begins_again=True).count()


def test_a_changed_file_begins_again_where_the_ladder_plays_it(version: Version) -> None:
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


@pytest.mark.long
def test_the_same_file_for_other_games_goes_on_as_what_it_was(version: Version) -> None:
    bot = version.bot.player
    before = games_of(one_block_is_played(bot))
    blocks = dict(LadderEntry.objects.filter(player=bot).values_list("ladder", "blocks"))
    other = passed(another(version, WANDERING, games=(GAME, "lords-of-scotland")))
    assert (other.number, other.digest) == (2, version.digest)
    after = games_of(one_block_is_played(bot))
    assert begun_again(bot) == 0
    assert before
    assert all(after[pool] >= games for pool, games in before.items())
    assert all(LadderEntry.objects.get(ladder=ladder, player=bot).blocks >= begun for ladder, begun in blocks.items())
    activated(version)
    one_block_is_played(bot)
    assert begun_again(bot) == 0


@pytest.mark.long
def test_going_back_to_an_older_file_begins_again_whichever_version_holds_it(version: Version) -> None:
    bot = version.bot.player
    one_block_is_played(bot)
    passed(another(version, WANDERING + b"\n# another strength\n"))
    one_block_is_played(bot)
    changed = begun_again(bot)
    assert changed
    passed(another(version, WANDERING, games=(GAME, "lords-of-scotland")))
    one_block_is_played(bot)
    assert begun_again(bot) > changed
