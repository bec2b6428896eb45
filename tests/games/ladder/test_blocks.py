"""Ladders follow who may play, and begin blocks while there is room."""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.db.models import Count
from django.test import override_settings
from django.utils import timezone

from engine.core import registry
from games.bots.jobs import topic_of
from games.bots.models import BuiltinBot, RemoteBot
from games.bots.remote.mailbox import bot_key
from games.bots.services import ensure_builtin_bots, pause_bot, resume_bot
from games.ladder.matchmaking import BUILTIN_BLOCKS
from games.ladder.models import Ladder, LadderBlock, LadderEntry
from games.ladder.participants import ladder_bots
from games.ladder.presenters import ladders_by_game
from games.ladder.services import plan_blocks, update_ladders
from games.matches.models import Match, MatchSeat, SeatReport
from league.accounts.models import Account
from league.common.live.topics import revisions_of
from league.common.redis_client import broker
from league.results.models import Pool
from tests.engine.sandbox.programs import deciding
from tests.factories import browser_of
from tests.games.bots.factories import another, author, bot_by, passed
from tests.games.bots.remote.factories import remote_bot

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

KILT = registry.game("kings-kilt")


@pytest.fixture
def morag() -> Account:
    ensure_builtin_bots()
    return author()


def ladder_entries_of(name: str) -> list[LadderEntry]:
    return list(LadderEntry.objects.filter(player__name=name).order_by("ladder__pool__seats"))


def test_without_a_strangers_bot_there_is_no_ladder() -> None:
    ensure_builtin_bots()
    assert plan_blocks() == 0
    assert not Ladder.objects.exists()


def test_a_bot_that_passed_stands_on_the_ladder_of_every_size_of_its_game(morag: Account) -> None:
    passed(bot_by(morag, "Grouse"))
    plan_blocks()
    sizes = list(Ladder.objects.order_by("pool__seats").values_list("pool__game", "pool__seats"))
    assert sizes == [(KILT.slug, seats) for seats in range(KILT.min_seats, KILT.max_seats + 1)]
    assert len(ladder_entries_of("Grouse")) == len(sizes)
    courtier = BuiltinBot.objects.get(strategy="courtier").player.name
    assert len(ladder_entries_of(courtier)) == len(sizes)


@override_settings(LADDER_DEALS=2)
def test_no_more_blocks_are_begun_than_there_is_room_for(morag: Account) -> None:
    passed(bot_by(morag))
    assert [plan_blocks() for _ in range(3)] == [2, 0, 0]
    assert LadderBlock.objects.count() == 2


@override_settings(LADDER_DEALS=1)
def test_tables_that_wait_for_a_sandbox_hold_up_no_others(morag: Account) -> None:
    passed(bot_by(morag))
    plan_blocks()
    connected(remote_bot(author("Hamish"), "Curlew"))
    assert plan_blocks() == 2
    begun = Match.objects.values_list("is_remote", "needs_sandbox").annotate(Count("block", distinct=True))
    assert set(begun) == {(False, True, 1), (True, False, 1), (True, True, 1)}
    assert plan_blocks() == 0


def connected(bot: RemoteBot) -> RemoteBot:
    """The bot, as if it had opened its stream."""
    broker().set(bot_key(bot.public_id, "here"), "a stream", ex=60)
    return bot


@override_settings(LADDER_DEALS=2)
def test_matches_by_rules_that_are_played_no_more_do_not_hold_the_ladders_up(morag: Account) -> None:
    passed(bot_by(morag))
    plan_blocks()
    Match.objects.update(rules_version="kings-kilt/0")
    assert plan_blocks() == 2


def test_ladders_of_a_game_that_the_house_has_no_more_are_listed_by_its_slug(morag: Account) -> None:
    passed(bot_by(morag))
    plan_blocks()
    Pool.objects.filter(game=KILT.slug).update(game="lost-game")
    assert {one.game for one in ladders_by_game(AnonymousUser())} == {"lost-game"}


