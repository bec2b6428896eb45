"""Uploaded bots on ladders: one that keeps failing is paused, and a changed file begins again."""

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from games.bots.models import BuiltinBot, UploadedBot, Version
from games.bots.services import ensure_builtin_bots, resume_bot
from games.bots.versions import activate_version
from games.ladder.models import Ladder, LadderEntry
from games.ladder.services import FAULTS, plan_blocks
from games.matches.models import Match, SeatReport
from games.matches.worker import run_sandboxed_batch
from league.accounts.models import Account, Player
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import NewStrength, Result
from tests.engine.sandbox.programs import WANDERING, deciding, tiers_here
from tests.games.bots.factories import GAME, another, author, bot_by, passed
from tests.games.factories import TERMS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine."),
]


@pytest.fixture
def morag() -> Account:
    ensure_builtin_bots()
    BuiltinBot.objects.exclude(strategy__in=("wanderer", "courtier")).delete()
    return author()


def played(**which: object) -> None:
    """Play the queued ladder matches, or those that match the filter, with a worker for uploaded bots."""
    waiting = Match.objects.filter(status=Match.Status.QUEUED, needs_sandbox=True, **which).order_by("pk")
    run_sandboxed_batch(list(waiting.values_list("pk", flat=True)), terms=TERMS)


def test_it_is_paused_after_some_faults_in_a_row_and_its_owner_reads_of_it(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", source=deciding("raise ValueError"))).bot
    plan_blocks()
    played()
    assert SeatReport.objects.filter(kind="crash").count() >= FAULTS
    plan_blocks()
    bot.refresh_from_db()
    assert bot.paused_at is not None
    assert bot.paused_because.startswith("It failed in 3 matches in a row: King's Kilt, ")
    assert all(LadderEntry.objects.filter(player=bot.player_id).values_list("is_away", flat=True))
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([morag.email], "Moothill: your bot Grouse is paused")
    assert f"/bots/{bot.public_id}/" in message.body
    resume_bot(account=morag, bot=bot.public_id)
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is None  # it has a new chance


def test_a_bot_that_plays_is_left_in_play(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse")).bot
    plan_blocks()
    played()
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is None
    assert not mail.outbox


@override_settings(LADDER_DEALS=8)
def test_whoever_always_fails_in_one_game_is_paused_however_well_it_plays_another(morag: Account) -> None:
    source = deciding("if view.game == 'kings-kilt': raise ValueError")
    bot = passed(bot_by(morag, "Grouse", source=source, games=(GAME, "lords-of-scotland"))).bot
    plan_blocks()
    played(game=GAME)
    played(game="lords-of-scotland")
    assert SeatReport.objects.filter(kind="", match__game="lords-of-scotland").count() >= FAULTS
    plan_blocks()
    bot.refresh_from_db()
    assert bot.paused_because.startswith("It failed in 3 matches in a row: King's Kilt, ")
    assert all(LadderEntry.objects.filter(player=bot.player_id).values_list("is_away", flat=True))
    (message,) = mail.outbox
    assert "King's Kilt" in message.body


@override_settings(LADDER_DEALS=4)
def test_tables_of_one_size_are_enough(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", source=deciding("if view.seats == 3: raise ValueError"))).bot
    plan_blocks()
    played(pool__seats=3)
    played(pool__seats=2)
    plan_blocks()
    bot.refresh_from_db()
    assert bot.paused_because.startswith("It failed in 3 matches in a row: King's Kilt, tables of 3.")


@override_settings(LADDER_DEALS=8)
def test_a_fault_here_and_another_there_are_not_in_a_row(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", games=(GAME, "lords-of-scotland"))).bot
    plan_blocks()
    played()
    reported = Match.objects.filter(reports__isnull=False).order_by("pool", "-finished_at", "-pk")
    latest = list(reported.distinct("pool").values_list("pk", flat=True))
    assert len(latest) >= FAULTS
    SeatReport.objects.filter(match__in=latest).update(kind="crash")
    Match.objects.filter(pk__in=latest).update(finished_at=timezone.now())
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is None


def test_where_many_stand_it_is_remembered_for_longer(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse", source=deciding("raise ValueError"))).bot
    plan_blocks()
    played()
    many = Player.objects.bulk_create(Player(name=f"Bot {number}", kind=Player.Kind.BOT) for number in range(60))
    for ladder in Ladder.objects.all():
        LadderEntry.objects.bulk_create(
            LadderEntry(ladder=ladder, player=player, program="wanderer") for player in many
        )
    Ladder.objects.update(turn=200)
    plan_blocks()
    assert UploadedBot.objects.get(pk=bot.pk).paused_at is not None


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
