"""The pages of ladders: ranks, results by seat and by opponent, and nothing of sealed deals."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots, pause_bot, resume_bot
from games.ladder.models import Ladder, LadderBlock, LadderEntry
from games.ladder.presenters import BotPage, bot_page, ladder_page
from games.ladder.services import plan_blocks
from games.matches.models import Block, Match, MatchSeat
from games.matches.worker import run_batch, run_sandboxed_batch
from league.accounts.models import Player
from league.ratings.services import fold_pool
from tests.engine.sandbox.programs import WANDERING, tiers_here
from tests.factories import browser_of
from tests.games.bots.factories import another, author, bot_by, passed
from tests.games.factories import TERMS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine."),
]


@pytest.fixture
def grouse() -> Player:
    """Morag's bot; only two cheap built-in bots are its opponents."""
    ensure_builtin_bots()
    BuiltinBot.objects.exclude(strategy__in=("wanderer", "courtier")).delete()
    return passed(bot_by(author(), "Grouse")).bot.player


def played(rounds: int = 1) -> Ladder:
    """The ladder of tables of two, after some rounds of three blocks."""
    for _ in range(rounds):
        plan_blocks()
        ids = list(Match.objects.filter(status=Match.Status.QUEUED).order_by("pk").values_list("pk", flat=True))
        run_batch(ids, terms=TERMS)
        run_sandboxed_batch(ids, terms=TERMS)
    ladder = Ladder.objects.select_related("pool").get(pool__seats=2)
    fold_pool(pool_id=ladder.pool_id)
    return ladder


def test_a_ladder_shows_who_stands_where_and_what_a_seat_is_worth(grouse: Player) -> None:
    ladder = played()
    page = Client().get(f"/ladders/{ladder.pool.slug}/").content.decode()
    assert "Grouse" in page
    assert "placement, 1 of 12 deals" in page
    assert "Seat advantage" in page
    assert f"/ladders/{ladder.pool.slug}/{grouse.public_id}/" in page