def test_a_block_has_every_rotation_of_one_deal_and_is_rated_at_tables_of_that_size(morag: Account) -> None:
    passed(bot_by(morag, "Grouse"))
    plan_blocks()
    begun = LadderBlock.objects.filter(ladder__pool__seats=3).select_related("ladder__pool").get()
    matches = begun.block.matches.all()
    assert {match.pool for match in matches} == {begun.ladder.pool}
    seats = MatchSeat.objects.filter(match__in=matches).order_by("match__rotation", "seat")
    rows = [[seat.player_id for seat in seats if seat.match_id == match.pk] for match in matches]
    assert sorted(rows) == sorted([*begun.players[shift:], *begun.players[:shift]] for shift in range(3))


def test_bots_of_one_owner_never_meet(morag: Account) -> None:
    ours = {passed(bot_by(morag, name)).bot.player_id for name in ("Grouse", "Ptarmigan")}
    theirs = passed(bot_by(author("Hamish"), "Capercaillie")).bot.player_id
    for _ in range(6):
        plan_blocks()
        Match.objects.update(status=Match.Status.DEAD)
    tables = [set(players) for players in LadderBlock.objects.values_list("players", flat=True)]
    assert not any(ours <= table for table in tables)
    assert any(theirs in table for table in tables)


def test_a_paused_bot_is_not_seated_and_comes_back_where_it_stood(morag: Account) -> None:
    bot = passed(bot_by(morag, "Grouse")).bot
    plan_blocks()
    blocks = [entry.blocks for entry in ladder_entries_of("Grouse")]
    pause_bot(account=morag, bot=bot.public_id)
    plan_blocks()
    assert all(entry.is_away for entry in ladder_entries_of("Grouse"))
    resume_bot(account=morag, bot=bot.public_id)
    Ladder.objects.update(is_open=False)
    plan_blocks()
    assert [(entry.is_away, entry.blocks) for entry in ladder_entries_of("Grouse")] == [
        (False, count) for count in blocks
    ]


def test_a_changed_source_is_placed_again_and_the_same_one_is_not(morag: Account) -> None:
    version = passed(bot_by(morag, "Grouse"))
    plan_blocks()
    Ladder.objects.update(is_open=False)
    LadderEntry.objects.update(blocks=30)
    passed(version)
    plan_blocks()
    assert {entry.blocks for entry in ladder_entries_of("Grouse")} == {30}
    for other in (another(version, b"def choose(view, legal, budget, rng):\n    return legal[0]\n"), version):
        passed(other)
        plan_blocks()
        assert {entry.blocks for entry in ladder_entries_of("Grouse")} == {0}
        LadderEntry.objects.update(blocks=30)


@override_settings(LADDER_DEALS=1)
def test_the_house_alone_stops_when_it_is_known(morag: Account) -> None:
    bot = passed(bot_by(morag)).bot
    plan_blocks()
    pause_bot(account=morag, bot=bot.public_id)
    Match.objects.update(status=Match.Status.DEAD)
    LadderEntry.objects.update(blocks=BUILTIN_BLOCKS)
    assert plan_blocks() == 0


@override_settings(LADDER_DEALS=8)
def test_a_bot_from_afar_that_keeps_failing_is_paused_and_its_owner_resumes_it(morag: Account) -> None:
    curlew = connected(remote_bot(morag, "Curlew"))
    plan_blocks()
    measured = {"decisions": 1, "slowest_ms": 1, "spent_ms": 1, "kind": "away"}
    for seat in MatchSeat.objects.filter(player=curlew.player):
        SeatReport.objects.create(match=seat.match, seat=seat.seat, **measured)
    Match.objects.update(status=Match.Status.DONE, finished_at=timezone.now())
    plan_blocks()
    curlew.refresh_from_db()
    assert curlew.paused_because.startswith("It failed in 3 matches in a row: ")
    (message,) = mail.outbox
    assert message.subject == "Moothill: your bot Curlew is paused"
    assert all(LadderEntry.objects.filter(player=curlew.player).values_list("is_away", flat=True))
    his = browser_of(morag)
    assert "It failed in 3 matches" in his.get("/bots/").content.decode()
    his.post(f"/bots/remote/{curlew.public_id}/resume/")
    plan_blocks()
    curlew.refresh_from_db()
    assert (curlew.paused_at, curlew.paused_because) == (None, "")
    his.post(f"/bots/remote/{curlew.public_id}/pause/")
    assert "You paused this bot." in his.get("/bots/").content.decode()


