"""Uploaded and remote bots at the same tables, on a ladder and in a contest, with a real client, site and worker."""

from collections.abc import Callable, Iterator
from urllib.parse import quote, urlencode

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from redis import Redis

from games.bots.database_role import ROLE
from games.bots.models import BuiltinBot
from games.bots.remote import mailbox
from games.contests.final import reveal_deals
from games.contests.services import enter
from games.ladder.models import Ladder, LadderBlock
from games.ladder.services import plan_blocks
from games.matches.models import Match, MatchSeat, SeatReport
from league.conf.launcher.redis import PROGRAMS_MAY
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import ResultSeat
from tests.engine.sandbox.programs import tiers_here
from tests.factories import glen_club
from tests.games.bots.factories import author, bot_by, passed
from tests.games.bots.remote.factories import client, remote_bot, token_of
from tests.games.contests.factories import closed, contest_of
from tests.processes import Running, Starter, until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine."),
]


@pytest.fixture
def rights(site_environment: dict[str, str], redis_url: str) -> Iterator[dict[str, str]]:
    """The environment in which a worker has only the rights of the one for uploaded bots, as `up` gives them."""
    call_command("programrole")
    as_role = urlencode({"options": f"-c role={ROLE}"}, quote_via=quote)
    database = site_environment["DATABASE_URL"]
    with Redis.from_url(redis_url) as redis:
        redis.execute_command("ACL", "SETUSER", "programs", "on", ">p", *PROGRAMS_MAY.split())
        yield {
            "DATABASE_URL": f"{database}{'&' if '?' in database else '?'}{as_role}",
            "REDIS_URL": redis_url.replace("://", "://programs:p@"),
        }
        redis.execute_command("ACL", "DELUSER", "programs")


@pytest.mark.long
def test_an_uploaded_and_a_remote_bot_play_on_a_ladder_and_in_a_contest(
    live_site: str, starter: Starter, celery_worker_process: Callable[..., Running], rights: dict[str, str]
) -> None:
    BuiltinBot.objects.all().delete()
    grouse = passed(bot_by(author("Morag"), "Grouse")).bot
    hamish = author("Hamish")
    curlew = remote_bot(hamish, "Curlew")
    starter.start(client(live_site, curlew, token_of(hamish), "remote.py"))
    until(lambda: mailbox.connected([curlew.public_id]), "the remote bot is not connected")
    celery_worker_process(queues="mixed", processes=2, pool="threads", env=rights)
    both = {grouse.player_id, curlew.player_id}
    with override_settings(LADDER_DEALS=2):  # they are played one after the other
        assert plan_blocks() == 2
    assert all(set(players) == both for players in LadderBlock.objects.values_list("players", flat=True))
    until(lambda: not Match.objects.exclude(status=Match.Status.DONE).exists(), "the matches are not finished")
    assert not MatchSeat.objects.exclude(fault="").exists()
    assert all(decisions > 5 for decisions in SeatReport.objects.values_list("decisions", flat=True))
    assert SeatReport.objects.count() == 4
    pool = Ladder.objects.get(pool__seats=2).pool
    fold_pool(pool_id=pool.pk)
    assert set(ResultSeat.objects.filter(result__pool=pool).values_list("player", flat=True)) == both
    assert set(Rating.objects.filter(fold__pool=pool).values_list("player", flat=True)) == both
    page = Client().get(f"/ladders/{pool.slug}/").content.decode()
    assert page.count('<span class="who-of">remote</span>') == 1

    contest = contest_of(glen_club(hamish), blocks=1)
    for bot in (grouse, curlew):
        enter(contest=contest.public_id, account=bot.player.owner or hamish, bot=bot.public_id)
    closed(contest)
    final = MatchSeat.objects.filter(match__block__of_a_final__contest=contest)
    until(lambda: reveal_deals() == 1, "the final is not finished")
    assert set(final.values_list("seat", "player")) == {(seat, player) for seat in (0, 1) for player in both}
    assert not final.exclude(fault="").exists()
    entries = Client().get(f"/api/v1/contests/{contest.public_id}/").json()["entries"]
    assert {(entry["name"], entry["is_remote"]) for entry in entries} == {("Grouse", False), ("Curlew", True)}
    assert sum(entry["score"] for entry in entries) == pytest.approx(1)