def test_a_ladder_says_whether_all_its_deals_are_counted(grouse: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = played()
    finished = ladder.blocks.filter(block__finished_at__isnull=False).count()
    assert finished > 1
    for most, are_all in ((finished + 1, True), (finished, True), (finished - 1, False)):
        monkeypatch.setattr("games.ladder.presenters.COUNTED_BLOCKS", most)
        assert ladder_page(ladder, AnonymousUser()).are_all is are_all


def test_games_without_a_ladder_are_listed_too(grouse: Player) -> None:
    played()
    page = Client().get("/ladders/").content.decode()
    assert "/games/highland-clans/" in page


def test_a_long_ladder_has_pages_of_a_hundred_bots(grouse: Player) -> None:
    ladder = played()
    made = Player.objects.bulk_create(Player(name=f"Bot {number}", kind=Player.Kind.BOT) for number in range(110))
    LadderEntry.objects.bulk_create(LadderEntry(ladder=ladder, player=player, program="wanderer") for player in made)
    first = Client().get(f"/ladders/{ladder.pool.slug}/").content.decode()
    second = Client().get(f"/ladders/{ladder.pool.slug}/?page=2").content.decode()
    assert "1 to 100 of 113" in first
    assert "101 to 113 of 113" in second
    assert f'data-live-href="/ladders/{ladder.pool.slug}/?page=2"' in second


def test_a_bots_page_names_its_opponents_and_its_worst_deals(grouse: Player) -> None:
    ladder = played()
    page = Client().get(f"/ladders/{ladder.pool.slug}/{grouse.public_id}/").content.decode()
    tables = LadderBlock.objects.filter(ladder=ladder).values_list("players", flat=True)
    met = {player for table in tables if grouse.pk in table for player in table} - {grouse.pk}
    assert all(player.name in page for player in Player.objects.filter(pk__in=met))
    assert "Worst deals" in page
    share = told_of(ladder, grouse).line.share
    assert share
    assert f"Results of the current version in {share.blocks} finished deal" in page
    assert Client().get(f"/ladders/{ladder.pool.slug}/nobodynobody/").status_code == 404


def told_of(ladder: Ladder, bot: Player) -> BotPage:
    return bot_page(ladder, bot.public_id, AnonymousUser())


@pytest.mark.long
def test_what_a_bot_played_with_an_earlier_file_counts_for_seats_and_not_for_the_bot(grouse: Player) -> None:
    ladder = played(rounds=2)
    before = told_of(ladder, grouse)
    assert before.line.share
    (met, _), *_ = before.opponents
    assert grouse in [player for player, _ in told_of(ladder, met).opponents]
    passed(another(grouse.uploaded_bot.versions.get(), WANDERING + b"\n# better\n"))
    plan_blocks()
    changed = told_of(ladder, grouse)
    assert (changed.line.share, changed.seats, changed.opponents, changed.worst) == (None, [], [], [])
    assert grouse not in [player for player, _ in told_of(ladder, met).opponents]
    seats = ladder_page(ladder, AnonymousUser()).seats
    assert sum(seat.share.games for seat in seats) == 2 * Match.objects.filter(pool=ladder.pool, status="done").count()
    address = f"/ladders/{ladder.pool.slug}/{grouse.public_id}/"
    assert "No finished deals with the current version yet" in Client().get(address).content.decode()
    again = told_of(played(), grouse)
    assert again.line.share
    assert again.line.share.blocks == LadderEntry.objects.get(ladder=ladder, player=grouse).blocks
    assert "No finished deals with the current version yet" not in Client().get(address).content.decode()


def test_a_bot_that_rested_keeps_what_it_played(grouse: Player) -> None:
    ladder = played()
    before = told_of(ladder, grouse).line.share
    assert grouse.owner
    pause_bot(account=grouse.owner, bot=grouse.uploaded_bot.public_id)
    plan_blocks()
    resume_bot(account=grouse.owner, bot=grouse.uploaded_bot.public_id)
    plan_blocks()
    assert before
    assert told_of(ladder, grouse).line.share == before


def test_an_author_finds_every_deal_from_the_last_on_with_its_score_from_each_seat(grouse: Player) -> None:
    ladder = played(rounds=2)
    page = Client().get(f"/ladders/{ladder.pool.slug}/{grouse.public_id}/").content.decode()
    turns = ladder.blocks.filter(players__contains=[grouse.pk]).order_by("-turn").values_list("turn", flat=True)
    heads = [page.index(f"Deal {turn} <span") for turn in turns]
    assert heads == sorted(heads)
    seats = MatchSeat.objects.filter(match__block__of_a_ladder__ladder=ladder, player=grouse).select_related("match")
    for seat in seats:
        places = {other.place for other in seat.match.seats.all()}
        scored = 50 if places == {1} else 100 if seat.place == 1 else 0
        score = f"seat {seat.seat + 1}: {scored}\N{NO-BREAK SPACE}%"
        assert f'href="/matches/{seat.match.public_id}/">{score}' in page


def test_the_deals_of_a_bot_have_pages_of_twenty(grouse: Player) -> None:
    ladder = played()
    own = ladder.blocks.filter(players__contains=[grouse.pk])
    first = own.select_related("block").earliest("turn")
    made = Block.objects.bulk_create(Block(finished_at=first.block.finished_at) for _ in range(25))
    LadderBlock.objects.bulk_create(
        LadderBlock(block=each, ladder=ladder, turn=100 + number, players=first.players)
        for number, each in enumerate(made)
    )
    Ladder.objects.update(turn=200)
    page = Client().get(f"/ladders/{ladder.pool.slug}/{grouse.public_id}/?page=2").content.decode()
    assert f"21 to {own.count()} of {own.count()}" in page
    assert f"Deal {first.turn} <span" in page


def test_nothing_of_a_sealed_deal_is_among_a_bots_deals(grouse: Player) -> None:
    ladder = played()
    plan_blocks()
    waiting = Match.objects.filter(status=Match.Status.QUEUED, seats__player=grouse)
    assert waiting.exists()
    MatchSeat.objects.filter(match__in=waiting).update(place=1)
    page = Client().get(f"/ladders/{ladder.pool.slug}/{grouse.public_id}/").content.decode()
    assert not [match for match in waiting.values_list("public_id", flat=True) if match in page]


def test_what_is_being_played_is_told_of_without_a_result(grouse: Player) -> None:
    plan_blocks()
    ladder = Ladder.objects.select_related("pool").get(pool__seats=2)
    page = Client().get(f"/ladders/{ladder.pool.slug}/").content.decode()
    assert "hidden until all its matches are finished" in page
    assert "Seat advantage" not in page
    public = Client().get(f"/players/{grouse.public_id}/{grouse.slug}/").content.decode()
    assert f'href="/ladders/{ladder.pool.slug}/{grouse.public_id}/"' in public


def test_pages_take_as_many_queries_however_many_deals_there_are(
    grouse: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ladder = played(rounds=2)
    browser = browser_of(grouse.owner)
    for address in ("/ladders/", f"/ladders/{ladder.pool.slug}/", f"/ladders/{ladder.pool.slug}/{grouse.public_id}/"):
        browser.get(address)
        with django_assert_max_num_queries(12):
            assert browser.get(address).status_code == 200