@override_settings(LADDER_DEALS=8)
def test_a_bot_from_afar_meets_each_deal_once_and_every_seat_in_turn(morag: Account) -> None:
    curlew = connected(remote_bot(morag, "Curlew"))
    plan_blocks()
    plan_blocks()
    tables = LadderBlock.objects.filter(players__contains=[curlew.player_id], ladder__pool__seats=2)
    blocks = [begun.block for begun in tables.order_by("turn").select_related("block")]
    assert len(blocks) > 1
    assert all(block.matches.count() == 1 for block in blocks)
    seats = MatchSeat.objects.filter(match__block__in=blocks, player=curlew.player_id).order_by("match")
    assert {seat.seat for seat in seats} == {0, 1}


def test_the_pages_of_a_bot_hear_when_it_comes_onto_ladders_and_when_a_deal_of_it_begins(
    morag: Account, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    bot = passed(bot_by(morag, "Grouse")).bot
    topic = topic_of(bot.public_id)
    before = revisions_of([topic])[topic]
    with django_capture_on_commit_callbacks(execute=True):
        update_ladders(ladder_bots())
    stands = revisions_of([topic])[topic]
    assert stands > before
    with django_capture_on_commit_callbacks(execute=True):
        update_ladders(ladder_bots())
    assert revisions_of([topic])[topic] == stands
    with django_capture_on_commit_callbacks(execute=True):
        assert plan_blocks()
    assert revisions_of([topic])[topic] > stands


def test_the_page_of_a_version_leads_to_the_ladders_on_which_it_stands(morag: Account) -> None:
    version = passed(bot_by(morag, "Grouse"))
    page = f"/bots/{version.bot.public_id}/versions/1/"
    assert "The bot joins the" in browser_of(morag).get(page).content.decode()
    plan_blocks()
    told = browser_of(morag).get(page).content.decode()
    assert "The bot joins the" not in told
    for entry in ladder_entries_of("Grouse"):
        assert f'href="/ladders/{entry.ladder.pool.slug}/{version.bot.player.public_id}/"' in told


def test_the_page_of_a_version_that_does_not_play_names_no_ladder(morag: Account) -> None:
    first = passed(bot_by(morag, "Grouse"))
    passed(another(first, deciding("return legal[0]")))
    plan_blocks()
    assert "/ladders/" not in browser_of(morag).get(f"/bots/{first.bot.public_id}/versions/1/").content.decode()


@pytest.mark.long
@override_settings(LADDER_DEALS=1)
def test_bots_from_afar_come_to_every_seat_as_often_whoever_a_deal_is_for(morag: Account) -> None:
    afar = [connected(remote_bot(author(owner), name)) for owner, name in (("Hamish", "Curlew"), ("Senga", "Plover"))]
    for _ in range(40):
        plan_blocks()
        Match.objects.update(status=Match.Status.DEAD)
    for seats in (2, 3):
        sat = MatchSeat.objects.filter(match__block__of_a_ladder__ladder__pool__seats=seats, match__is_remote=True)
        for bot in afar:
            had = Counter(sat.filter(player=bot.player).values_list("seat", flat=True))
            counts = [had[seat] for seat in range(seats)]
            assert sum(counts) > seats
            assert max(counts) - min(counts) <= 2
